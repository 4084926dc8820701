//! An ask suspends, whatever is wrapped around it.

use mrtr_tests::answers::{decline, value};
use mrtr_tests::{Hosted, Lab, Wire, tool};
use serde_json::json;

over_wires! {
    async fn an_ask_in_a_timeout_suspends(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("with_timeout", json!({}))).await;
        assert_eq!(call.answer(json!({"name": value("Ann")})).await.text(), "Ann");
    }
}

over_wires! {
    async fn an_ask_with_a_default_suspends_and_a_refusal_takes_it(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("with_unwrap_or", json!({}))).await;
        assert_eq!(call.answer(json!({"name": value("Ann")})).await.text(), "Ann");
        let mut call = client.start(tool("with_unwrap_or", json!({}))).await;
        assert_eq!(call.answer(json!({"name": decline()})).await.text(), "nobody");
    }
}

over_wires! {
    async fn an_ask_in_a_retry_helper_suspends_at_its_first_attempt(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("with_retry", json!({}))).await;
        assert_eq!((call.round.asked(), effects.count("attempts")), (vec!["name"], 1));
        assert_eq!(call.answer(json!({"name": value("Ann")})).await.text(), "Ann");
        assert_eq!(effects.count("attempts"), 2);
    }
}

over_wires! {
    async fn a_try_join_is_one_round_and_ends_at_the_first_refusal(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("with_try_join", json!({}))).await;
        assert_eq!(call.round.asked(), ["name", "town"]);
        let both = json!({"name": value("Ann"), "town": value("Oslo")});
        assert_eq!(call.answer(both).await.text(), "Ann of Oslo");

        let mut call = client.start(tool("with_try_join", json!({}))).await;
        let declined = json!({"name": value("Ann"), "town": decline()});
        assert_eq!(call.answer(declined).await.tool_error(), "The user declined `town`.");
    }
}

over_wires! {
    async fn asks_in_the_arguments_of_macros_suspend_one_by_one(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        for name in ["with_format", "with_vec"] {
            let mut call = client.start(tool(name, json!({}))).await;
            assert_eq!(call.round.asked(), ["one"]);
            assert_eq!(call.answer(json!({"one": value("A")})).await.asked(), ["two"]);
            assert_eq!(call.answer(json!({"two": value("B")})).await.text(), "A and B");
        }
    }
}
