//! The options of `ask_sample!`.

use std::fmt;
use std::future::Future;

use serde_json::{Map, Value};

use super::items::{MessageItem, ToolItem};
use super::message::{self, SampleMessage, text_block};
use super::question::{AskAnySample, AskSample, KeepSample};
use super::tools::{IsTold, Model, ToolUse};
use super::turns::{Runner, Turn};
use super::typed::TypedSample;
use super::{Sample, SampleError};
use crate::ask::builder::{Builder, HasAbout};
use crate::ask::{Ask, At};
use crate::list::TextList;
use crate::wire::{IncludeContext, ModelPreferences, SampleRequest, ToolChoice};

/// Tokens that a model may write where the author says nothing.
const MAX_TOKENS: u32 = 1024;

/// `ask_sample!("..")`
#[derive(Debug)]
pub struct SampleKind {
    draft: Draft,
    keep: Option<KeepSample>,
}

/// What a sample is to ask, as far as its options say.
pub struct Draft {
    request: SampleRequest,
    /// What stands in the prompt's message ahead of it.
    content: Vec<Value>,
    /// Whether the conversation is asked as it is.
    is_unprompted: bool,
}

/// Prints no text that the model is given.
impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Draft")
            .field("request", &self.request)
            .field("content", &self.content.len())
            .finish()
    }
}

/// `ask_sample!(Type, "..")`
#[derive(Debug)]
pub struct TypedKind<T> {
    draft: Draft,
    typed: TypedSample<T>,
}

/// `ask_sample!(tools = .., run = .., "..")`
#[derive(Debug)]
pub struct Running<K, R, T> {
    kind: K,
    tools: Runner<R, T>,
}

impl HasAbout for SampleKind {}
impl<T> HasAbout for TypedKind<T> {}
impl<K, R, T> HasAbout for Running<K, R, T> {}

/// Begins `ask_sample!(..)`.
pub fn sample(at: At<'_>) -> Builder<'_, SampleKind> {
    let draft = base();
    Builder::new(at, SampleKind { draft, keep: None })
}

/// Begins `ask_sample!(T, ..)`.
pub fn typed<T>(at: At<'_>, typed: TypedSample<T>) -> Builder<'_, TypedKind<T>> {
    let draft = base();
    Builder::new(at, TypedKind { draft, typed })
}

fn base() -> Draft {
    Draft {
        request: SampleRequest {
            max_tokens: MAX_TOKENS,
            ..SampleRequest::default()
        },
        content: Vec::new(),
        is_unprompted: false,
    }
}

/// Asks that have the params of a sample.
pub trait HasRequest {
    /// Its params, and what goes with the prompt.
    fn draft(&mut self) -> &mut Draft;
}

impl HasRequest for SampleKind {
    fn draft(&mut self) -> &mut Draft {
        &mut self.draft
    }
}

impl<T> HasRequest for TypedKind<T> {
    fn draft(&mut self) -> &mut Draft {
        &mut self.draft
    }
}

impl<K: HasRequest, R, T> HasRequest for Running<K, R, T> {
    fn draft(&mut self) -> &mut Draft {
        self.kind.draft()
    }
}

impl<'f, K: HasRequest> Builder<'f, K> {
    fn with(mut self, change: impl FnOnce(&mut SampleRequest)) -> Self {
        change(&mut self.kind.draft().request);
        self
    }

    /// `system = expr`: the system prompt.
    pub fn system(self, system: impl Into<String>) -> Self {
        self.with(|request| request.system_prompt = Some(system.into()))
    }

    /// `max_tokens = n`: the most tokens that the model may write; 1024 if not given.
    pub fn max_tokens(self, max_tokens: u32) -> Self {
        self.with(|request| request.max_tokens = max_tokens)
    }

    /// `temperature = x`; a whole number does as well.
    pub fn temperature(self, temperature: impl Into<f64>) -> Self {
        self.with(|request| request.temperature = Some(temperature.into()))
    }

    /// `stop = [..]`: texts at which the model stops.
    pub fn stop(self, stop: impl TextList) -> Self {
        self.with(|request| request.stop_sequences = stop.texts())
    }

    /// `messages = [..]`: the conversation ahead of the prompt.
    pub fn messages<M: MessageItem>(self, messages: impl IntoIterator<Item = M>) -> Self {
        let messages = messages.into_iter().map(MessageItem::message);
        let messages = messages.filter(SampleMessage::says_something);
        let messages = messages.map(|message| message.0).collect();
        self.with(|request| request.messages = messages)
    }

    /// `content = [..]`: content blocks in the prompt's own message, ahead of it: a picture that it is about.
    pub fn content(mut self, blocks: impl IntoIterator<Item = Value>) -> Self {
        self.kind.draft().content = blocks.into_iter().collect();
        self
    }

    /// `model = expr`: the models to take if they are there.
    pub fn model(self, model: impl Into<ModelPreferences>) -> Self {
        self.with(|request| request.model = Some(model.into()))
    }

    /// `context = expr`: what of MCP servers goes into the prompt.
    pub fn context(self, context: IncludeContext) -> Self {
        self.with(|request| request.context = Some(context))
    }

    /// `metadata = expr`: for the provider of the model.
    pub fn metadata(self, metadata: Map<String, Value>) -> Self {
        self.with(|request| request.metadata = Some(metadata))
    }

    /// `tools = [..]`: what the model may call.
    pub fn tools<T: ToolItem>(self, tools: impl IntoIterator<Item = T>) -> Self {
        let tools = tools.into_iter().map(ToolItem::tool).collect();
        self.with(|request| request.tools = tools)
    }

    /// `tool_choice = expr`: whether it calls one.
    pub fn tool_choice(self, choice: ToolChoice) -> Self {
        self.with(|request| request.tool_choice = Some(choice))
    }

    /// `run = |call| async move { .. }`: runs a tool that the model calls, once for each call.
    pub fn run<R, F, T>(self, run: R) -> Builder<'f, Running<K, R, T>>
    where
        R: FnMut(ToolUse) -> F,
        F: Future<Output = T>,
        Model: IsTold<T>,
    {
        let result = Model::told;
        self.map(|kind| Running {
            kind,
            tools: Runner { run, result },
        })
    }

    /// No prompt: the model goes on where `messages` end, as behind the results of its tools.
    pub fn unprompted(mut self) -> Self {
        self.kind.draft().is_unprompted = true;
        self
    }

    /// The conversation with the prompt at its end.
    fn prompted(mut self, prompt: String) -> Self {
        let draft = self.kind.draft();
        let mut said = std::mem::take(&mut draft.content);
        let messages = &mut draft.request.messages;
        if !draft.is_unprompted {
            // A blank text is refused by providers: something else may say it all.
            let is_all = said.is_empty() && messages.is_empty();
            said.extend((is_all || !prompt.trim().is_empty()).then(|| text_block(prompt)));
            messages.extend((!said.is_empty()).then(|| SampleMessage::user_blocks(said).0));
            return self;
        }
        // That of a type says what its text has to be.
        said.extend((!prompt.is_empty()).then(|| text_block(prompt)));
        message::say(messages, said);
        self
    }
}

impl<'f> Builder<'f, SampleKind> {
    /// `keep = |sample| ..`: what of the completion is recorded, and given; a function without variables of its own. It is
    /// called as the completion is taken in: again where a request is repeated whose response was lost.
    pub fn keep(mut self, keep: KeepSample) -> Self {
        self.kind.keep = Some(keep);
        self
    }

    /// The prompt, as the user's message.
    pub fn message(self, prompt: String) -> Ask<'f, AskAnySample> {
        let Builder {
            at,
            of,
            about,
            kind,
        } = self.prompted(prompt);
        let question = AskSample::new(kind.draft.request, about).keeping(kind.keep);
        Ask::new(at, of, AskAnySample(question))
    }
}

/// Asks that have a type.
pub trait HasType {
    /// The type.
    type Value;

    /// How it is asked for.
    fn typed(&mut self) -> &mut TypedSample<Self::Value>;
}

impl<T> HasType for TypedKind<T> {
    type Value = T;

    fn typed(&mut self) -> &mut TypedSample<T> {
        &mut self.typed
    }
}

impl<K: HasType, R, T> HasType for Running<K, R, T> {
    type Value = K::Value;

    fn typed(&mut self) -> &mut TypedSample<K::Value> {
        self.kind.typed()
    }
}

impl<V: 'static, K: HasType<Value = V>> Builder<'_, K> {
    /// `check = |value| ..`: what a value has to be besides what its type says; a function without variables of its own. What it
    /// says against one is told to the model. It is called as the completion is taken in.
    pub fn check(mut self, check: fn(&V) -> Result<(), String>) -> Self {
        self.kind.typed().and(check);
        self
    }
}

impl<'f, T> Builder<'f, TypedKind<T>> {
    /// The prompt, as the user's message.
    pub fn message(
        self,
        prompt: String,
    ) -> impl Future<Output = Result<T, SampleError>> + use<'f, T> {
        let prompt = self.kind.typed.instruct(&prompt);
        let (turn, typed) = self.prompted(prompt).turn();
        let ask = turn.ask();
        async move { value(ask.await, &typed) }
    }

    fn turn(self) -> (Turn<'f>, TypedSample<T>) {
        let TypedKind { draft, typed } = self.kind;
        let turn = Turn {
            at: self.at,
            of: self.of,
            about: self.about,
            request: draft.request,
            check: Some(typed.check()),
        };
        (turn, typed)
    }
}

