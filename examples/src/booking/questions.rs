//! What is asked, as both servers read it. By hand the forms are rmcp's schemas.

use mrtr_runtime::Elicit;
use serde::{Deserialize, Serialize};

/// Where to.
#[derive(Debug, Elicit, Serialize, Deserialize)]
pub(super) struct City {
    pub(super) city: String,
}

/// When.
#[derive(Debug, Elicit, Serialize, Deserialize)]
pub(super) struct Date {
    pub(super) date: String,
}

/// Whether at all.
#[derive(Debug, Elicit, Serialize, Deserialize)]
pub(super) struct Confirm {
    pub(super) ok: bool,
}

/// One of many.
#[derive(Debug, Elicit, Serialize, Deserialize)]
pub(super) struct Value {
    pub(super) v: String,
}

/// What `book` gives without a yes.
pub(super) const NOT_CONFIRMED: &str = "not booked";
