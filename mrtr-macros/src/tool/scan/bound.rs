//! An ask that a variable holds, and that is handed on to where none may stand: `let sure = ask_confirm!(..); spawn(sure)`.

use proc_macro2::{Ident, TokenStream, TokenTree};

use super::Scan;
use super::behind::{behind, may_bind};
use super::next::{Condition, Next, Read, is_negated, read};
use super::place::Forbidden;
use crate::tool::kind::Kind;
use crate::tool::tokens::{Level, flat};

/// A variable where no ask may stand.
pub(super) struct Mention {
    name: Ident,
    forbidden: Forbidden,
}

impl Mention {
    pub(super) fn is_of(&self, name: Option<&Ident>) -> bool {
        name == Some(&self.name)
    }

    /// The word at `at`, if it is handed on or awaited as it is.
    pub(super) fn read(
        level: Level,
        at: usize,
        name: &Ident,
        around: Option<&Forbidden>,
    ) -> Option<Self> {
        let forbidden = around.filter(|around| !matches!(around, Forbidden::NestedFn))?;
        let begins = at == 0 || [',', '='].iter().any(|sign| level.is_punct(at - 1, *sign));
        let is_arm = level.is_pair(at + 1, '=', '>');
        let ends = level.get(at + 1).is_none() || level.is_punct(at + 1, ',') || is_arm;
        let is_awaited = level.is_punct(at + 1, '.') && level.is_word(at + 2, "await");
        let is_it = (begins && ends) || (is_awaited && !level.is_field(at));
        is_it.then(|| Self {
            name: name.clone(),
            forbidden: forbidden.clone(),
        })
    }
}

impl Scan {
    /// The asks of such variables stand where these do.
    pub(super) fn move_bound(&mut self) {
        for Mention { name, forbidden } in std::mem::take(&mut self.mentions) {
            let is_it = |bound: &Option<Ident>| bound.as_ref().is_some_and(|bound| *bound == name);
            // A name that is given twice may be the answer by then.
            let mut bindings = self
                .bindings
                .iter()
                .enumerate()
                .filter(|(_, bound)| is_it(bound));
            let (Some((binding, _)), None) = (bindings.next(), bindings.next()) else {
                continue;
            };
            let held = self.found.iter_mut().filter(|found| {
                let is_held = matches!(found.next, Next::Held) && found.kind != Kind::Capture;
                is_held && found.place.binding == Some(binding)
            });
            for found in held {
                found.place.forbidden.get_or_insert(forbidden.clone());
                found.place.is_handed_on = true;
            }
        }
    }
}

impl Scan {
    /// `let _ask = ask!(..);` and nothing more of it: as good as no `let`.
    pub(super) fn drop_unused(&mut self, body: &TokenStream) {
        for found in &mut self.found {
            let binding = found.place.binding.and_then(|at| self.bindings.get(at));
            let Some(Some(name)) = binding.filter(|_| matches!(found.next, Next::Held)) else {
                continue;
            };
            let name = name.to_string();
            if name.starts_with('_') && mentions(body, &name) == 1 {
                found.next = Next::Dropped;
            }
        }
    }
}

impl Scan {
    /// `let who = ask!(..);` of which nothing but fields and methods of the answer are used: `who.name`.
    pub(super) fn read_unawaited(&mut self, body: &TokenStream) {
        for found in &mut self.found {
            let binding = found.place.binding.and_then(|at| self.bindings.get(at));
            let Some(Some(name)) = binding.filter(|_| matches!(found.next, Next::Held)) else {
                continue;
            };
            let named = self.bindings.iter().flatten();
            let is_alone = named.filter(|other| *other == name).count() == 1;
            let Some(rest) = behind(body, name).filter(|_| is_alone) else {
                continue;
            };
            let mut reads = Vec::new();
            note_reads(&rest, name, &mut reads);
            if !reads.is_empty() && mentions(&rest, &name.to_string()) == reads.len() {
                let is_answer = reads.contains(&Read::Answer);
                let read = if is_answer {
                    Read::Answer
                } else {
                    Read::Outcome
                };
                found.next = Next::Read(read, Some(name.clone()));
            }
        }
    }
}

impl Scan {
    /// `let who = ask!(..).await;` of which a field is read, as if it were the answer: `who.name`.
    pub(super) fn read_untried(&mut self, body: &TokenStream) {
        for found in &mut self.found {
            let may_fail = matches!(found.kind, Kind::Elicit | Kind::Pick);
            let is_awaited = may_fail && matches!(found.next, Next::Awaited(_));
            let binding = found.place.binding.and_then(|at| self.bindings.get(at));
            let Some(Some(name)) = binding.filter(|_| is_awaited) else {
                continue;
            };
            let named = self.bindings.iter().flatten();
            let is_alone = named.filter(|other| *other == name).count() == 1;
            let rest = behind(body, name).filter(|_| is_alone);
            if rest.is_some_and(|rest| reads_a_field(&rest, name) && !may_bind(&rest, name)) {
                found.next = Next::Untried(name.clone());
            }
        }
    }
}

