//! A flow without deploys: one program, a world that changes from round to round, and a person who answers by round and
//! place alone, so that every way to serve the flow is told the same.

use mrtr_runtime::InputRequest;
use serde_json::{Map, Value, json};

use crate::generate::{Reaction, Script};
use crate::play::accepted;
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
                Some((key.clone(), answer(form_of(request), *reaction, serial)?))
            })
            .collect()
    }
}

fn answer(form: Form, reaction: Reaction, serial: u32) -> Option<Value> {
    match reaction {
        Reaction::Yes => Some(accepted(form, true, Some(serial))),
        Reaction::No => Some(accepted(form, false, Some(serial))),
        // A client that samples nothing has no word for that.
        Reaction::Decline | Reaction::Cancel if form == Form::Sample => None,
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
        Form::Sample => json!({"role": "assistant", "content": {"type": "tool_use"}}),
        _ => json!({"action": "accept", "content": {"value": [], "confirm": 1}}),
    }
}

fn form_of(request: &InputRequest) -> Form {
    match request {
        InputRequest::Sample(_) => return Form::Sample,
        InputRequest::ElicitUrl { .. } => return Form::Page,
        _ => {}
    }
    let sent = serde_json::to_value(request).unwrap();
    let fields = &sent["params"]["requestedSchema"]["properties"];
    match fields["value"]["type"].as_str() {
        Some("string") => Form::Text,
        Some(_) => Form::Number,
        None => Form::Confirm,
    }
}
