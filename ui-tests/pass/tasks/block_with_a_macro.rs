use mrtr_runtime::prelude::*;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_router};

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
    /// Migrates.
    #[mrtr_tool]
    #[tool]
    async fn migrate(&self) -> String {
        become_task!().await;
        String::new()
    }
}

/// What all servers of this author have.
macro_rules! usual_methods {
    () => {
        fn get_info(&self) -> ServerConfig {
            let capabilities = ServerCapabilities::builder();
            ServerConfig::new(capabilities.enable_tools().enable_tasks().build())
        }

        async fn call_tool(
            &self,
            request: CallToolRequestParams,
            context: RequestContext<RoleServer>,
        ) -> Result<CallToolResponse, ErrorData> {
            let call = ToolCallContext::new(self, request, context);
            Self::tool_router().call(call).await
        }

        async fn list_tools(
            &self,
            _: Option<PaginatedRequestParams>,
            _: RequestContext<RoleServer>,
        ) -> Result<ListToolsResult, ErrorData> {
            Ok(ListToolsResult::with_all_items(
                Self::tool_router().list_all(),
            ))
        }
    };
}

#[mrtr_handler(tasks)]
impl ServerHandler for Server {
    usual_methods!();
}
