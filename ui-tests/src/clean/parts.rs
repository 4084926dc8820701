//! Parts, and handlers that call them.

use mrtr_runtime::prelude::*;

use super::forms::Audience;
use super::server::Server;

impl Server {
    /// Whom something is for.
    ///
    /// # Errors
    /// The person declined.
    #[mrtr_part]
    pub async fn audience(&self, what: &str) -> Result<Audience, Refused> {
        let audience = ask_elicit!(Audience, "Whom is {what} for?").await?;
        Ok(audience)
    }

    /// Sends something.
    ///
    /// # Errors
    /// The person declined.
    #[mrtr_tool(allow(unlisted))]
    pub async fn send(&self, what: &str) -> Result<String, Refused> {
        let first = part!(self.audience(what)).await?;
        let second = part!(key = "second", self.audience("the copy")).await?;
        let hold = capture!(format!("{first} {second}"));
        ask_confirm!(about = hold, "Send {what} to {hold}?").await?;
        Ok(hold)
    }

    /// Sends it twice.
    ///
    /// # Errors
    /// The person declined.
    #[mrtr_tool(version = 3, allow(unlisted))]
    pub async fn send_twice(&self) -> Result<String, Refused> {
        part!(self.send_part("one")).await?;
        part!(key = "other", self.send_part("another")).await
    }
}

/// Any form.
///
/// # Errors
/// The person declined.
#[mrtr_part]
pub async fn any<T: Elicit + Unpin>(what: &str) -> Result<T, Refused> {
    ask_elicit!(T, "Which {what}?").await
}
