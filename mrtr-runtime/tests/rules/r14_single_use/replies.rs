//! What the store keeps of a reply: sealed, for its own round, within its limit.

use super::*;

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
