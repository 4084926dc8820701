//! Scalars as forms of one field, `value`.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use serde_json::{Map, Value};

use super::{Choice, Elicit, Field, Form, FormField, Violations};

/// A form of one field, `value`, of this type.
#[must_use]
pub fn scalar_form<T: Field>() -> Form {
    let field = FormField::new("value", T::kind());
    Form::new(vec![if T::REQUIRED { field } else { field.optional() }])
}

/// The value of an answer to [`scalar_form`].
///
/// # Errors
/// The rule that the value breaks.
pub fn decode_scalar<T: Field + Elicit>(content: &Map<String, Value>) -> Result<T, Violations> {
    T::form().read(content)?.take()
}

macro_rules! scalars {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Elicit for $ty {
            fn form() -> &'static Form {
                static FORM: OnceLock<Form> = OnceLock::new();
                FORM.get_or_init(scalar_form::<Self>)
            }

            fn decode(content: &Map<String, Value>) -> Result<Self, Violations> {
                decode_scalar(content)
            }
        }
    )*};
}

scalars! { String bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }

#[diagnostic::do_not_recommend]
impl<T: Field + Send + 'static> Elicit for Option<T> {
    fn form() -> &'static Form {
        generic_form::<Self>()
    }

    fn decode(content: &Map<String, Value>) -> Result<Self, Violations> {
        decode_scalar(content)
    }
}

#[diagnostic::do_not_recommend]
impl<C: Choice + Send + 'static> Elicit for Vec<C> {
    fn form() -> &'static Form {
        generic_form::<Self>()
    }

    fn decode(content: &Map<String, Value>) -> Result<Self, Violations> {
        decode_scalar(content)
    }
}

/// The form of a generic type, made once for each type: a static in a generic function is one for all types.
fn generic_form<T: Field + 'static>() -> &'static Form {
    static FORMS: OnceLock<RwLock<HashMap<TypeId, &'static Form>>> = OnceLock::new();
    let forms = FORMS.get_or_init(RwLock::default);
    let id = TypeId::of::<T>();
    if let Some(form) = forms
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&id)
    {
        return form;
    }
    let mut forms = forms.write().unwrap_or_else(PoisonError::into_inner);
    forms
        .entry(id)
        .or_insert_with(|| Box::leak(Box::new(scalar_form::<T>())))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::*;

    fn schema<T: Elicit>() -> String {
        serde_json::to_string(T::form()).unwrap()
    }

    #[test]
    fn a_scalar_is_a_form_of_one_field_called_value() {
        assert_eq!(
            schema::<bool>(),
            r#"{"type":"object","properties":{"value":{"type":"boolean"}},"required":["value"]}"#
        );
        let content = json!({ "value": 5 });
        assert_eq!(u8::decode(content.as_object().unwrap()), Ok(5));
    }

    #[test]
    fn an_optional_scalar_may_be_left_out() {
        assert_eq!(
            schema::<Option<String>>(),
            r#"{"type":"object","properties":{"value":{"type":"string"}},"required":[]}"#
        );
        assert_eq!(Option::<String>::decode(&Map::new()), Ok(None));
    }

    #[test]
    fn generic_scalars_have_each_their_own_form_which_is_made_once() {
        assert_ne!(Option::<String>::form(), Option::<bool>::form());
        assert!(std::ptr::eq(Option::<u8>::form(), Option::<u8>::form()));
    }
}
