//! `ask_sample!(tools = .., run = ..)`: the model calls tools until it is done.
//!
//! Each turn of the model is an ask of its own, under the key of the first and its number, and each call of
//! a tool is a capture: it runs once, whatever is replayed. The conversation is not recorded: it is made
//! again from the recorded turns and results.

use std::future::Future;

use serde_json::Value;

use super::message::SampleMessage;
use super::question::{AskSample, needs};
use super::tools::{ToolResult, ToolUse};
use super::wrong::Check;
use super::{Sample, SampleError};
use crate::ask::{Ask, At, Digest};
use crate::replay::{Ahead, Begin, Begun, Capturable, Slot, Stop};
use crate::state::{Hasher, Identity, ShortDigest};
use crate::wire::{SampleRequest, ToolChoice};

/// What runs a call, and what its output is told as.
#[derive(Debug)]
pub(super) struct Runner<R, T> {
    pub(super) run: R,
    pub(super) result: fn(T) -> ToolResult,
}

/// What is asked of the model at each turn.
pub(super) struct Turn<'f> {
    pub(super) at: At<'f>,
    pub(super) of: Option<ShortDigest>,
    pub(super) about: Option<ShortDigest>,
    pub(super) request: SampleRequest,
    pub(super) check: Option<Check>,
}

impl<'f> Turn<'f> {
    pub(super) fn ask(&self) -> Ask<'f, AskSample> {
        let question = AskSample::new(self.request.clone(), self.about).checked(self.check.clone());
        Ask::new(self.at, self.of, question)
    }

    /// The turns from the one that `ask` is to the last, which calls no tool.
    pub(super) async fn rest<R, F, T>(
        mut self,
        ask: Ask<'f, AskSample>,
        mut tools: Runner<R, T>,
    ) -> Result<Sample, SampleError>
    where
        R: FnMut(ToolUse) -> F,
        F: Future<Output = T>,
    {
        let first = ask.occurrence();
        let (mut turn, mut asked) = (first, ask.digest());
        let mut sample = ask.await?;
        loop {
            let calls = sample.tool_uses();
            if calls.is_empty() {
                return Ok(sample);
            }
            let mut results = Vec::with_capacity(calls.len());
            let mut ahead = self.ahead(&calls, turn.saturating_add(1));
            for call in calls {
                let id = call.id.clone();
                let of = self.digest(first, &asked, &call);
                let result = self.result(call, of, &mut ahead, &mut tools);
                results.push(result.await.block(&id));
            }
            self.go_on(&sample, results);
            let ask = self.ask();
            (turn, asked) = (ask.occurrence(), ask.digest());
            sample = ask.await?;
        }
    }

    /// Tells a call from all others of the flow: the model's ids are of one conversation only.
    fn digest(&self, first: u32, asked: &ShortDigest, call: &ToolUse) -> Digest {
        let mut hasher = Hasher::new("tool use");
        hasher.list(self.of);
        hasher.field(&first.to_le_bytes()).field(asked);
        hasher.field(call.id.as_bytes()).field(call.name.as_bytes());
        hasher.value(&call.input);
        Digest(Ok(hasher.short()))
    }

    /// What a state must have room for: a result of each call, an error at the least, and the next turn.
    fn ahead(&self, calls: &[ToolUse], turn: u32) -> Ahead {
        let flow = self.at.flow;
        Ahead {
            least: serde_json::json!(ToolResult::too_long(usize::MAX, usize::MAX)),
            captures: calls.iter().filter(|call| self.offers(call)).count(),
            ask: Identity {
                key: flow.full_key(self.at.key),
                of: flow.full_of(self.of),
                occurrence: turn,
            },
        }
    }

    fn offers(&self, call: &ToolUse) -> bool {
        let mut tools = self.request.tools.iter();
        tools.any(|tool| tool.name() == call.name)
    }

    /// What a call gives, recorded as of that call.
    async fn result<R, F, T>(
        &self,
        call: ToolUse,
        of: Digest,
        ahead: &mut Ahead,
        tools: &mut Runner<R, T>,
    ) -> ToolResult
    where
        R: FnMut(ToolUse) -> F,
        F: Future<Output = T>,
    {
        if !self.offers(&call) {
            return ToolResult::unknown(&call.name);
        }
        ahead.captures = ahead.captures.saturating_sub(1);
        let begin = Begin::new(self.at).in_ask("tool_use");
        let begin = begin.of(of);
        match begin.begin(<ToolResult as Capturable>::CODEC).await {
            Begun::Recorded(result) => result,
            Begun::Evaluate(slot) => {
                if let Err(stop) = self.check_room(&slot, ahead) {
                    drop(slot);
                    return self.stop(stop).await;
                }
                let output = (tools.run)(call).await;
                let result = (tools.result)(output);
                let too_long = slot.too_long(&result, ahead);
                let result = too_long.map_or(result, |(bytes, room)| self.too_long(bytes, room));
                slot.keep(result).await
            }
        }
    }

    /// What a tool gives goes to the next turn: one that could not be asked must not have run it.
    /// And the next turn must be told something about it.
    fn check_room(&self, slot: &Slot<'_, ToolResult>, ahead: &Ahead) -> Result<(), Stop> {
        let (at, needs) = (self.at, needs(&self.request));
        at.flow.check_room(at.key, at.location(), needs)?;
        slot.check_room(&ToolResult::too_long(usize::MAX, usize::MAX), ahead)
    }

    /// The tool has run: so the model is told that, and goes on.
    fn too_long(&self, bytes: usize, room: usize) -> ToolResult {
        tracing::warn!(
            reason = "state_bytes",
            key = self.at.key,
            file = self.at.file,
            line = self.at.line,
            bytes,
            room,
            "a state has no room for the result of a tool"
        );
        ToolResult::too_long(bytes, room)
    }

    async fn stop(&self, stop: Stop) -> ToolResult {
        self.at.flow.with(|journal| journal.stop(stop));
        std::future::pending().await
    }

    /// A message of results holds nothing else, and one for each call.
    ///
    /// A model that had to call a tool has called one: in the turns after it may end.
    fn go_on(&mut self, sample: &Sample, results: Vec<Value>) {
        if self.request.tool_choice == Some(ToolChoice::Required) {
            self.request.tool_choice = Some(ToolChoice::Auto);
        }
        let messages = &mut self.request.messages;
        messages.push(SampleMessage::from(sample).0);
        messages.push(SampleMessage::user_blocks(results).0);
    }
}
