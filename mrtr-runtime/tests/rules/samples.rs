//! `ask_sample!`: its params, typed values, and the loop in which a model calls tools.

use std::sync::Mutex;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{
    Capabilities, Failure, IncludeContext, Limits, ModelPreferences, Reply, SampleError,
    SampleMessage, SampleTool, ToolChoice, ToolUse,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::harness::{ALL, Client, Seen, yes};

fn said(content: Value) -> Value {
    json!({"role": "assistant", "model": "m", "content": content})
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

/// The params of the one question that is open, and its key.
fn params<R: std::fmt::Debug>(reply: &Reply<R>) -> (String, Value) {
    let Reply::InputRequired(open) = reply else {
        panic!("{reply:?}")
    };
    let [(key, request)] = &open.requests[..] else {
        panic!("{open:?}")
    };
    let request = serde_json::to_value(request).unwrap();
    assert_eq!(request["method"], "sampling/createMessage");
    (key.clone(), request["params"].clone())
}

fn picture() -> Value {
    json!({"type": "image", "data": "AA==", "mimeType": "image/png"})
}

#[mrtr_tool]
async fn everything(theme: &str) -> Result<String, SampleError> {
    let first = ask_sample!(key = "first", "On {theme}").await;
    let metadata = json!({"trace": true})
        .as_object()
        .cloned()
        .unwrap_or_default();
    let mut model = ModelPreferences::from(["claude", "gpt"]);
    model.cost_priority = Some(0.25);
    let second = ask_sample!(
        key = "second",
        system = "Be brief",
        max_tokens = 9,
        temperature = 0.5,
        stop = ["END"],
        messages = [SampleMessage::user("Hi"), SampleMessage::from(&first)],
        content = [picture()],
        model = model,
        context = IncludeContext::AllServers,
        metadata = metadata,
        tools = [SampleTool::new("t", "T", json!({"type": "object"}))],
        tool_choice = ToolChoice::None,
        "More on {theme}"
    );
    second.await.text()
}

#[tokio::test]
async fn every_param_is_sent_and_belongs_to_the_question() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| everything(flow, "mrtr").await;
    client.send(json!(null), handler).await.asked();
    let first = said(json!([text("a"), text("b")]));
    let asked = client.send(json!({"first": first}), handler).await;
    let sent = json!({
        "messages": [
            {"role": "user", "content": text("Hi")},
            {"role": "assistant", "content": [text("a"), text("b")]},
            {"role": "user", "content": [picture(), text("More on mrtr")]},
        ],
        "systemPrompt": "Be brief",
        "maxTokens": 9,
        "temperature": 0.5,
        "stopSequences": ["END"],
        "modelPreferences": {"hints": [{"name": "claude"}, {"name": "gpt"}], "costPriority": 0.25},
        "includeContext": "allServers",
        "metadata": {"trace": true},
        "tools": [{"name": "t", "description": "T", "inputSchema": {"type": "object"}}],
        "toolChoice": {"mode": "none"},
    });
    assert_eq!(params(&asked), ("second".to_owned(), sent));
    let done = client
        .send(json!({"second": said(text("more"))}), handler)
        .await;
    assert_eq!(done.complete(), Ok("more".to_owned()));
}

#[tokio::test]
async fn a25_tools_and_context_need_what_the_client_must_declare_for_them() {
    let handler = async |flow: &Flow| everything(flow, "mrtr").await;
    let without = |change: fn(&mut Capabilities)| {
        let mut capabilities = ALL;
        change(&mut capabilities);
        capabilities
    };
    for (capabilities, missing) in [
        (
            without(|can| can.sampling_tools = false),
            json!({"sampling": {"tools": {}}}),
        ),
        (
            without(|can| can.sampling_context = false),
            json!({"sampling": {"context": {}}}),
        ),
    ] {
        let mut client = Client::new();
        client.capabilities = capabilities;
        client.send(json!(null), handler).await.asked();
        let refused = client
            .send(json!({"first": said(text("a"))}), handler)
            .await;
        let Reply::Failed(Failure::Rpc(error)) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(error.code, -32021);
        assert_eq!(error.data.unwrap()["requiredCapabilities"], missing);
    }
}

#[test]
fn a_conversation_is_read_again_as_it_was_kept() {
    let call = json!({"type": "tool_use", "id": "1", "name": "t", "input": {}});
    let result = json!({"type": "tool_result", "toolUseId": "1", "content": [text("x")]});
    let said = [
        SampleMessage::user("Hi"),
        SampleMessage::assistant_blocks(vec![text("a"), call.clone()]),
        SampleMessage::user_blocks(vec![result]),
        SampleMessage::assistant("b"),
    ];
    let kept = serde_json::to_value(&said).unwrap();
    assert_eq!(
        kept[1],
        json!({"role": "assistant", "content": [text("a"), call]})
    );
    let read: [SampleMessage; 4] = serde_json::from_value(kept).unwrap();
    assert_eq!(read, said);
    // As it is made of a blank completion, which is left out of what is sent.
    let nothing = SampleMessage::assistant_blocks(Vec::new());
    let kept = serde_json::to_value(&nothing).unwrap();
    assert_eq!(
        serde_json::from_value::<SampleMessage>(kept).unwrap(),
        nothing
    );
    for other in [
        json!({"role": "system", "content": text("a")}),
        json!({"role": "user"}),
        json!({"role": "user", "content": "a"}),
        json!({"role": "user", "content": [{"text": "a"}]}),
        json!("a"),
    ] {
        let error = serde_json::from_value::<SampleMessage>(other).unwrap_err();
        assert!(error.to_string().contains("`role`"), "{error}");
    }
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan() -> Result<String, SampleError> {
    let plan = ask_sample!(Plan, system = "You plan", "Plan it").await?;
    Ok(plan.steps.join("+"))
}

#[tokio::test]
async fn a_typed_sample_sends_its_schema_and_gives_the_value() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| plan(flow).await;
    let asked = client.send(json!(null), handler).await;
    let (key, sent) = params(&asked);
    assert_eq!(key, "plan");
    // A client may leave a system prompt out.
    assert_eq!(sent["systemPrompt"], "You plan");
    let prompt = sent["messages"][0]["content"]["text"].as_str().unwrap();
    let schema = serde_json::to_string(&schemars::schema_for!(Plan)).unwrap();
    assert!(
        prompt.starts_with("Plan it\n\n") && prompt.contains(&schema),
        "{prompt}"
    );
    let answer = said(text("```json\n{\"steps\": [\"a\", \"b\"]}\n```"));
    let done = client.send(json!({"plan": answer}), handler).await;
    assert_eq!(done.complete(), Ok("a+b".to_owned()));
}

#[mrtr_tool]
async fn describes(question: &str) -> Result<String, SampleError> {
    let alone = ask_sample!(key = "alone", "{question}");
    let beside = ask_sample!(key = "beside", content = [picture()], "{question}");
    let behind = ask_sample!(
        key = "behind",
        messages = [SampleMessage::user("Hi")],
        "{question}"
    );
    let (alone, beside, behind) = tokio::join!(alone, beside, behind);
    Ok(alone.text()? + &beside.text()? + &behind.text()?)
}

#[tokio::test]
async fn a_blank_prompt_is_sent_only_where_nothing_else_is_said() {
    for blank in ["", " \n"] {
        let handler = async |flow: &Flow| describes(flow, blank).await;
        let Reply::InputRequired(open) = Client::new().send(json!(null), handler).await else {
            panic!("no question")
        };
        let messages = |at: usize| {
            let sent = serde_json::to_value(&open.requests[at].1).unwrap();
            sent["params"]["messages"].clone()
        };
        assert_eq!(messages(0)[0]["content"]["type"], "text");
        assert_eq!(messages(1), json!([{"role": "user", "content": picture()}]));
        assert_eq!(
            messages(2),
            json!([{"role": "user", "content": text("Hi")}])
        );
    }
}

#[tokio::test]
async fn a_model_whose_text_does_not_fit_is_told_why_and_sampled_again() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| plan(flow).await;
    client.send(json!(null), handler).await.asked();
    let wrong = said(text("{\"steps\": [1]}"));
    let again = client.send(json!({"plan": wrong}), handler).await;
    let (_, sent) = params(&again);
    let messages = sent["messages"].as_array().unwrap();
    let [prompt, written, reason] = &messages[..] else {
        panic!("{messages:?}")
    };
    let prompt = prompt["content"]["text"].as_str().unwrap();
    assert!(prompt.starts_with("Plan it\n\n"), "{prompt}");
    assert_eq!(
        *written,
        json!({"role": "assistant", "content": text("{\"steps\": [1]}")})
    );
    assert!(
        reason["content"]["text"]
            .as_str()
            .unwrap()
            .contains("`steps[0]`"),
        "{reason}"
    );
    let done = client
        .send(json!({"plan": said(text("{\"steps\": []}"))}), handler)
        .await;
    assert_eq!(done.complete(), Ok(String::new()));
}

