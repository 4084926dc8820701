//! Errors of handlers, by their type.

use mrtr_tests::answers::{decline, yes};
use mrtr_tests::{Hosted, Lab, Round, Wire, prompt, resource, tool};
use serde_json::{Value, json};

/// The last reply of a tool that asks whether it should go on.
async fn ended(wire: Wire, name: &str, answer: Value) -> Round {
    let server = Hosted::start(Lab::default(), wire).await;
    let client = server.modern().await;
    let mut call = client.start(tool(name, json!({}))).await;
    call.answer(json!({"sure": answer})).await;
    call.round
}

over_wires! {
    async fn a27_a_refusal_is_told_whatever_error_type_it_passes_through(wire: Wire) {
        for (name, told) in [
            ("with_error_data", "The user declined `sure`."),
            ("with_tool_error", "The user declined `sure`."),
            ("with_anyhow", "closing the shop: The user declined `sure`."),
            ("with_string", "The user declined `sure`."),
            ("with_own_error", "The user declined `sure`."),
        ] {
            assert_eq!(ended(wire, name, decline()).await.tool_error(), told, "{name}");
        }
    }
}

over_wires! {
    async fn an_error_that_drops_the_refusal_speaks_for_itself(wire: Wire) {
        let told = ended(wire, "with_dropped_cause", decline()).await;
        assert_eq!(told.tool_error(), "shop: the shop stays open");
    }
}

over_wires! {
    async fn other_errors_are_what_rmcp_makes_of_them(wire: Wire) {
        let error = ended(wire, "with_error_data", yes()).await;
        assert_eq!((error.code(), &*error.error().message), (-32602, "no such shop"));
        for (name, told) in [
            ("with_tool_error", "the disk is full"),
            ("with_anyhow", "the door is stuck"),
            ("with_string", "the shop is on fire"),
        ] {
            assert_eq!(ended(wire, name, yes()).await.tool_error(), told, "{name}");
        }
    }
}

/// Whatever comes after an answer: the state it came with is not told again, nor is there another.
#[tokio::test]
async fn a80_what_fails_after_an_answer_carries_no_state() {
    let server = Hosted::start(Lab::default(), Wire::Http).await;
    let raw = server.raw();
    let call = |name: &str| tool(name, json!({}));
    let letter = || prompt("letter", json!({"topic": "rain"}));
    let panicking = || prompt("panicking", json!({}));
    let note = || resource("lab://x");
    let roots = || json!({"roots": []});
    for (operation, key, answer, code) in [
        (call("with_error_data"), "sure", yes(), Some(-32602)),
        (call("with_tool_error"), "sure", yes(), None),
        (call("with_anyhow"), "sure", yes(), None),
        (call("with_tool_error"), "sure", decline(), None),
        (call("panics_later"), "sure", yes(), Some(-32603)),
        (call("with_tool_error"), "sure", roots(), Some(-32602)),
        (panicking(), "sure", yes(), Some(-32603)),
        (letter(), "reader", decline(), Some(-32603)),
        (letter(), "reader", roots(), Some(-32602)),
        (note(), "note", decline(), Some(-32603)),
        (note(), "note", roots(), Some(-32602)),
    ] {
        let name = operation.target();
        let state = raw.send(&operation, json!({})).await.result()["requestState"].clone();
        let retry = json!({"requestState": state, "inputResponses": {key: answer}});
        let failed = raw.send(&operation, retry).await;
        match code {
            Some(code) => assert_eq!(failed.code(), code, "{name}"),
            None => assert_eq!(failed.result()["isError"], true, "{name}"),
        }
        let text = failed.body.to_string();
        for hidden in [
            "requestState",
            "inputRequests",
            "secret",
            state.as_str().unwrap(),
        ] {
            assert!(!text.contains(hidden), "{name}: {text}");
        }
    }
}
