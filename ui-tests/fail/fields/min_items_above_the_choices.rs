use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Room {
    Single,
    Double,
}

#[derive(Elicit)]
struct Trip {
    #[elicit(min_items = 5)]
    rooms: Vec<Room>,
}

fn main() {}
