use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{schemars, tool, tool_router};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct From {
    from: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct To {
    to: String,
}

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    async fn send(&self, Parameters(a): Parameters<From>, Parameters(b): Parameters<To>) -> Result<String, Refused> {
        ask_confirm!("Send it from {} to {}?", a.from, b.to).await?;
        Ok(String::new())
    }
}

fn main() {}
