//! What the client of one request declares.

use ::rmcp::model::{
    ClientCapabilities, ElicitationCapability, Implementation, InitializeRequestParams,
};

use super::Context;
use super::convert::older;
use crate::Capabilities;

/// The capabilities of this request; those of the handshake only where the client is an old one.
///
/// What the peer said at its handshake must not be asked for directly: over stateless HTTP it is
/// empty.
pub(super) fn declared(context: &Context) -> Capabilities {
    let client = context.client_capabilities();
    let version = context.protocol_version();
    let is_older = version.is_some_and(|version| older::is_older(&version));
    let declared = client.map_or_else(Capabilities::default, |client| translate(&client));
    if is_older {
        of_older(declared)
    } else {
        declared
    }
}

/// Before 2025-11-25 there was nothing to declare for `includeContext`: it went with sampling.
const fn of_older(declared: Capabilities) -> Capabilities {
    Capabilities {
        older_forms: true,
        sampling_context: declared.sampling,
        ..declared
    }
}

/// Whether a client that is asked by request cannot be, since over HTTP it has no session to declare anything in: rmcp makes
/// up who it is.
pub(super) fn has_no_session(context: &Context) -> bool {
    let made_up = |client: &InitializeRequestParams| {
        client.capabilities == ClientCapabilities::default()
            && client.client_info == Implementation::default()
    };
    context
        .peer
        .peer_info()
        .is_some_and(|client| made_up(&client))
}

/// Whether the client can look after a task.
pub(super) fn has_tasks(context: &Context) -> bool {
    let client = context.client_capabilities();
    client.is_some_and(|client| client.supports_tasks())
}

fn translate(client: &ClientCapabilities) -> Capabilities {
    let sampling = client.sampling.as_ref();
    Capabilities {
        form: client.elicitation.as_ref().is_some_and(has_form),
        url: client.elicitation.as_ref().is_some_and(|e| e.url.is_some()),
        sampling: sampling.is_some(),
        sampling_tools: sampling.is_some_and(|s| s.tools.is_some()),
        sampling_context: sampling.is_some_and(|s| s.context.is_some()),
        roots: client.roots.is_some(),
        // Only a handler that can become a task is told.
        tasks: false,
        older_forms: false,
    }
}

/// A bare `elicitation: {}` means forms, as it did before there were modes.
fn has_form(elicitation: &ElicitationCapability) -> bool {
    elicitation.form.is_some() || elicitation.url.is_none()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::{Value, json};

    use super::*;

    fn of(declaration: Value) -> Capabilities {
        translate(&serde_json::from_value(declaration).unwrap())
    }

    #[test]
    fn nothing_declared_is_nothing() {
        assert_eq!(of(json!({})), Capabilities::default());
    }

    #[test]
    fn bare_elicitation_is_form_only() {
        let form = Capabilities {
            form: true,
            ..Capabilities::default()
        };
        assert_eq!(of(json!({"elicitation": {}})), form);
        assert_eq!(of(json!({"elicitation": {"form": {}}})), form);
    }

    #[test]
    fn url_alone_is_not_form() {
        let url = Capabilities {
            url: true,
            ..Capabilities::default()
        };
        assert_eq!(of(json!({"elicitation": {"url": {}}})), url);
    }

    #[test]
    fn parts_of_sampling_are_told_apart() {
        let all = of(json!({"sampling": {"tools": {}, "context": {}}, "roots": {}}));
        assert!(all.sampling && all.sampling_tools && all.sampling_context && all.roots);
        let bare = of(json!({"sampling": {}}));
        assert!(bare.sampling && !bare.sampling_tools && !bare.sampling_context);
    }

    #[test]
    fn the_context_of_a_sample_went_with_sampling_once() {
        let bare = of_older(of(json!({"sampling": {}})));
        assert!(bare.sampling && bare.sampling_context && !bare.sampling_tools);
        assert!(bare.older_forms);
        let none = of_older(of(json!({"elicitation": {}})));
        assert!(!none.sampling && !none.sampling_context);
    }
}
