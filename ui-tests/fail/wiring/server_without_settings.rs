use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};

struct Server;

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    async fn delete(&self) -> Result<String, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(String::new())
    }
}

fn main() {}
