//! What a `?` in `until` of `ask_url!` leaves by.

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
