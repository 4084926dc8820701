//! What only Redis has: several servers, a server that is down, full or not ours.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::time::Duration;

use mrtr_runtime::store::{Claimed, StoreError};
use mrtr_runtime::{RedisStore, RoundStore};
use mrtr_tests::{Door, Redis};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::contract::claim;

#[tokio::test]
async fn instances_share_their_rounds() {
    let Some(server) = Redis::start(&[]).await else {
        return;
    };
    let (one, other) = (server.store().await, server.store().await);
    assert_eq!(one.claim(&claim(1, 1, 1)).await, Ok(Claimed::Fresh));
    let running = Ok(Claimed::Running { answers: [1; 32] });
    assert_eq!(other.claim(&claim(1, 1, 2)).await, running);
    let elsewhere = other.prefix("other:");
    assert_eq!(elsewhere.claim(&claim(1, 1, 3)).await, Ok(Claimed::Fresh));
}

#[tokio::test]
async fn a_round_lives_in_redis_for_its_lifetime() {
    let Some(server) = Redis::start(&[]).await else {
        return;
    };
    let store = server.store().await;
    let held = claim(1, 1, 1)
        .lease(Duration::from_secs(60))
        .lifetime(Duration::from_secs(660));
    store.claim(&held).await.unwrap();
    store.renew(&held).await.unwrap();
    store.settle(&held, b"reply").await.unwrap();
    let key = server.command(&["KEYS", "*"]);
    assert!(key.starts_with("mrtr:round:AQEB"), "{key}");
    let left: u64 = server.command(&["PTTL", &key]).parse().unwrap();
    assert!((600_000..=660_000).contains(&left), "{left}");
}

#[tokio::test]
async fn a_round_that_runs_is_not_forgotten() {
    let Some(server) = Redis::start(&[]).await else {
        return;
    };
    let store = server.store().await;
    let held = claim(1, 1, 1).lifetime(Duration::from_secs(60));
    store.claim(&held).await.unwrap();
    assert_eq!(store.renew(&held).await, Ok(true));
    let key = server.command(&["KEYS", "*"]);
    let left: u64 = server.command(&["PTTL", &key]).parse().unwrap();
    assert!(left > 1_000_000, "{left}");
}

#[tokio::test]
async fn a_full_redis_has_no_room() {
    let options = ["--maxmemory", "1", "--maxmemory-policy", "noeviction"];
    let Some(server) = Redis::start(&options).await else {
        return;
    };
    let refused = server.store().await.claim(&claim(1, 1, 1)).await;
    assert!(matches!(refused, Err(StoreError::Full(_))), "{refused:?}");
}

/// What was claimed stays claimed: nobody else gets it, and its reply is taken once there is room.
#[tokio::test]
async fn a_full_redis_renews_and_settles_nothing_and_frees_nothing() {
    let Some(server) = Redis::start(&["--maxmemory-policy", "noeviction"]).await else {
        return;
    };
    let store = server.store().await;
    let held = claim(1, 1, 1).lease(Duration::from_millis(1));
    assert_eq!(store.claim(&held).await, Ok(Claimed::Fresh));
    server.fill();
    let (renewed, settled) = (
        store.renew(&held).await,
        store.settle(&held, b"reply").await,
    );
    assert!(matches!(renewed, Err(StoreError::Full(_))), "{renewed:?}");
    assert!(matches!(settled, Err(StoreError::Full(_))), "{settled:?}");
    tokio::time::sleep(Duration::from_millis(50)).await;
    let unknown = Ok(Claimed::Unknown { answers: [1; 32] });
    assert_eq!(store.claim(&claim(1, 1, 2)).await, unknown);
    assert_eq!(store.claim(&claim(1, 2, 3)).await, unknown);
    server.make_room();
    assert_eq!(store.claim(&claim(1, 1, 2)).await, unknown);
    assert_eq!(store.settle(&held, b"reply").await, Ok(true));
    let done = store.claim(&claim(1, 1, 2)).await;
    assert!(matches!(done, Ok(Claimed::Done { .. })), "{done:?}");
}

