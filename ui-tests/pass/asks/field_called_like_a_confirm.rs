use mrtr_runtime::prelude::*;

struct Order {
    paid: bool,
}

#[mrtr_tool]
#[allow(clippy::let_unit_value)]
async fn send(orders: Vec<Order>, order: Order, paid: bool) -> Result<String, Refused> {
    let is_open = !paid;
    let paid = ask_confirm!("Is it paid? open: {is_open}").await?;
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
