//! What is looked at behind every path.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use mrtr_runtime::prelude::*;
use mrtr_runtime::{Clock, Counter, Legacy, Limits, RoundStore};
use mrtr_tests::{Hosted, Round, Wire};
use rmcp::RoleServer;
use rmcp::service::RequestContext;

use crate::CANARY;
use crate::log::Log;
use crate::server::Songs;

pub(crate) const KEY: &[u8; 32] = b"cAnArY-key-0123456789-0123456789";

/// A clock that a test moves, with real timers.
#[derive(Clone, Default)]
pub(crate) struct Moved(Arc<AtomicU64>);

impl Moved {
    pub(crate) fn advance(&self, seconds: u64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for Moved {
    fn now(&self) -> SystemTime {
        let moved = Duration::from_secs(self.0.load(Ordering::SeqCst));
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000) + moved
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(tokio::time::sleep(duration))
    }
}

/// Who the principal hook says that it is.
#[derive(Clone, Copy)]
pub(crate) enum Caller {
    Alice,
    Bob,
    Nobody,
    Panic,
}

/// What differs between the servers, and what a path changes meanwhile.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) key: [u8; 32],
    pub(crate) limits: Limits,
    pub(crate) legacy: Legacy,
    pub(crate) store: Option<Arc<dyn RoundStore>>,
    pub(crate) clock: Moved,
    pub(crate) caller: Arc<AtomicU8>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            key: *KEY,
            limits: Limits::default(),
            legacy: Legacy::Live,
            store: None,
            clock: Moved::default(),
            caller: Arc::default(),
        }
    }
}

impl Setup {
    pub(crate) fn limited(change: impl FnOnce(&mut Limits)) -> Self {
        let mut setup = Self::default();
        change(&mut setup.limits);
        setup
    }

    pub(crate) fn stored(store: impl RoundStore + 'static) -> Self {
        let store: Option<Arc<dyn RoundStore>> = Some(Arc::new(store));
        Self {
            store,
            ..Self::default()
        }
    }

    pub(crate) fn call_as(&self, caller: Caller) {
        self.caller.store(caller as u8, Ordering::SeqCst);
    }

    pub(crate) fn mrtr(&self) -> Mrtr {
        let keys = Keys::new([self.key]).unwrap();
        let caller = self.caller.clone();
        let hook = move |_: &RequestContext<RoleServer>| {
            let named = |name: &str| Some(Principal::new("https://login.example", name));
            match caller.load(Ordering::SeqCst) {
                alice if alice == Caller::Alice as u8 => named(&format!("{CANARY}-alice")),
                bob if bob == Caller::Bob as u8 => named(&format!("{CANARY}-bob")),
                nobody if nobody == Caller::Nobody as u8 => None,
                _ => panic!("{CANARY}"),
            }
        };
        let builder = Mrtr::builder()
            .keys(keys)
            .audience("canaries")
            .principal(hook)
            .url_hosts(["pay.example.com"]);
        let builder = builder.limits(self.limits.clone()).legacy(self.legacy);
        let builder = builder.clock(self.clock.clone());
        match self.store.clone() {
            Some(store) => builder.store(store).build().unwrap(),
            None => builder.build().unwrap(),
        }
    }
}

/// The log, and the states that must not be in it.
pub(crate) struct Watch {
    pub(crate) log: Log,
    pub(crate) wire: Wire,
    states: Vec<String>,
    /// Of all servers, for what they counted.
    settings: Vec<Mrtr>,
}

impl Watch {
    pub(crate) fn new(log: Log, wire: Wire) -> Self {
        Self {
            log,
            wire,
            states: Vec::new(),
            settings: Vec::new(),
        }
    }

    pub(crate) async fn serve(&mut self, setup: &Setup) -> Hosted<Songs> {
        Hosted::start(self.songs(setup), self.wire).await
    }

    pub(crate) fn songs(&mut self, setup: &Setup) -> Songs {
        let mrtr = setup.mrtr();
        self.settings.push(mrtr.clone());
        Songs::new(mrtr)
    }

    /// Whether a request failed in each of these ways, on whatever server.
    pub(crate) fn assert_failed_by(&self, labels: &[&str]) {
        for label in labels {
            let counted = |mrtr: &Mrtr| mrtr.counters().get(Counter::Failed, label);
            let count: u64 = self.settings.iter().map(counted).sum();
            assert!(count > 0, "no path over {:?} ends in `{label}`", self.wire);
        }
    }

    /// A reply that is no failure: nothing of it is logged.
    pub(crate) fn silent(&mut self, round: &Round) {
        assert!(!matches!(round, Round::Failed(_)), "{round:?}");
        self.look(None, round);
    }

    /// A failure of ours: it is logged under its reason, and neither the log nor the reply says more.
    #[track_caller]
    pub(crate) fn says(&mut self, reason: &str, round: &Round) {
        self.look(Some(&format!("reason=\"{reason}\"")), round);
        assert!(
            !format!("{round:?}").contains(CANARY),
            "{reason}: {round:?}"
        );
    }

    /// As [`says`](Self::says), for what nobody gets a reply to.
    pub(crate) fn says_to_nobody(&self, reason: &str) {
        let log = self.log.take();
        assert!(
            log.contains(&format!("reason=\"{reason}\"")),
            "{reason}: {log}"
        );
        self.assert_silent(&log);
    }

    /// A sealed token besides the states.
    pub(crate) fn keep(&mut self, token: &str) {
        self.states.push(token.to_owned());
    }

    /// Looks at the log, which may have to hold something.
    #[track_caller]
    pub(crate) fn look(&mut self, says: Option<&str>, round: &Round) {
        if let Round::Asks(_) = round {
            self.states.push(round.state());
        }
        let log = self.log.take();
        let says = says.unwrap_or_default();
        assert!(log.contains(says), "{says} is not in: {log}");
        self.assert_silent(&log);
    }

    #[track_caller]
    fn assert_silent(&self, log: &str) {
        for secret in self.secrets() {
            assert!(!log.contains(&secret), "{secret} in {log}");
        }
    }

    /// The canary, the key and the states, as they might be printed.
    fn secrets(&self) -> Vec<String> {
        let base64 = base64::engine::general_purpose::STANDARD_NO_PAD;
        let hex: String = CANARY.bytes().map(|byte| format!("{byte:02x}")).collect();
        let bytes = format!("{:?}", CANARY.as_bytes());
        let bytes = bytes.trim_matches(['[', ']']).to_owned();
        let mut secrets = vec![CANARY.to_owned(), base64.encode(&KEY[..30]), hex, bytes];
        for state in &self.states {
            let body = state.rsplit('.').next().unwrap();
            secrets.extend([&body[..24], &body[body.len() - 24..]].map(str::to_owned));
        }
        secrets
    }
}