impl<'f, R, T> Builder<'f, Running<SampleKind, R, T>> {
    /// The prompt, as the user's message.
    pub fn message<F>(self, prompt: String) -> impl Future<Output = Sample> + use<'f, R, T, F>
    where
        R: FnMut(ToolUse) -> F,
        F: Future<Output = T>,
    {
        let Builder {
            at,
            of,
            about,
            kind,
        } = self.prompted(prompt);
        let turn = Turn {
            at,
            of,
            about,
            request: kind.kind.draft.request,
            check: None,
        };
        let ask = turn.ask();
        async move {
            match turn.rest(ask, kind.tools).await {
                Ok(sample) => sample,
                Err(error) => match Sample::of_error(error) {
                    Some(refused) => refused,
                    // Without a check no sample is a misfit.
                    None => std::future::pending().await,
                },
            }
        }
    }
}

impl<'f, V, R, T> Builder<'f, Running<TypedKind<V>, R, T>> {
    /// The prompt, as the user's message.
    pub fn message<F>(
        self,
        prompt: String,
    ) -> impl Future<Output = Result<V, SampleError>> + use<'f, V, R, T, F>
    where
        R: FnMut(ToolUse) -> F,
        F: Future<Output = T>,
    {
        let Running { kind, tools } = self.kind;
        let builder = Builder {
            at: self.at,
            of: self.of,
            about: self.about,
            kind,
        };
        let prompt = builder.kind.typed.instruct(&prompt);
        let (turn, typed) = builder.prompted(prompt).turn();
        let ask = turn.ask();
        async move { value(turn.rest(ask, tools).await, &typed) }
    }
}

/// What was recorded was read before; another version of the type is a misfit too.
fn value<T>(sample: Result<Sample, SampleError>, typed: &TypedSample<T>) -> Result<T, SampleError> {
    typed.read(&sample?).ok_or(SampleError::Misfit)
}
