//! Deploys, and what else changes between two requests.

use proptest::prelude::*;

use crate::program::{Ask, Capture, Form, Function, Rows, Step};
use crate::world::World;

/// One change: of what kind, where, and to what.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    kind: Kind,
    at: usize,
    to: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Reword,
    OtherForm,
    About,
    Must,
    Or,
    Counted,
    Shows,
    Moves,
    CapturedType,
    Rename,
    TakeAnotherKey,
    InsertAsk,
    InsertCapture,
    Double,
    Remove,
    SwapWithNext,
    ReverseBranches,
    IntoLoop,
    IntoUntil,
    IntoPart,
    OutOf,
    Version,
    AcceptingVersion,
    Unsolicited,
    RowGone,
    RowCame,
    RowsReversed,
    Revision,
    Down,
    Late,
    Paid,
    Keys,
    Client,
}

const KINDS: [Kind; 33] = [
    Kind::Reword,
    Kind::OtherForm,
    Kind::About,
    Kind::Must,
    Kind::Or,
    Kind::Counted,
    Kind::Shows,
    Kind::Moves,
    Kind::CapturedType,
    Kind::Rename,
    Kind::TakeAnotherKey,
    Kind::InsertAsk,
    Kind::InsertCapture,
    Kind::Double,
    Kind::Remove,
    Kind::SwapWithNext,
    Kind::ReverseBranches,
    Kind::IntoLoop,
    Kind::IntoUntil,
    Kind::IntoPart,
    Kind::OutOf,
    Kind::Version,
    Kind::AcceptingVersion,
    Kind::Unsolicited,
    Kind::RowGone,
    Kind::RowCame,
    Kind::RowsReversed,
    Kind::Revision,
    Kind::Down,
    Kind::Late,
    Kind::Paid,
    Kind::Keys,
    Kind::Client,
];

impl Arbitrary for Change {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let kind = prop::sample::select(&KINDS[..]);
        (kind, 0..12_usize, 0..12_usize)
            .prop_map(|(kind, at, to)| Self { kind, at, to })
            .boxed()
    }
}

impl Change {
    /// Changes that make questions out of date.
    pub fn of_questions() -> impl Strategy<Value = Self> {
        let kinds = [Kind::Revision, Kind::Reword, Kind::Version, Kind::OtherForm];
        (prop::sample::select(kinds.to_vec()), 0..3_usize, 0..3_usize)
            .prop_map(|(kind, at, to)| Self { kind, at, to })
    }

    /// Changes of what the client declares, and of asks that look at it.
    pub fn of_clients() -> impl Strategy<Value = Self> {
        let kinds = [Kind::Client, Kind::Or];
        (prop::sample::select(kinds.to_vec()), 0..6_usize, 0..4_usize)
            .prop_map(|(kind, at, to)| Self { kind, at, to })
    }

    /// Changes of pages, and of what tells one from another.
    pub fn of_pages() -> impl Strategy<Value = Self> {
        let kinds = [Kind::Revision, Kind::Paid, Kind::Moves, Kind::Reword];
        (prop::sample::select(kinds.to_vec()), 0..3_usize, 0..3_usize)
            .prop_map(|(kind, at, to)| Self { kind, at, to })
    }

    /// Whether the program changes; else the world does.
    pub fn is_deploy(&self) -> bool {
        use Kind::{Client, Down, Keys, Late, Paid, Revision, RowCame, RowGone, RowsReversed};
        !matches!(
            self.kind,
            RowGone | RowCame | RowsReversed | Revision | Down | Late | Paid | Keys | Client
        )
    }

