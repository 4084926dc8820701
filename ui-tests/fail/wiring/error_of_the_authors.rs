// Two errors, since these are two things to write: how a refusal becomes the author's error, and what rmcp makes of it.
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

#[derive(Debug)]
enum MyError {}

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    async fn pay(&self) -> Result<String, MyError> { // mistake
        ask_confirm!("Pay?").await?; // mistake
        Ok(String::new())
    }
}

fn main() {}
