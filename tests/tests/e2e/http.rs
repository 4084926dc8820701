//! rmcp's service for HTTP, set up in other ways than the usual one.

use mrtr_tests::answers::yes;
use mrtr_tests::{Hosted, HttpConfig, Lab, Operation, Person, tool};
use serde_json::json;

fn order() -> Operation {
    tool("order", json!({}))
}

#[tokio::test]
async fn rounds_work_without_streams() {
    let config = HttpConfig::default().with_json_response(true);
    let server = Hosted::http_with(Lab::default(), config).await;
    let client = server.modern().await;
    let mut call = client.start(order()).await;
    call.answer(json!({"first": yes()})).await.asked();
    assert_eq!(
        call.answer(json!({"second": yes()})).await.text(),
        "order 1, mail 1"
    );

    let unable = server.raw().declaring(json!({}));
    let refused = unable.send(&order(), json!({})).await;
    assert_eq!((refused.status, refused.code()), (400, -32021));
}

#[tokio::test]
async fn rounds_need_no_sessions() {
    let config = HttpConfig::default().with_legacy_session_mode(false);
    let server = Hosted::http_with(Lab::default(), config).await;
    let client = server.modern().await;
    let mut call = client.start(order()).await;
    call.answer(json!({"first": yes()})).await.asked();
    assert_eq!(
        call.answer(json!({"second": yes()})).await.text(),
        "order 1, mail 1"
    );
}

#[tokio::test]
async fn an_old_client_without_a_session_cannot_be_asked_and_does_not_hang() {
    let config = HttpConfig::default().with_legacy_session_mode(false);
    let server = Hosted::http_with(Lab::default(), config).await;
    let refused = server.raw().old().send(&order(), json!({})).await;
    assert_eq!(refused.code(), -32021);
    let plain = server
        .raw()
        .old()
        .send(&tool("plain", json!({})), json!({}))
        .await;
    assert_eq!(plain.result()["content"][0]["text"], "Hello");
    let client = server
        .connect(&Person::old().answering(|_| Some(yes())))
        .await;
    assert_eq!(client.once(order()).await.code(), -32021);
}
