//! What two deliveries bring, to which handler, and what goes wrong meanwhile.

use serde_json::{Value, json};

use super::handlers::Shape;
use crate::harness::{decline, yes};

/// What goes wrong in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trouble {
    None,
    /// The process of one of the two is killed.
    Crash(usize),
    /// A fail-over loses some of the latest writes: with a claim among them, or without.
    Loss {
        with_claim: bool,
    },
    /// Whoever runs gives no sign of life for longer than its lease, and goes on.
    Silence,
    /// It takes longer than a lease, which is renewed meanwhile.
    Length,
    /// What is left of that after most of the first lease.
    MoreLength,
}

impl Trouble {
    /// What is left when it has happened.
    pub fn rest(self) -> Self {
        match self {
            Self::Length => Self::MoreLength,
            _ => Self::None,
        }
    }
}

pub struct Scenario {
    pub name: String,
    /// Whether the handler claims its rounds.
    pub is_single_use: bool,
    pub shape: Shape,
    /// Whether the question is still asked.
    pub is_asked: bool,
    pub answers: [Value; 2],
    pub trouble: Trouble,
    /// Whether a lease is renewed meanwhile, after what goes wrong.
    pub renews: bool,
}

impl Scenario {
    fn new(name: &str, answers: [Value; 2]) -> Self {
        Self {
            name: name.to_owned(),
            is_single_use: true,
            shape: Shape::Charges,
            is_asked: true,
            answers,
            trouble: Trouble::None,
            renews: false,
        }
    }

    fn free(self) -> Self {
        let name = format!("{}, without `single_use`", self.name);
        let is_single_use = false;
        Self {
            name,
            is_single_use,
            ..self
        }
    }

    fn of(self, shape: Shape, what: &str) -> Self {
        let name = format!("{}, {what}", self.name);
        Self {
            name,
            shape,
            ..self
        }
    }

    fn without_question(self) -> Self {
        let name = format!("{}, and nothing is asked any more", self.name);
        Self {
            name,
            is_asked: false,
            ..self
        }
    }

    fn but(&self, trouble: Trouble, what: &str) -> Self {
        Self {
            name: format!("{}; {what}", self.name),
            shape: self.shape,
            answers: self.answers.clone(),
            trouble,
            ..*self
        }
    }

    fn renewed(self) -> Self {
        let name = format!("{}; its lease is renewed", self.name);
        Self {
            name,
            renews: true,
            ..self
        }
    }

    /// What these two are called where one of them is killed.
    fn killed(&self, [first, second]: [&str; 2]) -> [Self; 2] {
        let of = |who| format!("the process of {who} is killed");
        [
            self.but(Trouble::Crash(0), &of(first)),
            self.but(Trouble::Crash(1), &of(second)),
        ]
    }

    fn losses(&self) -> [Self; 2] {
        let [without, with] = [false, true].map(|with_claim| Trouble::Loss { with_claim });
        [
            self.but(without, "the store loses its latest writes, but no claim"),
            self.but(with, "the store loses its latest writes, and a claim"),
        ]
    }

    fn long(&self) -> Self {
        let what = "the one that runs takes longer than its lease, and renews it";
        Self {
            renews: true,
            ..self.but(Trouble::Length, what)
        }
    }

    fn silent(&self) -> Self {
        let what = "the one that runs is silent for longer than its lease";
        self.but(Trouble::Silence, what)
    }
}

/// What the docs leave out, since it says nothing new to who reads them.
pub fn others() -> Vec<Scenario> {
    let mut all = vec![];
    for (shape, what) in SHAPES {
        let twice = twice().of(shape, what);
        all.extend(twice.losses());
        all.push(twice.silent());
    }
    for scenario in [fork(), half(), half().without_question()] {
        let [_, with_claim] = scenario.losses().map(Scenario::renewed);
        all.extend([scenario.long(), with_claim, scenario.silent().renewed()]);
    }
    all.extend(half().without_question().losses());
    // So few ways that each is gone to its end.
    all.push(refused_twice().silent().renewed());
    all
}

/// One after the other as the docs have them.
pub fn of_the_docs() -> Vec<Scenario> {
    let mut all = charged_twice();
    all.extend(forked());
    all.extend(half_silent());
    all.extend(without_question());
    all.extend(of_other_shapes());
    all
}

fn sure() -> Value {
    json!({"sure": yes()})
}

fn twice() -> Scenario {
    Scenario::new("twice", [sure(), sure()])
}

const BOTH: [&str; 2] = ["the first", "the second"];

fn charged_twice() -> Vec<Scenario> {
    let mut all = vec![twice().free(), twice(), twice().long()];
    all.extend(twice().killed(BOTH));
    let [without, with] = twice().losses();
    let [_, then_renewed] = twice().losses().map(Scenario::renewed);
    all.extend([without, with, then_renewed]);
    all.extend([twice().silent(), twice().silent().renewed()]);
    all
}

fn fork() -> Scenario {
    Scenario::new("with yes and with no", [sure(), json!({"sure": decline()})])
}

fn refused_twice() -> Scenario {
    let no = || json!({"sure": decline()});
    Scenario::new("twice with no", [no(), no()])
}

fn half() -> Scenario {
    Scenario::new("with yes and without answers", [sure(), json!({})])
}

fn forked() -> Vec<Scenario> {
    let fork = fork();
    let mut all = vec![];
    all.extend(fork.killed(["the yes", "the no"]));
    all.extend(fork.losses());
    all.push(fork.silent());
    all.insert(0, fork);
    all
}

fn half_silent() -> Vec<Scenario> {
    let half = half();
    let mut all = vec![];
    all.extend(half.killed(["the yes", "the other"]));
    all.extend(half.losses());
    all.push(half.silent());
    all.insert(0, half);
    all
}

fn without_question() -> Vec<Scenario> {
    let nothing = [json!({}), json!({})];
    let twice = Scenario::new("twice without answers", nothing).without_question();
    let [first, _] = twice.killed(BOTH);
    let silent = twice.silent();
    vec![twice, first, silent, half().without_question()]
}

const SHAPES: [(Shape, &str); 3] = [
    (
        Shape::Captures,
        "and the effect is a `capture!` ahead of the next question",
    ),
    (Shape::Asks, "and the handler only asks on"),
    (Shape::Fails, "and the handler fails behind the effect"),
];

fn of_other_shapes() -> Vec<Scenario> {
    let [(captures, what), ..] = SHAPES;
    let mut all = vec![twice().of(captures, what).free()];
    for (shape, what) in SHAPES {
        let twice = twice().of(shape, what);
        let [first, _] = twice.killed(BOTH);
        let [_, lost] = twice.losses();
        all.extend([twice, first]);
        if shape == Shape::Captures {
            all.push(lost);
        }
    }
    all
}
