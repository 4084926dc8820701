//! What an `impl ServerHandler` leaves out of what its server has: no client would ever see it.
//!
//! It is looked at behind rmcp's attributes, which write methods into the block.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{ImplItem, ItemImpl};

use super::handler::{has_method, is_of_rmcp, server_name};
use super::item::{FnItem, last_segment};
use super::paths::Paths;
use crate::warning::{self, Warning};

/// The body of a function of the block's server that warns of routers which the block does not serve:
///
/// ```text
/// let NAME = Beside(Self::tool_router);
/// (NAME.served(),);
/// ```
pub(crate) fn check_routers(block: &ItemImpl, has_tasks: bool, paths: &Paths) -> TokenStream {
    if is_hidden(block) {
        return TokenStream::new();
    }
    let private = &paths.private;
    let span = last_segment(&block.self_ty).map_or_else(Span::call_site, Ident::span);
    // `tasks` has its own words for a block without tools.
    let left_out = [
        ("call_tool", "tool_router", "served_tools", has_tasks),
        ("get_prompt", "prompt_router", "served_prompts", false),
    ];
    let left_out = left_out
        .iter()
        .filter(|(method, .., is_told)| !is_told && !has_method(block, method));
    let checks = left_out.map(|(_, router, served, _)| {
        let router = Ident::new(router, Span::call_site());
        let [beside, served] = ["__mrtr_beside", served].map(|name| Ident::new(name, span));
        let check = quote_spanned!(span=> #beside.#served(),);
        quote! {
            let #beside = #private::Beside(Self::#router);
            // In a tuple, as `Warning`s are.
            (#check);
        }
    });
    let checks: TokenStream = checks.collect();
    if checks.is_empty() {
        return checks;
    }
    let lints = warning::lints(&block.attrs);
    quote! {
        #(#lints)*
        fn looks_for_routers() {
            use #private::{ImplWithoutToolRouterAbove as _, NothingBeside as _};
            #checks
        }
    }
}

/// What the block answers and its `get_info` does not declare, as warnings.
pub(crate) fn check_capabilities(block: &ItemImpl) -> TokenStream {
    if is_hidden(block) {
        return TokenStream::new();
    }
    let found = CAPABILITIES.iter().filter_map(|it| it.missing(block));
    let found: Vec<_> = found.collect();
    warning::expand(
        &server_name(&block.self_ty),
        &found,
        &warning::lints(&block.attrs),
    )
}

/// A macro of the author's may write methods, and so may an attribute of rmcp that is still there.
fn is_hidden(block: &ItemImpl) -> bool {
    let mut items = block.items.iter();
    items.any(|item| matches!(item, ImplItem::Macro(_))) || block.attrs.iter().any(is_of_rmcp)
}

struct Capability {
    method: &'static str,
    /// In the names of all that declares it.
    word: &'static str,
    enable: &'static str,
    headline: &'static str,
}

const CAPABILITIES: [Capability; 3] = [
    Capability {
        method: "call_tool",
        word: "tool",
        enable: "enable_tools",
        headline: "tools_not_declared",
    },
    Capability {
        method: "get_prompt",
        word: "prompt",
        enable: "enable_prompts",
        headline: "prompts_not_declared",
    },
    Capability {
        method: "read_resource",
        word: "resource",
        enable: "enable_resources",
        headline: "resources_not_declared",
    },
];

impl Capability {
    fn missing(&self, block: &ItemImpl) -> Option<Warning> {
        let method = method(block, self.method)?;
        let info = method_of_capabilities(block)?;
        if info.as_ref().is_some_and(|info| self.is_declared(info)) {
            return None;
        }
        // rmcp's attributes write the other methods, and `get_info`, where there is none.
        let at = match &info {
            Some(info) if self.method != "read_resource" => info.name().span(),
            _ => method.name().span(),
        };
        Some(Warning::at(at, self.headline, self.text()))
    }

    fn is_declared(&self, info: &FnItem) -> bool {
        let says = |word: &Ident| word.to_string().contains(self.word);
        words(info.body.stream()).iter().any(says)
    }

    fn text(&self) -> String {
        let Self { word, enable, .. } = self;
        format!(
            "`get_info` declares no {word}s, so clients look for none: write `ServerConfig::new(ServerCapabilities::builder().{enable}()\
             .build())` in it. If they are declared out of sight: `#[allow(unused_must_use)]`"
        )
    }
}

/// `get_info`, where its capabilities are made in sight; rmcp's own declares none.
fn method_of_capabilities(block: &ItemImpl) -> Option<Option<FnItem>> {
    let Some(info) = method(block, "get_info") else {
        return Some(None);
    };
    let words = words(info.body.stream());
    words
        .iter()
        .any(|word| word == "ServerCapabilities")
        .then_some(Some(info))
}

fn method(block: &ItemImpl, name: &str) -> Option<FnItem> {
    let items = block.items.iter();
    let mut functions = items.filter_map(|it| syn::parse2::<FnItem>(it.to_token_stream()).ok());
    functions.find(|function| function.name() == name)
}

/// Each name that is written in it.
fn words(tokens: TokenStream) -> Vec<Ident> {
    let words = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Ident(word) => vec![word],
        TokenTree::Group(group) => words(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
    });
    words.collect()
}
