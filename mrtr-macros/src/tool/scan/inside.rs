//! What the tokens inside a group are, and what surrounds them.

use proc_macro2::{Delimiter, Ident, TokenTree};

use super::Scan;
use super::line::{Head, Line, Sort};
use super::place::{Forbidden, Place, Scope};
use crate::tool::tokens::Level;

/// Macros whose parts are all evaluated, in order.
const TRANSPARENT: [&str; 18] = [
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
    "rerun",
];

const SPAWN: [&str; 6] = [
    "spawn",
    "spawn_blocking",
    "spawn_local",
    "spawn_on",
    "spawn_local_on",
    "spawn_blocking_on",
];

/// Functions of futures of which the first one wins.
const RACE: [&str; 6] = [
    "select",
    "select_all",
    "select_ok",
    "try_select",
    "race",
    "race_ok",
];

impl Scan {
    /// What the tokens of the group at `at` are, and what surrounds them.
    pub(super) fn inside(
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
            enter_arguments(&mut place, level, at);
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
            Some(Head::For | Head::WhileLet) => {
                place.enter_loop();
                place.is_for_each = true;
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

fn enter_arguments(place: &mut Place, level: Level, at: usize) {
    let Some(function) = level.ident_before(at) else {
        return;
    };
    let is_method = level.is_punct(at.wrapping_sub(2), '.');
    if SPAWN.iter().any(|spawn| function == spawn) {
        place.forbidden.get_or_insert(Forbidden::Spawn);
    } else if function == "block_on" {
        place
            .forbidden
            .get_or_insert(Forbidden::BlockOn(function.clone()));
    } else if !is_method && RACE.iter().any(|race| function == race) {
        place
            .forbidden
            .get_or_insert(Forbidden::Race(function.clone()));
    }
}
