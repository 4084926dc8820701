//! Which limits are taken, to the last one.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::ops::{Add, Sub};

use super::*;

type Change = fn(&mut Limits);

fn refused(change: impl FnOnce(&mut Limits)) -> Option<&'static str> {
    let mut limits = Limits::default();
    change(&mut limits);
    match limits.check() {
        Err(SettingsError::Limit(name, _)) => Some(name),
        _ => None,
    }
}

#[test]
fn the_defaults_are_taken() {
    assert_eq!(Limits::default().check(), Ok(()));
}

/// As far apart as they may be, so that none is in the way of another.
fn wide() -> Limits {
    Limits {
        asks_per_round: 1,
        answers: 4096,
        answer_bytes: 64,
        answers_bytes: 64 * 1024 * 1024,
        ..Limits::default()
    }
}

type Field<T> = fn(&mut Limits) -> &mut T;
type Edges<T> = (&'static str, Field<T>, T, T);

/// Takes the least and the most, and refuses one `step` beyond by the name of the limit.
fn assert_edges<T>((name, field, least, most): Edges<T>, step: T)
where
    T: Copy + PartialEq + Sub<Output = T> + Add<Output = T> + Default,
{
    let refused_at = |value: T| {
        let mut limits = wide();
        *field(&mut limits) = value;
        limits.check().err()
    };
    let is_named = |error| matches!(error, Some(SettingsError::Limit(by, _)) if by == name);
    assert_eq!(refused_at(least), None, "{name}");
    assert_eq!(refused_at(most), None, "{name}");
    assert!(is_named(refused_at(most + step)), "{name}");
    if least != T::default() {
        assert!(is_named(refused_at(least - step)), "{name}");
        assert!(is_named(refused_at(T::default())), "{name}");
    }
}

const MS: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const NONE: Duration = Duration::ZERO;

fn times() -> [Edges<Duration>; 7] {
    [
        ("ttl", |l| &mut l.ttl, MS, 366 * DAY),
        ("flow_time", |l| &mut l.flow_time, MS, 366 * DAY),
        ("round_time", |l| &mut l.round_time, MS, 366 * DAY),
        ("skew", |l| &mut l.skew, NONE, DAY),
        ("hold_open", |l| &mut l.hold_open, NONE, 3600 * SECOND),
        ("reading_time", |l| &mut l.reading_time, NONE, 60 * SECOND),
        ("lease", |l| &mut l.lease, SECOND, DAY),
    ]
}

fn sizes() -> [Edges<usize>; 16] {
    let mib = 1024 * 1024;
    [
        ("state_bytes", |l| &mut l.state_bytes, 1024, 16 * mib),
        ("answers", |l| &mut l.answers, 1, 4096),
        ("answer_bytes", |l| &mut l.answer_bytes, 64, 64 * mib),
        ("answers_bytes", |l| &mut l.answers_bytes, 64, 64 * mib),
        ("depth", |l| &mut l.depth, 4, 128),
        ("asks_per_round", |l| &mut l.asks_per_round, 1, 4096),
        ("pick_options", |l| &mut l.pick_options, 1, 65_536),
        ("open_dialogs", |l| &mut l.open_dialogs, 1, 1_000_000),
        (
            "open_dialogs_per_caller",
            |l| &mut l.open_dialogs_per_caller,
            1,
            1_000_000,
        ),
        ("tasks", |l| &mut l.tasks, 0, 1_000_000),
        (
            "tasks_per_caller",
            |l| &mut l.tasks_per_caller,
            0,
            1_000_000,
        ),
        ("ended_tasks", |l| &mut l.ended_tasks, 1, 100_000),
        (
            "ended_tasks_bytes",
            |l| &mut l.ended_tasks_bytes,
            1024,
            1024 * mib,
        ),
        ("message_bytes", |l| &mut l.message_bytes, 1, mib),
        ("url_bytes", |l| &mut l.url_bytes, 64, 64 * 1024),
        ("reply_bytes", |l| &mut l.reply_bytes, 0, 64 * mib),
    ]
}

#[test]
fn each_limit_is_taken_at_its_edges_and_not_one_beyond() {
    for edges in times() {
        assert_edges(edges, Duration::from_nanos(1));
    }
    for edges in sizes() {
        assert_edges(edges, 1);
    }
    assert_edges(("requests", |l| &mut l.requests, 1, 1000), 1);
    // No retries are strict, and all that a state can count are a bound.
    for retries in [0, u8::MAX] {
        assert_eq!(refused(|l| l.retries_per_question = retries), None);
    }
}

#[test]
fn no_limit_is_without_edges() {
    let limits = format!("{:?}", Limits::default());
    let (_, fields) = limits.split_once('{').unwrap();
    let fields = fields.split(',').map(|field| field.split(':').next());
    let fields: BTreeSet<_> = fields.map(|name| name.unwrap().trim()).collect();
    let times = times().map(|(name, ..)| name);
    let sizes = sizes().map(|(name, ..)| name);
    let here = ["requests", "retries_per_question"];
    let tested: BTreeSet<_> = times.into_iter().chain(sizes).chain(here).collect();
    assert_eq!(fields, tested);
}

#[test]
fn no_limit_is_without_end() {
    let all: [Change; 5] = [
        |l| l.ttl = Duration::MAX,
        |l| l.lease = Duration::MAX,
        |l| l.requests = u32::MAX,
        |l| l.state_bytes = usize::MAX,
        |l| l.tasks = usize::MAX,
    ];
    for endless in all {
        assert!(refused(endless).is_some());
    }
}

#[test]
fn limits_that_contradict_each_other_are_refused() {
    assert_eq!(
        refused(|l| l.answers = l.asks_per_round - 1),
        Some("answers")
    );
    assert_eq!(refused(|l| l.answers = l.asks_per_round), None);
    let short: Change = |l| l.answers_bytes = l.answer_bytes - 1;
    assert_eq!(refused(short), Some("answers_bytes"));
    assert_eq!(refused(|l| l.answers_bytes = l.answer_bytes), None);
}

#[test]
fn a_refused_limit_is_told_with_what_is_taken() {
    let error = Limits {
        depth: 3,
        ..Limits::default()
    }
    .check()
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the limit `depth` is out of range: from 4 to 128"
    );
}
