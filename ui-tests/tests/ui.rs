//! Each file in `fail/` breaks one rule, which is its name, and its `.stderr` is what the author reads. A file with
//! several mistakes marks each with `// mistake`.
//!
//! The words around our messages are rustc's, so they are compared under one compiler, [`BLESSED`]. After a change:
//! `TRYBUILD=overwrite cargo test -p mrtr-ui-tests --test ui`, then read every changed `.stderr` as the author would.
//! `cargo test -p mrtr-ui-tests --test ui -- mistakes trybuild=name` runs the cases whose path holds `name`.
#![allow(clippy::expect_used)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
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

/// The most lines of one error.
const LINES: usize = 15;

#[test]
fn each_mistake_is_one_error_of_at_most_15_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    for path in files(&root) {
        let text = std::fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
        let name = path.strip_prefix(&root).expect("a case").with_extension("");
        let found = errors(&text);
        let longest = found.iter().map(|error| error.lines().count()).max();
        let marks = std::fs::read_to_string(&path)
            .expect("a case")
            .matches("// mistake")
            .count();
        assert_eq!(found.len(), marks.max(1), "errors of {}", name.display());
        assert!(
            longest <= Some(LINES),
            "{} has {longest:?} lines",
            name.display()
        );
    }
}

/// The errors and warnings of a compiler's output, which stand apart.
fn errors(text: &str) -> Vec<&str> {
    let starts = |line: &str| line.starts_with("error") || line.starts_with("warning");
    text.split("\n\n").filter(|part| starts(part)).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of cases");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = paths.flat_map(|path| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    });
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

fn compiler() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let output = output.expect("rustc is there where cargo is");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Loud, and a failure where nobody reads along.
fn skip(running: &str) {
    let text = format!(
        "SKIPPED: the compiler's words are checked under {BLESSED}only, and this is {running}"
    );
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{text}");
    // What a passing test prints by `eprintln!` nobody sees.
    let _ = writeln!(std::io::stderr(), "{text}");
}
