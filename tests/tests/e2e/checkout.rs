//! The example that takes money: each cart is charged once.

use mrtr_examples::payments::{Cart, Faults, Payments, Served};
use mrtr_tests::answers::{accept, as_a_person, cancel, decline, no, yes};
use mrtr_tests::{Client, Example, Operation, Person, Process, Talk, Transport, example, tool};
use serde_json::{Value, json};

/// A shop in this process, and a server that calls it.
pub(crate) struct Till {
    pub(crate) payments: Payments,
    served: Served,
    pub(crate) server: Process,
}

async fn till(transport: Transport) -> Till {
    till_of(example!("checkout"), transport).await
}

pub(crate) async fn till_of(example: Example, transport: Transport) -> Till {
    let payments = Payments::seeded();
    let served = payments.serve(([127, 0, 0, 1], 0).into()).await.unwrap();
    let server = example.option("--payments", &served.url);
    Till {
        payments,
        server: server.start(transport).await,
        served,
    }
}

impl Till {
    /// How many charges were made, and how often one was asked for.
    pub(crate) fn charged(&self) -> (usize, usize) {
        (self.payments.charges().len(), self.asked_for("charge"))
    }

    pub(crate) fn asked_for(&self, what: &str) -> usize {
        let requests = self.payments.requests();
        let of = requests.iter().filter(|((kind, _), _)| kind == what);
        of.map(|(_, times)| times).sum()
    }
}

pub(crate) fn checkout() -> Operation {
    tool("checkout", json!({"cart": "cart-1"}))
}

pub(crate) fn address(city: &str) -> Value {
    let address = json!({
        "name": "Ann",
        "street": "Am Hof 1",
        "postal_code": "1010",
        "city": city,
        "country": "Austria",
    });
    json!({ "address": accept(address) })
}

pub(crate) fn price(answer: Value) -> Value {
    json!({ "price": answer })
}

/// A call that is asked about the price.
pub(crate) async fn at_the_price(client: &Client) -> Talk<'_> {
    let mut call = client.start(checkout()).await;
    assert_eq!(call.round.asked(), ["address"]);
    assert_eq!(call.answer(address("Vienna")).await.asked(), ["price"]);
    call
}

pub(crate) const PAID: &str = "cart-1 is paid: receipt-1.";
const PAID_ALREADY: &str = "cart-1 is paid already: receipt-1.";

over_both! {
    async fn a_cart_is_paid_and_then_says_so(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut call = at_the_price(&client).await;
        let asked = "Pay 42.00 EUR for a teapot and two cups, to be sent to Ann in Vienna?";
        assert_eq!(call.round.message("price"), asked);
        assert_eq!(till.charged(), (0, 0));

        assert_eq!(call.answer(price(yes())).await.text(), PAID);
        assert_eq!(client.once(checkout()).await.text(), PAID_ALREADY);
        assert_eq!(till.charged(), (1, 1));
        assert_eq!(till.asked_for("reserve"), 1);
        let charge = &till.payments.charges()[0];
        assert_eq!((&*charge.cart, charge.order.price), ("cart-1", 4_200));
        let lines = "Ann\nAm Hof 1\n1010 Vienna\nAustria\n(no email)";
        assert_eq!(charge.order.ship_to, lines);
    }
}

over_both! {
    async fn a42_a_repeat_gets_the_same_reply_and_nothing_is_done_again(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut call = client.start(checkout()).await;
        let mut lost = call.taken_by(&client);
        call.answer(address("Vienna")).await.asked();
        lost.answer(address("Vienna")).await.asked();
        assert_eq!(lost.round.state(), call.round.state());
        assert_eq!(till.asked_for("reserve"), 1);

        let mut lost = call.taken_by(&client);
        assert_eq!(call.answer(price(yes())).await.text(), PAID);
        assert_eq!(lost.answer(price(yes())).await.text(), PAID);
        assert_eq!(till.charged(), (1, 1));
    }
}

