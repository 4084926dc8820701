//! A client of one handler, its state, and what a slow reading of its request says must happen.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use arbitrary::{Result, Unstructured};
use mrtr_runtime::{
    Capabilities, Clock, InputRequired, Keys, Limits, Method, Mrtr, Principal, Reply, Request,
};
use serde_json::Value;

use super::shapes::{self, Shape};
use super::{Answers, Expected, handler};
use crate::json;

/// It stands still.
struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000)
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        if time.is_zero() {
            return Box::pin(std::future::ready(()));
        }
        Box::pin(std::future::pending())
    }
}

const LIMITS: (usize, usize, usize, usize) = (6, 300, 700, 5);

static MRTR: LazyLock<Mrtr> = LazyLock::new(|| {
    let (answers, answer_bytes, answers_bytes, depth) = LIMITS;
    let limits = Limits {
        requests: handler::REQUESTS,
        answers,
        answer_bytes,
        answers_bytes,
        depth,
        asks_per_round: 3,
        hold_open: Duration::ZERO,
        ..Limits::default()
    };
    let builder = Mrtr::builder()
        .keys(Keys::new([[7; 32]]).unwrap())
        .audience("fuzz");
    builder
        .single_user()
        .url_hosts([handler::HOST])
        .limits(limits)
        .clock(Stopped)
        .build()
        .unwrap()
});

const ALL: Capabilities = Capabilities {
    form: true,
    url: true,
    sampling: true,
    sampling_tools: true,
    sampling_context: true,
    roots: true,
    tasks: true,
    older_forms: false,
};

pub(super) struct Client {
    /// What a model wrote.
    said: String,
}

impl Client {
    pub(super) fn new(u: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self {
            said: json::text(u)?,
        })
    }

    pub(super) fn call(&self, answers: Option<&Answers>, state: Option<&str>) -> Reply<()> {
        let request = Request::new(Method::CallTool, "visit", None)
            .capabilities(ALL)
            .principal(Principal::local())
            .input_responses(answers.cloned())
            .request_state(state.map(str::to_owned));
        let flow = match MRTR.open(request) {
            Ok(flow) => flow,
            Err(failure) => return Reply::Failed(failure),
        };
        match finish(handler::visit(&flow, &self.said)) {
            Reply::Complete {
                value: Ok(()) | Err(_),
                retried,
            } => Reply::Complete { value: (), retried },
            Reply::InputRequired(open) => Reply::InputRequired(open),
            Reply::Failed(failure) => Reply::Failed(failure),
        }
    }

    /// Now and then the questions change.
    pub(super) fn reword(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        if u.ratio(1, 20)? {
            self.said = json::text(u)?;
        }
        Ok(())
    }

    pub(super) fn wording(&self) -> String {
        self.said.clone()
    }

    /// Now and then the state that comes back is not the one that was sent.
    pub(super) fn tamper(&self, state: &str, u: &mut Unstructured<'_>) -> Result<String> {
        if !u.ratio(1, 40)? {
            return Ok(state.to_owned());
        }
        let mut state: Vec<char> = state.chars().collect();
        let at = u.choose_index(state.len())?;
        state[at] = u.arbitrary()?;
        Ok(state.into_iter().collect())
    }

    /// Bounds come first, then the state, then the shapes of what is pending.
    pub(super) fn expected(
        &self,
        open: &InputRequired,
        sent: &Answers,
        is_whole: bool,
    ) -> Expected {
        let (answers, answer_bytes, answers_bytes, depth) = LIMITS;
        let bytes = |value: &Value| value.to_string().len();
        let is_over = sent.len() > answers
            || sent
                .values()
                .any(|value| nesting(value) > depth || bytes(value) > answer_bytes)
            || sent.values().map(bytes).sum::<usize>() > answers_bytes;
        let is_wrong = |(key, request): &(String, _)| {
            let answer = sent.get(key);
            answer.is_some_and(|answer| shapes::shape(request, answer) == Shape::Wrong)
        };
        if is_over {
            Expected::Refused("at most")
        } else if !is_whole {
            Expected::Refused("requestState")
        } else if open.requests.iter().any(is_wrong) {
            Expected::Refused("is not a result of")
        } else {
            Expected::Taken
        }
    }
}

fn nesting(value: &Value) -> usize {
    let inner = match value {
        Value::Array(items) => items.iter().map(nesting).max(),
        Value::Object(members) => members.values().map(nesting).max(),
        _ => None,
    };
    inner.unwrap_or(0) + 1
}

/// Runs a future that waits for nothing outside.
fn finish<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    for _ in 0..100 {
        let mut context = Context::from_waker(Waker::noop());
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
    panic!("the round does not end")
}
