//! How far a call is: to whom it is told, and that no replay tells it again.

use mrtr_tests::answers::yes;
use mrtr_tests::{Deadline as _, Hosted, Lab, Person, Wire, tool, until};
use serde_json::{Value, json};

/// The notifications of progress among what came, and the answer.
fn told(messages: &[Value]) -> (Vec<(&Value, f64)>, &Value) {
    let (answer, notifications) = messages.split_last().expect("an answer comes");
    let told = notifications.iter().map(|notification| {
        assert_eq!(notification["method"], "notifications/progress");
        let params = &notification["params"];
        (
            &params["progressToken"],
            params["progress"].as_f64().unwrap(),
        )
    });
    (told.collect(), &answer["result"])
}

fn with_token(token: &str, mut more: Value) -> Value {
    more["_meta"] = json!({"progressToken": token});
    more
}

/// What is told in the first round, in a retry, and in a retry without a token.
async fn rounds(name: &str) -> [Vec<(String, f64)>; 3] {
    let server = Hosted::start(Lab::default(), Wire::Http).await;
    let (raw, tool) = (server.raw(), tool(name, json!({})));
    let owned = |told: Vec<(&Value, f64)>| {
        let owned = told.into_iter();
        owned
            .map(|(token, progress)| (token.as_str().unwrap().to_owned(), progress))
            .collect()
    };
    let first = raw.stream(&tool, with_token("one", json!({}))).await;
    let (first, asked) = told(&first);
    let retry = json!({"requestState": asked["requestState"], "inputResponses": {"sure": yes()}});
    let second = raw.stream(&tool, with_token("two", retry.clone())).await;
    let (second, done) = told(&second);
    assert_eq!(done["content"][0]["text"], "done");
    let third = raw.stream(&tool, retry).await;
    let (third, done) = told(&third);
    assert_eq!(done["content"][0]["text"], "done");
    [owned(first), owned(second), owned(third)]
}

fn of(token: &str, progress: &[f64]) -> Vec<(String, f64)> {
    let told = progress.iter();
    told.map(|progress| (token.to_owned(), *progress)).collect()
}

#[tokio::test]
async fn a60_progress_goes_to_the_token_of_its_own_request() {
    let [first, second, third] = rounds("reports").await;
    assert_eq!(first, of("one", &[1.0]));
    assert_eq!(second, of("two", &[2.0, 3.0]));
    assert_eq!(third, []);
}

#[tokio::test]
async fn a60_progress_that_is_told_in_each_round_goes_to_that_rounds_token() {
    let [first, second, third] = rounds("reports_again").await;
    assert_eq!(first, of("one", &[1.0]));
    assert_eq!(second, of("two", &[1.0, 2.0]));
    assert_eq!(third, []);
}

/// What is logged to the client in a round whose request wants to hear of this level, and the answer.
async fn logged(level: Option<&str>, more: Value, server: &Hosted<Lab>) -> (Vec<String>, Value) {
    let mut params = more;
    if let Some(level) = level {
        params["_meta"] = json!({"io.modelcontextprotocol/logLevel": level});
    }
    let messages = server.raw().stream(&tool("logs", json!({})), params).await;
    let (answer, told) = messages.split_last().unwrap();
    let told = told.iter().map(|message| {
        assert_eq!(message["method"], "notifications/message");
        message["params"]["data"].as_str().unwrap().to_owned()
    });
    (told.collect(), answer["result"].clone())
}

#[tokio::test]
async fn a60_a_round_logs_to_its_own_request_as_that_wants_it() {
    let server = Hosted::start(Lab::default(), Wire::Http).await;
    for (first, second, heard, later) in [
        (Some("debug"), Some("info"), vec!["begun"], vec!["sure"]),
        (Some("info"), None, vec!["begun"], vec![]),
        (Some("error"), Some("debug"), vec![], vec!["sure"]),
        (None, None, vec![], vec![]),
    ] {
        let (told, asked) = logged(first, json!({}), &server).await;
        assert_eq!(told, heard);
        let retry =
            json!({"requestState": asked["requestState"], "inputResponses": {"sure": yes()}});
        let (told, done) = logged(second, retry, &server).await;
        assert_eq!(told, later);
        assert_eq!(done["content"][0]["text"], "done");
    }
}

over_wires! {
    async fn a60_an_old_client_is_told_each_step_once(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let person = Person::old().answering(|_| Some(yes()));
        let client = server.connect(&person).await;
        assert_eq!(client.once(tool("reports", json!({}))).await.text(), "done");
        // rmcp's client handles each notification by itself, and the answer meanwhile.
        until("all steps came", || person.progress().len() >= 3).in_time().await;
        let mut told = person.progress();
        told.sort_by(f64::total_cmp);
        assert_eq!(told, [1.0, 2.0, 3.0]);
    }
}
