//! What follows a macro call, and what may end a body early.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;

use super::line::{Line, Sort};
use crate::tool::kind::Kind;
use crate::tool::tokens::{Level, flat};

/// What is done with the call, as far as it shows.
#[derive(Clone)]
pub(crate) enum Next {
    /// Nothing: it is a statement of its own.
    Dropped,
    /// It is awaited as a statement of its own, so what it says is lost.
    Ignored,
    /// It is the condition of an `if` or a `while`.
    Condition(Condition),
    /// It is matched on without being awaited: `match ask!(..) {`, `let Ok(x) = ask!(..) else {`.
    Matched,
    /// It is read without being awaited, as it is or by the name of a variable.
    Read(Read, Option<Ident>),
    /// `.await.unwrap()` or `.expect(..)`.
    Unwrapped(Ident),
    /// `.await?`, and the type of the `let` that is all of it.
    Tried(TokenTree, Option<TokenStream>),
    /// A variable holds what it awaits to, `let answer = ask!(..).await;`, and is of this type.
    Awaited(Option<TokenStream>),
    /// The same, where a field of the answer is read of that.
    Untried(Ident),
    /// A variable holds it as it is: `let ask = ask!(..);`
    Held,
    Other,
}

/// What is read of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Read {
    /// A method of `Result`: `ask!(..).is_ok()`.
    Outcome,
    /// A field or a method of the answer: `ask!(..).name`.
    Answer,
}

/// How a call that is taken for a `bool` goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    Call,
    Awaited,
    Asked,
    /// `.await.unwrap_or(false)`, `match ask!(..).await { Ok(true) => .. }`
    Among,
}

