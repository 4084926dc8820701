//! The options of `ask_pick!`.

use super::{Count, One, Pick, Several, flaw, options};
use crate::ask::builder::Builder;
use crate::ask::text::Text;
use crate::ask::{Ask, At};
use crate::form::FormField;
use crate::replay::Flaw;

/// `ask_pick!`: the items, and how many are picked.
#[derive(Debug)]
pub struct PickKind<T, N> {
    items: Vec<T>,
    count: N,
    /// There are more items than this.
    too_many: Option<usize>,
    title: Option<&'static str>,
    description: Option<&'static str>,
}

/// What can be picked from: anything to iterate over.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list to pick from",
    label = "this is one value: hand over several, as a slice, a `Vec`, or anything else to iterate over"
)]
pub trait Items<T>: Sized {
    /// Begins `ask_pick!(items, ..)`. A list that is too long is not read to its end.
    fn pick(self, at: At<'_>) -> Builder<'_, PickKind<T, One>>;
}

// The type of the items is a parameter: named by projection, it would be a second error of what is no list.
#[diagnostic::do_not_recommend]
impl<T, I: IntoIterator<Item = T>> Items<T> for I {
    fn pick(self, at: At<'_>) -> Builder<'_, PickKind<T, One>> {
        let limit = at.flow.limits().pick_options;
        let mut items: Vec<_> = self.into_iter().take(limit.saturating_add(1)).collect();
        let too_many = (items.len() > limit).then_some(limit);
        items.truncate(limit);
        let kind = PickKind {
            items,
            count: One,
            too_many,
            title: None,
            description: None,
        };
        Builder::new(at, kind)
    }
}

impl<'f, T, N> Builder<'f, PickKind<T, N>> {
    /// `several = 1..=3`: how many are picked, as a list.
    pub fn several(self, count: Several) -> Builder<'f, PickKind<T, Several>> {
        self.map(|kind| PickKind {
            items: kind.items,
            count,
            too_many: kind.too_many,
            title: kind.title,
            description: kind.description,
        })
    }

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

    /// The message that the person reads, and how an item is sent and shown.
    pub fn message(
        self,
        message: String,
        option: impl Fn(&T) -> (String, String),
    ) -> Ask<'f, Pick<T, N>>
    where
        N: Count,
    {
        let Self {
            at,
            of,
            about,
            kind,
        } = self;
        let message = Text::message(at, message);
        let texts: Vec<_> = kind.items.iter().map(option).collect();
        let (flaw, field) = (kind.flaw(&texts), kind.field(texts));
        Ask::new(at, of, Pick::new(message, about, kind.items, field, flaw))
    }
}

impl<T, N: Count> PickKind<T, N> {
    fn flaw(&self, texts: &[(String, String)]) -> Option<Flaw> {
        let too_many = self.too_many.map(Flaw::TooMuchToPick);
        too_many
            .or_else(|| flaw(texts))
            .or_else(|| self.count.flaw(texts.len()))
    }

    fn field(&self, texts: Vec<(String, String)>) -> FormField {
        let mut field = FormField::new("value", self.count.kind(options(texts)));
        if let Some(title) = self.title {
            field = field.titled(title);
        }
        if let Some(description) = self.description {
            field = field.described(description);
        }
        match self.count.may_be_none() {
            true => field.optional(),
            false => field,
        }
    }
}
