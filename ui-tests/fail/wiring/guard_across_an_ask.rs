use mrtr_runtime::prelude::*;
use std::sync::Mutex;

use rmcp::{tool, tool_router};

struct Server {
    mrtr: Mrtr,
    count: Mutex<u32>,
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
    async fn reset(&self) -> Result<String, Refused> {
        let mut count = self.count.lock().unwrap();
        ask_confirm!("Reset {}?", *count).await?;
        *count = 0;
        Ok(String::new())
    }
}

fn main() {}
