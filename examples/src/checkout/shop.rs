//! The shop and its payment service, as the server calls them.

use std::time::Duration;

use mrtr_examples::payments::{Cart, IDEMPOTENCY_KEY, Order, REQUEST_ID, Receipt, Reservation};
use reqwest::{RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

/// How long one request may take; several of them must fit into a round.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a charge is sent before its outcome counts as unknown.
const TRIES: usize = 3;

/// What went wrong. The texts are for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ShopError {
    #[error("There is no such cart.")]
    NoCart,
    #[error("The shop does not answer. Nothing was charged. Try again later.")]
    Down,
    #[error("The price has changed in the meantime. Nothing was charged. Call again.")]
    Price,
    #[error("Another call has paid for this cart. Call again to see its receipt.")]
    PaidByAnother,
    #[error(
        "The payment service did not say whether it has charged the cart. \
         Call again: it is not charged twice."
    )]
    Unknown,
    #[error("The shop answered with something else than expected. Nothing was charged.")]
    Odd,
}

/// A client of the shop. Clones share its connections.
#[derive(Debug, Clone)]
pub(crate) struct Shop {
    url: String,
    http: reqwest::Client,
}

impl Shop {
    pub(crate) fn at(url: String) -> reqwest::Result<Self> {
        let http = reqwest::Client::builder().timeout(PATIENCE).build()?;
        Ok(Self { url, http })
    }

    pub(crate) async fn cart(&self, id: &str) -> Result<Cart, ShopError> {
        // It becomes part of a path, and comes from a model.
        if id.is_empty() || !id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
            return Err(ShopError::NoCart);
        }
        let cart = format!("{}/carts/{id}", self.url);
        answer(self.http.get(cart)).await
    }

    /// Sets the goods of a cart aside. The shop has one reservation for each cart: who asks again, in
    /// this flow or in another, gets the same.
    pub(crate) async fn reserve(
        &self,
        cart: &str,
        request: &str,
    ) -> Result<Reservation, ShopError> {
        let reservation = format!("{}/carts/{cart}/reservation", self.url);
        answer(self.http.post(reservation).header(REQUEST_ID, request)).await
    }

    /// Charges an order under the key of its reservation. So a charge whose answer was lost can be sent
    /// again: by the loop here, and by a new flow of the same cart.
    pub(crate) async fn charge(&self, order: &Order, request: &str) -> Result<Receipt, ShopError> {
        let charges = format!("{}/charges", self.url);
        for attempt in 1..=TRIES {
            let charge = self.http.post(&charges).json(order);
            let charge = charge.header(IDEMPOTENCY_KEY, &order.reservation);
            match answer(charge.header(REQUEST_ID, format!("{request}.{attempt}"))).await {
                Err(ShopError::Down | ShopError::Odd) => {}
                end => return end,
            }
        }
        Err(ShopError::Unknown)
    }
}

async fn answer<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, ShopError> {
    let response = request.send().await.map_err(|_| ShopError::Down)?;
    match response.status() {
        StatusCode::OK => response.json().await.map_err(|_| ShopError::Odd),
        StatusCode::NOT_FOUND => Err(ShopError::NoCart),
        StatusCode::CONFLICT => Err(ShopError::Price),
        StatusCode::UNPROCESSABLE_ENTITY => Err(ShopError::PaidByAnother),
        _ => Err(ShopError::Odd),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use mrtr_examples::payments::{Faults, Payments, Served};

    use super::*;

    struct Open {
        payments: Payments,
        shop: Shop,
        _served: Served,
    }

    async fn open() -> Open {
        let payments = Payments::seeded();
        let served = payments.serve(([127, 0, 0, 1], 0).into()).await.unwrap();
        Open {
            payments,
            shop: Shop::at(served.url.clone()).unwrap(),
            _served: served,
        }
    }

    impl Open {
        async fn order(&self, price: u64) -> Order {
            let reservation = self.shop.reserve("cart-1", "test").await.unwrap().id;
            Order {
                reservation,
                price,
                ship_to: "home".to_owned(),
            }
        }
    }

    #[tokio::test]
    async fn two_flows_of_one_cart_have_one_charge() {
        let open = open().await;
        let (one, two) = (open.order(4_200).await, open.order(4_200).await);
        let (first, second) =
            tokio::join!(open.shop.charge(&one, "a"), open.shop.charge(&two, "b"));
        assert_eq!(first, second);
        let elsewhere = Order {
            ship_to: "elsewhere".to_owned(),
            ..one
        };
        let other = open.shop.charge(&elsewhere, "c").await;
        assert_eq!(other, Err(ShopError::PaidByAnother));
        assert_eq!(open.payments.charges().len(), 1);
    }

    #[tokio::test]
    async fn a_lost_answer_is_asked_for_again_until_the_outcome_is_unknown() {
        let open = open().await;
        let order = open.order(4_200).await;
        open.payments.set_faults(Faults {
            lose: 4,
            ..Faults::default()
        });
        let unknown = open.shop.charge(&order, "a").await;
        assert_eq!(unknown, Err(ShopError::Unknown));
        let receipt = open.shop.charge(&order, "a").await.unwrap();
        assert_eq!(open.payments.charges()[0].receipt, receipt.id);
        assert_eq!(open.payments.charges().len(), 1);
    }

    #[tokio::test]
    async fn another_price_is_refused() {
        let open = open().await;
        let cheap = open.order(1).await;
        assert_eq!(open.shop.charge(&cheap, "a").await, Err(ShopError::Price));
        assert_eq!(open.payments.charges(), []);
    }
}
