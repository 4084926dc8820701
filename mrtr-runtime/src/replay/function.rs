//! The identity of a handler or part, for deploys (R15), and its options.

use std::time::Duration;

use super::Location;
use crate::form::Form;
use crate::state::{FunctionId, Hasher};
use crate::wire::Capability;

/// The version of replay itself: part of every fingerprint, so that a change of its rules ends the
/// flows that it could break.
const REPLAY_VERSION: u8 = 1;

/// A handler or part as `#[mrtr_tool]` and its siblings describe it.
#[derive(Debug)]
pub struct Function {
    pub(crate) name: &'static str,
    pub(crate) id: FunctionId,
    /// The same with its name: parts of one shape may be called under one key, one after another.
    pub(crate) part_id: FunctionId,
    pub(crate) accept: &'static [u32],
    pub(crate) single_use: bool,
    pub(crate) unsolicited: bool,
    pub(crate) ttl: Option<Duration>,
    pub(crate) max_requests: Option<u32>,
    /// The asks that are gated before the handler's first line.
    pub(crate) preflight: Vec<(&'static str, Capability)>,
    pub(super) file: &'static str,
    sites: Vec<Site>,
}

/// What the attribute knows of a function.
#[derive(Debug)]
pub struct FunctionParts {
    /// The function's name.
    pub name: &'static str,
    /// `version = n`, else 1.
    pub version: u32,
    /// `accept = [..]`: older versions whose captures still fit.
    pub accept: &'static [u32],
    /// `single_use`.
    pub single_use: bool,
    /// `unsolicited`.
    pub unsolicited: bool,
    /// Whether asks that stand unconditionally are gated before the first line of a handler that
    /// captures; false for `preflight = off`.
    pub preflight: bool,
    /// `ttl = ".."`.
    pub ttl: Option<Duration>,
    /// `max_requests = n`.
    pub max_requests: Option<u32>,
    /// `file!()`
    pub file: &'static str,
    /// The asks, captures and calls of parts, in the order in which they are written.
    pub sites: Vec<Site>,
}

/// An ask, a capture or a call of a part, as it is written.
#[derive(Debug, Clone, Copy)]
pub struct Site {
    /// What it is.
    pub kind: SiteKind,
    /// Its key.
    pub key: &'static str,
    /// The literal of its message.
    pub message: &'static str,
    /// The form of its answer.
    pub form: Option<fn() -> &'static Form>,
    /// The expression in `of`: another one tells the same rows apart in another way.
    pub of: &'static str,
    /// `line!()`
    pub line: u32,
    /// Whether every run of the function comes by it.
    pub unconditional: bool,
    /// What a client needs for it beyond its kind, where that is written out.
    pub needs: &'static [Capability],
}

/// The kinds of sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteKind {
    /// `ask_elicit!`
    Form,
    /// `ask_confirm!`
    Confirm,
    /// `ask_pick!`
    Pick,
    /// `ask_url!`
    Url,
    /// `ask_sample!`
    Sample,
    /// `ask_roots!`
    Roots,
    /// `become_task!`
    Task,
    /// `capture!`
    Capture,
    /// `part!`
    Part,
}

impl SiteKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Confirm => "confirm",
            Self::Pick => "pick",
            Self::Url => "url",
            Self::Sample => "sample",
            Self::Roots => "roots",
            Self::Task => "task",
            Self::Capture => "capture",
            Self::Part => "part",
        }
    }

    /// What a client needs whose run comes by, whatever is found there.
    const fn capability(self) -> Option<Capability> {
        match self {
            Self::Form | Self::Confirm | Self::Pick => Some(Capability::Form),
            Self::Sample => Some(Capability::Sampling),
            Self::Roots => Some(Capability::Roots),
            // A page that is done already is not asked for.
            // A client without tasks waits for the result.
            Self::Url | Self::Task | Self::Capture | Self::Part => None,
        }
    }
}

impl Function {
    /// Works out the fingerprint and what is gated ahead.
    #[must_use]
    pub fn new(parts: FunctionParts) -> Self {
        let version = parts.version;
        let fingerprint = fingerprint(&parts);
        let mut named = Hasher::new("part");
        named.field(&fingerprint).field(parts.name.as_bytes());
        let id = |fingerprint| FunctionId {
            fingerprint,
            version,
        };
        Self {
            name: parts.name,
            id: id(fingerprint),
            part_id: id(named.short()),
            accept: parts.accept,
            single_use: parts.single_use,
            unsolicited: parts.unsolicited,
            ttl: parts.ttl,
            max_requests: parts.max_requests,
            preflight: preflight(&parts),
            file: parts.file,
            sites: parts.sites,
        }
    }

    /// Where the ask or capture of a key is written; none where only the body knows the key.
    pub(crate) fn place_of(&self, key: &str) -> Option<Location> {
        let site = self.sites.iter().find(|site| site.key == key)?;
        Some(Location {
            file: self.file,
            line: site.line,
        })
    }

    /// The `become_task!()` that every run comes by, and what stands ahead of it.
    pub(crate) fn certain_task(&self) -> Option<(&Site, &[Site])> {
        let mut sites = self.sites.iter();
        let is_task = |site: &Site| site.kind == SiteKind::Task && site.unconditional;
        let place = sites.position(is_task)?;
        Some((self.sites.get(place)?, self.sites.get(..place)?))
    }

