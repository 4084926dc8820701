//! Finds the asks, captures and calls of parts in a handler's body, and where each stands.
//!
//! It reads tokens, not syntax trees: so it also sees what stands inside the tokens of other macros
//! (`format!`, `vec![]`, `join!`), and a body that does not parse is still rustc's to complain about.

mod binding;
mod line;
mod locals;
mod place;
mod statement;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use self::binding::{Let, join_parts};
use self::line::{Head, Line, Sort};
pub(crate) use self::locals::Locals;
pub(crate) use self::place::{Forbidden, Place, Repeat, Scope};
use super::args::Args;
use super::kind::Kind;
use super::tokens::{Level, flat};

/// A macro call that the flow is handed to.
pub(crate) struct Found {
    pub(crate) kind: Kind,
    /// The macro's name as it is written there.
    pub(crate) name: Ident,
    pub(crate) args: Args,
    pub(crate) place: Place,
    pub(crate) next: Next,
    /// Whether every run of the body comes by it.
    pub(crate) is_unconditional: bool,
}

/// What is done with the call, as far as it shows.
#[derive(Clone)]
pub(crate) enum Next {
    /// Nothing: it is a statement of its own.
    Dropped,
    /// It is the condition of an `if`.
    Condition,
    /// `.await.unwrap()` or `.expect(..)`.
    Unwrapped(Ident),
    Other,
}

/// What a body holds.
#[derive(Default)]
pub(crate) struct Scan {
    pub(crate) found: Vec<Found>,
    /// For each `let`: the name that it binds, if it is one.
    pub(crate) bindings: Vec<Option<Ident>>,
    pub(crate) locals: Locals,
    may_have_left: bool,
    number: u32,
}

/// Macros whose parts are all evaluated, in order.
const TRANSPARENT: [&str; 17] = [
    "join",
    "try_join",
    "format",
    "format_args",
    "vec",
    "print",
    "println",
    "eprint",
    "eprintln",
    "write",
    "writeln",
    "dbg",
    "trace",
    "debug",
    "info",
    "warn",
    "error",
];

const SPAWN: [&str; 6] = [
    "spawn",
    "spawn_blocking",
    "spawn_local",
    "spawn_on",
    "spawn_local_on",
    "spawn_blocking_on",
];

impl Scan {
    pub(crate) fn of(body: &TokenStream) -> Self {
        let mut scan = Self::default();
        scan.level(&flat(body.clone()), Sort::Block, &Place::default());
        scan
    }