    pub fn change_world(&self, world: &mut World) {
        let list = &mut world.lists[self.at % 2];
        match self.kind {
            Kind::RowGone if !list.is_empty() => drop(list.remove(self.to % list.len())),
            Kind::RowCame => {
                let row = (4..).find(|row| !list.contains(row)).unwrap();
                list.insert(self.to % (list.len() + 1), row);
            }
            Kind::RowsReversed => list.reverse(),
            Kind::Revision => world.revision += 1,
            Kind::Down => world.is_down = !world.is_down,
            Kind::Late => world.is_late = !world.is_late,
            Kind::Paid => world.is_paid = !world.is_paid,
            Kind::Keys => world.has_rotated = !world.has_rotated,
            Kind::Client => world.client = world.client.other(self.to),
            _ => {}
        }
    }

    /// `number` is one that no site has.
    pub fn deploy(&self, handler: &mut Function, number: u32) {
        match self.kind {
            Kind::Version | Kind::AcceptingVersion => {
                let mut at = self.at % count_functions(handler);
                find_function(handler, &mut at, &mut |function| bump(function, self.kind));
            }
            Kind::Unsolicited => handler.unsolicited = !handler.unsolicited,
            _ => {
                let mut at = self.at % count_bodies(&handler.body);
                find_body(&mut handler.body, &mut at, &mut |body| {
                    self.change_body(body, number)
                });
            }
        }
    }

    fn change_body(&self, body: &mut Vec<Step>, number: u32) {
        let key = number as usize;
        match self.kind {
            Kind::InsertAsk => {
                let ask = Ask {
                    site: number,
                    key,
                    words: 1,
                    form: Form::Confirm,
                    about: false,
                    must: false,
                    or: false,
                    is_counted: false,
                    shows: false,
                    moves: false,
                };
                return body.insert(self.to % (body.len() + 1), Step::Ask(ask));
            }
            Kind::InsertCapture => {
                let capture = Capture {
                    site: number,
                    key,
                    is_text: false,
                    is_slow: false,
                    may_fail: false,
                };
                return body.insert(self.to % (body.len() + 1), Step::Capture(capture));
            }
            _ if body.is_empty() => return,
            _ => {}
        }
        let at = self.to % body.len();
        match self.kind {
            Kind::Remove => drop(body.remove(at)),
            Kind::Double => {
                let mut copy = body[at].clone();
                match &mut copy {
                    Step::Ask(ask) if ask.form == Form::Agent => return,
                    Step::Ask(Ask { site, .. }) | Step::Capture(Capture { site, .. }) => {
                        *site = number;
                    }
                    _ => return,
                }
                body.insert(at, copy);
            }
            Kind::SwapWithNext if at + 1 < body.len() => body.swap(at, at + 1),
            Kind::IntoLoop => {
                let rows = Rows {
                    list: self.at % 2,
                    at_once: self.at.is_multiple_of(3),
                };
                let step = body.remove(at);
                body.insert(at, Step::Each(rows, vec![step]));
            }
            Kind::IntoUntil => {
                let step = body.remove(at);
                body.insert(at, Step::Until(self.at.is_multiple_of(2), vec![step]));
            }
            Kind::IntoPart => {
                let part = Function::of(vec![body.remove(at)]);
                body.insert(at, Step::Call(key, part));
            }
            Kind::OutOf => {
                let inner = match body.remove(at) {
                    Step::Each(_, inner)
                    | Step::Until(_, inner)
                    | Step::Call(_, Function { body: inner, .. }) => inner,
                    step => vec![step],
                };
                body.splice(at..at, inner);
            }
            _ => self.change_step(&mut body[at], key),
        }
    }

