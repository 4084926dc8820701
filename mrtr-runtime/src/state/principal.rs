//! On whose behalf a request is made.

use super::digest::{Digest, Hasher, ShortDigest};

/// Who makes a request: a state that was given to one principal opens for no other.
///
/// Made by the principal hook in every request from what the server has *verified*, never from
/// what the client claims. It must be the same in every request of a flow: take the subject of an
/// access token, never the token itself, which changes when it is refreshed.
///
/// ```
/// use mrtr_runtime::Principal;
///
/// let alice = Principal::new("https://login.example", "alice").client("desktop").scope("tenant-7");
/// assert_eq!(alice.subject(), Some("alice"));
/// assert_ne!(alice, Principal::new("https://login.example", "alice"));
/// assert_ne!(Principal::anonymous(), Principal::local());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Principal {
    who: Who,
    client: Option<String>,
    scope: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Who {
    Named { issuer: String, subject: String },
    Anonymous,
    Local,
}

impl Who {
    fn name(&self) -> &'static str {
        match self {
            Self::Named { .. } => "named",
            Self::Anonymous => "anonymous",
            Self::Local => "local",
        }
    }
}

impl Principal {
    /// The `subject` that `issuer` vouches for: `sub` and `iss` of an access token, for example.
    /// Subjects are unique within an issuer only.
    pub fn new(issuer: impl Into<String>, subject: impl Into<String>) -> Self {
        Self::of(Who::Named {
            issuer: issuer.into(),
            subject: subject.into(),
        })
    }

    /// Somebody who is not known. All anonymous callers share one principal: any of them can go on
    /// with a flow of any other whose state they get hold of.
    pub fn anonymous() -> Self {
        Self::of(Who::Anonymous)
    }

    /// The one user of a single-user server, as over stdio.
    pub fn local() -> Self {
        Self::of(Who::Local)
    }

    fn of(who: Who) -> Self {
        Self {
            who,
            client: None,
            scope: None,
        }
    }

    /// Also binds to the client application, `client_id` or `azp` of an access token.
    #[must_use]
    pub fn client(mut self, client: impl Into<String>) -> Self {
        self.client = Some(client.into());
        self
    }

    /// Also binds to what else chooses the target of a call, such as the tenant.
    #[must_use]
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scope = Some(scope.into());
        self
    }

    /// Who vouches for the subject; `None` for the anonymous and the local principal.
    pub fn issuer(&self) -> Option<&str> {
        match &self.who {
            Who::Named { issuer, .. } => Some(issuer),
            Who::Anonymous | Who::Local => None,
        }
    }

    /// The subject, unique within its issuer; `None` for the anonymous and the local principal.
    pub fn subject(&self) -> Option<&str> {
        match &self.who {
            Who::Named { subject, .. } => Some(subject),
            Who::Anonymous | Who::Local => None,
        }
    }

    /// The client application, where [`client`](Self::client) gave one.
    pub fn client_id(&self) -> Option<&str> {
        self.client.as_deref()
    }

    /// What else chooses the target, where [`scope`](Self::scope) gave it.
    pub fn scope_id(&self) -> Option<&str> {
        self.scope.as_deref()
    }

    /// Whether this is [`Principal::anonymous`], whatever its client and scope.
    pub fn is_anonymous(&self) -> bool {
        self.who == Who::Anonymous
    }

    /// Whether this is [`Principal::local`], whatever its client and scope.
    pub fn is_local(&self) -> bool {
        self.who == Who::Local
    }

    /// The person, whichever client they use: a page that they open knows nothing of it.
    pub(crate) fn person(&self) -> ShortDigest {
        let mut hasher = Hasher::new("person");
        hasher.field(self.who.name().as_bytes());
        for part in [self.issuer(), self.subject(), self.scope_id()] {
            optional(&mut hasher, part);
        }
        hasher.short()
    }

    pub(crate) fn digest(&self) -> Digest {
        let mut hasher = Hasher::new("principal");
        hasher.field(self.who.name().as_bytes());
        for part in [
            self.issuer(),
            self.subject(),
            self.client_id(),
            self.scope_id(),
        ] {
            optional(&mut hasher, part);
        }
        hasher.finish()
    }
}

/// An absent part differs from an empty one.
fn optional(hasher: &mut Hasher, part: Option<&str>) {
    match part {
        Some(text) => hasher.field(b"some").field(text.as_bytes()),
        None => hasher.field(b"none"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named() -> Principal {
        Principal::new("iss", "sub")
    }

    #[test]
    fn no_two_principals_share_a_digest() {
        let all = [
            Principal::anonymous(),
            Principal::local(),
            Principal::new("", ""),
            Principal::new("anonymous", ""),
            Principal::new("", "local"),
            named(),
            Principal::new("isssub", ""),
            Principal::new("iss", "Sub"),
            Principal::new("sub", "iss"),
            named().client(""),
            named().client("c"),
            named().scope(""),
            named().scope("c"),
            named().client("c").scope("c"),
            named().client("none").scope("c"),
            Principal::anonymous().client("c"),
            Principal::anonymous().scope("c"),
            Principal::local().scope("c"),
        ];
        for (at, left) in all.iter().enumerate() {
            for right in all.iter().skip(at + 1) {
                assert_ne!(left.digest(), right.digest(), "{left:?} {right:?}");
            }
        }
    }

    #[test]
    fn the_digest_is_the_same_in_every_request() {
        let again = Principal::new(String::from("iss"), "sub")
            .scope("t")
            .client("c");
        assert_eq!(named().client("c").scope("t").digest(), again.digest());
    }

    #[test]
    fn a_person_is_the_same_with_every_client_and_another_in_every_scope() {
        let person = named().person();
        assert_eq!(named().client("c").person(), person);
        let others = [
            named().scope("t"),
            named().scope(""),
            Principal::new("iss", "Sub"),
            Principal::new("is", "ssub"),
            Principal::anonymous(),
            Principal::local(),
        ];
        assert!(others.iter().all(|other| other.person() != person));
        assert_ne!(Principal::anonymous().person(), Principal::local().person());
    }

    #[test]
    fn what_was_given_can_be_read() {
        let principal = named().client("c").scope("t");
        assert_eq!(principal.issuer(), Some("iss"));
        assert_eq!(principal.subject(), Some("sub"));
        assert_eq!(principal.client_id(), Some("c"));
        assert_eq!(principal.scope_id(), Some("t"));
        assert!(!principal.is_anonymous() && !principal.is_local());
        assert!(
            Principal::anonymous().is_anonymous() && Principal::anonymous().subject().is_none()
        );
        assert!(Principal::local().is_local() && Principal::local().issuer().is_none());
    }
}
