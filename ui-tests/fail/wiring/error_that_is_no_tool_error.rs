use mrtr_runtime::prelude::*;
use rmcp::model::CallToolResult;
use rmcp::{tool, tool_router};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

enum MyError {
    Refused(Refused),
}

impl From<Refused> for MyError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    async fn pay(&self) -> Result<CallToolResult, MyError> {
        ask_confirm!("Pay?").await?;
        Ok(CallToolResult::default())
    }
}

fn main() {}
