//! A client of one handler, without an SDK: it sends requests, keeps the state, and can lose, repeat
//! or forge what it sends.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use mrtr_runtime::{
    Capabilities, Clock, Failure, Flow, InputRequest, Keys, Limits, Method, Mrtr, Principal, Reply,
    Request, RoundStore,
};
use serde_json::{Map, Value, json};

/// A clock that a test moves. Its timer is tokio's, which tests pause.
#[derive(Clone)]
pub struct TestClock(Arc<Mutex<SystemTime>>);

impl TestClock {
    pub fn new() -> Self {
        let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000);
        Self(Arc::new(Mutex::new(start)))
    }

    pub fn advance(&self, time: Duration) {
        *self.0.lock().unwrap() += time;
    }

    /// Another machine's clock, that is behind.
    pub fn set_back(&self, time: Duration) {
        *self.0.lock().unwrap() -= time;
    }
}

impl Clock for TestClock {
    fn now(&self) -> SystemTime {
        *self.0.lock().unwrap()
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(tokio::time::sleep(duration))
    }
}

/// Everything that a client can do.
pub const ALL: Capabilities = Capabilities {
    form: true,
    url: true,
    sampling: true,
    sampling_tools: true,
    sampling_context: true,
    roots: true,
    tasks: true,
    older_forms: false,
};

pub const NONE: Capabilities = Capabilities {
    form: false,
    url: false,
    sampling: false,
    sampling_tools: false,
    sampling_context: false,
    roots: false,
    tasks: false,
    older_forms: false,
};

/// One client in one flow.
#[derive(Clone)]
pub struct Client {
    pub mrtr: Mrtr,
    pub clock: TestClock,
    pub capabilities: Capabilities,
    pub principal: Principal,
    pub target: &'static str,
    pub arguments: Option<Map<String, Value>>,
    /// What the last reply gave.
    pub state: Option<String>,
}

impl Client {
    pub fn new() -> Self {
        Self::with(Limits::default())
    }

    pub fn with(limits: Limits) -> Self {
        Self::of(limits, None, false)
    }

    /// A client of a server that asks no person.
    pub fn unattended() -> Self {
        Self::of(Limits::default(), None, true)
    }

    /// The same with a store.
    pub fn unattended_with(store: Arc<dyn RoundStore>) -> Self {
        Self::of(Limits::default(), Some(store), true)
    }

    /// A client of a server whose `single_use` handlers claim their rounds in `store`.
    pub fn with_store(limits: Limits, store: Arc<dyn RoundStore>) -> Self {
        Self::of(limits, Some(store), false)
    }

    fn of(limits: Limits, store: Option<Arc<dyn RoundStore>>, unattended: bool) -> Self {
        let clock = TestClock::new();
        let builder = Mrtr::builder()
            .keys(Keys::new([[7; 32]]).unwrap())
            .audience("rules")
            .single_user()
            .url_hosts(["pay.example.com"])
            .limits(limits)
            .unattended(unattended)
            .clock(clock.clone());
        let mrtr = match store {
            Some(store) => builder.store(store).build(),
            None => builder.build(),
        }
        .unwrap();
        Self {
            mrtr,
            clock,
            capabilities: ALL,
            principal: Principal::local(),
            target: "tool",
            arguments: None,
            state: None,
        }
    }

    /// It lives on when the client changes: its few arguments are never freed.
    pub fn request(&self, answers: Value) -> Request<'static> {
        let arguments = self.arguments.clone();
        let arguments = arguments.map(|arguments| &*Box::leak(Box::new(arguments)));
        Request::new(Method::CallTool, self.target, arguments)
            .capabilities(self.capabilities)
            .principal(self.principal.clone())
            .input_responses(answers.as_object().cloned())
            .request_state(self.state.clone())
    }

    /// Sends a request and keeps the state of the reply.
    pub async fn send<R>(
        &mut self,
        answers: Value,
        handler: impl AsyncFnOnce(&Flow) -> Reply<R>,
    ) -> Reply<R> {
        let request = self.request(answers);
        self.send_request(request, handler).await
    }

    pub async fn send_request<R>(
        &mut self,
        request: Request<'_>,
        handler: impl AsyncFnOnce(&Flow) -> Reply<R>,
    ) -> Reply<R> {
        let reply = match self.mrtr.open(request) {
            Ok(flow) => handler(&flow).await,
            Err(failure) => Reply::Failed(failure),
        };
        if let Reply::InputRequired(open) = &reply {
            self.state = Some(open.state.clone());
        }
        reply
    }

    /// A second client with the same state.
    pub fn fork(&self) -> Self {
        self.clone()
    }
}

/// An accepted form.
pub fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// A confirmed question.
pub fn yes() -> Value {
    accept(json!({"confirm": true}))
}

/// An accepted scalar.
pub fn value(value: impl Into<Value>) -> Value {
    accept(json!({"value": value.into()}))
}

pub fn decline() -> Value {
    json!({"action": "decline"})
}

pub fn cancel() -> Value {
    json!({"action": "cancel"})
}

/// What a test looks at in a reply.
pub trait Seen<R> {
    /// The keys that are asked, or a panic that shows what came instead.
    fn asked(&self) -> Vec<&str>;
    fn message(&self, key: &str) -> &str;
    fn complete(self) -> R;
    /// The text of a tool failure.
    fn text(&self) -> &str;
    /// The code of an error.
    fn code(&self) -> i32;
}

impl<R: std::fmt::Debug> Seen<R> for Reply<R> {
    fn asked(&self) -> Vec<&str> {
        match self {
            Reply::InputRequired(open) => open.requests.iter().map(|(key, _)| &**key).collect(),
            other => panic!("expected questions, got {other:?}"),
        }
    }

    fn message(&self, key: &str) -> &str {
        let Reply::InputRequired(open) = self else {
            panic!("expected questions, got {self:?}")
        };
        match open.requests.iter().find(|(asked, _)| asked == key) {
            Some((_, InputRequest::Elicit { message, .. })) => message,
            Some((_, InputRequest::ElicitUrl { message, .. })) => message,
            other => panic!("expected an elicitation under {key}, got {other:?}"),
        }
    }

    fn complete(self) -> R {
        match self {
            Reply::Complete { value, .. } => value,
            other => panic!("expected a result, got {other:?}"),
        }
    }

    fn text(&self) -> &str {
        match self {
            Reply::Failed(Failure::Tool(text)) => text,
            other => panic!("expected a text, got {other:?}"),
        }
    }

    fn code(&self) -> i32 {
        match self {
            Reply::Failed(Failure::Rpc(error)) => error.code,
            other => panic!("expected an error, got {other:?}"),
        }
    }
}
