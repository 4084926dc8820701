use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Innocent {
    passenger_name: String,
    pinned: String,
    token_count: u32,
    key_takeaways: String,
    credit_note_id: String,
    secretary: String,
    shipping: String,
    max_tokens: u32,
}
