//! `checkout` on a real Redis that is full, gone or silent: the tool refuses before its first line runs, says nothing of
//! why, and the same call goes on when Redis is back.

use mrtr_tests::answers::yes;
use mrtr_tests::{Client, Redis, Talk, Transport, example};
use serde_json::Value;

use crate::checkout::{PAID, Till, address, at_the_price, checkout, price, till_of};

async fn till_on(redis: &Redis) -> Till {
    let example = example!("checkout").option("--store", &redis.url());
    till_of(example, Transport::Http).await
}

/// An answer is refused though nobody has answered before. With the shop closed, a handler that ran would say so.
async fn is_refused(till: &mut Till, client: &Client, call: &Talk<'_>, answers: Value) {
    let before = (till.charged(), till.asked_for("reserve"));
    till.close();
    let mut refused = call.taken_by(client);
    refused.answer(answers).await.assert_internal();
    till.open_again().await;
    assert_eq!((till.charged(), till.asked_for("reserve")), before);
}

/// Sends the same answer until the server has found its Redis again. Each refusal is one before the handler runs.
async fn is_taken<'c>(client: &'c Client, call: &mut Talk<'c>, answers: Value) {
    for _ in 0..50 {
        let mut retry = call.taken_by(client);
        let is_refused = match retry.answer(answers.clone()).await {
            mrtr_tests::Round::Failed(error) => error.code.0 == -32603,
            _ => false,
        };
        if !is_refused {
            *call = retry;
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the server does not find its Redis again");
}

#[tokio::test]
async fn r14_a_full_redis_charges_nobody_and_the_call_goes_on_when_there_is_room() {
    let Some(redis) = Redis::start(&["--maxmemory-policy", "noeviction"]).await else {
        return;
    };
    let mut till = till_on(&redis).await;
    let client = till.server().modern().await;
    let mut call = client.start(checkout()).await;
    for answers in [address("Vienna"), price(yes())] {
        redis.fill();
        is_refused(&mut till, &client, &call, answers.clone()).await;
        redis.make_room();
        call.answer(answers).await;
    }
    assert_eq!(call.round.text(), PAID);
    assert_eq!(till.charged(), (1, 1));
    assert_eq!(till.asked_for("reserve"), 1);
}

#[tokio::test]
async fn r14_a_redis_that_was_killed_charges_nobody_and_the_call_goes_on_when_it_is_back() {
    let Some(mut redis) = Redis::start(&[]).await else {
        return;
    };
    let mut till = till_on(&redis).await;
    let client = till.server().modern().await;
    let mut call = client.start(checkout()).await;
    for answers in [address("Vienna"), price(yes())] {
        let port = redis.port();
        drop(redis);
        is_refused(&mut till, &client, &call, answers.clone()).await;
        redis = Redis::start_at(port).await.expect("it ran before");
        is_taken(&client, &mut call, answers).await;
    }
    assert_eq!(call.round.text(), PAID);
    assert_eq!(till.charged(), (1, 1));
    assert_eq!(till.asked_for("reserve"), 1);
}

/// What it was sent while it was silent, it does when it wakes up.
#[tokio::test]
async fn r14_a_silent_redis_charges_nobody_and_the_call_goes_on_when_it_wakes_up() {
    let Some(redis) = Redis::start(&[]).await else {
        return;
    };
    let mut till = till_on(&redis).await;
    let client = till.server().modern().await;
    let mut call = at_the_price(&client).await;
    redis.stop();
    is_refused(&mut till, &client, &call, price(yes())).await;
    redis.go_on();
    is_taken(&client, &mut call, price(yes())).await;
    assert_eq!(call.round.text(), PAID);
    assert_eq!(till.charged(), (1, 1));
}
