//! What runs how often, and what a suspended or panicking handler leaves.

use mrtr_tests::answers::{decline, yes};
use mrtr_tests::{Hosted, Lab, Wire, prompt, tool};
use serde_json::json;

const COUNTS: [&str; 6] = ["before", "captured", "between", "unit", "mail", "after"];

over_wires! {
    async fn a46_a55_code_before_an_ask_runs_each_round_and_a_capture_once(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let counts = || COUNTS.map(|name| effects.count(name));
        let server = Hosted::start(lab, wire).await;
        let client = server.modern().await;

        let mut call = client.start(tool("order", json!({}))).await;
        assert_eq!(call.round.message("first"), "Order 1?");
        assert_eq!(counts(), [1, 1, 0, 0, 0, 0]);
        call.answer(json!({"first": yes()})).await.asked();
        assert_eq!(counts(), [2, 1, 1, 1, 1, 0]);
        let done = call.answer(json!({"second": yes()})).await;
        assert_eq!(done.text(), "order 1, mail 1");
        assert_eq!(counts(), [3, 1, 2, 1, 1, 1]);
    }
}

over_wires! {
    async fn a46_each_flow_has_its_own_captures(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let client = server.modern().await;
        let mut one = client.start(tool("order", json!({}))).await;
        let mut two = client.start(tool("order", json!({}))).await;
        assert_eq!(one.answer(json!({"first": decline()})).await.tool_error(), "The user declined `first`.");
        two.answer(json!({"first": yes()})).await.asked();
        assert_eq!(two.answer(json!({"second": yes()})).await.text(), "order 2, mail 1");
        assert_eq!((effects.count("captured"), effects.count("mail")), (2, 1));
    }
}

over_wires! {
    async fn a47_what_a_handler_holds_is_released_when_it_suspends(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let client = server.modern().await;
        for calls in 1..=20 {
            client.start(tool("guarded", json!({}))).await.round.asked();
            assert_eq!((effects.count("taken"), effects.count("released")), (calls, calls));
        }
    }
}

over_wires! {
    async fn a80_a_panic_is_an_internal_error_and_the_connection_lives_on(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        client.once(tool("panics", json!({}))).await.assert_internal();
        let mut call = client.start(tool("panics_later", json!({}))).await;
        call.answer(json!({"sure": yes()})).await.assert_internal();
        let mut call = client.start(prompt("panicking", json!({}))).await;
        call.answer(json!({"sure": yes()})).await.assert_internal();
        assert_eq!(client.once(tool("plain", json!({}))).await.text(), "Hello");
        assert_eq!(client.once(tool("guarded", json!({}))).await.asked(), ["sure"]);
    }
}
