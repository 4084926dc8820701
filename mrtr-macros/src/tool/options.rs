//! The options of the attributes themselves.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, LitInt, LitStr, Path, Token};

use super::paths::Paths;
use super::sink::Sink;
use super::suggest::similar;

/// An attribute of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    Tool,
    Prompt,
    Resource,
    Part,
    Handler,
}

impl Attribute {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tool => "mrtr_tool",
            Self::Prompt => "mrtr_prompt",
            Self::Resource => "mrtr_resource",
            Self::Part => "mrtr_part",
            Self::Handler => "mrtr_handler",
        }
    }

    /// rmcp's attribute below it.
    pub(crate) fn sdk_name(self) -> Option<&'static str> {
        match self {
            Self::Tool => Some("tool"),
            Self::Prompt => Some("prompt"),
            Self::Resource | Self::Part | Self::Handler => None,
        }
    }

    /// The one that goes with rmcp's attribute below, if another is there than should be.
    pub(crate) fn served_by(self, sorted: &super::attributes::Sorted) -> Self {
        let last = sorted
            .sdk
            .as_ref()
            .and_then(|sdk| sdk.path().segments.last());
        match last {
            Some(last) if last.ident == "tool" => Self::Tool,
            Some(last) if last.ident == "prompt" => Self::Prompt,
            _ => self,
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Tool | Self::Prompt | Self::Resource => &HANDLER_OPTIONS,
            Self::Part => &["strict", "version", "accept", "allow", "crate"],
            Self::Handler => &["crate"],
        }
    }
}

const HANDLER_OPTIONS: [&str; 10] = [
    "single_use",
    "unsolicited",
    "strict",
    "preflight",
    "version",
    "accept",
    "ttl",
    "max_requests",
    "allow",
    "crate",
];

/// What rmcp's own attributes take.
const SDK_OPTIONS: [&str; 9] = [
    "name",
    "title",
    "description",
    "input_schema",
    "output_schema",
    "annotations",
    "icons",
    "meta",
    "arguments",
];

pub(crate) struct Options {
    pub(crate) paths: Paths,
    pub(crate) version: u32,
    pub(crate) accept: Vec<u32>,
    pub(crate) single_use: bool,
    /// The word itself, for errors.
    pub(crate) unsolicited: Option<Ident>,
    pub(crate) preflight: bool,
    pub(crate) ttl_seconds: Option<u64>,
    pub(crate) max_requests: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            paths: Paths::default(),
            version: 1,
            accept: Vec::new(),
            single_use: false,
            unsolicited: None,
            preflight: true,
            ttl_seconds: None,
            max_requests: None,
        }
    }
}

/// `name`, `name = value` or `name(..)`.
struct Given {
    name: Ident,
    value: Value,
}

enum Value {
    None,
    Is(TokenStream),
    List,
}

impl Parse for Given {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let value = if input.peek(syn::token::Paren) {
            let _: proc_macro2::Group = input.parse()?;
            Value::List
        } else if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Value::Is(value_tokens(input)?)
        } else {
            Value::None
        };
        Ok(Self { name, value })
    }
}

fn value_tokens(input: ParseStream) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend(Some(input.parse::<proc_macro2::TokenTree>()?));
    }
    Ok(tokens)
}

impl Options {
    pub(crate) fn read(attribute: Attribute, tokens: TokenStream, sink: &Sink) -> Self {
        let mut options = Self::default();
        let parser = Punctuated::<Given, Token![,]>::parse_terminated;
        let given = match parser.parse2(tokens) {
            Ok(given) => given,
            Err(error) => {
                sink.push(error);
                return options;
            }
        };
        let mut seen = Vec::new();
        for option in given {
            let name = option.name.to_string();
            if seen.contains(&name) {
                sink.on(&option.name, format!("`{name}` is given twice"));
            } else if attribute.options().contains(&name.as_str()) {
                options.take(&option, sink);
            } else {
                sink.on(&option.name, unknown(attribute, &name));
            }
            seen.push(name);
        }
        options
    }

