//! Stores that are down, full, silent or forgetful.

use super::*;

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
