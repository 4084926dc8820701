//! What the rules say, in as few words as will do. Nothing in here is the engine's.

mod handler;
mod inner;
mod round;

use crate::program::{Form, Function};
use crate::sites::Identity;
use crate::truth::Said;
use crate::walk::{Answer, Event, Left, Name, Picked, Place};
use crate::world::World;

pub use round::run;

/// The requests that a flow may have.
pub const REQUESTS: u32 = 8;
/// The questions that a round may have.
const ASKS: usize = 16;
/// How often an invalid answer is asked again.
const RETRIES: u32 = 3;
/// How often a flow survives that an answered question has changed, under one version.
const DROPS: u32 = 2;

/// R3: key, `of` and occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: Name,
    pub occurrence: u32,
}

/// R4: what an answer belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub message: String,
    pub form: Form,
    pub about: Option<u8>,
    /// What can be picked.
    pub options: Option<Vec<u8>>,
    /// What a model's tools gave, call by call.
    pub talk: Vec<(String, u32)>,
}

/// What a client may send for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    Nothing,
    Yes(u32),
    No(u32),
    Picked(Picked),
    /// A model's turn, that calls its tool.
    Calls(u32),
    Refusal,
    /// Not valid for the form.
    Junk,
    /// Not even an answer.
    WrongKind,
}

impl Given {
    /// What a handler is to hear of it, if anything.
    pub const fn said(self, form: Form) -> Option<Said> {
        let answer = match (self, form) {
            (Self::Yes(_), Form::Confirm | Form::TypeIn) => Answer::bare_yes(),
            (Self::No(_), Form::Confirm) | (Self::Refusal, _) => return Some(Said::Refusal),
            // A consent is nothing that is said.
            (Self::Yes(_) | Self::No(_), Form::Page) => return None,
            (Self::Yes(serial), _) => Answer::said(true, serial),
            (Self::No(serial), _) => Answer::said(false, serial),
            (Self::Picked(rows), _) => Answer::picked(rows),
            (Self::Calls(_) | Self::Nothing | Self::Junk | Self::WrongKind, _) => return None,
        };
        Some(Said::Answer(answer))
    }
}

/// A question that a state waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    pub ident: Ident,
    pub asked: Asked,
    pub retries: u32,
}

#[derive(Clone, Debug)]
struct Held {
    pending: Pending,
    given: Given,
}

#[derive(Clone, Debug)]
struct Record {
    ident: Ident,
    entry: Entry,
    /// In an earlier round.
    is_recalled: bool,
    is_reached: bool,
}

#[derive(Clone, Debug)]
enum Entry {
    Answer(Asked, Given),
    Capture {
        serial: u32,
        is_text: bool,
        functions: Vec<Identity>,
    },
}

/// A flow between two rounds: what its state holds.
#[derive(Clone, Debug, Default)]
pub struct Line {
    made_by: Option<Identity>,
    requests: u32,
    drops: u32,
    /// Whether the client could be asked forms when it was first looked at.
    can: Option<bool>,
    pub pending: Vec<Pending>,
    held: Vec<Held>,
    records: Vec<Record>,
    /// What a first request brings.
    unsolicited: Vec<(Ident, Given)>,
}

impl Line {
    /// The requests that it has had.
    pub const fn requests(&self) -> u32 {
        self.requests
    }

    /// A first request may bring an answer to this.
    pub fn foresee(&mut self, ident: Ident) {
        self.unsolicited.push((ident, Given::Nothing));
    }

    /// It brings these.
    pub fn bring(&mut self, given: &[Given]) {
        for ((_, answer), given) in self.unsolicited.iter_mut().zip(given) {
            *answer = *given;
        }
    }

    fn idents(&self) -> impl Iterator<Item = &Ident> {
        let records = self.records.iter().map(|record| &record.ident);
        records.chain(self.held.iter().map(|held| &held.pending.ident))
    }

    /// Whether something is there for the first ask of this name.
    fn has_answer_to(&self, name: &Name) -> bool {
        self.idents()
            .any(|ident| ident.name == *name && ident.occurrence == 1)
    }

    /// Whether something is there under this key, whatever it is of.
    fn knows(&self, path: &[usize]) -> bool {
        self.idents().any(|ident| ident.name.path == path)
    }
}

/// Why a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    First,
    Changed,
    Invalid,
    /// A page was consented to and is not done.
    NotDone,
}

/// What a client is to see.
#[derive(Clone, Debug)]
pub enum Expected {
    Complete(Result<bool, Left>),
    Asked(Vec<Why>, Box<Line>),
    /// A text with these words in it.
    Ended(String),
    Internal,
    InvalidParams,
    /// The client did not declare what it would need.
    Missing,
}

/// Where a round runs.
pub struct Server<'s> {
    pub handler: &'s Function,
    pub is_once: bool,
    pub world: &'s World,
}

/// One round, and what its handler has come by.
pub struct Round {
    pub expected: Expected,
    pub events: Vec<Event>,
}

/// R15: whether a new capture may be one that an earlier version made under another name: some function around both has
/// changed since, and has not said that this is fine.
fn may_be_the_same(place: &Place, name: &Name, functions: &[Identity], recorded: &Name) -> bool {
    let calls = |name: &Name| name.path[..name.path.len() - 1].to_vec();
    let common = calls(name)
        .iter()
        .zip(&calls(recorded))
        .take_while(|(a, b)| a == b)
        .count();
    let mut both = place.functions.iter().zip(functions).take(common + 1);
    both.any(|(now, then): (&Function, &Identity)| !now.takes(then))
}
