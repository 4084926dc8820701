//! A fake shop with its payment service, over HTTP: what the example `checkout` charges.
//!
//! It gives what a caller needs who must not pay twice: a cart has **one reservation**, however often
//! it is asked for, and a charge names an **idempotency key**, under which it is made once. It counts
//! what it was asked for and what it did, and it misbehaves when it is told to.
//!
//! | request | does |
//! | --- | --- |
//! | `GET /carts/ID` | a [`Cart`] |
//! | `PUT /carts/ID` | fills or changes a cart: a [`Cart`], whose `receipt` is ignored |
//! | `POST /carts/ID/reservation` | the cart's [`Reservation`], made at the first time |
//! | `POST /charges`, header `Idempotency-Key` | an [`Order`] is charged: a [`Receipt`]. The same key and order: the same receipt. The same key and another order: 422. Another price than the cart's: 409 |
//! | `GET /charges` | all [`Charge`]s |
//! | `GET /requests` | how often each `Request-Id` (the caller's, for support) has reserved and charged |
//! | `PUT /faults` | [`Faults`]: to hold charges, to answer late, or to lose answers |

mod faults;
mod ledger;
mod routes;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::AbortHandle;

pub use faults::Faults;
use ledger::Ledger;
pub use ledger::{Cart, Charge, Order, Receipt, Requests, Reservation};

/// The name of the header under which a charge is made once.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// The name of the header by which a caller finds its request again.
pub const REQUEST_ID: &str = "request-id";

/// The fake shop. Clones share what it knows.
#[derive(Debug, Clone, Default)]
pub struct Payments {
    ledger: Arc<Mutex<Ledger>>,
    faults: Arc<watch::Sender<Faults>>,
    held: Arc<AtomicUsize>,
}

/// A fake shop that is served in this process, until this is dropped.
#[derive(Debug)]
pub struct Served {
    /// Where: `http://` and the address.
    pub url: String,
    serving: AbortHandle,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Payments {
    /// A shop with two carts that belong to nobody, `cart-1` and `cart-2`.
    #[must_use]
    pub fn seeded() -> Self {
        let payments = Self::default();
        payments.put_cart("cart-1", Cart::of(None, "a teapot and two cups", 4_200));
        payments.put_cart("cart-2", Cart::of(None, "a kettle", 2_995));
        payments
    }

    /// Serves it; port 0 picks a free one.
    ///
    /// # Errors
    ///
    /// When the address cannot be bound.
    pub async fn serve(&self, address: SocketAddr) -> std::io::Result<Served> {
        let listener = TcpListener::bind(address).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = routes::router(self.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Served {
            url,
            serving: serving.abort_handle(),
        })
    }

    /// Fills or changes a cart.
    pub fn put_cart(&self, id: &str, cart: Cart) {
        self.ledger().put(id, cart);
    }

    /// All charges, in their order.
    #[must_use]
    pub fn charges(&self) -> Vec<Charge> {
        self.ledger().charges()
    }

    /// How often each `Request-Id` has reserved and charged.
    #[must_use]
    pub fn requests(&self) -> Requests {
        self.ledger().requests()
    }

    /// How it misbehaves from now on.
    pub fn set_faults(&self, faults: Faults) {
        self.faults.send_replace(faults);
    }

    /// How many charges are held.
    #[must_use]
    pub fn held(&self) -> usize {
        self.held.load(Ordering::SeqCst)
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
