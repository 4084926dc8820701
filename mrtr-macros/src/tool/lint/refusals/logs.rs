//! What only tells the server's own log: `warn!("{no}")`, `|no| eprintln!("{no}")`, `{}`.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Block, Expr, Macro, Stmt};

use super::super::calls;
use super::super::habits::called;
use crate::tool::tokens::{Level, flat};

/// Whether a macro logs.
pub(super) fn logs(mac: &Macro) -> bool {
    const LOGS: [&str; 11] = [
        "print", "println", "eprint", "eprintln", "dbg", "trace", "debug", "info", "warn", "error",
        "log",
    ];
    calls::is(mac, &LOGS)
}

/// Whether a macro does no more than log: what it logs neither awaits nor leaves.
pub(super) fn is_log(mac: &Macro) -> bool {
    logs(mac) && !goes_elsewhere(&mac.tokens)
}

/// `{}` or `()`
pub(super) fn is_nothing(body: &Expr) -> bool {
    match body {
        Expr::Block(block) => block.block.stmts.is_empty(),
        Expr::Tuple(tuple) => tuple.elems.is_empty(),
        _ => false,
    }
}

/// Whether a block holds nothing but logs.
pub(super) fn only_logs(block: &Block) -> bool {
    block.stmts.iter().all(|statement| match statement {
        Stmt::Macro(logged) => is_log(&logged.mac),
        Stmt::Expr(expr, _) => is_quiet(expr),
        _ => false,
    })
}

/// Whether an arm, a branch or the body of a closure does no more than log.
pub(in super::super) fn is_quiet(body: &Expr) -> bool {
    match body {
        Expr::Block(block) => only_logs(&block.block),
        Expr::Macro(logged) => is_log(&logged.mac),
        Expr::Call(call) => called(call).is_some_and(|name| name == "log"),
        Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            only_logs(&branch.then_branch) && otherwise.is_none_or(|(_, other)| is_quiet(other))
        }
        _ => is_nothing(body),
    }
}

/// `?` behind a value, `.await`, `return` and so on.
fn goes_elsewhere(tokens: &TokenStream) -> bool {
    const WORDS: [&str; 4] = ["await", "return", "break", "continue"];
    let tokens = flat(tokens.clone());
    let level = Level(&tokens);
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(word) => WORDS.iter().any(|known| word == known),
        TokenTree::Punct(sign) => sign.as_char() == '?' && level.is_after_operand(at),
        TokenTree::Group(group) => goes_elsewhere(&group.stream()),
        TokenTree::Literal(_) => false,
    })
}
