//! A repeat gets the reply of the first, while the first runs and after it.

use super::*;

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

/// Who repeats a round a hundred times holds no hundred requests open, nor asks the store for each again and again.
#[tokio::test(start_paused = true)]
async fn r14_sixteen_wait_for_a_round_and_all_others_are_told_to_come_later() {
    let (mut client, slow) = slow(Arc::new(MemoryStore::new())).await;
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    let mut twins: Vec<_> = (0..100).map(|_| client.fork()).collect();
    // Twice, since places are free again: of those who have given up, and of those who have got the reply.
    let repeats = async {
        let began = tokio::time::Instant::now();
        let mut gone: Vec<_> = twins.iter_mut().take(16).collect();
        let gone = gone.iter_mut();
        let gone = gone.map(|twin| twin.send(json!({"sure": yes()}), handler));
        let gone = futures_util::future::join_all(gone);
        assert!(
            tokio::time::timeout(Duration::from_secs(1), gone)
                .await
                .is_err()
        );
        let all = twins.iter_mut().map(async |twin| {
            let reply = twin.send(json!({"sure": yes()}), handler).await;
            (reply, began.elapsed())
        });
        let go = async {
            tokio::time::sleep(Duration::from_secs(20)).await;
            slow.go.notify_one();
        };
        tokio::join!(futures_util::future::join_all(all), go).0
    };
    let (paid, repeats) = tokio::join!(client.send(json!({"sure": yes()}), handler), repeats);
    let (waited, refused): (Vec<_>, Vec<_>) = repeats
        .into_iter()
        .partition(|(_, time)| *time > Duration::from_secs(10));
    assert_eq!((waited.len(), refused.len()), (16, 84));
    assert!(waited.iter().all(|(reply, _)| *reply == paid));
    for (reply, time) in refused {
        assert_eq!(reply.code(), -32603);
        assert_eq!(time, Duration::from_secs(1), "at once");
    }
    assert_eq!(client.send(json!({"sure": yes()}), handler).await, paid);
    assert_eq!(slow.shop.counts(), [1, 0, 1]);
}
