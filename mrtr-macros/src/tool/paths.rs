//! The paths by which an expansion names the runtime.

use proc_macro2::TokenStream;
use quote::quote;

/// `::mrtr_runtime`, or what `crate = path` says.
#[derive(Clone)]
pub(crate) struct Paths {
    pub(crate) root: TokenStream,
    pub(crate) private: TokenStream,
    pub(crate) rmcp: TokenStream,
    /// rmcp itself, as the runtime has it.
    pub(crate) sdk: TokenStream,
}

impl Paths {
    pub(crate) fn new(root: &TokenStream) -> Self {
        Self {
            root: root.clone(),
            private: quote!(#root::__private),
            rmcp: quote!(#root::rmcp),
            sdk: quote!(#root::rmcp::sdk),
        }
    }
}

impl Default for Paths {
    fn default() -> Self {
        Self::new(&quote!(::mrtr_runtime))
    }
}
