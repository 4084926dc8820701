//! Reads what stands inside the parentheses of an ask, a capture or a call of a part.
//!
//! What it cannot read it leaves alone: the macro itself, or rustc, says what is wrong then.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, LitStr, Token, Type};

use super::kind::Kind;
use super::tokens::{Level, flat};

/// The arguments of one macro call.
#[derive(Clone, Default)]
pub(crate) struct Args {
    /// The type of the answer, the url, the items, the captured expression, or the call of a part.
    pub(crate) subject: Option<TokenStream>,
    pub(crate) options: Vec<Named>,
    pub(crate) message: Message,
    pub(crate) arguments: Vec<Argument>,
    /// False where the tokens do not follow the grammar; they go on as they are.
    pub(crate) is_readable: bool,
    /// What stands in the wrong order, where all the same it can be read.
    pub(crate) misplaced: Option<Misplaced>,
}

/// What stands where something else belongs.
#[derive(Clone)]
pub(crate) enum Misplaced {
    /// The message, ahead of the type.
    Message(LitStr),
    /// An option, ahead of the type.
    Option(Ident),
    /// What follows the type, the url or the items without a comma.
    NoComma(TokenStream),
    /// What is handed to an ask that has no message.
    NoMessage(TokenStream),
}

/// `name = value`, before the message.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) name: Ident,
    pub(crate) value: TokenStream,
}

/// A format argument, after the message.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) name: Option<Ident>,
    pub(crate) value: TokenStream,
}

#[derive(Clone, Default)]
pub(crate) enum Message {
    /// There is none, or it comes out of a macro (`$message`).
    #[default]
    Unknown,
    Literal(LitStr),
    Other(TokenStream),
}

impl Args {
    pub(crate) fn read(kind: Kind, stream: &TokenStream) -> Self {
        let parser = |input: ParseStream| Self::parse(kind, input);
        parser.parse2(stream.clone()).unwrap_or_default()
    }

    fn parse(kind: Kind, input: ParseStream) -> syn::Result<Self> {
        let mut args = Self {
            is_readable: true,
            ..Self::default()
        };
        if args.read_misplaced(kind, input)? {
            return Ok(args);
        }
        args.subject = leading_subject(kind, input)?;
        if args.subject.is_some() && args.read_comma(input)? {
            return Ok(args);
        }
        while is_option(kind, input) {
            args.options.push(option(input)?);
        }
        if matches!(kind, Kind::Capture | Kind::Part) {
            args.subject = Some(input.parse()?);
        } else if input.peek(Token![$]) {
            // The message comes out of a macro of the author's; what stands before it counts.
            args.is_readable = false;
            input.parse::<TokenStream>()?;
        } else if kind.has_message() {
            args.message = message(input)?;
            args.arguments = arguments(input)?;
        } else if !input.is_empty() {
            args.misplaced = Some(Misplaced::NoMessage(input.parse()?));
        }
        if input.is_empty() {
            Ok(args)
        } else {
            Err(input.error(""))
        }
    }

    /// Reads what stands ahead of a form's type or of a list; true if that was the message, and all is read.
    fn read_misplaced(&mut self, kind: Kind, input: ParseStream) -> syn::Result<bool> {
        if !matches!(kind, Kind::Elicit | Kind::Pick | Kind::Url) {
            return Ok(false);
        }
        while is_named(input) {
            let option = option(input)?;
            let name = option.name.clone();
            self.misplaced.get_or_insert(Misplaced::Option(name));
            self.options.push(option);
        }
        // The address may be a literal, too.
        if kind == Kind::Url || !is_message(input) {
            return Ok(false);
        }
        let message: LitStr = input.parse()?;
        let rest: TokenStream = input.parse()?;
        let subject = |input: ParseStream| {
            input.parse::<Token![,]>()?;
            let subject = leading_subject(kind, input)?;
            input.parse::<Option<Token![,]>>()?;
            Ok(subject)
        };
        self.subject = subject.parse2(rest).ok().flatten();
        self.message = Message::Literal(message.clone());
        self.misplaced = Some(Misplaced::Message(message));
        Ok(true)
    }

