//! R14: with a store, each answered round of a `single_use` handler counts once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::store::{Claimed, RoundClaim, StoreError, Storing};
use mrtr_runtime::{Failure, Limits, MemoryStore, RoundStore};
use serde_json::{Value, json};

use crate::harness::{Client, NONE, Seen, accept, decline, value, yes};

/// What a shop does for real.
#[derive(Default)]
struct Shop {
    runs: AtomicUsize,
    reserved: AtomicUsize,
    charged: AtomicUsize,
}

impl Shop {
    fn counts(&self) -> [usize; 3] {
        [&self.runs, &self.reserved, &self.charged].map(|count| count.load(Ordering::SeqCst))
    }
}

#[mrtr_tool(single_use)]
async fn pay(shop: &Shop) -> Result<String, Refused> {
    shop.runs.fetch_add(1, Ordering::SeqCst);
    let name = ask_elicit!(String, "Who pays?").await?;
    let hold = capture!(shop.reserved.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "sure", "Charge {name}?").await?;
    let receipt = shop.charged.fetch_add(1, Ordering::SeqCst);
    Ok(format!("{name} {hold} {receipt}"))
}

fn shop_client() -> Client {
    client_of(Arc::new(MemoryStore::new()))
}

fn client_of(store: Arc<dyn RoundStore>) -> Client {
    Client::with_store(Limits::default(), store)
}

/// A client that is asked whether it is sure.
async fn sure(shop: &Shop) -> Client {
    let mut client = shop_client();
    ask_sure(&mut client, shop).await;
    client
}

async fn ask_sure(client: &mut Client, shop: &Shop) {
    let handler = async |flow: &Flow| pay(flow, shop).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["name"]);
    let named = client.send(json!({"name": value("Ann")}), handler).await;
    assert_eq!(named.asked(), ["sure"]);
}

fn is_bad_state(failed: &Reply<Result<String, Refused>>) -> bool {
    let Reply::Failed(Failure::Rpc(error)) = failed else {
        return false;
    };
    // To the byte what a state that does not open gets.
    let told = "Invalid or expired requestState. Call again without it.";
    (error.code, error.message.as_str()) == (-32602, told)
        && error.data == Some(json!({"reason": "invalid_request_state"}))
}

#[tokio::test]
async fn a42_a_repeat_gets_the_reply_of_the_first_and_the_handler_does_not_run() {
    let shop = Shop::default();
    let mut client = shop_client();
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    client.send(json!(null), handler).await.asked();
    let mut lost = client.fork();
    let named = client.send(json!({"name": value("Ann")}), handler).await;
    let again = lost.send(json!({"name": value("Ann")}), handler).await;
    assert_eq!(named, again);
    let mut lost = client.fork();
    let paid = client.send(json!({"sure": yes()}), handler).await;
    let again = lost.send(json!({"sure": yes()}), handler).await;
    assert_eq!(paid, again);
    assert_eq!(paid.complete(), Ok("Ann 0 0".to_owned()));
    assert_eq!(shop.counts(), [3, 1, 1]);
}

#[tokio::test]
async fn a42_another_answer_to_a_spent_state_is_a_bad_state() {
    let shop = Shop::default();
    let mut client = sure(&shop).await;
    let mut fork = client.fork();
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    let _ = client.send(json!({"sure": decline()}), handler).await;
    let yes = fork.send(json!({"sure": yes()}), handler).await;
    assert!(is_bad_state(&yes), "{yes:?}");
    assert_eq!(shop.counts(), [3, 1, 0]);
}

/// Holds its first charge until it is told to go on.
struct SlowShop {
    shop: Shop,
    go: tokio::sync::Notify,
}

#[mrtr_tool(single_use)]
async fn pay_slowly(slow: &SlowShop) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Charge?").await?;
    slow.shop.runs.fetch_add(1, Ordering::SeqCst);
    slow.go.notified().await;
    slow.shop.charged.fetch_add(1, Ordering::SeqCst);
    Ok("paid".to_owned())
}

async fn slow(store: Arc<dyn RoundStore>) -> (Client, SlowShop) {
    let (shop, go) = (Shop::default(), tokio::sync::Notify::new());
    let slow = SlowShop { shop, go };
    let mut client = client_of(store);
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    client.send(json!(null), handler).await.asked();
    (client, slow)
}

