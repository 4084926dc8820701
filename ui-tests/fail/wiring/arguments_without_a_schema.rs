use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[derive(serde::Deserialize)]
struct Which {
    name: String,
}

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    async fn delete(&self, Parameters(which): Parameters<Which>) -> Result<String, Refused> {
        ask_confirm!("Delete {}?", which.name).await?;
        Ok(which.name)
    }
}

fn main() {}
