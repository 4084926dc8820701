//! Who sits at the client: what it declares, which protocol it speaks, and how it answers what is
//! asked by request.
#![allow(
    deprecated,
    reason = "old clients are asked for samples and roots by request"
)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rmcp::model::{
    CancelledNotificationParam, ClientConfig, CreateMessageRequestParams, CreateMessageResult,
    CustomNotification, ElicitRequestParams, ElicitResult, Implementation, ListRootsResult,
    ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::Barrier;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// 2026-07-28.
    Modern,
    /// 2025-11-25, by `initialize`.
    Old,
}

/// A question that came as a request of the server.
#[derive(Debug, Clone)]
pub struct Question {
    pub method: &'static str,
    pub params: Value,
}

type Answer = Arc<dyn Fn(&Question) -> Option<Value> + Send + Sync>;

/// A client to be.
#[derive(Clone)]
pub struct Person {
    pub(crate) protocol: Protocol,
    pub(crate) authorization: Option<String>,
    capabilities: Value,
    answer: Answer,
    error: String,
    /// It answers none but those of this method.
    silent_but: Option<&'static str>,
    together: Option<Arc<Barrier>>,
    asked: Arc<Mutex<Vec<Question>>>,
    withdrawn: Arc<AtomicUsize>,
    told: Arc<Mutex<Vec<Value>>>,
    progress: Arc<Mutex<Vec<f64>>>,
}

impl Person {
    /// Declares everything, speaks 2026-07-28, and is never asked by request.
    pub fn modern() -> Self {
        let capabilities = json!({"elicitation": {"form": {}}, "sampling": {}, "roots": {}});
        Self {
            protocol: Protocol::Modern,
            authorization: None,
            capabilities,
            answer: Arc::new(|_| None),
            error: "the client fails".to_owned(),
            silent_but: None,
            together: None,
            asked: Arc::default(),
            withdrawn: Arc::default(),
            told: Arc::default(),
            progress: Arc::default(),
        }
    }

    /// Declares everything and speaks 2025-11-25.
    pub fn old() -> Self {
        Self {
            protocol: Protocol::Old,
            ..Self::modern()
        }
    }

    pub fn declaring(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Over HTTP: the access token.
    pub fn bearer(mut self, token: &str) -> Self {
        self.authorization = Some(token.to_owned());
        self
    }

    /// Answers requests of the server; `None` is an error of the client.
    pub fn answering(
        mut self,
        answer: impl Fn(&Question) -> Option<Value> + Send + Sync + 'static,
    ) -> Self {
        self.answer = Arc::new(answer);
        self
    }

    /// What an error of the client says.
    pub fn failing_with(mut self, error: &str) -> Self {
        self.error = error.to_owned();
        self
    }

    /// Never answers a request of the server.
    pub fn silent(self) -> Self {
        self.silent_but("")
    }

    /// Never answers a request of the server but those of one method.
    pub fn silent_but(mut self, method: &'static str) -> Self {
        self.silent_but = Some(method);
        self
    }

    /// Answers only when so many questions stand open.
    pub fn answering_together(mut self, count: usize) -> Self {
        self.together = Some(Arc::new(Barrier::new(count)));
        self
    }

    /// How many questions the server has taken back.
    pub fn withdrawn(&self) -> usize {
        self.withdrawn.load(Ordering::SeqCst)
    }

    /// What was asked by request so far.
    pub fn asked(&self) -> Vec<Question> {
        self.asked.lock().unwrap().clone()
    }

    /// The notifications that rmcp has no type for.
    pub fn told(&self) -> Vec<Value> {
        self.told.lock().unwrap().clone()
    }

    /// How far the server said to be, each time.
    pub fn progress(&self) -> Vec<f64> {
        self.progress.lock().unwrap().clone()
    }

    async fn respond<P: Serialize, R: DeserializeOwned>(
        &self,
        method: &'static str,
        params: P,
    ) -> Result<R, ErrorData> {
        let params = serde_json::to_value(params).unwrap();
        let question = Question { method, params };
        self.asked.lock().unwrap().push(question.clone());
        if let Some(together) = &self.together {
            together.wait().await;
        }
        if self.silent_but.is_some_and(|but| but != method) {
            std::future::pending::<()>().await;
        }
        match (self.answer)(&question) {
            Some(answer) => Ok(serde_json::from_value(answer).unwrap()),
            None => Err(ErrorData::internal_error(self.error.clone(), None)),
        }
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = serde_json::from_value(self.capabilities.clone()).unwrap();
        ClientConfig::new(capabilities, Implementation::new("test", "1"))
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.respond("elicitation/create", params).await
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        self.respond("sampling/createMessage", params).await
    }

    async fn list_roots(
        &self,
        _context: RequestContext<RoleClient>,
    ) -> Result<ListRootsResult, ErrorData> {
        self.respond("roots/list", json!({})).await
    }

    async fn on_custom_notification(
        &self,
        notification: CustomNotification,
        _context: NotificationContext<RoleClient>,
    ) {
        let CustomNotification { method, params, .. } = notification;
        let told = json!({"method": method, "params": params});
        self.told.lock().unwrap().push(told);
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.progress.lock().unwrap().push(params.progress);
    }

    async fn on_cancelled(
        &self,
        _params: CancelledNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.withdrawn.fetch_add(1, Ordering::SeqCst);
    }
}
