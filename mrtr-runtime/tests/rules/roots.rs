//! `ask_roots!`: each root by itself, and none is an answer.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Failure, Reply, RootError, Roots, UnreadRoot};
use serde_json::{Value, json};

use crate::harness::{Client, Seen, decline, yes};

#[mrtr_tool]
async fn folders() -> Roots {
    ask_roots!(key = "folders").await
}

async fn answered(roots: Value) -> Roots {
    let mut client = Client::new();
    let asked = client.send(json!(null), folders).await;
    assert!(matches!(asked, Reply::InputRequired(_)));
    let answer = json!({"folders": {"roots": roots}});
    match client.send(answer, folders).await {
        Reply::Complete { value, .. } => value,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a25_roots_are_asked_of_a_client_that_has_them() {
    let mut client = Client::new();
    client.capabilities.roots = false;
    let refused = client.send(json!(null), folders).await;
    let Reply::Failed(Failure::Rpc(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.code, -32021);
    let missing = json!({"requiredCapabilities": {"roots": {}}});
    assert_eq!(error.data, Some(missing));
}

#[tokio::test]
async fn a_loop_goes_over_the_roots_that_read() {
    let answer = json!([{"uri": "file:///a"}, 7, {"uri": "file:///b"}]);
    let roots = answered(answer).await;
    let mut lent = Vec::new();
    for root in &roots {
        lent.push(root.path().to_owned());
    }
    let owned: Vec<_> = roots
        .into_iter()
        .map(|root| root.path().to_owned())
        .collect();
    assert_eq!(lent, ["/a", "/b"]);
    assert_eq!(owned, lent);
}

#[tokio::test]
async fn one_bad_root_does_not_lose_the_others() {
    let roots = answered(json!([
        {"uri": "file:///c%3A/Users/ann", "name": "Ann's"},
        {"uri": "https://example.com/"},
        {"name": "nowhere"},
        {"uri": "file:///a%2Fb"},
        {"uri": "file://server/share"},
        7,
    ]))
    .await;
    let read: Vec<_> = roots
        .iter()
        .map(|root| (root.path(), root.name()))
        .collect();
    assert_eq!(
        read,
        [("c:/Users/ann", Some("Ann's")), ("//server/share", None)]
    );
    let error = |root: &Result<_, UnreadRoot>| {
        let unread = root.as_ref().err()?;
        Some((unread.error(), unread.uri().map(str::to_owned)))
    };
    let errors: Vec<_> = roots.all().iter().map(error).collect();
    let of = |uri: &str| Some(uri.to_owned());
    assert_eq!(
        errors,
        [
            None,
            Some((RootError::NotAFile, of("https://example.com/"))),
            Some((RootError::NoUri, None)),
            Some((RootError::NotAPath, of("file:///a%2Fb"))),
            None,
            Some((RootError::NoUri, None)),
        ]
    );
}

#[tokio::test]
async fn no_roots_are_an_answer() {
    assert_eq!(answered(json!([])).await.all(), []);
}

#[mrtr_tool]
async fn letter() -> Result<String, Refused> {
    let (folders, poem, name) = tokio::join!(
        ask_roots!(key = "folders"),
        ask_sample!(key = "poem", max_tokens = 60, "A poem"),
        ask_elicit!(String, key = "name", "Name?"),
    );
    let (count, poem) = (
        folders.iter().count(),
        poem.text().unwrap_or_default().to_owned(),
    );
    ask_confirm!(key = "sure", "Sure of {poem}?").await?;
    Ok(format!("{} {count} {poem}", name?))
}

/// They are asked in one round, and a no to one of them is no word about the others.
#[tokio::test]
async fn what_cannot_be_declined_is_joined_with_what_can() {
    let mut client = Client::new();
    let all = ["folders", "poem", "name"];
    assert_eq!(client.send(json!(null), letter).await.asked(), all);
    let answers = json!({
        "folders": {"roots": [{"uri": "file:///a"}]},
        "poem": {"role": "assistant", "content": {"type": "text", "text": "roses"}, "model": "m"},
        "name": decline(),
    });
    client.clock.advance(Duration::from_secs(60));
    let next = client.send(answers, letter).await;
    assert_eq!(next.message("sure"), "Sure of roses?");
    let done = client.send(json!({"sure": yes()}), letter).await;
    let refused = done.complete().unwrap_err();
    assert_eq!(refused.to_string(), "The user declined `name`.");
}
