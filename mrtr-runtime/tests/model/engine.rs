//! A program on the engine, by what the macros expand to.

use std::cell::RefCell;
use std::collections::HashMap;

use mrtr_runtime::__private::{
    At, Begin, Begun, Capturable, Digested, Function as Described, HowMany, Items, Keepable,
    UrlAsk, confirm, elicit, roots, sample, task, url,
};
use mrtr_runtime::{Elicit, Flow, Reply, SampleTool, ToolUse};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::program::{Ask, Capture, Form, Function, key, typed};
use crate::truth::{Effect, Question, Truth};
use crate::walk::{Answer, Backend, Event, Left, Name, Picked, Place, Walking, pauses, walk};
use crate::world::World;

/// Runs a handler for one round.
pub async fn run(
    flow: &Flow,
    handler: &Function,
    world: &World,
    run: &Run<'_>,
) -> Reply<Result<bool, Left>> {
    let described = handler.described(false);
    flow.run(described, body(flow, described, handler, world, run))
        .await
}

/// As [`run`], for a handler whose rounds count once.
pub async fn run_once(
    flow: &Flow,
    handler: &Function,
    world: &World,
    run: &Run<'_>,
) -> Reply<Result<bool, Left>> {
    let described = handler.described(true);
    let body = body(flow, described, handler, world, run);
    flow.run_once(described, body, Keepable::keep()).await
}

/// The author's statements.
pub fn body<'a>(
    flow: &Flow,
    described: &'static Described,
    handler: &'a Function,
    world: &'a World,
    run: &'a Run<'_>,
) -> Walking<'a> {
    let scope = Scope {
        flow: flow.enter(described),
        place: Place::of(handler),
    };
    walk(run, world, scope, Vec::new(), &handler.body)
}

/// What one round does.
pub struct Run<'t> {
    pub truth: &'t RefCell<Truth>,
    /// The effects of the rounds before it.
    pub before: &'t [Effect],
    /// What was answered in its flow up to now, where that is known.
    pub given: Option<&'t [u32]>,
    pub log: RefCell<Log>,
}

#[derive(Debug, Default)]
pub struct Log {
    pub events: Vec<Event>,
    pub effects: Vec<Effect>,
    /// Of each capture that began, whether it was to fail.
    pub begun: Vec<bool>,
    /// Questions that were reached and had no answer.
    pub open: Vec<Question>,
    uses: HashMap<Name, u32>,
}

#[derive(Clone)]
pub struct Scope {
    flow: Flow,
    place: Place,
}

impl<'t> Run<'t> {
    pub fn new(truth: &'t RefCell<Truth>, before: &'t [Effect]) -> Self {
        Self {
            truth,
            before,
            given: None,
            log: RefCell::default(),
        }
    }

    /// How often this name came by, with this time.
    fn uses(&self, name: Name) -> u32 {
        let mut log = self.log.borrow_mut();
        let uses = log.uses.entry(name).or_default();
        *uses += 1;
        *uses
    }

    fn evaluate(&self, place: &Place, effect: Effect) -> u32 {
        let effect = self.truth.borrow_mut().capture(self.before, effect, place);
        let serial = effect.serial;
        self.log.borrow_mut().effects.push(effect);
        serial
    }

    async fn value<T: Serialize + DeserializeOwned>(
        &self,
        begin: Begin<'_>,
        capture: &Capture,
        world: &World,
        evaluate: impl FnOnce() -> T,
    ) -> Option<T> {
        match begin.begin(<T as Capturable>::CODEC).await {
            Begun::Recorded(value) => Some(value),
            Begun::Evaluate(slot) => {
                let fails = capture.fails(world);
                self.log.borrow_mut().begun.push(fails);
                pauses(capture.pauses(world)).await;
                if fails {
                    return None;
                }
                Some(slot.keep(evaluate()).await)
            }
        }
    }
}

impl Backend for Run<'_> {
    type Scope = Scope;

    fn call(&self, scope: &Scope, number: usize, function: &Function, of: &[u8]) -> Scope {
        let mut flow = scope.flow.part(key(number));
        if !of.is_empty() {
            flow = flow.of(of);
        }
        Scope {
            flow: flow.enter(function.described(false)),
            place: scope.place.call(number, function, of),
        }
    }

    async fn ask(&self, scope: &Scope, ask: &Ask, of: &[u8], world: &World) -> Option<Answer> {
        let name = scope.place.name(ask.key, ask.of(of));
        let occurrence = self.uses(name.clone());
        let question = Question::new(&scope.place, ask, of, world, occurrence);
        self.log.borrow_mut().open.push(question.clone());
        let answer = self.answer(scope, ask, of, world).await;
        if let Some(given) = self.given {
            let mut truth = self.truth.borrow_mut();
            truth.check_answer(given, answer, &question);
        }
        let mut log = self.log.borrow_mut();
        log.open.retain(|open| *open != question);
        if let (Form::Agent, Some(serial)) = (ask.form, answer.and_then(|answer| answer.serial)) {
            // Its turns had names of their own.
            let turns = self.truth.borrow().turn_of(serial);
            log.uses.insert(name, turns);
        }
        log.events
            .push(Event::Answered(ask.site, question.name, answer));
        answer
    }

    async fn capture(
        &self,
        scope: &Scope,
        capture: &Capture,
        of: &[u8],
        world: &World,
    ) -> Option<u32> {
        let occurrence = self.uses(scope.place.name(capture.key, of));
        let effect = Effect::new(&scope.place, capture, of, occurrence);
        let mut begin = Begin::new(at(&scope.flow, key(capture.key)));
        if !of.is_empty() {
            begin = begin.of(of.digested("of"));
        }
        let evaluate = || self.evaluate(&scope.place, effect.clone());
        let serial = if capture.is_text {
            let text = self.value(begin, capture, world, || evaluate().to_string());
            text.await.map(|text| text.parse().unwrap())
        } else {
            self.value(begin, capture, world, evaluate).await
        };
        if let Some(serial) = serial {
            let mut truth = self.truth.borrow_mut();
            truth.check_captured(serial, &effect, &scope.place);
        }
        let name = scope.place.name(capture.key, of);
        self.log
            .borrow_mut()
            .events
            .push(Event::Captured(capture.site, name, serial));
        serial
    }

    async fn become_task(&self, scope: &Scope) {
        task(at(&scope.flow, "task")).begin().await;
    }
}

