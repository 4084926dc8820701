//! When the questions of a task were shown and answered: a client that has not looked has shown nobody anything.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// The times of the questions of one task, by their keys.
#[derive(Default)]
pub(super) struct Questions(Mutex<HashMap<String, Times>>);

#[derive(Clone, Copy, Default)]
struct Times {
    shown: Option<SystemTime>,
    answered: Option<SystemTime>,
}

impl Questions {
    fn times(&self) -> MutexGuard<'_, HashMap<String, Times>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The client is told of these questions. The first time counts.
    pub(super) fn show<'k>(&self, keys: impl Iterator<Item = &'k String>, now: SystemTime) {
        let mut times = self.times();
        for key in keys {
            let shown = &mut times.entry(key.clone()).or_default().shown;
            shown.get_or_insert(now);
        }
    }

    /// Answers come to these questions. The first of them counts.
    pub(super) fn answer<'k>(&self, keys: impl Iterator<Item = &'k String>, now: SystemTime) {
        let mut times = self.times();
        for key in keys {
            let answered = &mut times.entry(key.clone()).or_default().answered;
            answered.get_or_insert(now);
        }
    }

    /// For how long a question could be read until its answer came; none where the clock says nothing of it. One that
    /// was answered and never shown could not be read at all.
    pub(super) fn read_for(&self, key: &str) -> Option<Duration> {
        let times = self.times().get(key).copied().unwrap_or_default();
        match (times.shown, times.answered) {
            (Some(shown), Some(answered)) => answered.duration_since(shown).ok(),
            _ => Some(Duration::ZERO),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_for(shown: &[u64], answered: u64) -> Option<u64> {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let (questions, key) = (Questions::default(), "sure".to_owned());
        for shown in shown {
            questions.show([&key].into_iter(), at(*shown));
        }
        questions.answer([&key].into_iter(), at(answered));
        questions.answer([&key].into_iter(), at(1000));
        questions.read_for("sure").map(|time| time.as_secs())
    }

    #[test]
    fn the_time_counts_from_the_first_look_to_the_first_answer() {
        assert_eq!(read_for(&[10], 12), Some(2));
        assert_eq!(read_for(&[10, 11, 12], 12), Some(2));
        assert_eq!(read_for(&[], 12), Some(0), "nobody looked");
        assert_eq!(read_for(&[12], 10), None, "a clock that was set back");
    }
}
