//! Lists of texts, as settings and options take them.

/// A list of texts: an array, a `Vec`, or what else there is to iterate over.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of texts",
    label = "a list is wanted here, for one text too: `[\"..\"]`"
)]
pub trait TextList {
    /// The texts.
    fn texts(self) -> Vec<String>;
}

#[diagnostic::do_not_recommend]
impl<I> TextList for I
where
    I: IntoIterator,
    I::Item: Into<String>,
{
    fn texts(self) -> Vec<String> {
        self.into_iter().map(Into::into).collect()
    }
}
