//! A choice from a list that is made at run time: `ask_pick!`.

mod builder;
mod count;

use std::borrow::Cow;
use std::collections::HashMap;
use std::marker::PhantomData;

use serde_json::{Map, Value};

pub use self::builder::Items;
pub(super) use self::builder::PickKind;
pub use self::count::HowMany;
use self::count::{Count, One, Several};
use super::Refused;
use super::asked::{Asked, read};
use super::future::Answered;
use super::message::escaped;
use super::text::Text;
use crate::form::{Answer, ChoiceOption, FieldKind, Form, FormField, Rule};
use crate::replay::{Again, Flaw, Invalid, Question};
use crate::state::{Kind, Outcome, ShortDigest};
use crate::wire::{Capability, InputRequest};

/// The question of `ask_pick!(items, ..)`: a form of one field, `value`, whose options are the items.
///
/// The list is part of the form, and so of the digest: an answer to another list is none to this one.
#[derive(Debug)]
pub struct Pick<T, N> {
    asked: Asked,
    /// Each is taken out at most once, when it was picked.
    items: Vec<Option<T>>,
    flaw: Option<Flaw>,
    count: PhantomData<fn() -> N>,
}

/// Nothing in it refers to itself.
impl<T, N> Unpin for Pick<T, N> {}

impl<T, N: Count> Pick<T, N> {
    fn new(
        message: Text,
        about: Option<ShortDigest>,
        items: Vec<T>,
        field: FormField,
        flaw: Option<Flaw>,
    ) -> Self {
        let form = Form::new(vec![field]);
        Self {
            asked: Asked::new(message, Cow::Owned(form), about),
            items: items.into_iter().map(Some).collect(),
            flaw,
            count: PhantomData,
        }
    }
}

/// The options that the person sees. Items of the same title are told apart by what is sent.
fn options(texts: Vec<(String, String)>) -> Vec<ChoiceOption> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (_, title) in &texts {
        *seen.entry(title).or_default() += 1;
    }
    let is_shared = |title: &str| seen.get(title).is_some_and(|count| *count > 1);
    let option = |(value, title): &(String, String)| {
        let shown = if is_shared(title) && title != value {
            format!("{} ({})", escaped(title), escaped(value))
        } else {
            escaped(title).to_string()
        };
        ChoiceOption::new(value.clone(), shown)
    };
    texts.iter().map(option).collect()
}

/// The first item that could not be picked.
fn flaw(texts: &[(String, String)]) -> Option<Flaw> {
    if texts.is_empty() {
        return Some(Flaw::NothingToPick);
    }
    let mut places = HashMap::new();
    texts.iter().zip(1..).find_map(|((value, title), place)| {
        if value.is_empty() || title.trim().is_empty() {
            return Some(Flaw::NoText(place));
        }
        let first = places.insert(value, place)?;
        Some(Flaw::SameValue(first, place))
    })
}

/// The places of the options that an answer holds, in the answer's order.
fn picked(form: &Form, content: &Map<String, Value>) -> Option<Vec<usize>> {
    let mut answers = form.read(content).ok()?;
    let values = answers.take_with(values).ok()?;
    let (FieldKind::Choice { options, .. } | FieldKind::MultiChoice { options, .. }) =
        form.fields().first()?.kind()
    else {
        return None;
    };
    let place = |value: &str| options.iter().position(|option| option.value() == value);
    values.into_iter().map(place).collect()
}

fn values(answer: Option<Answer<'_>>) -> Result<Vec<&str>, Rule> {
    match answer {
        Some(Answer::Choice(value)) => Ok(vec![value]),
        Some(Answer::Choices(values)) => Ok(values),
        None => Ok(Vec::new()),
        Some(_) => Err(Rule::NotChoice),
    }
}

impl<T, N: Count> Question for Pick<T, N> {
    fn kind(&self) -> Kind {
        Kind::Form
    }

    fn digest(&self) -> ShortDigest {
        self.asked.digest
    }

    fn capabilities(&self) -> Vec<Capability> {
        self.asked.form.needs()
    }

    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        let form = &self.asked.form;
        self.asked
            .settle(answer, |content| form.read(content).map(drop))
    }

    fn request(&self, again: Option<&Again>) -> InputRequest {
        self.asked.request(again)
    }

    fn flaw(&self) -> Option<Flaw> {
        self.flaw.clone()
    }
}

impl<T, N: Count> Answered for Pick<T, N> {
    type Answer = Result<N::Answer<T>, Refused>;

    fn read(&mut self, outcome: &Outcome, key: &str) -> Option<Self::Answer> {
        let Self { asked, items, .. } = self;
        read(outcome, key, |content| {
            let places = picked(&asked.form, content)?;
            let mut take = |place: usize| items.get_mut(place)?.take();
            let picked: Option<Vec<T>> = places.into_iter().map(&mut take).collect();
            N::answer(picked?)
        })
    }
}

#[cfg(test)]
mod tests;
