//! What a field holds: the primitive kinds that MCP's restricted schema knows.

use std::borrow::Cow;

/// What a field of a form holds, with its bounds and the value that the form is filled in with.
///
/// ```
/// use mrtr_runtime::form::FieldKind;
///
/// let kind = FieldKind::Integer { minimum: Some(1), maximum: Some(5), default: None };
/// assert_ne!(kind, FieldKind::integer());
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum FieldKind {
    /// Text. Lengths are in Unicode scalar values.
    Text {
        /// The least length.
        min_length: Option<u32>,
        /// The greatest length.
        max_length: Option<u32>,
        /// What the text stands for.
        format: Option<Format>,
        /// What the form is filled in with.
        default: Option<String>,
    },
    /// A whole number. On the wire, bounds outside `i64::MIN..=u64::MAX` become the nearest number inside.
    Integer {
        /// The least value.
        minimum: Option<i128>,
        /// The greatest value.
        maximum: Option<i128>,
        /// What the form is filled in with.
        default: Option<i128>,
    },
    /// A number with a fraction. Bounds that are not finite are left out on the wire.
    Number {
        /// The least value.
        minimum: Option<f64>,
        /// The greatest value.
        maximum: Option<f64>,
        /// What the form is filled in with.
        default: Option<f64>,
    },
    /// Yes or no.
    Boolean {
        /// What the form is filled in with.
        default: Option<bool>,
    },
    /// One of several options.
    Choice {
        /// The options, in the order in which they are shown.
        options: Vec<ChoiceOption>,
        /// The value of the option that the form is filled in with.
        default: Option<String>,
    },
    /// Some of several options, each at most once.
    MultiChoice {
        /// The options, in the order in which they are shown.
        options: Vec<ChoiceOption>,
        /// How many must be chosen at least.
        min_items: Option<u32>,
        /// How many may be chosen at most.
        max_items: Option<u32>,
        /// The values of the options that the form is filled in with.
        default: Option<Vec<String>>,
    },
}

impl FieldKind {
    /// Any text.
    #[must_use]
    pub fn text() -> Self {
        Self::Text {
            min_length: None,
            max_length: None,
            format: None,
            default: None,
        }
    }

    /// Any whole number.
    #[must_use]
    pub fn integer() -> Self {
        Self::Integer {
            minimum: None,
            maximum: None,
            default: None,
        }
    }

    /// Any number.
    #[must_use]
    pub fn number() -> Self {
        Self::Number {
            minimum: None,
            maximum: None,
            default: None,
        }
    }

    /// Yes or no, with neither filled in.
    #[must_use]
    pub fn boolean() -> Self {
        Self::Boolean { default: None }
    }

    /// One of `options`.
    #[must_use]
    pub fn choice(options: Vec<ChoiceOption>) -> Self {
        Self::Choice {
            options,
            default: None,
        }
    }

    /// Any number of `options`.
    #[must_use]
    pub fn multi_choice(options: Vec<ChoiceOption>) -> Self {
        Self::MultiChoice {
            options,
            min_items: None,
            max_items: None,
            default: None,
        }
    }
}

/// One option of a choice: the value that is sent, and the title that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceOption {
    value: Cow<'static, str>,
    title: Cow<'static, str>,
}

impl ChoiceOption {
    /// An option that is shown as `title` and sent as `value`.
    pub fn new(value: impl Into<Cow<'static, str>>, title: impl Into<Cow<'static, str>>) -> Self {
        Self {
            value: value.into(),
            title: title.into(),
        }
    }

    /// What the client sends.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// What the client shows; the value itself where the author gave no title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }
}

/// What a text stands for: the four formats that MCP forms have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// An email address.
    Email,
    /// An absolute URI.
    Uri,
    /// A date of the calendar, `2026-02-28`.
    Date,
    /// A point in time with its zone, `2026-02-28T09:30:00Z` (RFC 3339).
    DateTime,
}

impl Format {
    /// The name of the format in a schema.
    ///
    /// ```
    /// assert_eq!(mrtr_runtime::form::Format::DateTime.as_str(), "date-time");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }
}
