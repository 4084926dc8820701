//! `inputResponses` of any shape, over the rounds of a real flow: no answer breaks the server, reaches a handler that must
//! not see it, or answers another question than its own.

mod client;
mod handler;
mod shapes;

use arbitrary::{Result, Unstructured};
use mrtr_runtime::{Failure, InputRequest, InputRequired, Reply, RpcError};
use serde_json::{Map, Value};

use self::client::Client;
use self::shapes::Shape;

type Answers = Map<String, Value>;

pub fn check(data: &[u8]) {
    // Too few bytes are a client that goes away.
    let _ = flow(&mut Unstructured::new(data));
}

fn flow(u: &mut Unstructured<'_>) -> Result<()> {
    let client = Client::new(u)?;
    let mut open = match client.call(None, None) {
        Reply::InputRequired(open) => open,
        other => panic!("a first call ends with {other:?}"),
    };
    for request in 2.. {
        looks_harmless(&open);
        let sent = shapes::answers(&open.requests, u)?;
        let state = client.tamper(&open.state, u)?;
        let reply = client.call(Some(&sent), Some(&state));
        is_repeatable(&reply, &client.call(Some(&sent), Some(&state)));
        let expected = client.expected(&open, &sent, state == open.state);
        match (expected, reply) {
            (Expected::Refused(told), Reply::Failed(Failure::Rpc(error))) => {
                assert_eq!(error.code, RpcError::INVALID_PARAMS, "{error:?}");
                assert!(error.message.contains(told), "{error:?}, expected {told}");
            }
            (Expected::Taken, Reply::InputRequired(next)) => {
                assert!(request < handler::REQUESTS, "one round too many");
                goes_on(&open, &sent, &next);
                open = next;
            }
            (Expected::Taken, Reply::Failed(Failure::Tool(_)) | Reply::Complete { .. }) => break,
            (expected, reply) => panic!("{reply:?}, expected {expected:?} for {sent:?}"),
        }
    }
    Ok(())
}

#[derive(Debug)]
enum Expected {
    /// -32602, and a part of its text.
    Refused(&'static str),
    /// The round runs.
    Taken,
}

/// The same request twice has the same outcome, as far as a client sees it.
fn is_repeatable(first: &Reply<()>, second: &Reply<()>) {
    match (first, second) {
        (Reply::InputRequired(first), Reply::InputRequired(second)) => {
            assert_eq!(first.requests, second.requests);
        }
        _ => assert_eq!(first, second),
    }
}

/// The messages hold values that a model wrote, and none of them can change how the message is read.
fn looks_harmless(open: &InputRequired) {
    for (key, request) in &open.requests {
        if let InputRequest::Elicit { message, .. } = request {
            let is_bad = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!message.contains(is_bad), "{key}: {message:?}");
        }
    }
}

/// What was answered rightly is not asked again, and what was not answered is.
fn goes_on(open: &InputRequired, sent: &Answers, next: &InputRequired) {
    let is_asked = |key: &String| next.requests.iter().any(|(asked, _)| asked == key);
    for (key, request) in &open.requests {
        match sent.get(key).map(|answer| shapes::shape(request, answer)) {
            Some(Shape::Right) => assert!(!is_asked(key), "{key} was answered by {sent:?}"),
            Some(Shape::Invalid) => {}
            Some(Shape::Nothing) | None => assert!(is_asked(key), "{key} was not answered by {sent:?}"),
            Some(Shape::Wrong) => panic!("{key} was taken: {sent:?}"),
        }
    }
}
