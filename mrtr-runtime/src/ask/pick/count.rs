//! How many items are picked.

use std::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use crate::form::{ChoiceOption, FieldKind};
use crate::replay::Flaw;

/// Whether one item is picked or several.
pub trait Count {
    /// What the ask gives.
    type Answer<T>;

    /// The answer that is made of the items that were picked.
    fn answer<T>(picked: Vec<T>) -> Option<Self::Answer<T>>;

    /// The field that the person sees.
    fn kind(&self, options: Vec<ChoiceOption>) -> FieldKind;

    /// Whether so many options make an answer possible.
    fn flaw(&self, options: usize) -> Option<Flaw>;

    /// Whether nothing is an answer too.
    fn may_be_none(&self) -> bool;
}

/// One item is picked.
#[derive(Debug)]
pub struct One;

/// Several are, at least and at most so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Several {
    least: u32,
    most: Option<u32>,
}

/// What says how many are picked: a range.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how many may be picked",
    label = "write a range, such as `several = 1..=3` or `several = ..`"
)]
pub trait HowMany {
    /// At least and at most so many.
    fn several(self) -> Several;
}

macro_rules! how_many {
    ($($range:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl HowMany for $range {
            fn several(self) -> Several {
                Several::of(&self)
            }
        }
    )*};
}

how_many! {
    Range<u32>, RangeInclusive<u32>, RangeFrom<u32>, RangeTo<u32>, RangeToInclusive<u32>, RangeFull
}

impl Several {
    fn of(range: &impl RangeBounds<u32>) -> Self {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]

    use super::*;

    #[test]
    fn a_range_is_the_number_of_items() {
        let bounds = |count: Several| match count.kind(Vec::new()) {
            FieldKind::MultiChoice {
                min_items,
                max_items,
                ..
            } => (min_items, max_items),
            other => panic!("{other:?}"),
        };
        assert_eq!(bounds((1..=3).several()), (Some(1), Some(3)));
        assert_eq!(bounds((2..4).several()), (Some(2), Some(3)));
        assert_eq!(bounds((1..).several()), (Some(1), None));
        assert_eq!(bounds((..=2).several()), (None, Some(2)));
        assert_eq!(bounds((..3).several()), (None, Some(2)));
        assert_eq!(bounds((..).several()), (None, None));
        assert!((..).several().may_be_none() && !(1..).several().may_be_none());
    }

    #[test]
    fn a_number_that_the_list_cannot_give_is_found() {
        let flaw = |least, most| Some(Flaw::OutOfReach { least, most });
        assert_eq!((3..).several().flaw(2), flaw(3, 2));
        assert_eq!((..=0).several().flaw(2), flaw(0, 0));
        #[allow(clippy::reversed_empty_ranges, reason = "the mistake")]
        let reversed = (3..=1).several();
        assert_eq!(reversed.flaw(9), flaw(3, 1));
        assert_eq!((1..=9).several().flaw(2), None);
        assert_eq!(One.flaw(1), None);
    }
}
