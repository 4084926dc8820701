//! What a message can show, by the type of the value: one that it cannot is one error, about the author's type.

use std::fmt::{self, Debug, Display, Formatter};

use super::message::Escaped;

/// A value with the way in which it is shown. It displays whatever it holds, so that what cannot be shown is told of
/// once: where this is made.
pub struct Shown<'a, T: ?Sized> {
    value: &'a T,
    fmt: fn(&Escaped<'_, T>, &mut Formatter<'_>) -> fmt::Result,
}

impl<T: ?Sized> Display for Shown<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.fmt)(&Escaped(self.value), f)
    }
}

impl<T: ?Sized> Debug for Shown<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.fmt)(&Escaped(self.value), f)
    }
}

/// A value for `{}`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown in a message",
    label = "`{{}}` shows what implements `Display`: show a part of it, such as its name, or `{{:?}}` if it is `Debug`; a future is awaited first"
)]
pub trait Displayed {
    /// As a message shows it.
    fn displayed(&self) -> Shown<'_, Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Display + ?Sized> Displayed for T {
    fn displayed(&self) -> Shown<'_, T> {
        Shown {
            value: self,
            fmt: |value, f| Display::fmt(value, f),
        }
    }
}

/// A value for `{:?}`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown in a message",
    label = "`{{:?}}` shows what implements `Debug`: derive it, or show a part of it, such as its name"
)]
pub trait Debugged {
    /// As a message shows it.
    fn debugged(&self) -> Shown<'_, Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Debug + ?Sized> Debugged for T {
    fn debugged(&self) -> Shown<'_, T> {
        Shown {
            value: self,
            fmt: |value, f| Debug::fmt(value, f),
        }
    }
}
