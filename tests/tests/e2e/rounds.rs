//! Several rounds: in turn, at once, in loops, in parts.

use mrtr_tests::answers::{accept, decline, roots, sample, value, yes};
use mrtr_tests::{Hosted, Lab, Talk, Wire, prompt, resource, tool};
use serde_json::{Value, json};

over_wires! {
    async fn four_rounds_each_use_the_answers_before_them(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("travel", json!({}))).await;
        assert_eq!(call.round.message("country"), "Which country?");
        let town = call.answer(json!({"country": value("Norway")})).await;
        assert_eq!(town.message("town"), "Which town in Norway?");
        let poem = call.answer(json!({"town": value("Oslo")})).await;
        assert_eq!(poem.prompt("poem"), "A poem on Oslo, Norway");
        let sure = call.answer(json!({"poem": sample("O Oslo")})).await;
        assert_eq!(sure.message("publish"), "Publish this? O Oslo");
        let done = call.answer(json!({"publish": yes()})).await;
        assert_eq!(done.text(), "Norway, Oslo: O Oslo");
    }
}

over_wires! {
    async fn a_join_of_asks_is_one_round(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("at_once", json!({}))).await;
        assert_eq!(call.round.asked(), ["places", "size", "slogan"]);
        let done = call.answer(json!({
            "size": accept(json!({"width": 4, "height": 3})),
            "slogan": sample("Wide!"),
            "places": roots(&["file:///a", "file:///b"]),
        }));
        assert_eq!(done.await.text(), "4xSome(3) Wide! file:///a file:///b");
    }
}

over_wires! {
    async fn a57_only_what_is_missing_of_a_join_is_asked_again(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("at_once", json!({}))).await;
        let again = call.answer(json!({"slogan": sample("Wide!")})).await;
        assert_eq!(again.asked(), ["places", "size"]);
        let answers = json!({"size": accept(json!({"width": 4})), "places": roots(&[])});
        assert_eq!(call.answer(answers).await.text(), "4xNone Wide! ");
    }
}

/// Answers the one open question.
async fn answer_the_one(call: &mut Talk<'_>, about: &str, answer: Value) {
    let asked = call.round.asked();
    let [key] = asked[..] else {
        panic!("{asked:?}")
    };
    assert!(
        call.round.message(key).contains(about),
        "{}",
        call.round.message(key)
    );
    let answers = json!({ (key): answer });
    call.answer(answers).await;
}

over_wires! {
    async fn a51_each_turn_of_a_loop_asks_its_own_question(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let files = json!({"files": ["a.txt", "b.txt", "c.txt"]});
        let mut call = client.start(tool("delete", files)).await;
        answer_the_one(&mut call, "a.txt", yes()).await;
        answer_the_one(&mut call, "b.txt", decline()).await;
        answer_the_one(&mut call, "c.txt", yes()).await;
        assert_eq!(call.round.text(), "deleted: a.txt c.txt");
    }
}

over_wires! {
    async fn a51_a_loop_until_an_answer_fits_gets_a_fresh_key_each_turn(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("even", json!({}))).await;
        assert_eq!(call.round.asked(), ["number"]);
        assert_eq!(call.answer(json!({"number": value(3)})).await.asked(), ["number#2"]);
        assert_eq!(call.answer(json!({"number#2": value(5)})).await.asked(), ["number#3"]);
        assert_eq!(call.answer(json!({"number#3": value(6)})).await.text(), "6");
    }
}

over_wires! {
    async fn a62_a_flow_that_needs_too_many_rounds_is_told_so(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let files: Vec<String> = (0..12).map(|number| format!("{number}.txt")).collect();
        let mut call = client.start(tool("delete", json!({"files": files}))).await;
        let mut replies = 1;
        while matches!(call.round, mrtr_tests::Round::Asks(_)) {
            answer_the_one(&mut call, ".txt", yes()).await;
            replies += 1;
        }
        assert_eq!(replies, 8);
        let told = call.round.tool_error();
        assert!(told.contains("at most 8 requests"), "{told}");
    }
}

over_wires! {
    async fn the_keys_of_a_part_carry_its_name(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("trip", json!({}))).await;
        assert_eq!(call.round.asked(), ["pick.town"]);
        let second = call.answer(json!({"pick.town": value("Oslo")})).await;
        assert_eq!(second.asked(), ["target.town"]);
        assert_eq!(call.answer(json!({"target.town": value("Rome")})).await.text(), "Oslo-Rome");
    }
}

over_wires! {
    async fn a77_plain_tools_and_prompts_stand_beside_those_that_ask(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        assert_eq!(client.once(tool("plain", json!({}))).await.text(), "Hello");
        let answers = Some(json!({"sure": yes()}));
        let plain = tool("plain", json!({}));
        let retried = client.request(&plain, answers, Some("x".to_owned())).await;
        assert_eq!(retried.text(), "Hello");
        let plain = client.once(prompt("plain_prompt", json!({}))).await;
        assert_eq!(plain.result()["messages"][0]["content"]["text"], "Hello");
        let mut letter = client.start(prompt("letter", json!({"topic": "tests"}))).await;
        let done = letter.answer(json!({"reader": value("Ann")})).await;
        let text = &done.result()["messages"][0]["content"]["text"];
        assert_eq!(text, "Write to Ann about tests.");
    }
}

over_wires! {
    async fn a77_what_asks_nothing_opens_no_state_unless_it_is_marked(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let retry = async |operation| {
            let answers = Some(json!({"sure": yes()}));
            client.request(&operation, answers, Some("x".to_owned())).await
        };
        // Nothing of this crate is in the way of a tool or a prompt without an attribute.
        assert_eq!(retry(tool("plain", json!({}))).await.text(), "Hello");
        let plain = retry(prompt("plain_prompt", json!({}))).await;
        assert_eq!(plain.result()["messages"][0]["content"]["text"], "Hello");
        // What could ask opens every state, whether it would ask this time or not.
        retry(resource("lab://plain")).await.assert_bad_state();
        retry(tool("print", json!({"files": ["a"]}))).await.assert_bad_state();
    }
}
