use mrtr_runtime::prelude::*;
use rmcp::model::{ReadResourceRequestParams, ReadResourceResult};
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

impl ServerHandler for Server {
    #[mrtr_resource]
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
