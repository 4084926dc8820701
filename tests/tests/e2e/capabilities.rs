//! Nothing is asked that the client did not declare in this request.

use mrtr_tests::answers::{sample, value, yes};
use mrtr_tests::{Hosted, Lab, Person, Transport, Wire, example, tool};
use serde_json::{Value, json};

fn incident_close() -> mrtr_tests::Operation {
    tool("close_incident", json!({"incident": "INC-104"}))
}

over_both! {
    async fn a25_an_ask_for_what_is_not_declared_is_an_error_that_names_it(transport: Transport) {
        let server = example!("incident").start(transport).await;
        for declared in [json!({}), json!({"sampling": {}, "roots": {}}), json!({"elicitation": {"url": {}}})] {
            let client = server.connect(&Person::modern().declaring(declared)).await;
            let refused = client.once(incident_close()).await;
            let error = refused.error();
            assert_eq!((error.code.0, error.message.as_ref()), (-32021, "Missing required client capability"));
            let required = &error.data.as_ref().unwrap()["requiredCapabilities"];
            assert!(required["elicitation"]["form"].is_object(), "{required}");
        }
    }
}

over_both! {
    async fn a25_bare_elicitation_is_enough_for_a_form(transport: Transport) {
        let server = example!("incident").start(transport).await;
        let person = Person::modern().declaring(json!({"elicitation": {}}));
        let client = server.connect(&person).await;
        assert_eq!(client.once(incident_close()).await.asked(), ["confirm"]);
    }
}

#[tokio::test]
async fn a80_a_missing_capability_is_http_400_and_embeds_nothing() {
    let server = example!("incident").start(Transport::Http).await;
    let raw = server.raw().declaring(json!({}));
    let refused = raw.send(&incident_close(), json!({})).await;
    assert_eq!((refused.status, refused.code()), (400, -32021));
    let text = refused.body.to_string();
    assert!(
        !text.contains("inputRequests") && !text.contains("requestState"),
        "{text}"
    );
}

#[tokio::test]
async fn a80_a_state_that_does_not_open_is_the_same_bytes_whatever_the_cause() {
    let server = example!("incident").start(Transport::Http).await;
    let raw = server.raw();
    let state = raw.send(&incident_close(), json!({})).await.result()["requestState"].clone();
    let stolen = server.raw().authorization("Bearer bob.1");
    let other = tool("close_incident", json!({"incident": "INC-107"}));
    let with = |state: Value| json!({ "requestState": state });
    let refused = [
        raw.send(&incident_close(), with(json!("m1.AAAA.AAAA")))
            .await,
        raw.send(&incident_close(), with(json!("x"))).await,
        raw.send(&other, with(state.clone())).await,
        stolen.send(&incident_close(), with(state)).await,
    ];
    for answer in &refused {
        assert_eq!(answer, &refused[0]);
    }
    assert_eq!(refused[0].code(), -32602);
}

over_wires! {
    async fn the_error_names_what_all_asks_of_the_round_need(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.connect(&Person::modern().declaring(json!({"roots": {}}))).await;
        let refused = client.once(tool("at_once", json!({}))).await;
        let data = refused.error().data.clone().unwrap();
        let required = json!({"elicitation": {"form": {}}, "sampling": {}});
        assert_eq!((refused.code(), data), (-32021, json!({"requiredCapabilities": required})));
    }
}

over_wires! {
    async fn a26_an_answer_outlives_the_capability_and_the_next_ask_does_not(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let able = server.modern().await;
        let unable = server.connect(&Person::modern().declaring(json!({"sampling": {}}))).await;
        let call = able.start(tool("travel", json!({}))).await;
        let norway = json!({"country": value("Norway")});
        assert_eq!(call.taken_by(&unable).answer(norway.clone()).await.code(), -32021);

        let mut call = call.taken_by(&able);
        call.answer(norway).await.asked();
        let mut call = call.taken_by(&unable);
        let poem = call.answer(json!({"town": value("Oslo")})).await;
        assert_eq!(poem.prompt("poem"), "A poem on Oslo, Norway");
        assert_eq!(call.answer(json!({"poem": sample("O Oslo")})).await.code(), -32021);
    }
}

over_wires! {
    async fn a28_a_branch_on_a_capability_stays_as_it_was_first_taken(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let able = server.modern().await;
        let unable = server.connect(&Person::modern().declaring(json!({"roots": {}}))).await;
        let call = able.start(tool("by_capability", json!({}))).await;
        let mut call = call.taken_by(&unable);
        assert_eq!(call.answer(json!({"name": value("Ann")})).await.asked(), ["places"]);
        assert_eq!(call.answer(json!({"places": {"roots": []}})).await.text(), "Ann 0");

        let mut call = unable.start(tool("by_capability", json!({}))).await;
        let mut moved = call.taken_by(&able);
        for call in [&mut call, &mut moved] {
            assert_eq!(call.answer(json!({"places": {"roots": []}})).await.text(), "nobody 0");
        }
    }
}

over_wires! {
    async fn a63_nothing_to_ask_is_a_result(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.connect(&Person::modern().declaring(json!({}))).await;
        let order = json!({"item": "tea"});
        assert_eq!(client.once(tool("everything", order)).await.text(), "tea for yourself");
        let refused = client.once(tool("guarded", json!({}))).await;
        assert_eq!(refused.code(), -32021);
        let able = server.modern().await;
        let mut call = able.start(tool("guarded", json!({}))).await;
        let mut moved = call.taken_by(&client);
        assert_eq!(moved.answer(json!({"sure": yes()})).await.text(), "done");
        assert_eq!(call.answer(json!({"sure": yes()})).await.text(), "done");
    }
}
