//! R14: with a store, a repeat of a round gets the reply of the first and runs nothing, and another answer to the round is
//! a bad state, unless the round ended without one; a retry that came by the same questions again has spent nothing.
//!
//! The rounds that count are compared with the model as all others are. Whichever of two servers and however old a handler
//! serves them, and however old a state a client sends, what a flow captures and what it is told stays one line.

use std::collections::HashMap;
use std::sync::Arc;

use mrtr_runtime::{Failure, MemoryStore, Reply};
use serde_json::{Map, Value, json};

use crate::client::accepted;
use crate::generate::{Move, Script};
use crate::play::{Answered, Game, Ran, Sent};
use crate::program::{Form, Function};
use crate::reference::{Asked, Given, Ident};
use crate::truth::{Effect, Question};
use crate::world::Client;

/// What a request answers, question by question.
type Answers = Vec<(Ident, Asked, Value)>;

/// A round that was run.
struct Spent {
    answers: Answers,
    reply: Answered,
}

#[derive(Default)]
struct Rounds {
    /// By flow and number of the request.
    spent: HashMap<(usize, u32), Spent>,
    /// What ran in each flow, in whichever of its rounds.
    effects: HashMap<usize, Vec<Effect>>,
}

pub fn play(script: &Script) {
    let store = Arc::new(MemoryStore::new());
    let mut game = Game::new(script, Some(&store));
    let mut rounds = Rounds::default();
    for next in &script.moves {
        game.change(next);
        // Whose questions are gated where is for `rules/r14_single_use.rs`.
        game.world.client = Client::ALL;
        rounds.request(&mut game, next);
    }
}

impl Rounds {
    fn request(&mut self, game: &mut Game, next: &Move) {
        let mut sent = game.send(next);
        let flow = sent.base.flow;
        let effects = self.effects.entry(flow).or_default();
        sent.base.effects.clone_from(effects);
        let round = (flow, sent.base.line.requests());
        let is_refused = sent.is_of_a_wrong_kind() && sent.base.token.is_some();
        if let Some(spent) = self.spent.get(&round).filter(|_| !is_refused) {
            let is_same = is_same(&spent.answers, &sent.counted());
            return spent.check(game, &sent, &sent.answers, is_same);
        }
        let ran = game.check(&sent);
        effects.extend(ran.log.effects.iter().cloned());
        if sent.base.token.is_none() || is_refused || ran.came_by_again(&sent) {
            return;
        }
        let spent = Spent {
            answers: sent.counted(),
            reply: ran.reply,
        };
        sent.base.effects.clone_from(effects);
        spent.check(game, &sent, &sent.loud(), true);
        spent.check(game, &sent, &sent.others(), false);
        let moved = sent.moved();
        let is_same = is_same(&spent.answers, &moved.counted());
        spent.check(game, &moved, &moved.answers, is_same);
        self.spent.insert(round, spent);
    }
}

impl Spent {
    /// Whichever server and version it comes to, nothing runs.
    fn check(&self, game: &Game, sent: &Sent, answers: &Map<String, Value>, is_same: bool) {
        let versions: [&Function; 3] = [&sent.handler, game.version(0), game.version(1)];
        for (server, handler) in versions.into_iter().enumerate() {
            let (reply, log) = game.serve(server, handler, sent, answers);
            assert!(
                log.events.is_empty() && log.begun.is_empty() && log.open.is_empty(),
                "a repeat or a fork ran"
            );
            if is_same || self.answers.is_empty() {
                assert_eq!(reply, self.reply, "a repeat gets the reply of the first");
                continue;
            }
            let Reply::Failed(Failure::Rpc(error)) = &reply else {
                panic!("{reply:?} for another answer")
            };
            assert_eq!(error.code, -32602);
        }
    }
}

/// Whatever order the questions had.
fn is_same(one: &Answers, other: &Answers) -> bool {
    one.len() == other.len() && one.iter().all(|answer| other.contains(answer))
}

impl Ran {
    /// Whether its round is there for the next.
    fn came_by_again(&self, sent: &Sent) -> bool {
        let has_asked = matches!(self.reply, Reply::InputRequired(_));
        has_asked && sent.counted().is_empty() && self.log.begun.is_empty()
    }
}

impl Sent {
    fn is_of_a_wrong_kind(&self) -> bool {
        self.given.contains(&Given::WrongKind)
    }

    /// What counts of the answers.
    fn counted(&self) -> Answers {
        let asked = self.base.keys.iter().zip(&self.base.line.pending);
        let given = asked.zip(&self.given);
        let answers = given.filter(|(_, given)| **given != Given::Nothing);
        let counted = answers.map(|((key, pending), _)| {
            let answer = match pending.asked.form {
                // A consent has no content.
                Form::Page => json!({"action": self.answers[key]["action"]}),
                _ => self.answers[key].clone(),
            };
            (pending.ident.clone(), pending.asked.clone(), answer)
        });
        counted.collect()
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

    /// The same answers to other questions, where they are of one kind.
    fn moved(&self) -> Self {
        let mut moved = Self {
            base: self.base.clone(),
            handler: self.handler.clone(),
            answers: self.answers.clone(),
            given: self.given.clone(),
        };
        let kind = |question: &Question| (question.form, question.options.clone());
        let kinds = self.base.questions.iter().map(kind);
        if !kinds.clone().eq(kinds.clone().skip(1).chain(kinds.take(1))) {
            return moved;
        }
        moved.given.rotate_left(1);
        let keys = &self.base.keys;
        for (key, other) in keys.iter().zip(keys.iter().cycle().skip(1)) {
            moved.answers.remove(key);
            let answer = self.answers.get(other).cloned();
            moved.answers.extend(answer.map(|one| (key.clone(), one)));
        }
        moved
    }

    /// Another answer to each of the questions.
    fn others(&self) -> Map<String, Value> {
        let asked = self.base.keys.iter().zip(&self.base.questions);
        let other = |(key, question): (&String, &Question)| match question.form {
            Form::Roots => json!({"roots": []}),
            form if form.is_of_a_program() => accepted(Form::Sample, &[], true, u32::MAX),
            _ => match self.answers.get(key) {
                Some(answer) if answer["action"] == "decline" => json!({"action": "cancel"}),
                _ => json!({"action": "decline"}),
            },
        };
        asked.map(|one| (one.0.clone(), other(one))).collect()
    }
}