/// To give a round back takes no room.
#[tokio::test]
async fn a_full_redis_takes_a_round_back() {
    let Some(server) = Redis::start(&["--maxmemory-policy", "noeviction"]).await else {
        return;
    };
    let store = server.store().await;
    store.claim(&claim(1, 1, 1)).await.unwrap();
    server.fill();
    assert_eq!(store.release(&claim(1, 1, 1)).await, Ok(()));
    server.make_room();
    assert_eq!(store.claim(&claim(1, 1, 2)).await, Ok(Claimed::Fresh));
}

/// Its sender has given it up, and could not even give the round back.
#[tokio::test]
async fn a_claim_that_a_redis_comes_by_when_it_wakes_up_is_of_nobody() {
    let Some(server) = Redis::start(&[]).await else {
        return;
    };
    let store = server.store().await;
    store.claim(&claim(1, 1, 1)).await.unwrap();
    server.stop();
    let refused = store.claim(&claim(2, 1, 1)).await;
    assert!(
        matches!(refused, Err(StoreError::Unavailable(_))),
        "{refused:?}"
    );
    server.go_on();
    let other = server.store().await;
    assert_eq!(other.claim(&claim(2, 2, 2)).await, Ok(Claimed::Fresh));
}

/// The first try came too late, and the server's answer says by how much.
#[tokio::test]
async fn a_redis_that_hangs_for_a_while_takes_the_claim_of_who_still_waits() {
    let Some(server) = Redis::start(&[]).await else {
        return;
    };
    let store = server.store().await;
    store.claim(&claim(1, 1, 1)).await.unwrap();
    server.stop();
    let held = claim(2, 1, 1);
    let (claimed, ()) = tokio::join!(store.claim(&held), async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        server.go_on();
    });
    assert_eq!(claimed, Ok(Claimed::Fresh));
    let running = Ok(Claimed::Running { answers: [1; 32] });
    assert_eq!(store.claim(&claim(2, 1, 2)).await, running);
}

#[tokio::test]
async fn a_redis_that_is_gone_is_unavailable_and_one_that_is_back_is_used() {
    let Some(server) = Redis::start(&[]).await else {
        return;
    };
    let door = Door::to(&server).await;
    let store = RedisStore::connect(&door.url()).await.unwrap();
    store.claim(&claim(1, 1, 1)).await.unwrap();
    door.lead_to(None);
    server.command(&["SHUTDOWN", "NOSAVE"]);
    let refused = store.claim(&claim(2, 1, 1)).await;
    assert!(
        matches!(refused, Err(StoreError::Unavailable(_))),
        "{refused:?}"
    );
    let again = Redis::start(&[]).await.unwrap();
    door.lead_to(Some(&again));
    let mut tries = 0;
    while store.claim(&claim(2, 1, 1)).await != Ok(Claimed::Fresh) {
        tries += 1;
        assert!(tries < 100, "the connection does not come back");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_said_at_once() {
    let refused = RedisStore::connect("redis://127.0.0.1:1/").await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))));
    let refused = RedisStore::connect("http://127.0.0.1/").await;
    let error = refused.unwrap_err().to_string();
    assert!(!error.contains("127.0.0.1"), "{error}");
}

#[tokio::test]
async fn a_claim_that_no_replica_has_is_not_fresh() {
    let Some(primary) = Redis::start(&[]).await else {
        return;
    };
    let time = Duration::from_millis(200);
    let store = primary.store().await.replicas(1, time);
    let refused = store.claim(&claim(1, 1, 1)).await;
    assert!(
        matches!(refused, Err(StoreError::Unavailable(_))),
        "{refused:?}"
    );
    let port = primary.port().to_string();
    let replica = [
        "--replicaof",
        "127.0.0.1",
        &port,
        "--repl-diskless-sync-delay",
        "0",
    ];
    let Some(replica) = Redis::start(&replica).await else {
        return;
    };
    // The round was given back, so it is fresh as soon as the replica follows.
    let mut tries = 0;
    while store.claim(&claim(1, 1, 2)).await != Ok(Claimed::Fresh) {
        tries += 1;
        assert!(tries < 100, "the replica does not follow");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(replica.command(&["KEYS", "*"]).starts_with("mrtr:round:"));
}

#[test]
fn neither_server_nor_password_is_printed() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let Some(server) = Redis::start(&["--requirepass", "hunter2"]).await else {
            return;
        };
        let url = format!("redis://:hunter2@127.0.0.1:{}/", server.port());
        let store = RedisStore::connect(&url).await.unwrap();
        let printed = format!("{store:?} {store:#?}");
        assert!(
            !printed.contains("hunter2") && !printed.contains("127"),
            "{printed}"
        );
        let wrong = format!("redis://:wrong-one@127.0.0.1:{}/", server.port());
        let error = RedisStore::connect(&wrong).await.unwrap_err().to_string();
        assert!(!error.contains("wrong-one"), "{error}");
    });
}

