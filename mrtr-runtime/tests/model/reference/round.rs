//! One round of the model.

use std::cell::RefCell;
use std::collections::HashMap;
use std::task::{Context, Poll, Waker};

use super::handler::Model;
use super::inner::Inner;
use super::{ASKS, Expected, Given, Held, Line, REQUESTS, Round, Server, Why};
use crate::program::{Function, ROUND_POLLS};
use crate::truth::Effect;
use crate::walk::{Left, Place, walk};
use crate::world::Client;

/// Runs a handler over a state and answers. `effects` are what the engine evaluated.
pub fn run(line: &Line, given: &[Given], server: &Server<'_>, effects: &[Effect]) -> Round {
    let (handler, world) = (server.handler, server.world);
    let brought = line.held.len();
    let Some(line) = take(line, given, handler) else {
        assert!(
            effects.is_empty(),
            "a capture ran for a request that is refused"
        );
        return Round {
            expected: Expected::InvalidParams,
            events: Vec::new(),
        };
    };
    if !may_begin(&line, handler, world.client) {
        assert!(
            effects.is_empty(),
            "a capture for a client that cannot go on"
        );
        return Round {
            expected: Expected::Missing,
            events: Vec::new(),
        };
    }
    let model = Model(RefCell::new(Inner {
        is_answered: line.held.len() > brought,
        has_evaluated: false,
        line,
        client: world.client,
        effects: effects.iter().cloned().collect(),
        open: Vec::new(),
        over: None,
        running: 0,
        has_failed: false,
        has_dropped: false,
        uses: HashMap::new(),
        kinds: HashMap::new(),
        events: Vec::new(),
    }));
    let end = drive(&model, server);
    let inner = model.0.into_inner();
    assert!(
        inner.effects.is_empty(),
        "captures that should not have run: {:?}",
        inner.effects
    );
    Round {
        events: inner.events.clone(),
        expected: judge(inner, server, end),
    }
}

/// R5, R6: answers of pending questions are held. None where one is of the wrong kind.
fn take(line: &Line, given: &[Given], handler: &Function) -> Option<Line> {
    let mut next = line.clone();
    next.pending.clear();
    if !handler.unsolicited {
        next.unsolicited.clear();
    }
    next.requests += 1;
    next.records.iter_mut().for_each(|record| {
        record.is_recalled = true;
        record.is_reached = false;
    });
    for (pending, given) in line.pending.iter().zip(given) {
        match given {
            Given::WrongKind => return None,
            Given::Nothing => next.pending.push(pending.clone()),
            given => next.held.push(Held {
                pending: pending.clone(),
                given: *given,
            }),
        }
    }
    if line.made_by != Some(handler.identity()) {
        next.drops = 0;
    }
    next.made_by = Some(handler.identity());
    Some(next)
}

/// Whether a client can answer what a handler that captures will ask in any case.
fn may_begin(line: &Line, handler: &Function, client: Client) -> bool {
    let mut asks = handler.certain_asks();
    asks.all(|ask| client.can(ask.form) || line.knows(&[ask.key]))
}

/// R1, R2: polls until the handler returns, or a question is open and no capture is running, or none has time left.
fn drive(model: &Model, server: &Server<'_>) -> Option<Result<bool, Left>> {
    let place = Place::of(server.handler);
    model.0.borrow_mut().enter(&place);
    let body = &server.handler.body;
    let mut walking = walk(model, server.world, place, Vec::new(), body);
    let mut polls = 0;
    loop {
        let polled = walking
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        if let Poll::Ready(end) = polled {
            return Some(end);
        }
        let mut inner = model.0.borrow_mut();
        let ends = inner.over.is_some() || !inner.open.is_empty();
        if ends && inner.running > 0 {
            polls += 1;
        }
        if polls > ROUND_POLLS {
            inner.end(Expected::Internal);
            return None;
        }
        if ends && inner.running == 0 {
            return None;
        }
    }
}

fn judge(inner: Inner, server: &Server<'_>, end: Option<Result<bool, Left>>) -> Expected {
    if let Some(over) = inner.over {
        return over;
    }
    let Some((first, _)) = inner.open.first() else {
        return Expected::Complete(end.expect("a handler that waits for nothing"));
    };
    if inner.has_failed {
        return Expected::Internal;
    }
    let mut asked = inner.open.iter().map(|(pending, _)| pending.asked.form);
    if !asked.all(|form| server.world.client.can(form)) {
        return Expected::Missing;
    }
    if inner.open.len() > ASKS {
        return Expected::Ended("asks_per_round".to_owned());
    }
    let mut line = inner.line;
    // R14: a retry that came by the same questions again has spent nothing.
    if server.is_once && line.requests > 1 && !inner.is_answered && !inner.has_evaluated {
        line.requests -= 1;
    }
    if line.requests >= REQUESTS {
        return Expected::Ended(format!("`{}", first.ident.name.key()));
    }
    line.made_by = Some(server.handler.identity());
    line.unsolicited.clear();
    let (pending, why): (_, Vec<Why>) = inner.open.into_iter().unzip();
    line.pending = pending;
    Expected::Asked(why, Box::new(line))
}
