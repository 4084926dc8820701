//! The crates from end to end: the example servers as processes, and a server of the tests' own,
//! against rmcp's client and raw requests. `aNN_` names a case that real users ran into.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

/// A rule that holds over standard input and output and over HTTP: one test for each.
macro_rules! over_both {
    ($(#[$meta:meta])* async fn $name:ident($transport:ident: Transport) $rule:block) => {
        mod $name {
            use super::*;

            $(#[$meta])*
            async fn rule($transport: Transport) $rule

            #[tokio::test]
            async fn stdio() {
                rule(Transport::Stdio).await;
            }

            #[tokio::test]
            async fn http() {
                rule(Transport::Http).await;
            }
        }
    };
}

/// A rule that holds over a pipe in this process and over HTTP: one test for each.
macro_rules! over_wires {
    (async fn $name:ident($wire:ident: Wire) $rule:block) => {
        mod $name {
            use super::*;

            async fn rule($wire: Wire) $rule

            #[tokio::test]
            async fn pipe() {
                rule(Wire::Pipe).await;
            }

            #[tokio::test]
            async fn http() {
                rule(Wire::Http).await;
            }
        }
    };
}

mod answers;
mod attributes;
mod binding;
mod cache;
mod calendar;
mod capabilities;
mod checkout;
mod checkout_store;
mod conformance;
mod deploys;
mod disconnect;
mod documented;
mod effects;
mod expiry;
mod failures;
mod handshakes;
mod http;
mod incident;
mod malformed;
mod old_clients;
mod open_dialogs;
mod pages;
mod principals;
mod progress;
mod refused_states;
mod rounds;
mod router;
mod samples;
mod states;
mod tasks;
mod unattended;
mod wrapped;
