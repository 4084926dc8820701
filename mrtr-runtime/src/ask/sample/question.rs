//! The question of `ask_sample!(..)`.

use serde_json::Value;

use super::balance::{self, Unbalanced};
use super::message::{self, SampleMessage, text_block};
use super::tools::ToolUse;
use super::wrong::{Check, Wrong};
use super::{Sample, SampleError};
use crate::ask::future::Answered;
use crate::replay::{Again, Changed, Flaw, Invalid, Question};
use crate::state::{Hasher, Kind, Outcome, ShortDigest, serialize_digest, value_digest};
use crate::texts;
use crate::wire::{Capability, IncludeContext, InputRequest, SAMPLE_MEMBERS, SampleRequest};

/// What of a completion is recorded.
pub(super) type KeepSample = fn(Sample) -> Sample;

/// One completion that is asked for.
#[derive(Debug)]
pub(super) struct AskSample {
    request: SampleRequest,
    digest: ShortDigest,
    balance: Result<(), Unbalanced>,
    check: Option<Check>,
    keep: Option<KeepSample>,
}

impl AskSample {
    pub(super) fn new(request: SampleRequest, about: Option<ShortDigest>) -> Self {
        Self {
            digest: digest(&request, about),
            balance: balance::check(&request.messages),
            request,
            check: None,
            keep: None,
        }
    }

    /// A text that this check refuses is written again.
    pub(super) fn checked(self, check: Option<Check>) -> Self {
        Self { check, ..self }
    }

    /// Of the completion no more is recorded than this.
    pub(super) fn keeping(self, keep: Option<KeepSample>) -> Self {
        Self { keep, ..self }
    }

    fn kept(&self, sample: Sample) -> Sample {
        match self.keep {
            Some(keep) => keep(sample),
            None => sample,
        }
    }

    fn check(&self, sample: &Sample) -> Result<(), Wrong> {
        ToolUse::check(sample).map_err(|reason| Wrong::new("calls", reason))?;
        if self.request.tools.is_empty() && !sample.tool_uses().is_empty() {
            return Err(Wrong::new("calls", texts::NO_TOOLS));
        }
        match &self.check {
            // A model may call the tools that it was given before it gives the value.
            Some(check) if self.request.tools.is_empty() || sample.tool_uses().is_empty() => {
                let checked = check.check(sample);
                checked.map_err(|wrong| wrong.or_cut_off(sample, self.request.max_tokens))
            }
            _ => Ok(()),
        }
    }

    /// The conversation with what the model wrote and why it does not do.
    fn corrected(&self, again: &Again) -> SampleRequest {
        let mut request = self.request.clone();
        if let Changed::Invalid(reason) = &again.reason {
            let written = Sample {
                message: again.entries.clone(),
            };
            let text = written.text().unwrap_or_default();
            // Calls of tools would have to be answered by results.
            if !text.trim().is_empty() && written.tool_uses().is_empty() {
                request.messages.push(SampleMessage::assistant(text).0);
            }
            let reason = text_block(texts::sample_again(reason));
            message::say(&mut request.messages, vec![reason]);
        }
        request
    }
}

/// Covers everything that the model is given, absent parts and the ends of lists too.
fn digest(request: &SampleRequest, about: Option<ShortDigest>) -> ShortDigest {
    let mut hasher = Hasher::new("sample");
    hasher.field(&request.max_tokens.to_be_bytes());
    let messages = request.messages.iter();
    hasher.list(messages.map(|message| value_digest("message", message)));
    hasher.list(request.system_prompt.as_deref());
    hasher.list(request.temperature.map(f64::to_be_bytes));
    hasher.list(&request.stop_sequences);
    hasher.list(part(&request.tools));
    hasher.list(part(&request.tool_choice));
    hasher.list(part(&request.model));
    hasher.list(part(&request.context));
    hasher.list(part(&request.metadata));
    hasher.list(about);
    hasher.short()
}

/// What a client must declare for a sample.
pub(super) fn needs(request: &SampleRequest) -> Vec<Capability> {
    let calls = !request.tools.is_empty() || request.tool_choice.is_some();
    let shares = request
        .context
        .is_some_and(|context| context != IncludeContext::None);
    let mut needs = vec![Capability::Sampling];
    needs.extend(calls.then_some(Capability::SamplingTools));
    needs.extend(shares.then_some(Capability::SamplingContext));
    needs
}

/// Whether the SDK would not send it: then it is told while it is known where the ask is written.
#[cfg(feature = "rmcp")]
fn misshapen(request: &SampleRequest) -> Option<&'static str> {
    let is_fine = crate::rmcp::can_send(request);
    (!is_fine).then_some(texts::MISSHAPEN)
}

#[cfg(not(feature = "rmcp"))]
const fn misshapen(_: &SampleRequest) -> Option<&'static str> {
    None
}

/// What cannot be serialized cannot be sent either, which is reported there.
fn part(part: &impl serde::Serialize) -> Option<ShortDigest> {
    serialize_digest("sample part", part).ok()
}

impl Question for AskSample {
    fn kind(&self) -> Kind {
        Kind::Sample
    }

    fn digest(&self) -> ShortDigest {
        self.digest
    }

    fn capabilities(&self) -> Vec<Capability> {
        needs(&self.request)
    }

