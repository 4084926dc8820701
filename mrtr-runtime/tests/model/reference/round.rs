//! One round of the model.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::future::pending;
use std::task::{Context, Poll, Waker};

use super::{
    Asked, DROPS, Entry, Expected, Given, Held, Ident, Line, Pending, REQUESTS, RETRIES, Record,
    Round, Why, may_be_the_same,
};
use crate::play::call_ids;
use crate::program::{Ask, Capture, Client, Form, Function, World, key};
use crate::truth::{Effect, Said};
use crate::walk::{Answer, Backend, Event, Name, Place, pause, walk};

/// Runs a handler over a state and answers. `effects` are what the engine evaluated.
pub fn run(
    line: &Line,
    given: &[Given],
    handler: &Function,
    world: &World,
    effects: &[Effect],
) -> Round {
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
    let end = drive(&model, handler, world);
    let inner = model.0.into_inner();
    assert!(
        inner.effects.is_empty(),
        "captures that should not have run: {:?}",
        inner.effects
    );
    Round {
        events: inner.events.clone(),
        expected: judge(inner, handler, world.client, end),
    }
}

/// R5, R6: answers of pending questions are held. None where one is of the wrong kind.
fn take(line: &Line, given: &[Given], handler: &Function) -> Option<Line> {
    let mut next = line.clone();
    next.pending.clear();
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

/// R1, R2: polls until the handler returns, or a question is open and no capture is running.
fn drive(
    model: &Model,
    handler: &Function,
    world: &World,
) -> Option<Result<bool, crate::walk::Left>> {
    let place = Place::of(handler);
    model.0.borrow_mut().enter(&place);
    let mut walking = walk(model, world, place, Vec::new(), &handler.body);
    loop {
        let polled = walking
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        let inner = model.0.borrow();
        if let Poll::Ready(end) = polled {
            return Some(end);
        }
        let ends = inner.over.is_some() || !inner.open.is_empty();
        if ends && inner.running == 0 {
            return None;
        }
    }
}

fn judge(
    inner: Inner,
    handler: &Function,
    client: Client,
    end: Option<Result<bool, crate::walk::Left>>,
) -> Expected {
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
    if !asked.all(|form| client.can(form)) {
        return Expected::Missing;
    }
    if inner.line.requests >= REQUESTS {
        return Expected::Ended(format!("`{}", first.ident.name.key()));
    }
    let mut line = inner.line;
    line.made_by = Some(handler.identity());
    let (pending, why): (_, Vec<Why>) = inner.open.into_iter().unzip();
    line.pending = pending;
    Expected::Asked(why, Box::new(line))
}

struct Model(RefCell<Inner>);

struct Inner {
    line: Line,
    client: Client,
    open: Vec<(Pending, Why)>,
    over: Option<Expected>,
    running: usize,
    /// A capture was begun and not kept.
    has_failed: bool,
    has_dropped: bool,
    uses: HashMap<Name, u32>,
    /// Whether a key is a capture's.
    kinds: HashMap<Vec<usize>, bool>,
    effects: VecDeque<Effect>,
    events: Vec<Event>,
}

impl Inner {
    fn end(&mut self, expected: Expected) {
        self.over.get_or_insert(expected);
    }

    fn claim(&mut self, name: &Name, is_capture: bool) -> Ident {
        let uses = self.uses.entry(name.clone()).or_default();
        *uses += 1;
        let occurrence = *uses;
        let kind = *self.kinds.entry(name.path.clone()).or_insert(is_capture);
        if kind != is_capture || (is_capture && occurrence > 1) {
            self.end(Expected::Internal);
        }
        Ident {
            name: name.clone(),
            occurrence,
        }
    }

    fn find(&self, ident: &Ident) -> Option<usize> {
        self.line
            .records
            .iter()
            .position(|record| record.ident == *ident)
    }

    /// None where it parks.
    fn ask(&mut self, ident: Ident, asked: Asked) -> Option<Given> {
        if self.over.is_some() {
            return None;
        }
        if let Some(at) = self.find(&ident) {
            let record = &mut self.line.records[at];
            return match &record.entry {
                Entry::Capture { .. } => {
                    self.end(Expected::Internal);
                    None
                }
                Entry::Answer(recorded, given) if *recorded == asked => {
                    record.is_reached = true;
                    Some(*given)
                }
                Entry::Answer(..) => self.drop_record(at, ident, asked),
            };
        }
        let held = self
            .line
            .held
            .iter()
            .position(|held| held.pending.ident == ident);
        match held.map(|at| self.line.held.remove(at)) {
            Some(held) => self.check(held, ident, asked),
            None => {
                let same = |pending: &&Pending| pending.ident == ident && pending.asked == asked;
                let retries = self
                    .line
                    .pending
                    .iter()
                    .find(same)
                    .map_or(0, |pending| pending.retries);
                self.open(ident, asked, retries, Why::First)
            }
        }
    }

    /// Whether an ask that may go unasked is asked: what the client could do at first stands.
    fn may_ask(&mut self, ident: &Ident, form: Form) -> bool {
        let held = |held: &Held| held.pending.ident == *ident;
        if self.find(ident).is_some() || self.line.held.iter().any(held) {
            return true;
        }
        *self.line.can.get_or_insert(self.client.can(form))
    }

    fn open(&mut self, ident: Ident, asked: Asked, retries: u32, why: Why) -> Option<Given> {
        if asked.options.as_ref().is_some_and(Vec::is_empty) {
            self.end(Expected::Ended("has nothing to pick from".to_owned()));
            return None;
        }
        self.open.push((
            Pending {
                ident,
                asked,
                retries,
            },
            why,
        ));
        None
    }

    /// A page: a refusal settles it, then what the world says; a consent settles nothing and is used up (R8).
    fn visit(&mut self, ident: Ident, asked: Asked, is_done: bool) -> Option<Given> {
        if self.over.is_some() {
            return None;
        }
        let why = match self
            .find(&ident)
            .map(|at| (at, self.line.records[at].entry.clone()))
        {
            Some((_, Entry::Capture { .. })) => {
                self.end(Expected::Internal);
                return None;
            }
            Some((at, Entry::Answer(recorded, given))) if recorded == asked => {
                self.line.records[at].is_reached = true;
                return Some(given);
            }
            Some((at, Entry::Answer(..))) => {
                if !self.forget(at, &ident) || !self.count_drop(&ident) {
                    return None;
                }
                Why::Changed
            }
            None => {
                let held = |held: &Held| held.pending.ident == ident;
                let held = self.line.held.iter().position(held);
                match held.map(|at| self.line.held.remove(at)) {
                    None => Why::First,
                    Some(held) if held.pending.asked != asked => {
                        if !self.count_drop(&ident) {
                            return None;
                        }
                        Why::Changed
                    }
                    Some(held) if held.given == Given::Refusal => {
                        self.record(ident, Entry::Answer(asked, Given::Refusal));
                        return Some(Given::Refusal);
                    }
                    Some(_) => Why::NotDone,
                }
            }
        };
        if is_done {
            return Some(Given::Yes(0));
        }
        self.open(ident, asked, 0, why)
    }

    /// R4
    fn drop_record(&mut self, at: usize, ident: Ident, asked: Asked) -> Option<Given> {
        if self.forget(at, &ident) {
            return self.drop(ident, asked);
        }
        None
    }

    /// R4: an answer goes with all that was recorded after it. False where the flow ends.
    fn forget(&mut self, at: usize, ident: &Ident) -> bool {
        let is_capture = |record: &Record| matches!(record.entry, Entry::Capture { .. });
        if self.line.records[at..].iter().any(is_capture) {
            let key = ident.name.key();
            self.end(Expected::Ended(format!(
                "What `{key}` asked about has changed. Call again."
            )));
            return false;
        }
        self.line.records.truncate(at);
        self.line.held.clear();
        true
    }

    /// R4
    fn drop(&mut self, ident: Ident, asked: Asked) -> Option<Given> {
        if self.count_drop(&ident) {
            return self.open(ident, asked, 0, Why::Changed);
        }
        None
    }

    /// R4: false where the flow ends.
    fn count_drop(&mut self, ident: &Ident) -> bool {
        if !std::mem::replace(&mut self.has_dropped, true) {
            self.line.drops += 1;
        }
        if self.line.drops > DROPS {
            let key = ident.name.key();
            self.end(Expected::Ended(format!(
                "The question `{key}` came out differently"
            )));
            return false;
        }
        true
    }

    /// R7
    fn check(&mut self, held: Held, ident: Ident, asked: Asked) -> Option<Given> {
        if held.pending.asked != asked {
            return self.drop(ident, asked);
        }
        if held.given != Given::Junk {
            self.record(ident, Entry::Answer(asked, held.given));
            return Some(held.given);
        }
        if held.pending.retries >= RETRIES {
            let key = ident.name.key();
            self.end(Expected::Ended(format!(
                "`{key}` was asked again {RETRIES} times"
            )));
            return None;
        }
        self.open(ident, asked, held.pending.retries + 1, Why::Invalid)
    }

    fn record(&mut self, ident: Ident, entry: Entry) {
        self.line.records.push(Record {
            ident,
            entry,
            is_recalled: false,
            is_reached: true,
        });
    }

    /// Whether a capture runs: the questions that are open, or are certain to come, can be sent.
    fn may_evaluate(&mut self, place: &Place) -> bool {
        let own = place.functions.last().expect("a function around it");
        let certain = own.certain_asks().find(|ask| {
            let name = place.name(ask.key, &[]);
            !self.line.has_answer_to(&name)
        });
        let open = self.open.iter().map(|(pending, _)| {
            let asked = &pending.asked;
            (pending.ident.name.key(), asked.form)
        });
        let certain = certain.map(|ask| (place.name(ask.key, &[]).key(), ask.form));
        let open: Vec<_> = open.collect();
        for asks in [open, certain.into_iter().collect()] {
            if !asks.iter().all(|(_, form)| self.client.can(*form)) {
                self.end(Expected::Missing);
            } else if let (Some((key, _)), true) = (asks.first(), self.line.requests >= REQUESTS) {
                self.end(Expected::Ended(format!("`{key}")));
            }
        }
        self.over.is_none()
    }

    fn has_room(&mut self, ask: &Ask) -> bool {
        if !self.client.can(ask.form) {
            self.end(Expected::Missing);
        } else if self.line.requests >= REQUESTS {
            self.end(Expected::Ended(format!("{}`", key(ask.key))));
        }
        self.over.is_none()
    }

    /// R15: what every run of a function captures may be of a version that it does not take it from.
    fn enter(&mut self, place: &Place) {
        let own = place.functions.last().expect("a function is entered");
        let is_lost = own.certain_captures().any(|key| {
            let name = place.name(key, &[]);
            let first = Ident {
                name: name.clone(),
                occurrence: 1,
            };
            let entry = self.find(&first).map(|at| &self.line.records[at].entry);
            match entry {
                Some(Entry::Capture { functions, .. }) => {
                    !functions.last().is_some_and(|then| own.takes(then))
                }
                Some(Entry::Answer(..)) => false,
                None => self.is_foreign(place, &name),
            }
        });
        if is_lost {
            self.end(Expected::Ended(
                "The server was updated. Call again.".to_owned(),
            ));
        }
    }

    /// None where it parks, else the recorded number, or that it is to be evaluated.
    fn begin(&mut self, place: &Place, ident: &Ident, capture: &Capture) -> Option<Option<u32>> {
        if self.over.is_some() {
            return None;
        }
        let own = place
            .functions
            .last()
            .expect("a capture stands in a function");
        let Some(at) = self.find(ident) else {
            if self.is_foreign(place, &ident.name) {
                self.end(Expected::Ended(
                    "The server was updated. Call again.".to_owned(),
                ));
                return None;
            }
            return self.may_evaluate(place).then_some(None);
        };
        let record = &mut self.line.records[at];
        match &record.entry {
            Entry::Capture { functions, .. }
                if !functions.last().is_some_and(|then| own.takes(then)) =>
            {
                self.end(Expected::Ended(
                    "The server was updated. Call again.".to_owned(),
                ));
                None
            }
            Entry::Capture {
                serial, is_text, ..
            } if *is_text == capture.is_text => {
                record.is_reached = true;
                Some(Some(*serial))
            }
            _ => {
                self.end(Expected::Internal);
                None
            }
        }
    }

    /// R15
    fn is_foreign(&self, place: &Place, name: &Name) -> bool {
        let ahead = self
            .line
            .records
            .iter()
            .filter(|record| record.is_recalled && !record.is_reached);
        ahead.into_iter().any(|record| match &record.entry {
            Entry::Capture { functions, .. } => {
                may_be_the_same(place, name, functions, &record.ident.name)
            }
            Entry::Answer(..) => false,
        })
    }
}

impl Backend for Model {
    type Scope = Place;

    fn call(&self, place: &Place, key: usize, function: &Function, of: &[u8]) -> Place {
        let place = place.call(key, function, of);
        self.0.borrow_mut().enter(&place);
        place
    }

    async fn ask(&self, place: &Place, ask: &Ask, of: &[u8], world: &World) -> Option<Answer> {
        let name = place.name(ask.key, ask.of(of));
        let ident = self.0.borrow_mut().claim(&name, false);
        let may_go_unasked = ask.or && ask.form.is_for_a_person();
        let answer = if may_go_unasked && !self.0.borrow_mut().may_ask(&ident, ask.form) {
            Some(Answer::nobodys(false))
        } else {
            self.answer(place, ask, of, world, ident).await
        };
        self.0
            .borrow_mut()
            .events
            .push(Event::Answered(ask.site, name, answer));
        answer
    }

    async fn capture(
        &self,
        place: &Place,
        capture: &Capture,
        of: &[u8],
        fails: bool,
    ) -> Option<u32> {
        let name = place.name(capture.key, of);
        let (ident, begun) = {
            let mut inner = self.0.borrow_mut();
            let ident = inner.claim(&name, true);
            let begun = inner.begin(place, &ident, capture);
            (ident, begun)
        };
        let serial = match begun {
            None => return pending().await,
            Some(Some(serial)) => Some(serial),
            Some(None) => self.evaluate(place, ident, capture, fails).await,
        };
        self.0
            .borrow_mut()
            .events
            .push(Event::Captured(capture.site, name, serial));
        serial
    }

    async fn become_task(&self, _: &Place) {}
}

impl Model {
    async fn answer(
        &self,
        place: &Place,
        ask: &Ask,
        of: &[u8],
        world: &World,
        mut ident: Ident,
    ) -> Option<Answer> {
        let mut asked = Asked {
            message: match ask.form {
                Form::Page => ask.message(of) + &ask.address("a link"),
                _ => ask.message(of),
            },
            form: ask.form,
            about: ask.about.then_some(world.revision),
            options: match ask.form {
                Form::Pick(list) => Some(world.lists[list].clone()),
                _ => None,
            },
            talk: Vec::new(),
        };
        loop {
            let settled = {
                let mut inner = self.0.borrow_mut();
                match ask.form {
                    Form::Page => inner.visit(ident.clone(), asked.clone(), world.is_paid),
                    _ => inner.ask(ident.clone(), asked.clone()),
                }
            };
            match settled {
                None => return pending().await,
                Some(Given::Yes(_)) if ask.form == Form::Page => {
                    return Some(Answer::nobodys(true));
                }
                Some(Given::Calls(turn)) => {
                    for call in call_ids(turn) {
                        let result = self.call(place, ask, of, &call).await;
                        asked.talk.push((call, result));
                    }
                    ident = self.0.borrow_mut().claim(&ident.name, false);
                }
                Some(given) => {
                    return match given.said(ask.form) {
                        Some(Said::Answer(answer)) => Some(answer),
                        _ => None,
                    };
                }
            }
        }
    }

    /// What a call of a tool gives. It runs where the next turn can be asked.
    async fn call(&self, place: &Place, ask: &Ask, of: &[u8], call: &str) -> u32 {
        let tool = ask.tool();
        let mut name = place.name(tool.key, ask.of(of));
        name.of.push(call.as_bytes().to_vec());
        let (ident, begun) = {
            let mut inner = self.0.borrow_mut();
            let ident = inner.claim(&name, true);
            let mut begun = inner.begin(place, &ident, &tool);
            if begun == Some(None) && !inner.has_room(ask) {
                begun = None;
            }
            (ident, begun)
        };
        let result = match begun {
            None => None,
            Some(Some(serial)) => Some(serial),
            Some(None) => self.evaluate(place, ident, &tool, false).await,
        };
        match result {
            Some(serial) => serial,
            None => pending().await,
        }
    }

    async fn evaluate(
        &self,
        place: &Place,
        ident: Ident,
        capture: &Capture,
        fails: bool,
    ) -> Option<u32> {
        self.0.borrow_mut().running += 1;
        if capture.is_slow {
            pause().await;
        }
        let mut inner = self.0.borrow_mut();
        inner.running -= 1;
        if fails {
            inner.has_failed = true;
            return None;
        }
        let effect = inner
            .effects
            .pop_front()
            .expect("a capture that should have run");
        assert_eq!(
            (effect.site, &effect.name),
            (capture.site, &ident.name),
            "another capture"
        );
        let functions = place.functions.iter().map(Function::identity).collect();
        inner.record(
            ident,
            Entry::Capture {
                serial: effect.serial,
                is_text: capture.is_text,
                functions,
            },
        );
        Some(effect.serial)
    }
}
