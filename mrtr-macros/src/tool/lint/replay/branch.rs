//! Branches and loops: what decides whether something is asked.

use quote::ToTokens;
use syn::{Arm, Block, Expr, ExprBinary, ExprForLoop, ExprIf, ExprLet, ExprMatch, ExprWhile, Pat};

use super::super::calls::{asks, variable};
use super::super::names::Lint;
use super::super::source::Source;
use super::Replay;

impl Replay {
    pub(super) fn if_else(&mut self, branch: &ExprIf) -> Option<Source> {
        self.scopes.enter();
        let decides = self.expr(&branch.cond);
        let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| otherwise);
        self.decides(
            decides.as_ref(),
            asks(&branch.then_branch) || asks(otherwise),
        );
        let then = self.block(&branch.then_branch);
        self.scopes.leave();
        let otherwise = otherwise.and_then(|otherwise| self.expr(otherwise));
        decides.or(then).or(otherwise)
    }

    /// `let PATTERN = VALUE` as a condition.
    pub(super) fn condition(&mut self, condition: &ExprLet) -> Option<Source> {
        let source = self.expr(&condition.expr);
        self.bind(&condition.pat, source.clone(), None);
        source
    }

    pub(super) fn choice(&mut self, choice: &ExprMatch) -> Option<Source> {
        let decides = self.expr(&choice.expr);
        let asks = choice.arms.iter().any(|arm| asks(&arm.body));
        self.decides(decides.as_ref(), asks);
        let mut value = decides.clone();
        for arm in &choice.arms {
            self.scopes.enter();
            let arm = self.arm(arm, decides.as_ref(), asks);
            self.scopes.leave();
            value = value.or(arm);
        }
        value
    }

    fn arm(&mut self, arm: &Arm, matched: Option<&Source>, asks: bool) -> Option<Source> {
        self.bind(&arm.pat, matched.cloned(), None);
        let guard = match &arm.pat {
            Pat::Guard(guarded) => self.expr(&guarded.guard),
            _ => None,
        };
        self.decides(guard.as_ref(), asks);
        let body = self.expr(&arm.body);
        guard.or(body)
    }

    /// `a && b`: whether `b` asks is decided by `a`.
    pub(super) fn binary(&mut self, binary: &ExprBinary) -> Option<Source> {
        let left = self.expr(&binary.left);
        let is_lazy = matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_));
        self.decides(left.as_ref(), is_lazy && asks(&binary.right));
        let right = self.expr(&binary.right);
        let is_assignment =
            binary.op.to_token_stream().to_string().ends_with('=') && !is_comparison(&binary.op);
        if let (true, Some(name), Some(_)) = (is_assignment, variable(&binary.left), &right) {
            self.scopes.assign(&name.to_string(), right);
            return None;
        }
        left.or(right)
    }

    pub(super) fn while_loop(&mut self, repeated: &ExprWhile) {
        self.scopes.enter();
        let decides = self.expr(&repeated.cond);
        self.decides(decides.as_ref(), asks(&repeated.body));
        self.block(&repeated.body);
        self.scopes.leave();
    }

    pub(super) fn for_loop(&mut self, repeated: &ExprForLoop) {
        let mut source = self.expr(&repeated.expr);
        if let Some(map) = variable(&repeated.expr).and_then(|name| self.known(&name).map) {
            let span = super::expr::span(&repeated.expr);
            source = Some(self.source(Lint::MapOrder, map.name().to_owned(), span));
        }
        self.decides(source.as_ref(), asks(&repeated.body));
        // Each entry of a map is itself the same in every round.
        let each = source.filter(|source| source.lint != Lint::MapOrder);
        self.body(&repeated.body, &repeated.pat, each);
    }

    fn body(&mut self, body: &Block, pattern: &Pat, each: Option<Source>) {
        self.scopes.enter();
        self.bind(pattern, each, None);
        self.block(body);
        self.scopes.leave();
    }

    pub(super) fn all<'a>(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) -> Option<Source> {
        let mut first = None;
        for expr in exprs {
            let source = self.expr(expr);
            first = first.or(source);
        }
        first
    }
}

fn is_comparison(op: &syn::BinOp) -> bool {
    use syn::BinOp::{Eq, Ge, Le, Ne};
    matches!(op, Eq(_) | Ge(_) | Le(_) | Ne(_))
}
