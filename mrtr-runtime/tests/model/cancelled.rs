//! R13: a request that is cancelled ahead of any poll starts no capture from there on; those that run may finish, and
//! nothing comes of it: the retry does what it would have done.

use std::cell::RefCell;
use std::task::Poll;

use mrtr_runtime::{Failure, Reply};
use serde_json::{Map, Value};

use crate::engine::{self, Log, Run};
use crate::generate::Script;
use crate::person::Case;
use crate::server::{block_on_and_look, mrtr, request};
use crate::truth::Truth;
use crate::walk::Left;

/// One request, which may be sent again and again.
struct Asked<'c> {
    case: &'c Case,
    mrtr: mrtr_runtime::Mrtr,
    round: usize,
    token: Option<String>,
    answers: Map<String, Value>,
    truth: Truth,
}

struct Ran {
    reply: Reply<Result<bool, Left>>,
    log: Log,
    truth: Truth,
    /// How many captures had begun after each poll but the last.
    begun: Vec<usize>,
}

/// No poll is this one.
const NEVER: usize = usize::MAX;

pub fn cancel_everywhere(script: &Script) {
    let case = Case::new(script);
    let mut asked = Asked {
        case: &case,
        mrtr: mrtr(),
        round: 0,
        token: None,
        answers: Map::new(),
        truth: Truth::default(),
    };
    while let Some(whole) = asked.run(NEVER) {
        let polls = whole.begun.len() + 1;
        for poll in 0..=polls {
            let cancelled = asked.run(poll).expect("it opens as before");
            check(&whole, &cancelled, poll);
        }
        let again = asked.run(NEVER).expect("it opens as before");
        assert_eq!(again.log.events, whole.log.events, "after all that");
        let Reply::InputRequired(open) = again.reply else {
            return;
        };
        asked.answers = case.answers(asked.round, &open.requests);
        (asked.token, asked.truth) = (Some(open.state), again.truth);
        asked.round += 1;
    }
}

impl Asked<'_> {
    /// None where the request does not open.
    fn run(&self, cancelled_at: usize) -> Option<Ran> {
        let truth = RefCell::new(self.truth.clone());
        let run = Run::new(&truth, &[]);
        let request = request(self.token.as_deref(), self.answers.clone());
        let flow = self
            .mrtr
            .open(request.cancelled(at_poll(cancelled_at)))
            .ok()?;
        let (handler, world) = (&self.case.handler, self.case.world(self.round));
        let mut begun = Vec::new();
        let reply = block_on_and_look(engine::run(&flow, handler, world, &run), || {
            begun.push(run.log.borrow().begun.len());
        });
        Some(Ran {
            reply,
            log: run.log.into_inner(),
            truth: truth.into_inner(),
            begun,
        })
    }
}

/// Comes when it is looked at for this time.
fn at_poll(poll: usize) -> impl Future<Output = ()> + Send + 'static {
    let mut polls = 0;
    std::future::poll_fn(move |_| {
        polls += 1;
        if polls > poll {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
}

fn check(whole: &Ran, cancelled: &Ran, poll: usize) {
    let is_over = poll > whole.begun.len();
    let begun = match poll {
        _ if is_over => whole.log.begun.len(),
        0 => 0,
        poll => whole.begun[poll - 1],
    };
    assert_eq!(
        cancelled.log.begun,
        &whole.log.begun[..begun],
        "captures that began"
    );
    let finished = cancelled.log.begun.iter().filter(|fails| !**fails).count();
    assert_eq!(
        cancelled.log.effects.len(),
        finished,
        "captures that finished"
    );
    if is_over {
        assert_eq!(cancelled.log.events, whole.log.events, "cancelled too late");
        return;
    }
    match (&cancelled.reply, &whole.reply) {
        (Reply::Failed(Failure::Rpc(error)), _) if error.code == -32603 => {}
        (Reply::Failed(failure), Reply::Failed(whole)) => assert_eq!(failure, whole),
        (reply, _) => panic!("cancelled at poll {poll}, and {reply:?}"),
    }
}
