//! Handlers of many shapes.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::program::{Ask, Capture, Form, Function, Rows, Step};

/// Of all kinds.
pub fn usual() -> impl Strategy<Value = Function> {
    body(leaf().boxed()).prop_map(Function::of)
}

/// Mostly of pages, most of which may be refused.
pub fn of_pages() -> impl Strategy<Value = Function> {
    let page = (0..3_u32, any::<[bool; 6]>(), prop::bool::weighted(0.2));
    let page = page.prop_map(|(words, flags, must)| {
        let Step::Ask(ask) = ask(words, Form::Page, flags) else {
            unreachable!()
        };
        Step::Ask(Ask { must, ..ask })
    });
    body(prop_oneof![4 => page, 1 => leaf()].boxed()).prop_map(Function::of)
}

/// One of two questions is asked late in one round and early in the next: what is answered to the other is held there.
pub fn that_hold() -> impl Strategy<Value = Function> {
    let join = (any_ask(), any_ask()).prop_map(|(early, late)| {
        let slow = Step::Capture(Capture {
            site: 0,
            key: 0,
            is_text: false,
            is_slow: true,
            may_fail: false,
        });
        Step::Join(vec![vec![slow, early], vec![Step::Pause, late]])
    });
    let ahead = prop_oneof![2 => Just(Vec::new()), 1 => vec(leaf(), 1)];
    let both = (ahead, join, vec(leaf(), 0..3));
    both.prop_map(|(ahead, join, after)| {
        Function::of(ahead.into_iter().chain([join]).chain(after).collect())
    })
}

/// A first request may answer their questions.
pub fn foreseen() -> impl Strategy<Value = Function> {
    let ask =
        prop_oneof![3 => any_ask(), 1 => any_ask().prop_map(|ask| Step::Until(false, vec![ask]))];
    (ask, vec(leaf(), 0..2)).prop_map(|(ask, after)| Function {
        unsolicited: true,
        ..Function::of([ask].into_iter().chain(after).collect())
    })
}

fn body(leaf: BoxedStrategy<Step>) -> impl Strategy<Value = Vec<Step>> {
    let step = leaf.prop_recursive(3, 14, 3, |step| {
        let body = vec(step, 0..3);
        let function = body.clone().prop_map(Function::of);
        let ask = (any::<bool>(), any_ask());
        prop_oneof![
            2 => (rows(), body.clone()).prop_map(|(rows, body)| Step::Each(rows, body)),
            1 => ask.prop_map(|(is_numbered, ask)| Step::Until(is_numbered, vec![ask])),
            1 => body.clone().prop_map(|body| Step::Until(true, body)),
            2 => vec(body.clone(), 2..4).prop_map(Step::Join),
            1 => (body.clone(), body).prop_map(|(yes, no)| Step::If(yes, no)),
            2 => function.clone().prop_map(|function| Step::Call(0, function)),
            1 => (rows(), function).prop_map(|(rows, function)| {
                let other = Rows { list: 1 - rows.list, ..rows };
                let inside = Function { body: vec![Step::Each(other, function.body)], ..function };
                Step::Each(rows, vec![Step::Call(0, inside)])
            }),
        ]
    });
    vec(step, 1..5)
}

fn rows() -> impl Strategy<Value = Rows> {
    let rows = (0..2_usize, any::<bool>());
    rows.prop_map(|(list, at_once)| Rows { list, at_once })
}

/// Keys and numbers are given out afterwards.
fn leaf() -> impl Strategy<Value = Step> {
    let capture = any::<[bool; 2]>();
    prop_oneof![
        7 => any_ask(),
        4 => (capture, prop::bool::weighted(0.2)).prop_map(|([is_text, is_slow], may_fail)| {
            Step::Capture(Capture { site: 0, key: 0, is_text, is_slow, may_fail })
        }),
        1 => Just(Step::Pause),
    ]
}

fn any_ask() -> impl Strategy<Value = Step> {
    let form = prop_oneof![
        2 => Just(Form::Text),
        2 => Just(Form::Number),
        2 => Just(Form::Confirm),
        1 => Just(Form::TypeIn),
        2 => (0..2_usize).prop_map(Form::Pick),
        1 => (0..2_usize).prop_map(Form::Several),
        1 => Just(Form::Sample),
        1 => Just(Form::Agent),
        1 => Just(Form::Page),
        1 => Just(Form::Roots),
    ];
    let ask_of = |(words, form, flags)| ask(words, form, flags);
    (0..3_u32, form, any::<[bool; 6]>()).prop_map(ask_of)
}

const fn ask(words: u32, form: Form, flags: [bool; 6]) -> Step {
    let [about, must, or, is_counted, shows, moves] = flags;
    Step::Ask(Ask {
        site: 0,
        key: 0,
        words,
        form,
        about,
        must,
        or,
        is_counted,
        shows,
        moves,
    })
}

/// Each site is another, and has a key of its own.
pub fn number(steps: &mut [Step], next: &mut u32) {
    for step in steps {
        *next += 1;
        match step {
            // Nobody else takes the key of an agent, which has one for each turn.
            Step::Ask(ask) if ask.form == Form::Agent => {
                (ask.site, ask.key) = (*next, 500 + *next as usize);
            }
            Step::Ask(ask) => (ask.site, ask.key) = (*next, *next as usize),
            Step::Capture(capture) => (capture.site, capture.key) = (*next, *next as usize),
            Step::Call(key, function) => {
                *key = *next as usize;
                number(&mut function.body, next);
            }
            Step::Each(_, body) | Step::Until(_, body) => number(body, next),
            Step::Join(branches) => branches.iter_mut().for_each(|branch| number(branch, next)),
            Step::If(yes, no) => {
                number(yes, next);
                number(no, next);
                share_key(yes, no);
            }
            Step::Pause | Step::Task => {}
        }
    }
}

/// The first asks of two arms may share a key; and of these, some read alike.
fn share_key(yes: &[Step], no: &mut [Step]) {
    let is_plain = |ask: &Ask| ask.form != Form::Agent;
    let first = yes.iter().find_map(|step| match step {
        Step::Ask(ask) if is_plain(ask) && ask.about => Some(*ask),
        _ => None,
    });
    let second = no.iter_mut().find_map(|step| match step {
        Step::Ask(ask) if is_plain(ask) => Some(ask),
        _ => None,
    });
    if let (Some(first), Some(second)) = (first, second) {
        second.key = first.key;
        if second.about {
            (second.form, second.words) = (first.form, first.words);
        }
    }
}
