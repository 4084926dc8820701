//! Pages that the user is sent to, over rmcp's client.

use mrtr_tests::answers::{accept, decline, value, yes};
use mrtr_tests::{Deadline as _, Effects, Hosted, Lab, Operation, Person, Wire, tool, until};
use serde_json::{Value, json};

fn connect() -> Operation {
    tool("connect", json!({}))
}

fn opens_pages() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}})
}

fn opened() -> Value {
    json!({"action": "accept"})
}

async fn lab(wire: Wire) -> (Hosted<Lab>, Effects) {
    let lab = Lab::default();
    let effects = lab.effects.clone();
    (Hosted::start(lab, wire).await, effects)
}

over_wires! {
    async fn a70_a_page_goes_on_when_it_is_done_and_not_when_it_is_opened(wire: Wire) {
        let (server, effects) = lab(wire).await;
        let client = server.connect(&Person::modern().declaring(opens_pages())).await;
        let mut call = client.start(connect()).await;
        assert_eq!(call.round.asked(), ["owner"]);
        let params = &call.round.request("owner")["params"];
        assert_eq!(params["mode"], "url");
        assert_eq!(params["message"], "Connect an account of Hello");
        let url = params["url"].as_str().unwrap();
        assert!(url.starts_with("https://pages.example/connect?link=m1."), "{url}");
        // rmcp's own type writes it, and it is empty.
        assert_eq!(params["elicitationId"], "");

        let looks = effects.count("looks");
        let page = async {
            until("the request is held open", || effects.count("looks") > looks + 1).await;
            assert_eq!(effects.count("passed"), 0);
            effects.add("connected");
        };
        let (round, ()) = tokio::join!(call.answer(json!({"owner": opened()})), page);
        assert_eq!(round.asked(), ["sure"]);
        assert_eq!(call.answer(json!({"sure": yes()})).await.text(), "Ann true");
    }
}

over_wires! {
    async fn a_page_that_is_refused_or_cannot_be_looked_up_ends_the_call(wire: Wire) {
        let (server, effects) = lab(wire).await;
        let client = server.connect(&Person::modern().declaring(opens_pages())).await;
        let mut call = client.start(connect()).await;
        let refused = call.answer(json!({"owner": decline()})).await;
        assert_eq!(refused.tool_error(), "The user declined `owner`.");
        effects.add("down");
        let failed = client.once(connect()).await;
        assert_eq!(failed.tool_error(), "the provider is down");
    }
}

over_wires! {
    async fn a_page_that_is_done_is_not_asked_for(wire: Wire) {
        let (server, effects) = lab(wire).await;
        effects.add("connected");
        let client = server.modern().await;
        assert_eq!(client.once(connect()).await.asked(), ["sure"]);
    }
}

over_wires! {
    async fn a25_a28_a_client_that_opens_no_pages_is_refused_or_asked_otherwise(wire: Wire) {
        let (server, _) = lab(wire).await;
        for declared in [json!({"elicitation": {}}), json!({"elicitation": {"form": {}}})] {
            let client = server.connect(&Person::modern().declaring(declared)).await;
            let refused = client.once(connect()).await;
            assert_eq!(refused.code(), -32021);
            let required = json!({"requiredCapabilities": {"elicitation": {"url": {}}}});
            assert_eq!(refused.error().data, Some(required));
            let mut call = client.start(tool("either", json!({}))).await;
            assert_eq!(call.round.asked(), ["name"]);
            assert_eq!(call.answer(json!({"name": value("Ann")})).await.text(), "Ann");
        }
        let client = server.connect(&Person::modern().declaring(opens_pages())).await;
        assert_eq!(client.once(tool("either", json!({}))).await.asked(), ["page"]);
    }
}

over_wires! {
    async fn a_page_and_a_form_side_by_side_are_one_round(wire: Wire) {
        let (server, effects) = lab(wire).await;
        let client = server.connect(&Person::modern().declaring(opens_pages())).await;
        let mut call = client.start(tool("connect_as", json!({}))).await;
        assert_eq!(call.round.asked(), ["name", "page"]);
        effects.add("connected");
        let answers = json!({"name": value("Bob"), "page": opened()});
        assert_eq!(call.answer(answers).await.text(), "Ann Bob");
    }
}

