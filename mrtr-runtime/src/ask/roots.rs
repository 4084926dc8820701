//! Roots: `ask_roots!`.

mod path;

use serde_json::{Map, Value};

use super::future::Answered;
use crate::replay::{Again, Invalid, Question};
use crate::state::{Hasher, Kind, Outcome, ShortDigest};
use crate::texts;
use crate::wire::{Capability, InputRequest};

/// The roots of a client: hints about where it works, no permission. None is an answer too.
#[derive(Debug, Clone, PartialEq)]
pub struct Roots {
    roots: Vec<Result<Root, UnreadRoot>>,
    is_rejected: bool,
}

impl Roots {
    /// The roots that read well; one bad root does not lose the others.
    pub fn iter(&self) -> impl Iterator<Item = &Root> {
        self.roots.iter().filter_map(|root| root.as_ref().ok())
    }

    /// Whether the client gave no roots but an error. There are none then.
    ///
    /// Only clients older than MCP 2026-07-28 can tell: one of today does not come back with an answer.
    #[must_use]
    pub const fn is_rejected(&self) -> bool {
        self.is_rejected
    }

    /// The first of them.
    #[must_use]
    pub fn first(&self) -> Option<&Root> {
        self.iter().next()
    }

    /// Every root in the client's order, with what is wrong with those that do not read.
    pub fn all(&self) -> &[Result<Root, UnreadRoot>] {
        &self.roots
    }
}

/// The roots that read well.
impl IntoIterator for Roots {
    type Item = Root;
    type IntoIter = std::iter::Flatten<std::vec::IntoIter<Result<Root, UnreadRoot>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.roots.into_iter().flatten()
    }
}

/// The roots that read well.
impl<'a> IntoIterator for &'a Roots {
    type Item = &'a Root;
    type IntoIter = std::iter::Flatten<std::slice::Iter<'a, Result<Root, UnreadRoot>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.roots.iter().flatten()
    }
}

/// Roots have no places: `roots[0]` would fail where a client has none.
#[diagnostic::on_unimplemented(
    message = "the roots of a client cannot be indexed",
    label = "a client may have none, and one may not read",
    note = "take the first one by `roots.first()`, an `Option`, or all of them by `for root in &roots`"
)]
pub trait PlaceOfARoot {
    /// Nothing is one.
    fn root<'r>(&self, roots: &'r Roots) -> &'r Root;
}

#[doc(hidden)]
impl<P: PlaceOfARoot> std::ops::Index<P> for Roots {
    type Output = Root;

    fn index(&self, place: P) -> &Root {
        place.root(self)
    }
}

/// One root (MCP 2026-07-28, `Root`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    uri: String,
    name: Option<String>,
    path: String,
}

impl Root {
    /// The uri as the client gave it; it begins with `file://`.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The path on the client's machine, decoded, with `/` between its parts: `/home/ann/a b`,
    /// `C:/Users/ann`, `//server/share`.
    ///
    /// It is a hint and no permission: a client can send any.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The name to show, if the client gave one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// A root that does not read. It is displayed as its error, without what the client sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct UnreadRoot {
    uri: Option<String>,
    error: RootError,
}

impl UnreadRoot {
    /// What the client gave in place of a uri that reads, to tell the user which of the folders is meant. Anything may stand in it.
    #[must_use]
    pub fn uri(&self) -> Option<&str> {
        self.uri.as_deref()
    }

    /// What is wrong with it.
    #[must_use]
    pub const fn error(&self) -> RootError {
        self.error
    }
}

/// Why a root does not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RootError {
    /// It has no uri.
    #[error("{}", texts::NO_URI)]
    NoUri,
    /// Its uri is no `file://` uri.
    #[error("{}", texts::NOT_A_FILE)]
    NotAFile,
    /// Its uri is that of no path: it has a query, or its parts do not decode to text.
    #[error("{}", texts::NOT_A_PATH)]
    NotAPath,
}

/// For handlers whose error is a text.
impl From<UnreadRoot> for String {
    fn from(error: UnreadRoot) -> Self {
        error.to_string()
    }
}

fn read_root(root: &Value) -> Result<Root, UnreadRoot> {
    let text = |name: &str| root.get(name).and_then(Value::as_str).map(str::to_owned);
    let (uri, name) = (text("uri"), text("name"));
    read(uri.clone(), name).map_err(|error| UnreadRoot { uri, error })
}

fn read(uri: Option<String>, name: Option<String>) -> Result<Root, RootError> {
    let uri = uri.ok_or(RootError::NoUri)?;
    let scheme = uri.get(..path::FILE.len());
    if !scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(path::FILE)) {
        return Err(RootError::NotAFile);
    }
    Ok(Root {
        path: path::of(&uri).ok_or(RootError::NotAPath)?,
        name,
        uri,
    })
}

/// The question of `ask_roots!()`.
#[derive(Debug)]
pub struct AskRoots;

impl Question for AskRoots {
    fn kind(&self) -> Kind {
        Kind::Roots
    }

    fn digest(&self) -> ShortDigest {
        Hasher::new("roots").short()
    }

    fn capabilities(&self) -> Vec<Capability> {
        vec![Capability::Roots]
    }

    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        let roots = answer
            .get("roots")
            .cloned()
            .unwrap_or_else(|| Value::Array(Vec::new()));
        let mut kept = Map::new();
        kept.insert("roots".to_owned(), roots);
        Ok(Outcome::Accepted(Value::Object(kept)))
    }

    fn request(&self, _: Option<&Again>) -> InputRequest {
        InputRequest::Roots
    }
}

impl Answered for AskRoots {
    type Answer = Roots;

    fn read(&mut self, outcome: &Outcome, _: &str) -> Option<Roots> {
        let (roots, is_rejected) = match outcome {
            Outcome::Accepted(answer) => (&**answer.get("roots")?.as_array()?, false),
            Outcome::Cancelled(_) => (&[][..], true),
            Outcome::Declined(_) => return None,
        };
        Some(Roots {
            roots: roots.iter().map(read_root).collect(),
            is_rejected,
        })
    }
}
