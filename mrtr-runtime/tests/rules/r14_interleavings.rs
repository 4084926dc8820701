//! R14: every interleaving of two deliveries of one retry, with a crash of either, a fail-over of the store, or a lease
//! that runs out while its holder lives, at every point. What it finds is the table in `docs/single-use.md`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::future::Future;
use std::ops::RangeInclusive;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use mrtr_runtime::prelude::*;
use mrtr_runtime::store::{Claimed, RoundClaim, Storing};
use mrtr_runtime::{Clock, Failure, Limits, MemoryStore, RoundStore};
use serde_json::{Value, json};

use crate::harness::{ALL, decline, yes};

/// One step of one of the two, or something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Step(usize),
    /// The process of this delivery is killed.
    Crash(usize),
    /// The store's replica takes over and has nothing of what was claimed.
    FailOver,
    /// All leases run out, and whoever has one lives.
    LeaseOver,
}

/// Ends the step of whoever awaits it.
async fn step() {
    let mut is_over = false;
    std::future::poll_fn(|_| match std::mem::replace(&mut is_over, true) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await
}

/// A store whose operations take a step before and one after they take effect.
#[derive(Default)]
struct Stepped(Mutex<Arc<MemoryStore>>);

impl Stepped {
    fn store(&self) -> Arc<MemoryStore> {
        self.0.lock().unwrap().clone()
    }

    fn fail_over(&self) {
        *self.0.lock().unwrap() = Arc::default();
    }
}

/// Takes a step, does it, and takes another.
macro_rules! stepped {
    ($self:ident.$operation:ident($($argument:expr),+)) => {
        Box::pin(async move {
            step().await;
            let done = $self.store().$operation($($argument),+).await;
            step().await;
            done
        })
    };
}

impl RoundStore for Stepped {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        stepped!(self.claim(claim))
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        stepped!(self.renew(claim))
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        stepped!(self.settle(claim, reply))
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        stepped!(self.release(claim))
    }
}

/// A clock whose short sleeps, those of a request that waits for another, pass in a step of it.
#[derive(Clone, Default)]
struct SteppedClock(Arc<AtomicBool>);

impl Clock for SteppedClock {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000)
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        if duration > Duration::from_secs(1) {
            return Box::pin(std::future::pending());
        }
        let waits = self.0.clone();
        Box::pin(async move {
            waits.store(true, Ordering::SeqCst);
            step().await;
            tokio::time::advance(duration).await;
            waits.store(false, Ordering::SeqCst);
        })
    }
}

/// The world outside.
#[derive(Default)]
struct World {
    /// Nothing is asked there any more.
    is_sure: bool,
    runs: AtomicUsize,
    effects: AtomicUsize,
    keys: Mutex<BTreeSet<String>>,
}

impl World {
    async fn charge(&self, key: String) {
        self.runs.fetch_add(1, Ordering::SeqCst);
        step().await;
        self.effects.fetch_add(1, Ordering::SeqCst);
        self.keys.lock().unwrap().insert(key);
        step().await;
    }
}

#[mrtr_tool(single_use)]
async fn pay_once(flow: Flow, world: &World) -> Result<String, Refused> {
    if !world.is_sure {
        ask_confirm!(key = "sure", "Charge?").await?;
    }
    world.charge(flow.key("charge", &"cart 7")).await;
    Ok("paid".to_owned())
}

#[mrtr_tool]
async fn pay(flow: Flow, world: &World) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Charge?").await?;
    world.charge(flow.key("charge", &"cart 7")).await;
    Ok("paid".to_owned())
}

type Answered = Reply<Result<String, Refused>>;

/// What one request got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Got {
    Result,
    Refusal,
    Question,
    BadState,
    Unknown,
    Nothing,
}

impl Got {
    fn of(reply: &Answered) -> Self {
        match reply {
            Reply::Complete { value: Ok(_), .. } => Self::Result,
            Reply::Complete { value: Err(_), .. } => Self::Refusal,
            Reply::InputRequired(_) => Self::Question,
            Reply::Failed(Failure::Rpc(error)) if error.code == -32602 => Self::BadState,
            Reply::Failed(Failure::Tool(text)) if text.contains("unknown") => Self::Unknown,
            other => panic!("{other:?}"),
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Result => "the result",
            Self::Refusal => "the refusal",
            Self::Question => "the question again",
            Self::BadState => "a bad state",
            Self::Unknown => "\u{201c}outcome unknown\u{201d}",
            Self::Nothing => "nothing",
        }
    }
}

/// What goes wrong in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trouble {
    None,
    /// The process of one of the two is killed.
    Crash(usize),
    FailOver,
    /// Whoever runs gives no sign of life for longer than its lease, and goes on.
    Silence,
}

