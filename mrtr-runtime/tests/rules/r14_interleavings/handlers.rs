//! The handlers that are delivered to, and the world that they have effects in.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_runtime::Failure;
use mrtr_runtime::prelude::*;

use super::steps::step;

/// How many steps a handler takes on its way to the effect: with the one behind it, as many as one who finds that the
/// store lost its claim, and claims it again. With fewer, a renewal would not end before its handler does.
const STEPS: usize = 5;

/// What a handler does when its question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// It charges and returns.
    Charges,
    /// It charges inside of a `capture!`, and asks on.
    Captures,
    /// It only asks on.
    Asks,
    /// It charges and returns an error.
    Fails,
}

impl Shape {
    /// What somebody gets for whom it has run.
    pub fn told(self) -> Got {
        match self {
            Self::Charges => Got::Result,
            Self::Captures | Self::Asks => Got::Next,
            Self::Fails => Got::Error,
        }
    }

    pub fn charges(self) -> bool {
        self != Self::Asks
    }
}

/// The world outside.
pub struct World {
    pub shape: Shape,
    /// Whether the question is still asked.
    pub is_asked: bool,
    pub runs: AtomicUsize,
    pub effects: AtomicUsize,
    pub keys: Mutex<BTreeSet<String>>,
}

impl World {
    pub fn new(shape: Shape, is_asked: bool) -> Self {
        Self {
            shape,
            is_asked,
            runs: AtomicUsize::default(),
            effects: AtomicUsize::default(),
            keys: Mutex::default(),
        }
    }

    /// Runs, effects and keys.
    pub fn seen(&self) -> (usize, usize, BTreeSet<String>) {
        let [runs, effects] = [&self.runs, &self.effects].map(|count| count.load(Ordering::SeqCst));
        (runs, effects, self.keys.lock().unwrap().clone())
    }

    async fn run(&self) {
        self.runs.fetch_add(1, Ordering::SeqCst);
        for _ in 0..STEPS {
            step().await;
        }
    }

    async fn charge(&self, key: String) {
        self.run().await;
        self.effects.fetch_add(1, Ordering::SeqCst);
        self.keys.lock().unwrap().insert(key);
        step().await;
    }
}

#[mrtr_tool(single_use)]
pub async fn pay_once(world: &World) -> Result<String, String> {
    if world.is_asked {
        told(ask_confirm!(key = "sure", "Charge?").await)?;
    }
    part!(pay_now(world)).await
}

#[mrtr_tool]
pub async fn pay(world: &World) -> Result<String, String> {
    if world.is_asked {
        told(ask_confirm!(key = "sure", "Charge?").await)?;
    }
    part!(pay_now(world)).await
}

#[mrtr_part]
async fn pay_now(flow: Flow, world: &World) -> Result<String, String> {
    let key = flow.key("charge", &"cart 7");
    match world.shape {
        Shape::Charges => world.charge(key).await,
        Shape::Captures => {
            capture!(key = "charge", world.charge(key).await);
            told(ask_confirm!(key = "more", "Anything else?").await)?;
        }
        Shape::Asks => {
            world.run().await;
            told(ask_confirm!(key = "really", "Really?").await)?;
        }
        Shape::Fails => {
            world.charge(key).await;
            return Err("the receipt is lost".to_owned());
        }
    }
    Ok("paid".to_owned())
}

fn told(answer: Result<(), Refused>) -> Result<(), String> {
    answer.map_err(|refused| refused.to_string())
}

pub type Answered = Reply<Result<String, String>>;

/// What one request got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Got {
    Result,
    Error,
    Refusal,
    Question,
    Next,
    BadState,
    Unknown,
    Nothing,
}

impl Got {
    pub fn of(reply: &Answered) -> Self {
        match reply {
            Reply::Complete { value: Ok(_), .. } => Self::Result,
            Reply::Complete {
                value: Err(text), ..
            } if text.contains("declined") => Self::Refusal,
            Reply::Complete { value: Err(_), .. } => Self::Error,
            Reply::InputRequired(open) if open.requests.iter().any(|(key, _)| key == "sure") => {
                Self::Question
            }
            Reply::InputRequired(_) => Self::Next,
            Reply::Failed(Failure::Rpc(error)) if error.code == -32602 => Self::BadState,
            Reply::Failed(Failure::Tool(text)) if text.contains("unknown") => Self::Unknown,
            other => panic!("{other:?}"),
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            Self::Result => "the result",
            Self::Error => "the error",
            Self::Refusal => "the refusal",
            Self::Question => "the question again",
            Self::Next => "the next question",
            Self::BadState => "a bad state",
            Self::Unknown => "\u{201c}outcome unknown\u{201d}",
            Self::Nothing => "nothing",
        }
    }
}
