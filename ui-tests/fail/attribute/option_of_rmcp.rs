use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};

struct Server(Mrtr);

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.0
    }
}

#[tool_router]
impl Server {
    #[mrtr_tool(name = "erase")]
    #[tool]
    async fn delete(&self) -> Result<String, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(String::new())
    }
}

fn main() {}
