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

/// Checks one input.
pub fn check(data: &[u8]) {
    // Too few bytes are a client that goes away.
    let _ = flow(&mut Unstructured::new(data));
}

fn flow(u: &mut Unstructured<'_>) -> Result<()> {
    let mut client = Client::new(u)?;
    let Reply::InputRequired(first) = client.call(None, None) else {
        panic!("a first call asks");
    };
    let mut rounds = vec![Round {
        number: 1,
        wording: client.wording(),
        open: first,
    }];
    while !u.is_empty() {
        let came = Came::new(&mut client, &rounds, u)?;
        if let Some(next) = came.reply(&client) {
            rounds.push(next);
        }
    }
    Ok(())
}

/// Questions that a client has seen, with the state beside them.
struct Round {
    number: u32,
    wording: String,
    open: InputRequired,
}

/// What the client sends: answers to the last questions, or to earlier ones.
struct Came<'r> {
    round: &'r Round,
    answers: Answers,
    state: String,
}

impl<'r> Came<'r> {
    fn new(client: &mut Client, rounds: &'r [Round], u: &mut Unstructured<'_>) -> Result<Self> {
        let back = if u.ratio(1, 10)? {
            u.choose_index(rounds.len())?
        } else {
            0
        };
        let round = &rounds[rounds.len() - 1 - back];
        client.reword(u)?;
        Ok(Self {
            round,
            answers: shapes::answers(&round.open.requests, u)?,
            state: client.tamper(&round.open.state, u)?,
        })
    }

    /// The questions that come next, if any do.
    fn reply(&self, client: &Client) -> Option<Round> {
        let open = &self.round.open;
        let sent = (Some(&self.answers), Some(self.state.as_str()));
        let reply = client.call(sent.0, sent.1);
        is_repeatable(&reply, &client.call(sent.0, sent.1));
        match (
            client.expected(open, &self.answers, self.state == open.state),
            reply,
        ) {
            (Expected::Refused(told), Reply::Failed(Failure::Rpc(error))) => {
                assert_eq!(error.code, RpcError::INVALID_PARAMS, "{error:?}");
                assert!(error.message.contains(told), "{error:?}, expected {told}");
                None
            }
            (Expected::Taken, Reply::InputRequired(next)) => {
                let number = self.round.number + 1;
                assert!(number < handler::REQUESTS, "one round too many");
                looks_harmless(&next);
                // A question that the server asks in other words is another question.
                if self.round.wording == client.wording() {
                    goes_on(open, &self.answers, &next);
                }
                Some(Round {
                    number,
                    wording: client.wording(),
                    open: next,
                })
            }
            (Expected::Taken, Reply::Failed(Failure::Tool(_)) | Reply::Complete { .. }) => None,
            (expected, reply) => {
                panic!("{reply:?}, expected {expected:?} for {:?}", self.answers)
            }
        }
    }
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
        if let InputRequest::Elicit { message, .. } | InputRequest::ElicitUrl { message, .. } =
            request
        {
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
            Some(Shape::Nothing) | None => {
                assert!(is_asked(key), "{key} was not answered by {sent:?}")
            }
            Some(Shape::Wrong) => panic!("{key} was taken: {sent:?}"),
        }
    }
}