/// What two deliveries bring, and whether the handler claims its rounds.
struct Scenario {
    name: &'static str,
    is_single_use: bool,
    answers: [Value; 2],
    trouble: Trouble,
    /// Whether the question is still asked.
    is_asked: bool,
}

/// The end of one run.
struct Ended {
    runs: usize,
    effects: usize,
    keys: usize,
    got: [Got; 2],
    /// What a repeat of the first gets when all is over.
    again: Got,
    /// Whether it has gone wrong.
    troubled: bool,
}

/// Chooses a way through a run, and after it the next one that was not gone.
#[derive(Default)]
struct Ways {
    /// What was chosen at each branch, of how many.
    chosen: Vec<(usize, usize)>,
    depth: usize,
}

impl Ways {
    fn choose<T: Copy>(&mut self, options: &[T]) -> T {
        if self.depth == self.chosen.len() {
            self.chosen.push((0, options.len()));
        }
        let (choice, _) = self.chosen[self.depth];
        self.depth += 1;
        options[choice]
    }

    fn next(&mut self) -> bool {
        self.depth = 0;
        while let Some((choice, options)) = self.chosen.pop() {
            if choice + 1 < options {
                self.chosen.push((choice + 1, options));
                return true;
            }
        }
        false
    }
}

struct Server {
    mrtr: Mrtr,
    store: Arc<Stepped>,
    waits: [Arc<AtomicBool>; 2],
    /// Each delivery reaches a server of its own, with a clock of its own.
    other: Mrtr,
    state: String,
}

impl Server {
    async fn new() -> Self {
        let store = Arc::new(Stepped::default());
        let clocks = [SteppedClock::default(), SteppedClock::default()];
        let mrtr = |clock: &SteppedClock| {
            Mrtr::builder()
                // Quicker than sealing, and the same to a store.
                .keys(Keys::new([[7; 32]]).unwrap().signed())
                .audience("rules")
                .single_user()
                .store(store.clone())
                .clock(clock.clone())
                .build()
                .unwrap()
        };
        let (one, other) = (mrtr(&clocks[0]), mrtr(&clocks[1]));
        let world = World::default();
        let first = deliver(&one, &world, true, None, json!(null)).await;
        let Reply::InputRequired(open) = first else {
            panic!("{first:?}")
        };
        Self {
            mrtr: one,
            other,
            store,
            waits: clocks.map(|clock| clock.0),
            state: open.state,
        }
    }
}

async fn deliver(
    mrtr: &Mrtr,
    world: &World,
    is_single_use: bool,
    state: Option<String>,
    answers: Value,
) -> Answered {
    use mrtr_runtime::{Method, Request};
    let request = Request::new(Method::CallTool, "pay", None)
        .capabilities(ALL)
        .principal(Principal::local())
        .input_responses(answers.as_object().cloned())
        .request_state(state);
    match mrtr.open(request) {
        Ok(flow) if is_single_use => pay_once(&flow, world).await,
        Ok(flow) => pay(&flow, world).await,
        Err(failure) => Reply::Failed(failure),
    }
}

/// One run, by the way that `ways` chooses.
fn run(server: &Server, scenario: &Scenario, ways: &mut Ways) -> Ended {
    let world = World {
        is_sure: !scenario.is_asked,
        ..World::default()
    };
    server.store.fail_over();
    let delivery = |mrtr, answers: &Value| {
        let state = Some(server.state.clone());
        Some(Box::pin(deliver(
            mrtr,
            &world,
            scenario.is_single_use,
            state,
            answers.clone(),
        )))
    };
    let [one, other] = &scenario.answers;
    let mut running = [delivery(&server.mrtr, one), delivery(&server.other, other)];
    for waits in &server.waits {
        waits.store(false, Ordering::SeqCst);
    }
    let mut got = [Got::Nothing; 2];
    let mut trouble = scenario.trouble;
    // How often one that waits may look before the other has ended.
    let mut looks = [0; 2];
    loop {
        let mut options = enabled(server, &running.each_ref().map(|one| one.is_some()), looks);
        if options.is_empty() {
            break;
        }
        match trouble {
            Trouble::Crash(who) if running[who].is_some() => options.push(Action::Crash(who)),
            Trouble::FailOver => options.push(Action::FailOver),
            Trouble::Silence => options.push(Action::LeaseOver),
            Trouble::Crash(_) | Trouble::None => {}
        }
        match ways.choose(&options) {
            Action::Crash(who) => {
                running[who] = None;
                trouble = Trouble::None;
            }
            Action::FailOver => {
                server.store.fail_over();
                trouble = Trouble::None;
            }
            Action::LeaseOver => {
                advance(Limits::default().lease);
                looks = [1; 2];
                trouble = Trouble::None;
            }
            Action::Step(who) => {
                if server.waits[who].load(Ordering::SeqCst) && running[1 - who].is_some() {
                    looks[who] -= 1;
                }
                let mut context = Context::from_waker(Waker::noop());
                let Some(delivery) = &mut running[who] else {
                    continue;
                };
                if let Poll::Ready(reply) = delivery.as_mut().poll(&mut context) {
                    got[who] = Got::of(&reply);
                    running[who] = None;
                }
            }
        }
    }
    drop(running);
    let mut ended = Ended {
        runs: world.runs.load(Ordering::SeqCst),
        effects: world.effects.load(Ordering::SeqCst),
        keys: world.keys.lock().unwrap().len(),
        got,
        again: Got::Nothing,
        troubled: trouble != scenario.trouble,
    };
    if scenario.trouble == Trouble::Silence {
        let again = delivery(&server.mrtr, one).expect("a third one");
        ended.again = Got::of(&poll_to_end(again));
    }
    ended
}

