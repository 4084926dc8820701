//! The server of a test: its settings, and what stays when it is started once more.

use std::sync::Arc;
#[cfg(feature = "rmcp")]
use std::sync::{Mutex, PoisonError};

#[cfg(feature = "rmcp")]
use ::rmcp::{RoleServer, service::RequestContext};

use super::TestClock;
#[cfg(feature = "rmcp")]
use crate::Principal;
use crate::mrtr::{Audience, Caller, MrtrBuilder, TheKeys};
use crate::{Keys, MemoryStore, Mrtr};

/// The settings of a test's server, with keys, audience, caller, clock and a store for `single_use` handlers:
/// [`TestClient::settings`](super::TestClient::settings) adds to them.
pub type TestSettings = MrtrBuilder<TheKeys, Audience, Caller>;

type Configure = dyn Fn(TestSettings) -> TestSettings + Send + Sync;

/// A server of a test.
#[derive(Clone)]
pub(super) struct Server {
    keys: Vec<[u8; 32]>,
    configure: Arc<Configure>,
    store: Arc<MemoryStore>,
    #[cfg(feature = "rmcp")]
    pub(super) callers: Callers,
    pub(super) clock: TestClock,
    pub(super) mrtr: Mrtr,
}

/// Who calls whole servers: a request has the number of its caller.
#[cfg(feature = "rmcp")]
#[derive(Clone, Default)]
pub(super) struct Callers(Arc<Mutex<Vec<Principal>>>);

/// Under which name it has it, in its `_meta`.
#[cfg(feature = "rmcp")]
pub(super) const CALLER: &str = "mrtr.testing/caller";

#[cfg(feature = "rmcp")]
impl Callers {
    pub(super) fn number_of(&self, principal: &Principal) -> usize {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = known.iter().position(|one| one == principal);
        number.unwrap_or_else(|| {
            known.push(principal.clone());
            known.len().saturating_sub(1)
        })
    }

    /// The caller of a request; without a number, the local user.
    fn of(&self, context: &RequestContext<RoleServer>) -> Option<Principal> {
        let Some(number) = context.meta.get(CALLER) else {
            return Some(Principal::local());
        };
        let number = number
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())?;
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(number).cloned()
    }
}

impl Server {
    #[track_caller]
    pub(super) fn new() -> Self {
        let clock = TestClock::new();
        Self::start(
            vec![key()],
            Arc::new(|settings| settings),
            Arc::default(),
            clock,
        )
    }

    #[track_caller]
    fn start(
        keys: Vec<[u8; 32]>,
        configure: Arc<Configure>,
        store: Arc<MemoryStore>,
        clock: TestClock,
    ) -> Self {
        let sealing = Keys::new(&keys).unwrap_or_else(|error| fail(&error));
        let settings = Mrtr::builder().keys(sealing).audience("test");
        #[cfg(feature = "rmcp")]
        let callers = Callers::default();
        #[cfg(feature = "rmcp")]
        let settings = {
            let callers = callers.clone();
            settings.principal(move |context: &RequestContext<RoleServer>| callers.of(context))
        };
        #[cfg(not(feature = "rmcp"))]
        let settings = settings.single_user();
        let settings = settings.clock(clock.clone()).store(Arc::clone(&store));
        let mrtr = configure(settings).build();
        let mrtr = mrtr.unwrap_or_else(|error| fail(&error));
        Self {
            keys,
            configure,
            store,
            #[cfg(feature = "rmcp")]
            callers,
            clock,
            mrtr,
        }
    }

    /// The same with more settings.
    #[track_caller]
    pub(super) fn configured(
        self,
        more: impl Fn(TestSettings) -> TestSettings + Send + Sync + 'static,
    ) -> Self {
        let before = self.configure;
        let configure = move |settings| more(before(settings));
        Self::start(self.keys, Arc::new(configure), self.store, self.clock)
    }
}

/// What becomes of a server.
impl Server {
    #[track_caller]
    pub(super) fn restarted(&self) -> Self {
        self.with_keys(self.keys.clone())
    }

    /// Its first key is new, and the old ones open.
    #[track_caller]
    pub(super) fn rotated(&self) -> Self {
        let old = self.keys.iter().copied();
        self.with_keys([key()].into_iter().chain(old).collect())
    }

    /// Its keys are gone.
    #[track_caller]
    pub(super) fn rekeyed(&self) -> Self {
        self.with_keys(vec![key()])
    }

    /// It has forgotten which rounds were claimed.
    #[track_caller]
    pub(super) fn fresh(&self) -> Self {
        let (keys, configure) = (self.keys.clone(), Arc::clone(&self.configure));
        Self::start(keys, configure, Arc::default(), self.clock.clone())
    }

    #[track_caller]
    fn with_keys(&self, keys: Vec<[u8; 32]>) -> Self {
        let (configure, store) = (Arc::clone(&self.configure), Arc::clone(&self.store));
        Self::start(keys, configure, store, self.clock.clone())
    }
}

/// A key of its own for each server: the source of a key that is known is no place to look for one.
#[track_caller]
fn key() -> [u8; 32] {
    let mut key = [0; 32];
    getrandom::fill(&mut key).unwrap_or_else(|error| fail(&error));
    key
}

/// Ends the test: its server cannot be set up.
#[track_caller]
#[allow(
    clippy::panic,
    reason = "a test that sets its server up wrong has failed"
)]
fn fail(error: &dyn std::fmt::Display) -> ! {
    panic!("the server of this test cannot be set up: {error}")
}