    fn level(&mut self, tokens: &[TokenTree], sort: Sort, base: &Place) {
        let mut line = Line::new(Level(tokens), sort, base);
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += match token {
                TokenTree::Ident(word) => self.word(&mut line, at, word),
                TokenTree::Punct(_) => line.sign(at, &mut self.number),
                TokenTree::Group(group) => self.group(&mut line, at, group),
                TokenTree::Literal(_) => 1,
            };
        }
    }

    fn word(&mut self, line: &mut Line, at: usize, word: &Ident) -> usize {
        let level = line.level;
        let group = level.group(at + 2).filter(|_| level.is_punct(at + 1, '!'));
        if let (Some(kind), Some(group)) = (Kind::of(word), group) {
            self.call(line, at, kind, group);
            return 3;
        }
        self.locals.word(level, at);
        self.may_have_left |= may_leave(level, at) && line.place(at).scope == Scope::Async;
        if word == "let" {
            self.binding(line, at);
        }
        line.word(at, word, &mut self.number);
        1
    }

    fn binding(&mut self, line: &mut Line, at: usize) {
        if let Some(found) = Let::read(line.level, at, line.is_condition()) {
            line.bind(&found, self.bindings.len());
            self.bindings.push(found.name());
            if let Some((group, names)) = found.join(line.level) {
                line.joins.push((group, self.bindings.len()));
                self.bindings.extend(names);
            }
        }
    }

    fn call(&mut self, line: &Line, at: usize, kind: Kind, group: &Group) {
        let place = line.place(at);
        let mut inner = place.clone();
        inner.binding = None;
        if kind == Kind::Capture && inner.forbidden.is_none() {
            inner.forbidden = Some(Forbidden::Capture);
        }
        self.found.push(Found {
            kind,
            name: line
                .level
                .ident(at)
                .cloned()
                .unwrap_or_else(|| Ident::new("ask", group.span())),
            args: Args::read(kind, &group.stream()),
            next: next(line, at),
            is_unconditional: !place.is_conditional && !self.may_have_left,
            place,
        });
        self.level(&flat(group.stream()), Sort::Other, &inner);
    }

    fn group(&mut self, line: &mut Line, at: usize, group: &Group) -> usize {
        let tokens = flat(group.stream());
        let joined = line.joins.iter().find(|(joined, _)| *joined == at).copied();
        if let Some((_, first)) = joined {
            self.join(&tokens, first, &line.place(at));
            return 1;
        }
        let head = if group.delimiter() == Delimiter::Brace && line.level.macro_name(at).is_none() {
            line.take_head(at)
        } else {
            None
        };
        let (sort, place) = self.inside(line, at, &tokens, head);
        self.level(&tokens, sort, &place);
        if let Some(head) = head {
            line.close(head, at);
        }
        1
    }

    /// The parts of a `join!` that is bound by a tuple: each has its own name.
    fn join(&mut self, tokens: &[TokenTree], first: usize, place: &Place) {
        for (number, part) in join_parts(tokens).into_iter().enumerate() {
            let mut place = place.clone();
            place.binding = Some(first + number);
            self.level(tokens.get(part).unwrap_or_default(), Sort::Other, &place);
        }
    }

    /// What the tokens of the group at `at` are, and what surrounds them.
    fn inside(
        &mut self,
        line: &Line,
        at: usize,
        tokens: &[TokenTree],
        head: Option<Head>,
    ) -> (Sort, Place) {
        let level = line.level;
        let mut place = line.place(at);
        if level.is_brace(at) && Level(tokens).has_statements() {
            place.binding = None;
        }
        place.in_macro_rules |= level.is_macro_rules(at);
        if let Some(name) = level.macro_name(at) {
            enter_macro(&mut place, name);
            return (Sort::Other, place);
        }
        if level.is_group(at, Delimiter::Parenthesis) {
            enter_arguments(&mut place, level.ident_before(at));
        }
        if !level.is_brace(at) || level.is_macro_rules(at) {
            return (Sort::Other, place);
        }
        self.enter_block(&mut place, level, at, head);
        (self.sort(tokens), place)
    }

    fn enter_block(&self, place: &mut Place, level: Level, at: usize, head: Option<Head>) {
        let is_async = level.is_word(at.wrapping_sub(1), "async")
            || (level.is_word(at.wrapping_sub(1), "move")
                && level.is_word(at.wrapping_sub(2), "async"));
        // The label of a block or a loop: a `break` may leave a block early.
        let is_labelled = level.is_punct(at.wrapping_sub(1), ':');
        match head {
            Some(Head::If(branch)) => place.branches.push((branch, 0)),
            Some(Head::Loop | Head::While) => place.enter_loop(),
            Some(Head::For) => {
                place.enter_loop();
                place.in_for = true;
            }
            Some(Head::NestedFn) => {
                place.forbidden.get_or_insert(Forbidden::NestedFn);
                place.scope = Scope::Async;
            }
            _ if is_async => place.scope = Scope::Async,
            _ => {}
        }
        let is_plain = matches!(head, None | Some(Head::Match));
        place.is_conditional |= !is_plain || is_async || is_labelled;
    }

    fn sort(&mut self, tokens: &[TokenTree]) -> Sort {
        if !Level(tokens).has_arms() {
            return Sort::Block;
        }
        self.number += 1;
        Sort::Arms(self.number)
    }
}

fn enter_macro(place: &mut Place, name: &Ident) {
    if name == "select" || name == "select_biased" {
        place.forbidden.get_or_insert(Forbidden::Select);
    }
    place.is_conditional |= !TRANSPARENT.iter().any(|known| name == known);
}

fn enter_arguments(place: &mut Place, function: Option<&Ident>) {
    let Some(function) = function else {
        return;
    };
    if SPAWN.iter().any(|spawn| function == spawn) {
        place.forbidden.get_or_insert(Forbidden::Spawn);
    } else if function == "block_on" {
        place
            .forbidden
            .get_or_insert(Forbidden::BlockOn(function.clone()));
    }
}

/// Whether the body may be left at the word here, or a later ask be left out (`can`).
fn may_leave(level: Level, at: usize) -> bool {
    let is = |word| level.is_word(at, word);
    let is_method =
        at > 0 && level.is_punct(at - 1, '.') && level.is_group(at + 1, Delimiter::Parenthesis);
    let is_macro = level.is_punct(at + 1, '!');
    is("return") || (is("can") && is_method) || ((is("bail") || is("ensure")) && is_macro)
}

/// What is done with the macro call whose name is at `at`.
fn next(line: &Line, at: usize) -> Next {
    let level = line.level;
    let after = at + 3;
    let mut start = at;
    while start >= 2 && level.is_punct(start - 1, ':') {
        start -= if level.ident(start.wrapping_sub(3)).is_some() {
            3
        } else {
            2
        };
    }
    let begins_statement = match level.before(start) {
        None => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == ';',
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Parenthesis,
        Some(_) => false,
    };
    if line.sort == Sort::Block && begins_statement && level.is_punct(after, ';') {
        return Next::Dropped;
    }
    if start > 0 && level.is_word(start - 1, "if") && level.is_brace(after) {
        return Next::Condition;
    }
    let is_awaited = level.is_punct(after, '.') && level.is_word(after + 1, "await");
    match level.ident(after + 3) {
        Some(name)
            if is_awaited
                && level.is_punct(after + 2, '.')
                && (name == "unwrap" || name == "expect") =>
        {
            Next::Unwrapped(name.clone())
        }
        _ => Next::Other,
    }
}