impl Condition {
    /// Something that is a `bool` where the call stands: only the mistake that was reported counts.
    pub(crate) fn repaired(self, call: &TokenStream) -> TokenStream {
        match self {
            Self::Call => quote!(#call.await.is_ok()),
            Self::Awaited => quote!((async { #call.await.is_ok() })),
            Self::Asked | Self::Among => quote!((async { #call.await.map(|()| true) })),
        }
    }
}

/// Whether the body may be left at the word here, or a later ask be left out (`can`).
pub(super) fn may_leave(level: Level, at: usize) -> bool {
    let is = |word| level.is_word(at, word);
    let is_method =
        at > 0 && level.is_punct(at - 1, '.') && level.is_group(at + 1, Delimiter::Parenthesis);
    let is_macro = level.is_punct(at + 1, '!');
    is("return") || (is("can") && is_method) || ((is("bail") || is("ensure")) && is_macro)
}

/// What is done with the macro call whose name is at `at`.
pub(super) fn next(line: &Line, at: usize) -> Next {
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
    let is_statement = begins_statement || is_bound_to_nothing(level, start);
    if line.sort == Sort::Block && is_statement && level.is_punct(after, ';') {
        return Next::Dropped;
    }
    let is_awaited = level.is_punct(after, '.') && level.is_word(after + 1, "await");
    let is_whole = is_awaited && level.is_punct(after + 2, ';');
    if line.sort == Sort::Block && begins_statement && is_whole {
        return Next::Ignored;
    }
    let kind = level.ident(at).and_then(Kind::of);
    if let Some(condition) = condition(level, start, after, is_awaited)
        && is_taken_for_a_bool(kind, condition)
    {
        return Next::Condition(condition);
    }
    if start > 0 && level.is_punct(start - 1, '=') && level.is_punct(after, ';') {
        return Next::Held;
    }
    if start > 0 && level.is_punct(start - 1, '=') && is_whole {
        return Next::Awaited(type_of_let(level, start - 1));
    }
    if let Some(read) = read(level, after) {
        return Next::Read(read, None);
    }
    if is_matched(level, start, after) {
        return Next::Matched;
    }
    if is_awaited && level.is_punct(after + 2, '?') {
        let is_all = start > 0 && level.is_punct(start - 1, '=') && level.is_punct(after + 3, ';');
        let ty = is_all.then(|| type_of_let(level, start - 1)).flatten();
        return level
            .get(after + 2)
            .cloned()
            .map_or(Next::Other, |sign| Next::Tried(sign, ty));
    }
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

/// The type of the `let name: Type` whose `=` stands at `end`.
fn type_of_let(level: Level, end: usize) -> Option<TokenStream> {
    let start = (0..end).rev().find(|at| level.is_word(*at, "let"))?;
    let colon = (start..end).find(|at| level.is_punct(*at, ':'))?;
    let ty = level.0.get(colon + 1..end)?;
    (level.ident(colon - 1).is_some() && !ty.is_empty()).then(|| ty.iter().cloned().collect())
}

/// A confirm gives none; what tells of a task gives one, once it is awaited.
fn is_taken_for_a_bool(kind: Option<Kind>, condition: Condition) -> bool {
    match kind {
        Some(Kind::Confirm) => true,
        Some(Kind::Task) => condition == Condition::Call,
        _ => false,
    }
}

/// Whether `let _ =` stands before `start`.
fn is_bound_to_nothing(level: Level, start: usize) -> bool {
    let word = |back: usize, word| {
        start
            .checked_sub(back)
            .is_some_and(|at| level.is_word(at, word))
    };
    word(3, "let") && word(2, "_") && level.is_punct(start - 1, '=')
}

/// Whether the call from `start` to `after` is all that a `match`, or a `let` of `Ok(..)` or `Err(..)`, looks at.
fn is_matched(level: Level, start: usize, after: usize) -> bool {
    let before = |back: usize| start.checked_sub(back);
    let is_word = |back, word| before(back).is_some_and(|at| level.is_word(at, word));
    let is_let = before(1).is_some_and(|at| level.is_punct(at, '='))
        && (is_word(3, "Ok") || is_word(3, "Err"))
        && is_word(4, "let");
    let ends = level.is_brace(after) || level.is_word(after, "else");
    (is_word(1, "match") || is_let) && ends
}

/// The call from `start` to `after` where a `bool` is wanted: the whole condition of an `if` or a `while`, or the negation of
/// it, or a part of one.
fn condition(level: Level, start: usize, after: usize, is_awaited: bool) -> Option<Condition> {
    let (condition, end) = match (is_awaited, level.is_punct(after + 2, '?')) {
        (true, true) => (Condition::Asked, after + 3),
        (true, false) => (Condition::Awaited, after + 2),
        (false, _) => (Condition::Call, after),
    };
    if condition == Condition::Awaited && is_defaulted(level, end) {
        return Some(Condition::Among);
    }
    // `.is_ok()` is one.
    if level.is_punct(end, '.') {
        return None;
    }
    if start > 0 && level.is_word(start - 1, "match") {
        let found = level.group(end).and_then(|arms| bools(&arms.stream()));
        return found.filter(|found| *found == condition || condition == Condition::Awaited);
    }
    let head = start.checked_sub(1 + usize::from(is_negated(level, start)));
    let is_head = |word| head.is_some_and(|head| level.is_word(head, word));
    let is_whole = (is_head("if") || is_head("while")) && level.is_brace(end);
    (is_whole || is_operand(level, start, end) || is_bool(level, start)).then_some(condition)
}

/// Whether `.unwrap_or(false)` stands at `at`.
fn is_defaulted(level: Level, at: usize) -> bool {
    let value = level.group(at + 2).map(|group| group.stream().to_string());
    level.is_punct(at, '.')
        && level.is_word(at + 1, "unwrap_or")
        && value.is_some_and(|value| value == "true" || value == "false")
}

/// What the arms of a `match` take its value for, if they take it for a `bool`.
fn bools(arms: &TokenStream) -> Option<Condition> {
    let tokens = flat(arms.clone());
    let level = Level(&tokens);
    let is_bool = |text: &str| text == "true" || text == "false";
    let begins_arm = |at: usize| {
        at == 0
            || level.is_punct(at - 1, ',')
            || level.is_brace(at - 1)
            || level.is_punct(at - 1, '|')
    };
    (0..tokens.len()).find_map(|at| match level.get(at)? {
        TokenTree::Ident(word) if is_bool(&word.to_string()) => {
            let is_arm = level.is_pair(at + 1, '=', '>') && begins_arm(at);
            is_arm.then_some(Condition::Asked)
        }
        TokenTree::Group(group) if at > 0 && level.is_word(at - 1, "Ok") => {
            let is_arm = level.is_pair(at + 1, '=', '>');
            (is_arm && is_bool(&group.stream().to_string())).then_some(Condition::Among)
        }
        _ => None,
    })
}

/// Whether `!` stands before `start`.
pub(super) fn is_negated(level: Level, start: usize) -> bool {
    start > 0 && level.is_punct(start - 1, '!')
}

/// Whether `&&`, `||`, `!` or `== true` takes what stands from `start` to `end` for a `bool`.
fn is_operand(level: Level, start: usize, end: usize) -> bool {
    let is_lazy = |at| level.is_pair(at, '&', '&') || level.is_pair(at, '|', '|');
    let is_right = start
        .checked_sub(2)
        .is_some_and(|at| is_lazy(at) && level.is_after_operand(at));
    let is_compared = (level.is_pair(end, '=', '=') || level.is_pair(end, '!', '='))
        && ["true", "false"]
            .iter()
            .any(|word| level.is_word(end + 2, word));
    is_right || is_lazy(end) || is_compared || is_negated(level, start)
}

/// Whether `let name: bool =` stands before `start`.
fn is_bool(level: Level, start: usize) -> bool {
    let before = |back: usize| start.checked_sub(back);
    let is_typed = before(2).is_some_and(|at| level.is_word(at, "bool"))
        && before(3).is_some_and(|at| level.is_punct(at, ':'));
    is_typed && before(1).is_some_and(|at| level.is_punct(at, '='))
}

/// What is read at `at` of the question ahead of it that only an answer has, if something is.
pub(super) fn read(level: Level, at: usize) -> Option<Read> {
    let name = level.ident(at + 1).filter(|_| level.is_punct(at, '.'))?;
    let is = |known: &[&str]| known.iter().any(|known| name == known);
    let is_method = level.is_group(at + 2, Delimiter::Parenthesis) || level.is_punct(at + 2, ':');
    if is_method && is(&OF_OUTCOMES) {
        return Some(Read::Outcome);
    }
    let is_of_answer = if is_method {
        is(&OF_ANSWERS)
    } else {
        name != "await"
    };
    is_of_answer.then_some(Read::Answer)
}

/// Methods of `Result`, without those that futures have too: `map`, `and_then`, ...
const OF_OUTCOMES: [&str; 9] = [
    "is_ok",
    "is_err",
    "ok",
    "err",
    "unwrap",
    "expect",
    "unwrap_err",
    "unwrap_or",
    "unwrap_or_default",
];

/// Methods of `Sample` and `Roots`, and of texts and lists.
const OF_ANSWERS: [&str; 14] = [
    "text",
    "blocks",
    "model",
    "stop_reason",
    "tool_uses",
    "iter",
    "all",
    "as_str",
    "to_string",
    "clone",
    "trim",
    "len",
    "is_empty",
    "is_some",
];
