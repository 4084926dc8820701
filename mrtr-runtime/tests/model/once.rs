//! R14: with a store, a repeat of a round gets the reply of the first and runs nothing, and another answer to the round is
//! a bad state, unless the round ended without one; a retry that came by the same questions again has spent nothing.

use std::cell::RefCell;

use mrtr_runtime::{Failure, InputRequest, MemoryStore, Mrtr, Reply};
use serde_json::{Map, Value, json};

use crate::engine::{self, Log, Run};
use crate::generate::Script;
use crate::person::Case;
use crate::play::{accepted, block_on, request, settings};
use crate::program::{Form, Function, World};
use crate::truth::Truth;
use crate::walk::Left;

type Answered = Reply<Result<bool, Left>>;

struct Server {
    mrtr: Mrtr,
    truth: RefCell<Truth>,
}

pub fn play(script: &Script) {
    let server = Server::new();
    let case = Case::new(script);
    let (mut token, mut answers) = (None::<String>, Map::new());
    let (mut handler, mut number) = (script.handler.clone(), 40);
    let mut open = Vec::new();
    for (round, next) in script.moves.iter().enumerate() {
        let world = case.world(round);
        let (first, log) = server.serve(&handler, world, token.as_deref(), &answers);
        // What comes later may come to another version.
        for change in &next.changes {
            number += 1;
            change.deploy(&mut handler, number);
        }
        if let Some(token) = &token {
            let brought = Brought {
                token,
                answers: &answers,
                open: &open,
            };
            server.check_repeats(&handler, world, &brought, &first, &log);
        }
        match first {
            Reply::InputRequired(asks) => {
                answers = case.answers(round, &asks.requests);
                (token, open) = (Some(asks.state), asks.requests);
            }
            _ => (token, answers, open) = (None, Map::new(), Vec::new()),
        }
    }
}

/// What a request has brought.
struct Brought<'a> {
    token: &'a str,
    answers: &'a Map<String, Value>,
    open: &'a [(String, InputRequest)],
}

impl Brought<'_> {
    /// Whether it was refused ahead of its round.
    fn is_of_a_wrong_kind(&self) -> bool {
        self.answers.values().any(Value::is_number)
    }

    /// The same answers, with what does not count beside and inside of them.
    fn loud(&self) -> Map<String, Value> {
        let mut loud = self.answers.clone();
        for answer in loud.values_mut().filter(|answer| answer.is_object()) {
            answer["_meta"] = json!({"n": 1});
            if answer["action"] == "accept" && answer["content"].is_object() {
                answer["content"]["nobody_asked"] = json!(true);
            }
        }
        loud.insert("nobody_asked".to_owned(), json!({"action": "accept"}));
        loud
    }

    /// Another answer to the same questions.
    fn others(&self) -> Map<String, Value> {
        let other = |(key, request): &(String, InputRequest)| match self.answers.get(key) {
            _ if matches!(request, InputRequest::Sample(_)) => {
                accepted(Form::Sample, &[], true, u32::MAX)
            }
            Some(answer) if answer["action"] == "decline" => json!({"action": "cancel"}),
            _ => json!({"action": "decline"}),
        };
        let open = self.open.iter();
        open.map(|one| (one.0.clone(), other(one))).collect()
    }
}

impl Server {
    fn new() -> Self {
        Self {
            mrtr: settings([7, 8], Some(MemoryStore::new())),
            truth: RefCell::default(),
        }
    }

    fn serve(
        &self,
        handler: &Function,
        world: &World,
        token: Option<&str>,
        answers: &Map<String, Value>,
    ) -> (Answered, Log) {
        let run = Run::new(&self.truth, &[]);
        let reply = match self.mrtr.open(request(token, answers.clone())) {
            Ok(flow) => block_on(engine::run_once(&flow, handler, world, &run)),
            Err(failure) => Reply::Failed(failure),
        };
        (reply, run.log.into_inner())
    }

    /// Sends it once more, with what does not count, and with another answer.
    fn check_repeats(
        &self,
        handler: &Function,
        world: &World,
        brought: &Brought<'_>,
        first: &Answered,
        log: &Log,
    ) {
        let is_idle = brought.answers.is_empty();
        let has_asked = matches!(first, Reply::InputRequired(_));
        if is_idle && has_asked && log.begun.is_empty() {
            return;
        }
        let loud = brought.loud();
        for answers in [brought.answers, &loud] {
            let (again, log) = self.serve(handler, world, Some(brought.token), answers);
            assert_eq!(again, *first, "a repeat gets the reply of the first");
            assert!(
                log.events.is_empty() && log.begun.is_empty(),
                "a repeat ran"
            );
        }
        if brought.is_of_a_wrong_kind() {
            return;
        }
        let others = brought.others();
        let (fork, log) = self.serve(handler, world, Some(brought.token), &others);
        assert!(log.events.is_empty() && log.begun.is_empty(), "a fork ran");
        if is_idle {
            assert_eq!(fork, *first, "an answer to what ended without one");
            return;
        }
        let Reply::Failed(Failure::Rpc(error)) = &fork else {
            panic!("{fork:?} for another answer")
        };
        assert_eq!(error.code, -32602);
    }
}
