use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};

#[derive(Clone)]
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
    async fn migrate(&self) -> String {
        become_task!().await;
        String::new()
    }
}

#[mrtr_handler(tasks)]
#[rmcp::tool_handler]
impl rmcp::ServerHandler for Server {
    fn get_info(&self) -> rmcp::model::ServerConfig {
        let capabilities = rmcp::model::ServerCapabilities::builder();
        rmcp::model::ServerConfig::new(capabilities.enable_tools().enable_tasks().build())
    }

    async fn cancel_task(
        &self,
        _: rmcp::model::CancelTaskParams,
        _: rmcp::service::RequestContext<rmcp::RoleServer>,
    ) -> Result<(), rmcp::ErrorData> {
        Ok(())
    }
}

fn main() {}
