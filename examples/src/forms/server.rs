//! The server and its tools, put together.

use mrtr_runtime::prelude::*;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::{ServerHandler, tool_handler};

/// Holds nothing but the settings.
#[derive(Debug, Clone)]
pub(crate) struct Forms {
    mrtr: Mrtr,
}

impl Forms {
    pub(crate) fn new(mrtr: Mrtr) -> Self {
        Self { mrtr }
    }

    fn tools() -> ToolRouter<Self> {
        Self::field_tools() + Self::list_tools()
    }
}

impl MrtrServer for Forms {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[mrtr_handler]
#[tool_handler(router = Self::tools(), name = "forms")]
impl ServerHandler for Forms {}
