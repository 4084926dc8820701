//! What all customers share: the proxy, and how far they have got.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_tests::{Raw, until_within};
use tokio::sync::{Barrier, Semaphore};

use crate::proxy::Proxy;
use crate::{CUSTOMERS, ON_THE_WIRE, PATIENCE};

/// What all customers share.
pub(crate) struct Market {
    pub(crate) proxy: Proxy,
    /// One client for all, so that connections are used again.
    pub(crate) raw: Raw,
    pub(crate) wire: Semaphore,
    begun: Barrier,
    bought: AtomicUsize,
    /// Counts up when old calls are waited for.
    epoch: AtomicUsize,
    /// The calls that are under way, by epoch.
    open: Mutex<BTreeMap<usize, usize>>,
    pub(crate) counts: Mutex<BTreeMap<&'static str, usize>>,
}

impl Market {
    pub(crate) fn new(proxy: Proxy) -> Self {
        Self {
            raw: Raw::new(&proxy.url),
            wire: Semaphore::new(ON_THE_WIRE),
            begun: Barrier::new(CUSTOMERS),
            proxy,
            bought: AtomicUsize::new(0),
            epoch: AtomicUsize::new(0),
            open: Mutex::default(),
            counts: Mutex::default(),
        }
    }

    /// Waits until all customers have a flow under way.
    pub(crate) async fn until_all_have_begun(&self) {
        self.begun.wait().await;
    }

    pub(crate) async fn until_bought(&self, customers: usize) {
        let have = || self.bought.load(Ordering::SeqCst) >= customers;
        until_within(PATIENCE, "enough customers have bought", have).await;
    }

    pub(crate) fn has_bought(&self) {
        self.bought.fetch_add(1, Ordering::SeqCst);
    }

    /// Waits for the calls that are under way now.
    pub(crate) async fn until_earlier_calls_end(&self) {
        let earlier = self.epoch.fetch_add(1, Ordering::SeqCst);
        let ended = || {
            let open = self.open.lock().unwrap();
            open.range(..=earlier).all(|(_, calls)| *calls == 0)
        };
        until_within(PATIENCE, "the earlier calls have ended", ended).await;
    }

    pub(crate) fn count(&self, what: &'static str) {
        *self.counts.lock().unwrap().entry(what).or_default() += 1;
    }

    /// Counts a call in; gives the epoch under which it is counted out.
    pub(crate) fn begin_call(&self) -> usize {
        self.count("flows");
        let mut open = self.open.lock().unwrap();
        let epoch = self.epoch.load(Ordering::SeqCst);
        *open.entry(epoch).or_default() += 1;
        epoch
    }

    pub(crate) fn end_call(&self, epoch: usize) {
        *self.open.lock().unwrap().get_mut(&epoch).unwrap() -= 1;
    }
}
