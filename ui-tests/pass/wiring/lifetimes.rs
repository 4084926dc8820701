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
struct Which {
    name: String,
}

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    #[expect(clippy::needless_lifetimes)]
    async fn delete<'a>(&'a self, Parameters(which): Parameters<Which>) -> Result<String, Refused> {
        ask_confirm!("Delete {}?", which.name).await?;
        Ok(which.name)
    }
}
