//! A question that a customer has to answer.

use mrtr_tests::answers::{accept, decline, yes};
use serde_json::{Value, json};

/// A state that is to be answered.
#[derive(Clone)]
pub(crate) struct Open {
    pub(crate) key: String,
    pub(crate) state: String,
    /// The name of the round, in this test.
    pub(crate) round: String,
}

impl Open {
    pub(crate) fn answer(&self) -> Value {
        match &*self.key {
            "address" => address("Vienna"),
            "price" => json!({"price": yes()}),
            key => panic!("`{key}` is asked"),
        }
    }

    /// An answer that must not count where the other does.
    pub(crate) fn other_answer(&self) -> Value {
        match &*self.key {
            "address" => address("Graz"),
            _ => json!({"price": decline()}),
        }
    }
}

fn address(city: &str) -> Value {
    let address = json!({
        "name": "Ann",
        "street": "Am Hof 1",
        "postal_code": "1010",
        "city": city,
        "country": "Austria",
    });
    json!({ "address": accept(address) })
}
