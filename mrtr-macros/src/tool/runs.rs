//! `run = ..` of a sample, handed over so that one of another shape is one error.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Expr, ExprClosure, Pat};

use super::paths::Paths;
use super::tokens::{first_span, respan};

/// ```text
/// RunsTools::run({ use SortRuns as _; use SortIdle as _; Given(of_a_call(|call| ..)).sorted() })
/// ```
pub(crate) fn checked(value: &TokenStream, paths: &Paths) -> TokenStream {
    let span = Span::call_site().located_at(first_span(value));
    let private = respan(paths.private.clone(), span);
    let run = match syn::parse2(value.clone()) {
        Ok(Expr::Closure(closure)) if is_untyped(&closure) => {
            quote_spanned!(span=> #private::of_a_call(#value))
        }
        Ok(Expr::Call(call)) if call.args.is_empty() && matches!(*call.func, Expr::Path(_)) => {
            let made = call.func;
            quote_spanned!(span=> #private::Given(#made).made())
        }
        _ => value.clone(),
    };
    quote_spanned! {span=>
        #private::RunsTools::run({
            #[allow(unused_imports)]
            use #private::{MakeIdle as _, MakeRun as _, SortIdle as _, SortRuns as _};
            #private::Given(#run).sorted()
        })
    }
}

/// Whether the type of its parameter must come from what takes it.
fn is_untyped(closure: &ExprClosure) -> bool {
    let mut parameters = closure.inputs.iter();
    let first = parameters.next();
    parameters.next().is_none() && first.is_some_and(|first| !matches!(first, Pat::Type(_)))
}
