use mrtr_runtime::prelude::*;
use rmcp::model::{ReadResourceRequestParams, ReadResourceResult, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[mrtr_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_resources().build())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        ask_confirm!("Read {}?", request.uri).await?;
        Ok(ReadResourceResult::new(Vec::new()))
    }
}

fn main() {}
