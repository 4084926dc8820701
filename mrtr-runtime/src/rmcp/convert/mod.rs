//! Questions of a round in rmcp's types.
//!
//! rmcp's types are narrower than the wire in two places: bounds and defaults of integers are
//! `i64`, so one beyond that is left out (the answer is checked against the form all the same); and
//! a url question always has an `elicitationId`, which is empty for modern clients.
#![allow(
    deprecated,
    reason = "sampling and roots are deprecated by SEP-2577 and still part of 2026-07-28"
)]

mod choice;
mod form;
pub(super) mod older;
mod tool;

use ::rmcp::ErrorData;
use ::rmcp::model::{
    CreateMessageRequest, CreateMessageRequestParams, ElicitRequest, ElicitRequestParams,
    InputRequest as SdkRequest, ListRootsRequest,
};

use super::reply::internal_error;
use crate::form::Form;
use crate::{InputRequest, SampleRequest};

/// A question as an entry of `inputRequests`.
pub(super) fn input_request(key: &str, request: InputRequest) -> Result<SdkRequest, ErrorData> {
    Ok(match request {
        InputRequest::Elicit { message, form } => {
            SdkRequest::Elicitation(elicit_form(message, &form))
        }
        InputRequest::ElicitUrl { message, url } => {
            SdkRequest::Elicitation(elicit_url(message, url, String::new()))
        }
        InputRequest::Sample(sample) => SdkRequest::CreateMessage(create_message(key, &sample)?),
        InputRequest::Roots => SdkRequest::ListRoots(ListRootsRequest::default()),
    })
}

pub(super) fn elicit_form(message: String, form: &Form) -> ElicitRequest {
    ElicitRequest::new(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message,
        requested_schema: form::schema(form),
    })
}

pub(super) fn elicit_url(message: String, url: String, elicitation_id: String) -> ElicitRequest {
    ElicitRequest::new(ElicitRequestParams::UrlElicitationParams {
        meta: None,
        message,
        url,
        elicitation_id,
    })
}

/// Whether a sample has the shape that MCP gives it.
pub(crate) fn can_send(sample: &SampleRequest) -> bool {
    params(sample).is_ok()
}

pub(super) fn create_message(
    key: &str,
    sample: &SampleRequest,
) -> Result<CreateMessageRequest, ErrorData> {
    let params = params(sample).map_err(|error| {
        tracing::error!(
            key,
            category = ?error.classify(),
            "a sample cannot be sent: rmcp does not take its params"
        );
        internal_error()
    })?;
    Ok(CreateMessageRequest::new(params))
}

/// Through JSON, which both sides agree on: members that are added to samples come along.
fn params(sample: &SampleRequest) -> serde_json::Result<CreateMessageRequestParams> {
    serde_json::to_value(sample).and_then(serde_json::from_value)
}

#[cfg(all(test, feature = "preserve_order"))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::form::{FieldKind, FormField};

    #[test]
    fn a08_fields_reach_the_wire_in_the_order_of_their_declaration() {
        let fields = ["zeta", "alpha", "mid"].map(|name| FormField::new(name, FieldKind::text()));
        let (message, form) = ("Which?".to_owned(), Form::new(fields.into()));
        let request = input_request("which", InputRequest::Elicit { message, form }).unwrap();
        let sent = serde_json::to_string(&request).unwrap();
        let place = |name: &str| sent.find(&format!("\"{name}\":{{")).unwrap();
        assert!(
            place("zeta") < place("alpha") && place("alpha") < place("mid"),
            "{sent}"
        );
    }
}