/// A relay in front of a server, whose address stays while the server behind it changes.
struct Address {
    url: String,
    leads_to: Arc<AtomicU16>,
    /// Whether what comes over connections that stand is swallowed.
    is_silent: Arc<AtomicBool>,
}

impl Address {
    async fn of(server: &Redis) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("redis://{}/", listener.local_addr().unwrap());
        let leads_to = Arc::new(AtomicU16::new(server.port()));
        let is_silent = Arc::new(AtomicBool::new(false));
        let (port, silent) = (leads_to.clone(), is_silent.clone());
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let port = port.load(Ordering::SeqCst);
                let silent = silent.clone();
                tokio::spawn(async move {
                    let mut server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                    relay(&mut client, &mut server, &silent).await
                });
            }
        });
        Self {
            url,
            leads_to,
            is_silent,
        }
    }

    fn lead_to(&self, server: &Redis) {
        self.leads_to.store(server.port(), Ordering::SeqCst);
    }
}

async fn relay(
    client: &mut TcpStream,
    server: &mut TcpStream,
    silent: &AtomicBool,
) -> std::io::Result<()> {
    // What stood when the address fell silent stays silent.
    let mut is_silent = false;
    let (mut sent, mut answered) = ([0; 4096], [0; 4096]);
    loop {
        tokio::select! {
            count = client.read(&mut sent) => {
                let count = count?;
                is_silent |= silent.load(Ordering::SeqCst);
                match count {
                    0 => return Ok(()),
                    _ if is_silent => {}
                    count => server.write_all(&sent[..count]).await?,
                }
            }
            count = server.read(&mut answered) => match count? {
                0 => return Ok(()),
                count => client.write_all(&answered[..count]).await?,
            },
        }
    }
}

#[tokio::test]
async fn the_server_that_took_over_is_found_where_the_old_one_lives_on_as_its_replica() {
    let Some(old) = Redis::start(&[]).await else {
        return;
    };
    let Some(new) = Redis::start(&[]).await else {
        return;
    };
    let address = Address::of(&old).await;
    let store = RedisStore::connect(&address.url).await.unwrap();
    let waiting = store.clone().replicas(0, Duration::from_millis(100));
    for (round, store) in [(1, &store), (2, &waiting)] {
        let held = claim(round, 1, 1);
        assert_eq!(store.claim(&held).await, Ok(Claimed::Fresh));
    }
    old.command(&["REPLICAOF", "127.0.0.1", &new.port().to_string()]);
    address.lead_to(&new);
    for (round, store) in [(3, &store), (4, &waiting)] {
        let held = claim(round, 1, 1);
        assert_eq!(store.claim(&held).await, Ok(Claimed::Fresh));
    }
    assert_eq!(
        new.command(&[
            "EXISTS",
            "mrtr:round:AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM"
        ]),
        "1"
    );
}

#[tokio::test]
async fn a_connection_that_died_without_a_word_is_left() {
    let Some(server) = Redis::start(&[]).await else {
        return;
    };
    let address = Address::of(&server).await;
    let store = RedisStore::connect(&address.url).await.unwrap();
    address.is_silent.store(true, Ordering::SeqCst);
    let held = claim(1, 1, 1);
    let late = store.claim(&held);
    let (claimed, ()) = tokio::join!(late, async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        address.is_silent.store(false, Ordering::SeqCst);
    });
    assert_eq!(claimed, Ok(Claimed::Fresh));
}

#[tokio::test]
async fn a_full_redis_with_replicas_has_no_room() {
    let options = ["--maxmemory", "1", "--maxmemory-policy", "noeviction"];
    let Some(server) = Redis::start(&options).await else {
        return;
    };
    let store = server.store().await;
    let store = store.replicas(1, Duration::from_millis(100));
    let refused = store.claim(&claim(1, 1, 1)).await;
    assert!(matches!(refused, Err(StoreError::Full(_))), "{refused:?}");
}
