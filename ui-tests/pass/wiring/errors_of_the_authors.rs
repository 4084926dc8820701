use mrtr_runtime::prelude::*;
use rmcp::model::CallToolResult;
use rmcp::{ErrorData, tool, tool_router};

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
    async fn read(&self) -> Result<CallToolResult, ErrorData> {
        ask_confirm!("Sure?").await?;
        Ok(CallToolResult::default())
    }

    #[mrtr_tool]
    #[tool]
    async fn write(&self) -> Result<String, ToolError> {
        ask_confirm!("Sure?").await?;
        Ok("4".parse::<u32>()?.to_string())
    }
}
