use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    async fn delete<T: Default + ToString>(&self) -> Result<String, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(T::default().to_string())
    }
}

fn main() {}
