//! The tasks of a server: those that run, and the ones that have ended and wait for somebody to look.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ::rmcp::task_manager::TaskManager;

use super::questions::Questions;
use crate::Mrtr;
use crate::state::Digest;

/// The tasks of a server, each with the person who began it.
#[derive(Default)]
pub(crate) struct Tasks {
    all: Mutex<All>,
    /// Whether it was said that the server does not declare tasks.
    is_told: AtomicBool,
}

/// One task. It has a manager of rmcp's for itself, since one that has several never forgets one of them.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) manager: TaskManager,
    pub(super) questions: Arc<Questions>,
    pub(super) owner: Digest,
    pub(super) ttl: Duration,
}

#[derive(Default)]
struct All {
    tasks: HashMap<String, Task>,
    /// Those that have ended, of each caller who has any, the oldest first.
    ended: HashMap<Digest, VecDeque<Ended>>,
    /// How many have ended so far.
    endings: u64,
}

/// A task that has ended.
struct Ended {
    /// Which of all that have ended.
    number: u64,
    id: String,
    /// Until when it is kept; none for ever.
    until: Option<Instant>,
}

impl Tasks {
    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin(&self, id: &str, task: Task) {
        let mut all = self.all();
        all.forget_old(Instant::now());
        all.tasks.insert(id.to_owned(), task);
    }

    /// A task has ended: it is kept among `limit` of them.
    fn end(&self, id: &str, limit: usize) {
        self.all().end(id, Instant::now(), limit);
    }

    /// A task of this owner's.
    pub(super) fn of(&self, id: &str, owner: &Digest) -> Option<Task> {
        let all = self.all();
        let task = all.tasks.get(id);
        task.filter(|task| task.owner == *owner).cloned()
    }

    /// Whether nobody was told yet that the server does not declare tasks.
    pub(super) fn tell_once(&self) -> bool {
        !self.is_told.swap(true, Ordering::Relaxed)
    }
}

impl All {
    fn end(&mut self, id: &str, now: Instant, limit: usize) {
        self.forget_old(now);
        let Some(task) = self.tasks.get(id) else {
            return;
        };
        self.endings = self.endings.wrapping_add(1);
        self.ended.entry(task.owner).or_default().push_back(Ended {
            number: self.endings,
            id: id.to_owned(),
            until: now.checked_add(task.ttl),
        });
        while self.ended.values().map(VecDeque::len).sum::<usize>() > limit {
            self.forget_one();
        }
    }

    /// Forgets those that were kept for as long as they may be.
    fn forget_old(&mut self, now: Instant) {
        let Self { tasks, ended, .. } = self;
        for own in ended.values_mut() {
            own.retain(|one| {
                let is_kept = one.until.is_none_or(|until| now < until);
                if !is_kept {
                    tasks.remove(&one.id);
                }
                is_kept
            });
        }
        ended.retain(|_, own| !own.is_empty());
    }

    /// Forgets the oldest of the caller who has the most.
    fn forget_one(&mut self) {
        let rank = |own: &VecDeque<Ended>| {
            let oldest = own.front().map(|one| one.number);
            (own.len(), Reverse(oldest))
        };
        let Some((owner, own)) = self.ended.iter_mut().max_by_key(|(_, own)| rank(own)) else {
            return;
        };
        let owner = *owner;
        if let Some(one) = own.pop_front() {
            self.tasks.remove(&one.id);
        }
        if own.is_empty() {
            self.ended.remove(&owner);
        }
    }
}

/// Says that a task has ended, however it did: also when it is dropped.
pub(super) struct Ending {
    mrtr: Mrtr,
    id: String,
}

impl Ending {
    pub(super) fn of(mrtr: Mrtr, id: &str) -> Self {
        let id = id.to_owned();
        Self { mrtr, id }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        let limit = self.mrtr.limits().ended_tasks;
        self.mrtr.tasks().end(&self.id, limit);
    }
}

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tasks").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Digest = [1; 32];
    const BOB: Digest = [2; 32];
    const HOUR: Duration = Duration::from_secs(3600);

    /// Tasks of these callers, each with its ttl, which end one after the other among two that are kept.
    fn ended(tasks: &[(&str, Digest, Duration)], every: Duration) -> Vec<String> {
        let (mut all, mut now) = (All::default(), Instant::now());
        for (id, owner, ttl) in tasks {
            let task = Task {
                manager: TaskManager::new(),
                questions: Arc::default(),
                owner: *owner,
                ttl: *ttl,
            };
            all.tasks.insert((*id).to_owned(), task);
            all.end(id, now, 2);
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
        let second = Duration::from_secs(1);
        let one = |tasks: &[(&'static str, Digest)]| {
            let tasks: Vec<_> = tasks
                .iter()
                .map(|(id, owner)| (*id, *owner, HOUR))
                .collect();
            ended(&tasks, second)
        };
        assert_eq!(one(&[("a", ADA), ("b", ADA)]), ["a", "b"]);
        assert_eq!(one(&[("a", ADA), ("b", ADA), ("c", ADA)]), ["b", "c"]);
        let bobs = [("a", ADA), ("b", BOB), ("c", BOB), ("d", BOB)];
        assert_eq!(one(&bobs), ["a", "d"]);
        // Of callers with as many, the older one.
        assert_eq!(one(&[("a", BOB), ("b", ADA), ("c", [3; 32])]), ["b", "c"]);
    }

    #[test]
    fn what_was_kept_for_its_ttl_goes_ahead_of_what_was_not() {
        let short = Duration::from_secs(5);
        let tasks = [("a", ADA, HOUR), ("b", ADA, short), ("c", ADA, HOUR)];
        assert_eq!(ended(&tasks, short), ["a", "c"]);
        assert_eq!(ended(&tasks, short / 2), ["b", "c"]);
        assert_eq!(ended(&[("a", ADA, Duration::MAX)], short), ["a"]);
    }
}
