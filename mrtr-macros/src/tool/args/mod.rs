//! Reads what stands inside the parentheses of an ask, a capture or a call of a part.
//!
//! What it cannot read it leaves alone: the macro itself, or rustc, says what is wrong then. What is written in another
//! order or with another sign it reads as it is meant, and notes what to say about it.

mod call;
mod parse;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprPath, LitStr, Token};

pub(crate) use self::call::Call;
use self::parse::{
    address_arguments, arguments, begins_option, is_message, is_option, leading_subject, listed,
    listed_first, message, option,
};
use super::kind::Kind;
use super::named::is_type;

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
    /// The names of options that stand behind the message, or behind what is captured or called.
    pub(crate) behind: Vec<Ident>,
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
    /// The type of what is picked from, ahead of that.
    Type(TokenStream),
    /// A text in place of what to pick from.
    Text(LitStr),
    /// What is handed to an ask that has no message.
    NoMessage(TokenStream),
    /// What is to be filled in to an address, behind it.
    Address(TokenStream),
    /// What a part is called with, behind its name.
    Call(TokenStream),
    /// More than the one thing that is captured or called.
    Several(TokenStream),
    /// A key without its name, ahead of what is captured or called.
    Key(LitStr),
}

/// `name = value`, before the message.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) name: Ident,
    pub(crate) value: TokenStream,
    /// Whether it is written `name: value`.
    pub(crate) has_colon: bool,
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
        args.read_address(kind, input)?;
        args.read_options(kind, input)?;
        if matches!(kind, Kind::Capture | Kind::Part) {
            args.read_expression(kind, input)?;
        } else if input.peek(Token![$]) {
            // The message comes out of a macro of the author's; what stands before it counts.
            args.is_readable = false;
            input.parse::<TokenStream>()?;
        } else if kind.has_message() {
            args.message = message(input)?;
            args.arguments = arguments(kind, input)?;
            if kind == Kind::Pick {
                args.read_type_ahead();
            }
            args.take_options(kind);
        } else if !input.is_empty() {
            args.misplaced = Some(Misplaced::NoMessage(input.parse()?));
        }
        if input.is_empty() {
            Ok(args)
        } else {
            Err(input.error(""))
        }
    }

    fn read_options(&mut self, kind: Kind, input: ParseStream) -> syn::Result<()> {
        loop {
            while is_option(kind, input) {
                self.options.push(option(input)?);
            }
            // The type of a sample, behind its options.
            let Some(first) = self.options.first().filter(|_| kind == Kind::Sample) else {
                return Ok(());
            };
            let Some(subject) = listed_first(input).filter(|_| self.subject.is_none()) else {
                return Ok(());
            };
            self.misplaced = Some(Misplaced::Option(first.name.clone()));
            self.subject = Some(subject);
            leading_subject(Kind::Elicit, input)?;
            input.parse::<Token![,]>()?;
        }
    }

    /// Reads what stands ahead of a form's type or of a list; true if that was the message, and all is read.
    fn read_misplaced(&mut self, kind: Kind, input: ParseStream) -> syn::Result<bool> {
        if !matches!(kind, Kind::Elicit | Kind::Pick | Kind::Url) {
            return Ok(false);
        }
        while begins_option(kind, input) {
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
        let options = &mut self.options;
        let subject = |input: ParseStream| {
            input.parse::<Token![,]>()?;
            while begins_option(kind, input) {
                options.push(option(input)?);
            }
            let subject = leading_subject(kind, input)?;
            input.parse::<Option<Token![,]>>()?;
            Ok(subject)
        };
        self.subject = subject.parse2(rest).ok().flatten();
        if let Some(question) = self.subject.as_ref().filter(|_| kind == Kind::Pick)
            && let Ok(question) = syn::parse2::<LitStr>(question.clone())
        {
            self.subject = Some(listed(&message));
            self.message = Message::Literal(question);
            self.misplaced = Some(Misplaced::Text(message));
            return Ok(true);
        }
        self.message = Message::Literal(message.clone());
        self.misplaced = Some(Misplaced::Message(message));
        Ok(true)
    }

    /// Reads `Ticket, &tickets, "Which?"` as what it is meant to be.
    fn read_type_ahead(&mut self) {
        let (Message::Other(items), Some(subject)) = (&self.message, &self.subject) else {
            return;
        };
        let question = self.arguments.first();
        let question = question.filter(|first| first.name.is_none());
        let question = question.and_then(|first| syn::parse2(first.value.clone()).ok());
        if let (Some(question), true) = (question, is_type(subject)) {
            self.misplaced = Some(Misplaced::Type(subject.clone()));
            self.subject = Some(items.clone());
            self.message = Message::Literal(question);
            self.arguments.remove(0);
        }
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

    /// Reads what is to be filled in to an address that is a literal, as if it stood in a `format!`.
    fn read_address(&mut self, kind: Kind, input: ParseStream) -> syn::Result<()> {
        let address = self.subject.as_ref().filter(|_| kind == Kind::Url);
        let Some(address) = address.and_then(|text| syn::parse2::<LitStr>(text.clone()).ok())
        else {
            return Ok(());
        };
        if !address.value().contains('{') {
            return Ok(());
        }
        let arguments = address_arguments(kind, input)?;
        if !arguments.is_empty() {
            self.misplaced = Some(Misplaced::Address(quote!(#(#arguments),*)));
            self.subject = Some(quote!(::std::format!(#address, #(#arguments),*)));
        }
        Ok(())
    }

    /// Reads what is captured or called, as it is, but for what stands behind it.
    fn read_expression(&mut self, kind: Kind, input: ParseStream) -> syn::Result<()> {
        let ahead = input.fork();
        let is_followed = ahead.parse::<Expr>().is_ok()
            && ahead.parse::<Option<Token![,]>>()?.is_some()
            && !ahead.is_empty();
        if !is_followed {
            self.subject = Some(input.parse()?);
            return Ok(());
        }
        let expression: Expr = input.parse()?;
        input.parse::<Token![,]>()?;
        self.subject = Some(expression.to_token_stream());
        while begins_option(kind, input) {
            let option = option(input)?;
            self.behind.push(option.name.clone());
            self.options.push(option);
        }
        let rest: TokenStream = input.parse()?;
        if rest.is_empty() {
            return Ok(());
        }
        if let (Ok(key), Ok(value)) = (
            syn::parse2::<LitStr>(expression.to_token_stream()),
            syn::parse2::<Expr>(rest.clone()),
        ) {
            self.subject = Some(value.to_token_stream());
            self.misplaced = Some(Misplaced::Key(key));
            return Ok(());
        }
        let is_name = syn::parse2::<ExprPath>(expression.to_token_stream()).is_ok();
        if kind == Kind::Part && (is_name || matches!(expression, Expr::Field(_))) {
            self.subject = Some(quote!(#expression(#rest)));
            self.misplaced = Some(Misplaced::Call(rest));
        } else {
            if kind == Kind::Capture {
                self.subject = Some(quote!((#expression, #rest)));
            }
            self.misplaced = Some(Misplaced::Several(rest));
        }
        Ok(())
    }

    /// Options that stand behind the message count as if they stood before it.
    fn take_options(&mut self, kind: Kind) {
        let arguments = std::mem::take(&mut self.arguments);
        for argument in arguments {
            match argument.name {
                Some(name) if is_misplaced_option(kind, &name) => {
                    self.behind.push(name.clone());
                    let value = argument.value;
                    let has_colon = false;
                    self.options.push(Named {
                        name,
                        value,
                        has_colon,
                    });
                }
                _ => self.arguments.push(argument),
            }
        }
    }

    pub(crate) fn option(&self, name: &str) -> Option<&Named> {
        self.options.iter().find(|option| option.name == name)
    }

    /// Whether these of a sample ask a conversation as it is, without a prompt.
    pub(crate) fn is_unprompted(&self, kind: Kind) -> bool {
        let is_conversation = kind == Kind::Sample && self.option("messages").is_some();
        is_conversation && matches!(self.message, Message::Unknown)
    }

    pub(crate) fn literal(&self) -> Option<&LitStr> {
        match &self.message {
            Message::Literal(literal) => Some(literal),
            Message::Unknown | Message::Other(_) => None,
        }
    }
}

/// Whether an argument of this name is an option that stands behind the message.
fn is_misplaced_option(kind: Kind, name: &Ident) -> bool {
    // What messages show is often called so: `"Close {title}?", title = incident.title`.
    let is_common = name == "title" || name == "description";
    !is_common && kind.options().iter().any(|known| name == known)
}
