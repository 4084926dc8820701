use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Form0 {
    name: String,
}

#[derive(Choice)]
enum Choice0 {
    One,
}

#[derive(Elicit)]
struct Form1 {
    name: String,
}

#[derive(Choice)]
enum Choice1 {
    One,
}

#[derive(Elicit)]
struct Form2 {
    name: String,
}

#[derive(Choice)]
enum Choice2 {
    One,
}

#[derive(Elicit)]
struct Form3 {
    name: String,
}

#[derive(Choice)]
enum Choice3 {
    One,
}

#[derive(Elicit)]
struct Form4 {
    name: String,
}

#[derive(Choice)]
enum Choice4 {
    One,
}

#[derive(Elicit)]
struct Form5 {
    name: String,
}

#[derive(Choice)]
enum Choice5 {
    One,
}

#[derive(Elicit)]
struct Form6 {
    name: String,
}

#[derive(Choice)]
enum Choice6 {
    One,
}

#[derive(Elicit)]
struct Form7 {
    name: String,
}

#[derive(Choice)]
enum Choice7 {
    One,
}

#[derive(Elicit)]
struct Form8 {
    name: String,
}

#[derive(Choice)]
enum Choice8 {
    One,
}

#[derive(Elicit)]
struct Form9 {
    name: String,
}

#[derive(Choice)]
enum Choice9 {
    One,
}

struct Order {
    name: String,
}

#[derive(Elicit)]
struct Trip {
    order: Order, // mistake
    orders: Vec<Order>, // mistake
    #[elicit(min = 1)]
    choice: Choice0, // mistake
}

#[mrtr_tool]
async fn ship() -> Result<String, Refused> {
    let order = ask_elicit!(Order, "Which?").await?; // mistake
    Ok(order.name)
}

fn main() {}
