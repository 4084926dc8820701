//! The fake shop over HTTP.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};

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
    let Some(key) = header(&headers, IDEMPOTENCY_KEY) else {
        return Ok((StatusCode::BAD_REQUEST, "Idempotency-Key is missing").into_response());
    };
    payments.count("charge", &headers);
    let charge = payments.ledger().charge(key, order)?;
    Ok(payments.answer(charge).await)
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

    /// The answer to a charge that was made, with whatever goes wrong after it.
    async fn answer(&self, charge: Charge) -> Response {
        let fault = self.faults().next(&charge.cart);
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
