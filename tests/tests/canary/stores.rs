//! Rounds that count once, and stores that fail.

use mrtr_runtime::store::{Claimed, RoundClaim, StoreError, Storing};
use mrtr_runtime::{MemoryStore, RedisStore, RoundStore};
use mrtr_tests::Redis;
use mrtr_tests::answers::decline;
use serde_json::json;

use crate::watch::{Setup, Watch};
use crate::{CANARY, call, sung};

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
    redis(watch).await;
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

/// What Redis itself and its library say of a failure is logged; its password, and what is kept in it, are not.
async fn redis(watch: &mut Watch) {
    let full = ["--requirepass", CANARY, "--maxmemory", "1"];
    let Some(server) = Redis::start(&full).await else {
        return;
    };
    let url = |password: &str| format!("redis://:{password}@127.0.0.1:{}/", server.port());
    let wrong = RedisStore::connect(&url(&format!("{CANARY}-wrong"))).await;
    let Err(refused) = wrong else {
        panic!("a wrong password is none");
    };
    assert!(!format!("{refused:?} {refused}").contains(CANARY));
    let store = RedisStore::connect(&url(CANARY)).await.unwrap();
    assert!(!format!("{store:?}").contains(CANARY));
    let setup = Setup::stored(store.prefix(CANARY));
    let hosted = watch.serve(&setup).await;
    let client = hosted.modern().await;
    let mut talk = client.start(call("sing_once")).await;
    watch.silent(&talk.round);
    let mut later = talk.spent_on(call("sing_once"));
    watch.says("store", talk.answer(json!({"name": sung()})).await);
    drop(server);
    watch.says("store", later.answer(json!({"name": sung()})).await);
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
