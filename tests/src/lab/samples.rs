//! Completions as values, and a model that calls tools.

use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleMessage, SampleTool, ToolUse};
use rmcp::{schemars, tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use super::{Answer, Lab, Manners, text};

/// Where to go.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Trip {
    town: String,
    days: u8,
}

/// What to look up.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Weather {
    town: String,
}

#[tool_router(router = sample_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// The model looks at the weather before it says where to go.
    #[mrtr_tool]
    #[tool]
    async fn suggest(&self) -> Answer {
        let weather = SampleTool::of::<Weather>("weather", "The weather of a town");
        let trip = ask_sample!(
            Trip,
            tools = [weather],
            run = |call| self.weather(call),
            "Where to go?"
        );
        let Trip { town, days } = trip.await?;
        ask_confirm!(key = "sure", "{days} days in {town}?").await?;
        Ok(text(format!("{days} days in {town}")))
    }

    /// Shows the model a picture and a sound, and tells what came back.
    #[mrtr_tool]
    #[tool]
    async fn describe(&self) -> Answer {
        let shown = SampleMessage::user_blocks(vec![
            json!({"type": "image", "data": "aGk=", "mimeType": "image/png"}),
            json!({"type": "audio", "data": "aG8=", "mimeType": "audio/wav"}),
        ]);
        let tune = ask_sample!(temperature = 0.2, messages = [shown], "What is this?").await;
        let blocks = tune.blocks().into_iter();
        let kinds: Vec<_> = blocks
            .map(|block| format!("{} {}", block["type"], block["data"]))
            .collect();
        Ok(text(format!(
            "{} {:?}",
            kinds.join(", "),
            tune.text().err()
        )))
    }
}

impl<M: Manners> Lab<M> {
    async fn weather(&self, call: ToolUse) -> Result<String, serde_json::Error> {
        let Weather { town } = call.input()?;
        let times = self.effects.add("weather");
        Ok(format!("rain in {town}, asked {times}"))
    }
}
