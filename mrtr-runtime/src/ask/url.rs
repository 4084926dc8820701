//! The question of `ask_url!`: a page that the person is sent to.

use std::fmt::Display;

use serde_json::{Map, Value};

use super::text::Text;
use crate::replay::{Again, Flaw, Invalid, Question};
use crate::state::{Hasher, Kind, Outcome, ShortDigest};
use crate::texts;
use crate::urls::UrlFlaw;
use crate::wire::{Capability, InputRequest};

mod builder;
mod hold;
mod macros;
mod until;
mod visit;

pub use builder::url;
pub use until::{Fallible, Until};
pub use visit::UrlAsk;

/// What an address can be given as: anything that displays as one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no address",
    label = "this has no `Display`; give a text or a `url::Url`"
)]
pub trait ToUrl {
    /// The address.
    fn url(&self) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Display + ?Sized> ToUrl for T {
    fn url(&self) -> String {
        self.to_string()
    }
}

/// A message with an address, or with what is wrong about it.
#[derive(Debug)]
pub(super) struct AskUrl {
    message: Text,
    url: Result<Text, UrlFlaw>,
    digest: ShortDigest,
}

impl AskUrl {
    fn new(message: Text, url: Result<Text, UrlFlaw>, about: Option<ShortDigest>) -> Self {
        let digest = digest(&message, &url, about);
        Self {
            message,
            url,
            digest,
        }
    }
}

fn digest(message: &Text, url: &Result<Text, UrlFlaw>, about: Option<ShortDigest>) -> ShortDigest {
    let mut hasher = Hasher::new("url");
    message.digest(&mut hasher);
    hasher.list(url.iter().map(|_| "url"));
    url.iter().for_each(|url| url.digest(&mut hasher));
    hasher.list(about);
    hasher.short()
}

impl Question for AskUrl {
    fn kind(&self) -> Kind {
        Kind::Url
    }

    fn digest(&self) -> ShortDigest {
        self.digest
    }

    fn capabilities(&self) -> Vec<Capability> {
        vec![Capability::Url]
    }

    /// What was accepted is that the page opens, and nothing else (R8).
    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        Ok(match answer.get("action").and_then(Value::as_str) {
            Some("accept") => Outcome::Accepted(Value::Object(Map::new())),
            Some("decline") => Outcome::Declined(None),
            _ => Outcome::Cancelled(None),
        })
    }

    fn request(&self, again: Option<&Again>) -> InputRequest {
        let message = match again {
            Some(again) => texts::again(&again.reason, &self.message.text),
            None => self.message.text.clone(),
        };
        let url = self
            .url
            .as_ref()
            .map_or_else(|_| String::new(), |url| url.text.clone());
        InputRequest::ElicitUrl { message, url }
    }

    fn flaw(&self) -> Option<Flaw> {
        let flaw = self.url.as_ref().err()?;
        Some(Flaw::Url(flaw.clone()))
    }
}
