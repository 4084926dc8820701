//! The server: one tool, which asks where the goods go and whether the price is right, and charges.
//!
//! Once in the outside world, the recipe:
//!
//! 1. The shop has **one reservation for each cart** (a unique column), and the charge's **idempotency
//!    key** comes from it. So this cart is charged once, whoever calls how often: a repeated request, a
//!    fork, a server that was killed, or a user who calls again since the outcome was unknown. Where there
//!    is nothing like a reservation, `flow.key("pay", &(order.id, order.price))` is once per flow.
//! 2. `single_use` keeps an answered round from running twice: the second request gets the reply of the
//!    first, and a yes cannot be turned into a no, or into a yes to another address.
//! 3. What is done already is looked at first: a cart that is paid gives its receipt and asks nothing.

use mrtr_examples::payments::{Cart, Order};
use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, schemars, tool, tool_handler, tool_router};
use serde::Deserialize;

use crate::money::Cents;
use crate::shop::{Shop, ShopError};

/// The server. rmcp clones it; the clones share the shop's connections and the settings.
#[derive(Debug, Clone)]
pub(crate) struct CheckoutServer {
    shop: Shop,
    mrtr: Mrtr,
}

impl CheckoutServer {
    pub(crate) fn new(shop: Shop, mrtr: Mrtr) -> Self {
        Self { shop, mrtr }
    }
}

impl MrtrServer for CheckoutServer {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

/// Which cart.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Which {
    /// The cart's id, such as cart-1
    cart: String,
}

/// Where the goods go.
#[derive(Elicit)]
struct Address {
    /// Name
    #[elicit(min_length = 1, max_length = 80)]
    name: String,
    /// Street and number
    #[elicit(min_length = 1, max_length = 120)]
    street: String,
    /// Postal code
    #[elicit(min_length = 2, max_length = 12)]
    postal_code: String,
    /// City
    #[elicit(min_length = 1, max_length = 80)]
    city: String,
    /// Country
    country: Country,
    /// Email for the receipt
    #[elicit(format = "email")]
    email: Option<String>,
}

#[derive(Choice)]
enum Country {
    Austria,
    France,
    Germany,
    Switzerland,
}

#[tool_router]
impl CheckoutServer {
    /// Pay for a cart: asks the user for the address, and to confirm the price.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn checkout(
        &self,
        flow: Flow,
        Parameters(which): Parameters<Which>,
    ) -> Result<String, ToolError> {
        let cart = self.cart_of(flow.principal(), &which.cart).await?;
        if let Some(receipt) = cart.receipt {
            return Ok(format!("{} is paid already: {receipt}.", which.cart));
        }
        let address = ask_elicit!(Address, "Where shall {} be sent?", cart.contents).await?;
        // Once per flow; in later rounds its value comes out of requestState.
        let reservation = capture!(self.shop.reserve(&which.cart, &flow.id()).await?);
        // The yes is about the price that the user has seen: another price asks again.
        ask_confirm!(
            key = "price",
            about = cart.price,
            "Pay {} for {}, to be sent to {} in {}?",
            Cents(cart.price),
            cart.contents,
            address.name,
            address.city
        )
        .await?;
        let order = Order {
            reservation: reservation.id,
            price: cart.price,
            ship_to: address.lines(),
        };
        let receipt = self.shop.charge(&order, &flow.id()).await?;
        Ok(format!("{} is paid: {}.", which.cart, receipt.id))
    }

    /// A cart that the caller may pay for: to anybody else it does not exist.
    async fn cart_of(&self, caller: &Principal, id: &str) -> Result<Cart, ShopError> {
        let cart = self.shop.cart(id).await?;
        let is_theirs = caller.is_local() || caller.subject() == cart.customer.as_deref();
        is_theirs.then_some(cart).ok_or(ShopError::NoCart)
    }
}

impl Address {
    fn lines(&self) -> String {
        let email = self.email.as_deref().unwrap_or("no email");
        format!(
            "{}\n{}\n{} {}\n{}\n({email})",
            self.name, self.street, self.postal_code, self.city, self.country
        )
    }
}

#[mrtr_handler]
#[tool_handler(name = "checkout")]
impl ServerHandler for CheckoutServer {}
