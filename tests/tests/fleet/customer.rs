//! A customer with a bad connection and little patience.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr_tests::answers::{accept, decline, yes};
use mrtr_tests::{Operation, Raw, tool, until_within};
use serde_json::{Value, json};

use crate::PATIENCE;
use crate::dice::Dice;
use crate::proxy::{AFTER, BEFORE, CUSTOMER, CUT, Proxy, ROUND};
use crate::reply::Reply;

/// How often a request is sent, and a call made, before a customer gives up, which fails the test.
const TRIES: usize = 100;

/// What all customers share.
pub(crate) struct Market {
    pub(crate) proxy: Proxy,
    bought: AtomicUsize,
    /// Counts up when old calls are waited for.
    epoch: AtomicUsize,
    /// The calls that are under way, by epoch.
    open: Mutex<BTreeMap<usize, usize>>,
    pub(crate) counts: Mutex<BTreeMap<&'static str, usize>>,
}

impl Market {
    pub(crate) fn new(proxy: Proxy) -> Self {
        Self {
            proxy,
            bought: AtomicUsize::new(0),
            epoch: AtomicUsize::new(0),
            open: Mutex::default(),
            counts: Mutex::default(),
        }
    }

    pub(crate) async fn until_bought(&self, customers: usize) {
        let have = || self.bought.load(Ordering::SeqCst) >= customers;
        until_within(PATIENCE, "enough customers have bought", have).await;
    }

    /// Waits for the calls that are under way now.
    pub(crate) async fn until_earlier_calls_end(&self) {
        let earlier = self.epoch.fetch_add(1, Ordering::SeqCst);
        let ended = || {
            let open = self.open.lock().unwrap();
            open.range(..=earlier).all(|(_, calls)| *calls == 0)
        };
        until_within(PATIENCE, "the earlier calls have ended", ended).await;
    }

    fn count(&self, what: &'static str) {
        *self.counts.lock().unwrap().entry(what).or_default() += 1;
    }

    /// Counts a call in; gives the epoch under which it is counted out.
    fn begin_call(&self) -> usize {
        self.count("flows");
        let mut open = self.open.lock().unwrap();
        let epoch = self.epoch.load(Ordering::SeqCst);
        *open.entry(epoch).or_default() += 1;
        epoch
    }

    fn end_call(&self, epoch: usize) {
        *self.open.lock().unwrap().get_mut(&epoch).unwrap() -= 1;
    }
}

pub(crate) struct Customer {
    pub(crate) name: String,
    market: Arc<Market>,
    raw: Raw,
    operation: Operation,
    calls: AtomicUsize,
    rounds: AtomicUsize,
}

/// A state that is to be answered.
#[derive(Clone)]
struct Open {
    key: String,
    state: String,
    /// The name of the round, in this test.
    round: String,
}

impl Customer {
    pub(crate) fn new(name: String, market: Arc<Market>) -> Self {
        let raw = Raw::new(&market.proxy.url).authorization(&format!("Bearer {name}.token"));
        let operation = tool("checkout", json!({"cart": format!("cart-of-{name}")}));
        Self {
            name,
            market,
            raw,
            operation,
            calls: AtomicUsize::new(0),
            rounds: AtomicUsize::new(0),
        }
    }

    pub(crate) fn cart(&self) -> String {
        format!("cart-of-{}", self.name)
    }

    /// Calls until the cart is paid.
    pub(crate) async fn buy(&self) {
        let mut dice = Dice::of(&self.name);
        for _ in 0..TRIES {
            let epoch = self.market.begin_call();
            let end = self.call(&mut dice).await;
            self.market.end_call(epoch);
            if end == Reply::Paid {
                self.market.bought.fetch_add(1, Ordering::SeqCst);
                return;
            }
        }
        panic!("{} cannot buy", self.name);
    }

    /// Calls until the cart is paid, without tricks. Gives how often the outcome was unknown.
    pub(crate) async fn buy_simply(&self) -> usize {
        let mut unknown = 0;
        for _ in 0..TRIES {
            let epoch = self.market.begin_call();
            let mut reply = self.insist(None, &json!({})).await;
            while let Reply::Asks { key, state } = reply {
                let open = self.open(key, state);
                reply = self.insist(Some(&open), &open.answer()).await;
            }
            self.market.end_call(epoch);
            match reply {
                Reply::Paid => return unknown,
                Reply::Unknown => unknown += 1,
                other => panic!("{} was told {other:?}", self.name),
            }
            self.market.count("outcome unknown");
        }
        panic!("{} cannot buy", self.name);
    }

    /// One flow, to its end.
    async fn call(&self, dice: &mut Dice) -> Reply {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let mut reply = self.insist(None, &json!({})).await;
        while let Reply::Asks { key, state } = reply {
            let open = self.open(key, state);
            reply = self.round(&open, dice.percent()).await;
        }
        match reply {
            Reply::Unknown => self.market.count("outcome unknown"),
            Reply::BadState => self.market.count("fork that ended the flow"),
            Reply::Declined => self.market.count("declined"),
            _ => {}
        }
        reply
    }

