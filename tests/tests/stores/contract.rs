//! What every store has to do, as `RoundStore` says.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use mrtr_runtime::RoundStore;
use mrtr_runtime::store::{Claimed, RoundClaim};

pub type Case = fn(&dyn RoundStore) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

macro_rules! cases {
    ($($name:ident),+ $(,)?) => {
        pub const CASES: &[(&str, Case)] = &[$((stringify!($name), |store| Box::pin($name(store)))),+];
    };
}

cases!(
    one_claim_of_a_round_is_fresh,
    the_same_claim_is_fresh_again,
    rounds_are_apart,
    what_is_settled_is_done_for_all,
    what_is_settled_stays,
    a_lease_that_ran_out_is_unknown_until_it_is_settled,
    a_renewed_lease_runs,
    a_round_given_back_is_free,
    a_settled_round_is_not_given_back,
    another_fence_changes_nothing,
    a_round_is_forgotten_after_its_lifetime,
    of_many_claims_at_once_one_is_fresh,
    replies_are_any_bytes,
);

const LONG: Duration = Duration::from_secs(3600);
const SHORT: Duration = Duration::from_millis(1);

/// A claim of a round with answers and a fence, each by a number.
pub fn claim(round: u8, answers: u8, fence: u8) -> RoundClaim {
    RoundClaim::new([round; 32], [answers; 32], [fence; 16])
        .lease(LONG)
        .lifetime(LONG)
}

async fn pass(time: Duration) {
    tokio::time::sleep(time * 50).await;
}

async fn one_claim_of_a_round_is_fresh(store: &dyn RoundStore) {
    assert_eq!(store.claim(&claim(1, 1, 1)).await, Ok(Claimed::Fresh));
    let running = Ok(Claimed::Running { answers: [1; 32] });
    assert_eq!(store.claim(&claim(1, 1, 2)).await, running);
    assert_eq!(store.claim(&claim(1, 2, 3)).await, running);
}

async fn the_same_claim_is_fresh_again(store: &dyn RoundStore) {
    for _ in 0..2 {
        assert_eq!(store.claim(&claim(1, 1, 1)).await, Ok(Claimed::Fresh));
    }
}

async fn rounds_are_apart(store: &dyn RoundStore) {
    for round in 1..5 {
        assert_eq!(
            store.claim(&claim(round, 1, round)).await,
            Ok(Claimed::Fresh)
        );
    }
}

async fn what_is_settled_is_done_for_all(store: &dyn RoundStore) {
    store.claim(&claim(1, 1, 1)).await.unwrap();
    assert_eq!(store.settle(&claim(1, 1, 1), b"reply").await, Ok(true));
    let done = Ok(Claimed::Done {
        answers: [1; 32],
        reply: b"reply".to_vec(),
    });
    assert_eq!(store.claim(&claim(1, 1, 2)).await, done);
    assert_eq!(store.claim(&claim(1, 2, 3)).await, done);
}

async fn what_is_settled_stays(store: &dyn RoundStore) {
    store.claim(&claim(1, 1, 1)).await.unwrap();
    assert_eq!(store.settle(&claim(1, 1, 1), b"first").await, Ok(true));
    assert_eq!(store.settle(&claim(1, 1, 1), b"second").await, Ok(true));
    assert_eq!(store.renew(&claim(1, 1, 1)).await, Ok(false));
    let Ok(Claimed::Done { reply, .. }) = store.claim(&claim(1, 1, 2)).await else {
        panic!("not done")
    };
    assert_eq!(reply, b"first");
}

async fn a_lease_that_ran_out_is_unknown_until_it_is_settled(store: &dyn RoundStore) {
    let held = claim(1, 1, 1).lease(SHORT);
    store.claim(&held).await.unwrap();
    pass(SHORT).await;
    let unknown = Ok(Claimed::Unknown { answers: [1; 32] });
    assert_eq!(store.claim(&claim(1, 1, 2)).await, unknown);
    assert_eq!(store.claim(&claim(1, 1, 2)).await, unknown);
    assert_eq!(store.settle(&held, b"late").await, Ok(true));
    let done = store.claim(&claim(1, 1, 2)).await;
    assert!(matches!(done, Ok(Claimed::Done { .. })), "{done:?}");
}