    /// The keys of the asks that every run comes by ahead of its `become_task!()`; none if not every run comes by one.
    pub(crate) fn asks_ahead_of_task(&self) -> Option<impl Iterator<Item = &'static str>> {
        let (_, ahead) = self.certain_task()?;
        let asks = ahead
            .iter()
            .filter(|site| site.unconditional && site.kind.capability().is_some());
        Some(asks.map(|site| site.key).filter(|key| !key.is_empty()))
    }

    /// Whether the ask of a key says itself which of several it is.
    pub(crate) fn has_own_of(&self, key: &str) -> bool {
        let mut sites = self.sites.iter();
        sites.any(|site| site.key == key && !site.of.is_empty())
    }

    /// The captures that every run comes by, but for those that say what they are `of`.
    pub(crate) fn certain_captures(&self) -> impl Iterator<Item = &Site> {
        let is_certain = |site: &&Site| {
            site.kind == SiteKind::Capture && site.unconditional && site.of.is_empty()
        };
        self.sites.iter().filter(is_certain)
    }

    /// Whether this is the function, as a handler or as a part.
    pub(crate) fn is(&self, other: FunctionId) -> bool {
        other == self.id || other == self.part_id
    }

    /// Whether a value captured in `other` may be used here (R15).
    pub(crate) fn takes_captures_of(&self, other: FunctionId) -> bool {
        self.is(other) || self.accept.contains(&other.version)
    }
}

/// Covers kind, key, message literal, `of` and form of each ask, in order, the version and replay's
/// own.
fn fingerprint(parts: &FunctionParts) -> crate::state::ShortDigest {
    let mut hasher = Hasher::new("function");
    hasher.field(&[REPLAY_VERSION]);
    hasher.field(&parts.version.to_be_bytes());
    for site in &parts.sites {
        hasher.field(site.kind.name().as_bytes());
        hasher.field(site.key.as_bytes());
        hasher.field(site.message.as_bytes());
        hasher.field(site.of.as_bytes());
        if let Some(form) = site.form {
            form().walk(&mut |part| {
                hasher.field(part);
            });
        }
    }
    hasher.short()
}

impl Site {
    fn gates(&self) -> impl Iterator<Item = (&'static str, Capability)> {
        let key = self.key;
        let of_form = self.form.map(|form| form().needs());
        let of_kind = self.kind.capability().map(|needed| vec![needed]);
        let needs = of_form.or(of_kind).into_iter().flatten();
        let needs = needs.chain(self.needs.iter().copied());
        needs.map(move |needed| (key, needed))
    }
}

/// The asks that every run comes by, in a handler that captures: nothing is captured in vain for a
/// client that cannot answer them.
fn preflight(parts: &FunctionParts) -> Vec<(&'static str, Capability)> {
    let captures = parts
        .sites
        .iter()
        .any(|site| site.kind == SiteKind::Capture);
    if !parts.preflight || !captures {
        return Vec::new();
    }
    parts
        .sites
        .iter()
        .filter(|site| site.unconditional)
        .flat_map(Site::gates)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(sites: Vec<Site>) -> FunctionParts {
        FunctionParts {
            name: "f",
            version: 1,
            accept: &[],
            single_use: false,
            unsolicited: false,
            preflight: true,
            ttl: None,
            max_requests: None,
            file: "f.rs",
            sites,
        }
    }

    fn ask(key: &'static str, message: &'static str) -> Site {
        Site {
            kind: SiteKind::Confirm,
            key,
            message,
            form: None,
            of: "",
            line: 1,
            unconditional: true,
            needs: &[],
        }
    }

    fn capture() -> Site {
        Site {
            kind: SiteKind::Capture,
            unconditional: true,
            ..ask("hold", "")
        }
    }

    #[test]
    fn r15_the_fingerprint_covers_kind_key_message_of_order_and_version() {
        let base = || parts(vec![ask("a", "A?"), ask("b", "B?")]);
        let id = |parts| Function::new(parts).id.fingerprint;
        assert_eq!(id(base()), id(base()));
        let others = [
            parts(vec![ask("b", "B?"), ask("a", "A?")]),
            parts(vec![ask("a", "A?")]),
            parts(vec![ask("a", "A!"), ask("b", "B?")]),
            parts(vec![ask("c", "A?"), ask("b", "B?")]),
            parts(vec![
                Site {
                    kind: SiteKind::Sample,
                    ..ask("a", "A?")
                },
                ask("b", "B?"),
            ]),
            parts(vec![
                Site {
                    of: "row.id",
                    ..ask("a", "A?")
                },
                ask("b", "B?"),
            ]),
            FunctionParts {
                version: 2,
                ..base()
            },
        ];
        for other in others {
            assert_ne!(id(base()), id(other));
        }
        let named = FunctionParts {
            name: "g",
            ..base()
        };
        assert_eq!(id(base()), id(named), "a function may be renamed");
    }

    #[test]
    fn only_a_handler_that_captures_is_gated_ahead() {
        assert!(
            Function::new(parts(vec![ask("a", "A?")]))
                .preflight
                .is_empty()
        );
        let gated = Function::new(parts(vec![capture(), ask("a", "A?")])).preflight;
        assert_eq!(gated, [("a", Capability::Form)]);
        let tools = Site {
            kind: SiteKind::Sample,
            needs: &[Capability::SamplingTools],
            ..ask("a", "A?")
        };
        let gated = Function::new(parts(vec![capture(), tools])).preflight;
        let needed = [Capability::Sampling, Capability::SamplingTools];
        assert_eq!(gated, needed.map(|needed| ("a", needed)));
        let off = FunctionParts {
            preflight: false,
            ..parts(vec![capture(), ask("a", "A?")])
        };
        assert!(Function::new(off).preflight.is_empty());
        let branch = Site {
            unconditional: false,
            ..ask("a", "A?")
        };
        assert!(
            Function::new(parts(vec![capture(), branch]))
                .preflight
                .is_empty()
        );
    }
}
