//! Two requests for one round, in every order in which their steps can come.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use loom::sync::Arc;
use loom::thread;

use super::*;

/// What a request does with the round once it is its own.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Plan {
    Settle,
    /// Tells the store that it is still there, and settles.
    RenewAndSettle,
    Release,
    /// Goes on with a round that it has given back.
    ReleaseAndSettle,
    /// Its process dies.
    Vanish,
}

const PLANS: [Plan; 5] = [
    Plan::Settle,
    Plan::RenewAndSettle,
    Plan::Release,
    Plan::ReleaseAndSettle,
    Plan::Vanish,
];

/// What a request saw.
#[derive(Debug)]
struct Seen {
    fence: u8,
    claimed: Claimed,
    /// Whether the store let it do what it may do, and nothing more.
    ended: bool,
}

impl Seen {
    fn ran(&self) -> bool {
        self.claimed == Claimed::Fresh
    }
}

const LONG: Duration = Duration::from_secs(3600);

fn claim(fence: u8, lease: Duration) -> RoundClaim {
    RoundClaim {
        lease,
        lifetime: LONG,
        ..RoundClaim::new([1; 32], [fence; 32], [fence; 16])
    }
}

/// A step of this store waits for nothing but its lock.
fn step<T>(storing: Storing<'_, T>) -> T {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(storing).as_mut().poll(&mut context) {
        Poll::Ready(result) => result.unwrap(),
        Poll::Pending => unreachable!("the store waits"),
    }
}

fn request(store: &MemoryStore, fence: u8, lease: Duration, plan: Plan) -> Seen {
    let claim = claim(fence, lease);
    let claimed = step(store.claim(&claim));
    let ended = claimed == Claimed::Fresh && carry_out(store, &claim, plan);
    Seen {
        fence,
        claimed,
        ended,
    }
}

fn carry_out(store: &MemoryStore, claim: &RoundClaim, plan: Plan) -> bool {
    let [reply, ..] = claim.fence;
    match plan {
        Plan::Settle => step(store.settle(claim, &[reply])),
        Plan::RenewAndSettle => step(store.renew(claim)) && step(store.settle(claim, &[reply])),
        Plan::Release => {
            step(store.release(claim));
            true
        }
        Plan::ReleaseAndSettle => {
            step(store.release(claim));
            !step(store.renew(claim)) && !step(store.settle(claim, &[reply]))
        }
        Plan::Vanish => false,
    }
}

/// Runs both in each order, and looks at what they saw and at what a third one sees. Gives the number of orders.
fn both(
    plans: [Plan; 2],
    fences: [u8; 2],
    lease: Duration,
    look: impl Fn(&[Seen; 2], Claimed) + Send + Sync + 'static,
) -> usize {
    let count = std::sync::Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    loom::model(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        let store = Arc::new(MemoryStore::new());
        let other = {
            let store = store.clone();
            thread::spawn(move || request(&store, fences[1], lease, plans[1]))
        };
        let first = request(&store, fences[0], lease, plans[0]);
        let seen = [first, other.join().unwrap()];
        look(&seen, step(store.claim(&claim(9, lease))));
    });
    count.load(Ordering::Relaxed)
}

#[test]
fn a_round_is_settled_once_in_every_order() {
    for first in PLANS {
        for second in PLANS {
            let plans = [first, second];
            let orders = both(plans, [1, 2], LONG, move |seen, third| {
                let settled: Vec<_> = settled(plans, seen).collect();
                assert!(settled.len() <= 1, "{plans:?}: {seen:?}");
                match settled.first() {
                    Some(fence) => assert_eq!(third, done(*fence), "{plans:?}: {seen:?}"),
                    None => assert!(!matches!(third, Claimed::Done { .. })),
                }
                seen.iter().for_each(|one| saw_the_other(one, plans));
            });
            assert!(orders > 1, "{plans:?} ran in one order alone");
        }
    }
}

/// Those that settled the round.
fn settled(plans: [Plan; 2], seen: &[Seen; 2]) -> impl Iterator<Item = u8> {
    let settles = |plan| matches!(plan, Plan::Settle | Plan::RenewAndSettle);
    let both = plans.into_iter().zip(seen);
    both.filter(move |(plan, one)| settles(*plan) && one.ended)
        .map(|(_, one)| one.fence)
}

fn done(fence: u8) -> Claimed {
    Claimed::Done {
        answers: [fence; 32],
        reply: vec![fence],
    }
}

/// A request whose round is not its own is told of the other, and one whose round is its own keeps it.
fn saw_the_other(one: &Seen, plans: [Plan; 2]) {
    let other = 3 - one.fence;
    let own = plans[usize::from(one.fence) - 1];
    match &one.claimed {
        Claimed::Fresh => assert_eq!(one.ended, own != Plan::Vanish, "{one:?}"),
        Claimed::Running { answers } => assert_eq!(*answers, [other; 32]),
        claimed => assert_eq!(*claimed, done(other)),
    }
}

#[test]
fn a_round_whose_lease_is_over_is_never_begun_again() {
    for plan in [Plan::Settle, Plan::Vanish] {
        both([plan; 2], [1, 2], Duration::ZERO, move |seen, third| {
            let ran = seen.iter().filter(|one| one.ran()).count();
            assert_eq!(ran, 1, "{seen:?}");
            let of = seen.iter().find(|one| one.ran()).map_or(0, |one| one.fence);
            let unknown = Claimed::Unknown { answers: [of; 32] };
            match plan {
                Plan::Settle => assert_eq!(third, done(of)),
                _ => assert_eq!(third, unknown),
            }
        });
    }
}

/// As when a network repeats what one request sent.
#[test]
fn one_claim_that_comes_twice_is_one() {
    both([Plan::RenewAndSettle; 2], [1, 1], LONG, |seen, third| {
        let settled = seen.iter().filter(|one| one.ended).count();
        assert!(settled > 0, "{seen:?}");
        assert_eq!(third, done(1));
    });
}
