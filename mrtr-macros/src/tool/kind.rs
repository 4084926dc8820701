//! The macros that stand in a handler's body, and what each of them takes.

use proc_macro2::Ident;

/// A macro that the attributes hand the flow to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Elicit,
    Confirm,
    Pick,
    Url,
    Sample,
    Roots,
    Task,
    Capture,
    Part,
}

const ALL: [(Kind, &str, &str, &str); 9] = [
    (Kind::Elicit, "ask_elicit", "elicit", "Form"),
    (Kind::Confirm, "ask_confirm", "confirm", "Confirm"),
    (Kind::Pick, "ask_pick", "pick", "Pick"),
    (Kind::Url, "ask_url", "url", "Url"),
    (Kind::Sample, "ask_sample", "sample", "Sample"),
    (Kind::Roots, "ask_roots", "roots", "Roots"),
    (Kind::Task, "become_task", "task", "Task"),
    (Kind::Capture, "capture", "capture", "Capture"),
    (Kind::Part, "part", "part", "Part"),
];

impl Kind {
    /// The kind that a macro of this name is.
    pub(crate) fn of(name: &Ident) -> Option<Self> {
        let (kind, ..) = ALL.iter().find(|(_, known, ..)| name == known)?;
        Some(*kind)
    }

    /// Whether the client is asked something.
    pub(crate) fn is_ask(self) -> bool {
        !matches!(self, Self::Capture | Self::Part)
    }

    /// Whether it has a message.
    pub(crate) fn has_message(self) -> bool {
        self.is_ask() && !matches!(self, Self::Roots | Self::Task)
    }

    /// Whether it awaits to a `Result` that holds a refusal.
    pub(crate) fn can_be_refused(self) -> bool {
        matches!(self, Self::Elicit | Self::Confirm | Self::Pick | Self::Url)
    }

    /// The first half of a numbered key.
    pub(crate) fn word(self) -> &'static str {
        self.row().2
    }

    /// The variant of `SiteKind`.
    pub(crate) fn variant(self) -> &'static str {
        self.row().3
    }

    /// The options that stand before the message.
    pub(crate) fn options(self) -> &'static [&'static str] {
        match self {
            Self::Elicit => &["key", "of", "about", "or", "fill", "title", "description"],
            Self::Confirm => &["key", "of", "about", "type_in"],
            Self::Pick => &PICK_OPTIONS,
            Self::Url => &["key", "of", "about", "until"],
            Self::Sample => &SAMPLE_OPTIONS,
            Self::Capture | Self::Part => &["key", "of"],
            Self::Roots => &["key"],
            Self::Task => &["key", "ttl", "poll", "status", "required"],
        }
    }

    fn row(self) -> &'static (Self, &'static str, &'static str, &'static str) {
        let row = ALL.iter().find(|(kind, ..)| *kind == self);
        row.unwrap_or(&(Self::Part, "part", "part", "Part"))
    }
}

const PICK_OPTIONS: [&str; 8] = [
    "key",
    "of",
    "about",
    "or",
    "show",
    "several",
    "title",
    "description",
];

const SAMPLE_OPTIONS: [&str; 16] = [
    "key",
    "of",
    "about",
    "system",
    "max_tokens",
    "messages",
    "content",
    "keep",
    "tools",
    "tool_choice",
    "run",
    "temperature",
    "stop",
    "model",
    "context",
    "metadata",
];
