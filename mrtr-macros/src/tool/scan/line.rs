//! One level of a body while it is read from left to right.

use proc_macro2::{Ident, TokenTree};

use super::binding::Let;
use super::place::{Cfg, Forbidden, Place, Repeat, Scope};
use super::statement::{cfg_at, end_of_statement};
use crate::tool::kind::Kind;
use crate::tool::tokens::Level;

/// What the tokens of a level are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Block,
    /// The arms of a `match`, which is this branch.
    Arms(u32),
    Other,
}

/// What the next brace belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    If(u32),
    Else,
    LetElse,
    Match,
    Loop,
    /// `while`, or a `while let` of an answer.
    While,
    /// `while let Some(row) = rows.next()`
    WhileLet,
    For,
    NestedFn,
}

/// A closure, up to its body.
struct Closure {
    scope: Scope,
    /// Whether it has parameters: one without is called to try again, as wrappers do.
    is_given: bool,
}

/// The state at one token of a level.
pub(super) struct Line<'a> {
    pub(super) level: Level<'a>,
    pub(super) sort: Sort,
    base: &'a Place,
    heads: Vec<Head>,
    is_in_closure: Option<Closure>,
    is_lazy: bool,
    arm: u32,
    /// The arms of the `else`s that the rest of an if-else chain stands in.
    chain: Vec<(u32, u32)>,
    last_if: Option<u32>,
    lets: Vec<(std::ops::Range<usize>, usize)>,
    cfgs: Vec<(usize, Cfg)>,
    /// The groups of `join!`s whose parts have names, and the first of these.
    pub(super) joins: Vec<(usize, usize)>,
}

impl<'a> Line<'a> {
    pub(super) fn new(level: Level<'a>, sort: Sort, base: &'a Place) -> Self {
        Self {
            level,
            sort,
            base,
            heads: Vec::new(),
            is_in_closure: None,
            is_lazy: false,
            arm: 0,
            chain: Vec::new(),
            last_if: None,
            lets: Vec::new(),
            cfgs: Vec::new(),
            joins: Vec::new(),
        }
    }

    /// The surroundings of the token at `at`.
    pub(super) fn place(&self, at: usize) -> Place {
        let mut place = self.base.clone();
        place.branches.extend(&self.chain);
        place.is_conditional |= self.is_lazy || !self.chain.is_empty();
        if let Sort::Arms(branch) = self.sort
            && self.arm > 0
        {
            place.branches.push((branch, self.arm));
            place.is_conditional = true;
        }
        if let Some(closure) = &self.is_in_closure {
            place.enter_closure(closure);
        }
        if matches!(self.heads.last(), Some(Head::While | Head::WhileLet)) {
            place.enter_loop();
        }
        let holds = |(range, _): &&(std::ops::Range<usize>, usize)| range.contains(&at);
        if let Some((_, binding)) = self.lets.iter().rev().find(holds) {
            place.binding = Some(*binding);
        }
        let covering = self.cfgs.iter().filter(|(end, _)| at < *end);
        place.cfgs.extend(covering.map(|(_, cfg)| cfg.clone()));
        place
    }

    /// The place around this level, where no ask may stand.
    pub(super) fn around(&self) -> Option<&Forbidden> {
        self.base.forbidden.as_ref()
    }

    /// Whether the `let` here is a condition.
    pub(super) fn is_condition(&self) -> bool {
        matches!(
            self.heads.last(),
            Some(Head::If(_) | Head::While | Head::WhileLet)
        )
    }

    pub(super) fn bind(&mut self, found: &Let, binding: usize) {
        self.lets.push((found.initializer.clone(), binding));
    }

    /// What the brace at `at` belongs to, if a head waits for it.
    pub(super) fn take_head(&mut self, at: usize) -> Option<Head> {
        let own = ["unsafe", "async", "move", "const"];
        let is_own = self
            .level
            .ident_before(at)
            .is_some_and(|word| own.iter().any(|own| word == own));
        if is_own { None } else { self.heads.pop() }
    }

    /// The brace of `head` at `at` is over.
    pub(super) fn close(&mut self, head: Head, at: usize) {
        let goes_on = self.level.is_word(at + 1, "else");
        self.is_lazy = false;
        self.last_if = match head {
            Head::If(branch) if goes_on => Some(branch),
            _ => None,
        };
        if matches!(head, Head::If(_) | Head::Else) && !goes_on {
            self.chain.clear();
        }
    }

