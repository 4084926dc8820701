//! rmcp's client, and a call that goes on over several rounds.

use rmcp::ClientServiceExt as _;
use rmcp::model::{ClientRequest, CustomRequest, InputResponses, ProtocolVersion, ServerResult};
use rmcp::service::{ClientLifecycleMode, RunningService, ServiceError};
use rmcp::transport::IntoTransport;
use rmcp::{RoleClient, ServiceExt as _};
use serde_json::Value;

use crate::operation::{Operation, Retry};
use crate::person::{Person, Protocol};
use crate::round::Round;
use crate::wait::Deadline as _;

pub struct Client {
    service: RunningService<RoleClient, Person>,
}

impl Client {
    pub(crate) async fn over<T, E, A>(person: &Person, transport: T) -> Self
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let person = person.clone();
        let service = match person.protocol {
            Protocol::Old => person.serve(transport).in_time().await,
            Protocol::Modern => {
                let lifecycle = ClientLifecycleMode::Discover {
                    preferred_versions: vec![ProtocolVersion::V_2026_07_28],
                };
                person
                    .serve_with_lifecycle(transport, lifecycle)
                    .in_time()
                    .await
            }
        };
        Self {
            service: service.expect("the client connects"),
        }
    }

    /// rmcp's own client, which can also drive the rounds by itself.
    pub fn rmcp(&self) -> &RunningService<RoleClient, Person> {
        &self.service
    }

    /// Sends one request.
    pub async fn request(
        &self,
        operation: &Operation,
        answers: Option<Value>,
        state: Option<String>,
    ) -> Round {
        let retry = Retry {
            answers: answers.map(as_responses),
            state,
        };
        self.send(operation, retry).in_time().await
    }

    async fn send(&self, operation: &Operation, retry: Retry) -> Round {
        let service = &self.service;
        match operation {
            Operation::Tool(..) => {
                Round::of(service.call_tool_once(operation.call_tool(retry)).await)
            }
            Operation::Prompt(..) => {
                Round::of(service.get_prompt_once(operation.get_prompt(retry)).await)
            }
            Operation::Resource(_) => Round::of(
                service
                    .read_resource_once(operation.read_resource(retry))
                    .await,
            ),
            Operation::Task(..) => panic!("tasks are looked after by raw requests"),
        }
    }

    /// Sends a request whose params rmcp's own types could not hold.
    pub async fn odd_request(&self, operation: &Operation, more: Value) -> Round {
        let mut params = operation.params();
        for (name, value) in more.as_object().unwrap() {
            params[name.as_str()] = value.clone();
        }
        let request = CustomRequest::new(operation.method(), Some(params));
        let request = ClientRequest::CustomRequest(request);
        match self.service.send_request(request).in_time().await {
            Ok(ServerResult::CustomResult(result)) => Round::of_result(result.0),
            other => Round::of(other),
        }
    }

    /// Sends the first request of a call.
    pub async fn start(&self, operation: Operation) -> Talk<'_> {
        let round = self.request(&operation, None, None).await;
        Talk {
            client: self,
            operation,
            round,
        }
    }

    /// Sends a first request, whose reply must be the last.
    pub async fn once(&self, operation: Operation) -> Round {
        self.start(operation).await.round
    }

    /// Lets rmcp's client drive a tool call to its end; it answers by the person's script.
    pub async fn drive(&self, operation: &Operation) -> Result<Value, ServiceError> {
        let params = operation.call_tool(Retry::default());
        let result = self.service.call_tool(params).in_time().await?;
        Ok(serde_json::to_value(result).unwrap())
    }
}

fn as_responses(answers: Value) -> InputResponses {
    serde_json::from_value(answers).unwrap()
}

/// One call, round by round.
pub struct Talk<'c> {
    client: &'c Client,
    operation: Operation,
    /// The latest reply.
    pub round: Round,
}

impl<'c> Talk<'c> {
    /// Retries with the state of the latest reply, and with none if it had none.
    pub async fn answer(&mut self, answers: Value) -> &Round {
        let state = self.round.given_state();
        let reply = self.client.request(&self.operation, Some(answers), state);
        self.round = reply.await;
        &self.round
    }

    /// Retries with the latest state and no answers at all.
    pub async fn answer_nothing(&mut self) -> &Round {
        let state = self.round.state();
        self.round = self
            .client
            .request(&self.operation, None, Some(state))
            .await;
        &self.round
    }

    /// The same call, with the same state, by another client.
    pub fn taken_by<'o>(&self, client: &'o Client) -> Talk<'o> {
        self.moved(client, self.operation.clone())
    }

    /// The state of this call on another call.
    pub fn spent_on(&self, operation: Operation) -> Talk<'c> {
        self.moved(self.client, operation)
    }

    fn moved<'o>(&self, client: &'o Client, operation: Operation) -> Talk<'o> {
        Talk {
            client,
            operation,
            round: self.round.clone(),
        }
    }

    /// The same call with another state.
    pub fn with_state(&self, state: &str) -> Self
    where
        'c: 'c,
    {
        let mut talk = self.moved(self.client, self.operation.clone());
        if let Round::Asks(result) = &mut talk.round {
            result["requestState"] = state.into();
        }
        talk
    }
}
