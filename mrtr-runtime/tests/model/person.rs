//! A flow without deploys: one program, a world that changes from round to round, and a person who answers by round and
//! place alone, so that every way to serve the flow is told the same.

use mrtr_runtime::InputRequest;
use serde_json::{Map, Value, json};

use crate::generate::{Reaction, Script};
use crate::play::{accepted, calls};
use crate::program::{Form, Function, World};

pub struct Case {
    pub handler: Function,
    worlds: Vec<World>,
    reactions: Vec<Vec<Reaction>>,
}

impl Case {
    pub fn new(script: &Script) -> Self {
        let mut world = script.world.clone();
        let mut worlds = vec![world.clone()];
        for next in &script.moves {
            next.changes
                .iter()
                .for_each(|change| change.change_world(&mut world));
            worlds.push(world.clone());
        }
        Self {
            handler: script.handler.clone(),
            worlds,
            reactions: script
                .moves
                .iter()
                .map(|next| next.answers.clone())
                .collect(),
        }
    }

    /// The world of a round; after the last change it stays as it is.
    pub fn world(&self, round: usize) -> &World {
        &self.worlds[round.min(self.worlds.len() - 1)]
    }

    /// What is sent for the questions of a round.
    pub fn answers(&self, round: usize, asked: &[(String, InputRequest)]) -> Map<String, Value> {
        let reactions = &self.reactions[round % self.reactions.len()];
        let answers = asked.iter().zip(reactions.iter().cycle()).enumerate();
        answers
            .filter_map(|(place, ((key, request), reaction))| {
                let serial = u32::try_from(round * 100 + place).unwrap();
                let (form, options) = form_of(request);
                Some((key.clone(), answer(form, &options, *reaction, serial)?))
            })
            .collect()
    }
}

fn answer(form: Form, options: &[u8], reaction: Reaction, serial: u32) -> Option<Value> {
    match reaction {
        Reaction::Call if form == Form::Agent => Some(calls(serial)),
        Reaction::Yes | Reaction::Call => Some(accepted(form, options, true, serial)),
        Reaction::No => Some(accepted(form, options, false, serial)),
        // A client that samples nothing has no word for that.
        Reaction::Decline | Reaction::Cancel if form.is_of_a_model() => None,
        Reaction::Decline => Some(json!({"action": "decline"})),
        Reaction::Cancel => Some(json!({"action": "cancel"})),
        Reaction::Junk => Some(junk(form)),
        Reaction::Nothing => None,
        Reaction::WrongKind => Some(json!(7)),
    }
}

/// Not valid for a form, or a call of a tool that no result could answer; of a page any content is.
pub fn junk(form: Form) -> Value {
    match form {
        Form::Sample | Form::Agent => json!({"role": "assistant", "content": {"type": "tool_use"}}),
        _ => json!({"action": "accept", "content": {"value": [], "confirm": 1}}),
    }
}

/// With what can be picked.
fn form_of(request: &InputRequest) -> (Form, Vec<u8>) {
    match request {
        InputRequest::Sample(sample) if sample.tools.is_empty() => return (Form::Sample, vec![]),
        InputRequest::Sample(_) => return (Form::Agent, vec![]),
        InputRequest::ElicitUrl { .. } => return (Form::Page, vec![]),
        _ => {}
    }
    let sent = serde_json::to_value(request).unwrap();
    let field = &sent["params"]["requestedSchema"]["properties"]["value"];
    let options = field["oneOf"].as_array().map(|options| {
        let rows = options.iter().map(|option| option["const"].as_str());
        rows.map(|row| row.unwrap().parse().unwrap()).collect()
    });
    match (options, field["type"].as_str()) {
        (Some(options), _) => (Form::Pick(0), options),
        (None, Some("string")) => (Form::Text, vec![]),
        (None, Some(_)) => (Form::Number, vec![]),
        (None, None) => (Form::Confirm, vec![]),
    }
}
