//! Two servers of one fleet, each with a clock of its own, and the store that they share.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Limits, Method, Request};
use serde_json::{Value, json};

use super::handlers::{Answered, World, pay, pay_once};
use super::scenario::Scenario;
use super::steps::{LEASE, SteppedClock, poll_to_end};
use super::store::Stepped;
use crate::harness::ALL;

pub struct Fleet {
    servers: [Mrtr; 2],
    pub clocks: [SteppedClock; 2],
    pub store: Arc<Stepped>,
}

impl Fleet {
    pub fn new() -> Self {
        let store = Arc::new(Stepped::default());
        let clocks = [SteppedClock::default(), SteppedClock::default()];
        let servers = clocks.each_ref().map(|clock| {
            Mrtr::builder()
                // Quicker than sealing, and the same to a store.
                .keys(Keys::new([[7; 32]]).unwrap().signed())
                .audience("rules")
                .single_user()
                .limits(Limits {
                    lease: LEASE,
                    ..Limits::default()
                })
                .store(store.clone())
                .clock(clock.clone())
                .build()
                .unwrap()
        });
        Self {
            servers,
            clocks,
            store,
        }
    }

    /// Nothing is stored, and nobody waits.
    pub fn reset(&self) {
        self.store.clear();
        for clock in &self.clocks {
            clock.reset();
        }
    }

    /// The state of a call that is asked.
    pub fn open(&self, scenario: &Scenario) -> String {
        let world = World::new(scenario.shape, true);
        let first = self.deliver(0, &world, scenario, None, json!(null));
        match poll_to_end(first) {
            Reply::InputRequired(open) => open.state,
            other => panic!("{other:?}"),
        }
    }

    /// A request to one of the servers.
    pub fn deliver<'w>(
        &self,
        to: usize,
        world: &'w World,
        scenario: &Scenario,
        state: Option<String>,
        answers: Value,
    ) -> Pin<Box<dyn Future<Output = Answered> + 'w>> {
        let (mrtr, is_single_use) = (self.servers[to].clone(), scenario.is_single_use);
        Box::pin(async move {
            let request = Request::new(Method::CallTool, "pay", None)
                .capabilities(ALL)
                .principal(Principal::local())
                .input_responses(answers.as_object().cloned())
                .request_state(state);
            match mrtr.open(request) {
                Ok(flow) if is_single_use => pay_once(&flow, world).await,
                Ok(flow) => pay(&flow, world).await,
                Err(failure) => Reply::Failed(failure),
            }
        })
    }
}
