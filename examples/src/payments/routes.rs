//! The fake shop over HTTP.

use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};

use super::faults::Fault;
use super::ledger::LedgerError;
use super::{
    Cart, Charge, Faults, IDEMPOTENCY_KEY, Order, Payments, REQUEST_ID, Receipt, Reservation,
};

pub(super) fn router(payments: Payments) -> Router {
    Router::new()
        .route("/carts/{cart}", get(cart).put(put_cart))
        .route("/carts/{cart}/reservation", post(reserve))
        .route("/charges", get(charges).post(charge))
        .route("/requests", get(requests))
        .route("/faults", put(faults))
        .with_state(payments)
}

async fn cart(
    State(payments): State<Payments>,
    Path(cart): Path<String>,
) -> Result<Json<Cart>, LedgerError> {
    Ok(Json(payments.ledger().cart(&cart)?))
}

async fn put_cart(
    State(payments): State<Payments>,
    Path(id): Path<String>,
    Json(cart): Json<Cart>,
) -> StatusCode {
    payments.put_cart(&id, cart);
    StatusCode::NO_CONTENT
}

async fn reserve(
    State(payments): State<Payments>,
    Path(cart): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Reservation>, LedgerError> {
    payments.count("reserve", &headers);
    Ok(Json(payments.ledger().reserve(&cart)?))
}

async fn charge(
    State(payments): State<Payments>,
    headers: HeaderMap,
    Json(order): Json<Order>,
) -> Result<Response, LedgerError> {
    let Some(key) = header(&headers, IDEMPOTENCY_KEY).map(str::to_owned) else {
        return Ok((StatusCode::BAD_REQUEST, "Idempotency-Key is missing").into_response());
    };
    payments.count("charge", &headers);
    // What is taken in is done, also if its caller goes away.
    let charging = tokio::spawn(async move { payments.charge(&key, order).await });
    charging.await.unwrap_or_else(|_| Ok(lost()))
}

async fn charges(State(payments): State<Payments>) -> Json<Vec<Charge>> {
    Json(payments.charges())
}

/// One object for each: JSON has no pairs as keys.
async fn requests(State(payments): State<Payments>) -> Json<serde_json::Value> {
    let requests = payments.requests().into_iter();
    let object = |((what, id), times)| serde_json::json!({"what": what, "id": id, "times": times});
    Json(requests.map(object).collect())
}

async fn faults(State(payments): State<Payments>, Json(faults): Json<Faults>) -> StatusCode {
    payments.set_faults(faults);
    StatusCode::NO_CONTENT
}

impl Payments {
    fn count(&self, what: &str, headers: &HeaderMap) {
        let request = header(headers, REQUEST_ID).unwrap_or_default();
        self.ledger().count(what, request);
    }

    async fn charge(&self, key: &str, order: Order) -> Result<Response, LedgerError> {
        let cart = self.ledger().cart_of(&order)?;
        self.hold(&cart).await;
        let charge = self.ledger().charge(key, order)?;
        Ok(self.answer(charge).await)
    }

    async fn hold(&self, cart: &str) {
        let mut faults = self.faults.subscribe();
        if !faults.borrow().holds(cart) {
            return;
        }
        self.held.fetch_add(1, Ordering::SeqCst);
        // It ends: the sender lives as long as this.
        let _ = faults.wait_for(|now| !now.holds(cart)).await;
        self.held.fetch_sub(1, Ordering::SeqCst);
    }

    /// The answer to a charge that was made, with whatever goes wrong after it.
    async fn answer(&self, charge: Charge) -> Response {
        let mut fault = Fault::default();
        self.faults.send_if_modified(|faults| {
            fault = faults.next(&charge.cart);
            fault.is_lost
        });
        tokio::time::sleep(fault.late).await;
        if fault.is_lost {
            return lost();
        }
        let id = charge.receipt;
        Json(Receipt { id }).into_response()
    }
}

/// A body that fails: the connection closes in the middle of the answer.
fn lost() -> Response {
    let cut = std::io::Error::other("told to lose this answer");
    Body::from_stream(futures_util::stream::iter([Err::<Vec<u8>, _>(cut)])).into_response()
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

impl IntoResponse for LedgerError {
    fn into_response(self) -> Response {
        let status = match self {
            Self::Unknown => StatusCode::NOT_FOUND,
            Self::Price => StatusCode::CONFLICT,
            Self::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
        };
        (status, self.to_string()).into_response()
    }
}
