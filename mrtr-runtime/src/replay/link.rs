//! Links to pages of the server's own, for the person who called.

use super::{Flow, Location, Stop};
use crate::state::LinkState;

impl Flow {
    /// A token for a page of your own: part of its address, to be opened there by
    /// [`Mrtr::open_link`](crate::Mrtr::open_link). It opens for the same person alone, until the flow ends.
    ///
    /// It has 120 letters, digits, `-`, `_` and `.`, and stands in the address of [`ask_url!`](crate::ask_url), or in
    /// the message of a question. Rotated keys spell it anew (`docs/KEYS.md`); the question around it stays the same
    /// one. Do not hand it to `of`, `about` or [`Flow::key`]: what tells a flow from others is [`Flow::id`]. It holds the flow's id and the person, sealed. It
    /// is no login: the page must know by itself who opens it. For a caller who is anonymous it opens for nobody.
    ///
    /// ```
    /// use mrtr_runtime::prelude::*;
    ///
    /// # async fn token_of(_: &Principal) -> Option<String> { None }
    /// #[mrtr_tool]
    /// async fn connect(flow: &Flow) -> Result<&'static str, Refused> {
    ///     let page = format!("https://calendar.example.com/connect?link={}", flow.link());
    ///     ask_url!(page, key = "calendar", until = token_of(flow.principal()).await, "Connect your calendar").await?;
    ///     Ok("Connected.")
    /// }
    /// # let _ = connect;
    /// ```
    #[must_use]
    #[track_caller]
    pub fn link(&self) -> String {
        let facts = &self.shared.facts;
        let link = LinkState {
            flow_id: facts.flow_id,
            person: facts.principal.person(),
            deadline: facts.deadline,
        };
        let sealed = link.seal(self.shared.mrtr.links(), facts.seed);
        sealed.unwrap_or_else(|error| {
            let at = Location::of_caller();
            self.with(|journal| {
                journal.stop(Stop::Unusable {
                    reason: "not_sealed",
                    why: error.to_string(),
                    key: "link".to_owned(),
                    at,
                });
            });
            String::new()
        })
    }

    /// The parts of a text that are no links of this flow, two and more, if it holds one.
    pub(crate) fn around_links(&self, text: &str) -> Option<Vec<String>> {
        let (links, flow_id) = (self.shared.mrtr.links(), &self.shared.facts.flow_id);
        let cut = |text| LinkState::cut(links, flow_id, text);
        let (before, mut rest) = cut(text)?;
        let mut parts = vec![before.to_owned()];
        while let Some((before, after)) = cut(rest) {
            parts.push(before.to_owned());
            rest = after;
        }
        parts.push(rest.to_owned());
        Some(parts)
    }
}
