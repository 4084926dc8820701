//! The shell of a plain function: it takes the flow and answers with a `Reply`, without any SDK.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::{Shell, ident, located, return_type};
use crate::tool::inject::flow_ident;
use crate::tool::item::Parameter;
use crate::tool::lint::Lint;
use crate::tool::tokens::first_span;

impl Shell<'_> {
    /// ```text
    /// async fn NAME(&self, __mrtr_flow: &Flow, ..) -> Reply<R> {
    ///     __mrtr_flow.run(FUNCTION, self.NAME_part(__mrtr_flow.body(), ..)).await
    /// }
    /// ```
    pub(super) fn plain(&self) -> TokenStream {
        let root = &self.options.paths.root;
        let docs = &self.sorted.docs;
        let visibility = &self.item.visibility;
        let name = self.item.name();
        let (lifetimes, conditions) = self.lifetimes();
        let receiver = self.item.receiver().map(|_| self.shell_receiver());
        let flow = flow_ident();
        let parameters = self.item.parameters();
        let typed = parameters.iter().map(|Parameter { written, ident }| {
            let ty = &written.ty;
            quote!(#ident: #ty)
        });
        let function = self.function();
        let run = if self.is_sound {
            let part = self.part_call(&quote!(#flow.body()), &parameters);
            let unlisted = self.unlisted();
            let run = self.run(&flow, &quote!(#function, #part));
            quote!(#unlisted #run)
        } else {
            quote!(::core::future::pending().await)
        };
        let output = if self.is_sound {
            return_type(&self.item.signature)
        } else {
            quote!(())
        };
        let typed = if self.is_sound {
            quote!(#(#typed),*)
        } else {
            TokenStream::new()
        };
        quote! {
            #(#docs)*
            #visibility async fn #name #lifetimes (#receiver #flow: &#root::Flow, #typed) -> #root::Reply<#output> #conditions {
                #run
            }
        }
    }

    /// `Beside(Self::tool_router).tool();`, which warns where that is rmcp's router: it does not list this method.
    fn unlisted(&self) -> TokenStream {
        let is_meant = self.options.allow.contains(&Lint::Unlisted);
        let server = self.item.receiver().filter(|_| !is_meant);
        let Some((sdk, _)) = self.attribute.sdk_name().zip(server) else {
            return TokenStream::new();
        };
        let private = &self.options.paths.private;
        let router = ident(&format!("{sdk}_router"));
        // Only what warns stands where the author's name does.
        let span = self.item.name().span();
        let beside = Ident::new("__mrtr_beside", span);
        let what = Ident::new(sdk, span);
        let check = quote_spanned!(span=> #beside.#what(),);
        quote! {{
            use #private::{ImplWithoutToolRouterAbove as _, NothingBeside as _};
            let #beside = #private::Beside(Self::#router);
            // In a tuple, as `Warning`s are.
            (#check);
        }}
    }

    /// `flow.run(..)`, or `flow.run_once(.., <R as Keepable>::keep())` where rounds count once.
    fn run(&self, flow: &syn::Ident, arguments: &TokenStream) -> TokenStream {
        if !self.options.single_use {
            return quote!(#flow.run(#arguments).await);
        }
        let private = &self.options.paths.private;
        let output = return_type(&self.item.signature);
        let keep =
            quote_spanned!(located(first_span(&output))=> <#output as #private::Keepable>::keep());
        quote!(#flow.run_once(#arguments, #keep).await)
    }
}
