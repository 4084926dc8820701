//! Which round is which, and how long each is kept.

use super::*;
use crate::harness::TestClock;

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

/// Who reads the store cannot try answers out: the digest of one answer is another in each flow.
#[tokio::test]
async fn r14_one_answer_in_two_flows_has_two_digests_in_the_store() {
    let mut digests = Vec::new();
    for _ in 0..2 {
        let (store, shop) = (Arc::new(Watched::default()), Shop::default());
        let mut client = client_of(store.clone());
        let handler = async |flow: &Flow| pay_at_once(flow, &shop).await;
        client.send(json!(null), handler).await.asked();
        for answers in [json!({}), json!({"sure": yes()})] {
            let _ = client.fork().send(answers, handler).await;
            digests.push(store.0.lock().unwrap().expect("a claim").answers);
        }
    }
    let distinct: std::collections::HashSet<_> = digests.iter().collect();
    assert_eq!(distinct.len(), digests.len());
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
async fn r14_a_round_is_kept_longer_than_its_state_can_be_sent() {
    let store = Arc::new(Watched::default());
    let shop = Shop::default();
    let mut client = client_of(store.clone());
    client.clock.advance(Duration::from_secs(5));
    ask_sure(&mut client, &shop).await;
    let claim = store.0.lock().unwrap().expect("a claim");
    // `ttl`, `skew`, `round_time` and the store's own time, whatever the clock of this machine says.
    assert_eq!(claim.lifetime, Duration::from_secs(10 * 60 + 60 + 60 + 10));
}

/// A store that lets each claim wait, while the clocks go on.
struct Hanging {
    store: MemoryStore,
    hangs: Duration,
    clock: Mutex<Option<TestClock>>,
}

impl RoundStore for Hanging {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        Box::pin(async move {
            tokio::time::sleep(self.hangs).await;
            if let Some(clock) = &*self.clock.lock().unwrap() {
                clock.advance(self.hangs);
            }
            self.store.claim(claim).await
        })
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        self.store.renew(claim)
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        self.store.settle(claim, reply)
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        self.store.release(claim)
    }
}

/// The round may have been run and forgotten meanwhile.
#[tokio::test(start_paused = true)]
async fn r14_a_state_that_expires_while_its_round_is_claimed_runs_nothing() {
    let hangs = Duration::from_secs(9);
    for (left, runs) in [(hangs + MS, 1), (hangs, 0), (MS, 0)] {
        let limits = Limits {
            skew: Duration::ZERO,
            ..Limits::default()
        };
        let ttl = limits.ttl;
        let store = Arc::new(Hanging {
            store: MemoryStore::new(),
            hangs,
            clock: Mutex::default(),
        });
        let mut client = Client::with_store(limits, store.clone());
        *store.clock.lock().unwrap() = Some(client.clock.clone());
        let shop = Shop::default();
        let handler = async |flow: &Flow| pay_at_once(flow, &shop).await;
        client.send(json!(null), handler).await.asked();
        client.clock.advance(ttl - left);
        let before = client.clock.clone();
        let reply = client.send(json!({"sure": yes()}), handler).await;
        assert_eq!(shop.charged.load(Ordering::SeqCst), runs, "{left:?}");
        assert_eq!(is_bad_state(&reply), runs == 0, "{reply:?}");
        // It was given back: where the clock is set right, it can be run.
        before.set_back(hangs);
        if runs == 0 {
            *store.clock.lock().unwrap() = None;
            let paid = client.send(json!({"sure": yes()}), handler).await;
            assert_eq!(paid.complete().as_deref(), Ok("paid"));
        }
    }
}

#[mrtr_tool(single_use)]
async fn pay_at_once(shop: &Shop) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Charge?").await?;
    shop.charged.fetch_add(1, Ordering::SeqCst);
    Ok("paid".to_owned())
}

const MS: Duration = Duration::from_millis(1);

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
