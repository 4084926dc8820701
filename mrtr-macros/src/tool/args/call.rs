//! The call of a part, inside of `part!(..)`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use crate::tool::tokens::{Level, flat, regroup};

/// The call inside `part!(..)`: everything up to its arguments, and these.
pub(crate) struct Call {
    head: Vec<TokenTree>,
    pub(crate) function: Ident,
    arguments: proc_macro2::Group,
    /// `.await` and `?`, which do not belong here.
    pub(crate) tail: Vec<TokenTree>,
}

impl Call {
    pub(crate) fn read(subject: &TokenStream) -> Option<Self> {
        if matches!(syn::parse2(subject.clone()), Ok(syn::Expr::Closure(_))) {
            return None;
        }
        let mut head = flat(subject.clone());
        let is_call = |token: &TokenTree| {
            matches!(token, TokenTree::Group(group)
            if group.delimiter() == proc_macro2::Delimiter::Parenthesis)
        };
        let end = head.iter().rposition(is_call)?;
        let tail = head.split_off(end + 1);
        let Some(TokenTree::Group(arguments)) = head.pop() else {
            return None;
        };
        let function = function_name(Level(&head))?;
        let is_tail = tail
            .iter()
            .all(|token| [".", "await", "?"].contains(&token.to_string().as_str()));
        is_tail.then_some(Self {
            head,
            function,
            arguments,
            tail,
        })
    }

    /// The call alone.
    pub(crate) fn without_tail(&self) -> TokenStream {
        let (head, arguments) = (self.head.iter(), &self.arguments);
        quote!(#(#head)* #arguments)
    }

    /// The call with the flow as its first argument.
    pub(crate) fn with_flow(&self, flow: &TokenStream) -> TokenStream {
        let (receiver, rest) = self.receiver();
        let comma = (!rest.is_empty()).then(|| quote!(,));
        let arguments = regroup(&self.arguments, quote!(#receiver #flow #comma #rest));
        let (head, tail) = (self.head.iter(), self.tail.iter());
        quote!(#(#head)* #arguments #(#tail)*)
    }
}

impl Call {
    /// The `self` of `Self::pick(self, x)`, with its comma, and the other arguments.
    fn receiver(&self) -> (TokenStream, TokenStream) {
        let arguments = flat(self.arguments.stream());
        let level = Level(&arguments);
        let is_of_a_type = is_of_a_type(Level(&self.head));
        let end = usize::from(level.is_punct(0, '&'));
        let ends = arguments.len() == end + 1 || level.is_punct(end + 1, ',');
        if !is_of_a_type || !level.is_word(end, "self") || !ends {
            return (TokenStream::new(), arguments.into_iter().collect());
        }
        let receiver = arguments.iter().take(end + 1);
        let rest = arguments.iter().skip(end + 2).cloned().collect();
        (quote!(#(#receiver)*,), rest)
    }
}

/// The name before the arguments of a call, and before its turbofish.
fn function_name(head: Level) -> Option<Ident> {
    let name = head.ident(function_at(head)?);
    name.filter(|name| *name != "await").cloned()
}

fn function_at(head: Level) -> Option<usize> {
    let last = head.0.len().checked_sub(1)?;
    if head.is_punct(last, '>') {
        return opening(head, last)?.checked_sub(3);
    }
    Some(last)
}

/// The `<` that the `>` at `close` belongs to.
fn opening(head: Level, close: usize) -> Option<usize> {
    let mut depth = 0_usize;
    (0..=close).rev().find(|at| {
        let is_arrow = *at > 0 && head.is_punct(at - 1, '-');
        depth += usize::from(head.is_punct(*at, '>') && !is_arrow);
        depth -= usize::from(head.is_punct(*at, '<'));
        depth == 0
    })
}

/// Whether a type stands ahead of the function, as in `Self::pick` and `<T as Asks>::pick`: `helpers::pick` is of a module.
fn is_of_a_type(head: Level) -> bool {
    let colon = function_at(head).and_then(|at| at.checked_sub(2));
    let Some(colon) = colon.filter(|at| head.is_pair(*at, ':', ':')) else {
        return false;
    };
    match head.before(colon) {
        Some(TokenTree::Ident(name)) => name.to_string().starts_with(char::is_uppercase),
        // A group is the `$ty` of an author's macro.
        Some(TokenTree::Punct(_) | TokenTree::Group(_)) => true,
        Some(TokenTree::Literal(_)) | None => false,
    }
}
