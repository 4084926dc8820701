//! What is wrong with an answer. Nothing here holds what the client sent.

use std::borrow::Cow;

use super::Format;

/// Why an answer does not fit its form: one violation or more, in the order of the fields.
///
/// ```
/// use mrtr_runtime::Elicit;
///
/// let violations = bool::decode(&serde_json::Map::new()).unwrap_err();
/// assert_eq!(violations.to_string(), "`value` is missing");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Violations {
    violations: Vec<Violation>,
}

impl Violations {
    pub(crate) fn new(violations: Vec<Violation>) -> Self {
        Self { violations }
    }

    /// Each violation, in the order of the fields.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.violations.iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<Violation> for Violations {
    fn from(violation: Violation) -> Self {
        Self::new(vec![violation])
    }
}

impl std::error::Error for Violations {}

/// One field, and the rule that its value breaks.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    field: Cow<'static, str>,
    rule: Rule,
}

impl Violation {
    pub(crate) fn new(field: Cow<'static, str>, rule: Rule) -> Self {
        Self { field, rule }
    }

    /// What a person knows the field by: its title, else its name.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.field
    }

    /// The rule that was broken.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.rule
    }
}

/// A rule that a value can break. Its `Display` is the rest of a sentence that begins with the field.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Rule {
    /// A required field is absent or null.
    Missing,
    /// Text was asked for.
    NotText,
    /// A whole number was asked for.
    NotInteger,
    /// A whole number came with a fraction or an exponent, and is too large to be exact that way.
    Inexact,
    /// A number was asked for.
    NotNumber,
    /// Yes or no was asked for.
    NotBoolean,
    /// One of the options was asked for.
    NotChoice,
    /// A list of options was asked for.
    NotChoices,
    /// Shorter than this many characters.
    TooShort(u32),
    /// Longer than this many characters.
    TooLong(u32),
    /// Not in the format.
    NotFormat(Format),
    /// Less than the minimum.
    TooSmall(Bound),
    /// More than the maximum.
    TooLarge(Bound),
    /// Fewer options chosen than this.
    TooFew(u32),
    /// More options chosen than this.
    TooMany(u32),
    /// One option chosen twice.
    Repeated,
    /// Another text than the one that was to be typed.
    NotThatText,
}

/// An end of a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// Of whole numbers.
    Integer(i128),
    /// Of numbers with a fraction.
    Number(f64),
}
