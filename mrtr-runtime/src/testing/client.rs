//! A client and its server, in one.

use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

#[cfg(feature = "rmcp")]
use super::settings::CALLER;
use super::settings::Server;
use super::{TestClock, TestSettings};
use crate::{Capabilities, Capability, Method, Mrtr, Principal, Request};

/// A client and a server of its own, which runs handlers in memory.
///
/// The client declares everything that a client can, and stands for a person who takes five seconds for each answer. The
/// server has keys of its own, one local user, a clock that stands still, and a store for `single_use` handlers.
#[derive(Clone)]
pub struct TestClient {
    pub(super) server: Server,
    pub(super) capabilities: Capabilities,
    pub(super) principal: Principal,
    pub(super) takes: Duration,
    pub(super) takes_unreached: bool,
    pub(super) loses_replies: bool,
    #[cfg(feature = "rmcp")]
    pub(super) is_old: bool,
    method: Method,
    target: String,
    arguments: Option<Map<String, Value>>,
}

/// What a client of today can declare.
const ALL: Capabilities = Capabilities {
    form: true,
    url: true,
    sampling: true,
    sampling_tools: true,
    sampling_context: true,
    roots: true,
    tasks: true,
    older_forms: false,
};

/// Longer than `Limits::reading_time`, else each refusal would be one that nobody saw.
const TAKES: Duration = Duration::from_secs(5);

impl TestClient {
    /// A client and a server of its own.
    ///
    /// # Panics
    ///
    /// When the machine has no randomness for a key.
    #[must_use]
    #[track_caller]
    pub fn new() -> Self {
        Self {
            server: Server::new(),
            capabilities: ALL,
            principal: Principal::local(),
            takes: TAKES,
            takes_unreached: false,
            loses_replies: false,
            #[cfg(feature = "rmcp")]
            is_old: false,
            method: Method::CallTool,
            target: "handler".to_owned(),
            arguments: None,
        }
    }

    /// More settings of the server, such as limits, and hosts of pages.
    ///
    /// ```
    /// use mrtr_runtime::testing::TestClient;
    ///
    /// let client = TestClient::new().settings(|mrtr| mrtr.url_hosts(["pay.example.com"]));
    /// # let _ = client;
    /// ```
    ///
    /// # Panics
    ///
    /// When they cannot work ([`SettingsError`](crate::SettingsError)).
    #[must_use]
    #[track_caller]
    pub fn settings(
        self,
        more: impl Fn(TestSettings) -> TestSettings + Send + Sync + 'static,
    ) -> Self {
        Self {
            server: self.server.configured(more),
            ..self
        }
    }

    /// What the client declares, in place of everything.
    #[must_use]
    pub fn capabilities(self, capabilities: Capabilities) -> Self {
        Self {
            capabilities,
            ..self
        }
    }

    /// A client that does not declare this one. Lists are told by the version: on whole servers, one without them is
    /// [`old`](Self::old).
    ///
    /// ```
    /// use mrtr_runtime::Capability;
    /// use mrtr_runtime::testing::TestClient;
    ///
    /// let client = TestClient::new().without(Capability::Sampling);
    /// # let _ = client;
    /// ```
    #[must_use]
    pub fn without(mut self, capability: Capability) -> Self {
        let declared = &mut self.capabilities;
        match capability {
            Capability::Form => declared.form = false,
            Capability::Url => declared.url = false,
            Capability::Sampling => declared.sampling = false,
            Capability::SamplingTools => declared.sampling_tools = false,
            Capability::SamplingContext => declared.sampling_context = false,
            Capability::Roots => declared.roots = false,
            Capability::Tasks => declared.tasks = false,
            Capability::Lists => declared.older_forms = true,
        }
        self
    }

    /// Who calls, in place of [`Principal::local`].
    #[must_use]
    pub fn principal(self, principal: Principal) -> Self {
        Self { principal, ..self }
    }

    /// What is called, in place of a tool without arguments. A `requestState` opens for the same call only.
    #[must_use]
    pub fn calling(
        self,
        method: Method,
        target: impl Into<String>,
        arguments: Option<Map<String, Value>>,
    ) -> Self {
        Self {
            method,
            target: target.into(),
            arguments,
            ..self
        }
    }

    /// How long the person takes for each round, in place of five seconds. Who refuses within
    /// [`Limits::reading_time`](crate::Limits::reading_time) has not seen the question.
    #[must_use]
    pub fn taking(self, time: Duration) -> Self {
        Self {
            takes: time,
            ..self
        }
    }

    /// Runs go on where a handler returns without having come by all that was recorded, as in production. A changed handler
    /// that has lost an ask may mean it.
    #[must_use]
    pub fn allow_unreached(self) -> Self {
        Self {
            takes_unreached: true,
            ..self
        }
    }

    /// A client that sends every request twice, since it does not get the first reply: what a handler does in a round happens
    /// twice, but for `single_use` handlers, whose rounds count once when they are answered.
    #[must_use]
    pub fn losing_replies(self) -> Self {
        Self {
            loses_replies: true,
            ..self
        }
    }

    /// A client of MCP 2025-11-25, for calls of whole servers: it shakes hands, and is asked by requests of the server while its
    /// call waits. What it leaves unanswered ([`Script::skip`](super::Script::skip)) it cancels, if a person was asked; for a
    /// sample and roots it sends an error. Its refusals come faster than a person reads. Without
    /// [`Capability::Lists`] it is a client of MCP 2025-06-18.
    #[cfg(feature = "rmcp")]
    #[must_use]
    pub fn old(&self) -> Self {
        Self {
            is_old: true,
            ..self.clone()
        }
    }

    /// How a request names its caller to this client's server, and by which number.
    #[cfg(feature = "rmcp")]
    pub(super) fn caller(&self) -> (&'static str, usize) {
        (CALLER, self.server.callers.number_of(&self.principal))
    }

    /// The server's settings, for handlers that need them (`&self.mrtr`) and for what they count.
    #[must_use]
    pub fn mrtr(&self) -> &Mrtr {
        &self.server.mrtr
    }

    /// The server's clock.
    #[must_use]
    pub fn clock(&self) -> &TestClock {
        &self.server.clock
    }

    /// The same client of another server.
    pub(super) fn with(&self, server: Server) -> Self {
        Self {
            server,
            ..self.clone()
        }
    }

    /// A request of this client's.
    pub(super) fn request(&self) -> Request<'_> {
        Request::new(self.method, &*self.target, self.arguments.as_ref())
            .capabilities(self.capabilities)
            .principal(self.principal.clone())
    }
}

impl Default for TestClient {
    #[track_caller]
    fn default() -> Self {
        Self::new()
    }
}

/// Prints no keys.
impl fmt::Debug for TestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestClient")
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}
