//! Mistakes of a handler that show in any version, in one run.

use mrtr_runtime::__private::Digested;

use super::*;
use crate::r11_misuse::wait_here;

pub fn cases() -> Vec<Case> {
    let mut cases = of_keys();
    cases.extend(of_values());
    cases.extend(of_asks());
    cases.extend(of_captures());
    cases
}

const NOTHING: &str = "nothing under this key";

fn case(reason: &'static str, steps: Handler) -> Case {
    Case::new(reason, vec![(json!(null), 1, steps)])
}

fn of_keys() -> Vec<Case> {
    let shared = steps!(|flow| {
        captures(&flow, "hold", 4711).await;
        asks(&flow, "hold").await;
    });
    let repeated = steps!(|flow| {
        captures(&flow, "hold", 4711).await;
        captures(&flow, "hold", 4711).await;
    });
    let bad = steps!(|flow| {
        asks(&flow, "9 lives").await;
    });
    vec![
        case("key_shared", shared).told("a captured value", "two parts under one name"),
        case("capture_repeated", repeated).told("a captured value", "a loop"),
        case("bad_key", bad)
            .begins("`9 lives` (pay.rs:17) is no key")
            .told(NOTHING, "a key that no macro has seen"),
    ]
}

fn of_values() -> Vec<Case> {
    let map = steps!(|flow| {
        let of = std::collections::HashMap::from([((1, 2), 4711)]).digested("of");
        let ask = confirm(at(&flow, "hold")).of(of);
        let _ = ask.message("Sure?".to_owned()).await;
    });
    let not_a_number = steps!(|flow| {
        captures(&flow, "hold", f64::NAN).await;
    });
    vec![
        case("not_serializable", map).told(NOTHING, "a map whose keys are no texts"),
        case("not_round_trip", not_a_number).told(NOTHING, "a number that is not finite"),
    ]
}

fn of_asks() -> Vec<Case> {
    let dropped = steps!(|flow| {
        drop(confirm(at(&flow, "hold")).message("Sure?".to_owned()));
    });
    let spawned = steps!(|flow| {
        let task = async move { asks(&flow, "hold").await };
        let _ = tokio::spawn(task).await;
    });
    let blocked = steps!(|flow| {
        wait_here(asks(&flow, "hold"));
    });
    let twice = steps!(|flow| {
        let _ = flow.run(pays(1), async {}).await;
    });
    vec![
        case("never_awaited", dropped).told(NOTHING, "a missing `.await`"),
        case("polled_elsewhere", spawned).told(NOTHING, "a spawned task"),
        case("blocked_on", blocked).told(NOTHING, "`block_on` in code that is not async"),
        // No ask or capture is to blame.
        case("run_twice", twice)
            .begins("the handler (in pay.rs) is run a second time")
            .told("the one round that this flow is", "a `Flow` that was kept"),
    ]
}

fn of_captures() -> Vec<Case> {
    let left = steps!(|flow| {
        let begun = Begin::new(at(&flow, "hold"));
        drop(begun.begin(<u32 as Capturable>::CODEC).await);
        asks(&flow, "sure").await;
    });
    let asks_inside = steps!(|flow| {
        let begun = Begin::new(at(&flow, "hold"));
        if let Begun::Evaluate(_slot) = begun.begin(<u32 as Capturable>::CODEC).await {
            asks(&flow, "sure").await;
        }
    });
    vec![
        case("capture_left", left).told(NOTHING, "`?` inside of the `capture!`"),
        case("round_time", asks_inside).told(NOTHING, "an ask inside of the capture"),
    ]
}
