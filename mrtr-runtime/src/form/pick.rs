//! What a list that is made at run time offers.

use std::fmt::Display;

/// Something that can be picked from a list: anything that displays, which is then both what the
/// client sends and what the person sees; or a pair of these two.
///
/// `By` tells the two apart and is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown as a choice",
    label = "it has no `Display`: say what is sent and what is shown, in front of the message: `show = |item| (item.id, &item.name)`"
)]
pub trait PickItem<By> {
    /// What the client sends.
    fn value(&self) -> String;

    /// What the person sees.
    fn title(&self) -> String;
}

/// Marks items that display.
#[derive(Debug)]
pub enum ByDisplay {}

/// Marks pairs of value and title.
#[derive(Debug)]
pub enum ByPair {}

#[diagnostic::do_not_recommend]
impl<T: Display> PickItem<ByDisplay> for T {
    fn value(&self) -> String {
        self.to_string()
    }

    fn title(&self) -> String {
        self.to_string()
    }
}

#[diagnostic::do_not_recommend]
impl<V: Display, T: Display> PickItem<ByPair> for (V, T) {
    fn value(&self) -> String {
        self.0.to_string()
    }

    fn title(&self) -> String {
        self.1.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option<By, T: PickItem<By>>(item: &T) -> (String, String) {
        (item.value(), item.title())
    }

    #[test]
    fn what_displays_is_sent_as_it_is_shown() {
        assert_eq!(option(&"a.txt"), ("a.txt".into(), "a.txt".into()));
        assert_eq!(option(&String::from("b")), ("b".into(), "b".into()));
        assert_eq!(option(&&7_u8), ("7".into(), "7".into()));
    }

    #[test]
    fn a_pair_is_value_and_title() {
        assert_eq!(option(&(7, "Seven")), ("7".into(), "Seven".into()));
    }
}
