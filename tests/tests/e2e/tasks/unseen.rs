//! A question of a task can be read since its client first looked.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use mrtr_runtime::Clock;

use super::*;

/// A clock that goes on when it is told to.
#[derive(Clone)]
struct Hands(Arc<Mutex<SystemTime>>);

impl Hands {
    fn advance(&self, millis: u64) {
        *self.0.lock().unwrap() += Duration::from_millis(millis);
    }
}

impl Clock for Hands {
    fn now(&self) -> SystemTime {
        *self.0.lock().unwrap()
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(tokio::time::sleep(duration))
    }
}

/// A task with its question open, which nobody has looked at, and a clock.
async fn put() -> (Server, Raw, String, Hands) {
    let hands = Hands(Arc::new(Mutex::new(SystemTime::now())));
    let mrtr = Mrtr::builder().keys(Keys::new([[1; 32]]).unwrap());
    let mrtr = mrtr.audience("lab").single_user().clock(hands.clone());
    let server = Server::with(mrtr.build().unwrap()).await;
    let client = server.client();
    let id = id(&client.send(&call("refused_in_a_task"), json!({})).await);
    let mrtr = server.lab.mrtr().clone();
    until("it asks", || mrtr.counters().total(Counter::Asked) == 1).await;
    (server, client, id, hands)
}

fn no_thanks(key: &str) -> Value {
    json!({ (key): {"action": "decline"} })
}

async fn told(client: &Raw, id: &str) -> String {
    text(&look(client, id, "completed").await).to_owned()
}

#[tokio::test]
async fn a27_the_time_counts_from_the_first_look() {
    let (_server, client, id, hands) = put().await;
    hands.advance(60_000);
    look(&client, &id, "input_required").await;
    hands.advance(75);
    update(&client, &id, no_thanks("rows")).await;
    hands.advance(60_000);
    assert_eq!(told(&client, &id).await, "Some(75)");
}

#[tokio::test]
async fn a27_a_later_look_does_not_count() {
    let (_server, client, id, hands) = put().await;
    look(&client, &id, "input_required").await;
    hands.advance(60_000);
    look(&client, &id, "input_required").await;
    hands.advance(75);
    update(&client, &id, no_thanks("rows")).await;
    assert_eq!(told(&client, &id).await, "None");
}

#[tokio::test]
async fn a27_nobody_saw_what_its_client_never_looked_at() {
    let (server, client, id, hands) = put().await;
    hands.advance(60_000);
    let mrtr = server.lab.mrtr();
    // That it asks is counted before the question is put.
    let refused = async {
        while mrtr.counters().total(Counter::Refusals) == 0 {
            update(&client, &id, no_thanks("rows")).await;
        }
    };
    refused.in_time().await;
    assert_eq!(told(&client, &id).await, "Some(0)");
}

#[tokio::test]
async fn a27_a_question_that_is_asked_again_was_read_before() {
    for (between, unseen) in [(60_000, "None"), (50, "Some(125)")] {
        let (_server, client, id, hands) = put().await;
        hands.advance(60_000);
        look(&client, &id, "input_required").await;
        hands.advance(between);
        let wrong = json!({"rows": accept(json!({"value": "many"}))});
        update(&client, &id, wrong).await;
        let again =
            async { while keys(&look(&client, &id, "input_required").await) != ["rows.2"] {} };
        again.in_time().await;
        hands.advance(75);
        update(&client, &id, no_thanks("rows.2")).await;
        assert_eq!(told(&client, &id).await, unseen);
    }
}

/// Its client answers, and has never looked: what it shows later is the first that anybody sees.
#[tokio::test]
async fn a27_a_question_that_is_asked_again_unseen_can_be_read_since_it_is_shown() {
    for (reads, unseen) in [(75, "Some(75)"), (60_000, "None")] {
        let (server, client, id, hands) = put().await;
        let mrtr = server.lab.mrtr();
        // That it asks is counted before the question is put.
        let again = async {
            while mrtr.counters().total(Counter::AskedAgain) == 0 {
                let wrong = json!({"rows": accept(json!({"value": "many"}))});
                update(&client, &id, wrong).await;
            }
        };
        again.in_time().await;
        hands.advance(60_000);
        let open = look(&client, &id, "input_required").await;
        assert_eq!(keys(&open), ["rows.2"]);
        hands.advance(reads);
        update(&client, &id, no_thanks("rows.2")).await;
        assert_eq!(told(&client, &id).await, unseen);
    }
}
