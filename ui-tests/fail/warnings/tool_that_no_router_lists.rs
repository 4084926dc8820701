#![deny(unused_must_use)]
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
    async fn remove(&self) -> Result<String, Refused> {
        ask_confirm!("Remove it?").await?;
        Ok(String::new())
    }

    #[mrtr_tool]
    #[tool]
    async fn add(&self) -> Result<String, Refused> {
        ask_confirm!("Add it?").await?;
        Ok(String::new())
    }
}

fn main() {}
