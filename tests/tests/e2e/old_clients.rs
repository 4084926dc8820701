//! Clients of 2025-11-25, served by the same handlers.

use mrtr_runtime::Legacy;
use mrtr_runtime::prelude::*;
use mrtr_tests::answers::{accept, as_a_person, decline, no, sample, value, yes};
use mrtr_tests::{
    Example, Hosted, Lab, Operation, Person, Transport, Wire, example, prompt, resource, tool,
    until,
};
use serde_json::json;

fn incident() -> Example {
    example!("incident")
}

fn close() -> Operation {
    tool("close_incident", json!({"incident": "INC-104"}))
}

over_both! {
    async fn a29_an_old_client_is_asked_by_request(transport: Transport) {
        let server = incident().start(transport).await;
        let person = Person::old().answering(|question| match question.method {
            "elicitation/create" => Some(accept(json!({"language": "French"}))),
            _ => Some(sample("Tout va bien.")),
        });
        let client = server.connect(&person).await;
        let summarize = tool("summarize_incident", json!({"incident": "INC-104"}));
        assert_eq!(client.once(summarize).await.text(), "Tout va bien.");

        let asked = person.asked();
        let methods: Vec<&str> = asked.iter().map(|question| question.method).collect();
        assert_eq!(methods, ["elicitation/create", "sampling/createMessage"]);
        assert!(asked[0].params["requestedSchema"]["properties"]["language"].is_object());
        assert!(asked[1].params.to_string().contains("in French"));
    }
}

over_both! {
    async fn a29_an_old_client_may_decline(transport: Transport) {
        let server = incident().start(transport).await;
        for answer in [decline(), no()] {
            let person = Person::old().answering(move |_| Some(answer.clone()));
            let client = server.connect(&person).await;
            assert_eq!(as_a_person(client.once(close()).await.tool_error()), "The user declined `confirm`.");
        }
        let person = Person::old().answering(|_| Some(yes()));
        let client = server.connect(&person).await;
        assert_eq!(client.once(close()).await.text(), "INC-104 is closed.");
    }
}

over_both! {
    async fn a29_an_old_client_that_cannot_be_asked_gets_an_error(transport: Transport) {
        let server = incident().start(transport).await;
        let person = Person::old().declaring(json!({}));
        let client = server.connect(&person).await;
        assert_eq!(client.once(close()).await.code(), -32021);
        assert!(person.asked().is_empty());
    }
}

over_both! {
    async fn an_old_client_that_fails_to_answer_is_told_which_question(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.connect(&Person::old()).await;
        let told = client.once(close()).await;
        assert_eq!(told.tool_error(), "The client could not answer `confirm`.");
    }
}

over_both! {
    async fn prompts_and_resources_ask_an_old_client_too(transport: Transport) {
        let server = incident().start(transport).await;
        let person = Person::old().answering(|_| Some(value("executives")));
        let client = server.connect(&person).await;
        client.once(prompt("incident_report", json!({"incident": "INC-104"}))).await.result();
        client.once(resource("incident://INC-104/report")).await.result();
        assert_eq!(person.asked().len(), 2);
    }
}

over_wires! {
    async fn an_old_client_is_asked_the_questions_of_a_round_at_once(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let person = Person::old().answering(|question| match question.method {
            "elicitation/create" => Some(accept(json!({"width": 3}))),
            "roots/list" => Some(json!({"roots": [{"uri": "file:///a"}]})),
            _ => Some(sample("Hi")),
        });
        let client = server.connect(&person.answering_together(3)).await;
        let done = client.once(tool("at_once", json!({}))).await;
        assert_eq!(done.text(), "3xNone Hi file:///a");
    }
}

over_wires! {
    async fn an_error_to_one_question_takes_back_those_beside_it(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let person = Person::old().answering_together(3).silent_but("elicitation/create");
        let client = server.connect(&person).await;
        let told = client.once(tool("at_once", json!({}))).await;
        assert_eq!(told.tool_error(), "The client could not answer `size`.");
        until("the silent ones are taken back", || person.withdrawn() == 2).await;
        assert_eq!(person.asked().len(), 3);
    }
}