#[tokio::test(start_paused = true)]
async fn a59_a_repeat_at_once_waits_for_the_first_and_gets_its_reply() {
    let (mut client, slow) = slow(Arc::new(MemoryStore::new())).await;
    let mut twin = client.fork();
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    let (first, second, ()) = tokio::join!(
        client.send(json!({"sure": yes()}), handler),
        twin.send(json!({"sure": yes()}), handler),
        async {
            tokio::time::sleep(Duration::from_secs(20)).await;
            slow.go.notify_one();
        }
    );
    assert_eq!(first, second);
    assert_eq!(first.complete(), Ok("paid".to_owned()));
    assert_eq!(slow.shop.counts(), [1, 0, 1]);
}

#[tokio::test(start_paused = true)]
async fn r14_a_repeat_waits_no_longer_than_a_round_may_take() {
    let (mut client, slow) = slow(Arc::new(MemoryStore::new())).await;
    let mut twin = client.fork();
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    let second = async {
        let second = twin.send(json!({"sure": yes()}), handler).await;
        slow.go.notify_one();
        second
    };
    let (first, second) = tokio::join!(client.send(json!({"sure": yes()}), handler), second);
    assert_eq!(first.complete(), Ok("paid".to_owned()));
    let Reply::Failed(Failure::Rpc(error)) = &second else {
        panic!("{second:?}")
    };
    assert_eq!(error.code, -32603);
    assert!(error.message.contains("still running"), "{error:?}");
    assert_eq!(slow.shop.counts(), [1, 0, 1]);
}

