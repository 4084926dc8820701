//! What a client may answer, and what becomes of it.

use mrtr_tests::answers::{accept, cancel, decline, sample, value, yes};
use mrtr_tests::{Example, Hosted, Lab, Operation, Transport, Wire, example, tool};
use serde_json::{Value, json};

fn incident() -> Example {
    example!("incident")
}

fn summarize() -> Operation {
    tool("summarize_incident", json!({"incident": "INC-104"}))
}

fn close() -> Operation {
    tool("close_incident", json!({"incident": "INC-104"}))
}

over_both! {
    async fn a_missing_answer_is_asked_for_again(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(close()).await;
        assert_eq!(call.answer(json!({})).await.asked(), ["confirm"]);
        assert_eq!(call.answer_nothing().await.asked(), ["confirm"]);
        assert_eq!(call.answer(json!({"confirm": yes()})).await.text(), "INC-104 is closed.");
    }
}

over_both! {
    async fn an_answer_to_a_key_that_was_not_asked_is_ignored(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(summarize()).await;
        let early = json!({
            "summary": sample("too early"),
            "confirm": yes(),
            "nonsense": {"a": [1]},
            "preference": accept(json!({"language": "French"})),
        });
        assert_eq!(call.answer(early).await.asked(), ["summary"]);
        assert_eq!(call.answer(json!({"summary": sample("in time")})).await.text(), "in time");
    }
}

over_both! {
    async fn a40_a_first_call_that_brings_its_own_yes_is_asked(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let asked = client.request(&close(), Some(json!({"confirm": yes()})), None).await;
        assert_eq!(asked.asked(), ["confirm"]);
    }
}

over_both! {
    async fn a41_a_settled_answer_stays(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(summarize()).await;
        call.answer(json!({"preference": accept(json!({"language": "French"}))})).await.asked();
        let rewritten = json!({"preference": accept(json!({"language": "Japanese"}))});
        let again = call.answer(rewritten).await;
        assert!(again.prompt("summary").contains("in French"));
    }
}

over_both! {
    async fn a22_a_decline_or_cancel_may_carry_any_content(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        for (answer, said) in [
            (json!({"action": "cancel", "content": null}), "dismissed"),
            (json!({"action": "decline", "content": {}}), "declined"),
            (json!({"resultType": "complete", "action": "decline"}), "declined"),
        ] {
            let mut call = client.start(close()).await;
            let told = call.answer(json!({"confirm": answer})).await.tool_error().to_owned();
            assert!(told.contains(said), "{told}");
        }
    }
}

over_both! {
    async fn a07_a14_an_acceptance_without_the_yes_is_asked_again(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        for empty in [json!({"action": "accept"}), accept(json!({})), accept(Value::Null)] {
            let mut call = client.start(close()).await;
            assert_eq!(call.answer(json!({"confirm": empty})).await.asked(), ["confirm"]);
        }
    }
}

over_both! {
    async fn a15_a_client_that_never_fills_in_the_form_is_told_the_field(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(summarize()).await;
        for _ in 0..3 {
            let again = call.answer(json!({"preference": accept(json!({}))})).await;
            assert_eq!(again.asked(), ["preference"]);
        }
        let told = call.answer(json!({"preference": accept(json!({}))})).await;
        let told = told.tool_error();
        assert!(told.contains("`preference`") && told.contains("Language of the summary"), "{told}");
    }
}

over_both! {
    async fn a13_an_answer_outside_the_form_is_asked_again_without_its_value(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(summarize()).await;
        let klingon = accept(json!({"language": "Klingon"}));
        let again = call.answer(json!({"preference": klingon})).await;
        let message = again.message("preference");
        assert!(message.contains("Language of the summary") && !message.contains("Klingon"), "{message}");
        let long = accept(json!({"language": "French", "omit": "x".repeat(201)}));
        assert_eq!(call.answer(json!({"preference": long})).await.asked(), ["preference"]);
        let good = accept(json!({"language": "French", "more": "is dropped"}));
        assert_eq!(call.answer(json!({"preference": good})).await.asked(), ["summary"]);
    }
}

over_both! {
    async fn a16_a18_a19_an_answer_of_the_wrong_shape_is_an_error(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        for wrong in [
            json!({"confirm": true}),
            json!({"roots": []}),
            sample("yes"),
            json!({"action": "accept", "content": 7}),
            json!({"action": "accept", "content": {"confirm": {"b": 1}}}),
            json!({"action": "maybe"}),
            json!([]),
            json!("yes"),
            json!(7),
        ] {
            let mut call = client.start(close()).await;
            let failed = call.answer(json!({"confirm": wrong})).await;
            assert_eq!(failed.code(), -32602, "{wrong}");
        }
    }
}

over_wires! {
    async fn a23_a_decline_sticks_and_differs_from_a_cancel(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        for (answer, name) in [(decline(), "Declined"), (cancel(), "Cancelled")] {
            let mut call = client.start(tool("optional", json!({}))).await;
            let second = call.answer(json!({"nickname": answer})).await;
            assert_eq!(second.asked(), ["sure"]);
            let done = call.answer(json!({"nickname": value("Ann"), "sure": yes()})).await;
            assert!(done.text().starts_with(&format!("Err({name}")), "{}", done.text());
        }
    }
}

over_wires! {
    async fn a12_a_big_integer_stays_exact_over_rounds(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("at_once", json!({}))).await;
        let size = accept(json!({"width": 5, "height": 9_007_199_254_740_993_u64}));
        let second = call.answer(json!({"size": size})).await;
        assert_eq!(second.asked(), ["places", "slogan"]);
        call.answer(json!({"slogan": sample("Big!")})).await.asked();
        let done = call.answer(json!({"places": {"roots": []}})).await;
        assert_eq!(done.text(), "5xSome(9007199254740993) Big! ");
    }
}

over_wires! {
    async fn a59_two_equal_retries_at_the_same_time_get_equal_replies(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let travel = tool("travel", json!({}));
        let state = client.start(travel.clone()).await.round.state();
        let retry = || {
            let answers = json!({"country": value("Norway")});
            client.request(&travel, Some(answers), Some(state.clone()))
        };
        let (one, two) = tokio::join!(retry(), retry());
        assert_eq!(one.message("town"), "Which town in Norway?");
        assert_eq!(one.message("town"), two.message("town"));
    }
}