    fn change_step(&self, step: &mut Step, fresh: usize) {
        match (self.kind, step) {
            (Kind::Reword, Step::Ask(ask)) => ask.words += 1,
            (Kind::OtherForm, Step::Ask(ask)) => {
                ask.form = match ask.form {
                    Form::Text => [Form::Number, Form::TypeIn][self.at % 2],
                    Form::Number => [Form::Text, Form::Sample][self.at % 2],
                    Form::Pick(list) => {
                        [Form::Pick(1 - list), Form::Text, Form::Several(list)][self.at % 3]
                    }
                    Form::Several(list) => [Form::Pick(list), Form::Several(1 - list)][self.at % 2],
                    Form::Sample => [Form::Page, Form::Roots][self.at % 2],
                    Form::Confirm => [Form::Text, Form::Pick(0), Form::TypeIn][self.at % 3],
                    Form::TypeIn => Form::Confirm,
                    Form::Page => [Form::Text, Form::Roots][self.at % 2],
                    Form::Roots => [Form::Page, Form::Confirm][self.at % 2],
                    Form::Agent => Form::Agent,
                };
            }
            (Kind::About, Step::Ask(ask)) => ask.about = !ask.about,
            (Kind::Must, Step::Ask(ask)) => ask.must = !ask.must,
            (Kind::Or, Step::Ask(ask)) => ask.or = !ask.or,
            (Kind::Counted, Step::Ask(ask)) => ask.is_counted = !ask.is_counted,
            (Kind::Shows, Step::Ask(ask)) => ask.shows = !ask.shows,
            (Kind::Moves, Step::Ask(ask)) => ask.moves = !ask.moves,
            (Kind::CapturedType, Step::Capture(capture)) => capture.is_text = !capture.is_text,
            (Kind::ReverseBranches, Step::Join(branches)) => branches.reverse(),
            (Kind::Rename, step) => rename(step, fresh),
            (Kind::TakeAnotherKey, step) => rename(step, self.at),
            _ => {}
        }
    }
}

fn rename(step: &mut Step, to: usize) {
    match step {
        // Whoever shared the key of an agent would have to know how many turns it took.
        Step::Ask(ask) if ask.form == Form::Agent => {}
        Step::Ask(Ask { key, .. }) | Step::Capture(Capture { key, .. }) | Step::Call(key, _) => {
            *key = to
        }
        _ => {}
    }
}

fn bump(function: &mut Function, kind: Kind) {
    function.accept = if kind == Kind::AcceptingVersion {
        vec![function.version]
    } else {
        Vec::new()
    };
    function.version += 1;
}

fn inner(step: &mut Step) -> Vec<&mut Vec<Step>> {
    match step {
        Step::Each(_, body) | Step::Until(_, body) | Step::Call(_, Function { body, .. }) => {
            vec![body]
        }
        Step::Join(branches) => branches.iter_mut().collect(),
        Step::If(yes, no) => vec![yes, no],
        Step::Ask(_) | Step::Capture(_) | Step::Pause | Step::Task => vec![],
    }
}

fn count_bodies(body: &[Step]) -> usize {
    let mut body = body.to_vec();
    let inner = body.iter_mut().flat_map(inner);
    inner.map(|body| count_bodies(body)).sum::<usize>() + 1
}

fn find_body(body: &mut Vec<Step>, at: &mut usize, change: &mut dyn FnMut(&mut Vec<Step>)) {
    if *at == 0 {
        change(body);
    }
    *at = at.wrapping_sub(1);
    for inner in body.iter_mut().flat_map(inner) {
        find_body(inner, at, change);
    }
}

fn count_functions(function: &Function) -> usize {
    let mut function = function.clone();
    let mut left = usize::MAX;
    find_function(&mut function, &mut left, &mut |_| {});
    usize::MAX - left
}

fn find_function(function: &mut Function, at: &mut usize, change: &mut dyn FnMut(&mut Function)) {
    if *at == 0 {
        change(function);
    }
    *at = at.wrapping_sub(1);
    find_calls(&mut function.body, at, change);
}

fn find_calls(body: &mut [Step], at: &mut usize, change: &mut dyn FnMut(&mut Function)) {
    for step in body {
        if let Step::Call(_, function) = step {
            find_function(function, at, change);
            continue;
        }
        inner(step)
            .into_iter()
            .for_each(|body| find_calls(body, at, change));
    }
}