#[tokio::test]
async fn a_model_that_never_fits_is_an_error_that_the_handler_gets_after_so_many_retries() {
    let limits = Limits {
        retries_per_question: 2,
        ..Limits::default()
    };
    let mut client = Client::with(limits);
    let handler = async |flow: &Flow| plan(flow).await;
    client.send(json!(null), handler).await.asked();
    for _ in 0..2 {
        let again = client
            .send(json!({"plan": said(text("no"))}), handler)
            .await;
        assert_eq!(again.asked(), ["plan"]);
    }
    let ended = client
        .send(json!({"plan": said(text("no"))}), handler)
        .await;
    assert_eq!(ended.complete(), Err(SampleError::Misfit));
}

/// What a model that writes nothing that shows is told.
#[tokio::test]
async fn a_blank_text_is_no_turn_of_the_conversation() {
    for blank in [
        json!([]),
        text(""),
        text(" \n\t"),
        json!([text(""), text(" ")]),
        json!({"type": "thinking", "thinking": "hm"}),
        picture(),
        call("1", "hull"),
    ] {
        let mut client = Client::new();
        client.send(json!(null), plan_briefly).await.asked();
        let again = client
            .send(json!({"plan": said(blank.clone())}), plan_briefly)
            .await;
        let (_, sent) = params(&again);
        let messages = sent["messages"].as_array().unwrap();
        let [only] = &messages[..] else {
            panic!("{blank}: {messages:?}")
        };
        assert_eq!(only["role"], "user");
        let blocks = only["content"].as_array().unwrap();
        let texts: Vec<_> = blocks
            .iter()
            .map(|it| it["text"].as_str().unwrap())
            .collect();
        assert!(texts[0].starts_with("Plan it"), "{texts:?}");
        assert!(texts[1].starts_with("That cannot be used"), "{texts:?}");
    }
}

