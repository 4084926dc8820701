//! Programs, and what happens to them.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::change::Change;
use crate::program::{Ask, Capture, Client, Form, Function, Step, World};

/// A case: a first version, a world, and requests with what changes ahead of each.
#[derive(Clone, Debug)]
pub struct Script {
    pub handler: Function,
    pub world: World,
    pub moves: Vec<Move>,
}

/// One request.
#[derive(Clone, Debug)]
pub struct Move {
    /// What changes ahead of it.
    pub changes: Vec<Change>,
    /// Which state is sent: 0 is the latest; none begins anew.
    pub state: Option<usize>,
    /// Which version serves it: 0 is the latest.
    pub version: usize,
    /// How the open questions are answered, one after the other and around.
    pub answers: Vec<Reaction>,
}

/// How a person or client reacts to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    Yes,
    No,
    Decline,
    Cancel,
    Junk,
    Nothing,
    WrongKind,
    /// Of a model that has a tool: it is called.
    Call,
}

pub fn script() -> impl Strategy<Value = Script> {
    let lists = (rows(), rows());
    let moves = prop_oneof![
        8 => vec(one_move(reaction().boxed(), any::<Change>().boxed()), 2..12),
        1 => vec(one_move(stubborn().boxed(), any::<Change>().boxed()), 4..12),
        1 => vec(one_move(reaction().boxed(), Change::of_questions().boxed()), 4..12),
        1 => vec(one_move(reaction().boxed(), Change::of_clients().boxed()), 4..12),
        1 => vec(insistent().prop_map(undisturbed), 8..12),
    ];
    (body(), lists, moves).prop_map(|(body, (one, two), moves)| {
        let mut handler = Function {
            version: 1,
            accept: Vec::new(),
            body,
        };
        number(&mut handler.body, &mut 0);
        let world = World {
            lists: [one, two],
            revision: 0,
            is_down: false,
            is_paid: false,
            has_rotated: false,
            client: Client::ALL,
        };
        Script {
            handler,
            world,
            moves,
        }
    })
}

fn rows() -> impl Strategy<Value = Vec<u8>> {
    Just(vec![1, 2, 3])
        .prop_shuffle()
        .prop_flat_map(|rows| (0..=3_usize).prop_map(move |length| rows[..length].to_vec()))
}

fn reaction() -> impl Strategy<Value = Reaction> {
    prop_oneof![
        10 => Just(Reaction::Yes),
        4 => Just(Reaction::No),
        4 => Just(Reaction::Call),
        1 => Just(Reaction::Decline),
        1 => Just(Reaction::Cancel),
        1 => Just(Reaction::Junk),
        2 => Just(Reaction::Nothing),
        1 => Just(Reaction::WrongKind),
    ]
}

/// A client that never gives a valid answer.
fn stubborn() -> impl Strategy<Value = Reaction> {
    prop_oneof![4 => Just(Reaction::Junk), 1 => Just(Reaction::Nothing)]
}

/// A model that does not stop to call its tool.
fn insistent() -> impl Strategy<Value = Reaction> {
    prop_oneof![6 => Just(Reaction::Call), 1 => Just(Reaction::Yes)]
}

fn undisturbed(reaction: Reaction) -> Move {
    Move {
        changes: Vec::new(),
        state: Some(0),
        version: 0,
        answers: vec![reaction],
    }
}

fn one_move(
    reaction: BoxedStrategy<Reaction>,
    change: BoxedStrategy<Change>,
) -> impl Strategy<Value = Move> {
    let changes = prop_oneof![3 => Just(Vec::new()), 4 => vec(change, 1..3)];
    let state = prop_oneof![8 => Just(Some(0)), 3 => (0..6_usize).prop_map(Some), 1 => Just(None)];
    let version = prop_oneof![4 => Just(0), 1 => 0..4_usize];
    let answers = vec(reaction, 1..4);
    (changes, state, version, answers).prop_map(|(changes, state, version, answers)| Move {
        changes,
        state,
        version,
        answers,
    })
}

fn body() -> impl Strategy<Value = Vec<Step>> {
    let step = leaf().prop_recursive(3, 14, 3, |step| {
        let body = vec(step, 0..3);
        let function = body.clone().prop_map(|body| Function { version: 1, accept: Vec::new(), body });
        prop_oneof![
            2 => ((0..2_usize), body.clone()).prop_map(|(list, body)| Step::Each(list, body)),
            2 => vec(body.clone(), 2..4).prop_map(Step::Join),
            1 => (body.clone(), body).prop_map(|(yes, no)| Step::If(yes, no)),
            2 => function.clone().prop_map(|function| Step::Call(0, function)),
            1 => ((0..2_usize), function).prop_map(|(list, function)| {
                let inside = Function { body: vec![Step::Each(1 - list, function.body)], ..function };
                Step::Each(list, vec![Step::Call(0, inside)])
            }),
        ]
    });
    vec(step, 1..5)
}

/// Keys and numbers are given out afterwards.
pub fn leaf() -> impl Strategy<Value = Step> {
    let form = prop_oneof![
        2 => Just(Form::Text),
        2 => Just(Form::Number),
        2 => Just(Form::Confirm),
        2 => (0..2_usize).prop_map(Form::Pick),
        1 => Just(Form::Sample),
        1 => Just(Form::Agent),
        1 => Just(Form::Page),
    ];
    let ask = (0..3_u32, form, any::<[bool; 5]>());
    let capture = any::<[bool; 2]>();
    prop_oneof![
        7 => ask.prop_map(|(words, form, [about, must, or, is_counted, shows])| {
            Step::Ask(Ask { site: 0, key: 0, words, form, about, must, or, is_counted, shows })
        }),
        4 => (capture, prop::bool::weighted(0.2)).prop_map(|([is_text, is_slow], may_fail)| {
            Step::Capture(Capture { site: 0, key: 0, is_text, is_slow, may_fail })
        }),
        1 => Just(Step::Pause),
    ]
}

/// Each site is another, and has a key of its own.
fn number(steps: &mut [Step], next: &mut u32) {
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
            Step::Each(_, body) => number(body, next),
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
