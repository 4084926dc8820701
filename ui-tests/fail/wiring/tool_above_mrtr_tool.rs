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
    #[tool]
    #[mrtr_tool]
    async fn delete(&self) -> Result<String, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(String::new())
    }
}

fn main() {}
