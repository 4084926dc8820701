//! A turn of a loop over several things, or the call of a closure for each of them, and what is the same in all of these.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::visit::Visit;
use syn::{Expr, ExprMethodCall, Pat};

use super::changing::{Names, changing};
use crate::tool::args::Named;

/// What runs for each of several, and what may differ from turn to turn in it.
pub(super) struct Turn {
    names: BTreeSet<String>,
    /// What the turn goes over, where it has one name.
    name: Option<String>,
    what: &'static str,
}

impl Turn {
    pub(super) fn of(what: &'static str, patterns: &[&Pat], body: &dyn ToBody) -> Self {
        let mut bound = Names::default();
        patterns.iter().for_each(|pattern| bound.visit_pat(pattern));
        let bound = bound.0;
        let name = match bound.iter().collect::<Vec<_>>().as_slice() {
            [only] => Some((*only).clone()),
            _ => None,
        };
        let mut names = body.changing();
        names.extend(bound);
        Self { names, name, what }
    }

    /// Whether the value is made of nothing that may differ in another turn; a call may give anything.
    pub(super) fn is_fixed(&self, value: &Expr) -> bool {
        match value {
            Expr::Lit(_) => true,
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => !self.names.contains(&name.to_string()),
                None => true,
            },
            Expr::Field(field) => self.is_fixed(&field.base),
            Expr::Reference(lent) => self.is_fixed(&lent.expr),
            Expr::Paren(inner) => self.is_fixed(&inner.expr),
            Expr::Group(inner) => self.is_fixed(&inner.expr),
            Expr::Tuple(parts) => parts.elems.iter().all(|part| self.is_fixed(part)),
            _ => false,
        }
    }

    pub(super) fn text(&self, of: &Named) -> String {
        let what = self.what;
        let instead = match &self.name {
            Some(name) => format!("write `of = {name}`"),
            None => "name what the turn is about".to_owned(),
        };
        let is_text = of.value.to_token_stream().to_string().starts_with('"');
        let is = if is_text { "this text is" } else { "`of` is" };
        format!(
            "{is} the same in every {what}, so one answer could be taken for another: {instead}"
        )
    }
}

/// `.iter().map(|x| ..)` and the like: the closure is called for each of several.
pub(super) fn goes_over_items(call: &ExprMethodCall) -> bool {
    const EACH: [&str; 5] = ["map", "flat_map", "filter_map", "for_each", "then"];
    EACH.iter().any(|name| call.method == name) && is_iterator(&call.receiver)
}

fn is_iterator(receiver: &Expr) -> bool {
    const ITERATORS: [&str; 9] = [
        "iter",
        "into_iter",
        "iter_mut",
        "drain",
        "chars",
        "keys",
        "values",
        "lines",
        "chunks",
    ];
    match receiver {
        Expr::MethodCall(call) => {
            ITERATORS.iter().any(|name| call.method == name)
                || (is_kept(call) && is_iterator(&call.receiver))
        }
        Expr::Paren(inner) => matches!(&*inner.expr, Expr::Range(_)),
        _ => false,
    }
}

/// Whether an iterator stays one by this method; `.next()` does not.
fn is_kept(call: &ExprMethodCall) -> bool {
    const KEPT: [&str; 12] = [
        "map",
        "filter",
        "filter_map",
        "flat_map",
        "enumerate",
        "zip",
        "rev",
        "take",
        "skip",
        "cloned",
        "copied",
        "chain",
    ];
    KEPT.iter().any(|name| call.method == name)
}

/// The body of a loop or a closure.
pub(super) trait ToBody {
    fn changing(&self) -> BTreeSet<String>;
}

impl ToBody for syn::Block {
    fn changing(&self) -> BTreeSet<String> {
        changing(|names| names.visit_block(self))
    }
}

impl ToBody for Box<Expr> {
    fn changing(&self) -> BTreeSet<String> {
        changing(|names| names.visit_expr(self))
    }
}
