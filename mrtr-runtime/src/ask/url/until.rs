//! What `until` of `ask_url!` may give, and what it may fail with.

/// What says whether a page is done.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether a page is done",
    label = "`until` is an `Option`: `None` for not yet, `Some` with what came of the page",
    note = "a `bool` becomes one by `.then_some(())`; of a `Result` take the value by `?`, of a future what it gives by `.await`"
)]
pub trait Until {
    /// What came of the page.
    type Done;

    /// It, if the page is done.
    fn done(self) -> Option<Self::Done>;
}

#[diagnostic::do_not_recommend]
impl<T> Until for Option<T> {
    type Done = T;

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
