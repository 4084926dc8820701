//! A flow without deploys: one program, a world that changes from round to round, and a person who answers by round and
//! place alone, so that every way to serve the flow is told the same.

use mrtr_runtime::InputRequest;
use serde_json::{Map, Value};

use crate::client::value;
use crate::generate::{Reaction, Script};
use crate::program::{Form, Function};
use crate::world::World;

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
            // A task takes its time.
            world.is_late = false;
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
                Some((key.clone(), value(form, &options, *reaction, serial)?))
            })
            .collect()
    }
}

/// With what can be picked or typed.
fn form_of(request: &InputRequest) -> (Form, Vec<u8>) {
    let plain = match request {
        InputRequest::Sample(sample) if sample.tools.is_empty() => Form::Sample,
        InputRequest::Sample(_) => Form::Agent,
        InputRequest::ElicitUrl { .. } => Form::Page,
        InputRequest::Roots => Form::Roots,
        _ => return form_of_fields(&serde_json::to_value(request).unwrap()),
    };
    (plain, Vec::new())
}

fn form_of_fields(sent: &Value) -> (Form, Vec<u8>) {
    let fields = &sent["params"]["requestedSchema"]["properties"];
    let (value, confirm) = (&fields["value"], &fields["confirm"]);
    if let Some(options) = value["oneOf"].as_array() {
        return (Form::Pick(0), rows(options));
    }
    if let Some(options) = value["items"]["anyOf"].as_array() {
        return (Form::Several(0), rows(options));
    }
    if confirm["type"] == "string" {
        let (_, typed) = confirm["title"]
            .as_str()
            .unwrap()
            .split_once("row ")
            .unwrap();
        return (Form::TypeIn, serde_json::from_str(typed).unwrap());
    }
    let form = match value["type"].as_str() {
        Some("string") => Form::Text,
        Some(_) => Form::Number,
        None => Form::Confirm,
    };
    (form, Vec::new())
}

fn rows(options: &[Value]) -> Vec<u8> {
    let values = options.iter().map(|option| option["const"].as_str());
    values.map(|row| row.unwrap().parse().unwrap()).collect()
}
