//! The variables that may have another value in each turn of a loop: bound in it, or changed, or lent to what may change them.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    BinOp, Expr, ExprAssign, ExprBinary, ExprCall, ExprMethodCall, ExprReference, Macro, PatIdent,
};

use crate::tool::lint::{Call, inside};

/// The names that `visit` comes by.
pub(super) fn changing(visit: impl FnOnce(&mut Names)) -> BTreeSet<String> {
    let mut names = Names::default();
    visit(&mut names);
    names.0
}

#[derive(Default)]
pub(super) struct Names(pub(super) BTreeSet<String>);

impl Names {
    /// The variable that a place begins with: `s` of `s.rows[0]`.
    fn root(&mut self, place: &Expr) {
        match place {
            Expr::Path(path) => {
                let name = path.path.get_ident();
                self.0.extend(name.map(ToString::to_string));
            }
            Expr::Field(field) => self.root(&field.base),
            Expr::Index(index) => self.root(&index.expr),
            Expr::Unary(unary) => self.root(&unary.expr),
            Expr::Paren(inner) => self.root(&inner.expr),
            Expr::Tuple(parts) => parts.elems.iter().for_each(|part| self.root(part)),
            _ => {}
        }
    }

    /// All words of what cannot be read.
    fn words(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    self.0.insert(word.to_string());
                }
                TokenTree::Group(group) => self.words(group.stream()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.0.insert(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_expr_assign(&mut self, assign: &'ast ExprAssign) {
        self.root(&assign.left);
        visit::visit_expr_assign(self, assign);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        if is_assigning(&binary.op) {
            self.root(&binary.left);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_reference(&mut self, lent: &'ast ExprReference) {
        if lent.mutability.is_some() {
            self.root(&lent.expr);
        }
        visit::visit_expr_reference(self, lent);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.root(&call.receiver);
        call.args.iter().for_each(|argument| self.root(argument));
        visit::visit_expr_method_call(self, call);
    }

    // A `&mut` parameter is lent again by its name alone.
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        call.args.iter().for_each(|argument| self.root(argument));
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Call::read(mac) {
            Call::Ours(kind, args) => inside(kind, &args)
                .iter()
                .for_each(|expr| self.visit_expr(expr)),
            Call::Rerun(exprs) => exprs.iter().for_each(|expr| self.visit_expr(expr)),
            Call::Other(_) => self.words(mac.tokens.clone()),
        }
    }
}

fn is_assigning(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}
