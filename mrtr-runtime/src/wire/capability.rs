//! What a client declares, and what a round needs of it.

use serde_json::{Value, json};

/// Something that a client must declare before it may be asked for it.
///
/// ```
/// use mrtr_runtime::{Capabilities, Capability};
///
/// let client = Capabilities { form: true, ..Capabilities::default() };
/// assert!(client.has(Capability::Form));
/// assert!(!client.has(Capability::Url));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Capability {
    /// Form elicitation: `elicitation` or `elicitation.form`.
    Form,
    /// Url elicitation: `elicitation.url`.
    Url,
    /// Sampling: `sampling`.
    Sampling,
    /// Sampling with `tools` or `toolChoice`: `sampling.tools`.
    SamplingTools,
    /// Sampling with `includeContext`: `sampling.context`.
    SamplingContext,
    /// Roots: `roots`.
    Roots,
    /// Tasks: the extension `io.modelcontextprotocol/tasks`, where the handler can become one.
    Tasks,
    /// Lists, where the client has forms: what all can but those older than MCP 2025-11-25.
    Lists,
}

impl Capability {
    /// The number under which a state remembers it.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Form => 0,
            Self::Url => 1,
            Self::Sampling => 2,
            Self::SamplingTools => 3,
            Self::SamplingContext => 4,
            Self::Roots => 5,
            Self::Tasks => 6,
            Self::Lists => 7,
        }
    }

    /// Whether it is a person who answers what is asked under it.
    pub(crate) const fn needs_a_person(self) -> bool {
        matches!(self, Self::Form | Self::Url)
    }

    pub(crate) fn of_number(number: u8) -> Option<Self> {
        let all = [
            Self::Form,
            Self::Url,
            Self::Sampling,
            Self::SamplingTools,
            Self::SamplingContext,
            Self::Roots,
            Self::Tasks,
            Self::Lists,
        ];
        all.into_iter().find(|one| one.number() == number)
    }
}

/// The capabilities that one request declares. They are never taken from a state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Form elicitation; a bare `elicitation: {}` counts.
    pub form: bool,
    /// Url elicitation.
    pub url: bool,
    /// Sampling.
    pub sampling: bool,
    /// Sampling with tools.
    pub sampling_tools: bool,
    /// Sampling with context of other servers.
    pub sampling_context: bool,
    /// Roots.
    pub roots: bool,
    /// Tasks (SEP-2663).
    pub tasks: bool,
    /// Forms of a client older than MCP 2025-11-25, which has no lists: neither a `Vec` of a choice nor `several`.
    pub older_forms: bool,
}

impl Capabilities {
    /// Whether the client declared this one.
    #[must_use]
    pub const fn has(&self, capability: Capability) -> bool {
        match capability {
            Capability::Form => self.form,
            Capability::Url => self.url,
            Capability::Sampling => self.sampling,
            Capability::SamplingTools => self.sampling_tools,
            Capability::SamplingContext => self.sampling_context,
            Capability::Roots => self.roots,
            Capability::Tasks => self.tasks,
            Capability::Lists => !self.older_forms,
        }
    }

    /// What is left where no person is asked.
    pub(crate) const fn without_a_person(self) -> Self {
        Self {
            form: false,
            url: false,
            ..self
        }
    }
}

/// `requiredCapabilities` of a -32021: exactly what is missing, merged over all asks of the round.
pub(crate) fn required_capabilities(missing: &[Capability]) -> Value {
    let mut required = serde_json::Map::new();
    for (name, part) in missing.iter().copied().filter_map(place) {
        let entry = required.entry(name).or_insert_with(|| json!({}));
        if let (Some(part), Value::Object(parts)) = (part, entry) {
            parts.insert(part.to_owned(), json!({}));
        }
    }
    Value::Object(required)
}

/// Where a capability stands in the client's declaration, if it is declared.
const fn place(capability: Capability) -> Option<(&'static str, Option<&'static str>)> {
    Some(match capability {
        Capability::Lists => return None,
        Capability::Form => ("elicitation", Some("form")),
        Capability::Url => ("elicitation", Some("url")),
        Capability::Sampling => ("sampling", None),
        Capability::SamplingTools => ("sampling", Some("tools")),
        Capability::SamplingContext => ("sampling", Some("context")),
        Capability::Roots => ("roots", None),
        Capability::Tasks => ("extensions", Some("io.modelcontextprotocol/tasks")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_capabilities_are_merged_and_name_the_missing_part() {
        let missing = [
            Capability::Form,
            Capability::Url,
            Capability::SamplingTools,
            Capability::Roots,
        ];
        assert_eq!(
            required_capabilities(&missing),
            json!({"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}})
        );
        assert_eq!(
            required_capabilities(&[Capability::Sampling, Capability::Lists]),
            json!({"sampling": {}})
        );
    }
}
