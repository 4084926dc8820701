use mrtr_runtime::prelude::*;
use rmcp::model::ReadResourceResult;
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
    async fn read_resource(&self, uri: String) -> Result<ReadResourceResult, ErrorData> {
        ask_confirm!("Read {uri}?").await?;
        Ok(ReadResourceResult::new(Vec::new()))
    }
}

fn main() {}
