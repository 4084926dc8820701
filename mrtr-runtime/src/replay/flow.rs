//! A flow as the handler has it: its accessors, and what its asks and captures go through.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Waker};
use std::time::SystemTime;

use super::driver::unwind;
use super::journal::Journal;
use super::{Cause, Claim, Divergence, Function, Location, Notes, scope};
use crate::ask::Digested;
use crate::clock::time_of;
use crate::mrtr::Mrtr;
use crate::state::{Digest, FunctionId, FunctionPath, Hasher, Principal, ShortDigest};
use crate::wire::{CancelSignal, Capabilities, Capability};

/// One multi round-trip call, from its first request to its result.
///
/// A handler that wants to know it names it as a parameter: `flow: Flow`. What it says is the same
/// in every round of the flow.
#[derive(Clone)]
pub struct Flow {
    pub(super) shared: Arc<Shared>,
    /// The handler, and the parts down to the one that this handle was given to.
    functions: Arc<[&'static Function]>,
    prefix: Option<Arc<str>>,
    /// What the calls of the parts around it are of.
    of: Option<ShortDigest>,
}

/// What the handles of one round share.
pub(super) struct Shared {
    pub(super) mrtr: Mrtr,
    pub(super) facts: Facts,
    pub(super) journal: Mutex<Journal>,
    pub(super) cancelled: Mutex<Option<CancelSignal>>,
    pub(super) waker: Mutex<Option<Waker>>,
}

/// What does not change in a round.
pub(super) struct Facts {
    pub(super) flow_id: [u8; 16],
    pub(super) seed: [u8; 16],
    pub(super) started_at: u64,
    pub(super) deadline: u64,
    /// When the state that this request brought was issued, and when it expires, if it brought one.
    pub(super) brought: Option<Brought>,
    /// The number of this request in the flow, from 1.
    pub(super) request: u32,
    /// The handler that made the state, if there was one.
    pub(super) made_by: Option<FunctionId>,
    pub(super) principal: Principal,
    pub(super) principal_digest: Digest,
    pub(super) operation: Digest,
    pub(super) capabilities: Capabilities,
    pub(super) retried: bool,
    /// Whether the flow runs as a task: its state is in the task, and its questions go through it.
    pub(super) is_task: bool,
}

/// The life of the state that a request brought, in milliseconds since 1970.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brought {
    pub(super) issued_at: u64,
    pub(super) expires_at: u64,
}

impl Flow {
    pub(super) fn new(
        mrtr: Mrtr,
        facts: Facts,
        mut journal: Journal,
        cancelled: Option<CancelSignal>,
    ) -> Self {
        journal.notes = Notes::of(&mrtr);
        let shared = Shared {
            mrtr,
            facts,
            journal: Mutex::new(journal),
            cancelled: Mutex::new(cancelled),
            waker: Mutex::new(None),
        };
        Self {
            shared: Arc::new(shared),
            functions: Arc::new([]),
            prefix: None,
            of: None,
        }
    }

    /// The flow's id: 32 hexadecimal digits, different for each flow.
    ///
    /// It is no secret and no idempotency key; for the latter see [`Flow::key`].
    #[must_use]
    pub fn id(&self) -> String {
        Self::id_of(&self.shared.facts.flow_id)
    }

    pub(crate) fn id_of(flow_id: &[u8; 16]) -> String {
        hex(flow_id)
    }

