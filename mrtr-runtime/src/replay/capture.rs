//! `capture!`: an expression that is evaluated once per flow (R11, R13).
//!
//! The expression stands in place, between [`Begin`] and [`Slot::keep`], so that it may borrow,
//! wait, return and use `?`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::driver::unwind;
use super::journal::{Beginning, Class, wire_key};
use super::{Cause, Claim, Divergence, Flow, Note, Stop};
use crate::ask::{At, Digest};
use crate::state::{ShortDigest, is_finite, value_bytes};
use crate::texts;

/// A value that can be captured: sealed into `requestState` and read back in the next round.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be captured",
    label = "a captured value is sealed into `requestState` and read back in the next round",
    note = "derive `serde::Serialize` and `serde::Deserialize`, or capture only the part that you need, such as its id",
    note = "of a future capture what it gives, `capture!(self.count().await)`; of a `Result` the value, `capture!(self.db.load(id).await?)`; of a borrowed value a copy, `.to_owned()`"
)]
pub trait Capturable: Sized {
    /// The one place where a captured type is asked for serde: one that has none is one error.
    #[doc(hidden)]
    const CODEC: Codec<Self>;
}

/// `Deserialize<'de>` by a name that says what is wrong: of a type that borrows rustc only says that its implementation of
/// this trait "is not general enough".
pub trait CapturedValueOwnsWhatItHolds<'de>: Sized {
    /// The value as it was recorded.
    #[doc(hidden)]
    fn read_back(value: &'de Value) -> Result<Self, serde_json::Error>;
}

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de>> CapturedValueOwnsWhatItHolds<'de> for T {
    fn read_back(value: &'de Value) -> Result<Self, serde_json::Error> {
        T::deserialize(value)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + for<'de> CapturedValueOwnsWhatItHolds<'de>> Capturable for T {
    const CODEC: Codec<T> = Codec {
        encode: |value| {
            if !is_finite(value) {
                return Err(serde::ser::Error::custom("a number that is not finite"));
            }
            serde_json::to_value(value)
        },
        decode: |value| T::read_back(value),
    };
}

/// How values of a type are recorded and read.
pub struct Codec<T> {
    encode: fn(&T) -> Result<Value, serde_json::Error>,
    decode: fn(&Value) -> Result<T, serde_json::Error>,
}

/// A capture with its options, before it begins.
pub struct Begin<'f> {
    at: At<'f>,
    of: Option<ShortDigest>,
    in_ask: Option<&'static str>,
}

impl<'f> Begin<'f> {
    /// A capture at this place.
    #[must_use]
    pub fn new(at: At<'f>) -> Self {
        Self {
            at,
            of: None,
            in_ask: None,
        }
    }

    /// A capture of an ask itself, under a key that no author can write.
    #[must_use]
    pub(crate) fn in_ask(mut self, name: &'static str) -> Self {
        self.in_ask = Some(name);
        self
    }

    /// Another key than the default.
    #[must_use]
    pub fn key(mut self, key: &'static str) -> Self {
        self.at.key = key;
        self
    }

    /// What this value is of, where one capture runs several times.
    #[must_use]
    pub fn of(mut self, of: Digest) -> Self {
        self.of = self.at.digest(of);
        self
    }

    /// Begins in asynchronous code, where a round that is over parks the handler.
    pub async fn begin<T>(self, codec: Codec<T>) -> Begun<'f, T> {
        match self.start(codec) {
            Some(begun) => begun,
            None => std::future::pending().await,
        }
    }

    /// Begins in a synchronous closure, where a round that is over unwinds the handler.
    pub fn begin_sync<T>(self, codec: Codec<T>) -> Begun<'f, T> {
        self.start(codec).unwrap_or_else(|| unwind())
    }

    /// None where the round is over, or ends here.
    fn start<T>(self, codec: Codec<T>) -> Option<Begun<'f, T>> {
        let claim = self.at.claim_in(self.in_ask, self.of, Class::Capture);
        let flow = self.at.flow;
        if !flow.is_here(&claim.identity.key, claim.at) {
            return None;
        }
        match flow.with(|journal| journal.begin(&claim, flow.functions())) {
            Beginning::Parked => None,
            Beginning::Recorded(place) => {
                recorded(flow, &claim, place, &codec).map(Begun::Recorded)
            }
            Beginning::Evaluate => {
                Running::begin(flow, claim).map(|running| Begun::Evaluate(Slot { running, codec }))
            }
        }
    }
}

