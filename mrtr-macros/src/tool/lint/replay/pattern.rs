//! What patterns bind.

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, Local, Pat, PatIdent};

use super::super::calls::asks;
use super::super::names::Lint;
use super::super::scopes::{Known, Map};
use super::super::source::Source;
use super::super::texts::Use;
use super::{Replay, maps};

impl Replay {
    pub(super) fn local(&mut self, local: &Local) {
        let Some(init) = &local.init else {
            let map = maps::of_pattern(&local.pat);
            return self.bind(&local.pat, None, map);
        };
        let source = self.expr(&init.expr);
        if let Some((_, diverge)) = &init.diverge {
            self.decides(source.as_ref(), asks(diverge));
            self.expr(diverge);
        }
        let source = source.filter(|source| {
            source.lint != Lint::MapOrder || !maps::is_sorted(&local.pat, &init.expr)
        });
        let map = maps::of_pattern(&local.pat).or_else(|| maps::of_value(&init.expr));
        self.bind_value(&local.pat, &init.expr, source, map);
    }

    /// Binds what a value holds. A struct, or a tuple in one variable, also holds what does not differ.
    fn bind_value(
        &mut self,
        pattern: &Pat,
        value: &Expr,
        source: Option<Source>,
        map: Option<Map>,
    ) {
        let source = match (value, plain(pattern)) {
            (Expr::Struct(_), _) | (Expr::Tuple(_) | Expr::Array(_), Pat::Ident(_)) => None,
            // Which of them differs is not known.
            (Expr::Tuple(_), _) => None,
            _ => source,
        };
        self.bind(pattern, source, map);
    }

    /// Binds all names of a pattern to the same.
    pub(super) fn bind(&mut self, pattern: &Pat, source: Option<Source>, map: Option<Map>) {
        let mut names = Names::default();
        names.visit_pat(pattern);
        let map = map.filter(|_| matches!(plain(pattern), Pat::Ident(_)));
        for name in names.0 {
            let source = source.clone();
            self.scopes.bind(&name, Known { source, map });
        }
    }

    /// Reports a source that decides whether something is asked.
    pub(super) fn decides(&mut self, source: Option<&Source>, asks: bool) {
        if asks {
            self.report(source.cloned(), Use::Branch);
        }
    }
}

/// The one name of a pattern that is a name.
pub(super) fn name(pattern: &Pat) -> Option<Ident> {
    match plain(pattern) {
        Pat::Ident(ident) => Some(ident.ident.clone()),
        _ => None,
    }
}

fn plain(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => plain(&typed.pat),
        Pat::Paren(paren) => plain(&paren.pat),
        Pat::Reference(reference) => plain(&reference.pat),
        pattern => pattern,
    }
}

#[derive(Default)]
struct Names(Vec<Ident>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.0.push(pattern.ident.clone());
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_expr(&mut self, _: &'ast Expr) {}
}
