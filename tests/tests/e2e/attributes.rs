//! What the attributes keep of a handler, and what may stand beside them.

use mrtr_tests::answers::{value, yes};
use mrtr_tests::{Hosted, Lab, Wire, tool};
use serde_json::{Value, json};

async fn listed(wire: Wire) -> Vec<Value> {
    let server = Hosted::start(Lab::default(), wire).await;
    let client = server.modern().await;
    let tools = client.rmcp().list_all_tools().await.unwrap();
    tools
        .iter()
        .map(|tool| serde_json::to_value(tool).unwrap())
        .collect()
}

fn named<'t>(tools: &'t [Value], name: &str) -> &'t Value {
    let found = tools.iter().find(|tool| tool["name"] == name);
    found.unwrap_or_else(|| panic!("no tool {name}"))
}

over_wires! {
    async fn a_handler_keeps_its_description(wire: Wire) {
        let tools = listed(wire).await;
        for (name, description) in [
            ("travel", "Each question holds the answers before it."),
            ("allowed", "Allowed above and below."),
            ("instrumented_above", "Instrumented above."),
            ("instrumented_between", "Instrumented between."),
            ("instrumented_below", "Instrumented below."),
            ("cfg_on", "Is there."),
            ("everything", "Takes everything"),
        ] {
            assert_eq!(named(&tools, name)["description"], description, "{name}");
        }
        let receipt = named(&tools, "receipt")["description"].as_str().unwrap();
        assert!(receipt.starts_with("Order an item.") && receipt.ends_with("The user names the price."));
    }
}

over_wires! {
    async fn a76_a_handler_keeps_its_schemas(wire: Wire) {
        let tools = listed(wire).await;
        let receipt = named(&tools, "receipt");
        let item = &receipt["inputSchema"]["properties"]["item"];
        assert_eq!(item["description"], "What is ordered");
        assert_eq!(receipt["inputSchema"]["required"], json!(["item"]));
        let price = &receipt["outputSchema"]["properties"]["price"];
        assert_eq!(price["description"], "What it costs");
        assert_eq!(named(&tools, "travel").get("outputSchema"), None);
        assert!(named(&tools, "travel")["inputSchema"]["properties"].as_object().is_none_or(serde_json::Map::is_empty));
    }
}

over_wires! {
    async fn a76_questions_are_not_structured_content_and_the_result_is(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(tool("receipt", json!({"item": "tea"}))).await;
        let mrtr_tests::Round::Asks(asked) = &call.round else { panic!("{:?}", call.round) };
        assert_eq!(asked.get("structuredContent"), None);
        let done = call.answer(json!({"price": value(3)})).await;
        let result = &done.result()["structuredContent"];
        assert_eq!(*result, json!({"item": "tea", "price": 3}));
        // The type that the schema is made from is the check.
        let tools = listed(wire).await;
        let schema = &named(&tools, "receipt")["outputSchema"];
        assert!(jsonschema::is_valid(schema, result), "{schema}");
        assert!(!jsonschema::is_valid(schema, &json!({"item": "tea"})), "{schema}");
    }
}

over_wires! {
    async fn other_attributes_change_nothing(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        for (name, text) in [
            ("instrumented_above", "tea"),
            ("instrumented_between", "tea"),
            ("instrumented_below", "tea"),
            ("allowed", "allowed"),
            ("cfg_on", "cfg"),
        ] {
            let mut call = client.start(tool(name, json!({"item": "tea"}))).await;
            assert_eq!(call.round.asked(), ["sure"], "{name}");
            assert_eq!(call.answer(json!({"sure": yes()})).await.text(), text, "{name}");
        }
    }
}

over_wires! {
    async fn a_handler_takes_whatever_rmcp_hands_out_and_the_flow(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let early = client.once(tool("everything", json!({"item": "tea"}))).await;
        assert_eq!(early.text(), "tea for yourself");
        let gift = json!({"item": "tea", "gift": true});
        let mut call = client.start(tool("everything", gift)).await;
        assert_eq!(call.round.message("name"), "For whom is tea?");
        let done = call.answer(json!({"name": value("Ann")})).await;
        assert_eq!(done.text(), "Hello Ann: tea Some(\"2026-07-28\") 32");
    }
}

over_wires! {
    async fn arguments_that_do_not_fit_are_told_to_the_model(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let told = client.once(tool("receipt", json!({}))).await;
        assert!(told.tool_error().contains("item"), "{}", told.tool_error());
    }
}
