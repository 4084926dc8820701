//! A request as an adapter hands it over.

use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};

use super::Capabilities;
use crate::state::{Digest, Principal, TooDeep, operation_digest};

/// The answers of a retry: `inputResponses`.
pub(crate) type Answers = Map<String, Value>;

/// Ends when the client has cancelled the request or gone away.
pub(crate) type CancelSignal = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The three methods that may answer `input_required`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// `tools/call`
    CallTool,
    /// `prompts/get`
    GetPrompt,
    /// `resources/read`
    ReadResource,
}

impl Method {
    /// The method's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CallTool => "tools/call",
            Self::GetPrompt => "prompts/get",
            Self::ReadResource => "resources/read",
        }
    }
}

/// One request of a client, without an SDK: what a round needs to know of it. It borrows the arguments, which are
/// digested when the request is otherwise found to be right; without any it is a `Request<'static>`.
///
/// ```
/// use mrtr_runtime::{Capabilities, Method, Principal, Request};
///
/// let request = Request::new(Method::CallTool, "close_incident", None)
///     .capabilities(Capabilities { form: true, ..Capabilities::default() })
///     .principal(Principal::anonymous());
/// ```
pub struct Request<'a> {
    pub(crate) method: Method,
    pub(crate) target: String,
    arguments: Arguments<'a>,
    pub(crate) input_responses: Option<Answers>,
    pub(crate) request_state: Option<String>,
    pub(crate) capabilities: Capabilities,
    pub(crate) principal: Option<Principal>,
    pub(crate) cancelled: Option<CancelSignal>,
    /// Whether what it brings was found to be within its limits.
    pub(crate) is_checked: bool,
}

/// The arguments, or what is left of them.
#[derive(Clone, Copy)]
enum Arguments<'a> {
    Given(Option<&'a Map<String, Value>>),
    #[cfg(feature = "rmcp")]
    Digested(Result<Digest, TooDeep>),
}

/// Deeper arguments than this have no digest, so they cannot start a flow.
const ARGUMENT_DEPTH: usize = 128;

impl<'a> Request<'a> {
    /// A request for a tool or prompt by name, or a resource by uri, with its arguments.
    ///
    /// A `requestState` is bound to the arguments by their digest. It is worked out when the request is
    /// [opened](crate::Mrtr::open), after all that is cheap to check.
    #[must_use]
    pub fn new(
        method: Method,
        target: impl Into<String>,
        arguments: Option<&'a Map<String, Value>>,
    ) -> Self {
        Self {
            method,
            target: target.into(),
            arguments: Arguments::Given(arguments),
            input_responses: None,
            request_state: None,
            capabilities: Capabilities::default(),
            principal: None,
            cancelled: None,
            is_checked: false,
        }
    }

    /// With what was checked already, so that nothing is left to do but to digest the arguments.
    #[cfg(feature = "rmcp")]
    pub(crate) fn brought(
        self,
        answers: Option<Answers>,
        state: Option<String>,
    ) -> Request<'static> {
        let arguments = Arguments::Digested(self.operation());
        Request {
            method: self.method,
            target: self.target,
            arguments,
            input_responses: answers,
            request_state: state,
            capabilities: self.capabilities,
            principal: self.principal,
            cancelled: self.cancelled,
            is_checked: true,
        }
    }

    /// What a state is bound to. It takes as long as there are arguments.
    pub(crate) fn operation(&self) -> Result<Digest, TooDeep> {
        let (method, target) = (self.method.as_str(), &self.target);
        match self.arguments {
            Arguments::Given(arguments) => {
                #[cfg(test)]
                DIGESTED.with(|count| count.set(count.get() + 1));
                operation_digest(method, target, arguments, ARGUMENT_DEPTH)
            }
            #[cfg(feature = "rmcp")]
            Arguments::Digested(operation) => operation,
        }
    }

    /// The answers of a retry.
    #[must_use]
    pub fn input_responses(mut self, answers: Option<Map<String, Value>>) -> Self {
        self.input_responses = answers;
        self.is_checked = false;
        self
    }

    /// The state that the client sent back.
    #[must_use]
    pub fn request_state(mut self, state: Option<String>) -> Self {
        self.request_state = state;
        self.is_checked = false;
        self
    }

    /// What the client declares in this request.
    #[must_use]
    pub fn capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Who sent the request. Without one, the request is refused.
    #[must_use]
    pub fn principal(mut self, principal: Principal) -> Self {
        self.principal = Some(principal);
        self
    }

    /// Ends when the client has cancelled the request; the handler is then dropped.
    #[must_use]
    pub fn cancelled(mut self, signal: impl Future<Output = ()> + Send + 'static) -> Self {
        self.cancelled = Some(Box::pin(signal));
        self
    }
}

#[cfg(test)]
thread_local! {
    /// How many requests of this thread had their arguments digested.
    pub(crate) static DIGESTED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("target", &self.target)
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}
