//! Where answers and captured values come from, and where they may be used; it knows nothing of replay.

use std::collections::HashMap;

use crate::program::{Ask, Capture, Form, Function, Step};
use crate::sites::Identity;
use crate::walk::{Answer, Name, Place};
use crate::world::World;

/// Where in which program something stands, and for which rows it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    site: u32,
    rows: Vec<Vec<u8>>,
    program: Function,
}

impl Spot {
    fn new(place: &Place, site: u32, of: &[u8]) -> Self {
        Self {
            site,
            rows: place.rows(of),
            program: place.program().clone(),
        }
    }

    /// Whether both are of one program, in which keys tell sites apart.
    fn is_comparable(&self, other: &Self) -> bool {
        self.program == other.program && self.program.compiles()
    }
}

/// A question as a person sees it, and which of several it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub name: Name,
    pub occurrence: u32,
    pub message: String,
    pub form: Form,
    pub about: Option<u8>,
    /// What can be picked or typed.
    pub options: Option<Vec<u8>>,
    /// Where a page is.
    address: Option<String>,
    /// Whether it does not say which of several it is.
    is_counted: bool,
    spot: Spot,
}

impl Question {
    pub fn new(place: &Place, ask: &Ask, of: &[u8], world: &World, occurrence: u32) -> Self {
        let is_a_page = ask.form == Form::Page;
        Self {
            name: place.name(ask.key, ask.of(of)),
            occurrence,
            message: ask.message(of),
            form: ask.form.seen(),
            about: ask.about(world),
            options: ask.options(of, world),
            address: is_a_page.then(|| ask.address(world, "")),
            is_counted: ask.of(of).is_empty(),
            spot: Spot::new(place, ask.site, of),
        }
    }

    /// Whether no answer could be given.
    pub fn has_nothing_to_pick(&self) -> bool {
        self.form.is_a_pick() && self.options.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether what was answered to this may count for the other one: a person would have seen no difference, and it
    /// is the same ask for the same rows, but for what the author says is one question, whichever is asked: asks of one
    /// key in arms of a branch, turns that are counted, and another version's ask of the same words.
    fn may_stand_for(&self, now: &Self) -> bool {
        // Which turn of a conversation it is, only the model knows.
        let is_a_turn = self.form == Form::Agent;
        let is_same_question = (&self.name, &self.message, self.form, self.about)
            == (&now.name, &now.message, now.form, now.about)
            && (&self.options, &self.address) == (&now.options, &now.address)
            && (is_a_turn || self.occurrence == now.occurrence);
        let is_same_site = self.spot.site == now.spot.site
            || are_arms(&self.spot.program, self.spot.site, now.spot.site);
        let is_same_row = self.spot.rows == now.spot.rows || (self.is_counted && now.is_counted);
        let is_same_spot = is_same_site && is_same_row;
        is_same_question && (is_same_spot || !self.spot.is_comparable(&now.spot))
    }
}

/// Whether two asks stand in the two arms of a branch.
fn are_arms(program: &Function, one: u32, other: u32) -> bool {
    fn has(steps: &[Step], site: u32) -> bool {
        steps.iter().any(|step| match step {
            Step::Ask(ask) => ask.site == site,
            Step::Each(_, body) | Step::Until(_, body) | Step::Call(_, Function { body, .. }) => {
                has(body, site)
            }
            Step::Join(branches) => branches.iter().any(|branch| has(branch, site)),
            Step::If(yes, no) => has(yes, site) || has(no, site),
            Step::Capture(_) | Step::Pause | Step::Task => false,
        })
    }
    fn look(steps: &[Step], one: u32, other: u32) -> bool {
        steps.iter().any(|step| match step {
            Step::If(yes, no) => {
                (has(yes, one) && has(no, other))
                    || (has(yes, other) && has(no, one))
                    || look(yes, one, other)
                    || look(no, one, other)
            }
            Step::Each(_, body) | Step::Until(_, body) | Step::Call(_, Function { body, .. }) => {
                look(body, one, other)
            }
            Step::Join(branches) => branches.iter().any(|branch| look(branch, one, other)),
            Step::Ask(_) | Step::Capture(_) | Step::Pause | Step::Task => false,
        })
    }
    look(&program.body, one, other)
}

/// What a person or a model said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Answer(Answer),
    Refusal,
}

/// One evaluation of a capture, or of a tool that a model called.
#[derive(Clone, Debug)]
pub struct Effect {
    pub site: u32,
    pub name: Name,
    pub occurrence: u32,
    /// Zero until it is evaluated.
    pub serial: u32,
    is_text: bool,
    functions: Vec<Identity>,
    spot: Spot,
    /// The id of the call, which no two calls of a case have in common.
    call: Option<String>,
}

