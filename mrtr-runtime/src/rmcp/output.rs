//! A refusal that an author's own error type holds as a cause.
//!
//! The expansion of a handler asks `Output(&value).refusal()`. For a `Result` whose error is a
//! `std::error::Error` that is the inherent method; for everything else it is the trait's, which
//! finds nothing. So no bound is put on the author's type.

use std::error::Error;

use ::rmcp::ErrorData;

use super::error::{marked, refusal_in};

/// What a handler returned, to be looked through for a refusal.
#[doc(hidden)]
#[derive(Debug)]
pub struct Output<'a, T>(pub &'a T);

impl<T, E: Error + 'static> Output<'_, Result<T, E>> {
    /// The refusal among the causes of the error, as the error that it ends as.
    #[must_use]
    pub fn refusal(&self) -> Option<ErrorData> {
        let error = self.0.as_ref().err()?;
        refusal_in(error).map(|refused| marked(refused.to_string()))
    }
}

/// Any other output: nothing is known of it.
#[doc(hidden)]
pub trait AnyOutput {
    /// Nothing.
    fn refusal(&self) -> Option<ErrorData> {
        None
    }
}

impl<T> AnyOutput for Output<'_, T> {}

#[cfg(test)]
mod tests {
    use super::super::error::unmark;
    use super::*;
    use crate::Refused;

    #[derive(Debug, thiserror::Error)]
    #[error("could not close it")]
    struct Author(#[from] Refused);

    #[test]
    fn a_refusal_behind_an_authors_error_is_found() {
        let refused = Refused::declined("sure");
        let value: Result<(), Author> = Err(refused.into());
        let text = Output(&value).refusal().map(unmark);
        assert_eq!(text, Some(Ok("The user declined `sure`.".to_owned())));
    }

    #[test]
    fn outputs_without_an_error_type_have_no_refusal() {
        assert!(Output(&"done").refusal().is_none());
        let failed: Result<(), String> = Err("no".into());
        assert!(Output(&failed).refusal().is_none());
        let fine: Result<(), Author> = Ok(());
        assert!(Output(&fine).refusal().is_none());
    }
}
