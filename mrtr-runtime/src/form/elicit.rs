//! The types that an answer can decode to.

use serde_json::{Map, Value};

use super::{Form, Violations};

/// A form as a type: what is asked, and what its answer decodes to.
///
/// Derive it on a struct with named fields. `String`, `bool`, numbers, types with `#[derive(Choice)]`, `Vec` of those and
/// `Option` of each are forms of one field, `value`.
///
/// ```
/// use mrtr_runtime::Elicit;
/// use serde_json::json;
///
/// #[derive(Elicit)]
/// struct Trip {
///     /// Where to?
///     city: String,
///     #[elicit(min = 1, max = 30)]
///     nights: Option<u8>,
/// }
///
/// let trip = Trip::decode(json!({ "city": "Lyon", "nights": 3.0 }).as_object().unwrap()).unwrap();
/// assert_eq!((trip.city.as_str(), trip.nights), ("Lyon", Some(3)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "derive it: `#[derive(Elicit)] struct {Self} {{ .. }}` (or `Choice` for an enum)"
)]
pub trait Elicit: Sized + Send + 'static {
    /// What is asked.
    fn form() -> &'static Form;

    /// Checks an answer's content against the form and decodes it.
    ///
    /// # Errors
    /// All fields that are missing or whose value breaks a rule.
    fn decode(content: &Map<String, Value>) -> Result<Self, Violations>;
}
