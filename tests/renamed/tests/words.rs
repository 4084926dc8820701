//! What the compiler says where an attribute or a derive is not told the other name. `docs/handlers.md` has these words, and what to write.
//!
//! As in `ui-tests`, under one compiler: `TRYBUILD=overwrite cargo test -p mrtr-tests-renamed --test words` after a change.
#![allow(clippy::expect_used, missing_docs)]

use std::process::Command;

/// As in `ui-tests/tests/ui.rs`.
const BLESSED: &str = "rustc 1.95.0 ";

#[test]
fn a_crate_of_another_name_is_one_error_at_the_attribute() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let output = output.expect("rustc is there where cargo is");
    if String::from_utf8_lossy(&output.stdout).starts_with(BLESSED) {
        trybuild::TestCases::new().compile_fail("fail/*.rs");
    }
}