    fn flaw(&self) -> Option<Flaw> {
        let unbalanced = self.balance.err().map(Flaw::Conversation);
        unbalanced.or_else(|| misshapen(&self.request).map(Flaw::Misshapen))
    }

    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        let mut message = answer.as_object().cloned().unwrap_or_default();
        message.retain(|name, _| SAMPLE_MEMBERS.contains(&name.as_str()));
        let sample = Sample { message };
        match self.check(&sample) {
            Ok(()) => Ok(Outcome::Accepted(Value::Object(self.kept(sample).message))),
            Err(wrong) => Err(Invalid {
                code: wrong.code,
                reason: wrong.reason,
                entries: sample.message,
            }),
        }
    }

    fn request(&self, again: Option<&Again>) -> InputRequest {
        let request = again.map_or_else(|| self.request.clone(), |again| self.corrected(again));
        InputRequest::Sample(Box::new(request))
    }

    fn gives_up(&self) -> bool {
        self.check.is_some()
    }
}

impl Answered for AskSample {
    type Answer = Result<Sample, SampleError>;

    fn read(&mut self, outcome: &Outcome, _: &str) -> Option<Self::Answer> {
        match outcome {
            Outcome::Accepted(Value::Object(message)) => Some(Ok(Sample {
                message: message.clone(),
            })),
            Outcome::Declined(_) if self.check.is_some() => Some(Err(SampleError::Misfit)),
            Outcome::Cancelled(_) => Some(Err(SampleError::Rejected)),
            _ => None,
        }
    }
}

/// A completion of any kind: nothing that it could not fit.
#[derive(Debug)]
pub struct AskAnySample(pub(super) AskSample);

impl Question for AskAnySample {
    fn kind(&self) -> Kind {
        self.0.kind()
    }

    fn digest(&self) -> ShortDigest {
        self.0.digest()
    }

    fn capabilities(&self) -> Vec<Capability> {
        self.0.capabilities()
    }

    fn flaw(&self) -> Option<Flaw> {
        self.0.flaw()
    }

    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        self.0.settle(answer)
    }

    fn request(&self, again: Option<&Again>) -> InputRequest {
        self.0.request(again)
    }
}

impl Answered for AskAnySample {
    type Answer = Sample;

    fn read(&mut self, outcome: &Outcome, key: &str) -> Option<Sample> {
        match self.0.read(outcome, key)? {
            Ok(sample) => Some(sample),
            Err(error) => Sample::of_error(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;
    use crate::wire::{ModelPreferences, SampleTool, ToolChoice};

    #[test]
    fn r4_no_two_samples_that_differ_are_one_question() {
        let base = || SampleRequest {
            messages: vec![json!("a")],
            ..SampleRequest::default()
        };
        let stop = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let tool = |name| SampleTool::new(name, "d", json!({}));
        let with = |change: &dyn Fn(&mut SampleRequest)| {
            let mut request = base();
            change(&mut request);
            request
        };
        let all = [
            base(),
            with(&|r| r.max_tokens = 1),
            with(&|r| r.messages.push(json!("b"))),
            with(&|r| r.system_prompt = Some(String::new())),
            with(&|r| r.temperature = Some(f64::NAN)),
            with(&|r| r.temperature = Some(0.0)),
            with(&|r| r.stop_sequences = stop(&[""])),
            with(&|r| r.stop_sequences = stop(&["about", "0123456789abcdef"])),
            with(&|r| r.tools = vec![tool("a")]),
            with(&|r| r.tools = vec![tool("b")]),
            with(&|r| r.tools = vec![tool("a"), tool("b")]),
            with(&|r| r.tool_choice = Some(ToolChoice::Auto)),
            with(&|r| r.tool_choice = Some(ToolChoice::None)),
            with(&|r| r.model = Some(ModelPreferences::from("m"))),
            with(&|r| r.model = Some(ModelPreferences::default())),
            with(&|r| r.context = Some(IncludeContext::None)),
            with(&|r| r.context = Some(IncludeContext::AllServers)),
            with(&|r| r.metadata = Some(Map::new())),
        ];
        let mut digests: Vec<_> = all.iter().map(|sample| digest(sample, None)).collect();
        digests.push(digest(&base(), Some(*b"0123456789abcdef")));
        let one = with(&|r| r.stop_sequences = stop(&["about"]));
        digests.push(digest(&one, Some(*b"0123456789abcdef")));
        let count = digests.len();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), count);
    }

    #[test]
    fn a25_tools_or_a_choice_of_tools_and_context_are_gated_each() {
        use Capability::{Sampling, SamplingContext, SamplingTools};
        let needs = |request| AskSample::new(request, None).capabilities();
        let request = SampleRequest::default;
        assert_eq!(needs(request()), [Sampling]);
        let tools = SampleRequest {
            tools: vec![SampleTool::new("a", "b", json!({}))],
            ..request()
        };
        assert_eq!(needs(tools), [Sampling, SamplingTools]);
        let choice = SampleRequest {
            tool_choice: Some(ToolChoice::None),
            ..request()
        };
        assert_eq!(needs(choice), [Sampling, SamplingTools]);
        for (context, has) in [
            (IncludeContext::None, false),
            (IncludeContext::ThisServer, true),
        ] {
            let context = SampleRequest {
                context: Some(context),
                ..request()
            };
            assert_eq!(needs(context).contains(&SamplingContext), has);
        }
    }
}