#[mrtr_tool]
async fn in_two() -> String {
    let first = ask_sample!(key = "first", "Begin").await;
    let so_far = [SampleMessage::user("Begin"), (&first).into()];
    let second = ask_sample!(key = "second", messages = so_far, "Go on");
    second.await.text().unwrap_or_default()
}

#[tokio::test]
async fn of_a_completion_no_blank_text_is_sent_on() {
    for (written, left) in [
        (text("a"), Some(text("a"))),
        (text(" "), None),
        (json!([]), None),
        (json!([text("")]), None),
        (json!({"type": "thinking", "thinking": "hm"}), None),
        (
            json!([text("\n"), picture(), text("")]),
            Some(json!([picture()])),
        ),
        (json!([text(""), text("a ")]), Some(json!([text("a ")]))),
    ] {
        let mut client = Client::new();
        client.send(json!(null), in_two).await.asked();
        let second = client.send(json!({"first": said(written)}), in_two).await;
        let (_, sent) = params(&second);
        let of_the_model = left.map(|content| json!({"role": "assistant", "content": content}));
        let user = |said| json!({"role": "user", "content": text(said)});
        let expected: Vec<_> = std::iter::once(user("Begin"))
            .chain(of_the_model)
            .chain([user("Go on")])
            .collect();
        assert_eq!(sent["messages"], json!(expected));
    }
}

#[mrtr_tool]
async fn plan_briefly() -> Result<String, SampleError> {
    let plan = ask_sample!(Plan, max_tokens = 9, "Plan it").await?;
    Ok(plan.steps.join("+"))
}

fn stopped(content: Value, reason: &str) -> Value {
    json!({"role": "assistant", "model": "m", "content": content, "stopReason": reason})
}

