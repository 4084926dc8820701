use mrtr_runtime::prelude::*;

struct Order {
    paid: bool,
}

#[mrtr_tool]
async fn send(orders: Vec<Order>, order: Order, paid: bool) -> Result<String, Refused> {
    let was = if !paid { "open" } else { "paid" };
    let paid = ask_confirm!("Is it {was}?").await?;
    let () = paid;
    if !order.paid && orders.iter().map(|order| order.paid).any(|paid| !paid) {
        return Ok("not yet".to_owned());
    }
    for paid in orders.iter().map(|order| order.paid) {
        if !paid {
            return Ok("not all".to_owned());
        }
    }
    Ok("sent".to_owned())
}
