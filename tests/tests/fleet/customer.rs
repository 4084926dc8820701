//! A customer with a bad connection and little patience.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_tests::{Operation, Raw, tool};
use serde_json::{Value, json};

use crate::dice::Dice;
use crate::market::Market;
use crate::open::Open;
use crate::proxy::{CLAIMS, CUSTOMER, CUT, ROUND};
use crate::reply::Reply;

/// How often a request is sent, and a call made, before a customer gives up, which fails the test.
const TRIES: usize = 100;

pub(crate) struct Customer {
    pub(crate) name: String,
    pub(crate) market: Arc<Market>,
    raw: Raw,
    operation: Operation,
    rounds: AtomicUsize,
}

impl Customer {
    pub(crate) fn new(name: String, market: Arc<Market>) -> Self {
        let raw = market.raw.clone();
        let raw = raw.authorization(&format!("Bearer {name}.token"));
        let operation = tool("checkout", json!({"cart": format!("cart-of-{name}")}));
        Self {
            name,
            market,
            raw,
            operation,
            rounds: AtomicUsize::new(0),
        }
    }

    pub(crate) fn cart(&self) -> String {
        format!("cart-of-{}", self.name)
    }

    /// Calls until the cart is paid.
    pub(crate) async fn buy(&self) {
        let mut dice = Dice::of(&self.name);
        for number in 0..TRIES {
            let epoch = self.market.begin_call();
            let end = self.call(&mut dice, number == 0).await;
            self.market.end_call(epoch);
            if end == Reply::Paid {
                self.market.has_bought();
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

    /// One flow, to its end; the first is under way together with those of all others.
    async fn call(&self, dice: &mut Dice, is_first: bool) -> Reply {
        let mut reply = self.insist(None, &json!({})).await;
        if is_first {
            self.market.until_all_have_begun().await;
        }
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

    /// Sends until an answer comes.
    pub(crate) async fn insist(&self, open: Option<&Open>, answer: &Value) -> Reply {
        for _ in 0..TRIES {
            match self.send(open, answer, None).await {
                Reply::Lost | Reply::Running => pause().await,
                reply => return reply,
            }
        }
        panic!("{}: no answer", self.name);
    }

    pub(crate) async fn send(
        &self,
        open: Option<&Open>,
        answer: &Value,
        cut: Option<&str>,
    ) -> Reply {
        let mut more = json!({});
        let mut headers = vec![(CUSTOMER, &*self.name)];
        if let Some(open) = open {
            more["requestState"] = json!(open.state);
            headers.push((CLAIMS, &open.round));
            if answer
                .as_object()
                .is_some_and(|answers| !answers.is_empty())
            {
                more["inputResponses"] = answer.clone();
                headers.push((ROUND, &open.round));
            }
        }
        headers.extend(cut.map(|cut| (CUT, cut)));
        let _place = self.market.wire.acquire().await.unwrap();
        match self.raw.try_send(&self.operation, more, &headers).await {
            Ok(answer) => Reply::of(&answer),
            Err(_) => Reply::Lost,
        }
    }
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(50)).await;
}