    /// Reads the comma behind the subject; true if there is none, and the rest is read.
    fn read_comma(&mut self, input: ParseStream) -> syn::Result<bool> {
        if input.is_empty() || input.parse::<Option<Token![,]>>()?.is_some() {
            return Ok(false);
        }
        if input.peek(Token![$]) {
            return Err(input.error(""));
        }
        self.misplaced = Some(Misplaced::NoComma(input.parse()?));
        Ok(true)
    }

    pub(crate) fn option(&self, name: &str) -> Option<&Named> {
        self.options.iter().find(|option| option.name == name)
    }

    pub(crate) fn literal(&self) -> Option<&LitStr> {
        match &self.message {
            Message::Literal(literal) => Some(literal),
            Message::Unknown | Message::Other(_) => None,
        }
    }
}

/// The type or url that stands first, if this kind has one.
fn leading_subject(kind: Kind, input: ParseStream) -> syn::Result<Option<TokenStream>> {
    let subject = match kind {
        Kind::Elicit => input.parse::<Type>()?.into_token_stream(),
        Kind::Url | Kind::Pick => input.parse::<Expr>()?.into_token_stream(),
        Kind::Sample if !input.peek(LitStr) && !is_named(input) && !input.peek(Token![$]) => {
            let ahead = input.fork();
            // A message that is no literal is told apart from a type by what follows.
            if ahead.parse::<Type>().is_err() || !ahead.peek(Token![,]) {
                return Ok(None);
            }
            input.parse::<Type>()?.into_token_stream()
        }
        _ => return Ok(None),
    };
    Ok(Some(subject))
}

/// Whether `name =` stands here.
fn is_named(input: ParseStream) -> bool {
    input.peek(syn::Ident::peek_any)
        && input.peek2(Token![=])
        && !input.peek2(Token![==])
        && !input.peek2(Token![=>])
}

/// Whether an option stands here. In a capture, `name = value` alone is an assignment.
fn is_option(kind: Kind, input: ParseStream) -> bool {
    if kind != Kind::Capture {
        return is_named(input);
    }
    let ahead = input.fork();
    is_named(input) && option(&ahead).is_ok() && !ahead.is_empty()
}

fn option(input: ParseStream) -> syn::Result<Named> {
    let name = input.call(Ident::parse_any)?;
    input.parse::<Token![=]>()?;
    let value = input.parse::<Expr>()?.into_token_stream();
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok(Named { name, value })
}

fn message(input: ParseStream) -> syn::Result<Message> {
    if input.is_empty() {
        return Ok(Message::Unknown);
    }
    if is_message(input) {
        return Ok(Message::Literal(input.parse()?));
    }
    Ok(Message::Other(input.parse::<Expr>()?.into_token_stream()))
}

/// Whether a string literal stands here by itself.
fn is_message(input: ParseStream) -> bool {
    let ahead = input.fork();
    ahead.parse::<LitStr>().is_ok() && (ahead.is_empty() || ahead.peek(Token![,]))
}

fn arguments(input: ParseStream) -> syn::Result<Vec<Argument>> {
    let mut arguments = Vec::new();
    while !input.is_empty() {
        input.parse::<Token![,]>()?;
        if input.is_empty() {
            break;
        }
        let name = if is_named(input) {
            Some(named(input)?)
        } else {
            None
        };
        let value = input.parse::<Expr>()?.into_token_stream();
        arguments.push(Argument { name, value });
    }
    Ok(arguments)
}

fn named(input: ParseStream) -> syn::Result<Ident> {
    let name = input.call(Ident::parse_any)?;
    input.parse::<Token![=]>()?;
    Ok(name)
}

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

    /// The call with the flow as its first argument.
    pub(crate) fn with_flow(&self, flow: &TokenStream) -> TokenStream {
        let rest = self.arguments.stream();
        let comma = (!rest.is_empty()).then(|| quote!(,));
        let arguments = super::tokens::regroup(&self.arguments, quote!(#flow #comma #rest));
        let (head, tail) = (self.head.iter(), self.tail.iter());
        quote!(#(#head)* #arguments #(#tail)*)
    }
}

/// The name before the arguments of a call, and before its turbofish.
fn function_name(head: Level) -> Option<Ident> {
    let mut end = head.0.len();
    if head.is_punct(end.checked_sub(1)?, '>') {
        let open = (0..end).rev().find(|at| head.is_punct(*at, '<'))?;
        end = open.checked_sub(2)?;
    }
    head.ident_before(end)
        .filter(|name| *name != "await")
        .cloned()
}
