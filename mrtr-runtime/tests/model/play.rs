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
use crate::program::{Client, Form, Function, World};
use crate::reference::{self, Expected, Given, Line, Pending, Round, Why};
use crate::truth::{Effect, Question, Truth};
use crate::walk::Left;

/// A state that a client has, with all that the test knows of it.
#[derive(Clone, Default)]
struct Known {
    token: Option<String>,
    keys: Vec<String>,
    questions: Vec<Question>,
    effects: Vec<Effect>,
    /// What was answered in its flow.
    given: Vec<u32>,
    line: Line,
}

struct Game {
    /// One server ahead of a rotation of its keys, and behind it.
    servers: [Mrtr; 2],
    world: World,
    versions: Vec<Function>,
    states: Vec<Known>,
    truth: RefCell<Truth>,
    numbers: u32,
}

pub fn play(script: &Script) {
    let mut game = Game {
        servers: [[7, 8], [8, 7]].map(|keys| settings(keys, None)),
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
        let (answers, given, serials) = self.answers(&base, next);
        let base = Known {
            given: base.given.iter().chain(&serials).copied().collect(),
            ..base
        };
        let mut run = engine::Run::new(&self.truth, &base.effects);
        run.given = Some(&base.given);
        let server = &self.servers[usize::from(self.world.has_rotated)];
        let can = declared(self.world.client);
        let request = request(base.token.as_deref(), answers).capabilities(can);
        let reply = match server.open(request) {
            Ok(flow) => block_on(engine::run(&flow, handler, &self.world, &run)),
            Err(failure) => Reply::Failed(failure),
        };
        let log = run.log.into_inner();
        let broken = &self.truth.borrow().broken;
        assert!(broken.is_empty(), "{broken:#?}");
        let round = reference::run(&base.line, &given, handler, &self.world, &log.effects);
        self.states.extend(compare(&base, reply, log, round));
    }

    /// What is sent, the same for the model, and the numbers of the answers.
    fn answers(&self, base: &Known, next: &Move) -> (Map<String, Value>, Vec<Given>, Vec<u32>) {
        let mut sent = not_asked(base);
        let (mut given, mut serials) = (Vec::new(), Vec::new());
        let reactions = next.answers.iter().cycle();
        for ((key, question), reaction) in base.keys.iter().zip(&base.questions).zip(reactions) {
            let serial = self.truth.borrow_mut().next();
            let (value, known) = answer(question, *reaction, serial);
            if let Some(value) = value {
                sent.insert(key.clone(), value);
            }
            if let Some(said) = known.said(question.form) {
                let mut truth = self.truth.borrow_mut();
                truth.answer(serial, question, said);
                serials.push(serial);
            }
            given.push(known);
        }
        (sent, given, serials)
    }
}

fn answer(question: &Question, reaction: Reaction, serial: u32) -> (Option<Value>, Given) {
    let (form, options) = (question.form, question.options.as_deref().unwrap_or(&[]));
    match reaction {
        Reaction::Call if form == Form::Agent => (Some(calls(serial)), Given::Calls(serial)),
        Reaction::Yes | Reaction::No | Reaction::Call => {
            let is_yes = reaction != Reaction::No;
            let given = match form {
                Form::Pick(_) => Given::Picked(picked(options, is_yes)),
                _ if is_yes => Given::Yes(serial),
                _ => Given::No(serial),
            };
            (Some(accepted(form, options, is_yes, serial)), given)
        }
        Reaction::Decline | Reaction::Cancel if form.is_of_a_model() => (None, Given::Nothing),
        Reaction::Decline => (Some(json!({"action": "decline"})), Given::Refusal),
        Reaction::Cancel => (Some(json!({"action": "cancel"})), Given::Refusal),
        Reaction::Junk => (Some(junk(form)), Given::Junk),
        Reaction::Nothing => (None, Given::Nothing),
        Reaction::WrongKind => (Some(json!(7)), Given::WrongKind),
    }
}

/// The ids of the calls of one turn: one or two.
pub fn call_ids(serial: u32) -> Vec<String> {
    (0..=serial % 2)
        .map(|number| format!("{serial:06}.{number}"))
        .collect()
}

