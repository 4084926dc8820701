use mrtr_runtime::prelude::*;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, ListToolsResult, PaginatedRequestParams,
};
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
    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let start = ask_elicit!(String, "How does it begin?").await?; // mistake
        Err(ErrorData::internal_error(start, None))
    }

    #[mrtr_resource] // mistake
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        ask_confirm!("List them all?").await?;
        Ok(ListToolsResult::default())
    }
}

fn main() {}
