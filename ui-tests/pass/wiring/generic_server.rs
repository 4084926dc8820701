use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};

trait Store: Send + Sync + 'static {}

struct Server<T> {
    mrtr: Mrtr,
    store: T,
}

impl<T> MrtrServer for Server<T> {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl<T: Store> Server<T> {
    #[mrtr_tool]
    #[tool]
    async fn delete(&self) -> Result<String, Refused> {
        let _ = &self.store;
        ask_confirm!("Sure?").await?;
        Ok(String::new())
    }
}
