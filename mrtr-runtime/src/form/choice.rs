//! Enums whose variants are the options of a field.

use super::{Field, FieldType};

/// One of several fixed options; derived on an enum without fields.
///
/// Such a type is a field of a form, alone or in a `Vec`, and a form by itself. The derive also implements `Display`,
/// which writes the title; `#[choice(display = off)]` on the enum leaves that to you.
///
/// A variant's value is its name, by serde's `rename` and `rename_all`; its title is
/// `#[choice(title = "..")]`, else the first paragraph of its doc comment, else its value.
///
/// ```
/// use mrtr_runtime::Choice;
///
/// #[derive(Choice, Debug, PartialEq)]
/// #[serde(rename_all = "lowercase")]
/// enum Size {
///     Small,
///     #[choice(title = "Extra large")]
///     Huge,
/// }
///
/// assert_eq!(Size::OPTIONS, [("small", "small"), ("huge", "Extra large")]);
/// assert_eq!(Size::from_value("huge"), Some(Size::Huge));
/// assert_eq!(Size::Huge.to_string(), "Extra large");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice, and MCP forms have no free lists",
    label = "use a `Vec` of an enum with `#[derive(Choice)]`, or one `String` and split it"
)]
pub trait Choice: Sized {
    /// Value and title of each option, in the order in which they are shown.
    const OPTIONS: &'static [(&'static str, &'static str)];

    /// The option that a client sends as `value`.
    fn from_value(value: &str) -> Option<Self>;

    /// What a client sends for this option.
    fn value(&self) -> &'static str;

    /// What a client shows for this option: its title, else its value.
    fn title(&self) -> &'static str {
        Self::OPTIONS
            .iter()
            .find(|(value, _)| *value == self.value())
            .map_or(self.value(), |(_, title)| title)
    }

    /// `Vec<Self>` as the type of a field, for the derive.
    #[doc(hidden)]
    const LIST: FieldType<Vec<Self>> = <Vec<Self> as Field>::TYPE;
}
