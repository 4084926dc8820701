//! The options of `ask_url!`.

use super::{AskUrl, UrlAsk};
use crate::ask::At;
use crate::ask::builder::{Builder, HasAbout};
use crate::ask::text::Text;
use crate::urls::UrlFlaw;

/// `ask_url!`: where the person is sent, if it is somewhere that the server may send people.
#[derive(Debug)]
pub struct UrlKind(Result<Text, UrlFlaw>);

impl HasAbout for UrlKind {}

/// Begins `ask_url!(url, ..)`.
pub fn url(at: At<'_>, url: String) -> Builder<'_, UrlKind> {
    let mrtr = at.flow.mrtr();
    let checked = mrtr.urls().check(&url, mrtr.limits().url_bytes);
    Builder::new(at, UrlKind(checked.map(|url| Text::new(at, url))))
}

impl<'f> Builder<'f, UrlKind> {
    /// The message that the person reads.
    pub fn message(self, message: String) -> UrlAsk<'f> {
        let message = Text::message(self.at, message);
        let question = AskUrl::new(message, self.kind.0, self.about);
        UrlAsk::new(self.at, self.of, question)
    }
}
