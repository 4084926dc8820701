use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Booking {
    city: String,
}

#[mrtr_tool]
async fn book() -> Result<String, Refused> {
    let booking = ask_elicit!(Option<Booking>, "Where to?").await?;
    Ok(booking.map_or_else(String::new, |booking| booking.city))
}

fn main() {}
