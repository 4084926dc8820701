//! See `mrtr_fuzz::targets::token`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| mrtr_fuzz::targets::token::check(data));

#[cfg(not(fuzzing))]
fn main() {}
