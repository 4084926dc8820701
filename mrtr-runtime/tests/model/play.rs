//! Plays a script, and compares engine and model request by request.

use std::cell::RefCell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use mrtr_runtime::{
    Capabilities, Clock, Failure, InputRequest, InputRequired, Keys, Limits, MemoryStore, Method,
    Mrtr, Principal, Reply, Request,
};
use serde_json::{Map, Value, json};

use crate::engine::{self, Log};
use crate::generate::{Move, Reaction, Script};
use crate::person::junk;
use crate::program::{Form, Function, World};
use crate::reference::{self, Expected, Given, Line, Round, Why};
use crate::truth::{Effect, Question, Truth};
use crate::walk::Left;

/// A state that a client has, with all that the test knows of it.
#[derive(Clone, Default)]
struct Known {
    token: Option<String>,
    keys: Vec<String>,
    questions: Vec<Question>,
    effects: Vec<Effect>,
    line: Line,
}

struct Game {
    mrtr: Mrtr,
    world: World,
    versions: Vec<Function>,
    states: Vec<Known>,
    truth: RefCell<Truth>,
    numbers: u32,
}

pub fn play(script: &Script) {
    let mut game = Game {
        mrtr: mrtr(),
        world: script.world.clone(),
        versions: vec![script.handler.clone()],
        states: vec![Known::default()],
        truth: RefCell::default(),
        numbers: 40,
    };
    for next in &script.moves {
        game.change(next);
        game.request(next);
    }
}

impl Game {
    fn change(&mut self, next: &Move) {
        let mut handler = self.versions.last().unwrap().clone();
        for change in &next.changes {
            self.numbers += 1;
            change.deploy(&mut handler, self.numbers);
            change.change_world(&mut self.world);
        }
        if next.changes.iter().any(|change| change.is_deploy()) {
            self.versions.push(handler);
        }
    }

    fn request(&mut self, next: &Move) {
        let base = match next.state {
            Some(back) => self.states[self.states.len().saturating_sub(back + 1)].clone(),
            None => Known::default(),
        };
        let handler = &self.versions[self.versions.len().saturating_sub(next.version + 1)];
        let (answers, given) = self.answers(&base, next);
        let run = engine::Run::new(&self.truth, &base.effects);
        let reply = match self.mrtr.open(request(base.token.as_deref(), answers)) {
            Ok(flow) => block_on(engine::run(&flow, handler, &self.world, &run)),
            Err(failure) => Reply::Failed(failure),
        };
        let log = run.log.into_inner();
        let broken = &self.truth.borrow().broken;
        assert!(broken.is_empty(), "{broken:#?}");
        let round = reference::run(&base.line, &given, handler, &self.world, &log.effects);
        self.states.extend(compare(&base, reply, log, round));
    }

    /// What is sent, and the same for the model.
    fn answers(&self, base: &Known, next: &Move) -> (Map<String, Value>, Vec<Given>) {
        let mut sent = not_asked(base);
        let mut given = Vec::new();
        let reactions = next.answers.iter().cycle();
        for ((key, question), reaction) in base.keys.iter().zip(&base.questions).zip(reactions) {
            let (value, known) = self.answer(question, *reaction);
            if let Some(value) = value {
                sent.insert(key.clone(), value);
            }
            given.push(known);
        }
        (sent, given)
    }

    fn answer(&self, question: &Question, reaction: Reaction) -> (Option<Value>, Given) {
        let serial = || {
            Some(self.truth.borrow_mut().answer(question)).filter(|_| question.form.has_serial())
        };
        match reaction {
            Reaction::Yes => {
                let serial = serial();
                (
                    Some(accepted(question.form, true, serial)),
                    Given::Yes(serial),
                )
            }
            Reaction::No => {
                let serial = serial();
                (
                    Some(accepted(question.form, false, serial)),
                    Given::No(serial),
                )
            }
            Reaction::Decline | Reaction::Cancel if question.form == Form::Sample => {
                (None, Given::Nothing)
            }
            Reaction::Decline => (Some(json!({"action": "decline"})), Given::Refusal),
            Reaction::Cancel => (Some(json!({"action": "cancel"})), Given::Refusal),
            Reaction::Junk => (Some(junk(question.form)), Given::Junk),
            Reaction::Nothing => (None, Given::Nothing),
            Reaction::WrongKind => (Some(json!(7)), Given::WrongKind),
        }
    }
}