/// Time passes for the store.
fn advance(time: Duration) {
    poll_to_end(Box::pin(tokio::time::advance(time)));
}

fn poll_to_end<F: Future + ?Sized>(mut future: Pin<Box<F>>) -> F::Output {
    loop {
        let mut context = Context::from_waker(Waker::noop());
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

/// A request that waits for the other is let on when the other has ended; nothing changes for it before, but by a lease
/// that runs out.
fn enabled(server: &Server, running: &[bool; 2], looks: [usize; 2]) -> Vec<Action> {
    let waits = |who: usize| server.waits[who].load(Ordering::SeqCst);
    (0..2)
        .filter(|who| running[*who] && (looks[*who] > 0 || !waits(*who) || !running[1 - *who]))
        .map(Action::Step)
        .collect()
}

/// What all runs of a scenario have in common.
struct Found {
    ways: usize,
    runs: RangeInclusive<usize>,
    effects: RangeInclusive<usize>,
    keys: RangeInclusive<usize>,
    got: BTreeSet<[Got; 2]>,
}

fn explore(server: &Server, scenario: &Scenario) -> Found {
    let mut ways = Ways::default();
    let mut found: Option<Found> = None;
    loop {
        let ended = run(server, scenario, &mut ways);
        if scenario.trouble == Trouble::None || ended.troubled {
            check(scenario, &ended);
            let found = found.get_or_insert_with(|| Found {
                ways: 0,
                runs: ended.runs..=ended.runs,
                effects: ended.effects..=ended.effects,
                keys: ended.keys..=ended.keys,
                got: BTreeSet::new(),
            });
            found.ways += 1;
            widen(&mut found.runs, ended.runs);
            widen(&mut found.effects, ended.effects);
            widen(&mut found.keys, ended.keys);
            found.got.insert(ended.got);
        }
        if !ways.next() {
            return found.expect("no run");
        }
    }
}

fn widen(range: &mut RangeInclusive<usize>, to: usize) {
    *range = *range.start().min(&to)..=*range.end().max(&to);
}

/// What holds in every single run.
fn check(scenario: &Scenario, ended: &Ended) {
    let name = scenario.name;
    assert!(ended.keys <= 1, "{name}: one flow, one key");
    if !scenario.is_single_use {
        return;
    }
    let is_told = ended.got.contains(&Got::Result);
    assert!(!is_told || ended.effects > 0, "{name}: told what is not so");
    if scenario.trouble != Trouble::FailOver {
        assert!(ended.runs <= 1, "{name}: {} runs", ended.runs);
    }
    let is_yes = |answers: &&Value| !scenario.is_asked || **answers == json!({"sure": yes()});
    let consents = scenario.answers.iter().filter(is_yes).count();
    assert!(ended.runs <= consents, "{name}: {} runs", ended.runs);
    if scenario.trouble == Trouble::None {
        let is_paid = ended.effects == 1;
        assert_eq!(is_paid, is_told, "{name}: {:?}", ended.got);
        assert!(!ended.got.contains(&Got::Unknown), "{name}");
    }
    if scenario.trouble == Trouble::Silence {
        let is_paid = ended.effects == 1;
        assert_eq!(is_paid, is_told, "{name}: {:?}", ended.got);
        // A lease that was over is no reason to lose a reply: the first is told later what it did not learn at once.
        let is_told_later = match ended.got {
            [Got::Result, _] | [Got::Unknown, Got::Result | Got::Question] => true,
            [_, _] => false,
        };
        let later = ended.again == Got::Result;
        assert_eq!(
            later, is_told_later,
            "{name}: {:?}, {:?}",
            ended.got, ended.again
        );
    }
    if let Trouble::Crash(killed) = scenario.trouble {
        assert_eq!(ended.got[killed], Got::Nothing, "{name}");
        let other = ended.got[1 - killed];
        // The question came before the one that was killed had the round.
        let is_honest = matches!(other, Got::Unknown | Got::BadState | Got::Question);
        let is_paid = ended.effects == 1;
        assert!(
            !is_paid || is_told || is_honest,
            "{name}: paid, and the other got {other:?}"
        );
    }
}

fn scenarios() -> Vec<Scenario> {
    let scenario = |name, is_single_use, answers, trouble| Scenario {
        name,
        is_single_use,
        answers,
        trouble,
        is_asked: true,
    };
    let yes = || json!({"sure": yes()});
    let same = || [yes(), yes()];
    let fork = || [yes(), json!({"sure": decline()})];
    let silent = || [yes(), json!({})];
    let (none, over, silence) = (Trouble::None, Trouble::FailOver, Trouble::Silence);
    let [first, second] = [0, 1].map(Trouble::Crash);
    let gone = |name, answers, trouble| Scenario {
        is_asked: false,
        ..scenario(name, true, answers, trouble)
    };
    let nothing = || [json!({}), json!({})];
    vec![
        scenario("twice, without `single_use`", false, same(), none),
        scenario("twice", true, same(), none),
        scenario(
            "twice, and the process of the first is killed",
            true,
            same(),
            first,
        ),
        scenario(
            "twice, and the process of the second is killed",
            true,
            same(),
            second,
        ),
        scenario("twice, and the store forgets", true, same(), over),
        scenario(
            "twice, and the one that runs is silent for longer than its lease",
            true,
            same(),
            silence,
        ),
        scenario("with yes and with no", true, fork(), none),
        scenario(
            "with yes and with no, and the process of the yes is killed",
            true,
            fork(),
            first,
        ),
        scenario(
            "with yes and with no, and the process of the no is killed",
            true,
            fork(),
            second,
        ),
        scenario(
            "with yes and with no, and the store forgets",
            true,
            fork(),
            over,
        ),
        scenario(
            "with yes and with no, and the one that runs is silent for longer than its lease",
            true,
            fork(),
            silence,
        ),
        scenario("with yes and without answers", true, silent(), none),
        scenario(
            "with yes and without answers, and the process of the yes is killed",
            true,
            silent(),
            first,
        ),
        scenario(
            "with yes and without answers, and the process of the other is killed",
            true,
            silent(),
            second,
        ),
        scenario(
            "with yes and without answers, and the store forgets",
            true,
            silent(),
            over,
        ),
        scenario(
            "with yes and without answers, and the one that runs is silent for longer than its lease",
            true,
            silent(),
            silence,
        ),
        gone(
            "twice without answers, and nothing is asked any more",
            nothing(),
            none,
        ),
        gone(
            "twice without answers, nothing is asked any more, and the process of the first is killed",
            nothing(),
            first,
        ),
        gone(
            "twice without answers, nothing is asked any more, and the one that runs is silent for longer than its lease",
            nothing(),
            silence,
        ),
        gone(
            "with yes and without answers, and nothing is asked any more",
            silent(),
            none,
        ),
    ]
}

fn table(server: &Server) -> String {
    let mut table = String::from(
        "| The retry comes | ways it can go | effect | with `flow.key` | the two requests get |\n\
         | --- | ---: | ---: | ---: | --- |\n",
    );
    for scenario in scenarios() {
        let found = explore(server, &scenario);
        let got: BTreeSet<Got> = found.got.iter().flatten().copied().collect();
        let got: Vec<_> = got
            .into_iter()
            .filter(|got| *got != Got::Nothing)
            .map(Got::text)
            .collect();
        let (name, ways, got) = (scenario.name, found.ways, got.join(", "));
        let (effects, keys) = (times(&found.effects), times(&found.keys));
        writeln!(table, "| {name} | {ways} | {effects} | {keys} | {got} |").unwrap();
    }
    table
}

fn times(range: &RangeInclusive<usize>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => format!("{most}"),
        (least, most) => format!("{least}\u{2013}{most}"),
    }
}

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/single-use.md");
const BEGIN: &str = "<!-- what runs how often: begin -->\n";
const END: &str = "<!-- what runs how often: end -->";

/// `MRTR_BLESS=1` writes the table anew.
#[tokio::test(start_paused = true)]
async fn r14_all_interleavings_of_two_deliveries_are_those_of_the_docs() {
    let table = table(&Server::new().await);
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (head, rest) = page.split_once(BEGIN).expect("the mark of the table");
    let (old, tail) = rest.split_once(END).expect("the end of the table");
    if std::env::var_os("MRTR_BLESS").is_some() {
        std::fs::write(PAGE, format!("{head}{BEGIN}{table}{END}{tail}")).unwrap();
        return;
    }
    assert_eq!(old, table, "the table is old: run again with MRTR_BLESS=1");
}
