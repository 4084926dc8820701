//! Where answers and captured values come from, and where they may be used; it knows nothing of replay.

use std::collections::HashMap;

use crate::program::{Ask, Capture, Form, Identity};
use crate::walk::{Name, Place};

/// A question as a person sees it, and which of several it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub name: Name,
    pub occurrence: u32,
    pub message: String,
    pub form: Form,
    pub about: Option<u8>,
}

impl Question {
    pub fn new(place: &Place, ask: &Ask, of: &[u8], about: u8, occurrence: u32) -> Self {
        Self {
            name: place.name(ask.key, of),
            occurrence,
            message: ask.message(),
            form: ask.form,
            about: ask.about.then_some(about),
        }
    }
}

/// One evaluation of a capture.
#[derive(Clone, Debug)]
pub struct Effect {
    pub site: u32,
    pub name: Name,
    pub occurrence: u32,
    /// Zero until it is evaluated.
    pub serial: u32,
    is_text: bool,
    functions: Vec<Identity>,
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
        }
    }

    /// Whether this is what `earlier` did already: the same line of code for the same rows, or under other rows than
    /// those that can be told from them.
    fn repeats(&self, earlier: &Self) -> bool {
        let loops = |name: &Name| -> Vec<usize> { name.of.iter().map(Vec::len).collect() };
        let is_same_row = self.name.of == earlier.name.of;
        self.site == earlier.site && (is_same_row || loops(&self.name) != loops(&earlier.name))
    }
}

/// Everything that was answered and captured in all flows of a case.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    answers: HashMap<u32, Question>,
    effects: HashMap<u32, Effect>,
    last: u32,
    /// What happened and must not.
    pub broken: Vec<String>,
}

impl Truth {
    fn next(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    /// A person answers a question.
    pub fn answer(&mut self, question: &Question) -> u32 {
        let serial = self.next();
        self.answers.insert(serial, question.clone());
        serial
    }

    /// A handler has an answer for its question.
    pub fn check_answer(&mut self, serial: u32, question: &Question) {
        if self.answers.get(&serial) != Some(question) {
            self.broken
                .push(format!("an answer to another question than {question:?}"));
        }
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
        if name(now) != name(then) || !is_taken {
            self.broken.push(format!("a value of {then:?} for {now:?}"));
        }
    }
}

/// Whether an author has said that what was captured then still fits, though something has changed.
fn is_accepted(place: &Place, earlier: &Effect) -> bool {
    let mut both = place.functions.iter().zip(&earlier.functions);
    both.any(|(now, then)| now.identity() != *then && now.accept.contains(&then.0))
}
