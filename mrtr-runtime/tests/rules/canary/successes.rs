//! Paths that end well.

use super::*;

#[derive(Elicit)]
struct Note {
    /// A note
    #[elicit(max_length = 200)]
    text: String,
    /// How often
    #[elicit(min = 1, max = 3)]
    often: u8,
}

#[mrtr_tool]
async fn all_kinds(flow: Flow, path: &str) -> Result<String, Refused> {
    let hold = capture!(format!("{CANARY} captured {path}"));
    let _ = flow.can(Capability::Sampling);
    let note = ask_elicit!(Note, "A note on {path} and {hold}?").await?;
    let (picked, sample, roots) = tokio::join!(
        ask_pick!(
            [note.text.clone(), hold.clone()],
            key = "one",
            "Which of {hold}?"
        ),
        ask_sample!(system = path, "Write on {path}, {hold}: {}", note.text),
        ask_roots!()
    );
    ask_confirm!(
        type_in = path,
        key = "sure",
        about = note.often,
        "Use {hold}?"
    )
    .await?;
    let key = flow.key("send", &(path, &hold));
    Ok(format!(
        "{}{}{}{key}",
        picked?,
        sample.text().unwrap_or_default(),
        roots.all().len()
    ))
}

/// Every kind of question, and before each what is not answered, invalid, of another form or not asked.
async fn walk(spy: &mut Spy, last: Value) {
    let path = format!("{CANARY} path");
    let handler = async |flow: &Flow| all_kinds(flow, &path).await;
    let note = accept(json!({"text": format!("{CANARY} note"), "often": 2, "more": CANARY}));
    let wrong = accept(json!({"text": CANARY, "often": 99}));
    let sample = json!({
        "role": "assistant", "model": CANARY, "content": {"type": "text", "text": CANARY},
    });
    let roots = json!({"roots": [{"uri": format!("file:///{CANARY}"), "name": CANARY}]});
    spy.send(json!(null), handler).await;
    spy.send(json!({(CANARY): CANARY, "sure": yes()}), handler)
        .await;
    spy.send(json!({"note": wrong}), handler).await;
    spy.send(json!({"note": note}), handler).await;
    let more =
        json!({"one": accept(json!({"value": format!("{CANARY} nothing")})), "roots": roots});
    spy.send(more, handler).await;
    let picked = accept(json!({"value": format!("{CANARY} note")}));
    spy.send(json!({"one": picked, "sample": sample}), handler)
        .await;
    spy.send(json!({"sure": last}), handler).await;
}

#[tokio::test]
async fn successes_are_silent() {
    let typed = accept(json!({"confirm": format!("{CANARY} path")}));
    let ends = walk_all(vec![
        path(Counter::Completed, "", Spy::new(), move |spy| {
            Box::pin(walk(spy, typed))
        }),
        path(Counter::Completed, "", Spy::new(), |spy| {
            Box::pin(walk(
                spy,
                json!({"action": "decline", "content": {"confirm": CANARY}}),
            ))
        }),
        path(Counter::Completed, "", Spy::new(), |spy| {
            Box::pin(walk(spy, json!({"action": "cancel", (CANARY): CANARY})))
        }),
    ]);
    assert_eq!(ends.await.len(), 3);
}

#[mrtr_tool(allow(unused_answer))]
async fn goes_another_way(flag: bool) -> Result<(), Refused> {
    if flag {
        ask_elicit!(String, key = "name", "Name?").await?;
    }
    ask_confirm!(key = "sure", "Sure?").await
}

/// What was recorded and not reached is logged by its key.
#[tokio::test]
async fn what_is_not_reached_is_silent() {
    let ends = walk_all(vec![path(Counter::Completed, "", Spy::new(), |spy| {
        Box::pin(async move {
            let first = async |flow: &Flow| goes_another_way(flow, true).await;
            spy.send(json!(null), first).await;
            spy.send(json!({"name": sung()}), first).await;
            let second = async |flow: &Flow| goes_another_way(flow, false).await;
            spy.send(json!({"sure": yes()}), second).await;
            let counters = spy.client.mrtr.counters();
            assert_eq!(counters.get(Counter::Unreached, "answer"), 1);
        })
    })]);
    ends.await;
}
