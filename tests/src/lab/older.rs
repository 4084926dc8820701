//! Forms that clients older than 2025-11-25 have otherwise, or not at all.

use mrtr_runtime::IncludeContext;
use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};

use super::{Answer, Lab, Manners, text};

#[derive(Debug, Choice)]
enum Tongue {
    #[choice(title = "Japanese")]
    Ja,
    #[choice(title = "German")]
    De,
}

#[derive(Elicit)]
struct Word {
    #[elicit(default = "hello")]
    word: String,
    tongue: Tongue,
}

#[derive(Elicit)]
struct Tongues {
    tongues: Vec<Tongue>,
}

#[tool_router(router = older_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Asks for a text with a default, and a choice with titles.
    #[mrtr_tool]
    #[tool]
    async fn one_tongue(&self) -> Answer {
        let word = ask_elicit!(Word, "Which word?").await?;
        Ok(text(format!("{} {:?}", word.word, word.tongue)))
    }

    /// Has the model see what this server said.
    #[mrtr_tool]
    #[tool]
    async fn in_context(&self) -> Answer {
        let context = IncludeContext::ThisServer;
        let said = ask_sample!(context = context, "Say it again").await;
        Ok(text(said.text()?))
    }

    /// Asks for several choices.
    #[mrtr_tool]
    #[tool]
    async fn many_tongues(&self) -> Answer {
        let many = ask_elicit!(Tongues, "Which?").await?;
        Ok(text(format!("{:?}", many.tongues)))
    }
}
