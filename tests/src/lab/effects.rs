//! Code around asks: how often it runs, and what becomes of it when it stops.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{schemars, tool, tool_router};
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::{Answer, Lab, Manners, text};

/// Counts by name, a gate that slow tools wait at, and flows that somebody holds.
#[derive(Debug, Clone)]
pub struct Effects {
    counts: Arc<Mutex<BTreeMap<&'static str, u32>>>,
    gate: Arc<Semaphore>,
    flows: Arc<Mutex<Vec<Flow>>>,
}

impl Default for Effects {
    fn default() -> Self {
        Self {
            counts: Arc::default(),
            gate: Arc::new(Semaphore::new(0)),
            flows: Arc::default(),
        }
    }
}

impl Effects {
    pub fn count(&self, name: &str) -> u32 {
        self.counts
            .lock()
            .unwrap()
            .get(name)
            .copied()
            .unwrap_or_default()
    }

    /// Counts, and gives the new count.
    pub fn add(&self, name: &'static str) -> u32 {
        let mut counts = self.counts.lock().unwrap();
        let count = counts.entry(name).or_default();
        *count += 1;
        *count
    }

    /// Lets one waiting tool go on.
    pub fn open_gate(&self) {
        self.gate.add_permits(1);
    }

    /// Holds a flow for as long as this is there.
    pub(super) fn keep(&self, flow: Flow) {
        self.flows.lock().unwrap().push(flow);
    }

    pub(super) async fn gate(&self) {
        let permit = self.gate.acquire().await;
        permit.unwrap().forget();
    }
}

/// Counts that it was dropped: a lock, a transaction, a temporary file.
pub(super) struct Guard(pub(super) Effects);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.add("released");
    }
}

/// Where a tool waits.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Place {
    inside: bool,
}

#[tool_router(router = effect_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Counts what runs before, between and after the asks.
    #[mrtr_tool]
    #[tool]
    async fn order(&self) -> Answer {
        self.effects.add("before");
        let number = capture!(self.effects.add("captured"));
        ask_confirm!(key = "first", "Order {number}?").await?;
        self.effects.add("between");
        capture!(key = "unit", self.mark());
        let sent = capture!(key = "mail", self.send_mail().await);
        ask_confirm!(key = "second", "Really?").await?;
        self.effects.add("after");
        Ok(text(format!("order {number}, mail {sent}")))
    }

    fn mark(&self) {
        self.effects.add("unit");
    }

    async fn send_mail(&self) -> u32 {
        tokio::task::yield_now().await;
        self.effects.add("mail")
    }

    /// Holds something while it asks.
    #[mrtr_tool]
    #[tool]
    async fn guarded(&self) -> Answer {
        let _guard = Guard(self.effects.clone());
        self.effects.add("taken");
        ask_confirm!(key = "sure", "Sure?").await?;
        Ok(text("done"))
    }

    /// Waits at the gate, in the first round already.
    #[mrtr_tool]
    #[tool]
    async fn slow(&self) -> Answer {
        let _guard = Guard(self.effects.clone());
        self.effects.add("waiting");
        self.effects.gate().await;
        self.effects.add("passed");
        ask_confirm!(key = "sure", "Sure?").await?;
        Ok(text("done"))
    }

    /// Waits at the gate after its answer.
    #[mrtr_tool]
    #[tool]
    async fn slow_later(&self) -> Answer {
        ask_confirm!(key = "sure", "Sure?").await?;
        let _guard = Guard(self.effects.clone());
        self.effects.add("waiting");
        self.effects.gate().await;
        self.effects.add("passed");
        Ok(text("done"))
    }

    /// Captures after its answer, and waits at the gate behind the capture or in it.
    #[mrtr_tool]
    #[tool]
    async fn captures_later(&self, Parameters(Place { inside }): Parameters<Place>) -> Answer {
        ask_confirm!(key = "sure", "Sure?").await?;
        let _guard = Guard(self.effects.clone());
        let held = capture!(key = "hold", {
            let held = self.effects.add("held");
            if inside {
                self.wait().await;
                self.effects.add("finished");
            }
            held
        });
        if !inside {
            self.wait().await;
        }
        ask_confirm!(key = "last", "Keep {held}?").await?;
        Ok(text(format!("kept {held}")))
    }

    async fn wait(&self) {
        self.effects.add("waiting");
        self.effects.gate().await;
    }

    /// The same, where rounds count once.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn slow_once(&self) -> Answer {
        ask_confirm!(key = "sure", "Sure?").await?;
        let _guard = Guard(self.effects.clone());
        self.effects.add("waiting");
        self.effects.gate().await;
        self.effects.add("passed");
        Ok(text("done"))
    }

    /// Panics before any question.
    #[mrtr_tool]
    #[tool]
    async fn panics(&self) -> Answer {
        panic!("a secret of the server")
    }

    /// Panics after an answer.
    #[mrtr_tool]
    #[tool]
    async fn panics_later(&self) -> Answer {
        ask_confirm!(key = "sure", "Sure?").await?;
        panic!("a secret of the server")
    }
}