    fn take(&mut self, option: &Given, sink: &Sink) {
        let name = option.name.to_string();
        let taken = match (name.as_str(), &option.value) {
            ("single_use", Value::None) => Some(self.single_use = true),
            ("unsolicited", Value::None) => Some(self.unsolicited = Some(option.name.clone())),
            ("strict", Value::None) | ("allow", Value::List) => Some(()),
            ("preflight", Value::Is(value)) if value.to_string() == "off" => {
                Some(self.preflight = false)
            }
            ("version", Value::Is(value)) => number(value).map(|version| self.version = version),
            ("accept", Value::Is(value)) => numbers(value).map(|accept| self.accept = accept),
            ("ttl", Value::Is(value)) => seconds(value).map(|ttl| self.ttl_seconds = Some(ttl)),
            ("max_requests", Value::Is(value)) => return self.max_requests(value, sink),
            ("crate", Value::Is(value)) => path(value).map(|root| self.paths = Paths::new(&root)),
            _ => None,
        };
        if taken.is_none() {
            sink.on(written(option), usage(&name));
        }
    }

    fn max_requests(&mut self, value: &TokenStream, sink: &Sink) {
        match number(value) {
            Some(number @ 1..=32) => self.max_requests = Some(number),
            Some(0) => sink.on(
                value,
                "`max_requests = 0` is out of range 1..=32: a flow needs at least one round",
            ),
            _ => sink.on(
                value,
                format!(
                    "`max_requests = {value}` is out of range 1..=32: no client goes on for longer"
                ),
            ),
        }
    }
}

fn unknown(attribute: Attribute, name: &str) -> String {
    let ours = attribute.name();
    if let (Some(sdk), true) = (attribute.sdk_name(), SDK_OPTIONS.contains(&name)) {
        return format!(
            "`{name}` belongs to rmcp: write `#[{sdk}({name} = ..)]` below `#[{ours}]`"
        );
    }
    match similar(name, attribute.options()) {
        Some(known) => format!("unknown option `{name}`; did you mean `{known}`?"),
        None => format!(
            "`#[{ours}]` has no option `{name}`; it has `{}`",
            attribute.options().join("`, `")
        ),
    }
}

/// How an option is written, for one whose value does not fit.
fn usage(name: &str) -> &'static str {
    match name {
        "single_use" | "unsolicited" | "strict" => "this option is a word alone: it has no value",
        "preflight" => "the only value is `preflight = off`; leave it out to gate the asks ahead",
        "version" => "write a whole number: `version = 2`",
        "accept" => "write the older versions whose captures still fit: `accept = [1]`",
        "ttl" => {
            "write how long a round may take as text, in seconds, minutes or hours: `ttl = \"10m\"`"
        }
        "allow" => "write what may be used: `allow(clock, random)`",
        "crate" => "write the path itself: `crate = mrtr`",
        _ => "this option is written `name = value`",
    }
}

fn written(option: &Given) -> TokenStream {
    let name = &option.name;
    match &option.value {
        Value::Is(value) if !value.is_empty() => value.clone(),
        _ => quote!(#name),
    }
}

fn number(value: &TokenStream) -> Option<u32> {
    let literal: LitInt = syn::parse2(value.clone()).ok()?;
    literal.base10_parse().ok()
}

fn numbers(value: &TokenStream) -> Option<Vec<u32>> {
    let Ok(Expr::Array(array)) = syn::parse2(value.clone()) else {
        return None;
    };
    array
        .elems
        .iter()
        .map(|element| number(&quote!(#element)))
        .collect()
}

fn seconds(value: &TokenStream) -> Option<u64> {
    let text = syn::parse2::<LitStr>(value.clone()).ok()?.value();
    let unit = match text.chars().last()? {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        _ => return None,
    };
    let number: u64 = text.get(..text.len() - 1)?.parse().ok()?;
    number.checked_mul(unit).filter(|seconds| *seconds > 0)
}

fn path(value: &TokenStream) -> Option<TokenStream> {
    let path: Path = syn::parse2(value.clone()).ok()?;
    Some(quote!(#path))
}
