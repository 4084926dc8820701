//! What `docs/` says of the crate: its closed sets, and the tests that it names.

use std::path::Path;

use mrtr_runtime::Counter;

#[test]
fn every_counter_and_label_stands_in_the_docs() {
    let docs = include_str!("../../../docs/COUNTERS.md");
    for counter in Counter::ALL {
        let labels = counter.labels().iter().copied();
        let names = labels.chain([counter.name()]);
        for name in names.filter(|name| !name.is_empty()) {
            assert!(docs.contains(&format!("`{name}`")), "{counter:?} {name}");
        }
    }
}

#[test]
fn every_reason_of_a_state_that_does_not_open_stands_in_its_format() {
    let docs = include_str!("../../../docs/STATE-FORMAT.md");
    let checks = docs
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(". |"));
    let reasons: Vec<_> = checks.filter_map(|line| line.split('|').nth(3)).collect();
    for reason in Counter::StatesRefused.labels() {
        let is_named = |cell: &&str| cell.contains(&format!("`{reason}`"));
        assert!(reasons.iter().any(is_named), "{reason}: {reasons:?}");
    }
}

#[test]
fn every_test_that_the_threat_model_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut sources = String::new();
    for folder in ["mrtr-runtime/src", "mrtr-runtime/tests", "tests/tests"] {
        read_all(&root.join(folder), &mut sources);
    }
    let docs = include_str!("../../../docs/THREAT-MODEL.md");
    let tables = docs.lines().filter(|line| line.starts_with('|'));
    let shown_by = tables.filter_map(|line| line.trim_end_matches(['|', ' ']).rsplit('|').next());
    let quoted = shown_by.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let names: Vec<_> = quoted
        .filter(|name| name.matches('_').count() > 1)
        .collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        assert!(sources.contains(&format!("fn {name}(")), "{name}");
    }
}

fn read_all(folder: &Path, sources: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_all(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}
