//! The macros of `mrtr-runtime`, which re-exports and documents them.
#![forbid(unsafe_code)]
