use std::time::Duration;

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{schemars, tool, tool_router};

#[derive(Clone)]
struct Server<T> {
    mrtr: Mrtr,
    store: T,
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct Migrate {
    database: String,
}

impl<T> MrtrServer for Server<T> {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl<T: Clone + Send + Sync + 'static> Server<T> {
    /// Migrates a database.
    #[mrtr_tool]
    #[tool]
    async fn migrate(
        &self,
        Parameters(args): Parameters<Migrate>,
        flow: Flow,
    ) -> Result<String, ToolError> {
        ask_confirm!("Migrate {}?", args.database).await?;
        let hour = Duration::from_secs(3600);
        let is_task = become_task!(ttl = hour, poll = hour / 60, status = "migrating").await;
        let rows = capture!(self.rows());
        ask_confirm!("Keep {rows} rows?").await?;
        Ok(format!("{}, {is_task}", flow.id()))
    }

    fn rows(&self) -> u32 {
        let _ = &self.store;
        4
    }
}

#[mrtr_handler(tasks)]
#[rmcp::tool_handler]
impl<T: Clone + Send + Sync + 'static> rmcp::ServerHandler for Server<T> {
    fn get_info(&self) -> rmcp::model::ServerConfig {
        let capabilities = rmcp::model::ServerCapabilities::builder();
        rmcp::model::ServerConfig::new(capabilities.enable_tools().enable_tasks().build())
    }
}
