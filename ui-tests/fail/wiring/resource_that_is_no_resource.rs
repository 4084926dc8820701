use mrtr_runtime::prelude::*;
use rmcp::model::ReadResourceRequestParams;
use rmcp::{ErrorData, ServerHandler};

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
    #[mrtr_resource]
    async fn read_resource(&self, request: ReadResourceRequestParams) -> Result<String, ErrorData> {
        ask_confirm!("Read {}?", request.uri).await?;
        Ok(request.uri)
    }
}

fn main() {}