/// Whether `name.field` stands somewhere.
fn reads_a_field(tokens: &TokenStream, name: &Ident) -> bool {
    let tokens = flat(tokens.clone());
    let level = Level(&tokens);
    let is_it = |(at, token): (usize, &TokenTree)| match token {
        TokenTree::Ident(word) if word == name && is_variable(level, at) => {
            let is_method = level.group(at + 3).is_some() || level.is_punct(at + 3, ':');
            let is_field = level.ident(at + 2).is_some_and(|field| field != "await");
            // `info!(user.id = %id, ..)` names a field of an event.
            let is_assigned = level.is_punct(at + 3, '=') && !level.is_punct(at + 4, '=');
            level.is_punct(at + 1, '.') && is_field && !is_method && !is_assigned
        }
        TokenTree::Group(group) => reads_a_field(&group.stream(), name),
        _ => false,
    };
    tokens.iter().enumerate().any(is_it)
}

impl Scan {
    /// `let sure = ask_confirm!(..).await?;` of which a condition is made: `if sure {`.
    pub(super) fn condition_by_name(&mut self, body: &TokenStream) {
        for found in &mut self.found {
            let is_confirm = found.kind == Kind::Confirm && matches!(found.next, Next::Tried(..));
            let binding = found.place.binding.and_then(|at| self.bindings.get(at));
            let Some(Some(name)) = binding.filter(|_| is_confirm) else {
                continue;
            };
            let named = self.bindings.iter().flatten();
            let is_alone = named.filter(|other| *other == name).count() == 1;
            let rest = behind(body, name).filter(|_| is_alone);
            if rest.is_some_and(|rest| is_condition(&rest, name) && !may_bind(&rest, name)) {
                found.next = Next::Condition(Condition::Asked);
            }
        }
    }
}

/// Whether `if name {`, `if !name {`, `name && ..` or the like stands somewhere.
fn is_condition(tokens: &TokenStream, name: &Ident) -> bool {
    let tokens = flat(tokens.clone());
    let level = Level(&tokens);
    let is_it = |(at, token): (usize, &TokenTree)| match token {
        TokenTree::Ident(word) if word == name && is_variable(level, at) => {
            let is_negated = is_negated(level, at);
            let head = at.checked_sub(1 + usize::from(is_negated));
            let is_head = |word| head.is_some_and(|head| level.is_word(head, word));
            let is_whole = (is_head("if") || is_head("while")) && level.is_brace(at + 1);
            let is_lazy = level.is_pair(at + 1, '&', '&') || level.is_pair(at + 1, '|', '|');
            is_whole || is_lazy || is_negated
        }
        TokenTree::Group(group) => is_condition(&group.stream(), name),
        _ => false,
    };
    tokens.iter().enumerate().any(is_it)
}

/// Whether the name at `at` is that of a variable, and of no field, label, module or macro.
fn is_variable(level: Level, at: usize) -> bool {
    let is_path = at > 1 && level.is_pair(at - 2, ':', ':');
    let is_label = at > 0 && level.is_punct(at - 1, '\'');
    let begins_path = level.is_pair(at + 1, ':', ':');
    let is_macro = level.is_punct(at + 1, '!') && level.group(at + 2).is_some();
    !(level.is_field(at) || is_path || is_label || begins_path || is_macro)
}

/// What is read of the name that only an answer has.
fn note_reads(tokens: &TokenStream, name: &Ident, reads: &mut Vec<Read>) {
    let tokens = flat(tokens.clone());
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == name && !Level(&tokens).is_field(at) => {
                reads.extend(read(Level(&tokens), at + 1));
            }
            TokenTree::Group(group) => note_reads(&group.stream(), name, reads),
            _ => {}
        }
    }
}

/// How often the name stands in these tokens other than as a field, those of texts counted: a text may show it.
fn mentions(tokens: &TokenStream, name: &str) -> usize {
    let tokens = flat(tokens.clone());
    let of = |(at, token): (usize, &TokenTree)| match token {
        TokenTree::Ident(word) => usize::from(word == name && !Level(&tokens).is_field(at)),
        TokenTree::Literal(text) => usize::from(text.to_string().contains(name)),
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) => 0,
    };
    tokens.iter().enumerate().map(of).sum()
}
