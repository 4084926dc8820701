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
    pub serial: u32,
    is_text: bool,
    functions: Vec<Identity>,
}

impl Effect {
    pub fn new(place: &Place, capture: &Capture, of: &[u8], serial: u32) -> Self {
        Self {
            site: capture.site,
            name: place.name(capture.key, of),
            serial,
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
#[derive(Debug, Default)]
pub struct Truth {
    answers: HashMap<u32, Question>,
    effects: HashMap<u32, Effect>,
    last: u32,
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
    pub fn check_answer(&self, serial: u32, question: &Question) {
        assert_eq!(
            self.answers[&serial], *question,
            "an answer to another question"
        );
    }

    /// A capture is evaluated, in a line of a flow that had these effects before.
    pub fn capture(
        &mut self,
        before: &[Effect],
        place: &Place,
        capture: &Capture,
        of: &[u8],
    ) -> Effect {
        let effect = Effect::new(place, capture, of, self.next());
        for earlier in before {
            assert_ne!(earlier.name, effect.name, "a capture ran again");
            let is_known = is_accepted(place, earlier);
            assert!(
                is_known || !effect.repeats(earlier),
                "an effect under another name: {earlier:?} {effect:?}"
            );
        }
        self.effects.insert(effect.serial, effect.clone());
        effect
    }

    /// A handler has the value of a capture.
    pub fn check_captured(&self, serial: u32, place: &Place, capture: &Capture, of: &[u8]) {
        let effect = &self.effects[&serial];
        assert_eq!(
            effect.name,
            place.name(capture.key, of),
            "a value of another capture"
        );
        assert_eq!(effect.is_text, capture.is_text, "a value of another type");
        let (now, then) = (place.functions.last(), effect.functions.last());
        assert!(
            now.unwrap().takes(then.unwrap()),
            "a value of another version"
        );
    }
}

/// Whether an author has said that what was captured then still fits, though something has changed.
fn is_accepted(place: &Place, earlier: &Effect) -> bool {
    let mut both = place.functions.iter().zip(&earlier.functions);
    both.any(|(now, then)| now.identity() != *then && now.accept.contains(&then.0))
}
