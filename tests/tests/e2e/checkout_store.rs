//! `checkout` on a real Redis that is full, gone or silent: the tool refuses before its first line runs, says nothing of
//! why, and the same call goes on when Redis is back.

use std::time::Duration;

use mrtr_examples::payments::Cart;
use mrtr_tests::answers::yes;
use mrtr_tests::{Client, Door, Redis, Round, Talk, Transport, example};
use serde_json::Value;

use crate::checkout::{PAID, Till, address, at_the_price, checkout, price, till_of};

async fn till_on(redis: &str) -> Till {
    let example = example!("checkout").option("--store", redis);
    till_of(example, Transport::Http).await
}

fn belongs_to(till: &Till, customer: Option<&str>) {
    let cart = Cart::of(customer, "a teapot and two cups", 4_200);
    till.payments.put_cart("cart-1", cart);
}

/// An answer is refused though nobody has answered before. The cart is somebody else's meanwhile: a handler that ran
/// would say that there is none.
async fn is_refused(till: &Till, client: &Client, call: &Talk<'_>, answers: Value) {
    let asked = (till.charged(), till.asked_for("reserve"));
    belongs_to(till, Some("ann"));
    call.taken_by(client)
        .answer(answers)
        .await
        .assert_internal();
    belongs_to(till, None);
    assert_eq!((till.charged(), till.asked_for("reserve")), asked);
}

/// Sends the same answer until the server has found its Redis again.
async fn is_taken<'c>(client: &'c Client, call: &mut Talk<'c>, answers: Value) {
    for _ in 0..100 {
        let mut retry = call.taken_by(client);
        match retry.answer(answers.clone()).await {
            Round::Failed(_) => retry.round.assert_internal(),
            _ => {
                *call = retry;
                return;
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the server does not find its Redis again");
}

/// The whole call was one, whatever was refused on its way.
fn is_paid_once(till: &Till, call: &Talk<'_>) {
    assert_eq!(call.round.text(), PAID);
    assert_eq!(till.charged(), (1, 1));
    assert_eq!(till.asked_for("reserve"), 1);
}

#[tokio::test]
async fn r14_a_full_redis_charges_nobody_and_the_call_goes_on_when_there_is_room() {
    let Some(redis) = Redis::start(&["--maxmemory-policy", "noeviction"]).await else {
        return;
    };
    let till = till_on(&redis.url()).await;
    let client = till.server.modern().await;
    let mut call = client.start(checkout()).await;
    for answers in [address("Vienna"), price(yes())] {
        redis.fill();
        is_refused(&till, &client, &call, answers.clone()).await;
        redis.make_room();
        call.answer(answers).await;
    }
    is_paid_once(&till, &call);
}

#[tokio::test]
async fn r14_a_redis_that_was_killed_charges_nobody_and_the_call_goes_on_when_it_is_back() {
    let Some(mut redis) = Redis::start(&[]).await else {
        return;
    };
    let door = Door::to(&redis).await;
    let till = till_on(&door.url()).await;
    let client = till.server.modern().await;
    let mut call = client.start(checkout()).await;
    for answers in [address("Vienna"), price(yes())] {
        door.lead_to(None);
        drop(redis);
        is_refused(&till, &client, &call, answers.clone()).await;
        redis = Redis::start(&[]).await.expect("it ran before");
        door.lead_to(Some(&redis));
        is_taken(&client, &mut call, answers).await;
    }
    is_paid_once(&till, &call);
}

/// What it was sent while it was silent, it does when it wakes up.
#[tokio::test]
async fn r14_a_silent_redis_charges_nobody_and_the_call_goes_on_when_it_wakes_up() {
    let Some(redis) = Redis::start(&[]).await else {
        return;
    };
    let till = till_on(&redis.url()).await;
    let client = till.server.modern().await;
    let mut call = at_the_price(&client).await;
    redis.stop();
    is_refused(&till, &client, &call, price(yes())).await;
    redis.go_on();
    is_taken(&client, &mut call, price(yes())).await;
    is_paid_once(&till, &call);
}
