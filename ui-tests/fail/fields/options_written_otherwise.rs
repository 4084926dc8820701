use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    #[choice("S")] // mistake
    Small,
}

#[derive(Elicit)]
struct Order {
    #[elicit(min(1))] // mistake
    count: u32,
    #[elicit("Your name")] // mistake
    name: String,
    #[elicit = "Size"] // mistake
    size: Size,
    #[elicit] // mistake
    colour: String,
    #[elicit(title: "Street")] // mistake
    street: String,
    #[elicit(max = 9, min: -1)] // mistake
    floor: i32,
    #[elicit(range = 1..5)] // mistake
    weight: u32,
    #[elicit(length = 5)] // mistake
    postcode: String,
    #[elicit(max_length = 0)] // mistake
    note: String,
    #[elicit(email)] // mistake
    email: String,
}

fn main() {}
