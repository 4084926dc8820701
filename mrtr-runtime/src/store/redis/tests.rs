//! Until when a claim may reach the server: by the server's clock, and anew for each try.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::VecDeque;
use std::sync::{Mutex, OnceLock};

use redis::{Cmd, ErrorKind, Pipeline, RedisError, RedisFuture, Value};

use super::*;

/// What the server does with one command.
enum Next {
    /// It tells the time.
    Tells(u64),
    /// It takes a claim, and shows this time.
    Takes(u64),
    /// A claim came too late, as it shows.
    IsLate(u64),
    /// The connection breaks; meanwhile another request has seen the server show this time.
    Breaks(u64),
}

/// A server that does as it is told, and the deadlines of the claims that it saw.
#[derive(Clone, Default)]
struct Server {
    next: Arc<Mutex<VecDeque<Next>>>,
    latest: Arc<Mutex<Vec<u64>>>,
    clock: Arc<OnceLock<Arc<ServerClock>>>,
}

impl Server {
    fn answer(&self, command: &Cmd) -> RedisResult<Value> {
        let next = self.next.lock().unwrap().pop_front().unwrap();
        if !matches!(next, Next::Tells(_)) {
            let latest = last_argument(command).parse().unwrap();
            self.latest.lock().unwrap().push(latest);
        }
        let said = |now: u64, word: &str| {
            let word = Value::BulkString(word.as_bytes().to_vec());
            let now = Value::Int(now.try_into().unwrap());
            Ok(Value::Array(vec![now, Value::Array(vec![word])]))
        };
        let number = |number: u64| Value::BulkString(number.to_string().into_bytes());
        match next {
            Next::Tells(now) => Ok(Value::Array(vec![number(now / 1000), number(0)])),
            Next::Takes(now) => said(now, "fresh"),
            Next::IsLate(now) => said(now, "late"),
            Next::Breaks(now) => {
                self.clock.get().unwrap().set(now);
                Err(RedisError::from((ErrorKind::Io, "broken")))
            }
        }
    }
}

fn last_argument(command: &Cmd) -> String {
    match command.args_iter().last().unwrap() {
        redis::Arg::Simple(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
        _ => panic!("no cursor is sent"),
    }
}

impl ConnectionLike for Server {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(std::future::ready(self.answer(command)))
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        _: &'a Pipeline,
        _: usize,
        _: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        panic!("nothing waits for replicas")
    }

    fn get_db(&self) -> i64 {
        0
    }
}

/// What becomes of one claim, and until when each of its tries could reach the server.
async fn claimed(next: impl IntoIterator<Item = Next>) -> (Result<Claimed, StoreError>, Vec<u64>) {
    claimed_last(1, next).await
}

/// The same for the last one of several.
async fn claimed_last(
    claims: u32,
    next: impl IntoIterator<Item = Next>,
) -> (Result<Claimed, StoreError>, Vec<u64>) {
    let server = Server::default();
    *server.next.lock().unwrap() = next.into_iter().collect();
    let store = RedisStore::with_connection(server.clone());
    server.clock.set(Arc::clone(&store.clock)).unwrap();
    let claim = RoundClaim::new([1; 32], [2; 32], [3; 16]);
    for _ in 1..claims {
        store.claim(&claim).await.unwrap();
    }
    let claimed = store.claim(&claim).await;
    assert!(server.next.lock().unwrap().is_empty(), "all was tried");
    let latest = server.latest.lock().unwrap().clone();
    (claimed, latest)
}

/// Soon after this, but for the time that the test itself takes.
#[track_caller]
fn assert_soon_after(latest: u64, time: u64) {
    assert!((time..time + 600_000).contains(&latest), "{latest}, {time}");
}

const LATE: u64 = 5_000_000;

#[tokio::test(start_paused = true)]
async fn a_late_claim_is_tried_again_by_the_time_that_its_answer_showed() {
    let (claim, latest) = claimed([
        Next::Tells(1_000_000),
        Next::IsLate(LATE),
        Next::Takes(LATE + 1),
    ])
    .await;
    assert_eq!(claim, Ok(Claimed::Fresh));
    assert_eq!(latest, [1_002_000, LATE + 2_000]);
}

/// Where two servers with two clocks answer, only the claim's own answer says when it was late.
#[tokio::test(start_paused = true)]
async fn what_another_request_has_seen_meanwhile_is_not_the_time_of_a_late_claim() {
    let (claim, latest) = claimed([
        Next::Tells(1_000_000),
        Next::IsLate(LATE),
        Next::Breaks(2_000),
        Next::Takes(LATE + 1),
    ])
    .await;
    assert_eq!(claim, Ok(Claimed::Fresh));
    assert_eq!(latest, [1_002_000, LATE + 2_000, LATE + 2_000]);
}

#[tokio::test(start_paused = true)]
async fn each_try_of_a_claim_has_its_own_deadline() {
    let (claim, latest) = claimed([
        Next::Tells(1_000_000),
        Next::Breaks(3_000_000),
        Next::Breaks(9_000_000),
        Next::Takes(9_000_001),
    ])
    .await;
    assert_eq!(claim, Ok(Claimed::Fresh));
    let [first, second, third] = latest[..] else {
        panic!("{latest:?}")
    };
    assert_eq!(first, 1_002_000);
    assert_soon_after(second, 3_002_000);
    assert_soon_after(third, 9_002_000);
}

#[tokio::test(start_paused = true)]
async fn a_claim_that_is_late_each_time_is_given_up() {
    let (claim, latest) = claimed([
        Next::Tells(1_000_000),
        Next::IsLate(LATE),
        Next::IsLate(2 * LATE),
        Next::IsLate(3 * LATE),
    ])
    .await;
    let text = "claims reach the server too late".to_owned();
    assert_eq!(claim, Err(StoreError::Unavailable(text)));
    assert_eq!(latest, [1_002_000, LATE + 2_000, 2 * LATE + 2_000]);
}

/// Nobody asks for the time again.
#[tokio::test(start_paused = true)]
async fn the_answer_to_a_claim_shows_the_time_for_the_next_one() {
    let next = [
        Next::Tells(1_000_000),
        Next::Takes(3_000_000),
        Next::Takes(3_000_001),
    ];
    let (claim, latest) = claimed_last(2, next).await;
    assert_eq!(claim, Ok(Claimed::Fresh));
    assert_eq!(latest[0], 1_002_000);
    assert_soon_after(latest[1], 3_002_000);
}
