//! Handlers of all shapes, in code that denies every warning and, under clippy, every pedantic lint: what the macros
//! expand to adds none. What must not compile stands in `fail/`, what must in `pass/`.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unreachable_pub, clippy::pedantic)]

pub mod clean;