async fn a_renewed_lease_runs(store: &dyn RoundStore) {
    store.claim(&claim(1, 1, 1).lease(SHORT)).await.unwrap();
    pass(SHORT).await;
    assert_eq!(store.renew(&claim(1, 1, 1)).await, Ok(true));
    let running = Ok(Claimed::Running { answers: [1; 32] });
    assert_eq!(store.claim(&claim(1, 1, 2)).await, running);
}

async fn a_round_given_back_is_free(store: &dyn RoundStore) {
    store.claim(&claim(1, 1, 1)).await.unwrap();
    store.release(&claim(1, 1, 1)).await.unwrap();
    assert_eq!(store.settle(&claim(1, 1, 1), b"late").await, Ok(false));
    assert_eq!(store.claim(&claim(1, 2, 2)).await, Ok(Claimed::Fresh));
}

async fn a_settled_round_is_not_given_back(store: &dyn RoundStore) {
    store.claim(&claim(1, 1, 1)).await.unwrap();
    store.settle(&claim(1, 1, 1), b"reply").await.unwrap();
    store.release(&claim(1, 1, 1)).await.unwrap();
    let done = store.claim(&claim(1, 1, 2)).await;
    assert!(matches!(done, Ok(Claimed::Done { .. })), "{done:?}");
}

async fn another_fence_changes_nothing(store: &dyn RoundStore) {
    store.claim(&claim(1, 1, 1)).await.unwrap();
    let other = claim(1, 1, 2);
    assert_eq!(store.renew(&other).await, Ok(false));
    assert_eq!(store.settle(&other, b"other").await, Ok(false));
    store.release(&other).await.unwrap();
    let running = Ok(Claimed::Running { answers: [1; 32] });
    assert_eq!(store.claim(&other).await, running);
    assert_eq!(store.settle(&claim(1, 1, 1), b"own").await, Ok(true));
    assert_eq!(store.settle(&other, b"other").await, Ok(false));
}

async fn a_round_is_forgotten_after_its_lifetime(store: &dyn RoundStore) {
    for is_settled in [false, true] {
        let held = claim(1, 1, 1).lifetime(SHORT);
        store.claim(&held).await.unwrap();
        if is_settled {
            // It may be over already.
            store.settle(&held, b"reply").await.unwrap();
        }
        pass(SHORT).await;
        assert_eq!(store.claim(&claim(1, 2, 2)).await, Ok(Claimed::Fresh));
        store.release(&claim(1, 2, 2)).await.unwrap();
    }
}

async fn of_many_claims_at_once_one_is_fresh(store: &dyn RoundStore) {
    let claims: Vec<_> = (0..50).map(|fence| claim(1, 1, fence)).collect();
    let mut claiming: Vec<_> = claims.iter().map(|claim| store.claim(claim)).collect();
    let mut fresh = 0;
    let claimed = std::future::poll_fn(|context| {
        claiming.retain_mut(|one| match one.as_mut().poll(context) {
            std::task::Poll::Ready(claimed) => {
                fresh += usize::from(claimed == Ok(Claimed::Fresh));
                false
            }
            std::task::Poll::Pending => true,
        });
        match claiming.is_empty() {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    });
    claimed.await;
    assert_eq!(fresh, 1);
}

async fn replies_are_any_bytes(store: &dyn RoundStore) {
    let every: Vec<u8> = (0..=255).collect();
    for (round, reply) in [(1, &[][..]), (2, &every), (3, b"\r\n\0")] {
        store.claim(&claim(round, 1, 1)).await.unwrap();
        store.settle(&claim(round, 1, 1), reply).await.unwrap();
        let Ok(Claimed::Done { reply: kept, .. }) = store.claim(&claim(round, 1, 2)).await else {
            panic!("not done")
        };
        assert_eq!(kept, reply);
    }
}
