//! The types that an answer can decode to.

use serde_json::{Map, Value};

use super::{Form, Violations};

/// A form as a type: what is asked, and what its answer decodes to.
///
/// Derive it on a struct with named fields. `String`, `bool`, numbers, types with `#[derive(Choice)]`, `Vec` of those and
/// `Option` of each are forms of one field, `value`.
///
/// The first paragraph of a field's doc comment is its title, the rest its description. `#[elicit(..)]` on a field takes:
///
/// | option | for | says |
/// | --- | --- | --- |
/// | `title = ".."`, `description = ".."` | any | what is shown, instead of the doc comment |
/// | `min = 1`, `max = 5` | numbers | the range; the type's own where there is none |
/// | `min_length = 1`, `max_length = 80` | text | the length in Unicode scalar values |
/// | `format = "date"` | text | `email`, `uri`, `date` or `date-time` |
/// | `min_items = 1`, `max_items = 3` | `Vec` of a choice | how many |
/// | `default = 3`, `Size::Small`, `[Scope::Read]` | any | what the form is filled in with; the field stays required |
/// | `not_secret` | text | that a field whose name sounds like a secret asks for none |
///
/// `#[elicit(fill)]` on the struct says that it is filled in at run time ([`Fillable`](crate::form::Fillable)), and
/// `#[elicit(crate = path)]` where this crate is. serde's `rename`, `rename_all` and `default` are
/// honoured; a field with serde's `default` may be left out.
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
    label = "derive it: `#[derive(Elicit)]` on a struct, `#[derive(Choice)]` on an enum",
    note = "a struct is asked itself, without an `Option` around it: its fields may be optional, and who wants none of it declines"
)]
pub trait Elicit: Sized + Send + 'static {
    /// What is asked.
    fn form() -> &'static Form;

    /// Checks an answer's content against the form and decodes it.
    ///
    /// # Errors
    /// All fields that are missing or whose value breaks a rule.
    fn decode(content: &Map<String, Value>) -> Result<Self, Violations>;

    #[doc(hidden)]
    const TYPED: TypedForm<Self> = TypedForm {
        form: Self::form,
        decode: Self::decode,
    };
}

/// A form with the type that its answer decodes to, without a bound on that type: one that is no
/// form is then one error, where the ask names it.
#[doc(hidden)]
#[derive(Debug)]
pub struct TypedForm<T> {
    pub(crate) form: fn() -> &'static Form,
    pub(crate) decode: Decode<T>,
}

/// Checks and decodes the content of an answer.
pub(crate) type Decode<T> = fn(&Map<String, Value>) -> Result<T, Violations>;
