//! How long it takes: `cargo bench -p mrtr-benches --features criterion`.
#![forbid(unsafe_code)]
#![allow(clippy::expect_used, missing_docs)]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use mrtr_benches::{ANSWER, Flow, Kind, Which};
use serde_json::{Value, json};

fn measure(
    criterion: &mut Criterion,
    name: &str,
    tool: &'static str,
    arguments: &Value,
    which: Which,
) {
    let mut group = criterion.benchmark_group(name);
    for kind in Kind::ALL {
        let server = kind.caller().expect("the server starts");
        let flow = Flow::play(server.as_ref(), tool, arguments, ANSWER).expect("the flow ends");
        group.bench_function(format!("{kind:?}"), |bencher| {
            let requests = || flow.requests(server.as_ref(), which, 1);
            let run = |requests: Vec<_>| -> Vec<_> {
                requests
                    .into_iter()
                    .map(|request| server.call(request))
                    .collect()
            };
            bencher.iter_batched(requests, run, BatchSize::SmallInput);
        });
    }
    group.finish();
}

fn flows(criterion: &mut Criterion) {
    let trip = json!({"trip": "spring"});
    measure(criterion, "no ask", "plain", &trip, Which::ALL);
    measure(criterion, "flow of three asks", "book", &trip, Which::ALL);
}

fn rounds(criterion: &mut Criterion) {
    for answers in [1, 5, 10, 20] {
        let many = json!({"trip": "spring", "n": answers + 2});
        let name = format!("round with {answers} recorded");
        measure(criterion, &name, "many", &many, Which::recorded(answers));
    }
}

criterion_group!(benches, flows, rounds);
criterion_main!(benches);
