//! What a client sends.

use serde_json::{Map, Value, json};

use crate::generate::Reaction;
use crate::program::{Ask, Form, Step, key, typed};
use crate::reference::Given;
use crate::truth::Question;
use crate::walk::Picked;

/// What is sent for a question, and what it is.
pub fn answer(question: &Question, reaction: Reaction, serial: u32) -> (Option<Value>, Given) {
    let (form, options) = (question.form, question.options.as_deref().unwrap_or(&[]));
    let sent = value(form, options, reaction, serial);
    let given = match reaction {
        _ if sent.is_none() => Given::Nothing,
        Reaction::Call if form == Form::Agent => Given::Calls(serial),
        Reaction::Yes | Reaction::Call => said(form, options, true, serial),
        Reaction::No => said(form, options, false, serial),
        Reaction::Decline | Reaction::Cancel => Given::Refusal,
        Reaction::Junk if form == Form::Roots => Given::Nothing,
        Reaction::Junk => Given::Junk,
        Reaction::Nothing | Reaction::Wrapped => Given::Nothing,
        Reaction::WrongKind => Given::WrongKind,
    };
    (sent, given)
}

fn said(form: Form, options: &[u8], is_yes: bool, serial: u32) -> Given {
    match form {
        Form::Pick(_) => Given::Picked(Picked::new(&[picked(options, is_yes)])),
        Form::Several(_) => Given::Picked(Picked::new(&several(options, is_yes))),
        Form::TypeIn if !is_yes => Given::Junk,
        _ if is_yes => Given::Yes(serial),
        _ => Given::No(serial),
    }
}

/// What is sent for a question, if anything.
pub fn value(form: Form, options: &[u8], reaction: Reaction, serial: u32) -> Option<Value> {
    match reaction {
        Reaction::Call if form == Form::Agent => Some(calls(serial)),
        Reaction::Yes | Reaction::Call => Some(accepted(form, options, true, serial)),
        Reaction::No => Some(accepted(form, options, false, serial)),
        // A program has no word for that.
        Reaction::Decline | Reaction::Cancel if form.is_of_a_program() => None,
        Reaction::Decline => Some(json!({"action": "decline"})),
        Reaction::Cancel => Some(json!({"action": "cancel"})),
        Reaction::Junk => Some(junk(form)),
        Reaction::Nothing => None,
        Reaction::WrongKind => Some(json!(7)),
        Reaction::Wrapped => Some(wrapped()),
    }
}

/// Not valid for a form, or a call of a tool that no result could answer; of a page any content is. Of roots
/// everything is valid: so it is no answer at all.
fn junk(form: Form) -> Value {
    match form {
        Form::Sample | Form::Agent => json!({"role": "assistant", "content": {"type": "tool_use"}}),
        Form::Roots => wrapped(),
        Form::Several(_) => json!({"action": "accept", "content": {"value": ["0"]}}),
        _ => json!({"action": "accept", "content": {"value": [], "confirm": 1}}),
    }
}

/// Whatever it was an answer to, it is none here.
fn wrapped() -> Value {
    let result = json!({"roots": [], "action": "accept", "content": {"value": "yes 0"}});
    json!({"method": "elicitation/create", "result": result})
}

pub fn accepted(form: Form, options: &[u8], is_yes: bool, serial: u32) -> Value {
    let word = if is_yes { "yes" } else { "no" };
    let content = match form {
        Form::Text => json!({"value": format!("{word} {serial}")}),
        Form::Number => json!({"value": serial * 2 + u32::from(!is_yes)}),
        Form::Confirm => json!({"confirm": is_yes}),
        Form::TypeIn if is_yes => json!({"confirm": typed(options)}),
        Form::TypeIn => json!({"confirm": "no"}),
        Form::Pick(_) => json!({"value": picked(options, is_yes).to_string()}),
        Form::Several(_) => {
            let rows = several(options, is_yes);
            json!({"value": rows.iter().map(u8::to_string).collect::<Vec<_>>()})
        }
        Form::Page => return json!({"action": "accept"}),
        Form::Roots => {
            let uri = format!("file:///{word}/{serial}");
            return json!({"roots": [{"name": "of no uri"}, {"uri": uri}]});
        }
        Form::Sample | Form::Agent => {
            let content = json!({"type": "text", "text": format!("{word} {serial}")});
            return json!({"role": "assistant", "content": content, "model": "m"});
        }
    };
    json!({"action": "accept", "content": content})
}

/// An even row for a yes, if there is one.
fn picked(options: &[u8], is_yes: bool) -> u8 {
    let fits = options.iter().find(|row| (*row % 2 == 0) == is_yes);
    *fits.unwrap_or(&options[0])
}

/// The last two even rows for a yes, in the wrong order; there may be none.
fn several(options: &[u8], is_yes: bool) -> Vec<u8> {
    let fits = options.iter().rev();
    let fits = fits.filter(|row| (*row % 2 == 0) == is_yes);
    fits.take(2).copied().collect()
}

/// A turn of a model that calls its tool.
fn calls(serial: u32) -> Value {
    let call = |id| json!({"type": "tool_use", "id": id, "name": "make", "input": {}});
    let calls: Vec<Value> = call_ids(serial).into_iter().map(call).collect();
    json!({"role": "assistant", "content": calls, "model": "m"})
}

/// The ids of the calls of one turn: one or two.
pub fn call_ids(serial: u32) -> Vec<String> {
    (0..=serial % 2)
        .map(|number| format!("{serial:06}.{number}"))
        .collect()
}

/// Answers to questions that the state does not wait for, with a number that nobody gave.
pub fn not_asked(keys: &[String]) -> Map<String, Value> {
    let others = (0..8)
        .map(|number| key(number).to_owned())
        .filter(|key| !keys.contains(key));
    let answer = json!({"action": "accept", "content": {"value": "yes 0", "confirm": true}});
    others.map(|key| (key, answer.clone())).collect()
}

/// The asks of a handler that nothing but their key and turn tells apart from others, with their turns.
pub fn loose_asks(steps: &[Step]) -> Vec<(&Ask, u32)> {
    let asks = steps.iter().flat_map(|step| match step {
        Step::Ask(ask) => vec![(ask, 1)],
        Step::Until(false, body) => match &body[..] {
            [Step::Ask(ask)] => vec![(ask, 1), (ask, 2)],
            _ => vec![],
        },
        _ => vec![],
    });
    // An agent has a turn for each of its calls.
    asks.filter(|(ask, _)| ask.form != Form::Agent).collect()
}