    /// Who called: what the server's principal hook said of this request.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.shared.facts.principal
    }

    /// When the first request of the flow came, to the millisecond.
    #[must_use]
    pub fn started_at(&self) -> SystemTime {
        time_of(self.shared.facts.started_at)
    }

    /// Whether the client can be asked for something, as it was when the flow first asked this.
    ///
    /// Branch on it to leave out a question that a client cannot answer:
    ///
    /// ```
    /// use mrtr_runtime::{Capability, Flow};
    ///
    /// fn wants_summary(flow: &Flow) -> bool {
    ///     flow.can(Capability::Sampling)
    /// }
    /// ```
    #[must_use]
    pub fn can(&self, capability: Capability) -> bool {
        if capability == Capability::Lists && !self.can(Capability::Form) {
            return false;
        }
        let number = capability.number();
        let declared = self.shared.facts.capabilities.has(capability);
        self.with(|journal| {
            let known = journal.can.iter().find(|(known, _)| *known == number);
            if let Some((_, answer)) = known {
                return *answer;
            }
            journal.can.push((number, declared));
            declared
        })
    }

    /// An idempotency key for an effect in the outside world: 32 hexadecimal digits, the same in
    /// every round of this flow, and when a client repeats a retry, for the same name and inputs.
    ///
    /// Put into `inputs` what the effect is about (the invoice, the amount) and nothing that
    /// changes by itself. They are anything that is `serde::Serialize`.
    #[must_use]
    #[track_caller]
    pub fn key<'a, T: ?Sized>(&self, name: &str, inputs: &'a T) -> String
    where
        // Of the reference: about the type itself rustc shows its definition too, and the error takes 16 lines.
        &'a T: Digested,
    {
        let mut hasher = Hasher::new("flow key");
        hasher.field(&self.shared.facts.seed);
        hasher.field(&self.shared.facts.flow_id);
        hasher.field(name.as_bytes());
        match inputs.digested("inputs").0 {
            Ok(digest) => {
                hasher.field(&digest);
            }
            Err(of) => self.not_serializable(name, of, Location::of_caller()),
        }
        hex(&hasher.short())
    }

    /// Says how far a task is: the `statusMessage` of a client that looks after it (SEP-2663). In a call that is no task, nobody
    /// is told.
    ///
    /// The latest one is shown, until the task ends. What a replay comes by once more is not shown again: it is behind what has
    /// been said since.
    ///
    /// ```
    /// use mrtr_runtime::Flow;
    ///
    /// fn copied(flow: &Flow, tables: usize, of: usize) {
    ///     flow.status(format!("{tables} of {of} tables copied"));
    /// }
    /// ```
    pub fn status(&self, message: impl Into<String>) {
        if !self.is_task() || self.with(|journal| journal.is_replaying) {
            return;
        }
        self.with(|journal| journal.status = Some(message.into()));
        // Where a task of the handler's says it, nothing else may be about to run.
        if !scope::is_within(self.address()) {
            self.wake();
        }
    }

    pub(crate) fn not_serializable(&self, key: &str, of: &'static str, at: Location) {
        let divergence = Divergence::new(key, at, Cause::NotSerializable { of });
        self.with(|journal| journal.diverge(divergence));
    }

    /// The flow with a part's name before its keys.
    pub(super) fn prefixed(&self, name: &str) -> Self {
        let prefix = self.prefix.as_deref().unwrap_or_default();
        Self {
            prefix: Some(format!("{prefix}{name}.").into()),
            ..self.clone()
        }
    }

    /// The flow as its handler has it.
    pub(super) fn of_handler(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            functions: self.functions.iter().copied().take(1).collect(),
            prefix: None,
            of: None,
        }
    }

    /// The flow as one of several calls of a part has it.
    pub(super) fn part_of<T: Digested + ?Sized>(self, of: &T, at: Location) -> Self {
        match of.digested("of").0 {
            Ok(of) => Self {
                of: self.full_of(Some(of)),
                ..self
            },
            Err(of) => {
                let key = self.prefix.as_deref().unwrap_or_default();
                let key = key.trim_end_matches('.');
                self.not_serializable(key, of, at);
                self
            }
        }
    }

    /// The flow inside a handler or part.
    #[doc(hidden)]
    #[must_use]
    pub fn enter(&self, function: &'static Function) -> Self {
        let functions: Arc<[_]> = self.functions.iter().copied().chain([function]).collect();
        let prefix = self.prefix.as_deref().unwrap_or_default();
        self.with(|journal| {
            journal.enter(function);
            journal.check_captures(&functions, prefix, self.of);
        });
        Self {
            functions,
            ..self.clone()
        }
    }

    /// A key with the prefixes of the parts around it.
    pub(crate) fn full_key(&self, key: &str) -> String {
        match &self.prefix {
            Some(prefix) => format!("{prefix}{key}"),
            None => key.to_owned(),
        }
    }

    /// The `of` of an ask or capture, within that of the parts around it.
    pub(crate) fn full_of(&self, own: Option<ShortDigest>) -> Option<ShortDigest> {
        let (Some(outer), Some(inner)) = (self.of, own) else {
            return self.of.or(own);
        };
        Some(Hasher::new("of in of").field(&outer).field(&inner).short())
    }

    /// The functions around an ask or capture: the handler, and the parts down to its own.
    pub(crate) fn functions(&self) -> &[&'static Function] {
        &self.functions
    }

    /// What records made here keep of them.
    pub(crate) fn function_path(&self) -> FunctionPath {
        let handler = self.functions.iter().take(1).map(|handler| handler.id);
        let parts = self.functions.iter().skip(1).map(|part| part.part_id);
        handler.chain(parts).collect()
    }

    pub(crate) fn mrtr(&self) -> &Mrtr {
        &self.shared.mrtr
    }

    pub(crate) fn is_task(&self) -> bool {
        self.shared.facts.is_task
    }

    pub(crate) fn limits(&self) -> &crate::Limits {
        self.shared.mrtr.limits()
    }

    /// Runs a short step on the journal. A panic of an earlier step leaves it as it was.
    pub(crate) fn with<R>(&self, step: impl FnOnce(&mut Journal) -> R) -> R {
        let journal = self.shared.journal.lock();
        step(&mut journal.unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether this is called from the poll of the flow's own handler; if not, the flow ends (R11).
    pub(crate) fn is_here(&self, key: &str, at: Location) -> bool {
        if scope::is_within(self.address()) {
            return true;
        }
        let divergence = Divergence::new(key, at, Cause::Elsewhere);
        self.with(|journal| journal.diverge(divergence));
        self.wake();
        // A task of somebody else's would wait for ever. Where a panic aborts, it has to.
        if cfg!(panic = "unwind") {
            unwind();
        }
        false
    }

    /// What tells this flow's handler from others on its thread.
    pub(super) fn address(&self) -> usize {
        Arc::as_ptr(&self.shared).addr()
    }

    /// An ask is open: what polls it waits. Where that is not the driver, it may have blocked the thread, and is woken to
    /// find out.
    pub(crate) fn park(&self, claim: &Claim, context: &Context<'_>) {
        let waker = self.shared.waker.lock();
        let waker = waker.unwrap_or_else(PoisonError::into_inner);
        let is_driver = waker
            .as_ref()
            .is_none_or(|driver| driver.will_wake(context.waker()));
        drop(waker);
        if is_driver || cfg!(not(panic = "unwind")) {
            return;
        }
        let (again, is_over) = self.with(|journal| (journal.wait(claim), journal.is_blocked()));
        if is_over {
            unwind();
        }
        if again {
            context.waker().wake_by_ref();
        }
    }

    fn wake(&self) {
        let waker = self
            .shared
            .waker
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// Prints nothing of what the flow holds.
impl fmt::Debug for Flow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flow").finish_non_exhaustive()
    }
}

fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