impl Effect {
    /// Where it stands now.
    pub fn new(place: &Place, capture: &Capture, of: &[u8], occurrence: u32) -> Self {
        Self {
            site: capture.site,
            name: place.name(capture.key, of),
            occurrence,
            serial: 0,
            is_text: capture.is_text,
            functions: place.functions.iter().map(|f| f.identity()).collect(),
            spot: Spot::new(place, capture.site, of),
            call: None,
        }
    }

    /// A call of the tool of an agent, by a turn of its model.
    pub fn of_a_call(place: &Place, ask: &Ask, of: &[u8], call: &str) -> Self {
        let mut effect = Self::new(place, &ask.tool(), ask.of(of), 1);
        effect.name.of.push(call.as_bytes().to_vec());
        effect.call = Some(call.to_owned());
        effect
    }

    /// Whether this is what `earlier` did already: the same line of code for the same rows, or under other rows than
    /// those that can be told from them.
    fn repeats(&self, earlier: &Self) -> bool {
        if self.call.is_some() {
            return self.call == earlier.call;
        }
        let loops = |name: &Name| -> Vec<usize> { name.of.iter().map(Vec::len).collect() };
        let is_same_row = self.name.of == earlier.name.of;
        self.site == earlier.site && (is_same_row || loops(&self.name) != loops(&earlier.name))
    }

    /// Whether both are the same line of code for the same rows, as far as it can be told.
    fn is_of_one_spot(&self, other: &Self) -> bool {
        let is_same_spot = (self.spot.site, &self.spot.rows) == (other.spot.site, &other.spot.rows);
        is_same_spot || !self.spot.is_comparable(&other.spot)
    }
}

/// Everything that was answered and captured in all flows of a case.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    answers: HashMap<u32, (Question, Said)>,
    effects: HashMap<u32, Effect>,
    last: u32,
    /// What happened and must not.
    pub broken: Vec<String>,
}

impl Truth {
    pub fn next(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    /// A person answers a question.
    pub fn answer(&mut self, serial: u32, question: &Question, said: Said) {
        self.answers.insert(serial, (question.clone(), said));
    }

    /// A handler has an answer for its question, in a line in which these were given.
    pub fn check_answer(&mut self, line: &[u32], answer: Option<Answer>, question: &Question) {
        let said = match answer {
            Some(answer) if answer.is_nobodys => return,
            Some(answer) => Said::Answer(answer),
            None => Said::Refusal,
        };
        let mut given = line.iter().filter_map(|serial| self.answers.get(serial));
        if !given.any(|(then, what)| *what == said && then.may_stand_for(question)) {
            let given: Vec<_> = line.iter().map(|serial| self.answers.get(serial)).collect();
            self.broken
                .push(format!("{said:?} for {question:?}, of {given:?}"));
        }
    }

    /// How many turns the model of an agent had taken when it gave this answer.
    pub fn turn_of(&self, serial: u32) -> u32 {
        let answer = self.answers.get(&serial);
        answer.map_or(1, |(question, _)| question.occurrence)
    }

    /// A capture is evaluated, in a line of a flow that had these effects before.
    pub fn capture(&mut self, before: &[Effect], mut effect: Effect, place: &Place) -> Effect {
        effect.serial = self.next();
        for earlier in before {
            let is_again = (&earlier.name, earlier.occurrence) == (&effect.name, effect.occurrence);
            if is_again || (effect.repeats(earlier) && !is_accepted(place, earlier)) {
                self.broken
                    .push(format!("{effect:?} ran before: {earlier:?}"));
            }
        }
        self.effects.insert(effect.serial, effect.clone());
        effect
    }

    /// A handler has the value of a capture.
    pub fn check_captured(&mut self, serial: u32, now: &Effect, place: &Place) {
        let then = &self.effects[&serial];
        let name = |effect: &Effect| (effect.name.clone(), effect.occurrence, effect.is_text);
        let function = place.functions.last().zip(then.functions.last());
        let is_taken = function.is_some_and(|(now, then)| now.takes(then));
        if name(now) != name(then) || !is_taken || !now.is_of_one_spot(then) {
            self.broken.push(format!("a value of {then:?} for {now:?}"));
        }
    }
}

/// Whether an author has said that what was captured then still fits, though something has changed.
fn is_accepted(place: &Place, earlier: &Effect) -> bool {
    let mut both = place.functions.iter().zip(&earlier.functions);
    both.any(|(now, then)| now.identity() != *then && now.accept.contains(&then.0))
}