    /// Reads a sign; returns how many tokens it took.
    pub(super) fn sign(&mut self, at: usize, number: &mut u32) -> usize {
        let level = self.level;
        if level.is_pair(at, '=', '>') {
            self.arm += 1;
            self.end_expression();
            return 2;
        }
        if let Some(attribute) = cfg_at(level, at) {
            *number += 1;
            let cfg = Cfg {
                statement: *number,
                attribute,
            };
            self.cfgs.push((end_of_statement(level, at), cfg));
            return 2;
        }
        if level.is_punct(at, ';') {
            self.end_expression();
            self.chain.clear();
            self.last_if = None;
        } else if level.is_punct(at, ',') {
            // Commas also stand among a nested function's generics.
            let in_signature = self.heads.contains(&Head::NestedFn);
            self.end_expression();
            self.heads.extend(in_signature.then_some(Head::NestedFn));
        } else if level.is_punct(at, '|') {
            return self.bar(at);
        } else if level.is_pair(at, '&', '&') && level.is_after_operand(at) {
            self.is_lazy = true;
            return 2;
        }
        1
    }

    fn end_expression(&mut self) {
        self.heads.clear();
        self.is_in_closure = None;
        self.is_lazy = false;
    }

    /// `|`: an alternative, a lazy or, or the parameters of a closure.
    fn bar(&mut self, at: usize) -> usize {
        let level = self.level;
        let is_double = level.is_pair(at, '|', '|');
        if level.is_after_operand(at) {
            self.is_lazy |= is_double;
            return 1 + usize::from(is_double);
        }
        let before = |back: usize, word| {
            at.checked_sub(back)
                .is_some_and(|at| level.is_word(at, word))
        };
        let is_async = before(1, "async") || (before(1, "move") && before(2, "async"));
        let scope = if is_async {
            Scope::Async
        } else {
            Scope::SyncClosure
        };
        self.is_in_closure = Some(Closure {
            scope,
            // Another macro may have taken `||` apart.
            is_given: !is_double && !level.is_punct(at + 1, '|'),
        });
        if is_double {
            return 2;
        }
        let end = (at + 1..level.0.len()).find(|at| level.is_punct(*at, '|'));
        end.map_or(1, |end| end + 1 - at)
    }

    /// Reads a word that steers.
    pub(super) fn word(&mut self, at: usize, word: &Ident, number: &mut u32) {
        let level = self.level;
        let head = match word.to_string().as_str() {
            "if" => {
                *number += 1;
                Head::If(*number)
            }
            "match" => Head::Match,
            "loop" => Head::Loop,
            "while" if is_let_of_items(level, at + 1) => Head::WhileLet,
            "while" => Head::While,
            "for" if !level.is_punct(at + 1, '<') => Head::For,
            "fn" if level.ident(at + 1).is_some() => Head::NestedFn,
            "else" => return self.else_word(at),
            _ => return,
        };
        self.heads.push(head);
    }

    fn else_word(&mut self, at: usize) {
        let Some(branch) = self.last_if.take() else {
            self.heads.push(Head::LetElse);
            return;
        };
        self.chain.push((branch, 1));
        if self.level.is_brace(at + 1) {
            self.heads.push(Head::Else);
        }
    }
}

/// Whether a `let` at `at`, behind `while`, takes one item after another: what it looks at asks nothing itself.
fn is_let_of_items(level: Level, at: usize) -> bool {
    let condition = (at..level.0.len()).take_while(|at| !level.is_brace(*at));
    level.is_word(at, "let") && !condition.filter_map(|at| level.get(at)).any(asks)
}

fn asks(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => Kind::of(word).is_some(),
        TokenTree::Group(group) => group.stream().into_iter().any(|token| asks(&token)),
        _ => false,
    }
}

impl Place {
    fn enter_closure(&mut self, closure: &Closure) {
        self.scope = closure.scope;
        self.is_for_each |= closure.is_given;
        self.repeats = Some(Repeat::Closure);
        self.is_conditional = true;
    }

    pub(super) fn enter_loop(&mut self) {
        self.repeats = Some(Repeat::Loop);
        self.is_conditional = true;
    }
}
