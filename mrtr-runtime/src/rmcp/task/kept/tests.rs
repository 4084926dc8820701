//! Which tasks are kept of those that have ended.

use ::rmcp::task_manager::TaskManager;

use super::*;

const ADA: Digest = [1; 32];
const BOB: Digest = [2; 32];
const EVE: Digest = [3; 32];
const HOUR: Duration = Duration::from_secs(3600);
const SECOND: Duration = Duration::from_secs(1);

fn task(owner: Digest, ttl: Duration) -> Task {
    Task {
        manager: TaskManager::new(),
        questions: Arc::default(),
        owner,
        ttl,
    }
}

fn limits(ended_tasks: usize, ended_tasks_bytes: usize) -> Limits {
    Limits {
        ended_tasks,
        ended_tasks_bytes,
        ..Limits::default()
    }
}

/// Of a caller, kept for so long, with so much that it gave.
type Given<'t> = (&'t str, Digest, Duration, usize);

/// Tasks that end one after the other.
fn ended(tasks: &[Given<'_>], every: Duration, limits: &Limits) -> Vec<String> {
    let (mut all, mut now) = (All::default(), Instant::now());
    for (id, owner, ttl, bytes) in tasks {
        all.tasks.insert((*id).to_owned(), task(*owner, *ttl));
        all.end(id, *bytes, now, limits);
        now += every;
    }
    let kept = all.ended.values().flatten();
    assert_eq!(kept.count(), all.tasks.len());
    let mut kept: Vec<_> = all.tasks.into_keys().collect();
    kept.sort_unstable();
    kept
}

#[test]
fn of_those_that_have_ended_the_oldest_of_who_has_the_most_is_forgotten() {
    let one = |tasks: &[(&'static str, Digest)]| {
        let tasks = tasks.iter().map(|(id, owner)| (*id, *owner, HOUR, 1));
        ended(&tasks.collect::<Vec<_>>(), SECOND, &limits(2, 1000))
    };
    assert_eq!(one(&[("a", ADA), ("b", ADA)]), ["a", "b"]);
    assert_eq!(one(&[("a", ADA), ("b", ADA), ("c", ADA)]), ["b", "c"]);
    let bobs = [("a", ADA), ("b", BOB), ("c", BOB), ("d", BOB)];
    assert_eq!(one(&bobs), ["a", "d"]);
    // Of callers with as many, the older one.
    assert_eq!(one(&[("a", BOB), ("b", ADA), ("c", EVE)]), ["b", "c"]);
}

#[test]
fn of_those_whose_results_take_too_much_the_oldest_of_who_takes_the_most_is_forgotten() {
    let one = |tasks: &[(&'static str, Digest, usize)]| {
        let tasks = tasks.iter();
        let tasks = tasks.map(|(id, owner, bytes)| (*id, *owner, HOUR, *bytes));
        ended(&tasks.collect::<Vec<_>>(), SECOND, &limits(9, 100))
    };
    assert_eq!(one(&[("a", ADA, 60), ("b", ADA, 40)]), ["a", "b"]);
    assert_eq!(one(&[("a", ADA, 60), ("b", ADA, 41)]), ["b"]);
    // Ada has more of them, and Bob takes more.
    let bobs = [("a", ADA, 9), ("b", ADA, 9), ("c", BOB, 50), ("d", BOB, 33)];
    assert_eq!(one(&bobs), ["a", "b", "d"]);
    // What is too much by itself is at nobody else's cost.
    let much = [("a", ADA, 60), ("b", BOB, 101), ("c", EVE, 40)];
    assert_eq!(one(&much), ["a", "c"]);
    let endless = [("a", ADA, 1), ("b", BOB, usize::MAX), ("c", BOB, 9)];
    assert_eq!(one(&endless), ["a", "c"]);
}

#[test]
fn what_was_kept_for_its_ttl_goes_ahead_of_what_was_not() {
    let short = Duration::from_secs(5);
    let one = |tasks: &[Given<'_>], every| ended(tasks, every, &limits(2, 100));
    let tasks = [
        ("a", ADA, HOUR, 1),
        ("b", ADA, short, 1),
        ("c", ADA, HOUR, 1),
    ];
    assert_eq!(one(&tasks, short), ["a", "c"]);
    assert_eq!(one(&tasks, short / 2), ["b", "c"]);
    assert_eq!(one(&[("a", ADA, Duration::MAX, 1)], short), ["a"]);
}

#[test]
fn what_was_kept_for_its_ttl_goes_when_another_one_begins() {
    let tasks = Tasks::default();
    let is_there = |id| tasks.of(id, &ADA).is_some();
    for (id, ttl) in [("short", Duration::ZERO), ("long", HOUR)] {
        tasks.begin(id, task(ADA, ttl));
        tasks.end(id, 1, &limits(9, 100));
    }
    assert!(!is_there("short") && is_there("long"), "as the next ends");
    tasks.begin("brief", task(ADA, Duration::ZERO));
    assert!(is_there("brief"), "it runs");
    tasks.end("brief", 1, &limits(9, 100));
    assert!(is_there("brief"), "nothing has happened since");
    tasks.begin("next", task(BOB, HOUR));
    assert!(!is_there("brief") && is_there("long"));
}
