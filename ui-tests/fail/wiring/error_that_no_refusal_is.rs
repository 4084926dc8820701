use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};
use std::io;

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
    async fn remove(&self) -> io::Result<String> { // mistake
        ask_confirm!("Remove it?").await?;
        Ok(String::new())
    }

    #[mrtr_tool]
    #[tool]
    async fn add(&self) -> Result<String, &'static str> { // mistake
        ask_confirm!("Add it?").await?;
        Err("there is one")
    }
}

#[mrtr_part]
async fn sure() -> Result<(), ()> { // mistake
    ask_confirm!("Sure?").await?;
    Ok(())
}

fn main() {}
