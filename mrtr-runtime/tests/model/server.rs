//! Servers, and the requests that they get.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use mrtr_runtime::{Clock, Keys, Limits, MemoryStore, Method, Mrtr, Principal, Request};
use serde_json::{Map, Value};

use crate::program::ROUND_POLLS;
use crate::world::Client;

const ROUND: Duration = Duration::from_secs(60);

/// A server where no time passes.
pub fn mrtr() -> Mrtr {
    server([7, 8], None, Time { rounds: None })
}

/// One server ahead of a rotation of its keys, and one behind it. Their rounds come to an end.
pub fn servers(store: Option<&Arc<MemoryStore>>) -> [Mrtr; 2] {
    let time = Time {
        rounds: Some(ROUND_POLLS),
    };
    [[7, 8], [8, 7]].map(|keys| server(keys, store.cloned(), time))
}

fn server(keys: [u8; 2], store: Option<Arc<MemoryStore>>, time: Time) -> Mrtr {
    let limits = Limits {
        hold_open: Duration::ZERO,
        round_time: ROUND,
        ..Limits::default()
    };
    let builder = Mrtr::builder()
        .keys(Keys::new(keys.map(|key| [key; 32])).unwrap())
        .audience("model")
        .single_user()
        .url_hosts(["pay.example.com"])
        .limits(limits)
        .clock(time);
    match store {
        Some(store) => builder.store(store).build().unwrap(),
        None => builder.build().unwrap(),
    }
}

pub fn request(token: Option<&str>, answers: Map<String, Value>) -> Request<'static> {
    Request::new(Method::CallTool, "generated", None)
        .capabilities(Client::ALL.declared())
        .principal(Principal::local())
        .input_responses(Some(answers))
        .request_state(token.map(str::to_owned))
}

/// No time passes; but a round may have to end after so many polls that it waits.
#[derive(Clone, Copy)]
struct Time {
    rounds: Option<u32>,
}

impl Clock for Time {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000)
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        match self.rounds {
            _ if time.is_zero() => Box::pin(std::future::ready(())),
            Some(polls) if time == ROUND => Box::pin(crate::walk::pauses(polls)),
            _ => Box::pin(std::future::pending()),
        }
    }
}

/// Nothing in here waits for anything but itself.
pub fn block_on<F: Future>(future: F) -> F::Output {
    block_on_and_look(future, || {})
}

/// Looks at something after each poll but the last.
pub fn block_on_and_look<F: Future>(future: F, mut look: impl FnMut()) -> F::Output {
    let mut future = pin!(future);
    for _ in 0..10_000 {
        if let Poll::Ready(value) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return value;
        }
        look();
    }
    panic!("a round that does not end");
}