over_both! {
    async fn a42_a_fork_with_another_answer_is_refused(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut call = client.start(checkout()).await;
        let mut fork = call.taken_by(&client);
        call.answer(address("Vienna")).await.asked();
        fork.answer(address("Graz")).await.assert_bad_state();

        let mut fork = call.taken_by(&client);
        let refused = call.answer(price(decline())).await;
        assert_eq!(as_a_person(refused.tool_error()), "The user declined `price`.");
        fork.answer(price(yes())).await.assert_bad_state();
        assert_eq!(till.charged(), (0, 0));
    }
}

over_both! {
    async fn a59_retries_at_the_same_time_charge_once(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut call = at_the_price(&client).await;
        let [mut second, mut third] = [call.taken_by(&client), call.taken_by(&client)];
        tokio::join!(
            async { assert_eq!(call.answer(price(yes())).await.text(), PAID) },
            async { assert_eq!(second.answer(price(yes())).await.text(), PAID) },
            async { assert_eq!(third.answer(price(yes())).await.text(), PAID) },
        );
        assert_eq!(till.charged(), (1, 1));
    }
}

over_both! {
    async fn a_retry_without_answers_is_asked_the_same_and_spends_nothing(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut call = at_the_price(&client).await;
        let mut earlier = call.taken_by(&client);
        assert_eq!(call.answer_nothing().await.asked(), ["price"]);
        assert_eq!(earlier.answer(price(yes())).await.text(), PAID);
        // The state that came with the same question is one for the same round.
        call.answer(price(no())).await.assert_bad_state();
        assert_eq!(till.charged(), (1, 1));
    }
}

over_both! {
    async fn another_price_is_asked_about_again(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut call = at_the_price(&client).await;
        till.payments.put_cart("cart-1", Cart::of(None, "a teapot and two cups", 4_900));
        let message = call.answer(price(yes())).await.message("price").to_owned();
        assert!(message.starts_with("This has changed since you were asked."), "{message}");
        assert!(message.contains("Pay 49.00 EUR"), "{message}");
        assert_eq!(till.charged(), (0, 0));
        assert_eq!(call.answer(price(yes())).await.text(), PAID);
        assert_eq!(till.payments.charges()[0].order.price, 4_900);
    }
}

over_both! {
    async fn only_a_yes_charges(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        for answer in [decline(), cancel()] {
            let mut call = client.start(checkout()).await;
            call.answer(json!({"address": answer})).await.tool_error();
        }
        for answer in [decline(), no(), cancel()] {
            let mut call = at_the_price(&client).await;
            call.answer(price(answer)).await.tool_error();
        }
        assert_eq!(till.charged(), (0, 0));
    }
}

over_both! {
    async fn a_shop_that_is_down_charges_nothing(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut call = client.start(checkout()).await;
        drop(till.served);
        let down = "The shop does not answer. Nothing was charged. Try again later.";
        assert_eq!(call.answer(address("Vienna")).await.tool_error(), down);
        assert_eq!(client.once(checkout()).await.tool_error(), down);
    }
}

over_both! {
    async fn a_charge_whose_answer_is_lost_is_sent_again_and_made_once(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut call = at_the_price(&client).await;
        till.payments.set_faults(Faults { lose: 2, ..Faults::default() });
        assert_eq!(call.answer(price(yes())).await.text(), PAID);
        assert_eq!(till.charged(), (1, 3));
    }
}

over_both! {
    async fn who_calls_again_after_an_unknown_outcome_is_not_charged_twice(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut call = at_the_price(&client).await;
        let mut later = at_the_price(&client).await;
        till.payments.set_faults(Faults { lose: 3, ..Faults::default() });
        let unknown = call.answer(price(yes())).await.tool_error().to_owned();
        assert!(unknown.contains("did not say whether"), "{unknown}");
        // Another flow of the same cart, from before it was paid.
        assert_eq!(later.answer(price(yes())).await.text(), PAID_ALREADY);
        assert_eq!(client.once(checkout()).await.text(), PAID_ALREADY);
        assert_eq!(till.charged(), (1, 3));
    }
}

over_both! {
    async fn two_flows_of_one_cart_at_the_same_time_charge_once(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let [mut one, mut two] = [at_the_price(&client).await, at_the_price(&client).await];
        // Both charges are on their way before either is made.
        till.payments.set_faults(Faults { hold: true, ..Faults::default() });
        let ((), paid, again) = tokio::join!(
            async {
                mrtr_tests::until("both charge", || till.payments.held() == 2).await;
                till.payments.set_faults(Faults::default());
            },
            async { one.answer(price(yes())).await.clone() },
            async { two.answer(price(yes())).await.clone() },
        );
        assert_eq!((paid.text(), again.text()), (PAID, PAID));
        assert_eq!(till.charged(), (1, 2));
    }
}

