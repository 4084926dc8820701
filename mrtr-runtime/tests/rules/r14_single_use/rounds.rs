//! Which round is which, and how long each is kept.

use super::*;

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
