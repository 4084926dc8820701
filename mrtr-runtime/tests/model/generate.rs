//! Programs, and what happens to them.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::bodies;
use crate::change::Change;
use crate::program::Function;
use crate::world::{Client, World};

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
    /// A request and its result in one, which answer nothing.
    Wrapped,
    /// Of a model that has a tool: it is called.
    Call,
}

pub fn script() -> impl Strategy<Value = Script> {
    let usual = || reaction().boxed();
    let any_change = || any::<Change>().boxed();
    let moves = prop_oneof![
        8 => vec(one_move(usual(), any_change()), 2..12),
        1 => vec(one_move(stubborn().boxed(), any_change()), 4..12),
        1 => vec(one_move(stubborn().boxed(), Change::of_questions().boxed()), 6..12),
        1 => vec(stubborn().prop_map(undisturbed), 6..12),
        1 => vec(one_move(usual(), Change::of_questions().boxed()), 4..12),
        1 => vec(one_move(usual(), Change::of_clients().boxed()), 4..12),
        1 => vec(insistent().prop_map(undisturbed), 8..12),
        1 => vec(unfit().prop_map(undisturbed), 4..12),
    ];
    let of_pages = vec(
        one_move(refusing().boxed(), Change::of_pages().boxed()),
        3..10,
    );
    let slow = vec(
        prop_oneof![
            2 => Just(Reaction::Yes).prop_map(undisturbed).prop_map(all_but_the_first),
            1 => one_move(slow().boxed(), any_change()),
        ],
        3..10,
    );
    let foreseeing = vec(one_move(usual(), any_change()), 1..6);
    prop_oneof![
        12 => cases(bodies::usual(), moves),
        1 => cases(bodies::of_pages(), of_pages),
        2 => cases(bodies::that_hold(), slow),
        1 => cases(bodies::foreseen(), foreseeing),
    ]
}

fn cases(
    handlers: impl Strategy<Value = Function>,
    moves: impl Strategy<Value = Vec<Move>>,
) -> impl Strategy<Value = Script> {
    let worlds = (rows(), rows()).prop_map(|(one, two)| World {
        lists: [one, two],
        revision: 0,
        is_down: false,
        is_late: false,
        is_paid: false,
        has_rotated: false,
        client: Client::ALL,
    });
    (handlers, worlds, moves).prop_map(|(mut handler, world, moves)| {
        bodies::number(&mut handler.body, &mut 0);
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
        1 => Just(Reaction::Wrapped),
    ]
}

/// A client that never gives a valid answer.
fn stubborn() -> impl Strategy<Value = Reaction> {
    prop_oneof![6 => Just(Reaction::Junk), 1 => Just(Reaction::Nothing), 1 => Just(Reaction::Wrapped)]
}

/// A model that does not stop to call its tool.
fn insistent() -> impl Strategy<Value = Reaction> {
    prop_oneof![6 => Just(Reaction::Call), 1 => Just(Reaction::Yes)]
}

/// Answers that do not fit yet.
fn unfit() -> impl Strategy<Value = Reaction> {
    prop_oneof![5 => Just(Reaction::No), 1 => Just(Reaction::Yes)]
}

/// A person who does not follow where a page leads.
fn refusing() -> impl Strategy<Value = Reaction> {
    prop_oneof![
        3 => Just(Reaction::Decline),
        2 => Just(Reaction::Cancel),
        2 => Just(Reaction::Yes),
        2 => Just(Reaction::Nothing),
    ]
}

/// A client that answers some of the questions of a round.
fn slow() -> impl Strategy<Value = Reaction> {
    prop_oneof![
        3 => Just(Reaction::Nothing),
        4 => Just(Reaction::Yes),
        1 => reaction(),
    ]
}

fn undisturbed(reaction: Reaction) -> Move {
    Move {
        changes: Vec::new(),
        state: Some(0),
        version: 0,
        answers: vec![reaction],
    }
}

fn all_but_the_first(mut next: Move) -> Move {
    next.answers.insert(0, Reaction::Nothing);
    next
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