over_both! {
    async fn another_flow_that_was_late_with_another_address_is_told_so(transport: Transport) {
        let till = till(transport).await;
        let client = till.server.modern().await;
        let mut vienna = at_the_price(&client).await;
        let mut graz = client.start(checkout()).await;
        graz.answer(address("Graz")).await.asked();

        till.payments.set_faults(Faults { hold: true, ..Faults::default() });
        let ((), vienna, graz) = tokio::join!(
            async {
                mrtr_tests::until("both charge", || till.payments.held() == 2).await;
                till.payments.set_faults(Faults::default());
            },
            async { vienna.answer(price(yes())).await.clone() },
            async { graz.answer(price(yes())).await.clone() },
        );
        let (paid, late) = match vienna.result()["isError"] == true {
            true => (graz, vienna),
            false => (vienna, graz),
        };
        assert_eq!(paid.text(), PAID);
        assert!(late.tool_error().starts_with("Another call has paid for this cart."));
        assert_eq!(till.charged(), (1, 2));
    }
}

over_both! {
    async fn r14_without_a_store_the_tool_refuses(transport: Transport) {
        let without = example!("checkout").option("--store", "none");
        let till = till_of(without, transport).await;
        let client = till.server.modern().await;
        client.once(checkout()).await.assert_internal();
        assert_eq!(till.charged(), (0, 0));
    }
}

over_both! {
    async fn an_old_client_pays_in_one_request(transport: Transport) {
        let till = till(transport).await;
        let person = Person::old().answering(|question| {
            let message = question.params["message"].as_str()?;
            Some(match message.starts_with("Pay ") {
                true => yes(),
                false => address("Vienna")["address"].clone(),
            })
        });
        let client = till.server.connect(&person).await;
        assert_eq!(client.once(checkout()).await.text(), PAID);
        assert_eq!(till.charged(), (1, 1));
    }
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_ends_what_it_has_begun() {
    let till = till(Transport::Http).await;
    let client = till.server.modern().await;
    let mut call = at_the_price(&client).await;
    till.payments.set_faults(Faults {
        late_ms: 500,
        ..Faults::default()
    });
    let stopped = async {
        mrtr_tests::until("it charges", || !till.payments.charges().is_empty()).await;
        till.server.stop().await;
    };
    let (paid, ()) = tokio::join!(async { call.answer(price(yes())).await.clone() }, stopped);
    assert_eq!(paid.text(), PAID);
}

#[tokio::test]
async fn a33_a_cart_of_somebody_else_does_not_exist() {
    let till = till(Transport::Http).await;
    till.payments
        .put_cart("cart-1", Cart::of(Some("ann"), "a teapot", 4_200));
    for token in [None, Some("bob.token")] {
        let person = token.map_or_else(Person::modern, |token| Person::modern().bearer(token));
        let client = till.server.connect(&person).await;
        let told = client.once(checkout()).await;
        assert_eq!(told.tool_error(), "There is no such cart.");
    }
    let ann = Person::modern().bearer("ann.token");
    at_the_price(&till.server.connect(&ann).await).await;
}

#[tokio::test]
async fn an_id_that_is_no_cart_asks_the_shop_nothing() {
    let till = till(Transport::Http).await;
    let client = till.server.modern().await;
    for id in ["", "../charges", "cart-1/reservation", "cart-1?x", "cart-9"] {
        let told = client.once(tool("checkout", json!({ "cart": id }))).await;
        assert_eq!(told.tool_error(), "There is no such cart.", "{id}");
    }
}

#[tokio::test]
async fn without_a_shop_it_brings_its_own() {
    let server = example!("checkout").start(Transport::Stdio).await;
    let client = server.modern().await;
    let mut call = at_the_price(&client).await;
    assert_eq!(call.answer(price(yes())).await.text(), PAID);
    assert_eq!(client.once(checkout()).await.text(), PAID_ALREADY);
}
