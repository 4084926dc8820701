//! Handlers as data.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::world::World;

/// A handler or part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    pub version: u32,
    pub accept: Vec<u32>,
    /// Whether a first request may bring answers.
    pub unsolicited: bool,
    pub body: Vec<Step>,
}

impl Function {
    /// A first version.
    pub const fn of(body: Vec<Step>) -> Self {
        Self {
            version: 1,
            accept: Vec::new(),
            unsolicited: false,
            body,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Ask(Ask),
    Capture(Capture),
    /// The rows of one of the world's lists; what is in it is of the row.
    Each(Rows, Vec<Step>),
    /// Again and again until what came last is a yes, a few times; what is in it is of the turn, or is told apart by
    /// nothing but its number.
    Until(bool, Vec<Step>),
    Join(Vec<Vec<Step>>),
    /// What came last decides.
    If(Vec<Step>, Vec<Step>),
    /// A part under a key.
    Call(usize, Function),
    /// An await that is no ask.
    Pause,
    /// The flow becomes a task, if the client knows tasks.
    Task,
}

/// Rows that something runs for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rows {
    /// The place of the list in the world.
    pub list: usize,
    /// Or one after the other.
    pub at_once: bool,
}

/// The turns of a loop until a yes, at the most.
pub const TURNS: u8 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// Which ask this is, whatever it is called.
    pub site: u32,
    pub key: usize,
    pub words: u32,
    pub form: Form,
    /// About the world's revision.
    pub about: bool,
    /// Whether a refusal ends the handler.
    pub must: bool,
    /// Whether a value stands for the answer where the client cannot be asked.
    pub or: bool,
    /// Whether the turns of the loops around it are told apart by their number alone.
    pub is_counted: bool,
    /// Whether the message shows the rows that it is asked for.
    pub shows: bool,
    /// Of a page, or of a name that is typed: whether each of the world's revisions has one of its own.
    pub moves: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    Text,
    Number,
    Confirm,
    /// A confirmation by the name of the rows, which is typed.
    TypeIn,
    /// One of the rows of a list.
    Pick(usize),
    /// None, one or two of them.
    Several(usize),
    /// A completion of the client's model.
    Sample,
    /// The same, of a model that calls a tool until it is done.
    Agent,
    /// A page, which is done when the world says so. Its address holds a link of the flow.
    Page,
    /// What the client says of where it works.
    Roots,
}

impl Form {
    /// What a person can tell from others: where a list comes from is not seen.
    pub const fn seen(self) -> Self {
        match self {
            Self::Pick(_) => Self::Pick(0),
            Self::Several(_) => Self::Several(0),
            form => form,
        }
    }

    /// Whether a value can stand for the answer of a person.
    pub const fn is_for_a_person(self) -> bool {
        !matches!(self, Self::Sample | Self::Agent | Self::Page | Self::Roots)
    }

    /// Whether nobody is there who could refuse.
    pub const fn is_of_a_program(self) -> bool {
        matches!(self, Self::Sample | Self::Agent | Self::Roots)
    }

    pub const fn is_a_pick(self) -> bool {
        matches!(self, Self::Pick(_) | Self::Several(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture {
    /// Which effect this is, whatever it is called.
    pub site: u32,
    pub key: usize,
    /// Whether it gives a text, or a number.
    pub is_text: bool,
    /// Whether it waits on its way.
    pub is_slow: bool,
    /// Whether it fails while the world is down.
    pub may_fail: bool,
}

/// The polls that open asks wait for captures; a late one takes more.
pub const ROUND_POLLS: u32 = 8;

impl Capture {
    pub const fn fails(&self, world: &World) -> bool {
        self.may_fail && world.is_down
    }

    /// How many polls it waits.
    pub const fn pauses(&self, world: &World) -> u32 {
        match (self.is_slow, world.is_late) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => ROUND_POLLS + 4,
        }
    }
}

impl Ask {
    /// Some questions read alike. Roots are asked for without a word.
    pub fn message(&self, rows: &[u8]) -> String {
        let literal = self.literal();
        if self.shows() {
            return format!("{literal} {rows:?}");
        }
        literal.to_owned()
    }

    /// The words without the rows.
    pub fn literal(&self) -> &'static str {
        match self.form {
            Form::Roots => "",
            _ if self.words.is_multiple_of(4) => "Sure?",
            _ => interned(format!("Question {} in words {}?", self.site, self.words)),
        }
    }

    /// Whether its message shows rows.
    pub fn shows(&self) -> bool {
        self.shows && self.form != Form::Roots
    }

    /// What the answer is about.
    pub fn about(&self, world: &World) -> Option<u8> {
        (self.about && self.form != Form::Roots).then_some(world.revision)
    }

    /// What its form is made of: the rows to pick from, or those whose name is typed.
    pub fn options(&self, rows: &[u8], world: &World) -> Option<Vec<u8>> {
        match self.form {
            Form::Pick(list) | Form::Several(list) => Some(world.lists[list].clone()),
            Form::TypeIn => {
                let revision = self.moves.then_some(world.revision);
                Some(rows.iter().copied().chain(revision).collect())
            }
            _ => None,
        }
    }

    /// Whether a run that comes by it may go on without asking: the page may be done.
    pub fn may_go_unasked(&self) -> bool {
        self.form == Form::Page || self.has_or()
    }

    /// Whether a value stands for its answer.
    pub const fn has_or(&self) -> bool {
        self.or && self.form.is_for_a_person()
    }

    /// Which of several it says that it is.
    pub fn of<'r>(&self, rows: &'r [u8]) -> &'r [u8] {
        if self.is_counted { &[] } else { rows }
    }

    /// The tool of an agent, as if it stood beside it.
    pub const fn tool(&self) -> Capture {
        Capture {
            site: self.site,
            key: self.key + 1000,
            is_text: true,
            is_slow: self.must,
            may_fail: false,
        }
    }

    /// Where a page is.
    pub fn address(&self, world: &World, link: &str) -> String {
        let revision = if self.moves { world.revision } else { 0 };
        let page = self.site % 3;
        format!("https://pay.example.com/{page}/{revision}?link={link}")
    }
}

/// What is typed to confirm for these rows.
pub fn typed(rows: &[u8]) -> String {
    format!("row {rows:?}")
}

/// The key of a number; any number is one.
pub fn key(number: usize) -> &'static str {
    interned(format!("k{number}"))
}

pub fn interned(text: String) -> &'static str {
    thread_local! {
        static KNOWN: RefCell<HashMap<String, &'static str>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| *known.entry(text.clone()).or_insert_with(|| text.leak()))
}