#[tokio::test]
async fn a_model_whose_text_was_cut_off_is_told_to_write_less() {
    for (written, reason, is_told) in [
        (r#"{"steps": ["a"#, "maxTokens", true),
        (r#"{"steps": [1]}"#, "maxTokens", true),
        ("", "maxTokens", true),
        (r#"{"steps": ["a"#, "endTurn", false),
        (r#"{"steps": [1]}"#, "stopSequence", false),
    ] {
        let mut client = Client::new();
        client.send(json!(null), plan_briefly).await.asked();
        let answer = stopped(text(written), reason);
        let again = client.send(json!({"plan": answer}), plan_briefly).await;
        let sent = params(&again).1["messages"].to_string();
        let told = sent.contains("cut off after 9 tokens: write less");
        assert_eq!(told, is_told, "{written} {reason}");
    }
    // What fits is taken, however it ends.
    let mut client = Client::new();
    client.send(json!(null), plan_briefly).await.asked();
    let whole = stopped(text(r#"{"steps": ["a"]} and "#), "maxTokens");
    let done = client.send(json!({"plan": whole}), plan_briefly).await;
    assert_eq!(done.complete(), Ok("a".to_owned()));
}

/// The log of a typed sample that ends with this.
async fn log_of_the_last(answer: Value) -> String {
    let mut client = Client::with(Limits {
        retries_per_question: 0,
        ..Limits::default()
    });
    client.send(json!(null), plan_briefly).await.asked();
    let sent = client.send(json!({ "plan": answer }), plan_briefly);
    let (ended, log) = crate::logs::logged(sent).await;
    assert_eq!(ended.complete(), Err(SampleError::Misfit));
    log
}

#[tokio::test]
async fn the_log_says_why_a_model_never_gave_the_value_and_not_what_it_wrote() {
    for (content, code) in [
        (text("hunter2"), "not_json"),
        (text(r#"{"hunter2": 1}"#), "misfit"),
        (text(r#"{"steps": ["hunter2", 1]}"#), "misfit"),
        (json!([]), "no_text"),
        (call("1", "hunter2"), "calls"),
    ] {
        let log = log_of_the_last(said(content)).await;
        let reason = format!("reason=\"{code}\"");
        assert!(log.contains(&reason) && log.contains("plan"), "{log}");
        assert!(log.contains("samples.rs"), "{log}");
        assert!(!log.contains("hunter2"), "{log}");
    }
    let log = log_of_the_last(stopped(text("hunter2"), "maxTokens")).await;
    assert!(log.contains("cut_off") && !log.contains("hunter2"), "{log}");
}

/// What the model had looked up, in order.
type Lookups = Mutex<Vec<String>>;

async fn look_up(lookups: &Lookups, call: ToolUse) -> Result<String, String> {
    #[derive(Deserialize)]
    struct Input {
        word: String,
    }
    let Input { word } = call.input().map_err(|error| error.to_string())?;
    lookups.lock().unwrap().push(word.clone());
    match word.as_str() {
        "hull" => Ok("a ship's body".to_owned()),
        _ => Err(format!("no entry for {word}")),
    }
}

fn dictionary() -> SampleTool {
    SampleTool::new("look_up", "A dictionary", json!({"type": "object"}))
}

#[mrtr_tool]
async fn explain(lookups: &Lookups) -> Result<String, Refused> {
    let words = ask_sample!(
        key = "words",
        tools = [dictionary()],
        run = |call| look_up(lookups, call),
        "Explain"
    );
    let words = words.await.text().unwrap_or_default();
    ask_confirm!(key = "sure", "{words}?").await?;
    Ok(words)
}

fn call(id: &str, word: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "look_up", "input": {"word": word}})
}

#[tokio::test]
async fn a66_each_call_of_a_tool_is_run_once_and_answered_by_one_result() {
    let lookups = Lookups::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| explain(flow, &lookups).await;
    let (key, _) = params(&client.send(json!(null), handler).await);
    assert_eq!(key, "words");
    let unknown = json!({"type": "tool_use", "id": "3", "name": "rm", "input": {}});
    let calls = json!([
        text("Let me see"),
        call("1", "hull"),
        call("2", "keel"),
        unknown
    ]);
    let next = client
        .send(json!({"words": said(calls.clone())}), handler)
        .await;
    let (key, sent) = params(&next);
    assert_eq!(key, "words#2");
    let result = |id, text, is_error: bool| {
        let mut result = json!({
            "type": "tool_result",
            "toolUseId": id,
            "content": [{"type": "text", "text": text}],
        });
        if is_error {
            result["isError"] = json!(true);
        }
        result
    };
    assert_eq!(
        sent["messages"],
        json!([
            {"role": "user", "content": text("Explain")},
            {"role": "assistant", "content": calls},
            {"role": "user", "content": [
                result("1", "a ship's body", false),
                result("2", "no entry for keel", true),
                result("3", "There is no tool `rm`.", true),
            ]},
        ])
    );
    let third = client
        .send(json!({"words#2": said(call("4", "hull"))}), handler)
        .await;
    let (key, sent) = params(&third);
    assert_eq!(key, "words#3");
    assert_eq!(sent["messages"].as_array().unwrap().len(), 5);
    let sure = client
        .send(json!({"words#3": said(text("It floats"))}), handler)
        .await;
    assert_eq!(sure.asked(), ["sure"]);
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok("It floats".to_owned()));
    assert_eq!(*lookups.lock().unwrap(), ["hull", "keel", "hull"]);
}

#[tokio::test]
async fn a66_calls_that_no_result_could_answer_are_sampled_again() {
    let lookups = Lookups::default();
    let handler = async |flow: &Flow| explain(flow, &lookups).await;
    for calls in [
        json!([call("1", "hull"), call("1", "keel")]),
        json!([{"type": "tool_use", "name": "look_up", "input": {}}]),
        json!({"type": "tool_use", "id": "1"}),
        json!({"type": "tool_use", "id": "1", "name": "look_up", "input": "hull"}),
    ] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        let again = client.send(json!({"words": said(calls)}), handler).await;
        assert_eq!(again.asked(), ["words"]);
    }
    assert!(lookups.lock().unwrap().is_empty());
}

#[mrtr_tool]
async fn plan_by_tools(lookups: &Lookups) -> Result<String, SampleError> {
    let plan = ask_sample!(
        Plan,
        tools = [dictionary()],
        run = |call| look_up(lookups, call),
        "Plan it"
    );
    Ok(plan.await?.steps.join("+"))
}

#[tokio::test]
async fn a_typed_sample_may_call_tools_and_its_last_text_has_to_fit() {
    let lookups = Lookups::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| plan_by_tools(flow, &lookups).await;
    client.send(json!(null), handler).await.asked();
    let asked = client
        .send(json!({"plan": said(call("1", "hull"))}), handler)
        .await;
    assert_eq!(asked.asked(), ["plan#2"]);
    let again = client
        .send(json!({"plan#2": said(text("done"))}), handler)
        .await;
    let (key, sent) = params(&again);
    assert_eq!(
        (key.as_str(), sent["messages"].as_array().unwrap().len()),
        ("plan#2", 5)
    );
    let fits = said(text("{\"steps\": [\"a\"]}"));
    let done = client.send(json!({"plan#2": fits}), handler).await;
    assert_eq!(done.complete(), Ok("a".to_owned()));
    assert_eq!(lookups.lock().unwrap().len(), 1);
}

#[mrtr_tool]
async fn two_at_once(lookups: &Lookups) -> [String; 2] {
    let (one, other) = tokio::join!(
        ask_sample!(
            key = "one",
            tools = [dictionary()],
            run = |call| look_up(lookups, call),
            "One"
        ),
        ask_sample!(
            key = "other",
            tools = [dictionary()],
            run = |call| look_up(lookups, call),
            "Other"
        ),
    );
    [one, other].map(|sample| sample.text().unwrap_or_default())
}

#[tokio::test]
async fn two_loops_take_their_turns_in_the_same_rounds() {
    let lookups = Lookups::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| two_at_once(flow, &lookups).await;
    assert_eq!(
        client.send(json!(null), handler).await.asked(),
        ["one", "other"]
    );
    let both = json!({"one": said(call("1", "hull")), "other": said(call("1", "keel"))});
    assert_eq!(
        client.send(both, handler).await.asked(),
        ["one#2", "other#2"]
    );
    let both = json!({"one#2": said(text("a")), "other#2": said(text("b"))});
    let Reply::Complete { value, .. } = client.send(both, handler).await else {
        panic!("not complete")
    };
    assert_eq!(value, ["a", "b"]);
    assert_eq!(*lookups.lock().unwrap(), ["hull", "keel"]);
}

#[mrtr_tool]
async fn of_each(lookups: &Lookups) -> Vec<String> {
    let asks = ["a", "b"].map(async |row| {
        let sample = ask_sample!(
            key = "word",
            of = row,
            tools = [dictionary()],
            run = |call| look_up(lookups, call),
            "On {row}"
        );
        sample.await.text().unwrap_or_default()
    });
    futures_util::future::join_all(asks).await
}

/// Many models count their calls from one name.
#[tokio::test]
async fn a_result_belongs_to_the_ask_whose_model_called_though_the_calls_have_one_id() {
    let lookups = Lookups::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| of_each(flow, &lookups).await;
    let asked = client.send(json!(null), handler).await;
    let [a, b] = asked.asked()[..] else {
        panic!("{asked:?}")
    };
    let (a, b) = (a.to_owned(), b.to_owned());
    let called = client
        .send(json!({ (b.as_str()): said(call("0", "hull")) }), handler)
        .await;
    assert_eq!(called.asked().len(), 2);
    let called = client
        .send(json!({ (a.as_str()): said(call("0", "keel")) }), handler)
        .await;
    let Reply::InputRequired(open) = &called else {
        panic!("{called:?}")
    };
    for (key, request) in &open.requests {
        let sent = serde_json::to_string(request).unwrap();
        let of_a = key.starts_with(&a);
        assert_eq!(sent.contains("no entry for keel"), of_a, "{key}");
        assert_eq!(sent.contains("a ship's body"), !of_a, "{key}");
    }
    assert_eq!(*lookups.lock().unwrap(), ["hull", "keel"]);
}

#[tokio::test]
async fn a_typed_sample_without_tools_that_calls_one_is_sampled_again() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| plan(flow).await;
    client.send(json!(null), handler).await.asked();
    let called = client
        .send(json!({"plan": said(call("0", "hull"))}), handler)
        .await;
    assert_eq!(called.asked(), ["plan"]);
}

#[mrtr_tool]
async fn in_turn(rows: &[&str], lookups: &Lookups) -> Result<Vec<String>, Refused> {
    let mut told = Vec::new();
    for row in rows {
        let sample = ask_sample!(
            key = "row",
            of = row,
            tools = [dictionary()],
            run = |call| look_up(lookups, call),
            "On {row}"
        );
        told.push(sample.await.text().unwrap_or_default());
    }
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(told)
}

#[tokio::test]
async fn a_result_of_a_row_that_vanished_is_told_to_no_other() {
    let lookups = Lookups::default();
    let mut client = Client::new();
    let both = async |flow: &Flow| in_turn(flow, &["a", "b"], &lookups).await;
    let last = async |flow: &Flow| in_turn(flow, &["b"], &lookups).await;
    let asked = client.send(json!(null), both).await.asked()[0].to_owned();
    let called = json!({ (asked): said(call("1", "hull")) });
    let next = client.send(called, both).await.asked()[0].to_owned();
    let done = json!({ (next): said(text("a floats")) });
    client.send(done, both).await.asked();
    let (key, _) = params(&client.send(json!({}), last).await);
    let called = json!({ (key.as_str()): said(call("1", "keel")) });
    let (_, sent) = params(&client.send(called, last).await);
    let result = sent["messages"][2].to_string();
    assert!(result.contains("no entry for keel"), "{result}");
    assert_eq!(*lookups.lock().unwrap(), ["hull", "keel"]);
}

#[tokio::test]
async fn more_calls_at_once_than_sixteen_are_not_run() {
    for (count, runs) in [(16, 16), (17, 0)] {
        let lookups = Lookups::default();
        let mut client = Client::new();
        let handler = async |flow: &Flow| explain(flow, &lookups).await;
        client.send(json!(null), handler).await.asked();
        let calls: Vec<_> = (0..count).map(|id| call(&id.to_string(), "hull")).collect();
        let next = client
            .send(json!({"words": said(json!(calls))}), handler)
            .await;
        assert_eq!(next.asked().len(), 1);
        assert_eq!(lookups.lock().unwrap().len(), runs);
    }
}

#[mrtr_tool]
async fn by_hand(results: Vec<Value>) -> Result<String, SampleError> {
    let tools = [SampleTool::new("t", "T", json!({"type": "object"}))];
    let first = ask_sample!(key = "first", tools = tools, "Look it up").await;
    let messages = [
        SampleMessage::from(&first),
        SampleMessage::user_blocks(results),
    ];
    ask_sample!(key = "next", messages = messages, "Go on")
        .await
        .text()
}

/// What a handler asks that answers two calls so.
async fn answered_by_hand(results: Value) -> (Reply<Result<String, SampleError>>, String) {
    let results = results.as_array().unwrap();
    let handler = async |flow: &Flow| by_hand(flow, results.clone()).await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    let call = |id| json!({"type": "tool_use", "id": id, "name": "t", "input": {}});
    let first = said(json!([call("a"), call("b")]));
    crate::logs::logged(client.send(json!({ "first": first }), handler)).await
}

#[tokio::test]
async fn a66_results_that_are_written_by_hand_are_sent_if_each_call_has_one() {
    let result = |id| json!({"type": "tool_result", "toolUseId": id, "content": []});
    let (asked, _) = answered_by_hand(json!([result("a"), result("b")])).await;
    assert_eq!(asked.asked(), ["next"]);
    for (results, why) in [
        (json!([result("a")]), "a call of a tool without its result"),
        (
            json!([result("a"), result("b"), text("Hm")]),
            "results alone",
        ),
        (json!([result("a"), result("c")]), "of no call"),
    ] {
        let (refused, log) = answered_by_hand(results).await;
        assert_eq!(refused.code(), -32603);
        assert!(log.contains("next") && log.contains(why), "{log}");
    }
}

#[mrtr_tool]
async fn must_call() -> Result<String, SampleError> {
    ask_sample!(
        key = "found",
        tools = [SampleTool::new("t", "T", json!({"type": "object"}))],
        tool_choice = ToolChoice::Required,
        run = async |_: ToolUse| "ok",
        "Look it up"
    )
    .await
    .text()
}

#[tokio::test]
async fn a_model_that_must_call_a_tool_may_end_once_it_has() {
    let mut client = Client::new();
    let first = client.send(json!(null), must_call).await;
    assert_eq!(params(&first).1["toolChoice"], json!({"mode": "required"}));
    let call = json!({"type": "tool_use", "id": "a", "name": "t", "input": {}});
    let second = client.send(json!({"found": said(call)}), must_call).await;
    let (key, params) = params(&second);
    assert_eq!(params["toolChoice"], json!({"mode": "auto"}));
    let done = client
        .send(json!({ (key): said(text("it")) }), must_call)
        .await;
    assert_eq!(done.complete(), Ok("it".to_owned()));
}

/// The messages that are sent, without a prompt.
async fn asked_as_it_is(so_far: &[SampleMessage], content: &[Value]) -> Value {
    let mut client = Client::new();
    let handler = async |flow: &Flow| goes_on(flow, so_far, content).await;
    let asked = client.send(json!(null), handler).await;
    params(&asked).1["messages"].clone()
}

#[mrtr_tool]
async fn goes_on(so_far: &[SampleMessage], content: &[Value]) -> String {
    let said = ask_sample!(
        key = "said",
        messages = so_far.to_vec(),
        content = content.to_vec()
    );
    said.await.text().unwrap_or_default()
}

#[tokio::test]
async fn a_conversation_is_asked_as_it_is_where_there_is_no_prompt() {
    let call = call("1", "hull");
    let tool = ToolUse::new("1", "look_up", json!({}));
    let so_far = [
        SampleMessage::user("Explain"),
        SampleMessage::assistant_blocks(vec![call]),
        SampleMessage::results([(&tool, "a ship's body")]),
    ];
    let [explain, called, results] = so_far.clone().map(|message| json!(message));
    let sent = asked_as_it_is(&so_far, &[]).await;
    assert_eq!(sent, json!([explain, called, results]));
    // A message of results holds nothing else; a picture is of the user's message if there is one.
    let sent = asked_as_it_is(&so_far, &[picture()]).await;
    let shown = json!({"role": "user", "content": picture()});
    assert_eq!(sent, json!([explain, called, results, shown]));
    let sent = asked_as_it_is(&so_far[..1], &[picture()]).await;
    let both = json!({"role": "user", "content": [text("Explain"), picture()]});
    assert_eq!(sent, json!([both]));
    // A last word of the model's is for it to go on with.
    let begun = [
        SampleMessage::user("A list"),
        SampleMessage::assistant("1."),
    ];
    assert_eq!(asked_as_it_is(&begun, &[]).await, json!(begun));
}

#[tokio::test]
async fn a_conversation_without_a_message_is_not_asked() {
    for so_far in [vec![], vec![SampleMessage::assistant_blocks(vec![])]] {
        let mut client = Client::new();
        let handler = async |flow: &Flow| goes_on(flow, &so_far, &[]).await;
        let (refused, log) = crate::logs::logged(client.send(json!(null), handler)).await;
        assert_eq!(refused.code(), -32603);
        assert!(log.contains("nothing is asked"), "{log}");
    }
}

#[mrtr_tool]
async fn plan_of(so_far: &[SampleMessage]) -> Result<String, SampleError> {
    let plan = ask_sample!(Plan, messages = so_far.to_vec()).await?;
    Ok(plan.steps.join("+"))
}

#[tokio::test]
async fn a_value_is_asked_for_at_the_end_of_a_conversation() {
    let tool = ToolUse::new("1", "look_up", json!({}));
    let called = SampleMessage::assistant_blocks(vec![call("1", "hull")]);
    let results = SampleMessage::results([(&tool, "a ship's body")]);
    for (so_far, count, blocks) in [
        (vec![SampleMessage::user("Plan it")], 1, 2),
        (vec![SampleMessage::user("Plan it"), called, results], 4, 1),
    ] {
        let mut client = Client::new();
        let handler = async |flow: &Flow| plan_of(flow, &so_far).await;
        let asked = client.send(json!(null), handler).await;
        let (key, sent) = params(&asked);
        let messages = sent["messages"].as_array().unwrap();
        assert_eq!(messages.len(), count);
        let last = messages.last().unwrap();
        assert_eq!(last["role"], "user");
        let said = match &last["content"] {
            Value::Array(said) => said.clone(),
            one => vec![one.clone()],
        };
        assert_eq!(said.len(), blocks);
        let schema = said.last().unwrap()["text"].as_str().unwrap();
        assert!(schema.starts_with("Answer with one JSON value"), "{schema}");
        let answer = self::said(text(r#"{"steps": ["a"]}"#));
        let done = client.send(json!({ (key): answer }), handler).await;
        assert_eq!(done.complete(), Ok("a".to_owned()));
    }
}

#[test]
fn results_are_what_run_may_give_each_with_its_call() {
    let calls = ["1", "2"].map(|id| ToolUse::new(id, "t", json!({})));
    let results = |outputs: [Result<String, SampleError>; 2]| {
        json!(SampleMessage::results(calls.iter().zip(outputs)))
    };
    let told = |id, text: &str| json!({"type": "tool_result", "toolUseId": id, "content": [{"type": "text", "text": text}]});
    let mut failed = told("2", "the model's message holds no text");
    failed["isError"] = json!(true);
    assert_eq!(
        results([Ok("a".to_owned()), Err(SampleError::NoText)]),
        json!({"role": "user", "content": [told("1", "a"), failed]})
    );
    let [first, _] = &calls;
    let of_json = json!(SampleMessage::results([(first, json!({"a": 1}))]));
    assert_eq!(of_json["content"], told("1", r#"{"a":1}"#));
    let of_blocks = json!(SampleMessage::results([(first, vec![picture()])]));
    assert_eq!(of_blocks["content"]["content"], json!([picture()]));
}

/// The loop by hand, as `docs/handlers.md` has it.
#[mrtr_tool(max_requests = 20)]
async fn tidy(deleted: &Lookups) -> Result<String, SampleError> {
    let mut so_far = vec![SampleMessage::user("Tidy up")];
    let mut turn = 0;
    loop {
        turn += 1;
        let said = ask_sample!(
            of = turn,
            key = "agent",
            tools = [SampleTool::new("delete", "D", json!({"type": "object"}))],
            messages = so_far.clone()
        );
        let said = said.await;
        let calls = said.tool_uses();
        if calls.is_empty() {
            return said.text();
        }
        let mut results = Vec::new();
        for call in &calls {
            let word = call.input["word"].as_str().unwrap_or_default();
            let sure = ask_confirm!(key = "sure", of = (turn, &call.id), "Delete {word}?");
            results.push(match sure.await {
                Ok(()) => Ok(capture!(key = "deleted", of = (turn, &call.id), {
                    deleted.lock().unwrap().push(word.to_owned());
                    format!("{word} is gone")
                })),
                Err(refused) => Err(refused.to_string()),
            });
        }
        so_far.push(SampleMessage::from(&said));
        so_far.push(SampleMessage::results(calls.iter().zip(results)));
    }
}

/// The one key that is asked, which a digest is a part of.
fn only<R: std::fmt::Debug>(reply: &Reply<R>, word: &str) -> String {
    let [key] = reply.asked()[..] else {
        panic!("{reply:?}")
    };
    assert!(key.starts_with(word), "{key}");
    key.to_owned()
}

#[tokio::test]
async fn a66_a_person_confirms_each_call_and_the_model_hears_what_came_of_it() {
    let deleted = Lookups::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| tidy(flow, &deleted).await;
    let key = only(&client.send(json!(null), handler).await, "agent");
    let both = said(json!([call("1", "old.txt"), call("2", "new.txt")]));
    let sure = only(&client.send(json!({ (key): both }), handler).await, "sure");
    let sure = only(
        &client.send(json!({ (sure): yes() }), handler).await,
        "sure",
    );
    assert_eq!(*deleted.lock().unwrap(), ["old.txt"]);
    let no = json!({"action": "decline"});
    let next = client.send(json!({ (sure): no }), handler).await;
    let (key, sent) = params(&next);
    let results = &sent["messages"][2]["content"];
    assert_eq!(results[0]["content"][0]["text"], "old.txt is gone");
    let refused = results[1]["content"][0]["text"].as_str().unwrap();
    assert!(refused.contains("declined"), "{refused}");
    assert_eq!(results[1]["isError"], true);
    // The model may give a call an id that it gave another before.
    let again = said(call("1", "more.txt"));
    let sure = only(&client.send(json!({ (key): again }), handler).await, "sure");
    let next = client.send(json!({ (sure): yes() }), handler).await;
    let key = only(&next, "agent");
    assert_eq!(params(&next).1["messages"].as_array().unwrap().len(), 5);
    let done = client
        .send(json!({ (key): said(text("Tidy")) }), handler)
        .await;
    assert_eq!(done.complete(), Ok("Tidy".to_owned()));
    assert_eq!(*deleted.lock().unwrap(), ["old.txt", "more.txt"]);
}

fn has_few_steps(plan: &Plan) -> Result<(), String> {
    match plan.steps.len() {
        0 => Err("`steps` is empty.".to_owned()),
        1..=2 => Ok(()),
        _ => Err(format!("{} are too many steps", plan.steps.join(" and "))),
    }
}

#[mrtr_tool]
async fn short_plan() -> Result<String, SampleError> {
    let plan = ask_sample!(Plan, check = has_few_steps, max_tokens = 9, "Plan it").await?;
    Ok(plan.steps.join("+"))
}

#[mrtr_tool]
async fn looked_up_plan(lookups: &Lookups) -> Result<String, SampleError> {
    let plan = ask_sample!(
        Plan,
        tools = [dictionary()],
        run = |call| look_up(lookups, call),
        check = |plan| has_few_steps(plan).map_err(|reason| reason.to_lowercase()),
        "Plan it"
    );
    Ok(plan.await?.steps.join("+"))
}

fn steps(steps: &[&str]) -> Value {
    text(&json!({ "steps": steps }).to_string())
}

#[tokio::test]
async fn a_value_that_the_author_refuses_is_sampled_again_with_the_reason() {
    let mut client = Client::new();
    client.send(json!(null), short_plan).await.asked();
    for (written, reason) in [
        (
            steps(&[]),
            "That cannot be used: `steps` is empty. Answer again",
        ),
        (
            steps(&["a", "b", "c"]),
            "That cannot be used: a and b and c are too many steps. Answer again",
        ),
        (text("{}"), "`steps` is missing"),
    ] {
        // Whole as it is, it was not the end of it that is wrong; and no value is what was cut off.
        for end in ["endTurn", "maxTokens"] {
            let answer = stopped(written.clone(), end);
            let again = client.send(json!({"plan": answer}), short_plan);
            let again = again.await;
            let (_, sent) = params(&again);
            let messages = sent["messages"].as_array().unwrap();
            assert_eq!(messages[1]["content"], written);
            let told = messages[2]["content"]["text"].as_str().unwrap();
            let is_cut_off = end == "maxTokens" && written == text("{}");
            assert_eq!(told.contains(reason), !is_cut_off, "{end}: {told}");
            client = Client::new();
            client.send(json!(null), short_plan).await.asked();
        }
    }
    let done = client
        .send(json!({"plan": said(steps(&["a"]))}), short_plan)
        .await;
    assert_eq!(done.complete(), Ok("a".to_owned()));
}

#[tokio::test]
async fn a_value_that_the_author_refuses_each_time_is_an_error_and_the_log_has_no_word_of_it() {
    let mut client = Client::with(Limits {
        retries_per_question: 1,
        ..Limits::default()
    });
    client.send(json!(null), short_plan).await.asked();
    let refused = || json!({"plan": said(steps(&["hunter", "hunter", "hunter"]))});
    client.send(refused(), short_plan).await.asked();
    let (ended, log) = crate::logs::logged(client.send(refused(), short_plan)).await;
    assert_eq!(ended.complete(), Err(SampleError::Misfit));
    assert!(log.contains("reason=\"check\""), "{log}");
    assert!(!log.contains("hunter"), "{log}");
}

#[tokio::test]
async fn the_last_text_of_a_model_that_calls_tools_is_checked_by_the_author_too() {
    let lookups = Lookups::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| looked_up_plan(flow, &lookups).await;
    client.send(json!(null), handler).await.asked();
    let called = json!({"plan": said(call("1", "hull"))});
    client.send(called, handler).await.asked();
    let again = json!({"plan#2": said(steps(&[]))});
    let again = client.send(again, handler).await;
    assert!(params(&again).1.to_string().contains("`steps` is empty"));
    let done = json!({"plan#2": said(steps(&["a"]))});
    let done = client.send(done, handler).await;
    assert_eq!(done.complete(), Ok("a".to_owned()));
    assert_eq!(*lookups.lock().unwrap(), ["hull"]);
}
