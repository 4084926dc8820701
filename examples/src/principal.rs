//! Who calls, over HTTP.
//!
//! The examples stand behind a pretended gateway that has verified the bearer token, so
//! `Authorization: Bearer SUBJECT.ANYTHING` is the person SUBJECT. **A real server verifies the token
//! itself** and puts its claims into the request's extensions.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use mrtr_runtime::Principal;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// The caller of an HTTP request, for [`principal`](mrtr_runtime::MrtrBuilder::principal).
///
/// No header is the anonymous caller. A header that does not read is nobody: the request is refused
/// rather than taken for an anonymous one. Only the subject counts, so a refreshed token is the same
/// caller.
#[must_use]
pub fn caller(context: &RequestContext<RoleServer>) -> Option<Principal> {
    let request = context.extensions.get::<Parts>()?;
    of_headers(&request.headers)
}

fn of_headers(headers: &HeaderMap) -> Option<Principal> {
    let mut credentials = headers.get_all(AUTHORIZATION).iter();
    let Some(credential) = credentials.next() else {
        return Some(Principal::anonymous());
    };
    if credentials.next().is_some() {
        return None;
    }
    let subject = subject(credential.to_str().ok()?)?;
    Some(Principal::new("example", subject))
}

/// The subject of `Bearer SUBJECT.ANYTHING`.
fn subject(credential: &str) -> Option<&str> {
    let (scheme, token) = credential.split_once(' ')?;
    let (subject, rest) = token.split_once('.')?;
    let reads = scheme.eq_ignore_ascii_case("Bearer")
        && !subject.is_empty()
        && !rest.is_empty()
        && !token.contains(char::is_whitespace);
    reads.then_some(subject)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn of(credentials: &[&str]) -> Option<Principal> {
        let mut headers = HeaderMap::new();
        for credential in credentials {
            headers.append(AUTHORIZATION, credential.parse().unwrap());
        }
        of_headers(&headers)
    }

    #[test]
    fn no_header_is_the_anonymous_caller() {
        assert_eq!(of(&[]), Some(Principal::anonymous()));
    }

    #[test]
    fn only_the_subject_of_a_token_counts() {
        let alice = Some(Principal::new("example", "alice"));
        assert_eq!(of(&["Bearer alice.first"]), alice);
        assert_eq!(of(&["bearer alice.refreshed.sig"]), alice);
        assert_ne!(of(&["Bearer bob.first"]), alice);
    }

    #[test]
    fn a_header_that_does_not_read_is_nobody() {
        for credential in [
            "",
            "Bearer",
            "Bearer alice",
            "Bearer .x",
            "Bearer alice.",
            "Basic a.b",
        ] {
            assert_eq!(of(&[credential]), None, "{credential}");
        }
        assert_eq!(of(&["Bearer alice.x y"]), None);
        assert_eq!(of(&["Bearer alice.x", "Bearer bob.x"]), None);
    }
}
