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

struct Receipt;

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    async fn pay(&self) -> Result<Receipt, Refused> {
        ask_confirm!("Pay?").await?;
        Ok(Receipt)
    }
}

fn main() {}
