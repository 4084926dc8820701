//! Plays a script, and compares engine and model request by request.

use std::cell::RefCell;
use std::sync::Arc;

use mrtr_runtime::{MemoryStore, Mrtr, Reply};
use serde_json::{Map, Value};

use crate::client::{answer, loose_asks, not_asked};
use crate::compare::compare;
use crate::engine::{self, Log};
use crate::generate::{Move, Script};
use crate::program::{Function, key};
use crate::reference::{self, Given, Ident, Line};
use crate::server::{block_on, request, servers};
use crate::truth::{Effect, Question, Truth};
use crate::walk::{Left, Place};
use crate::world::World;

/// A state that a client has, with all that the test knows of it.
#[derive(Clone, Default)]
pub struct Known {
    pub flow: usize,
    pub token: Option<String>,
    pub keys: Vec<String>,
    pub questions: Vec<Question>,
    pub effects: Vec<Effect>,
    /// What was answered in its flow.
    pub given: Vec<u32>,
    pub line: Line,
}

/// A request, with what the test knows of it.
pub struct Sent {
    pub base: Known,
    pub handler: Function,
    pub answers: Map<String, Value>,
    pub given: Vec<Given>,
}

pub type Answered = Reply<Result<bool, Left>>;

/// What became of a request.
pub struct Ran {
    pub reply: Answered,
    pub log: Log,
}

pub struct Game {
    /// One server ahead of a rotation of its keys, and one behind it.
    servers: [Mrtr; 2],
    /// Whether rounds count once.
    is_once: bool,
    pub world: World,
    versions: Vec<Function>,
    states: Vec<Known>,
    truth: RefCell<Truth>,
    numbers: u32,
    flows: usize,
}

pub fn play(script: &Script) {
    let mut game = Game::new(script, None);
    for next in &script.moves {
        game.change(next);
        let sent = game.send(next);
        game.check(&sent);
    }
}

impl Game {
    pub fn new(script: &Script, store: Option<&Arc<MemoryStore>>) -> Self {
        Self {
            servers: servers(store),
            is_once: store.is_some(),
            world: script.world.clone(),
            versions: vec![script.handler.clone()],
            states: vec![Known::default()],
            truth: RefCell::default(),
            numbers: 40,
            flows: 0,
        }
    }

    /// Deploys, and what else changes ahead of a request.
    pub fn change(&mut self, next: &Move) {
        let mut handler = self.version(0).clone();
        for change in &next.changes {
            self.numbers += 1;
            change.deploy(&mut handler, self.numbers);
            change.change_world(&mut self.world);
        }
        if next.changes.iter().any(|change| change.is_deploy()) {
            self.versions.push(handler);
        }
    }

    /// The latest version is 0.
    pub fn version(&self, back: usize) -> &Function {
        &self.versions[self.versions.len().saturating_sub(back + 1)]
    }

    /// The next request of a client.
    pub fn send(&mut self, next: &Move) -> Sent {
        let handler = self.version(next.version).clone();
        let known = match next.state {
            Some(back) => self.states[self.states.len().saturating_sub(back + 1)].clone(),
            None => Known::default(),
        };
        let is_first = known.token.is_none();
        let mut base = if is_first {
            self.begin(&handler)
        } else {
            known
        };
        let (answers, given, serials) = self.answers(&base, next, is_first);
        if is_first {
            base.line.bring(&given);
        }
        // Without a state they count for a handler that takes them, and for no other.
        if !is_first || handler.unsolicited {
            base.given.extend(serials);
        }
        Sent {
            base,
            handler,
            answers,
            given,
        }
    }

    /// A flow that begins, with the questions that a client may foresee.
    fn begin(&mut self, handler: &Function) -> Known {
        self.flows += 1;
        let place = Place::of(handler);
        let mut known = Known {
            flow: self.flows,
            ..Known::default()
        };
        // Where a key may name several, nobody knows which comes first.
        let asks = loose_asks(&handler.body);
        for (ask, turn) in asks.into_iter().filter(|_| handler.compiles()) {
            let number = if turn > 1 { "#2" } else { "" };
            let question = Question::new(&place, ask, &[], &self.world, turn);
            if question.has_nothing_to_pick() {
                continue;
            }
            known.keys.push(format!("{}{number}", key(ask.key)));
            known.line.foresee(Ident {
                name: question.name.clone(),
                occurrence: turn,
            });
            known.questions.push(question);
        }
        known
    }

    /// What is sent, the same for the model, and the numbers of the answers.
    fn answers(
        &self,
        base: &Known,
        next: &Move,
        is_first: bool,
    ) -> (Map<String, Value>, Vec<Given>, Vec<u32>) {
        let mut sent = if is_first {
            Map::new()
        } else {
            not_asked(&base.keys)
        };
        let (mut given, mut serials) = (Vec::new(), Vec::new());
        let reactions = next.answers.iter().cycle();
        for ((key, question), reaction) in base.keys.iter().zip(&base.questions).zip(reactions) {
            let mut truth = self.truth.borrow_mut();
            let serial = truth.next();
            let (value, known) = answer(question, *reaction, serial);
            if let Some(value) = value {
                sent.insert(key.clone(), value);
            }
            if let Some(said) = known.said(question.form) {
                truth.answer(serial, question, said);
                serials.push(serial);
            }
            given.push(known);
        }
        (sent, given, serials)
    }

    /// Serves a request, on this server, and compares with the model.
    pub fn check(&mut self, sent: &Sent) -> Ran {
        let server = usize::from(self.world.has_rotated);
        let (reply, log) = self.serve(server, &sent.handler, sent, &sent.answers);
        let broken = &self.truth.borrow().broken;
        assert!(broken.is_empty(), "{broken:#?}");
        let (world, line) = (&self.world, &sent.base.line);
        let server = reference::Server {
            handler: &sent.handler,
            is_once: self.is_once,
            world,
        };
        let round = reference::run(line, &sent.given, &server, &log.effects);
        let known = compare(&sent.base, &reply, &log, round);
        self.states.extend(known);
        Ran { reply, log }
    }

    /// Serves a request by any server and version, and with any answers.
    pub fn serve(
        &self,
        server: usize,
        handler: &Function,
        sent: &Sent,
        answers: &Map<String, Value>,
    ) -> (Answered, Log) {
        let mut run = engine::Run::new(&self.truth, &sent.base.effects);
        run.given = Some(&sent.base.given);
        let request = request(sent.base.token.as_deref(), answers.clone())
            .capabilities(self.world.client.declared());
        let reply = match self.servers[server % 2].open(request) {
            Ok(flow) if self.is_once => {
                block_on(engine::run_once(&flow, handler, &self.world, &run))
            }
            Ok(flow) => block_on(engine::run(&flow, handler, &self.world, &run)),
            Err(failure) => Reply::Failed(failure),
        };
        (reply, run.log.into_inner())
    }
}
