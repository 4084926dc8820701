//! Each file in `fail/` breaks one rule, which is its name, and its `.stderr` is what the author reads.
//!
//! The words around our messages are rustc's, so they are compared under one compiler, [`BLESSED`]. After a change:
//! `TRYBUILD=overwrite cargo test -p mrtr-ui-tests --test ui`, then read every changed `.stderr` as the author would.
//! `cargo test -p mrtr-ui-tests --test ui -- trybuild=name` runs the cases whose path holds `name`.
#![allow(clippy::panic, clippy::expect_used)]

use std::process::Command;

/// The compiler whose words are checked in.
const BLESSED: &str = "rustc 1.95.0 ";

#[test]
fn mistakes_do_not_compile_and_the_compiler_says_what_to_write() {
    let running = compiler();
    if !running.starts_with(BLESSED) {
        return skip(&running);
    }
    trybuild::TestCases::new().compile_fail("fail/**/*.rs");
}

fn compiler() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let output = output.expect("rustc is there where cargo is");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Loud, and a failure where nobody reads along.
fn skip(running: &str) {
    let text = format!("SKIPPED: the compiler's words are checked under {BLESSED}only, and this is {running}");
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{text}");
    eprintln!("{text}");
}