const fn at<'f>(flow: &'f Flow, key: &'static str) -> At<'f> {
    At {
        flow,
        key,
        file: "model",
        line: 1,
    }
}

impl Run<'_> {
    /// What the ask macros expand to.
    async fn answer(&self, scope: &Scope, ask: &Ask, of: &[u8], world: &World) -> Option<Answer> {
        macro_rules! asked_of {
            ($ask:expr) => {{
                let asked = $ask;
                match ask.of(of) {
                    [] => asked,
                    rows => asked.of(rows.digested("of")),
                }
            }};
        }
        macro_rules! asked {
            ($ask:expr $(, $option:expr)?) => {{
                let mut asked = asked_of!($ask);
                if ask.about {
                    asked = asked.about(world.revision.digested("about"));
                }
                asked.message(ask.message(of) $(, $option)?)
            }};
        }
        macro_rules! or {
            ($ask:expr) => {{
                let asked = $ask;
                if ask.or && !asked.can() {
                    return Some(Answer::nobodys(false));
                }
                asked.await.ok()
            }};
        }
        let at = at(&scope.flow, key(ask.key));
        match ask.form {
            Form::Text => {
                let text = or!(asked!(elicit(at, <String as Elicit>::TYPED)));
                text.map(|text| read_text(&text))
            }
            Form::Number => {
                let number = or!(asked!(elicit(at, <u32 as Elicit>::TYPED)));
                number.map(read_number)
            }
            Form::Confirm => {
                let yes: Option<()> = or!(asked!(confirm(at)));
                yes.map(|()| Answer::bare_yes())
            }
            Form::TypeIn => {
                let options = ask.options(of, world).unwrap_or_default();
                let yes: Option<()> = or!(asked!(confirm(at).type_in(typed(&options))));
                yes.map(|()| Answer::bare_yes())
            }
            Form::Pick(list) => {
                let items = world.lists[list].clone().pick(at);
                let picked: Option<u8> = or!(asked!(items, option));
                picked.map(|row| Answer::picked(Picked::new(&[row])))
            }
            Form::Several(list) => {
                let items = world.lists[list].clone().pick(at);
                let items = items.several((..=2).several());
                let picked: Option<Vec<u8>> = or!(asked!(items, option));
                picked.map(|rows| Answer::picked(Picked::new(&rows)))
            }
            Form::Roots => {
                let roots = asked_of!(roots(at)).ask().await;
                let path = roots.iter().next()?.path().trim_matches('/');
                Some(read_text(&path.replace('/', " ")))
            }
            Form::Sample => Some(read_text(&asked!(sample(at)).await.text().unwrap())),
            Form::Agent => {
                let tool = SampleTool::new("make", "Makes it", json!({"type": "object"}));
                let run = |call: ToolUse| self.call(&scope.place, ask, of, call.id, world);
                let done = asked!(sample(at).tools([tool]).run(run)).await;
                Some(read_text(&done.text().unwrap()))
            }
            Form::Page => {
                let page = asked!(url(at, ask.address(world, &scope.flow.link())));
                self.visit(page, world).await
            }
        }
    }

    async fn visit(&self, mut page: UrlAsk<'_>, world: &World) -> Option<Answer> {
        loop {
            if page.refused().await.is_some() {
                return None;
            }
            if world.is_paid {
                page.done();
                return Some(Answer::nobodys(true));
            }
            page.wait().await;
        }
    }

    /// The tool of an agent.
    async fn call(
        &self,
        place: &Place,
        ask: &Ask,
        of: &[u8],
        call: String,
        world: &World,
    ) -> String {
        self.log.borrow_mut().begun.push(false);
        pauses(ask.tool().pauses(world)).await;
        let effect = Effect::of_a_call(place, ask, of, &call);
        self.evaluate(place, effect).to_string()
    }
}

/// How a row is sent and shown.
fn option(row: &u8) -> (String, String) {
    (row.to_string(), format!("Row {row}"))
}

fn read_text(text: &str) -> Answer {
    let (word, serial) = text.split_once(' ').unwrap();
    Answer::said(word == "yes", serial.parse().unwrap())
}

const fn read_number(number: u32) -> Answer {
    Answer::said(number.is_multiple_of(2), number / 2)
}
