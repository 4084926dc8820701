//! What the fake shop knows: carts, reservations and charges.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Goods that somebody wants to buy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cart {
    /// Whose it is; nobody's, as long as its customer has not signed in.
    pub customer: Option<String>,
    /// What is in it.
    pub contents: String,
    /// What it costs, in cents.
    pub price: u64,
    /// The receipt, once it is paid.
    #[serde(default)]
    pub receipt: Option<String>,
}

/// Goods of a cart that are set aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservation {
    /// Its id; one for each cart.
    pub id: String,
}

/// What is to be charged, and where the goods go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The reservation of the cart.
    pub reservation: String,
    /// The price that the customer has agreed to, in cents.
    pub price: u64,
    /// Where the goods go.
    pub ship_to: String,
}

/// That something was paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// Its id; one for each charge.
    pub id: String,
}

/// Money that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// The id of its receipt.
    pub receipt: String,
    /// The cart that was paid.
    pub cart: String,
    /// Who paid.
    pub customer: Option<String>,
    /// The order that was charged.
    pub order: Order,
}

/// How often each `Request-Id` came, by what it asked for (`reserve`, `charge`) and itself.
pub type Requests = BTreeMap<(String, String), usize>;

/// Why nothing was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum LedgerError {
    #[error("there is no such cart or reservation")]
    Unknown,
    #[error("the price is another")]
    Price,
    #[error("another order was charged under this idempotency key")]
    KeyReused,
}

#[derive(Debug, Default)]
pub(super) struct Ledger {
    carts: BTreeMap<String, Cart>,
    /// The cart of each reservation.
    reserved: BTreeMap<String, String>,
    /// The place of each idempotency key's charge.
    keys: BTreeMap<String, usize>,
    charges: Vec<Charge>,
    requests: Requests,
}

impl Ledger {
    pub(super) fn put(&mut self, id: &str, cart: Cart) {
        let receipt = self.carts.get(id).and_then(|known| known.receipt.clone());
        self.carts.insert(id.to_owned(), Cart { receipt, ..cart });
    }

    pub(super) fn cart(&self, id: &str) -> Result<Cart, LedgerError> {
        self.carts.get(id).cloned().ok_or(LedgerError::Unknown)
    }

    /// One for each cart: the id is the unique column, `reservation` of a real shop's orders.
    pub(super) fn reserve(&mut self, cart: &str) -> Result<Reservation, LedgerError> {
        self.cart(cart)?;
        let id = format!("reservation-of-{cart}");
        self.reserved.insert(id.clone(), cart.to_owned());
        Ok(Reservation { id })
    }

    /// The id of the cart that is ordered.
    pub(super) fn cart_of(&self, order: &Order) -> Result<String, LedgerError> {
        let cart = self.reserved.get(&order.reservation);
        cart.cloned().ok_or(LedgerError::Unknown)
    }

    /// Charges once for each key. It does not ask whether the cart is paid: only the key stands between
    /// a customer and a second charge, as with a payment service that knows nothing of carts.
    pub(super) fn charge(&mut self, key: &str, order: Order) -> Result<Charge, LedgerError> {
        let known = self
            .keys
            .get(key)
            .and_then(|place| self.charges.get(*place));
        if let Some(charge) = known {
            let is_same = charge.order == order;
            return is_same
                .then(|| charge.clone())
                .ok_or(LedgerError::KeyReused);
        }
        let id = self.cart_of(&order)?;
        let cart = self.carts.get_mut(&id).ok_or(LedgerError::Unknown)?;
        if cart.price != order.price {
            return Err(LedgerError::Price);
        }
        let charge = Charge {
            receipt: format!("receipt-{}", self.charges.len().saturating_add(1)),
            cart: id,
            customer: cart.customer.clone(),
            order,
        };
        cart.receipt = Some(charge.receipt.clone());
        self.keys.insert(key.to_owned(), self.charges.len());
        self.charges.push(charge.clone());
        Ok(charge)
    }

    pub(super) fn charges(&self) -> Vec<Charge> {
        self.charges.clone()
    }

    pub(super) fn count(&mut self, what: &str, request: &str) {
        let request = (what.to_owned(), request.to_owned());
        let count = self.requests.entry(request).or_default();
        *count = count.saturating_add(1);
    }

    pub(super) fn requests(&self) -> Requests {
        self.requests.clone()
    }
}

impl Cart {
    /// A cart that is not paid.
    #[must_use]
    pub fn of(customer: Option<&str>, contents: &str, price: u64) -> Self {
        Self {
            customer: customer.map(str::to_owned),
            contents: contents.to_owned(),
            price,
            receipt: None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn shop() -> Ledger {
        let mut shop = Ledger::default();
        shop.put("c", Cart::of(Some("ann"), "a teapot", 4_200));
        shop
    }

    fn order(shop: &mut Ledger, price: u64) -> Order {
        Order {
            reservation: shop.reserve("c").unwrap().id,
            price,
            ship_to: "home".into(),
        }
    }

    #[test]
    fn a_cart_has_one_reservation() {
        let mut shop = shop();
        assert_eq!(shop.reserve("c"), shop.reserve("c"));
        assert_eq!(shop.reserve("d"), Err(LedgerError::Unknown));
    }

    #[test]
    fn a_key_charges_once_and_only_its_own_order() {
        let mut shop = shop();
        let order = order(&mut shop, 4_200);
        let first = shop.charge("k", order.clone()).unwrap();
        assert_eq!(shop.charge("k", order.clone()), Ok(first.clone()));
        let elsewhere = Order {
            ship_to: "elsewhere".into(),
            ..order.clone()
        };
        assert_eq!(shop.charge("k", elsewhere), Err(LedgerError::KeyReused));
        assert_eq!(shop.charges(), [first]);
        // Nothing but the key prevents it.
        shop.charge("another key", order).unwrap();
        assert_eq!(shop.charges().len(), 2);
    }

    #[test]
    fn a_price_that_changed_is_not_charged() {
        let mut shop = shop();
        let cheap = order(&mut shop, 1);
        assert_eq!(shop.charge("k", cheap), Err(LedgerError::Price));
        let right = order(&mut shop, 4_200);
        assert!(shop.charge("k", right).is_ok());
    }

    #[test]
    fn a_paid_cart_stays_paid_when_it_is_filled_again() {
        let mut shop = shop();
        let order = order(&mut shop, 4_200);
        let receipt = shop.charge("k", order).unwrap().receipt;
        shop.put("c", Cart::of(Some("ann"), "a teapot", 1));
        assert_eq!(shop.cart("c").unwrap().receipt, Some(receipt));
    }
}
