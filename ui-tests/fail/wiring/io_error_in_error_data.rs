use mrtr_runtime::prelude::*;
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
    async fn read(&self) -> Result<String, ErrorData> {
        ask_confirm!("Read it?").await?;
        let text = std::fs::read_to_string("notes.txt")?;
        Ok(text)
    }
}

fn main() {}