    fn open(&self, key: String, state: String) -> Open {
        let round = self.rounds.fetch_add(1, Ordering::SeqCst);
        let round = format!("{} {round} {key}", self.name);
        Open { key, state, round }
    }

    /// One round, with whatever goes wrong in it.
    async fn round(&self, open: &Open, luck: u64) -> Reply {
        let answer = open.answer();
        match luck {
            0..30 => {}
            30..50 => {
                self.market.count("answer cut off");
                self.send(Some(open), &answer, Some(AFTER)).await;
            }
            50..60 => {
                self.market.count("client gone early");
                self.send(Some(open), &answer, Some(BEFORE)).await;
            }
            60..75 => return self.repeat_at_once(open).await,
            75..90 => return self.fork(open).await,
            _ => return self.ask_again(open).await,
        }
        let reply = self.insist(Some(open), &answer).await;
        assert_ne!(reply, Reply::BadState, "{}: a flow is lost", open.round);
        reply
    }

    /// The same answer three times at the same time.
    async fn repeat_at_once(&self, open: &Open) -> Reply {
        self.market.count("repeated at once");
        let answer = open.answer();
        let send = || self.insist(Some(open), &answer);
        let (one, two, three) = tokio::join!(send(), send(), send());
        assert!(
            one == two && two == three || [&one, &two, &three].contains(&&Reply::Unknown),
            "{}: {one:?} {two:?} {three:?}",
            open.round
        );
        assert_ne!(one, Reply::BadState, "{}: a flow is lost", open.round);
        one
    }

    /// Two answers to one state: one of them counts.
    async fn fork(&self, open: &Open) -> Reply {
        self.market.count("forked");
        let (answer, other) = (open.answer(), open.other_answer());
        let (one, two) = tokio::join!(
            self.insist(Some(open), &answer),
            self.insist(Some(open), &other)
        );
        let has_lost = |reply: &Reply| *reply == Reply::BadState;
        assert!(
            has_lost(&one) || has_lost(&two),
            "{}: {one:?} {two:?}",
            open.round
        );
        if has_lost(&one) { two } else { one }
    }

    /// A retry that answers nothing, then an answer to either of the states.
    async fn ask_again(&self, open: &Open) -> Reply {
        self.market.count("retried without an answer");
        let idle = self.insist(Some(open), &json!({})).await;
        let (key, state) = match &idle {
            Reply::Asks { key, state } => (key, state),
            // Its server was killed meanwhile: nobody knows what it did.
            Reply::Unknown => return idle,
            other => panic!("{}: {other:?}", open.round),
        };
        assert_eq!(*key, open.key);
        let again = Open {
            state: state.clone(),
            ..open.clone()
        };
        let reply = self.insist(Some(&again), &open.answer()).await;
        // The first state is one of the same round, which is answered.
        let repeat = self.insist(Some(open), &open.answer()).await;
        assert!(
            reply == repeat || reply == Reply::Unknown,
            "{}: {reply:?} {repeat:?}",
            open.round
        );
        assert_ne!(reply, Reply::BadState, "{}: a flow is lost", open.round);
        reply
    }

    /// Sends until an answer comes.
    async fn insist(&self, open: Option<&Open>, answer: &Value) -> Reply {
        for _ in 0..TRIES {
            match self.send(open, answer, None).await {
                Reply::Lost | Reply::Running => pause().await,
                reply => return reply,
            }
        }
        panic!("{}: no answer", self.name);
    }

    async fn send(&self, open: Option<&Open>, answer: &Value, cut: Option<&str>) -> Reply {
        let mut more = json!({});
        let mut headers = vec![(CUSTOMER, &*self.name)];
        if let Some(open) = open {
            more["requestState"] = json!(open.state);
            if answer
                .as_object()
                .is_some_and(|answers| !answers.is_empty())
            {
                more["inputResponses"] = answer.clone();
                headers.push((ROUND, &open.round));
            }
        }
        headers.extend(cut.map(|cut| (CUT, cut)));
        match self.raw.try_send(&self.operation, more, &headers).await {
            Ok(answer) => Reply::of(&answer),
            Err(_) => Reply::Lost,
        }
    }
}

impl Open {
    fn answer(&self) -> Value {
        match &*self.key {
            "address" => address("Vienna"),
            "price" => json!({"price": yes()}),
            key => panic!("`{key}` is asked"),
        }
    }

    /// An answer that must not count where the other does.
    fn other_answer(&self) -> Value {
        match &*self.key {
            "address" => address("Graz"),
            _ => json!({"price": decline()}),
        }
    }
}

fn address(city: &str) -> Value {
    let address = json!({
        "name": "Ann",
        "street": "Am Hof 1",
        "postal_code": "1010",
        "city": city,
        "country": "Austria",
    });
    json!({ "address": accept(address) })
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(50)).await;
}
