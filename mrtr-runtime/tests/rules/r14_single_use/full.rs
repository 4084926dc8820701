//! A store that is full refuses rounds before they begin, so that what has begun can end.

use super::*;

const KIB: usize = 1024;
const MINUTE: Duration = Duration::from_secs(60);

fn claim(number: u8) -> RoundClaim {
    let claim = RoundClaim::new([number; 32], [0; 32], [number; 16]);
    claim.lease(MINUTE).lifetime(MINUTE)
}

/// How many more rounds it lets in; they are given back.
async fn lets_in(store: &MemoryStore) -> usize {
    let mut claims = Vec::new();
    for number in 100..200 {
        match store.claim(&claim(number)).await {
            Ok(claimed) => assert_eq!(claimed, Claimed::Fresh),
            Err(error) => {
                assert!(matches!(error, StoreError::Full(_)), "{error}");
                break;
            }
        }
        claims.push(claim(number));
    }
    for claim in &claims {
        store.release(claim).await.unwrap();
    }
    claims.len()
}

#[tokio::test(start_paused = true)]
async fn r14_a_store_lets_in_no_more_rounds_than_have_room_for_their_replies() {
    let store = MemoryStore::with_room(100, 64 * KIB);
    assert_eq!(lets_in(&store).await, 4, "16 KiB for each");
    for number in 0..4 {
        store.claim(&claim(number)).await.unwrap();
    }
    assert_eq!(lets_in(&store).await, 0);
    // Each can end with as much as was kept free for it, in any order.
    for (number, kib) in [(2, 16), (0, 16), (3, 8)] {
        let settled = store.settle(&claim(number), &vec![0; kib * KIB]).await;
        assert_eq!(settled, Ok(true));
        // Once more, as after an answer that was lost.
        let settled = store.settle(&claim(number), &vec![0; kib * KIB]).await;
        assert_eq!(settled, Ok(true));
        assert_eq!(lets_in(&store).await, 0);
    }
    // One that needs more takes what is left, and no more than that.
    let settled = store.settle(&claim(1), &vec![0; 24 * KIB + 1]).await;
    assert!(matches!(settled, Err(StoreError::Full(_))), "{settled:?}");
    let settled = store.settle(&claim(1), &vec![0; 24 * KIB]).await;
    assert_eq!(settled, Ok(true));
    tokio::time::advance(MINUTE).await;
    assert_eq!(lets_in(&store).await, 4, "all of it is free again");
}

#[tokio::test(start_paused = true)]
async fn r14_room_that_no_reply_took_is_free_again() {
    let store = MemoryStore::with_room(100, 64 * KIB);
    for number in 0..4 {
        store.claim(&claim(number)).await.unwrap();
    }
    store.release(&claim(0)).await.unwrap();
    store.release(&claim(0)).await.unwrap();
    assert_eq!(lets_in(&store).await, 1, "one was given back");
    store.settle(&claim(1), b"short").await.unwrap();
    store.settle(&claim(2), b"short").await.unwrap();
    assert_eq!(lets_in(&store).await, 2, "two have ended, with little");
    tokio::time::advance(MINUTE).await;
    assert_eq!(lets_in(&store).await, 4, "one was lost, and is forgotten");
}

#[mrtr_tool(single_use)]
async fn fills(shop: &Shop, bytes: usize) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Charge?").await?;
    shop.charged.fetch_add(1, Ordering::SeqCst);
    Ok("x".repeat(bytes))
}

/// Nothing that was charged has an unknown outcome, however full the store is.
#[tokio::test]
async fn r14_who_fills_the_store_makes_no_outcome_unknown() {
    let store = Arc::new(MemoryStore::with_room(100, 64 * KIB));
    let (shop, mut refused) = (Shop::default(), 0);
    for _ in 0..20 {
        let mut client = client_of(store.clone());
        let handler = async |flow: &Flow| fills(flow, &shop, 7 * KIB).await;
        client.send(json!(null), handler).await.asked();
        let before = shop.counts();
        let sent = client.send(json!({"sure": yes()}), handler).await;
        if let Reply::Complete { .. } = sent {
            let again = client.send(json!({"sure": yes()}), handler).await;
            assert_eq!(again, sent);
        } else {
            assert_eq!(sent.code(), -32603);
            assert_eq!(shop.counts(), before);
            refused += 1;
        }
    }
    assert!((10..20).contains(&refused), "{refused}");
}