#[tokio::test(start_paused = true)]
async fn r14_what_a_lost_process_did_is_unknown_and_not_done_again() {
    let (mut client, slow) = slow(Arc::new(MemoryStore::new())).await;
    let mut later = client.fork();
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    {
        let killed = client.send(json!({"sure": yes()}), handler);
        let killed = tokio::time::timeout(Duration::from_secs(5), killed).await;
        assert!(killed.is_err());
    }
    // Within the lease the repeat waits for it; then nobody knows.
    let again = later.send(json!({"sure": yes()}), handler).await;
    assert!(again.text().contains("outcome is unknown"), "{again:?}");
    assert_eq!(slow.shop.counts(), [1, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn r14_a_running_round_keeps_its_lease() {
    let (mut client, slow) = slow(Arc::new(MemoryStore::new())).await;
    let mut twin = client.fork();
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    let second = async {
        tokio::time::sleep(Duration::from_secs(300)).await;
        let second = twin.send(json!({"sure": yes()}), handler);
        let (second, ()) = tokio::join!(second, async { slow.go.notify_one() });
        second
    };
    let (first, second) = tokio::join!(client.send(json!({"sure": yes()}), handler), second);
    assert_eq!(first, second);
    assert_eq!(first.complete(), Ok("paid".to_owned()));
}

/// R13 is for rounds that can be run again; this one cannot.
#[tokio::test(start_paused = true)]
async fn r14_a_claimed_round_runs_to_its_end_when_the_client_goes_away() {
    let (mut client, slow) = slow(Arc::new(MemoryStore::new())).await;
    let mut later = client.fork();
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    let gone = client
        .request(json!({"sure": yes()}))
        .cancelled(tokio::time::sleep(Duration::from_secs(1)));
    let (_, ()) = tokio::join!(client.send_request(gone, handler), async {
        tokio::time::sleep(Duration::from_secs(30)).await;
        slow.go.notify_one();
    });
    let again = later.send(json!({"sure": yes()}), handler).await;
    assert_eq!(again.complete(), Ok("paid".to_owned()));
    assert_eq!(slow.shop.counts(), [1, 0, 1]);
}

#[tokio::test(start_paused = true)]
async fn r14_a_client_that_went_away_before_the_round_began_changes_nothing() {
    let (mut client, slow) = slow(Arc::new(MemoryStore::new())).await;
    let mut later = client.fork();
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    let gone = client.request(json!({"sure": yes()})).cancelled(async {});
    let failed = client.send_request(gone, handler).await;
    assert_eq!(failed.code(), -32603);
    assert_eq!(slow.shop.counts(), [0, 0, 0]);
    slow.go.notify_one();
    let paid = later.send(json!({"sure": yes()}), handler).await;
    assert_eq!(paid.complete(), Ok("paid".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn r14_a_claimed_round_without_a_client_has_round_time_left() {
    let (mut client, slow) = slow(Arc::new(MemoryStore::new())).await;
    let mut later = client.fork();
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    let gone = client
        .request(json!({"sure": yes()}))
        .cancelled(tokio::time::sleep(Duration::from_secs(1)));
    let failed = client.send_request(gone, handler).await;
    assert_eq!(failed.code(), -32603);
    let again = later.send(json!({"sure": yes()}), handler).await;
    assert!(again.text().contains("outcome is unknown"), "{again:?}");
}

#[tokio::test]
async fn r14_junk_answers_make_no_other_round() {
    let shop = Shop::default();
    let mut client = sure(&shop).await;
    let mut junk = client.fork();
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    let paid = client.send(json!({"sure": yes()}), handler).await;
    let mut loud = accept(json!({"confirm": true}));
    loud["_meta"] = json!({"n": 2});
    loud["resultType"] = json!("complete");
    let answers = json!({"sure": loud, "name": value("Bob"), "other": 7});
    assert_eq!(junk.send(answers, handler).await, paid);
    assert_eq!(shop.counts(), [3, 1, 1]);
}

#[derive(Elicit)]
struct Order {
    /// How many
    count: u32,
    /// For whom
    note: Option<String>,
}

#[mrtr_tool(single_use)]
async fn order(shop: &Shop) -> Result<String, Refused> {
    let (order, roots) = tokio::join!(
        ask_elicit!(Order, key = "order", "How many?"),
        ask_roots!(key = "roots")
    );
    let (order, charge) = (order?, shop.charged.fetch_add(1, Ordering::SeqCst));
    let roots: Vec<_> = roots.iter().map(|root| (root.uri(), root.name())).collect();
    Ok(format!(
        "{charge}: {} {:?} {roots:?}",
        order.count, order.note
    ))
}

/// An answer is what is taken of it, however it is sent.
#[tokio::test]
async fn r14_junk_inside_of_answers_makes_no_other_answer() {
    let shop = Shop::default();
    let handler = async |flow: &Flow| order(flow, &shop).await;
    let sent =
        |order: Value, root: Value| json!({"order": accept(order), "roots": {"roots": [root]}});
    let a = || json!({"uri": "file:///a"});
    let first = sent(json!({"count": 2}), a());
    let same = [
        sent(json!({"count": 2, "extra": "x", "Count": 3}), a()),
        sent(json!({"note": null, "extra": null, "count": 2.0}), a()),
        sent(
            json!({"count": 2}),
            json!({"uri": "file:///a", "_meta": {"n": 1}, "size": 7}),
        ),
    ];
    let other = [
        sent(json!({"count": 3}), a()),
        sent(json!({"count": 2, "note": ""}), a()),
        sent(json!({"count": 2}), json!({"uri": "file:///b"})),
        sent(
            json!({"count": 2}),
            json!({"uri": "file:///a", "name": "A"}),
        ),
    ];
    let mut client = shop_client();
    assert_eq!(client.send(json!(null), handler).await.asked().len(), 2);
    // Whichever came first: the answer with junk, or the one without.
    for (number, first) in same.iter().chain([&first]).enumerate() {
        let mut client = shop_client();
        client.send(json!(null), handler).await.asked();
        let done = client.send(first.clone(), handler).await;
        for again in &same {
            assert_eq!(client.send(again.clone(), handler).await, done, "{again}");
        }
        for other in &other {
            let refused = client.send(other.clone(), handler).await;
            assert!(is_bad_state(&refused), "{other}: {refused:?}");
        }
        assert!(
            done.complete()
                .unwrap()
                .starts_with(&format!("{number}: 2 None"))
        );
    }
}

#[tokio::test]
async fn r14_an_answer_of_nothing_is_one_whatever_it_is_sent_as() {
    let shop = Shop::default();
    let handler = async |flow: &Flow| order(flow, &shop).await;
    let nothing = [
        json!(null),
        json!({}),
        json!({"count": null}),
        json!({"junk": 1}),
    ];
    let mut client = shop_client();
    client.send(json!(null), handler).await.asked();
    let again = client
        .fork()
        .send(json!({"order": accept(json!({}))}), handler)
        .await;
    assert_eq!(again.asked(), ["order", "roots"]);
    for content in nothing {
        let repeat = json!({"order": accept(content)});
        assert_eq!(client.fork().send(repeat, handler).await, again);
    }
}

#[tokio::test]
async fn r14_a_retry_without_answers_claims_nothing() {
    let shop = Shop::default();
    let mut client = sure(&shop).await;
    let mut silent = client.fork();
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    for _ in 0..20 {
        assert_eq!(silent.send(json!({}), handler).await.asked(), ["sure"]);
    }
    let paid = client.send(json!({"sure": yes()}), handler).await;
    // All its states are for the one round, which is spent now.
    assert_eq!(silent.send(json!({"sure": yes()}), handler).await, paid);
    let no = silent.send(json!({"sure": decline()}), handler).await;
    assert!(is_bad_state(&no), "{no:?}");
    assert_eq!(paid.complete(), Ok("Ann 0 0".to_owned()));
    assert_eq!(shop.charged.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn r14_a_retry_without_answers_does_not_extend_the_state() {
    let shop = Shop::default();
    let mut client = sure(&shop).await;
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    client.clock.advance(Duration::from_secs(9 * 60));
    client.send(json!({}), handler).await.asked();
    client.clock.advance(Duration::from_secs(60));
    let late = client.send(json!({"sure": yes()}), handler).await;
    assert!(is_bad_state(&late), "{late:?}");
}

#[mrtr_tool(single_use)]
async fn branches(busy: &Mutex<bool>, shop: &Shop) -> Result<String, Refused> {
    if *busy.lock().unwrap() {
        ask_confirm!(key = "sure", "It is busy. Go on?").await?;
    }
    let receipt = shop.charged.fetch_add(1, Ordering::SeqCst);
    Ok(format!("{receipt}"))
}

#[tokio::test]
async fn r14_a_retry_without_answers_that_ends_the_flow_spends_the_round() {
    let (busy, shop) = (Mutex::new(true), Shop::default());
    let mut client = shop_client();
    let handler = async |flow: &Flow| branches(flow, &busy, &shop).await;
    client.send(json!(null), handler).await.asked();
    let mut fork = client.fork();
    *busy.lock().unwrap() = false;
    let ended = client.send(json!({}), handler).await;
    assert_eq!(ended, client.send(json!({}), handler).await);
    // Who answers now is told how it ended, and nothing runs for it.
    for answer in [yes(), decline()] {
        assert_eq!(fork.send(json!({"sure": answer}), handler).await, ended);
    }
    assert_eq!(ended.complete(), Ok("0".to_owned()));
    assert_eq!(shop.counts(), [0, 0, 1]);
}

#[mrtr_tool(single_use)]
async fn looks_up(down: &Mutex<bool>, shop: &Shop) -> Result<String, String> {
    let is_down = *down.lock().unwrap();
    if is_down {
        return Err("the shop is down".to_owned());
    }
    let sure = ask_confirm!(key = "sure", "Sure?").await;
    sure.map_err(|refused| refused.to_string())?;
    let receipt = shop.charged.fetch_add(1, Ordering::SeqCst);
    Ok(format!("{receipt}"))
}

/// Nobody can tell whether an error came ahead of the effect. But a person who answers learns of it.
#[tokio::test]
async fn r14_an_answer_to_a_round_that_failed_without_one_is_told_of_the_failure() {
    let (down, shop) = (Mutex::new(false), Shop::default());
    let mut client = shop_client();
    let handler = async |flow: &Flow| looks_up(flow, &down, &shop).await;
    client.send(json!(null), handler).await.asked();
    *down.lock().unwrap() = true;
    let failed = client.send(json!({}), handler).await;
    *down.lock().unwrap() = false;
    let answered = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(answered, failed);
    assert_eq!(failed.complete(), Err("the shop is down".to_owned()));
    assert_eq!(shop.counts(), [0, 0, 0]);
}

#[mrtr_tool(single_use)]
async fn reserves_later(free: &Mutex<bool>, shop: &Shop) -> Result<String, Refused> {
    let is_free = *free.lock().unwrap();
    let place = match is_free {
        true => Some(capture!(shop.reserved.fetch_add(1, Ordering::SeqCst))),
        false => None,
    };
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{place:?}"))
}

/// A retry without answers that captured has gone on to another round. Who answers the old one is asked there.
#[tokio::test]
async fn r14_an_answer_to_a_round_that_went_on_without_one_is_asked_once_more() {
    let (free, shop) = (Mutex::new(false), Shop::default());
    let mut client = shop_client();
    let handler = async |flow: &Flow| reserves_later(flow, &free, &shop).await;
    client.send(json!(null), handler).await.asked();
    let mut silent = client.fork();
    *free.lock().unwrap() = true;
    let again = silent.send(json!({}), handler).await;
    assert_eq!(again.asked(), ["sure"]);
    let answered = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(answered, again, "the same questions, in the same state");
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok("Some(0)".to_owned()));
    assert_eq!(shop.reserved.load(Ordering::SeqCst), 1);
}

#[mrtr_tool(single_use)]
async fn long_list(rows: &Mutex<u32>) -> Result<String, Refused> {
    let rows = *rows.lock().unwrap();
    let asks = (0..rows).map(async |row| ask_confirm!(key = "sure", of = row, "Row {row}?").await);
    futures_util::future::try_join_all(asks).await?;
    Ok("done".to_owned())
}

/// It ended at its questions, though they could not be sent: nothing ran behind them.
#[tokio::test]
async fn r14_a_retry_without_answers_that_could_not_be_asked_spends_nothing() {
    let rows = Mutex::new(1);
    let mut client = shop_client();
    let handler = async |flow: &Flow| long_list(flow, &rows).await;
    let key = client.send(json!(null), handler).await.asked()[0].to_owned();
    *rows.lock().unwrap() = 17;
    let refused = client.send(json!({}), handler).await;
    assert!(refused.text().contains("asks_per_round"), "{refused:?}");
    *rows.lock().unwrap() = 1;
    let done = client.send(json!({ (key): yes() }), handler).await;
    assert_eq!(done.complete(), Ok("done".to_owned()));
}

#[tokio::test]
async fn r14_a_repeat_is_gated_against_its_own_capabilities() {
    let shop = Shop::default();
    let mut client = shop_client();
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    client.send(json!(null), handler).await.asked();
    let mut blind = client.fork();
    blind.capabilities = NONE;
    let named = json!({"name": value("Ann")});
    let asked = blind.send(named.clone(), handler).await;
    assert_eq!(asked.code(), -32021);
    assert_eq!(client.send(named.clone(), handler).await.asked(), ["sure"]);
    assert_eq!(blind.send(named, handler).await.code(), -32021);
    assert_eq!(shop.counts(), [2, 1, 0]);
}

#[mrtr_tool(single_use)]
async fn breaks(shop: &Shop) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Charge?").await?;
    shop.charged.fetch_add(1, Ordering::SeqCst);
    panic!("broken");
}

#[tokio::test]
async fn r14_a_panic_behind_the_effect_is_not_repeated() {
    let shop = Shop::default();
    let mut client = shop_client();
    let handler = async |flow: &Flow| breaks(flow, &shop).await;
    client.send(json!(null), handler).await.asked();
    for _ in 0..2 {
        let failed = client.send(json!({"sure": yes()}), handler).await;
        assert_eq!(failed.code(), -32603);
    }
    assert_eq!(shop.counts(), [0, 0, 1]);
}

/// A store that fails, or never answers, where a test says.
struct Failing<S> {
    store: S,
    fails: &'static str,
    hangs: bool,
}

impl<S: RoundStore> Failing<S> {
    fn on(fails: &'static str, store: S) -> Arc<dyn RoundStore> {
        let hangs = false;
        Arc::new(Self {
            store,
            fails,
            hangs,
        })
    }

    fn hanging_on(fails: &'static str, store: S) -> Arc<dyn RoundStore> {
        let hangs = true;
        Arc::new(Self {
            store,
            fails,
            hangs,
        })
    }

    async fn check(&self, what: &str) -> Result<(), StoreError> {
        if self.fails != what {
            return Ok(());
        }
        if self.hangs {
            std::future::pending::<()>().await;
        }
        Err(StoreError::Unavailable("no route".to_owned()))
    }
}

impl<S: RoundStore> RoundStore for Failing<S> {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        Box::pin(async move {
            self.check("claim").await?;
            let claimed = self.store.claim(claim).await;
            self.check("answer").await?;
            claimed
        })
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        Box::pin(async move {
            self.check("renew").await?;
            self.store.renew(claim).await
        })
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        Box::pin(async move {
            self.check("settle").await?;
            self.store.settle(claim, reply).await
        })
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        Box::pin(async move {
            self.check("release").await?;
            self.store.release(claim).await
        })
    }
}

#[tokio::test]
async fn r14_a_store_that_is_down_or_full_refuses_before_the_handler_runs() {
    for store in [
        Failing::on("claim", MemoryStore::new()),
        Arc::new(MemoryStore::with_room(0, 1)),
        Arc::new(MemoryStore::with_room(1, 0)),
    ] {
        let shop = Shop::default();
        let mut client = client_of(store);
        let handler = async |flow: &Flow| pay(flow, &shop).await;
        client.send(json!(null), handler).await.asked();
        let failed = client.send(json!({"name": value("Ann")}), handler).await;
        assert_eq!(failed.code(), -32603);
        assert_eq!(shop.counts(), [1, 0, 0]);
    }
}

#[tokio::test(start_paused = true)]
async fn r14_nobody_waits_for_a_store_for_ever() {
    let (mut client, slow) = slow(Failing::hanging_on("claim", MemoryStore::new())).await;
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    let refused = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(refused.code(), -32603);
    assert_eq!(slow.shop.counts(), [0, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn r14_a_store_that_hangs_keeps_no_reply_from_its_client() {
    for hangs in ["renew", "settle"] {
        let (mut client, slow) = slow(Failing::hanging_on(hangs, MemoryStore::new())).await;
        let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
        let (paid, ()) = tokio::join!(client.send(json!({"sure": yes()}), handler), async {
            tokio::time::sleep(Duration::from_secs(100)).await;
            slow.go.notify_one();
        });
        assert_eq!(paid.complete(), Ok("paid".to_owned()));
        assert_eq!(slow.shop.counts(), [1, 0, 1]);
    }
}

/// A store whose place another one takes that knows nothing of its rounds.
#[derive(Default)]
struct Forgetful(Mutex<Arc<MemoryStore>>);

impl Forgetful {
    fn now(&self) -> Arc<MemoryStore> {
        self.0.lock().unwrap().clone()
    }

    fn forget(&self) {
        *self.0.lock().unwrap() = Arc::new(MemoryStore::new());
    }
}

impl RoundStore for Forgetful {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        Box::pin(async move { self.now().claim(claim).await })
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        Box::pin(async move { self.now().renew(claim).await })
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        Box::pin(async move { self.now().settle(claim, reply).await })
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        Box::pin(async move { self.now().release(claim).await })
    }
}

/// As after a fail-over to a replica that did not have the claim: seen at the next renewal, or at the reply.
#[tokio::test(start_paused = true)]
async fn r14_a_running_round_that_the_store_lost_is_claimed_again() {
    let lease = Limits::default().lease;
    for (noticed, ends) in [(lease, lease * 2), (Duration::ZERO, Duration::ZERO)] {
        let store = Arc::new(Forgetful::default());
        let (mut client, slow) = slow(store.clone()).await;
        let mut twin = client.fork();
        let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
        let second = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            store.forget();
            tokio::time::sleep(noticed).await;
            if noticed.is_zero() {
                slow.go.notify_one();
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            let second = twin.send(json!({"sure": yes()}), handler);
            let end = async {
                tokio::time::sleep(ends).await;
                slow.go.notify_one();
            };
            tokio::join!(second, end).0
        };
        let (first, second) = tokio::join!(client.send(json!({"sure": yes()}), handler), second);
        assert_eq!(first, second);
        assert_eq!(first.complete(), Ok("paid".to_owned()));
        assert_eq!(slow.shop.counts(), [1, 0, 1]);
    }
}

#[tokio::test(start_paused = true)]
async fn r14_a_claim_whose_answer_was_lost_is_given_back() {
    for store in [Failing::on, Failing::hanging_on] {
        let memory = Arc::new(MemoryStore::new());
        let (mut client, slow) = slow(store("answer", memory.clone())).await;
        let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
        let refused = client.send(json!({"sure": yes()}), handler).await;
        assert_eq!(refused.code(), -32603);
        let mut later = client_of(memory);
        later.state.clone_from(&client.state);
        slow.go.notify_one();
        let paid = later.send(json!({"sure": yes()}), handler).await;
        assert_eq!(paid.complete(), Ok("paid".to_owned()));
    }
}

#[tokio::test(start_paused = true)]
async fn r14_a_reply_that_cannot_be_stored_is_sent_and_its_repeats_are_told_that_nobody_knows() {
    for store in [
        Failing::on("settle", MemoryStore::new()),
        Arc::new(MemoryStore::with_room(10, 1)),
    ] {
        let (mut client, slow) = slow(store).await;
        let mut later = client.fork();
        slow.go.notify_one();
        let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
        let paid = client.send(json!({"sure": yes()}), handler).await;
        assert_eq!(paid.complete(), Ok("paid".to_owned()));
        let again = later.send(json!({"sure": yes()}), handler).await;
        assert!(again.text().contains("outcome is unknown"), "{again:?}");
        assert_eq!(slow.shop.counts(), [1, 0, 1]);
    }
}

#[mrtr_tool(single_use)]
async fn long(length: usize) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Go on?").await?;
    Ok("x".repeat(length))
}

#[tokio::test]
async fn r14_a_reply_over_its_limit_is_sent_and_not_kept() {
    let limits = Limits {
        reply_bytes: 2000,
        ..Limits::default()
    };
    for (length, is_kept) in [(1000, true), (2000, false)] {
        let mut client = Client::with_store(limits.clone(), Arc::new(MemoryStore::new()));
        let handler = async |flow: &Flow| long(flow, length).await;
        client.send(json!(null), handler).await.asked();
        let sent = client.send(json!({"sure": yes()}), handler).await;
        assert_eq!(sent.complete().map(|text| text.len()), Ok(length));
        let again = client.send(json!({"sure": yes()}), handler).await;
        assert_eq!(matches!(again, Reply::Complete { .. }), is_kept);
    }
}

#[tokio::test(start_paused = true)]
async fn r14_a_round_is_kept_longer_than_its_state_can_be_sent() {
    let store = Arc::new(Watched::default());
    let shop = Shop::default();
    let mut client = client_of(store.clone());
    client.clock.advance(Duration::from_secs(5));
    ask_sure(&mut client, &shop).await;
    let claim = store.0.lock().unwrap().expect("a claim");
    // `ttl`, `skew` and `round_time`, whatever the clock of this machine says.
    assert_eq!(claim.lifetime, Duration::from_secs(10 * 60 + 60 + 60));
}

/// Keeps the last claim that came by.
#[derive(Default)]
struct Watched(Mutex<Option<RoundClaim>>, MemoryStore);

impl RoundStore for Watched {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        *self.0.lock().unwrap() = Some(*claim);
        self.1.claim(claim)
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        self.1.renew(claim)
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        // None so short that sealed bytes hold it by chance.
        for secret in ["Charge Ann", "\"confirm\"", "inputRequests", "requestState"] {
            assert!(!String::from_utf8_lossy(reply[3..].into()).contains(secret));
        }
        self.1.settle(claim, reply)
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        self.1.release(claim)
    }
}

#[tokio::test(start_paused = true)]
async fn r14_a_reply_that_somebody_moved_in_the_store_is_not_sent() {
    /// Gives every round the reply of another.
    #[derive(Default)]
    struct Moved(MemoryStore, Mutex<Vec<u8>>);
    impl RoundStore for Moved {
        fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
            Box::pin(async move {
                let claimed = self.0.claim(claim).await?;
                Ok(match claimed {
                    Claimed::Done { answers, .. } => Claimed::Done {
                        answers,
                        reply: self.1.lock().unwrap().clone(),
                    },
                    claimed => claimed,
                })
            })
        }
        fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
            self.0.renew(claim)
        }
        fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
            let mut first = self.1.lock().unwrap();
            if first.is_empty() {
                *first = reply.to_vec();
            }
            self.0.settle(claim, reply)
        }
        fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
            self.0.release(claim)
        }
    }
    let shop = Shop::default();
    let mut client = client_of(Arc::new(Moved::default()));
    ask_sure(&mut client, &shop).await;
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    client
        .send(json!({"sure": yes()}), handler)
        .await
        .complete()
        .unwrap();
    let again = client.send(json!({"sure": yes()}), handler).await;
    assert!(again.text().contains("outcome is unknown"), "{again:?}");
}

#[tokio::test]
async fn r14_an_invalid_answer_spends_its_round_and_the_question_comes_again() {
    let shop = Shop::default();
    let mut client = sure(&shop).await;
    let mut first = client.fork();
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    let wrong: Value = json!({"sure": accept(json!({"confirm": 7}))});
    let again = client.send(wrong.clone(), handler).await;
    assert_eq!(again.asked(), ["sure"]);
    assert_eq!(first.send(wrong, handler).await, again);
    let paid = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(paid.complete(), Ok("Ann 0 0".to_owned()));
}

#[tokio::test]
async fn r14_every_flow_and_every_round_is_its_own() {
    let shop = Shop::default();
    let store: Arc<dyn RoundStore> = Arc::new(MemoryStore::new());
    for number in 0..3 {
        let mut client = client_of(store.clone());
        ask_sure(&mut client, &shop).await;
        let handler = async |flow: &Flow| pay(flow, &shop).await;
        let paid = client.send(json!({"sure": yes()}), handler).await;
        assert_eq!(paid.complete(), Ok(format!("Ann {number} {number}")));
    }
}

#[tokio::test]
async fn r14_a_handler_that_is_not_single_use_claims_nothing() {
    #[mrtr_tool]
    async fn free() -> Result<(), Refused> {
        ask_confirm!(key = "sure", "Sure?").await
    }
    let mut client = client_of(Failing::on("claim", MemoryStore::new()));
    let handler = async |flow: &Flow| free(flow).await;
    client.send(json!(null), handler).await.asked();
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok(()));
}

