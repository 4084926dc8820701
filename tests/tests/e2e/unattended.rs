//! Clients behind which nobody sits: some cannot ask, and some refuse what they do not show.

use std::time::Duration;

use mrtr_runtime::Counter;
use mrtr_tests::answers::{cancel, decline, value};
use mrtr_tests::{
    Hosted, Lab, Operation, Person, Wire, prompt, slow_lab_mrtr, tool, unattended_lab_mrtr,
};
use serde_json::json;

fn print() -> Operation {
    tool("print", json!({"files": ["a.txt", "b.txt"]}))
}

over_wires! {
    async fn a63_a_client_that_cannot_be_asked_gets_what_stands_for_its_answers(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        for declared in [json!({}), json!({"sampling": {}}), json!({"elicitation": {"url": {}}})] {
            for person in [Person::modern(), Person::old()] {
                let client = server.connect(&person.declaring(declared.clone())).await;
                let done = client.once(print()).await;
                assert!(done.text().starts_with("1 of a.txt, print "), "{done:?}");
            }
        }
    }
}

over_wires! {
    async fn a_client_that_can_be_asked_is_asked(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(print()).await;
        assert_eq!(call.round.asked(), ["file"]);
        assert_eq!(call.answer(json!({"file": value("b.txt")})).await.asked(), ["copies"]);
        assert_eq!(call.answer(json!({"copies": value(3)})).await.text(), "3 of b.txt, print 1");

        let person = Person::old().answering(|question| {
            let is_file = question.params["message"] == "Which file?";
            Some(if is_file { value("b.txt") } else { value(3) })
        });
        let client = server.connect(&person).await;
        assert_eq!(client.once(print()).await.text(), "3 of b.txt, print 2");
        assert_eq!(person.asked().len(), 2);
    }
}

over_wires! {
    async fn a27_a_client_that_refuses_by_itself_is_told_from_a_person(wire: Wire) {
        let mrtr = slow_lab_mrtr(Duration::from_secs(60));
        let server = Hosted::start(Lab::new(mrtr.clone()), wire).await;
        for (answer, start) in [
            (decline(), "The client declined `sure` within "),
            (cancel(), "The client dismissed `sure` within "),
        ] {
            let modern = server.modern().await;
            let mut call = modern.start(tool("with_tool_error", json!({}))).await;
            let told = call.answer(json!({"sure": answer})).await;
            let person = Person::old().answering(move |_| Some(answer.clone()));
            let old = server.connect(&person).await;
            let told_the_old = old.once(tool("with_tool_error", json!({}))).await;
            for told in [told.tool_error(), told_the_old.tool_error()] {
                assert!(told.starts_with(start), "{told}");
                assert!(told.ends_with(" ms, so nobody can have read the question."), "{told}");
            }
        }
        let counters = mrtr.counters();
        for label in ["declined_unseen", "cancelled_unseen"] {
            assert_eq!(counters.get(Counter::Refusals, label), 2, "{counters:?}");
        }
    }
}

over_wires! {
    async fn a27_a_server_that_runs_unattended_asks_nobody(wire: Wire) {
        let server = Hosted::start(Lab::new(unattended_lab_mrtr()), wire).await;
        for person in [Person::modern(), Person::old()] {
            let client = server.connect(&person).await;
            let done = client.once(print()).await;
            assert!(done.text().starts_with("1 of a.txt, print "), "{done:?}");
            let ended = client.once(tool("guarded", json!({}))).await;
            assert!(ended.tool_error().contains("runs unattended"), "{ended:?}");
            let ended = client.once(prompt("letter", json!({"topic": "tests"}))).await;
            assert_eq!(ended.code(), -32603);
            assert!(ended.error().message.contains("runs unattended"), "{ended:?}");
            assert!(person.asked().is_empty());
        }
    }
}
