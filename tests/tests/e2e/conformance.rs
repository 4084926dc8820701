//! The fixtures of the official suite, by rmcp's client.

use mrtr_tests::answers::{accept, roots, sample};
use mrtr_tests::{Example, Operation, Person, Transport, example, prompt, tool};
use serde_json::json;

fn conformance() -> Example {
    example!("conformance")
}

fn fixture(name: &str) -> Operation {
    tool(&format!("test_input_required_result_{name}"), json!({}))
}

over_both! {
    async fn three_kinds_of_question_are_one_round(transport: Transport) {
        let server = conformance().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(fixture("multiple_inputs")).await;
        assert_eq!(call.round.asked(), ["client_roots", "greeting", "user_name"]);
        let done = call.answer(json!({
            "user_name": accept(json!({"name": "Ann"})),
            "greeting": sample("Good morning"),
            "client_roots": roots(&["file:///home/ann"]),
        }));
        assert_eq!(done.await.text(), "Good morning Ann, of file:///home/ann");
    }
}

over_both! {
    async fn two_questions_in_turn_are_two_rounds(transport: Transport) {
        let server = conformance().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(fixture("multi_round")).await;
        assert_eq!(call.round.asked(), ["step1"]);
        let first = call.round.state();
        let second = call.answer(json!({"step1": accept(json!({"name": "Ann"}))})).await;
        assert_eq!(second.asked(), ["step2"]);
        assert_ne!(second.state(), first);
        let done = call.answer(json!({"step2": accept(json!({"color": "green"}))})).await;
        assert_eq!(done.text(), "Ann likes green");
    }
}

over_both! {
    async fn a40_an_answer_without_a_state_counts_for_unsolicited_tools_only(transport: Transport) {
        let server = conformance().start(transport).await;
        let client = server.modern().await;
        let answers = json!({"user_name": accept(json!({"name": "Ann"}))});
        let taken = client.request(&fixture("elicitation"), Some(answers), None).await;
        assert_eq!(taken.text(), "Hello, Ann!");
        let forged = json!({"confirm": accept(json!({"ok": true}))});
        let asked = client.request(&fixture("request_state"), Some(forged), None).await;
        assert_eq!(asked.asked(), ["confirm"]);
    }
}

over_both! {
    async fn a28_a_handler_asks_for_what_the_client_can_do(transport: Transport) {
        let server = conformance().start(transport).await;
        let only_sampling = Person::modern().declaring(json!({"sampling": {}}));
        let client = server.connect(&only_sampling).await;
        let call = client.start(fixture("capabilities")).await;
        assert_eq!(call.round.asked(), ["greeting"]);
    }
}

over_both! {
    async fn a_prompt_of_the_suite_asks_for_its_context(transport: Transport) {
        let server = conformance().start(transport).await;
        let client = server.modern().await;
        let operation = prompt("test_input_required_result_prompt", json!({}));
        let mut call = client.start(operation).await;
        let context = accept(json!({"context": "tests"}));
        let done = call.answer(json!({"user_context": context})).await;
        assert_eq!(done.result()["messages"][0]["content"]["text"], "Context: tests");
    }
}

over_both! {
    async fn a77_tools_that_ask_nothing_stand_beside_them(transport: Transport) {
        let server = conformance().start(transport).await;
        let client = server.modern().await;
        let plain = client.once(tool("test_simple_text", json!({}))).await;
        assert_eq!(plain.text(), "This is a simple text response for testing.");
    }
}
