//! Retries without answers: they spend nothing, unless their handler comes to an end without them.

use super::*;

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
