//! See `mrtr_fuzz::targets::form`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| mrtr_fuzz::targets::form::check(data));

#[cfg(not(fuzzing))]
fn main() {}
