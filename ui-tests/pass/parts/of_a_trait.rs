use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};

pub(super) trait Asks: Send + Sync + 'static {
    /// Whether to go on.
    #[mrtr_part]
    async fn sure(&self, path: &str) -> Result<(), Refused>;

    #[mrtr_part]
    async fn done(&self, flow: Flow);

    #[mrtr_part]
    async fn pick<T>(&self) -> Result<T, Refused>
    where
        T: Elicit + Unpin + Clone;
}

pub(super) struct Files;

impl Asks for Files {
    #[mrtr_part]
    async fn sure(&self, path: &str) -> Result<(), Refused> {
        ask_confirm!("Delete {path}?").await
    }

    #[mrtr_part]
    async fn done(&self, flow: Flow) {
        let _ = flow.id();
    }

    #[mrtr_part]
    async fn pick<T: Elicit + Unpin + Clone>(&self) -> Result<T, Refused> {
        ask_elicit!(T, "Which one?").await
    }
}

struct Server<T> {
    mrtr: Mrtr,
    asks: T,
}

impl<T> MrtrServer for Server<T> {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl<T: Asks> Server<T> {
    #[mrtr_tool]
    #[tool]
    async fn delete(&self) -> Result<String, Refused> {
        let path: String = part!(self.asks.pick()).await?;
        part!(self.asks.sure(&path)).await?;
        part!(self.asks.done()).await;
        Ok(String::new())
    }
}
