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
    #[tool]
    async fn read(&self) -> Result<String, Refused> {
        let text = std::rc::Rc::new(String::new());
        ask_confirm!("Read it?").await?;
        Ok(text.to_string())
    }
}

fn main() {}
