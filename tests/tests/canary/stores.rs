//! Rounds that count once, and stores that fail.

use mrtr_runtime::store::{Claimed, RoundClaim, StoreError, Storing};
use mrtr_runtime::{MemoryStore, RoundStore};
use mrtr_tests::answers::decline;
use serde_json::json;

use crate::watch::{Setup, Watch};
use crate::{call, sung};

/// Answers every claim alike, given the digest of its answers.
struct Always(fn([u8; 32]) -> Result<Claimed, StoreError>);

impl RoundStore for Always {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        Box::pin(async { (self.0)(claim.answers) })
    }

    fn renew<'a>(&'a self, _: &'a RoundClaim) -> Storing<'a, bool> {
        Box::pin(async { Ok(true) })
    }

    fn settle<'a>(&'a self, _: &'a RoundClaim, _: &'a [u8]) -> Storing<'a, bool> {
        Box::pin(async { Ok(true) })
    }

    fn release<'a>(&'a self, _: &'a RoundClaim) -> Storing<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}

pub(crate) async fn walk(watch: &mut Watch) {
    repeated(watch).await;
    for (reason, store) in [
        (
            "store",
            Always(|_| Err(StoreError::Unavailable("refused".to_owned()))),
        ),
        (
            "outcome_unknown",
            Always(|answers| Ok(Claimed::Unknown { answers })),
        ),
    ] {
        let server = watch.serve(&Setup::stored(store)).await;
        let client = server.modern().await;
        let mut talk = client.start(call("sing_once")).await;
        watch.silent(&talk.round);
        watch.says(reason, talk.answer(json!({"name": sung()})).await);
    }
    let server = watch.serve(&Setup::default()).await;
    let first = server.modern().await.once(call("sing_once")).await;
    watch.says("no_store", &first);
}

async fn repeated(watch: &mut Watch) {
    let setup = Setup::stored(MemoryStore::new());
    let server = watch.serve(&setup).await;
    let client = server.modern().await;
    let mut talk = client.start(call("sing_once")).await;
    watch.silent(&talk.round);
    let mut fork = talk.spent_on(call("sing_once"));
    let mut repeat = talk.spent_on(call("sing_once"));
    let first = talk.answer(json!({"name": sung()})).await.text().to_owned();
    watch.silent(&talk.round);
    assert_eq!(repeat.answer(json!({"name": sung()})).await.text(), first);
    watch.silent(&repeat.round);
    watch.says("spent", fork.answer(json!({"name": decline()})).await);
}