/// Reads a recorded value; one that does not decode ends the flow (R10).
fn recorded<T>(flow: &Flow, claim: &Claim, place: usize, codec: &Codec<T>) -> Option<T> {
    flow.with(|journal| {
        let decoded = journal.records.captured(place).map(codec.decode);
        if let Some(Ok(value)) = decoded {
            return Some(value);
        }
        let of = std::any::type_name::<T>();
        let cause = Cause::CaptureType { of };
        journal.diverge(Divergence::new(&claim.identity.key, claim.at, cause));
        None
    })
}

/// A capture that has begun.
pub enum Begun<'f, T> {
    /// Recorded in an earlier round: the value.
    Recorded(T),
    /// To be evaluated, and kept here.
    Evaluate(Slot<'f, T>),
}

/// Where the value of a running capture is kept. Dropped without one, the capture was left.
pub struct Slot<'f, T> {
    running: Running<'f>,
    codec: Codec<T>,
}

impl<T> Slot<'_, T> {
    /// Records the value in asynchronous code and gives it back as later rounds will read it.
    pub async fn keep(mut self, value: T) -> T {
        match self.record(value) {
            Some(value) => value,
            None => std::future::pending().await,
        }
    }

    /// Records the value in a synchronous closure.
    pub fn keep_sync(mut self, value: T) -> T {
        self.record(value).unwrap_or_else(|| unwind())
    }

    fn record(&mut self, value: T) -> Option<T> {
        let Some((recorded, value)) = round_trip(&self.codec, &value) else {
            self.running.refuse(Cause::NotRoundTrip {
                of: std::any::type_name::<T>(),
            });
            return None;
        };
        self.running.record(recorded).then_some(value)
    }
}

/// The recorded form of a value, and the value as it reads back; none if that differs (R8).
fn round_trip<T>(codec: &Codec<T>, value: &T) -> Option<(Value, T)> {
    let recorded = (codec.encode)(value).ok()?;
    let read = (codec.decode)(&recorded).ok()?;
    let again = (codec.encode)(&read).ok()?;
    let is_same = again == recorded || sorted(again) == sorted(recorded.clone());
    is_same.then_some((recorded, read))
}

/// The value with its lists in one order: a set reads back in any.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.into_iter().map(sorted).collect();
            items.sort_by_cached_key(Value::to_string);
            Value::Array(items)
        }
        Value::Object(members) => {
            let members = members.into_iter();
            Value::Object(members.map(|(key, value)| (key, sorted(value))).collect())
        }
        value => value,
    }
}

/// A capture that is being evaluated.
struct Running<'f> {
    flow: &'f Flow,
    claim: Claim,
    ended: bool,
}

impl<'f> Running<'f> {
    /// None where what it gives could not go on: it is not evaluated in vain.
    fn begin(flow: &'f Flow, claim: Claim) -> Option<Self> {
        let stop = flow.check_capture(&claim).err();
        let mut running = Self {
            flow,
            claim,
            ended: false,
        };
        if let Some(stop) = stop {
            running.stop(stop);
            return None;
        }
        flow.with(|journal| {
            journal.has_effects = true;
            let key = || wire_key(&running.claim.identity, 3);
            journal.notes.add(|| Note::Evaluated(key()));
        });
        Some(running)
    }

    fn stop(&mut self, stop: Stop) {
        self.ended = true;
        self.flow.with(|journal| {
            journal.end_running(&self.claim);
            journal.stop(stop);
        });
    }

    /// False if the value alone is more than a state may hold.
    fn record(&mut self, value: Value) -> bool {
        self.ended = true;
        let bytes = value_bytes(&value);
        let limit = self.flow.limits().state_bytes;
        let functions = self.flow.function_path();
        self.flow.with(|journal| {
            if bytes > limit {
                journal.end_running(&self.claim);
                journal.stop(too_long(&self.claim, bytes, limit));
                return false;
            }
            journal.keep(&self.claim, functions, value);
            true
        })
    }

    fn refuse(&mut self, cause: Cause) {
        let claim = &self.claim;
        let divergence = Divergence::new(&claim.identity.key, claim.at, cause);
        self.stop(Stop::Diverged(divergence));
    }
}

fn too_long(claim: &Claim, bytes: usize, limit: usize) -> Stop {
    let key = claim.identity.key.clone();
    Stop::Ended {
        reason: "state_bytes",
        text: texts::state_too_long(&key, bytes, limit),
        key,
        at: Some(claim.at),
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.flow.with(|journal| journal.leave(&self.claim));
        }
    }
}

impl fmt::Debug for Begin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Begin").finish_non_exhaustive()
    }
}
