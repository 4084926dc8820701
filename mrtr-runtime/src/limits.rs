//! What a flow may cost: every bound in one place.
//!
//! Each bound has its own error, which names it and, where there is one, the ask it stopped.

use std::time::Duration;

mod check;

/// Bounds on flows, rounds and what a client may send.
///
/// The defaults fit what common clients do: none of the known ones goes on after its tenth round,
/// some stop at the eighth. [`build`](crate::MrtrBuilder::build) refuses a limit that would stop every
/// flow, such as zero, and one that would bound nothing.
///
/// ```
/// use std::time::Duration;
/// use mrtr_runtime::Limits;
///
/// let limits = Limits { flow_time: Duration::from_secs(20 * 60), ..Limits::default() };
/// assert_eq!(limits.requests, 8);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Requests of one flow, the first included; one less than this many interim replies.
    pub requests: u32,
    /// How many times an invalid answer to one question is asked again.
    pub retries_per_question: u8,
    /// How long a client may think about one round: the life of a `requestState`.
    pub ttl: Duration,
    /// How long a whole flow may last; no round extends it.
    pub flow_time: Duration,
    /// How long open asks wait for running captures, and how long a cancelled round may finish one.
    pub round_time: Duration,
    /// How far in the future a `requestState` may have been issued, for clocks that differ.
    pub skew: Duration,
    /// Length of a sealed `requestState`, in bytes. Where what is recorded of a flow that travels in one takes
    /// more, no `capture!` runs, and nothing is asked any more.
    pub state_bytes: usize,
    /// Answers that one retry may carry.
    pub answers: usize,
    /// Bytes of one incoming answer, as compact JSON.
    pub answer_bytes: usize,
    /// Bytes of all incoming answers of one retry, as compact JSON.
    pub answers_bytes: usize,
    /// Nesting of incoming answers. (That of arguments is bounded by what serde_json reads, 128.)
    pub depth: usize,
    /// Questions of one round.
    pub asks_per_round: usize,
    /// Items of one `ask_pick!`.
    pub pick_options: usize,
    /// Dialogs with old clients that may be open at once in this process.
    pub open_dialogs: usize,
    /// How many of them one caller ([`Principal`](crate::Principal)) may have, so that nobody takes up all of
    /// them; more than `open_dialogs` is no bound of its own.
    pub open_dialogs_per_caller: usize,
    /// Tasks that calls have become (`become_task!`) and that may run at once in this process.
    pub tasks: usize,
    /// How many of them one caller ([`Principal`](crate::Principal)) may have, so that nobody takes up all of
    /// them; more than `tasks` is no bound of its own.
    pub tasks_per_caller: usize,
    /// Tasks that have ended and are kept in this process for whoever looks after them, each for its `ttl`. When
    /// one more ends, the oldest of the caller who has the most of them is forgotten: so a caller who begins many
    /// loses results of its own.
    pub ended_tasks: usize,
    /// Bytes of what they gave, as compact JSON. When it is more, the oldest of the caller whose results take the most
    /// is forgotten; a result that takes more by itself is not kept at all, and the log says so.
    pub ended_tasks_bytes: usize,
    /// Bytes of an elicitation message.
    pub message_bytes: usize,
    /// Bytes of an address that people are sent to.
    pub url_bytes: usize,
    /// How long a request is held open when the person agreed to open a page (`ask_url!`) and it is not
    /// done yet; never longer than `round_time`. With zero they are asked again at once.
    ///
    /// An `until` that still runs then, and has run for five seconds, is dropped, and the page counts as not done.
    /// A task holds no request open, so it looks on until it ends, where this is the time of each look; with zero it
    /// asks again at once, too.
    pub hold_open: Duration,
    /// How long a person takes at the least to read a question and refuse it: a refusal that comes sooner counts
    /// as unseen ([`Refused::unseen`](crate::Refused::unseen)). With zero none does.
    ///
    /// Nobody reads, decides and finds the button in half a second. The time counts from the first reply with the
    /// question (in a task, from the first `tasks/get` that shows it) to the request with the refusal, so it holds a
    /// round trip of the network too: set it higher where clients are far away.
    pub reading_time: Duration,
    /// How long a round of a `single_use` handler counts as running after the last sign of life of
    /// the process that runs it; it gives one three times as often.
    pub lease: Duration,
    /// Bytes of a sealed reply that a store keeps for repeats of a `single_use` round.
    pub reply_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: 8,
            retries_per_question: 3,
            ttl: Duration::from_secs(10 * 60),
            flow_time: Duration::from_secs(60 * 60),
            round_time: Duration::from_secs(60),
            skew: Duration::from_secs(60),
            state_bytes: 32 * 1024,
            answers: 64,
            answer_bytes: 64 * 1024,
            answers_bytes: 256 * 1024,
            depth: 32,
            asks_per_round: 16,
            pick_options: 256,
            open_dialogs: 64,
            open_dialogs_per_caller: 16,
            tasks: 256,
            tasks_per_caller: 64,
            ended_tasks: 1024,
            ended_tasks_bytes: 64 * 1024 * 1024,
            message_bytes: 4 * 1024,
            url_bytes: 2 * 1024,
            hold_open: Duration::from_secs(20),
            reading_time: Duration::from_millis(500),
            lease: Duration::from_secs(30),
            reply_bytes: 1024 * 1024,
        }
    }
}
