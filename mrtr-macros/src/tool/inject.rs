//! Hands the flow to the asks of a body: `@mrtr(__mrtr_flow, 0, "key")` in front of their arguments.
//!
//! Nothing else of the author's tokens changes, but for the values that a message shows, which are
//! escaped, and for calls of parts, which get the flow as their first argument.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{LitByteStr, LitStr, Type};

use super::args::{Args, Call, Message};
use super::check::{captured_closure, is_in_vain, no_duration, no_number, shown, unawaited};
use super::escape::{escaped, repaired};
use super::keys::{Key, Source};
use super::kind::Kind;
use super::paths::Paths;
use super::runs;
use super::scan::{Found, Next};
use super::tokens::{Level, first_span, flat, last_span, regroup, respan};
use super::tried;
use super::until;

/// A reference to the value, which may be one already; an error about it is at the value.
fn lent(value: &TokenStream) -> TokenStream {
    let tokens = flat(value.clone());
    let span = Span::mixed_site().located_at(first_span(value));
    match &*tokens {
        [TokenTree::Punct(sign), ..] if sign.as_char() == '&' => value.clone(),
        [one] => quote_spanned!(span=> &#one),
        _ => quote_spanned!(span=> &(#value)),
    }
}

/// The flow inside a part.
pub(crate) fn flow_ident() -> Ident {
    Ident::new("__mrtr_flow", Span::mixed_site())
}

/// Walks a body in the order in which `Scan` did.
pub(crate) struct Injector<'a> {
    pub(crate) paths: &'a Paths,
    pub(crate) found: &'a [Found],
    pub(crate) keys: &'a [Key],
    /// False where there is no flow; each ask then becomes something of its type that compiles.
    pub(crate) has_flow: bool,
    /// What the function returns.
    pub(crate) output: Option<&'a Type>,
    pub(crate) is_strict: bool,
    /// Whether each `?` becomes something that stays in the function.
    pub(crate) is_untried: bool,
    pub(crate) next: usize,
}

/// An ask, capture or call of a part as it stands among the tokens of the body.
struct Site<'a> {
    name: &'a TokenTree,
    bang: &'a TokenTree,
    group: &'a Group,
    /// Whether what stands around it says the type of its value.
    has_type: bool,
}

impl Injector<'_> {
    pub(crate) fn stream(&mut self, stream: TokenStream) -> TokenStream {
        let tokens = flat(stream);
        let mut done = TokenStream::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if let Some((bang, group)) = call(Level(&tokens), at) {
                let site = Site {
                    name: token,
                    bang,
                    group,
                    has_type: tried::has_type(Level(&tokens), at),
                };
                at += 3 + self.call(&site, &mut done);
                continue;
            }
            if self.is_untried && is_try(Level(&tokens), at) {
                done.extend(quote!(.into_iter().next().unwrap()));
                at += 1;
                continue;
            }
            match token {
                TokenTree::Group(group) => {
                    regroup(group, self.stream(group.stream())).to_tokens(&mut done)
                }
                token => token.to_tokens(&mut done),
            }
            at += 1;
        }
        done
    }

    /// Hands the flow to one call; how many of the tokens behind it are done with, too.
    fn call(&mut self, site: &Site, done: &mut TokenStream) -> usize {
        let index = self.next;
        self.next += 1;
        let (Some(found), Some(key)) = (self.found.get(index), self.keys.get(index)) else {
            return 0;
        };
        let arguments = self.arguments(found, key, site.group);
        let inner = self.stream(arguments);
        if let Some(told) = found.told.as_ref().filter(|_| self.has_flow) {
            done.extend(told.to_compile_error());
            return 0;
        }
        if !self.has_flow || found.place.is_detached() || !found.is_call() {
            let stand_in = self.stand_in(found);
            done.extend(match &found.next {
                Next::Tried(..) if found.is_plain() => self.tried(&stand_in, site),
                _ => stand_in,
            });
            return 0;
        }
        let prefix = self.prefix(found, key, index);
        let group = regroup(site.group, quote!(#prefix #inner));
        let (name, bang) = (site.name, site.bang);
        let call = quote!(#name #bang #group);
        if found.awaits_in_a_closure() {
            done.extend(answer(&call));
            // `.await`
            return 2;
        }
        if let Next::Untried(_) = found.next {
            done.extend(quote!(#call.await.into_iter().next().unwrap()));
            // `.await`
            return 2;
        }
        done.extend(match &found.next {
            Next::Condition(condition) if found.kind == Kind::Confirm => condition.repaired(&call),
            Next::Condition(_) if found.kind == Kind::Task => quote!(#call.await),
            _ if found.missing() == Some(".await") => quote!(#call.await),
            _ if found.missing().is_some() => quote!(#call.await.into_iter().next().unwrap()),
            Next::Tried(..) if found.is_plain() => self.tried(&call, site),
            _ if found.is_sample_for_text() => {
                quote!((async { #call.await.text().into_iter().next().unwrap() }))
            }
            _ => call,
        });
        0
    }

    /// The arguments for the macro, without what was already reported.
    fn arguments(&self, found: &Found, key: &Key, group: &Group) -> TokenStream {
        let args = &found.args;
        if !args.is_readable {
            return group.stream();
        }
        if found.kind == Kind::Part {
            return part_call(args, key).unwrap_or_else(|| group.stream());
        }
        let is_known = |name: &Ident| found.kind.options().iter().any(|known| name == known);
        let mut names = Vec::new();
        let options = args.options.iter().filter(|option| {
            let is_bad_key = option.name == "key" && key.source != Source::Option;
            let is_first = !names.contains(&option.name);
            names.push(option.name.clone());
            let is_no_number = no_number(found.kind, option).is_some();
            let is_no_duration = no_duration(found.kind, option).is_some();
            let is_right =
                !is_bad_key && !is_no_number && !is_no_duration && !is_in_vain(found, option);
            is_known(&option.name) && is_first && is_right
        });
        let options = options.map(|option| {
            let (name, value) = (&option.name, &option.value);
            let value = match found.kind {
                Kind::Sample if name == "run" => runs::checked(value, self.paths),
                // Reported.
                Kind::Pick if name == "show" && syn::parse2::<LitStr>(value.clone()).is_ok() => {
                    quote!(|_| #value)
                }
                Kind::Elicit if name == "fill" => lent(value),
                Kind::Url if name == "until" => {
                    let value = until::without_jumps(value);
                    if self.is_strict {
                        lenient(&value)
                    } else {
                        value
                    }
                }
                _ => value.clone(),
            };
            quote!(#name = #value,)
        });
        let unusable = args.options.iter().filter(|option| {
            option.name == "key"
                && key.source != Source::Option
                && syn::parse2::<syn::Lit>(option.value.clone()).is_err()
        });
        // Reported: it counts as used, so that rustc says no more about it.
        let unusable = unusable.map(|option| {
            let value = &option.value;
            quote!(key = { let _ = &(#value); "unusable" },)
        });
        let unusable: TokenStream = unusable.collect();
        let options: TokenStream = options.collect();
        let subject = args.subject.iter();
        let message = self.message(found);
        if found.kind == Kind::Capture {
            let mut subject = quote!(#(#subject)*);
            if unawaited(found).is_some() && !found.place.is_blocking() {
                subject = quote!((#subject).await);
            }
            if captured_closure(found).is_some() {
                subject = quote!((#subject)());
            }
            let subject = if self.is_strict {
                lenient(&subject)
            } else {
                subject
            };
            return quote!(#options #subject);
        }
        quote!(#(#subject,)* #options #unusable #message)
    }

    fn prefix(&self, found: &Found, key: &Key, index: usize) -> TokenStream {
        let flow = flow_ident();
        let span = found.name.span();
        let index = Literal::usize_unsuffixed(index);
        let text = key.text.as_deref().unwrap_or_default();
        let mut text = Literal::string(text);
        text.set_span(span);
        let is_sync = found.kind == Kind::Capture && found.place.is_blocking();
        let sync = is_sync.then(|| quote!(, sync));
        let codec = self.codec(found).map(|codec| quote!(, #codec));
        let output = self.output_of(found).map(|output| quote!(, #output));
        quote_spanned!(span=> @mrtr(#flow, #index, #text #sync #codec #output))
    }

    /// `<_ as Capturable>::CODEC`, which stands where the captured expression does: its type may have none.
    fn codec(&self, found: &Found) -> Option<TokenStream> {
        let captured = found.args.subject.as_ref();
        let captured = captured.filter(|_| found.kind == Kind::Capture)?;
        let private = &self.paths.private;
        let head = respan(quote!(<_ as #private::Capturable>::), first_span(captured));
        let tail = respan(quote!(CODEC), last_span(captured));
        Some(quote!(#head #tail))
    }

    /// What the function returns, where a `?` in `until` may return it.
    fn output_of(&self, found: &Found) -> Option<&Type> {
        let until = found.args.option("until")?;
        let may_fail = found.kind == Kind::Url && until::may_fail(&until.value);
        self.output.filter(|_| may_fail && !self.is_untried)
    }

    fn message(&self, found: &Found) -> TokenStream {
        match &found.args.message {
            Message::Literal(literal) => {
                let arguments = escaped(self.paths, found, literal);
                let literal = repaired(found, literal);
                quote!(#literal #arguments)
            }
            Message::Other(value) if syn::parse2::<LitByteStr>(value.clone()).is_ok() => {
                quote!("{:?}", #value)
            }
            Message::Other(value) => shown(value).unwrap_or_else(|| quote!("{}", #value)),
            // Reported.
            Message::Unknown if found.kind.has_message() => quote!(""),
            Message::Unknown => TokenStream::new(),
        }
    }

    fn tried(&self, call: &TokenStream, site: &Site) -> TokenStream {
        tried::tried(call, site.has_type, self.paths)
    }

    /// An expression of the ask's type that never resolves, where the ask itself could not compile.
    fn stand_in(&self, found: &Found) -> TokenStream {
        let root = &self.paths.root;
        let subject = found.args.subject.iter();
        let output = match found.kind {
            Kind::Capture if subject.clone().all(TokenStream::is_empty) => {
                return quote!(::core::unreachable!());
            }
            Kind::Capture => return quote!({ #(#subject)* }),
            Kind::Part => quote!(_),
            Kind::Elicit if found.args.subject.is_none() => {
                quote!(::core::result::Result<_, #root::Refused>)
            }
            Kind::Elicit => quote!(::core::result::Result<#(#subject)*, #root::Refused>),
            Kind::Pick => quote!(::core::result::Result<_, #root::Refused>),
            Kind::Confirm | Kind::Url => quote!(::core::result::Result<(), #root::Refused>),
            Kind::Sample if found.args.subject.is_some() => {
                quote!(::core::result::Result<#(#subject)*, #root::SampleError>)
            }
            Kind::Sample => quote!(#root::Sample),
            Kind::Roots => quote!(#root::Roots),
            Kind::Task => quote!(bool),
        };
        quote!(::core::future::pending::<#output>())
    }
}

/// Whether the operator `?` stands at `at`.
fn is_try(level: Level, at: usize) -> bool {
    level.is_punct(at, '?') && level.is_after_operand(at)
}

/// A value of the type that an ask awaits to, where nothing can be awaited; that is reported.
fn answer(call: &TokenStream) -> TokenStream {
    quote! {{
        fn answer<F: ::core::future::Future>(_: F) -> F::Output {
            ::core::unreachable!()
        }
        answer(#call)
    }}
}

/// `ask_elicit!(..)` at `at`: its bang and its arguments.
fn call<'a>(level: Level<'a>, at: usize) -> Option<(&'a TokenTree, &'a Group)> {
    Kind::of(level.ident(at)?)?;
    let bang = level.get(at + 1).filter(|_| level.is_punct(at + 1, '!'))?;
    Some((bang, level.group(at + 2)?))
}

/// What is captured may be what clippy forbids in the rest of a strict handler.
fn lenient(captured: &TokenStream) -> TokenStream {
    let value = Ident::new("__mrtr_captured", Span::mixed_site());
    quote! {{
        #[allow(clippy::disallowed_methods, clippy::disallowed_types)]
        let #value = #captured;
        #value
    }}
}

fn part_call(args: &Args, key: &Key) -> Option<TokenStream> {
    let subject = args.subject.as_ref()?;
    let flow = flow_ident();
    let key = &key.value;
    // Where the author wrote it, for the log.
    let of = args.option("of").map(|of| {
        let value = &of.value;
        quote_spanned!(of.name.span()=> .of(&(#value)))
    });
    let flow = quote!(#flow.part(#key) #of);
    match Call::read(subject) {
        Some(call) => Some(call.with_flow(&flow)),
        // Reported: a closure, or a part that is named and not called.
        None if matches!(syn::parse2(subject.clone()), Ok(syn::Expr::Closure(_))) => {
            Some(quote!((#subject)()))
        }
        None => syn::parse2::<syn::ExprPath>(subject.clone())
            .ok()
            .map(|part| quote!(#part(#flow))),
    }
}
