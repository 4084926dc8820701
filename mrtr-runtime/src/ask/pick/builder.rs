//! The options of `ask_pick!`.

use std::ops::{Bound, RangeBounds};

use super::{Count, Pick, flaw, options};
use crate::ask::builder::Builder;
use crate::ask::{Ask, At};
use crate::form::{ChoiceOption, FieldKind, FormField, PickItem};
use crate::replay::Flaw;

/// `ask_pick!`: the items, how they are shown, and how many are picked.
#[derive(Debug)]
pub struct PickKind<T, S, N> {
    items: Vec<T>,
    shown: S,
    count: N,
    /// There are more items than this.
    too_many: Option<usize>,
    title: Option<&'static str>,
    description: Option<&'static str>,
}

/// The items show themselves.
#[derive(Debug)]
pub struct Unshown;

/// Value and title of each item, as `show` gives them.
#[derive(Debug)]
pub struct Shown(Vec<(String, String)>);

/// One item is picked.
#[derive(Debug)]
pub struct One;

/// `several = 1..=3`
#[derive(Debug)]
pub struct Several {
    least: u32,
    most: Option<u32>,
}

/// Begins `ask_pick!(items, ..)`. A list that is too long is not read to its end.
// The type of the items is a parameter: named by projection, it would be a second error of what is no list.
pub fn pick<T, I: IntoIterator<Item = T>>(
    at: At<'_>,
    items: I,
) -> Builder<'_, PickKind<T, Unshown, One>> {
    let limit = at.flow.limits().pick_options;
    let mut items: Vec<_> = items.into_iter().take(limit.saturating_add(1)).collect();
    let too_many = (items.len() > limit).then_some(limit);
    items.truncate(limit);
    let kind = PickKind {
        items,
        shown: Unshown,
        count: One,
        too_many,
        title: None,
        description: None,
    };
    Builder::new(at, kind)
}

impl<'f, T, S, N> Builder<'f, PickKind<T, S, N>> {
    /// `title = ".."`: what the field is shown under.
    pub fn title(mut self, title: &'static str) -> Self {
        self.kind.title = Some(title);
        self
    }

    /// `description = ".."`: an explanation beside the field.
    pub fn description(mut self, description: &'static str) -> Self {
        self.kind.description = Some(description);
        self
    }
}

impl<'f, T, N> Builder<'f, PickKind<T, Unshown, N>> {
    /// `show = |item| ..`: what displays, or a pair of what is sent and what is shown.
    pub fn show<By, X: PickItem<By>>(
        self,
        show: impl Fn(&T) -> X,
    ) -> Builder<'f, PickKind<T, Shown, N>> {
        let texts = self.kind.items.iter().map(show);
        let shown = Shown(texts.map(|shown| (shown.value(), shown.title())).collect());
        self.map(|kind| kind.with(shown))
    }

    /// The message that the person reads.
    // In one line, since rustc shows all of them to one whose items have no text.
    #[rustfmt::skip]
    pub fn message<By>(self, message: String) -> Ask<'f, Pick<T, N>> where T: PickItem<By>, N: Count {
        let items = self.kind.items.iter();
        let shown = Shown(items.map(|item| (item.value(), item.title())).collect());
        self.map(|kind| kind.with(shown)).message(message)
    }
}

impl<T, S, N> PickKind<T, S, N> {
    fn with<R>(self, shown: R) -> PickKind<T, R, N> {
        PickKind {
            items: self.items,
            shown,
            count: self.count,
            too_many: self.too_many,
            title: self.title,
            description: self.description,
        }
    }
}

impl<'f, T, S> Builder<'f, PickKind<T, S, One>> {
    /// `several = 1..=3`: how many are picked, as a list.
    pub fn several(self, range: impl RangeBounds<u32>) -> Builder<'f, PickKind<T, S, Several>> {
        let count = Several::of(&range);
        self.map(|kind| PickKind {
            items: kind.items,
            shown: kind.shown,
            count,
            too_many: kind.too_many,
            title: kind.title,
            description: kind.description,
        })
    }
}

impl<'f, T, N: Count> Builder<'f, PickKind<T, Shown, N>> {
    /// The message that the person reads.
    pub fn message(self, message: String) -> Ask<'f, Pick<T, N>> {
        let Self {
            at,
            of,
            about,
            kind,
        } = self;
        let flaw = kind.flaw();
        let field = field(kind.shown.0, &kind.count, (kind.title, kind.description));
        Ask::new(at, of, Pick::new(message, about, kind.items, field, flaw))
    }
}

impl<T, N: Count> PickKind<T, Shown, N> {
    fn flaw(&self) -> Option<Flaw> {
        let texts = &self.shown.0;
        let too_many = self.too_many.map(Flaw::TooMuchToPick);
        too_many
            .or_else(|| flaw(texts))
            .or_else(|| self.count.flaw(texts.len()))
    }
}

fn field(
    texts: Vec<(String, String)>,
    count: &impl Count,
    (title, description): (Option<&'static str>, Option<&'static str>),
) -> FormField {
    let mut field = FormField::new("value", count.kind(options(texts)));
    if let Some(title) = title {
        field = field.titled(title);
    }
    if let Some(description) = description {
        field = field.described(description);
    }
    match count.may_be_none() {
        true => field.optional(),
        false => field,
    }
}

impl Several {
    pub(super) fn of(range: &impl RangeBounds<u32>) -> Self {
        let least = match range.start_bound() {
            Bound::Included(least) => *least,
            Bound::Excluded(below) => below.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let most = match range.end_bound() {
            Bound::Included(most) => Some(*most),
            Bound::Excluded(above) => Some(above.saturating_sub(1)),
            Bound::Unbounded => None,
        };
        Self { least, most }
    }
}

impl Count for One {
    type Answer<T> = T;

    fn answer<T>(picked: Vec<T>) -> Option<T> {
        picked.into_iter().next()
    }

    fn kind(&self, options: Vec<ChoiceOption>) -> FieldKind {
        FieldKind::choice(options)
    }

    fn flaw(&self, _: usize) -> Option<Flaw> {
        None
    }

    fn may_be_none(&self) -> bool {
        false
    }
}

impl Count for Several {
    type Answer<T> = Vec<T>;

    fn answer<T>(picked: Vec<T>) -> Option<Vec<T>> {
        Some(picked)
    }

    fn kind(&self, options: Vec<ChoiceOption>) -> FieldKind {
        FieldKind::MultiChoice {
            options,
            min_items: (self.least > 0).then_some(self.least),
            max_items: self.most,
            default: None,
        }
    }

    fn flaw(&self, options: usize) -> Option<Flaw> {
        let offered = u32::try_from(options).unwrap_or(u32::MAX);
        let most = self.most.unwrap_or(offered).min(offered);
        let least = self.least;
        (least > most || most == 0).then_some(Flaw::OutOfReach { least, most })
    }

    fn may_be_none(&self) -> bool {
        self.least == 0
    }
}
