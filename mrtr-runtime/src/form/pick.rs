//! What a list that is made at run time offers.

use std::fmt::Display;

/// Something that can be picked from a list: anything that displays, which is then both what the
/// client sends and what the person sees; or a pair of these two.
///
/// `By` tells the two apart and is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown as a choice",
    label = "this neither displays nor is a pair of value and title",
    note = "say what is sent and what is shown, ahead of the message: `show = |item| (item.id, &item.name)`"
)]
pub trait PickItem<By> {
    /// What the client sends, and what the person sees.
    fn option(&self) -> (String, String);
}

/// Marks items that display.
#[derive(Debug)]
pub enum ByDisplay {}

/// Marks pairs of value and title.
#[derive(Debug)]
pub enum ByPair {}

#[diagnostic::do_not_recommend]
impl<T: Display> PickItem<ByDisplay> for T {
    fn option(&self) -> (String, String) {
        (self.to_string(), self.to_string())
    }
}

#[diagnostic::do_not_recommend]
impl<V: Display, T: Display> PickItem<ByPair> for (V, T) {
    fn option(&self) -> (String, String) {
        (self.0.to_string(), self.1.to_string())
    }
}

/// What `show` makes of an item; it may borrow from the item.
pub fn shown<'a, T: ?Sized, X>(item: &'a T, show: impl FnOnce(&'a T) -> X) -> X {
    show(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_displays_is_sent_as_it_is_shown() {
        assert_eq!("a.txt".option(), ("a.txt".into(), "a.txt".into()));
        assert_eq!(String::from("b").option(), ("b".into(), "b".into()));
        assert_eq!(7_u8.option(), ("7".into(), "7".into()));
    }

    #[test]
    fn a_pair_is_value_and_title() {
        assert_eq!((7, "Seven").option(), ("7".into(), "Seven".into()));
    }

    #[test]
    fn what_is_shown_may_borrow_from_the_item() {
        let item = (7, String::from("Seven"));
        let option = shown(&item, |item| (item.0, &item.1)).option();
        assert_eq!(option, ("7".into(), "Seven".into()));
    }
}
