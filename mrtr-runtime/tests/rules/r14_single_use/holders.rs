//! Who runs a round keeps it: until its end, until its client has been gone for too long, until its process is lost.

use super::*;

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
