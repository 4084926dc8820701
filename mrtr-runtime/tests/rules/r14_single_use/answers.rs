//! What is another answer, and what is the same one sent in another way.

use super::*;

#[tokio::test]
async fn r14_junk_answers_make_no_other_round() {
    let shop = Shop::default();
    let mut client = sure(&shop).await;
    let mut junk = client.fork();
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    let paid = client.send(json!({"sure": yes()}), handler).await;
    let mut loud = accept(json!({"confirm": true}));
    loud["_meta"] = json!({"n": 2});
    loud["resultType"] = json!("complete");
    let answers = json!({"sure": loud, "name": value("Bob"), "other": 7});
    assert_eq!(junk.send(answers, handler).await, paid);
    assert_eq!(shop.counts(), [3, 1, 1]);
}

#[derive(Elicit)]
struct Order {
    /// How many
    count: u32,
    /// For whom
    note: Option<String>,
}

#[mrtr_tool(single_use)]
async fn order(shop: &Shop) -> Result<String, Refused> {
    let (order, roots) = tokio::join!(
        ask_elicit!(Order, key = "order", "How many?"),
        ask_roots!(key = "roots")
    );
    let (order, charge) = (order?, shop.charged.fetch_add(1, Ordering::SeqCst));
    let roots: Vec<_> = roots.iter().map(|root| (root.uri(), root.name())).collect();
    Ok(format!(
        "{charge}: {} {:?} {roots:?}",
        order.count, order.note
    ))
}

/// An answer is what is taken of it, however it is sent.
#[tokio::test]
async fn r14_junk_inside_of_answers_makes_no_other_answer() {
    let shop = Shop::default();
    let handler = async |flow: &Flow| order(flow, &shop).await;
    let sent =
        |order: Value, root: Value| json!({"order": accept(order), "roots": {"roots": [root]}});
    let a = || json!({"uri": "file:///a"});
    let first = sent(json!({"count": 2}), a());
    let same = [
        sent(json!({"count": 2, "extra": "x", "Count": 3}), a()),
        sent(json!({"note": null, "extra": null, "count": 2.0}), a()),
        sent(
            json!({"count": 2}),
            json!({"uri": "file:///a", "_meta": {"n": 1}, "size": 7}),
        ),
    ];
    let other = [
        sent(json!({"count": 3}), a()),
        sent(json!({"count": 2, "note": ""}), a()),
        sent(json!({"count": 2}), json!({"uri": "file:///b"})),
        sent(
            json!({"count": 2}),
            json!({"uri": "file:///a", "name": "A"}),
        ),
    ];
    let mut client = shop_client();
    assert_eq!(client.send(json!(null), handler).await.asked().len(), 2);
    // Whichever came first: the answer with junk, or the one without.
    for (number, first) in same.iter().chain([&first]).enumerate() {
        let mut client = shop_client();
        client.send(json!(null), handler).await.asked();
        let done = client.send(first.clone(), handler).await;
        for again in &same {
            assert_eq!(client.send(again.clone(), handler).await, done, "{again}");
        }
        for other in &other {
            let refused = client.send(other.clone(), handler).await;
            assert!(is_bad_state(&refused), "{other}: {refused:?}");
        }
        assert!(
            done.complete()
                .unwrap()
                .starts_with(&format!("{number}: 2 None"))
        );
    }
}

#[tokio::test]
async fn r14_an_answer_of_nothing_is_one_whatever_it_is_sent_as() {
    let shop = Shop::default();
    let handler = async |flow: &Flow| order(flow, &shop).await;
    let nothing = [
        json!(null),
        json!({}),
        json!({"count": null}),
        json!({"junk": 1}),
    ];
    let mut client = shop_client();
    client.send(json!(null), handler).await.asked();
    let again = client
        .fork()
        .send(json!({"order": accept(json!({}))}), handler)
        .await;
    assert_eq!(again.asked(), ["order", "roots"]);
    for content in nothing {
        let repeat = json!({"order": accept(content)});
        assert_eq!(client.fork().send(repeat, handler).await, again);
    }
}

#[mrtr_tool(single_use)]
async fn pay_both(is_turned: bool) -> Result<String, Refused> {
    let (one, two) = if is_turned {
        let (two, one) = tokio::join!(
            ask_confirm!(key = "two", "Two?"),
            ask_confirm!(key = "one", "One?"),
        );
        (one, two)
    } else {
        tokio::join!(
            ask_confirm!(key = "one", "One?"),
            ask_confirm!(key = "two", "Two?"),
        )
    };
    one?;
    two?;
    Ok("paid".to_owned())
}

#[tokio::test]
async fn r14_the_order_of_the_questions_is_no_other_answer() {
    let mut client = shop_client();
    let handler = async |flow: &Flow| pay_both(flow, false).await;
    let turned = async |flow: &Flow| pay_both(flow, true).await;
    client.send(json!(null), handler).await.asked();
    let mut before = client.fork();
    client.send(json!({}), turned).await.asked();
    let both = json!({"one": yes(), "two": yes()});
    let paid = client.send(both.clone(), turned).await;
    assert_eq!(paid.complete().as_deref(), Ok("paid"));
    let again = before.send(both, handler).await;
    assert_eq!(again.complete().as_deref(), Ok("paid"));
}

#[tokio::test]
async fn r14_an_invalid_answer_spends_its_round_and_the_question_comes_again() {
    let shop = Shop::default();
    let mut client = sure(&shop).await;
    let mut first = client.fork();
    let handler = async |flow: &Flow| pay(flow, &shop).await;
    let wrong: Value = json!({"sure": accept(json!({"confirm": 7}))});
    let again = client.send(wrong.clone(), handler).await;
    assert_eq!(again.asked(), ["sure"]);
    assert_eq!(first.send(wrong, handler).await, again);
    let paid = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(paid.complete(), Ok("Ann 0 0".to_owned()));
}