#[tokio::test]
async fn r14_a_retry_without_answers_is_none_of_the_requests() {
    #[mrtr_tool(single_use, max_requests = 2)]
    async fn short() -> Result<(), Refused> {
        ask_confirm!(key = "sure", "Sure?").await
    }
    let mut client = shop_client();
    let handler = async |flow: &Flow| short(flow).await;
    client.send(json!(null), handler).await.asked();
    assert_eq!(client.send(json!({}), handler).await.asked(), ["sure"]);
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok(()));
}

mod brief {
    use super::*;

    #[mrtr_tool(single_use, ttl = "1m")]
    pub async fn ask() -> Result<(), Refused> {
        ask_confirm!(key = "sure", "Sure?").await
    }
}

mod patient {
    use super::*;

    #[mrtr_tool(single_use, ttl = "10m")]
    pub async fn ask() -> Result<(), Refused> {
        ask_confirm!(key = "sure", "Sure?").await
    }
}

#[tokio::test]
async fn r14_all_states_of_a_round_live_equally_long() {
    let mut client = shop_client();
    let patient = async |flow: &Flow| patient::ask(flow).await;
    let brief = async |flow: &Flow| brief::ask(flow).await;
    client.send(json!(null), patient).await.asked();
    assert_eq!(client.send(json!({}), brief).await.asked(), ["sure"]);
    client.clock.advance(Duration::from_secs(9 * 60));
    let done = client.send(json!({"sure": yes()}), brief).await;
    assert_eq!(done.complete(), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn r14_a_repeat_that_waits_does_not_begin_a_round_that_its_state_could_not_open() {
    let store = Arc::new(MemoryStore::new());
    let (mut client, slow) = slow(store).await;
    let (mut twin, clock) = (client.fork(), client.clock.clone());
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    let killed = async {
        let first = client.send(json!({"sure": yes()}), handler);
        let killed = tokio::time::timeout(Duration::from_secs(5), first).await;
        clock.advance(Duration::from_secs(3600));
        killed.is_err()
    };
    let (killed, second) = tokio::join!(killed, twin.send(json!({"sure": yes()}), handler));
    assert!(killed);
    assert_eq!(second.code(), -32603);
    assert_eq!(slow.shop.counts(), [1, 0, 0]);
}

#[mrtr_tool(single_use)]
async fn pay_both(is_turned: bool) -> Result<String, Refused> {
    let (one, two) = if is_turned {
        let (two, one) = tokio::join!(
            ask_confirm!(key = "two", "Two?"),
            ask_confirm!(key = "one", "One?"),
        );
        (one, two)
    } else {
        tokio::join!(
            ask_confirm!(key = "one", "One?"),
            ask_confirm!(key = "two", "Two?"),
        )
    };
    one?;
    two?;
    Ok("paid".to_owned())
}

#[tokio::test]
async fn r14_the_order_of_the_questions_is_no_other_answer() {
    let mut client = shop_client();
    let handler = async |flow: &Flow| pay_both(flow, false).await;
    let turned = async |flow: &Flow| pay_both(flow, true).await;
    client.send(json!(null), handler).await.asked();
    let mut before = client.fork();
    client.send(json!({}), turned).await.asked();
    let both = json!({"one": yes(), "two": yes()});
    let paid = client.send(both.clone(), turned).await;
    assert_eq!(paid.complete().as_deref(), Ok("paid"));
    let again = before.send(both, handler).await;
    assert_eq!(again.complete().as_deref(), Ok("paid"));
}