over_wires! {
    async fn a67_a_rejected_sample_takes_back_nothing_and_the_handler_goes_on(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        for method in ["sampling/createMessage", "roots/list"] {
            let person = Person::old().answering(move |question| match question.method {
                rejected if rejected == method => None,
                "elicitation/create" => Some(accept(json!({"width": 3}))),
                "roots/list" => Some(json!({"roots": [{"uri": "file:///a"}]})),
                _ => Some(sample("Hi")),
            });
            let client = server.connect(&person.clone().answering_together(3)).await;
            let done = client.once(tool("offer", json!({}))).await.text().to_owned();
            assert_eq!(done, if method == "roots/list" { "3 Hi true" } else { "3 none false" });
            assert_eq!((person.asked().len(), person.withdrawn()), (3, 0));
        }
    }
}

over_wires! {
    async fn a67_a_handler_that_needs_the_sample_ends_with_its_own_error(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let person = Person::old().failing_with("User rejected sampling request");
        let person = person.answering(|question| match question.method {
            "elicitation/create" => Some(accept(json!({"width": 3}))),
            _ => None,
        });
        let client = server.connect(&person).await;
        let told = client.once(tool("at_once", json!({}))).await;
        assert_eq!(told.tool_error(), "the client gave no sample from its model");
    }
}

over_wires! {
    async fn a29_an_old_client_has_as_many_rounds_as_any_other(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let person = Person::old().answering(|_| Some(yes()));
        let client = server.connect(&person).await;
        let files: Vec<String> = (0..12).map(|number| format!("{number}.txt")).collect();
        let ended = client.once(tool("delete", json!({"files": files}))).await;
        let told = ended.tool_error();
        assert!(told.contains("at most 8 requests"), "{told}");
        assert_eq!(person.asked().len(), 7);
    }
}

over_wires! {
    async fn a_capture_runs_once_for_an_old_client_and_code_before_it_each_time(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let client = server.connect(&Person::old().answering(|_| Some(yes()))).await;
        assert_eq!(client.once(tool("order", json!({}))).await.text(), "order 1, mail 1");
        let counts = ["before", "captured", "between", "mail", "after"];
        assert_eq!(counts.map(|name| effects.count(name)), [3, 1, 2, 1, 1]);
    }
}

over_wires! {
    async fn an_invalid_answer_of_an_old_client_is_asked_again(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let tries = std::sync::atomic::AtomicU32::new(0);
        let person = Person::old().answering(move |_| {
            let number = tries.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            Some(if number == 0 { value("many") } else { value(number * 2) })
        });
        let client = server.connect(&person).await;
        assert_eq!(client.once(tool("even", json!({}))).await.text(), "2");
        assert_eq!(person.asked().len(), 2);
    }
}

over_wires! {
    async fn an_old_client_is_refused_where_the_server_says_so(wire: Wire) {
        let keys = Keys::new([[1; 32]]).unwrap();
        let mrtr = Mrtr::builder().keys(keys).audience("lab").single_user();
        let lab = Lab::new(mrtr.legacy(Legacy::Refuse).build().unwrap());
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let old = server.connect(&Person::old().answering(|_| Some(yes()))).await;
        for operation in [
            tool("guarded", json!({})),
            prompt("letter", json!({"topic": "tests"})),
            resource("lab://x"),
        ] {
            let refused = old.once(operation).await;
            assert!(refused.error().message.contains("2026-07-28"), "{refused:?}");
        }
        assert_eq!(effects.count("taken"), 0);
        assert_eq!(old.once(tool("plain", json!({}))).await.text(), "Hello");
        let modern = server.modern().await;
        assert_eq!(modern.once(tool("guarded", json!({}))).await.asked(), ["sure"]);
    }
}
