//! The tools of the scenarios `input-required-result-*`.

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Root, Roots};
use rmcp::model::CallToolResult;
use rmcp::{ErrorData, tool, tool_router};

use crate::server::{Conformance, text};

#[derive(Elicit)]
struct Named {
    /// Your name
    name: String,
}

#[derive(Elicit)]
struct Colored {
    /// Your favorite color
    color: String,
}

#[derive(Elicit)]
struct Confirmed {
    /// Go on?
    ok: bool,
}

type Answer = Result<CallToolResult, ErrorData>;

#[tool_router(router = input_required_tools, vis = "pub(crate)")]
impl Conformance {
    /// Asks for a name. The suite sends answers to it without having been asked.
    #[mrtr_tool(unsolicited)]
    #[tool]
    async fn test_input_required_result_elicitation(&self) -> Answer {
        let user_name = ask_elicit!(Named, "What is your name?").await?;
        Ok(text(format!("Hello, {}!", user_name.name)))
    }

    /// Asks the client's model.
    #[mrtr_tool]
    #[tool]
    async fn test_input_required_result_sampling(&self) -> Answer {
        let capital_question =
            ask_sample!(max_tokens = 100, "What is the capital of France?").await;
        Ok(text(capital_question.text()?))
    }

    /// Asks for the client's roots.
    #[mrtr_tool]
    #[tool]
    async fn test_input_required_result_list_roots(&self) -> Answer {
        let client_roots = ask_roots!().await;
        Ok(text(format!("Roots: {}", names(&client_roots))))
    }

    /// Asks for a confirmation.
    #[mrtr_tool]
    #[tool]
    async fn test_input_required_result_request_state(&self) -> Answer {
        let confirm = ask_elicit!(Confirmed, "Please confirm").await?;
        Ok(text(if confirm.ok {
            "state-ok"
        } else {
            "state-ok, but no"
        }))
    }

    /// Asks three questions in one round.
    #[mrtr_tool]
    #[tool]
    async fn test_input_required_result_multiple_inputs(&self) -> Answer {
        let (user_name, greeting, client_roots) = tokio::join!(
            ask_elicit!(Named, "What is your name?"),
            ask_sample!(max_tokens = 50, "Generate a greeting"),
            ask_roots!(),
        );
        let (name, greeting) = (user_name?.name, greeting.text()?);
        Ok(text(format!(
            "{greeting} {name}, of {}",
            names(&client_roots)
        )))
    }

    /// Asks two questions, one after the other.
    #[mrtr_tool]
    #[tool]
    async fn test_input_required_result_multi_round(&self) -> Answer {
        let step1 = ask_elicit!(Named, "Step 1: What is your name?").await?;
        let step2 = ask_elicit!(Colored, "Step 2: What is your favorite color?").await?;
        Ok(text(format!("{} likes {}", step1.name, step2.color)))
    }

    /// Asks for a confirmation; the suite changes the state before it answers.
    #[mrtr_tool]
    #[tool]
    async fn test_input_required_result_tampered_state(&self) -> Answer {
        let confirm = ask_elicit!(Confirmed, "Please confirm").await?;
        Ok(text(if confirm.ok {
            "confirmed"
        } else {
            "not confirmed"
        }))
    }

    /// Asks for what the client can do: its user, or else its model.
    #[mrtr_tool]
    #[tool]
    async fn test_input_required_result_capabilities(&self, flow: Flow) -> Answer {
        if flow.can(Capability::Form) {
            let user_name = ask_elicit!(Named, "What is your name?").await?;
            return Ok(text(format!("Hello, {}!", user_name.name)));
        }
        let greeting = ask_sample!(max_tokens = 50, "Generate a greeting").await;
        Ok(text(greeting.text()?))
    }
}

fn names(roots: &Roots) -> String {
    let name = |root: &Root| root.name().unwrap_or(root.uri()).to_owned();
    let names: Vec<String> = roots.iter().map(name).collect();
    names.join(", ")
}
