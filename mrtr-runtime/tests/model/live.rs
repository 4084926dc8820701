//! R16: a flow that is served within one request comes by the same questions, runs the same captures and ends in the same
//! way as one that is served in rounds.

use std::cell::RefCell;
use std::sync::Mutex;

use mrtr_runtime::{Answering, Dialog, DialogAnswer, Failure, Flow, InputRequest, Reply};
use serde_json::Map;

use crate::engine::{self, Log, Run};
use crate::generate::Script;
use crate::person::Case;
use crate::server::{block_on, mrtr, request};
use crate::walk::{Event, Left, Name};

/// One run of the handler: what it came by, evaluated, and asked.
#[derive(Debug, PartialEq)]
pub struct Turn {
    pub events: Vec<Event>,
    pub effects: Vec<(u32, Name, u32)>,
    pub asked: Vec<(String, InputRequest)>,
}

impl Turn {
    pub fn new(log: Log, mut asked: Vec<(String, InputRequest)>) -> Self {
        asked
            .iter_mut()
            .for_each(|(_, request)| forget_link(request));
        let effects = log.effects.into_iter();
        Self {
            events: log.events,
            effects: effects
                .map(|one| (one.site, one.name, one.serial))
                .collect(),
            asked,
        }
    }
}

/// Each flow has a link of its own.
fn forget_link(request: &mut InputRequest) {
    if let InputRequest::ElicitUrl { url, .. } = request {
        url.truncate(url.find('=').unwrap());
    }
}

pub type Ended = (Vec<Turn>, Result<Result<bool, Left>, Failure>);

pub fn compare(script: &Script) {
    let case = Case::new(script);
    assert_eq!(live(&case), in_rounds(&case), "served live, and in rounds");
}

/// More rounds than any flow may have.
pub const MANY: usize = 20;

pub fn in_rounds(case: &Case) -> Ended {
    let (mrtr, truth) = (mrtr(), RefCell::default());
    let (mut turns, mut token, mut answers) = (Vec::new(), None::<String>, Map::new());
    for round in 0..MANY {
        let run = Run::new(&truth, &[]);
        let reply = match mrtr.open(request(token.as_deref(), answers)) {
            Ok(flow) => block_on(engine::run(&flow, &case.handler, case.world(round), &run)),
            Err(failure) => return (turns, Err(failure)),
        };
        let log = run.log.into_inner();
        match reply {
            Reply::InputRequired(open) => {
                answers = case.answers(round, &open.requests);
                token = Some(open.state);
                turns.push(Turn::new(log, open.requests));
            }
            reply => {
                turns.push(Turn::new(log, Vec::new()));
                return (turns, end(reply));
            }
        }
    }
    panic!("a flow that does not end");
}

/// The client of a request that is served live.
pub struct Client<'c> {
    case: &'c Case,
    /// The rounds before it.
    rounds: usize,
    asked: Mutex<Vec<Vec<(String, InputRequest)>>>,
}

impl<'c> Client<'c> {
    pub fn new(case: &'c Case, rounds: usize) -> Self {
        Self {
            case,
            rounds,
            asked: Mutex::default(),
        }
    }

    /// One turn for each run of the handler, and what was asked at its end.
    pub fn turns<'r>(self, runs: impl IntoIterator<Item = Run<'r>>) -> Vec<Turn> {
        let asked = self.asked.into_inner().unwrap().into_iter();
        let asked = asked.chain(std::iter::repeat_with(Vec::new));
        let logs = runs.into_iter().map(|run| run.log.into_inner());
        logs.zip(asked)
            .map(|(log, asked)| Turn::new(log, asked))
            .collect()
    }
}

impl Dialog for Client<'_> {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let mut asked = self.asked.lock().unwrap();
        let answers = self.case.answers(self.rounds + asked.len(), &requests);
        asked.push(requests);
        let answer = |(key, answer): (String, _)| DialogAnswer::new(key, answer);
        Box::pin(async move { Ok(answers.into_iter().map(answer).collect()) })
    }
}

fn live(case: &Case) -> Ended {
    let truth = RefCell::default();
    let runs: Vec<Run<'_>> = (0..MANY).map(|_| Run::new(&truth, &[])).collect();
    let client = Client::new(case, 0);
    let described = case.handler.described(false);
    let mut rounds = 0;
    let body = |flow: Flow| {
        let (round, run) = (rounds, &runs[rounds]);
        rounds += 1;
        engine::body(&flow, described, &case.handler, case.world(round), run)
    };
    let mrtr = mrtr();
    let serving = mrtr.serve_live(request(None, Map::new()), described, &client, body);
    let end = end(block_on(serving));
    (client.turns(runs.into_iter().take(rounds)), end)
}

pub fn end(reply: Reply<Result<bool, Left>>) -> Result<Result<bool, Left>, Failure> {
    match reply {
        Reply::Complete { value, .. } => Ok(value),
        Reply::Failed(failure) => Err(failure),
        Reply::InputRequired(open) => panic!("not an end: {open:?}"),
    }
}
