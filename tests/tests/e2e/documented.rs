//! What `docs/` says of the crate's closed sets.

use mrtr_runtime::Counter;

#[test]
fn every_counter_and_label_stands_in_the_docs() {
    let docs = include_str!("../../../docs/COUNTERS.md");
    for counter in Counter::ALL {
        let names = counter
            .labels()
            .iter()
            .chain([&counter.name()])
            .copied()
            .collect::<Vec<_>>();
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            assert!(docs.contains(&format!("`{name}`")), "{counter:?} {name}");
        }
    }
}
