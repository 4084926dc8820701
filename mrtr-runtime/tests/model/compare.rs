//! Whether a client sees what the model says.

use mrtr_runtime::{Failure, InputRequest, InputRequired, Reply};
use serde_json::Value;

use crate::engine::Log;
use crate::play::Known;
use crate::program::Form;
use crate::reference::{Expected, Line, Pending, Round, Why};
use crate::truth::Question;
use crate::walk::Left;

/// The state that the client has now, if there is one.
pub fn compare(
    base: &Known,
    reply: &Reply<Result<bool, Left>>,
    log: &Log,
    round: Round,
) -> Option<Known> {
    let expected = round.expected;
    assert_eq!(
        log.events, round.events,
        "what the handler came by, in a round to end as {expected:?}"
    );
    match (reply, expected) {
        (Reply::Complete { value, .. }, Expected::Complete(expected)) => {
            assert_eq!(*value, expected)
        }
        (Reply::InputRequired(open), Expected::Asked(why, line)) => {
            return Some(compare_questions(base, open, log, &why, *line));
        }
        (Reply::Failed(Failure::Tool(text)), Expected::Ended(expected)) => {
            assert!(text.contains(&expected), "{text} is not {expected}");
        }
        (Reply::Failed(Failure::Rpc(error)), Expected::Internal) => assert_eq!(error.code, -32603),
        (Reply::Failed(Failure::Rpc(error)), Expected::InvalidParams) => {
            assert_eq!(error.code, -32602)
        }
        (Reply::Failed(Failure::Rpc(error)), Expected::Missing) => assert_eq!(error.code, -32021),
        (reply, expected) => panic!("{reply:?} instead of {expected:?}"),
    }
    None
}

fn compare_questions(
    base: &Known,
    open: &InputRequired,
    log: &Log,
    why: &[Why],
    line: Line,
) -> Known {
    // A64
    assert!(!open.requests.is_empty(), "a state without questions");
    let mut reached = log.open.clone();
    assert_eq!(
        (open.requests.len(), reached.len()),
        (line.pending.len(), line.pending.len()),
        "questions"
    );
    let mut questions = Vec::new();
    for ((wire_key, request), (pending, why)) in
        open.requests.iter().zip(line.pending.iter().zip(why))
    {
        let question = take_question(&mut reached, pending);
        assert_eq!(occurrence(wire_key), pending.ident.occurrence);
        assert_eq!(
            wire_key.split([':', '#']).next(),
            Some(&*question.name.key())
        );
        compare_message(request, &question.message, *why);
        compare_talk(request, pending);
        questions.push(question);
    }
    let keys = open.requests.iter().map(|(key, _)| key.clone()).collect();
    let effects = base.effects.iter().chain(&log.effects).cloned().collect();
    Known {
        flow: base.flow,
        token: Some(open.state.clone()),
        keys,
        questions,
        effects,
        given: base.given.clone(),
        line,
    }
}

/// What the handler waits for where this is pending. An agent comes to its turns later than it was reached.
fn take_question(open: &mut Vec<Question>, pending: &Pending) -> Question {
    let place = open.iter().position(|question| {
        // Several of one name, which run at once, differ in what they show at the most.
        let is_turn = match question.form {
            Form::Agent => question.message == pending.asked.message,
            _ => question.occurrence == pending.ident.occurrence,
        };
        question.name == pending.ident.name && is_turn
    });
    let mut question = open.remove(place.expect("a question that the handler waits for"));
    question.occurrence = pending.ident.occurrence;
    question
}

/// Which of several a key on the wire says that it is.
fn occurrence(wire_key: &str) -> u32 {
    let number = wire_key.split_once('#').map(|(_, number)| number);
    number.map_or(1, |number| number.parse().unwrap())
}

/// What the tools of a model gave is told to it, turn by turn, each result with its call.
fn compare_talk(request: &InputRequest, pending: &Pending) {
    let InputRequest::Sample(sample) = request else {
        return;
    };
    let told: Vec<_> = sample
        .messages
        .iter()
        .flat_map(results)
        .map(|block| {
            let call = block["toolUseId"].as_str().unwrap().to_owned();
            let result = block["content"][0]["text"].as_str().unwrap();
            (call, result.parse().unwrap())
        })
        .collect();
    assert_eq!(told, pending.asked.talk);
}

/// The results of tools in a message of a conversation.
fn results(message: &Value) -> impl Iterator<Item = &Value> {
    let blocks = blocks(message).iter();
    blocks.filter(|block| block["type"] == "tool_result")
}

fn texts(message: &Value) -> Vec<&str> {
    let texts = blocks(message).iter();
    texts.filter_map(|block| block["text"].as_str()).collect()
}

fn blocks(message: &Value) -> &[Value] {
    let content = &message["content"];
    content
        .as_array()
        .map_or(std::slice::from_ref(content), Vec::as_slice)
}

fn compare_message(request: &InputRequest, question: &str, why: Why) {
    let message = match request {
        InputRequest::Elicit { message, .. } | InputRequest::ElicitUrl { message, .. } => message,
        // Nothing is said of them.
        InputRequest::Roots => return assert_eq!(question, ""),
        _ => return compare_prompt(request, question, why),
    };
    let changed = "This has changed since you were asked.\n\n";
    assert!(message.ends_with(question), "{message}");
    assert_eq!(
        message.starts_with(changed),
        why == Why::Changed,
        "{message}"
    );
    assert_eq!(message == question, why == Why::First, "{message}");
}

/// A model is told what was wrong and not what has changed.
fn compare_prompt(request: &InputRequest, question: &str, why: Why) {
    let InputRequest::Sample(sample) = request else {
        panic!("no question: {request:?}");
    };
    assert_eq!(texts(&sample.messages[0])[0], question);
    let last = sample.messages.last().unwrap();
    // Behind what the model wrote, or in the message ahead of a text that was blank.
    let is_longer = sample.messages.len() > 1 || texts(last).len() > 1;
    let is_told_more = last["role"] == "user" && is_longer;
    let is_of_a_tool = results(last).next().is_some();
    assert_eq!(is_told_more && !is_of_a_tool, why == Why::Invalid);
}
