//! Completions as values, and tools that the client's model calls.

use mrtr_tests::answers::{sample, yes};
use mrtr_tests::{Hosted, Lab, Person, Wire, tool};
use serde_json::{Value, json};

fn declared() -> Value {
    json!({"elicitation": {"form": {}}, "sampling": {"tools": {}}})
}

fn call(id: &str, town: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "weather", "input": {"town": town}})
}

fn calls(calls: Value) -> Value {
    json!({"role": "assistant", "model": "m", "stopReason": "toolUse", "content": calls})
}

fn result(id: &str, text: &str) -> Value {
    json!({"type": "tool_result", "toolUseId": id, "content": [{"type": "text", "text": text}]})
}

const TRIP: &str = r#"{"town": "Oslo", "days": 3}"#;

over_wires! {
    async fn a66_a_model_calls_tools_over_rounds_and_each_call_runs_once(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.connect(&Person::modern().declaring(declared())).await;
        let mut talk = client.start(tool("suggest", json!({}))).await;
        let request = talk.round.request("trip");
        assert_eq!(request["params"]["tools"][0]["name"], "weather");
        assert_eq!(request["params"]["tools"][0]["inputSchema"]["type"], "object");
        let both = calls(json!([call("a", "Oslo"), call("b", "Rome")]));
        let next = talk.answer(json!({"trip": both})).await;
        let messages = &next.request("trip#2")["params"]["messages"];
        assert_eq!(messages[1]["content"], json!([call("a", "Oslo"), call("b", "Rome")]));
        let results = json!([
            result("a", "rain in Oslo, asked 1"),
            result("b", "rain in Rome, asked 2"),
        ]);
        assert_eq!(messages[2]["content"], results);
        let again = talk.answer(json!({"trip#2": sample("Oslo, I think")})).await;
        assert_eq!(again.asked(), ["trip#2"]);
        let sure = talk.answer(json!({"trip#2": sample(TRIP)})).await;
        assert_eq!(sure.message("sure"), "3 days in Oslo?");
        assert_eq!(talk.answer(json!({"sure": yes()})).await.text(), "3 days in Oslo");
    }
}

over_wires! {
    async fn a25_a_client_whose_model_calls_no_tools_is_not_asked(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let refused = client.once(tool("suggest", json!({}))).await;
        assert_eq!(refused.code(), -32021);
        let data = refused.error().data.as_ref().unwrap();
        assert_eq!(data["requiredCapabilities"], json!({"sampling": {"tools": {}}}));
    }
}

over_wires! {
    async fn a66_the_model_of_an_old_client_calls_tools_too(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let person = Person::old().declaring(declared()).answering(|question| {
            if question.method == "elicitation/create" {
                return Some(yes());
            }
            let messages = question.params["messages"].as_array().unwrap();
            Some(match messages.len() {
                1 => calls(json!([call("a", "Oslo")])),
                _ => sample(TRIP),
            })
        });
        let client = server.connect(&person).await;
        let done = client.once(tool("suggest", json!({}))).await;
        assert_eq!(done.text(), "3 days in Oslo");
        let last = &person.asked()[1].params["messages"][2]["content"];
        let told = "rain in Oslo, asked 1";
        assert!(last.to_string().contains(told), "{last}");
    }
}

fn said(content: Value) -> Value {
    json!({"role": "assistant", "model": "m", "content": content})
}

over_wires! {
    async fn a_model_is_shown_pictures_and_sounds_and_answers_with_them(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let image = json!({"type": "image", "data": "aGk=", "mimeType": "image/png"});
        let audio = json!({"type": "audio", "data": "aG8=", "mimeType": "audio/wav"});
        let told = r#""audio" "aG8=" Some(NoText)"#;
        let mut talk = client.start(tool("describe", json!({}))).await;
        let messages = &talk.round.request("tune")["params"]["messages"];
        assert_eq!(messages[0]["content"], json!([image, audio]));
        assert_eq!(talk.answer(json!({"tune": said(audio.clone())})).await.text(), told);

        let mut talk = client.start(tool("describe", json!({}))).await;
        let both = said(json!([image, audio]));
        let told_both = r#""image" "aGk=", "audio" "aG8=" Some(NoText)"#;
        assert_eq!(talk.answer(json!({"tune": both})).await.text(), told_both);

        let person = Person::old().answering(move |_| Some(said(audio.clone())));
        let old = server.connect(&person).await;
        assert_eq!(old.once(tool("describe", json!({}))).await.text(), told);
    }
}

over_wires! {
    async fn a66_what_mcp_has_no_block_for_is_not_sent_on(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let client = server.connect(&Person::modern().declaring(declared())).await;
        let odd = json!([
            {"type": "thinking", "thinking": "hm"},
            {"type": "text"},
            7,
            {"type": "resource_link", "uri": "file:///a"},
            result("x", "invented"),
            {"type": "text", "text": "Let me see", "annotations": 5},
            call("a", "Oslo"),
        ]);
        let mut talk = client.start(tool("suggest", json!({}))).await;
        let next = talk.answer(json!({"trip": calls(odd)})).await;
        let messages = &next.request("trip#2")["params"]["messages"];
        let kept = json!([{"type": "text", "text": "Let me see"}, call("a", "Oslo")]);
        assert_eq!(messages[1]["content"], kept);
        assert_eq!(effects.count("weather"), 1);
    }
}

over_wires! {
    async fn a66_a_call_of_a_tool_where_there_is_none_is_asked_again(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut talk = client.start(tool("describe", json!({}))).await;
        let again = talk.answer(json!({"tune": calls(json!([call("a", "Oslo")]))})).await;
        assert_eq!(again.asked(), ["tune"]);
    }
}

/// rmcp holds it as an `f32`, and writes that with all the digits that it has as an `f64`.
fn is_two_tenths(temperature: &Value) -> bool {
    *temperature == json!(f64::from(0.2_f32))
}

over_wires! {
    async fn a_temperature_is_sent_as_near_as_the_sdk_holds_it(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let talk = client.start(tool("describe", json!({}))).await;
        let sent = &talk.round.request("tune")["params"]["temperature"];
        assert!(is_two_tenths(sent), "{sent}");
        let person = Person::old().answering(|_| Some(sample("a tune")));
        let old = server.connect(&person).await;
        old.once(tool("describe", json!({}))).await;
        let sent = &person.asked()[0].params["temperature"];
        assert!(is_two_tenths(sent), "{sent}");
    }
}