/// A turn of a model that calls its tool.
pub fn calls(serial: u32) -> Value {
    let call = |id| json!({"type": "tool_use", "id": id, "name": "make", "input": {}});
    let calls: Vec<Value> = call_ids(serial).into_iter().map(call).collect();
    json!({"role": "assistant", "content": calls, "model": "m"})
}

/// An even row for a yes, if there is one.
pub fn picked(options: &[u8], is_yes: bool) -> u8 {
    let fits = options.iter().find(|row| (*row % 2 == 0) == is_yes);
    *fits.unwrap_or(&options[0])
}

pub const fn declared(client: Client) -> Capabilities {
    Capabilities {
        form: client.form,
        url: client.url,
        sampling: client.sampling,
        sampling_tools: client.sampling,
        sampling_context: false,
        roots: false,
        tasks: false,
    }
}

pub fn accepted(form: Form, options: &[u8], is_yes: bool, serial: u32) -> Value {
    let content = match form {
        Form::Text => json!({"value": format!("{} {serial}", if is_yes { "yes" } else { "no" })}),
        Form::Number => json!({"value": serial * 2 + u32::from(!is_yes)}),
        Form::Confirm => json!({"confirm": is_yes}),
        Form::Pick(_) => json!({"value": picked(options, is_yes).to_string()}),
        Form::Page => return json!({"action": "accept"}),
        Form::Sample | Form::Agent => {
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
        (Reply::Failed(Failure::Rpc(error)), Expected::Missing) => assert_eq!(error.code, -32021),
        (reply, expected) => panic!("{reply:?} instead of {expected:?}"),
    }
    None
}

fn compare_questions(
    base: &Known,
    open: InputRequired,
    mut log: Log,
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
    let mut questions = Vec::new();
    for ((wire_key, request), (pending, why)) in
        open.requests.iter().zip(line.pending.iter().zip(why))
    {
        let question = take_question(&mut log.open, pending);
        assert_eq!(occurrence(wire_key), pending.ident.occurrence);
        assert_eq!(
            wire_key.split([':', '#']).next(),
            Some(&*question.name.key())
        );
        compare_message(request, &question.message, *why);
        compare_talk(request, pending);
        questions.push(question);
    }
    let keys = open.requests.into_iter().map(|(key, _)| key).collect();
    let effects = base.effects.iter().cloned().chain(log.effects).collect();
    Known {
        token: Some(open.state),
        keys,
        questions,
        effects,
        given: base.given.clone(),
        line,
    }
}

/// The results of tools in a message of a conversation.
fn results(message: &Value) -> impl Iterator<Item = &Value> {
    let content = &message["content"];
    let blocks = content
        .as_array()
        .map_or(std::slice::from_ref(content), Vec::as_slice);
    blocks.iter().filter(|block| block["type"] == "tool_result")
}

/// What the handler waits for where this is pending. An agent comes to its turns later than it was reached.
fn take_question(open: &mut Vec<Question>, pending: &Pending) -> Question {
    let place = open.iter().position(|question| {
        let is_turn =
            question.form == Form::Agent || question.occurrence == pending.ident.occurrence;
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
    let last = sample.messages.last().unwrap();
    let is_told_more = last["role"] == "user" && sample.messages.len() > 1;
    let is_of_a_tool = results(last).next().is_some();
    assert_eq!(is_told_more && !is_of_a_tool, why == Why::Invalid);
}

pub fn mrtr() -> Mrtr {
    settings([7, 8], None)
}

pub fn settings(keys: [u8; 2], store: Option<MemoryStore>) -> Mrtr {
    let limits = Limits {
        hold_open: Duration::ZERO,
        ..Limits::default()
    };
    let builder = Mrtr::builder()
        .keys(Keys::new(keys.map(|key| [key; 32])).unwrap())
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

pub fn request(token: Option<&str>, answers: Map<String, Value>) -> Request<'static> {
    Request::new(Method::CallTool, "generated", None)
        .capabilities(declared(Client::ALL))
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
