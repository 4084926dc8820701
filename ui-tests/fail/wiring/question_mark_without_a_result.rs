use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, GetPromptResult};
use rmcp::{
    Json, ServerHandler, prompt, prompt_handler, prompt_router, schemars, tool, tool_handler, tool_router,
};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Order {
    id: String,
}

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    async fn pay(&self, Parameters(order): Parameters<Order>) -> CallToolResult { // mistake
        ask_confirm!("Pay {}?", order.id).await?;
        let receipt = capture!(std::fs::read_to_string("receipt")?);
        CallToolResult::success(vec![rmcp::model::ContentBlock::text(receipt)])
    }

    #[mrtr_tool]
    #[tool]
    async fn order(&self) -> Json<Order> { // mistake
        let id = ask_elicit!(String, "Which?").await?;
        Json(Order { id })
    }
}

#[prompt_router]
impl Server {
    #[mrtr_prompt]
    #[prompt]
    async fn report(&self) -> GetPromptResult { // mistake
        ask_confirm!("Report?").await?;
        GetPromptResult::new(Vec::new())
    }
}

#[mrtr_handler]
#[tool_handler]
#[prompt_handler]
impl ServerHandler for Server {}

#[mrtr_tool]
async fn name() -> String { // mistake
    let length: usize = "7".parse()?;
    let name = ask_elicit!(String, "Name?").await?;
    if name.len() > length {
        return name;
    }
    Ok(name)
}

#[mrtr_tool]
async fn town() -> String { // mistake
    let town = ask_elicit!(String, "Town?").await?;
    Result::Ok(town)
}

#[mrtr_tool]
async fn remove() { // mistake
    ask_confirm!("Remove it?").await?;
}

#[mrtr_tool]
async fn first(names: &[String]) -> Option<String> { // mistake
    ask_confirm!("The first?").await?;
    Some(names.first()?.clone())
}

#[mrtr_part]
async fn sure() -> bool { // mistake
    ask_confirm!("Sure?").await?;
    true
}

fn main() {}
