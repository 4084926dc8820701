use mrtr_runtime::prelude::*;
use rmcp::ServerHandler;
use rmcp::model::{ServerCapabilities, ServerConfig};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

mod tools {
    use mrtr_runtime::prelude::*;
    use rmcp::{tool, tool_router};

    #[tool_router]
    impl super::Server {
        #[mrtr_tool]
        #[tool]
        async fn remove(&self) -> Result<String, Refused> {
            ask_confirm!("Remove it?").await?;
            Ok(String::new())
        }
    }

    pub(super) fn router() -> rmcp::handler::server::router::tool::ToolRouter<super::Server> {
        super::Server::tool_router()
    }
}

/// rmcp's `Router` has the tools.
#[mrtr_handler]
#[allow(unused_must_use)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_completions().build())
    }
}

fn served(server: Server) -> rmcp::handler::server::router::Router<Server> {
    rmcp::handler::server::router::Router::new(server).with_tools(tools::router())
}

/// What a server of this author declares.
fn usual() -> ServerConfig {
    ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
}

mod other {
    use mrtr_runtime::prelude::*;
    use rmcp::model::ServerConfig;
    use rmcp::{ServerHandler, tool, tool_handler, tool_router};

    pub(super) struct Other {
        pub(super) mrtr: Mrtr,
    }

    impl MrtrServer for Other {
        fn mrtr(&self) -> &Mrtr {
            &self.mrtr
        }
    }

    #[tool_router]
    impl Other {
        #[mrtr_tool]
        #[tool]
        async fn add(&self) -> Result<String, Refused> {
            ask_confirm!("Add it?").await?;
            Ok(String::new())
        }
    }

    #[mrtr_handler]
    #[tool_handler]
    impl ServerHandler for Other {
        fn get_info(&self) -> ServerConfig {
            super::usual()
        }
    }
}

fn other(mrtr: Mrtr) -> other::Other {
    other::Other { mrtr }
}
