//! R16: a flow that becomes a task comes by the same questions, runs the same captures and ends in the same way as one
//! whose client knows no tasks.

use std::cell::RefCell;

use mrtr_runtime::__private::{Keepable, TaskStart};
use mrtr_runtime::{Capabilities, Failure, Flow, Reply};
use serde_json::Map;

use crate::engine::{self, Run};
use crate::generate::Script;
use crate::live::{self, Client, Ended, MANY, Turn};
use crate::person::Case;
use crate::program::Step;
use crate::server::{block_on, mrtr, request};
use crate::truth::Truth;
use crate::world::Client as Declares;

/// The statement of the handler ahead of which it becomes a task.
pub fn compare(script: &Script) {
    let mut script = script.clone();
    let place = script.moves.len() % (script.handler.body.len() + 1);
    script.handler.body.insert(place, Step::Task);
    let case = Case::new(&script);
    let Some(mut task) = as_task(&case) else {
        return;
    };
    let mut call = live::in_rounds(&case);
    // A capture that took its time is there at once when its round is run again.
    for turn in task.0.iter_mut().chain(&mut call.0) {
        turn.events.sort_by_cached_key(|event| format!("{event:?}"));
    }
    if is_out_of_requests(&task) || is_out_of_requests(&call) {
        // The request that began the task is one of them.
        let both = task.0.len().min(call.0.len()).saturating_sub(1);
        task.0.truncate(both);
        call.0.truncate(both);
        return assert_eq!(task.0, call.0, "as a task, and as a call");
    }
    assert_eq!(task, call, "as a task, and as a call");
}

fn is_out_of_requests((_, end): &Ended) -> bool {
    matches!(end, Err(Failure::Tool(text)) if text.contains("`requests`"))
}

/// None where what the round that began the task has read is gone in the task.
fn as_task(case: &Case) -> Option<Ended> {
    let (mrtr, truth) = (mrtr(), RefCell::default());
    let described = case.handler.described(false);
    let (mut turns, mut token, mut answers) = (Vec::new(), None::<String>, Map::new());
    for round in 0..MANY {
        let (run, mut task) = (Run::new(&truth, &[]), None);
        let launch = |start| {
            task = Some(start);
            Ok(true)
        };
        let mut is_open = false;
        let body = |flow: Flow| {
            is_open = true;
            engine::body(&flow, described, &case.handler, case.world(round), &run)
        };
        let request = request(token.as_deref(), answers).capabilities(Capabilities {
            tasks: true,
            ..Declares::ALL.declared()
        });
        let reply = block_on(mrtr.serve_task(request, described, Keepable::keep(), launch, body));
        let log = run.log.into_inner();
        match (task, reply) {
            (Some(start), _) => {
                let begun = Turn::new(log, Vec::new());
                let (rest, end) = run_task(start, case, round, &truth);
                let is_new = round > 0 && case.world(round) != case.world(round - 1);
                turns.extend(joined(begun, rest, is_new)?);
                return Some((turns, end));
            }
            (None, Reply::InputRequired(open)) => {
                answers = case.answers(round, &open.requests);
                token = Some(open.state);
                turns.push(Turn::new(log, open.requests));
            }
            (None, Reply::Failed(failure)) if !is_open => return Some((turns, Err(failure))),
            (None, reply) => {
                turns.push(Turn::new(log, Vec::new()));
                return Some((turns, live::end(reply)));
            }
        }
    }
    panic!("a flow that does not end");
}

fn run_task(start: TaskStart, case: &Case, round: usize, truth: &RefCell<Truth>) -> Ended {
    let runs: Vec<Run<'_>> = (0..MANY).map(|_| Run::new(truth, &[])).collect();
    let client = Client::new(case, round);
    let described = case.handler.described(false);
    let mut rounds = 0;
    let body = |flow: Flow| {
        let (world, run) = (case.world(round + rounds), &runs[rounds]);
        rounds += 1;
        engine::body(&flow, described, &case.handler, world, run)
    };
    let never = Box::pin(std::future::pending());
    let end = live::end(block_on(start.run(&client, never, body)));
    (client.turns(runs.into_iter().take(rounds)), end)
}

/// The round that began the task is run again in it, from its start.
///
/// In a new world a question may have changed, which takes with it what was recorded behind it (R4): also what a branch
/// beside it had read in this very round.
fn joined(begun: Turn, mut rest: Vec<Turn>, is_new: bool) -> Option<Vec<Turn>> {
    let again = &mut rest[0];
    let is_there = |event| again.events.contains(event);
    if !begun.events.iter().all(is_there) {
        assert!(is_new, "{begun:?}, then {again:?}");
        return None;
    }
    again.effects.splice(0..0, begun.effects);
    Some(rest)
}
