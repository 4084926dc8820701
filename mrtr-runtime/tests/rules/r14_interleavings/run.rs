//! One run: two deliveries, one step after the other, and what goes wrong between.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Context, Poll, Waker};

use super::handlers::{Answered, Got, World};
use super::place::{Place, Progress};
use super::scenario::{Scenario, Trouble};
use super::server::Fleet;
use super::steps::{LEASE, advance, poll_to_end};

/// One step of one of the two, or something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Step(usize),
    /// A step of one that holds its round, which begins to renew the lease.
    Renew(usize),
    /// The process of this delivery is killed.
    Crash(usize),
    /// The store's replica takes over and lacks so many of the latest writes.
    FailOver(usize),
    /// Most of a lease passes, and whoever has one lives.
    Wait,
    /// All leases run out, and whoever has one lives.
    LeaseOver,
}

/// The end of one run.
#[derive(Debug)]
pub struct Ended {
    pub runs: usize,
    pub effects: usize,
    pub keys: usize,
    pub got: [Got; 2],
    /// What repeats of the two get when all is over, one after the other.
    pub again: [Got; 2],
    /// How often the handler has run after those.
    pub runs_again: usize,
}

type Delivery<'r> = Pin<Box<dyn Future<Output = Answered> + 'r>>;

pub struct Run<'r> {
    fleet: &'r Fleet,
    scenario: &'r Scenario,
    state: &'r str,
    world: &'r World,
    running: [Option<Delivery<'r>>; 2],
    progress: Progress,
}

impl<'r> Run<'r> {
    pub fn new(fleet: &'r Fleet, scenario: &'r Scenario, state: &'r str, world: &'r World) -> Self {
        fleet.reset();
        let mut run = Self {
            fleet,
            scenario,
            state,
            world,
            running: [None, None],
            progress: Progress::new(scenario),
        };
        run.running = [0, 1].map(|to| Some(run.delivery(to)));
        run
    }

    fn delivery(&self, to: usize) -> Delivery<'r> {
        let (state, answers) = (self.state.to_owned(), self.scenario.answers[to].clone());
        let (fleet, scenario) = (self.fleet, self.scenario);
        fleet.deliver(to, self.world, scenario, Some(state), answers)
    }

    pub fn place(&self) -> Place {
        let Fleet { clocks, store, .. } = self.fleet;
        let lives = [0, 1].map(|who| self.running[who].is_some());
        Place {
            progress: self.progress.clone(),
            lives: [0, 1].map(|who| lives[who].then(|| store.life_of(who))),
            sleeps: clocks
                .each_ref()
                .map(|clock| (clock.waits(), clock.pauses())),
            store: store.kept(),
            world: self.world.seen(),
        }
    }

    /// What can happen next: nothing when both have ended.
    pub fn options(&self) -> Vec<Action> {
        let all = || (0..2).filter(|who| self.running[*who].is_some());
        let mut options: Vec<_> = all()
            .filter(|who| self.may_go(*who))
            .map(Action::Step)
            .collect();
        if options.is_empty() {
            return options;
        }
        options.extend(all().filter(|who| self.may_renew(*who)).map(Action::Renew));
        options.extend(self.troubles());
        options
    }

    /// What can go wrong next. What happens to the store at another time is the same as right after an operation.
    fn troubles(&self) -> Vec<Action> {
        let store = &self.fleet.store;
        match self.progress.trouble {
            Trouble::Crash(who) if self.running[who].is_some() => vec![Action::Crash(who)],
            _ if !store.is_used() => vec![],
            Trouble::Loss { with_claim } => {
                let losses = store.losses(with_claim);
                losses.into_iter().map(Action::FailOver).collect()
            }
            Trouble::Silence => vec![Action::LeaseOver],
            Trouble::Length => vec![Action::Wait],
            Trouble::MoreLength if store.is_renewed() => vec![Action::Wait],
            _ => vec![],
        }
    }

    /// A request that waits for the other is let on when the other has ended; nothing changes for it before, but by a
    /// lease that runs out or a store that loses something.
    fn may_go(&self, who: usize) -> bool {
        self.progress.looks[who] > 0 || !self.waits(who) || self.running[1 - who].is_none()
    }

    fn may_renew(&self, who: usize) -> bool {
        let Progress {
            trouble, renews, ..
        } = self.progress;
        let is_time = matches!(trouble, Trouble::None | Trouble::MoreLength);
        renews && is_time && self.fleet.clocks[who].pauses()
    }

    fn waits(&self, who: usize) -> bool {
        self.fleet.clocks[who].waits()
    }

    pub fn act(&mut self, action: Action) {
        match action {
            Action::Step(who) => self.step(who),
            Action::Renew(who) => {
                self.fleet.clocks[who].end_pause();
                self.progress.renews = false;
                self.step(who);
            }
            Action::Crash(who) => {
                self.running[who] = None;
                self.progress.has_gone_wrong();
            }
            Action::FailOver(lost) => {
                self.fleet.store.fail_over(lost);
                self.progress.has_changed();
            }
            Action::Wait => {
                advance(LEASE * 2 / 3);
                self.progress.has_changed();
            }
            Action::LeaseOver => {
                advance(LEASE);
                self.progress.has_changed();
            }
        }
    }

    fn step(&mut self, who: usize) {
        if self.waits(who) && self.running[1 - who].is_some() {
            self.progress.looks[who] -= 1;
        }
        self.fleet.store.begin_step(who);
        let Some(delivery) = &mut self.running[who] else {
            return;
        };
        let mut context = Context::from_waker(Waker::noop());
        if let Poll::Ready(reply) = delivery.as_mut().poll(&mut context) {
            self.progress.got[who] = Got::of(&reply);
            self.running[who] = None;
        }
    }

    /// When both have ended; none, if not all has come to pass that the scenario tells.
    pub fn end(self) -> Option<Ended> {
        if !self.progress.is_as_told() {
            return None;
        }
        let (runs, effects, keys) = self.world.seen();
        let again = [0, 1].map(|who| Got::of(&poll_to_end(self.delivery(who))));
        Some(Ended {
            runs,
            effects,
            keys: keys.len(),
            got: self.progress.got,
            again,
            runs_again: self.world.runs.load(SeqCst),
        })
    }
}
