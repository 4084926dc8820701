//! The options of the attributes themselves.

mod attribute;
mod value;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::Token;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

pub(crate) use self::attribute::Attribute;
use self::value::{Given, Value, number, numbers, path, seconds, usage};
use super::lint::Lint;
use super::paths::Paths;
use crate::colon;
use crate::errors::Errors;
use crate::similar::nearest;

pub(crate) struct Options {
    /// Whose options these are.
    pub(crate) attribute: Attribute,
    pub(crate) paths: Paths,
    pub(crate) version: u32,
    pub(crate) accept: Vec<u32>,
    /// The word `accept`, for errors, where no `version` is given.
    pub(crate) unversioned: Option<Ident>,
    pub(crate) single_use: bool,
    /// The word itself, for errors.
    pub(crate) unsolicited: Option<Ident>,
    pub(crate) preflight: bool,
    /// The word itself, for errors.
    pub(crate) tasks: Option<Ident>,
    pub(crate) strict: bool,
    /// The warnings that are meant.
    pub(crate) allow: Vec<Lint>,
    pub(crate) ttl_seconds: Option<u64>,
    pub(crate) max_requests: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            attribute: Attribute::Tool,
            paths: Paths::default(),
            version: 1,
            accept: Vec::new(),
            unversioned: None,
            single_use: false,
            unsolicited: None,
            preflight: true,
            tasks: None,
            strict: false,
            allow: Vec::new(),
            ttl_seconds: None,
            max_requests: None,
        }
    }
}

impl Options {
    pub(crate) fn read(attribute: Attribute, tokens: TokenStream, errors: &Errors) -> Self {
        let mut options = Self {
            attribute,
            ..Self::default()
        };
        let parser = Punctuated::<Given, Token![,]>::parse_terminated;
        let given = match parser.parse2(tokens.clone()) {
            Ok(given) => given,
            Err(error) => {
                errors.add(misread(attribute, &tokens).unwrap_or(error));
                return options;
            }
        };
        let mut seen = Vec::new();
        let has_version = given.iter().any(|option| option.name == "version");
        for option in given {
            let name = option.name.to_string();
            if seen.contains(&name) {
                errors.on(&option.name, format!("`{name}` is given twice"));
            } else if attribute.options().contains(&name.as_str()) {
                options.take(&option, errors);
            } else {
                errors.on(&option.name, attribute.unknown(&name));
            }
            if name == "accept" && !has_version && !options.accept.is_empty() {
                options.unversioned = Some(option.name.clone());
            }
            seen.push(name);
        }
        options
    }

    fn take(&mut self, option: &Given, errors: &Errors) {
        let name = option.name.to_string();
        let is_taken = match &option.value {
            Value::None => self.take_word(&option.name),
            Value::List(names) => name == "allow" && self.take_allow(names, errors),
            Value::Is(value) => self.take_value(&name, value).is_some(),
        };
        if !is_taken {
            errors.on(written(option), usage(option));
        }
    }

    fn take_word(&mut self, name: &Ident) -> bool {
        match name.to_string().as_str() {
            "single_use" => self.single_use = true,
            "unsolicited" => self.unsolicited = Some(name.clone()),
            "strict" => self.strict = true,
            "tasks" => self.tasks = Some(name.clone()),
            _ => return false,
        }
        true
    }

    /// False where there are no names; a wrong one is reported on the spot.
    fn take_allow(&mut self, names: &TokenStream, errors: &Errors) -> bool {
        let parser = Punctuated::<Ident, Token![,]>::parse_terminated;
        let Ok(names) = parser.parse2(names.clone()) else {
            return false;
        };
        for name in &names {
            match Lint::named(&name.to_string()) {
                Some(lint) => self.allow.push(lint),
                None => errors.on(name, unknown_lint(&name.to_string())),
            }
        }
        !names.is_empty()
    }

    fn take_value(&mut self, name: &str, value: &TokenStream) -> Option<()> {
        match name {
            "preflight" if value.to_string() == "off" => self.preflight = false,
            "version" => self.version = number(value)?,
            "accept" => self.accept = numbers(value)?,
            "ttl" => self.ttl_seconds = Some(seconds(value)?),
            "max_requests" => {
                self.max_requests = Some(number(value).filter(|n| (1..=32).contains(n))?)
            }
            "crate" => self.paths = Paths::new(&path(value)?),
            _ => return None,
        }
        Some(())
    }
}

/// A declaration has no body: what its options say, each implementation says of its own.
pub(crate) fn refuse_of_a_declaration(tokens: TokenStream, errors: &Errors) {
    let parser = Punctuated::<Given, Token![,]>::parse_terminated;
    let ours = Attribute::Part.options();
    // What cannot be read, and a name that is none, are reported already.
    for option in parser.parse2(tokens).into_iter().flatten() {
        let name = option.name.to_string();
        if name != "crate" && ours.contains(&name.as_str()) {
            errors.on(&option.name, format!("`{name}` is about a body, and this declaration has none. Write it on the implementations"));
        }
    }
}

/// What is said of options that do not parse, where it shows what is meant.
fn misread(attribute: Attribute, tokens: &TokenStream) -> Option<syn::Error> {
    let ours = attribute.name();
    if let Some(TokenTree::Literal(text)) = tokens.clone().into_iter().next() {
        let instead = match attribute.sdk_name() {
            Some(sdk) => format!("the name of a {sdk} is rmcp's, `#[{sdk}(name = {text})]`"),
            None => "this is none".to_owned(),
        };
        let text_of = format!("the options of `#[{ours}]` have names: {instead}");
        return Some(syn::Error::new_spanned(text, text_of));
    }
    let (colon, text) = colon::find(tokens)?;
    Some(syn::Error::new_spanned(colon, text))
}

fn unknown_lint(name: &str) -> String {
    let known = Lint::names();
    match nearest(name, &known) {
        Some(known) => format!("there is no warning `{name}` to allow; did you mean `{known}`?"),
        None => format!(
            "there is no warning `{name}` to allow; there are `{}`",
            known.join("`, `")
        ),
    }
}

fn written(option: &Given) -> TokenStream {
    let name = &option.name;
    match &option.value {
        Value::Is(value) if !value.is_empty() => value.clone(),
        _ => quote!(#name),
    }
}
