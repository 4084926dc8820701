use mrtr_runtime::prelude::*;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

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
    async fn index(&self) -> Result<String, Refused> {
        if become_task!() {
            return Ok(String::from("later"));
        }
        Ok(String::new())
    }
}

#[mrtr_handler(tasks)]
#[tool_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> rmcp::model::ServerConfig {
        let capabilities = rmcp::model::ServerCapabilities::builder();
        rmcp::model::ServerConfig::new(capabilities.enable_tools().enable_tasks().build())
    }
}

fn main() {}
