//! Answers that nobody uses: `ask_elicit!(..).await?;`, `let sum = ask_sample!(..); sum.await;`.

use proc_macro2::Ident;
use syn::Expr;

use super::bindings::Bindings;
use super::calls::ours;
use crate::tool::args::Args;
use crate::tool::kind::Kind;

/// The answer of an ask, if it says something.
#[derive(Clone)]
pub(super) struct Answer {
    kind: Kind,
    name: Ident,
    /// Whether `.await` alone gives it, and not `.await?`.
    is_plain: bool,
}

/// The answer of the ask that an expression is.
pub(super) fn held(ask: &Expr) -> Option<Answer> {
    let (kind, name, args) = ours(ask)?;
    Some(Answer {
        is_plain: is_plain(kind, &args)?,
        kind,
        name,
    })
}

fn is_plain(kind: Kind, args: &Args) -> Option<bool> {
    match kind {
        Kind::Elicit | Kind::Pick => Some(false),
        // What its tools do may be all that is wanted.
        Kind::Sample if args.option("run").is_some() => None,
        // Of one with a type that nobody tries rustc says that its `Result` is not used.
        Kind::Sample => Some(args.subject.is_none()),
        Kind::Roots => Some(true),
        _ => None,
    }
}

/// The ask that a statement awaits, where it is nothing but that.
pub(super) fn for_nothing(statement: &Expr, known: &Bindings) -> Option<(Kind, Ident)> {
    let (answer, is_tried) = match statement {
        Expr::Try(tried) => (&*tried.expr, true),
        answer => (answer, false),
    };
    let answer = awaited(answer, known)?;
    (is_tried || answer.is_plain).then_some((answer.kind, answer.name))
}

fn awaited(expr: &Expr, known: &Bindings) -> Option<Answer> {
    match expr {
        Expr::Await(inner) => held(&inner.base).or_else(|| known.answer(&inner.base)),
        Expr::Paren(inner) => awaited(&inner.expr, known),
        _ => None,
    }
}