over_wires! {
    async fn an_old_client_is_asked_for_a_page_and_a_form_at_once(wire: Wire) {
        let (server, effects) = lab(wire).await;
        let connected = effects.clone();
        let person = Person::old().declaring(opens_pages()).answering(move |question| {
            Some(if question.params["mode"] == "url" {
                connected.add("connected");
                opened()
            } else {
                value("Bob")
            })
        });
        let client = server.connect(&person.answering_together(2)).await;
        assert_eq!(client.once(tool("connect_as", json!({}))).await.text(), "Ann Bob");
    }
}

over_wires! {
    async fn a81_a_client_that_leaves_a_held_page_drops_the_handler(wire: Wire) {
        let (server, effects) = lab(wire).await;
        let person = Person::modern().declaring(opens_pages());
        let client = server.connect(&person).await;
        let mut call = client.start(connect()).await;
        let looks = effects.count("looks");
        tokio::select! {
            _ = call.answer(json!({"owner": opened()})) => panic!("nobody has connected"),
            () = until("the request is held open", || effects.count("looks") > looks + 1) => {}
        }
        let released = || effects.count("waiting") == effects.count("released");
        until("the handler is dropped", released).in_time().await;
        assert_eq!(effects.count("passed"), 0);
    }
}

over_wires! {
    async fn a72_an_old_client_is_asked_with_an_id_and_told_when_the_page_is_done(wire: Wire) {
        let (server, effects) = lab(wire).await;
        let connected = effects.clone();
        let person = Person::old().declaring(opens_pages()).answering(move |question| {
            if question.params["mode"] == "url" {
                connected.add("connected");
                return Some(opened());
            }
            Some(accept(json!({"confirm": true})))
        });
        let client = server.connect(&person).await;
        assert_eq!(client.once(connect()).await.text(), "Ann true");
        let asked = person.asked();
        assert_eq!(asked.len(), 2);
        let id = asked[0].params["elicitationId"].as_str().unwrap();
        assert!(id.ends_with(".owner"), "{id}");
        until("the notification is there", || !person.told().is_empty()).await;
        assert_eq!(person.told(), [told_of(id)]);
    }
}

fn told_of(id: &str) -> Value {
    json!({
        "method": "notifications/elicitation/complete",
        "params": {"elicitationId": id},
    })
}

over_wires! {
    async fn a72_the_id_of_a_page_is_that_of_no_other_session(wire: Wire) {
        let (server, effects) = lab(wire).await;
        let [ann, bob] = [(); 2].map(|()| {
            Person::old().declaring(opens_pages()).answering(|question| {
                Some(if question.params["mode"] == "url" { opened() } else { yes() })
            })
        });
        let (of_ann, of_bob) = (server.connect(&ann).await, server.connect(&bob).await);
        let page = async {
            let is_asked = |person: &Person| !person.asked().is_empty();
            until("both are asked", || is_asked(&ann) && is_asked(&bob)).await;
            effects.add("connected");
        };
        let calls = tokio::join!(of_ann.once(connect()), of_bob.once(connect()), page);
        assert_eq!((calls.0.text(), calls.1.text()), ("Ann true", "Ann true"));
        let [ann_was, bob_was] = [&ann, &bob].map(|person| {
            let id = person.asked()[0].params["elicitationId"].clone();
            id.as_str().unwrap().to_owned()
        });
        assert_ne!(ann_was, bob_was);
        for (person, id) in [(ann, ann_was), (bob, bob_was)] {
            until("the notification is there", || !person.told().is_empty()).await;
            assert_eq!(person.told(), [told_of(&id)]);
        }
    }
}

over_wires! {
    async fn a29_an_old_client_that_opens_no_pages_is_not_asked_for_one(wire: Wire) {
        let (server, _) = lab(wire).await;
        let person = Person::old().answering(|_| Some(yes()));
        let client = server.connect(&person).await;
        assert_eq!(client.once(connect()).await.code(), -32021);
        assert!(person.asked().is_empty());
    }
}
