//! The worked example.

use mrtr_tests::answers::{accept, as_a_person, cancel, decline, no, sample, value, yes};
use mrtr_tests::{Example, Operation, Person, Transport, example, prompt, resource, tool};
use serde_json::json;

fn incident() -> Example {
    example!("incident")
}

fn summarize() -> Operation {
    tool("summarize_incident", json!({"incident": "INC-104"}))
}

fn close() -> Operation {
    tool("close_incident", json!({"incident": "INC-104"}))
}

over_both! {
    async fn an_answer_of_round_2_is_used_in_round_3(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(summarize()).await;
        assert_eq!(call.round.asked(), ["preference"]);
        assert!(call.round.message("preference").contains("INC-104"));

        let french = accept(json!({"language": "French", "omit": "the zone"}));
        let second = call.answer(json!({"preference": french})).await;
        assert_eq!(second.asked(), ["summary"]);
        let prompt = second.prompt("summary");
        assert!(prompt.contains("in French. Leave out: the zone."), "{prompt}");

        let third = call.answer(json!({"summary": sample("Tout va bien.")})).await;
        assert_eq!(third.text(), "Tout va bien.");
    }
}

over_both! {
    async fn rmcps_client_drives_all_rounds_by_itself(transport: Transport) {
        let server = incident().start(transport).await;
        let person = Person::modern().answering(|question| match question.method {
            "elicitation/create" => Some(accept(json!({"language": "English"}))),
            _ => Some(sample("All is well.")),
        });
        let client = server.connect(&person).await;
        let result = client.drive(&summarize()).await.unwrap();
        assert_eq!(result["content"][0]["text"], "All is well.");
        let asked: Vec<&str> = person.asked().iter().map(|question| question.method).collect();
        assert_eq!(asked, ["elicitation/create", "sampling/createMessage"]);
    }
}

over_both! {
    async fn a_client_without_sampling_gets_an_extract(transport: Transport) {
        let server = incident().start(transport).await;
        let person = Person::modern().declaring(json!({"elicitation": {}}));
        let client = server.connect(&person).await;
        let mut call = client.start(summarize()).await;
        let english = accept(json!({"language": "English"}));
        let done = call.answer(json!({"preference": english})).await;
        assert!(done.text().starts_with("Checkout fails for one customer in nine"));
    }
}

over_both! {
    async fn only_a_yes_closes_the_incident(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        for (answer, said) in [
            (decline(), "The user declined `confirm`."),
            (no(), "The user declined `confirm`."),
            (cancel(), "The user dismissed `confirm` without an answer."),
        ] {
            let mut call = client.start(close()).await;
            let told = call.answer(json!({"confirm": answer})).await;
            assert_eq!(as_a_person(told.tool_error()), said);
        }
        let mut call = client.start(close()).await;
        assert_eq!(call.answer(json!({"confirm": yes()})).await.text(), "INC-104 is closed.");
        assert_eq!(client.once(close()).await.text(), "INC-104 is closed already.");
    }
}

over_both! {
    async fn an_incident_that_changed_is_asked_about_again(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(close()).await;
        let asked = call.round.message("confirm").to_owned();
        let note = json!({"incident": "INC-104", "entry": "It fails again."});
        client.once(tool("note_incident", note)).await.text();

        let again = call.answer(json!({"confirm": yes()})).await;
        let message = again.message("confirm");
        assert!(message.starts_with("This has changed since you were asked."), "{message}");
        assert!(message.contains("It fails again.") && !asked.contains("It fails again."));
        assert_eq!(call.answer(json!({"confirm": yes()})).await.text(), "INC-104 is closed.");
    }
}

over_both! {
    async fn a74_a_prompt_asks_and_is_answered(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let report = prompt("incident_report", json!({"incident": "INC-104"}));
        let mut call = client.start(report).await;
        assert_eq!(call.round.asked(), ["audience"]);
        let done = call.answer(json!({"audience": value("executives")})).await;
        let text = done.result()["messages"][0]["content"]["text"].as_str().unwrap().to_owned();
        assert!(text.starts_with("Write a report on this incident for executives."), "{text}");
    }
}

over_both! {
    async fn a74_a_resource_asks_and_is_answered(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(resource("incident://INC-104/report")).await;
        assert_eq!(call.round.asked(), ["audience"]);
        let done = call.answer(json!({"audience": value("engineers")})).await;
        let contents = &done.result()["contents"][0];
        assert_eq!(contents["uri"], "incident://INC-104/report");
        assert!(contents["text"].as_str().unwrap().contains("warm the cache"));
    }
}

over_both! {
    async fn a_prompt_or_resource_that_is_declined_is_an_error(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        for operation in [
            prompt("incident_report", json!({"incident": "INC-104"})),
            resource("incident://INC-104/report"),
        ] {
            let mut call = client.start(operation).await;
            let declined = call.answer(json!({"audience": decline()})).await;
            let error = declined.error();
            assert_eq!((error.code.0, &error.data), (-32603, &None));
            assert_eq!(as_a_person(&error.message), "The user declined `audience`.");
        }
    }
}

over_both! {
    async fn what_does_not_exist_asks_nothing(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let unknown = json!({"incident": "INC-1"});
        let told = client.once(tool("close_incident", unknown.clone())).await;
        assert_eq!(told.tool_error(), "There is no incident `INC-1`.");
        let told = client.once(prompt("incident_report", unknown)).await;
        assert_eq!(told.code(), -32602);
        client.once(resource("incident://INC-1/report")).await.error();
    }
}
