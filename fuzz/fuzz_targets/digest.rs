//! See `mrtr_fuzz::targets::digest`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| mrtr_fuzz::targets::digest::check(data));

#[cfg(not(fuzzing))]
fn main() {}
