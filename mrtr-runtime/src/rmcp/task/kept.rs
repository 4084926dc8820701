//! The tasks of a server: those that run, and the ones that have ended and wait for somebody to look.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ::rmcp::task_manager::TaskManager;

use super::questions::Questions;
use crate::Limits;
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
    /// What it gave, as compact JSON.
    bytes: usize,
    /// Until when it is kept; none for ever.
    until: Option<Instant>,
}

/// A measure of the tasks of one caller that have ended.
type Measure = fn(&VecDeque<Ended>) -> usize;

fn bytes_of(ended: &VecDeque<Ended>) -> usize {
    let bytes = ended.iter().map(|one| one.bytes);
    bytes.fold(0, usize::saturating_add)
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

    /// A task has ended, and what it gave takes so many bytes: it is kept among those that may be.
    pub(super) fn end(&self, id: &str, bytes: usize, limits: &Limits) {
        self.all().end(id, bytes, Instant::now(), limits);
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
    fn end(&mut self, id: &str, bytes: usize, now: Instant, limits: &Limits) {
        self.forget_old(now);
        let Some(task) = self.tasks.get(id) else {
            return;
        };
        self.endings = self.endings.wrapping_add(1);
        self.ended.entry(task.owner).or_default().push_back(Ended {
            number: self.endings,
            id: id.to_owned(),
            bytes,
            until: now.checked_add(task.ttl),
        });
        self.keep(VecDeque::len, limits.ended_tasks);
        self.keep(bytes_of, limits.ended_tasks_bytes);
    }

    /// Forgets some until the rest of them is no more than this.
    fn keep(&mut self, measure: Measure, most: usize) {
        let all = |ended: &HashMap<_, _>| {
            let each = ended.values().map(measure);
            each.fold(0, usize::saturating_add)
        };
        while all(&self.ended) > most {
            self.forget_one(measure);
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
    fn forget_one(&mut self, measure: Measure) {
        let rank = |own: &VecDeque<Ended>| {
            let oldest = own.front().map(|one| one.number);
            (measure(own), Reverse(oldest))
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

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tasks").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
