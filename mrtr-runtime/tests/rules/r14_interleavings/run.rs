//! One run: two deliveries, one step after the other, and what goes wrong between.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};

use super::explore::Ways;
use super::handlers::{Answered, Got, World};
use super::scenario::{Scenario, Trouble};
use super::server::Fleet;
use super::steps::{LEASE, advance, poll_to_end};

/// One step of one of the two, or something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Step(usize),
    /// A step of one that holds its round, which begins to renew the lease.
    Renew(usize),
    /// The process of this delivery is killed.
    Crash(usize),
    /// The store's replica takes over and lacks so many of the latest writes.
    FailOver(usize),
    /// All leases run out, and whoever has one lives.
    LeaseOver,
}

/// The end of one run.
pub struct Ended {
    pub runs: usize,
    pub effects: usize,
    pub keys: usize,
    pub got: [Got; 2],
    /// What a repeat of the first gets when all is over.
    pub again: Got,
    /// Whether all has come to pass that the scenario tells.
    pub is_as_told: bool,
}

type Delivery<'r> = Pin<Box<dyn Future<Output = Answered> + 'r>>;

struct Run<'r> {
    fleet: &'r Fleet,
    running: [Option<Delivery<'r>>; 2],
    got: [Got; 2],
    /// What is still to go wrong.
    trouble: Trouble,
    /// Whether a lease is still to be renewed.
    renews: bool,
    /// Who may renew it in its next step: everybody, and where something goes wrong, in the first step after that. The
    /// other may take any steps before.
    is_next: [bool; 2],
    /// How often one that waits may look before the other has ended.
    looks: [usize; 2],
    /// Whether nothing goes wrong at all.
    is_smooth: bool,
}

/// One run, by the way that `ways` chooses.
pub fn run(fleet: &Fleet, scenario: &Scenario, state: &str, ways: &mut Ways) -> Ended {
    fleet.reset();
    let world = World::new(scenario.shape, scenario.is_asked);
    let delivery = |to: usize| {
        let (state, answers) = (Some(state.to_owned()), scenario.answers[to].clone());
        fleet.deliver(to, &world, scenario, state, answers)
    };
    let mut run = Run {
        fleet,
        running: [Some(delivery(0)), Some(delivery(1))],
        got: [Got::Nothing; 2],
        trouble: scenario.trouble,
        renews: scenario.renews,
        is_next: [scenario.trouble == Trouble::None; 2],
        looks: [0; 2],
        is_smooth: scenario.trouble == Trouble::None,
    };
    while let Some(action) = run.choose(ways) {
        run.act(action);
    }
    let is_troubled = run.trouble == Trouble::None;
    let mut ended = Ended {
        runs: world.runs.load(Ordering::SeqCst),
        effects: world.effects.load(Ordering::SeqCst),
        keys: world.keys.lock().unwrap().len(),
        got: run.got,
        again: Got::Nothing,
        is_as_told: is_troubled && !run.renews,
    };
    if scenario.trouble == Trouble::Silence {
        ended.again = Got::of(&poll_to_end(delivery(0)));
    }
    ended
}

impl Run<'_> {
    /// None when both have ended.
    fn choose(&self, ways: &mut Ways) -> Option<Action> {
        let free = (0..2).filter(|who| self.may_go(*who));
        let mut options: Vec<_> = free.map(Action::Step).collect();
        if options.is_empty() {
            return None;
        }
        let is_time =
            |who: usize| self.renews && self.trouble == Trouble::None && self.is_next[who];
        let may_renew = |who: &usize| is_time(*who) && self.fleet.clocks[*who].pauses();
        let running = (0..2).filter(|who| self.running[*who].is_some());
        options.extend(running.filter(may_renew).map(Action::Renew));
        let store = &self.fleet.store;
        match self.trouble {
            Trouble::Crash(who) if self.running[who].is_some() => options.push(Action::Crash(who)),
            Trouble::Loss { with_claim } if store.is_used() => {
                options.extend(store.losses(with_claim).into_iter().map(Action::FailOver));
            }
            Trouble::Silence => options.push(Action::LeaseOver),
            Trouble::Crash(_) | Trouble::Loss { .. } | Trouble::None => {}
        }
        Some(ways.choose(&options))
    }

    /// A request that waits for the other is let on when the other has ended; nothing changes for it before, but by a
    /// lease that runs out or a store that loses something.
    fn may_go(&self, who: usize) -> bool {
        let is_free = self.looks[who] > 0 || !self.waits(who) || self.running[1 - who].is_none();
        self.running[who].is_some() && is_free
    }

    fn waits(&self, who: usize) -> bool {
        self.fleet.clocks[who].waits()
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Step(who) => return self.step(who),
            Action::Renew(who) => {
                self.fleet.clocks[who].end_pause();
                self.renews = false;
                return self.step(who);
            }
            Action::Crash(who) => self.running[who] = None,
            Action::FailOver(lost) => {
                self.fleet.store.fail_over(lost);
                self.looks = [1; 2];
            }
            Action::LeaseOver => {
                advance(LEASE);
                self.looks = [1; 2];
            }
        }
        self.trouble = Trouble::None;
        self.is_next = [true; 2];
    }

    fn step(&mut self, who: usize) {
        if self.waits(who) && self.running[1 - who].is_some() {
            self.looks[who] -= 1;
        }
        self.is_next[who] = self.is_smooth;
        self.fleet.store.begin_step();
        let Some(delivery) = &mut self.running[who] else {
            return;
        };
        let mut context = Context::from_waker(Waker::noop());
        if let Poll::Ready(reply) = delivery.as_mut().poll(&mut context) {
            self.got[who] = Got::of(&reply);
            self.running[who] = None;
        }
    }
}
