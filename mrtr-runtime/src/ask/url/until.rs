//! What `until` of `ask_url!` may give, and what a `?` in it leaves by.

/// What says whether a page is done, and what came of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether a page is done",
    label = "`until` is an `Option`: `None` for not yet, `Some` with what came of the page",
    note = "of a `bool` make one by `.then_some(())`, of a future by `.await`, of a `Result` by `?`"
)]
pub trait Until<T> {
    /// What came of the page, if it is done.
    fn done(self) -> Option<T>;
}

#[diagnostic::do_not_recommend]
impl<T> Until<T> for Option<T> {
    fn done(self) -> Self {
        self
    }
}

/// What a function returns that has a `?` in `until`.
#[diagnostic::on_unimplemented(
    message = "`?` in `until` has nowhere to go: this function returns `{Self}` and no `Result`",
    label = "no `Result`"
)]
pub trait Fallible {
    /// Its error.
    type Error;
}

#[diagnostic::do_not_recommend]
impl<T, E> Fallible for Result<T, E> {
    type Error = E;
}
