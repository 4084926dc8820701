//! Asks one after another, at once, in loops, and in parts.

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::{schemars, tool, tool_router};
use serde::Deserialize;

use super::{Answer, Lab, Manners, text};

/// The files to delete.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Files {
    files: Vec<String>,
}

#[derive(Elicit)]
struct Size {
    /// Width in pixels
    width: u32,
    height: Option<u64>,
}

#[tool_router(router = round_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Each question holds the answers before it.
    #[mrtr_tool]
    #[tool]
    async fn travel(&self) -> Answer {
        let country: String = ask_elicit!(String, "Which country?").await?;
        let town = ask_elicit!(String, "Which town in {country}?").await?;
        let poem = ask_sample!(max_tokens = 60, "A poem on {town}, {country}").await;
        let poem = poem.text()?;
        ask_confirm!(key = "publish", "Publish this? {poem}").await?;
        Ok(text(format!("{country}, {town}: {poem}")))
    }

    /// Nothing has to be asked.
    #[mrtr_tool]
    #[tool]
    async fn print(&self, Parameters(Files { files }): Parameters<Files>) -> Answer {
        let number = capture!(self.effects.add("printed"));
        let file = ask_pick!(&files, or = &files[0], "Which file?").await?;
        let copies = ask_elicit!(u32, or = 1, "How many copies?").await?;
        Ok(text(format!("{copies} of {file}, print {number}")))
    }

    /// Three kinds of question at once.
    #[mrtr_tool]
    #[tool]
    async fn at_once(&self) -> Answer {
        let (size, slogan, places) = tokio::join!(
            ask_elicit!(Size, "Which size?"),
            ask_sample!("A slogan"),
            ask_roots!(),
        );
        let Size { width, height } = size?;
        let places: Vec<&str> = places.iter().map(|root| root.uri()).collect();
        let places = places.join(" ");
        Ok(text(format!(
            "{width}x{height:?} {} {places}",
            slogan.text()?
        )))
    }

    /// As `at_once`, and goes on without what the client does not give.
    #[mrtr_tool]
    #[tool]
    async fn offer(&self) -> Answer {
        let (size, slogan, places) = tokio::join!(
            ask_elicit!(Size, "Which size?"),
            ask_sample!("A slogan"),
            ask_roots!(),
        );
        let slogan = slogan.text().unwrap_or_else(|_| "none".to_owned());
        let refused = places.is_rejected();
        Ok(text(format!("{} {slogan} {refused}", size?.width)))
    }

    /// One question for each file.
    #[mrtr_tool]
    #[tool]
    async fn delete(&self, Parameters(Files { files }): Parameters<Files>) -> Answer {
        let mut deleted = Vec::new();
        for file in &files {
            if ask_confirm!(key = "sure", of = file, "Delete {file}?")
                .await
                .is_ok()
            {
                deleted.push(file.as_str());
            }
        }
        Ok(text(format!("deleted: {}", deleted.join(" "))))
    }

    /// All files at once.
    #[mrtr_tool]
    #[tool]
    async fn delete_at_once(&self, Parameters(Files { files }): Parameters<Files>) -> Answer {
        let asks = files.iter().map(|file| async move {
            let sure = ask_confirm!(key = "sure", of = file, "Delete {file}?").await;
            sure.map(|()| file.as_str())
        });
        let mut deleted = Vec::new();
        for asked in asks.collect::<Vec<_>>() {
            deleted.extend(asked.await);
        }
        Ok(text(format!("deleted: {}", deleted.join(" "))))
    }

    /// Asks until the number is even.
    #[mrtr_tool]
    #[tool]
    async fn even(&self) -> Answer {
        loop {
            let number = ask_elicit!(u32, "An even number?").await?;
            if number % 2 == 0 {
                return Ok(text(number.to_string()));
            }
        }
    }

    /// Goes on whatever the answer is.
    #[mrtr_tool(allow(ignored_refusal))]
    #[tool]
    async fn optional(&self) -> Answer {
        let nickname = ask_elicit!(String, "A nickname?").await;
        let sure = ask_confirm!(key = "sure", "Sure?").await;
        Ok(text(format!("{nickname:?} {sure:?}")))
    }

    /// The same part twice.
    #[mrtr_tool]
    #[tool]
    async fn trip(&self) -> Answer {
        let from = part!(self.pick("from")).await?;
        let to = part!(key = "target", self.pick("to")).await?;
        Ok(text(format!("{from}-{to}")))
    }

    #[mrtr_part]
    async fn pick(&self, direction: &str) -> Result<String, Refused> {
        let town = ask_elicit!(String, "Town to go {direction}?").await?;
        Ok(town)
    }

    /// Tells who calls, and in which flow.
    #[mrtr_tool]
    #[tool]
    async fn identity(&self, flow: Flow) -> Answer {
        ask_confirm!(key = "first", "First?").await?;
        ask_confirm!(key = "second", "Second?").await?;
        let subject = flow.principal().subject().unwrap_or("nobody");
        Ok(text(format!(
            "{subject} {} {}",
            flow.id(),
            flow.key("pay", &7)
        )))
    }

    /// Asks what the flow could be asked at first.
    #[mrtr_tool]
    #[tool]
    async fn by_capability(&self, flow: Flow) -> Answer {
        let name = if flow.can(Capability::Form) {
            ask_elicit!(String, key = "name", "Name?").await?
        } else {
            "nobody".to_owned()
        };
        let roots = ask_roots!(key = "places").await;
        Ok(text(format!("{name} {}", roots.iter().count())))
    }

    /// A tool that knows nothing of all this.
    #[tool]
    async fn plain(&self) -> CallToolResult {
        text(self.manners.greeting())
    }
}