pub fn accepted(form: Form, is_yes: bool, serial: Option<u32>) -> Value {
    let serial = serial.unwrap_or_default();
    let content = match form {
        Form::Text => json!({"value": format!("{} {serial}", if is_yes { "yes" } else { "no" })}),
        Form::Number => json!({"value": serial * 2 + u32::from(!is_yes)}),
        Form::Confirm => json!({"confirm": is_yes}),
        Form::Page => return json!({"action": "accept"}),
        Form::Sample => {
            let text = format!("{} {serial}", if is_yes { "yes" } else { "no" });
            let content = json!({"type": "text", "text": text});
            return json!({"role": "assistant", "content": content, "model": "m"});
        }
    };
    json!({"action": "accept", "content": content})
}

/// Answers to questions that the state does not wait for, with a number that nobody gave.
fn not_asked(base: &Known) -> Map<String, Value> {
    let keys = (0..8)
        .map(|number| format!("k{number}"))
        .filter(|key| !base.keys.contains(key));
    let answer = json!({"action": "accept", "content": {"value": "yes 0", "confirm": true}});
    keys.map(|key| (key, answer.clone())).collect()
}

/// The state that the client has now, if there is one.
fn compare(
    base: &Known,
    reply: Reply<Result<bool, Left>>,
    log: Log,
    round: Round,
) -> Option<Known> {
    let expected = round.expected;
    assert_eq!(
        log.events, round.events,
        "what the handler came by, in a round to end as {expected:?}"
    );
    match (reply, expected) {
        (Reply::Complete { value, .. }, Expected::Complete(expected)) => {
            assert_eq!(value, expected)
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
        (reply, expected) => panic!("{reply:?} instead of {expected:?}"),
    }
    None
}

fn compare_questions(
    base: &Known,
    open: InputRequired,
    log: Log,
    why: &[Why],
    line: Line,
) -> Known {
    // A64
    assert!(!open.requests.is_empty(), "a state without questions");
    assert_eq!(
        (open.requests.len(), log.open.len()),
        (line.pending.len(), line.pending.len()),
        "questions"
    );
    for (((wire_key, request), question), (pending, why)) in open
        .requests
        .iter()
        .zip(&log.open)
        .zip(line.pending.iter().zip(why))
    {
        assert_eq!(
            (&question.name, question.occurrence),
            (&pending.ident.name, pending.ident.occurrence)
        );
        assert_eq!(
            wire_key.split([':', '#']).next(),
            Some(&*question.name.key())
        );
        compare_message(request, &question.message, *why);
    }
    let keys = open.requests.into_iter().map(|(key, _)| key).collect();
    let effects = base.effects.iter().cloned().chain(log.effects).collect();
    Known {
        token: Some(open.state),
        keys,
        questions: log.open,
        effects,
        line,
    }
}

fn compare_message(request: &InputRequest, question: &str, why: Why) {
    let (InputRequest::Elicit { message, .. } | InputRequest::ElicitUrl { message, .. }) = request
    else {
        return compare_prompt(request, question, why);
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
    assert_eq!(sample.messages[0]["content"]["text"], question);
    assert_eq!(sample.messages.len() > 1, why == Why::Invalid);
}

pub fn mrtr() -> Mrtr {
    settings(None)
}

pub fn settings(store: Option<MemoryStore>) -> Mrtr {
    let limits = Limits {
        hold_open: Duration::ZERO,
        ..Limits::default()
    };
    let builder = Mrtr::builder()
        .keys(Keys::new([[7; 32]]).unwrap())
        .audience("model")
        .single_user()
        .url_hosts(["pay.example.com"])
        .limits(limits)
        .clock(NoTime);
    match store {
        Some(store) => builder.store(store).build().unwrap(),
        None => builder.build().unwrap(),
    }
}

pub fn request(token: Option<&str>, answers: Map<String, Value>) -> Request {
    Request::new(Method::CallTool, "generated", None)
        .capabilities(Capabilities {
            form: true,
            url: true,
            sampling: true,
            ..Capabilities::default()
        })
        .principal(Principal::local())
        .input_responses(Some(answers))
        .request_state(token.map(str::to_owned))
}

#[derive(Clone)]
pub struct NoTime;

impl Clock for NoTime {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000)
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        if time.is_zero() {
            return Box::pin(std::future::ready(()));
        }
        Box::pin(std::future::pending())
    }
}

/// Nothing in here waits for anything but itself.
pub fn block_on<F: Future>(future: F) -> F::Output {
    block_on_and_look(future, || {})
}

/// Looks at something after each poll but the last.
pub fn block_on_and_look<F: Future>(future: F, mut look: impl FnMut()) -> F::Output {
    let mut future = pin!(future);
    for _ in 0..10_000 {
        if let Poll::Ready(value) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return value;
        }
        look();
    }
    panic!("a round that does not end");
}
