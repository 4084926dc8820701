//! Runs a program, on the engine or on the model.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use serde::{Deserialize, Serialize};

use crate::program::{Ask, Capture, Function, Step, TURNS, key};
use crate::world::World;

/// An answer that was accepted: what it says, and the number by which its origin is known, where it has room for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub is_yes: bool,
    pub serial: Option<u32>,
    /// The rows that were picked.
    pub picked: Option<Picked>,
    /// Whether nobody gave it: it stands for the answer of a client that cannot be asked, or the page was done.
    pub is_nobodys: bool,
}

/// Some rows in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picked(u64);

impl Picked {
    /// No list has more than four, and none of them is zero.
    pub fn new(rows: &[u8]) -> Self {
        let places = rows.iter().rev();
        Self(places.fold(0, |code, row| code * 256 + u64::from(*row)))
    }
}

impl Answer {
    const fn new(is_yes: bool, serial: Option<u32>) -> Self {
        Self {
            is_yes,
            serial,
            picked: None,
            is_nobodys: false,
        }
    }

    pub const fn said(is_yes: bool, serial: u32) -> Self {
        Self::new(is_yes, Some(serial))
    }

    pub const fn bare_yes() -> Self {
        Self::new(true, None)
    }

    /// A yes, if the first row is an even one.
    pub const fn picked(rows: Picked) -> Self {
        let is_yes = rows.0 > 0 && rows.0.is_multiple_of(2);
        Self {
            picked: Some(rows),
            ..Self::new(is_yes, None)
        }
    }

    /// What stands for it.
    pub const fn nobodys(is_yes: bool) -> Self {
        Self {
            is_nobodys: true,
            ..Self::new(is_yes, None)
        }
    }
}

/// A handler that ended at a refused ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    pub site: u32,
}

/// Where in a program an ask or capture stands.
#[derive(Clone, Debug)]
pub struct Place {
    /// The keys of the calls of parts around it.
    pub path: Vec<usize>,
    /// What these calls are of; a call that is of nothing adds nothing.
    pub of: Vec<Vec<u8>>,
    /// The handler and the parts, outermost first.
    pub functions: Vec<Function>,
}

impl Place {
    /// In a handler.
    pub fn of(handler: &Function) -> Self {
        Self {
            path: Vec::new(),
            of: Vec::new(),
            functions: vec![handler.clone()],
        }
    }

    /// In a part that is called here.
    pub fn call(&self, key: usize, function: &Function, of: &[u8]) -> Self {
        let mut inner = self.clone();
        inner.path.push(key);
        inner.of = self.name(key, of).of;
        inner.functions.push(function.clone());
        inner
    }

    /// The rows that what stands here runs for.
    pub fn rows(&self, of: &[u8]) -> Vec<Vec<u8>> {
        let own = Some(of.to_vec()).filter(|own| !own.is_empty());
        self.of.iter().cloned().chain(own).collect()
    }

    /// The whole program.
    pub fn program(&self) -> &Function {
        &self.functions[0]
    }

    /// An ask or capture that stands here.
    pub fn name(&self, key: usize, of: &[u8]) -> Name {
        let own = Some(of.to_vec()).filter(|own| !own.is_empty());
        Name {
            path: self.path.iter().chain([&key]).copied().collect(),
            of: self.of.iter().cloned().chain(own).collect(),
        }
    }
}

/// Key and `of`, with those of the parts around.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    pub path: Vec<usize>,
    pub of: Vec<Vec<u8>>,
}

impl Name {
    /// The key as it is sent, without what makes it one of several.
    pub fn key(&self) -> String {
        let keys: Vec<&str> = self.path.iter().map(|number| key(*number)).collect();
        keys.join(".")
    }
}

/// What became of an ask or capture, in the order in which they came by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Answered(u32, Name, Option<Answer>),
    Captured(u32, Name, Option<u32>),
}

/// What a program runs on.
pub trait Backend {
    /// Where it is.
    type Scope: Clone;

    /// The scope inside a part, which is called for these rows.
    fn call(&self, scope: &Self::Scope, key: usize, function: &Function, of: &[u8]) -> Self::Scope;

    /// None where it is refused.
    async fn ask(&self, scope: &Self::Scope, ask: &Ask, of: &[u8], world: &World)
    -> Option<Answer>;

    /// The number of the evaluation that the value is of; none where it failed.
    async fn capture(
        &self,
        scope: &Self::Scope,
        capture: &Capture,
        of: &[u8],
        world: &World,
    ) -> Option<u32>;

    /// From here on the flow may be a task. It is all the same for what follows.
    async fn become_task(&self, scope: &Self::Scope);
}

/// A program that runs.
pub type Walking<'a> = Pin<Box<dyn Future<Output = Result<bool, Left>> + 'a>>;

/// Runs steps; what came last is what a branch behind them looks at.
pub fn walk<'a, B: Backend>(
    backend: &'a B,
    world: &'a World,
    scope: B::Scope,
    of: Vec<u8>,
    steps: &'a [Step],
) -> Walking<'a>
where
    B::Scope: 'a,
{
    Box::pin(async move {
        let mut last = true;
        for step in steps {
            last = walk_step(backend, world, &scope, &of, step, last).await?;
        }
        Ok(last)
    })
}

async fn walk_step<B: Backend>(
    backend: &B,
    world: &World,
    scope: &B::Scope,
    of: &[u8],
    step: &Step,
    last: bool,
) -> Result<bool, Left> {
    let inside = |of: Vec<u8>, steps| walk(backend, world, scope.clone(), of, steps);
    match step {
        Step::Ask(ask) => match backend.ask(scope, ask, of, world).await {
            Some(answer) => Ok(answer.is_yes),
            None if ask.must => Err(Left { site: ask.site }),
            None => Ok(false),
        },
        Step::Capture(capture) => {
            let value = backend.capture(scope, capture, of, world);
            Ok(value.await.is_some_and(|serial| serial % 2 == 0))
        }
        Step::Each(rows, body) => {
            let of = |row: &u8| of.iter().chain([row]).copied().collect();
            let rows_in = world.lists[rows.list].iter().map(of);
            if rows.at_once {
                return join(rows_in.map(|of| inside(of, body)).collect()).await;
            }
            let mut last = last;
            for of in rows_in {
                last = inside(of, body).await?;
            }
            Ok(last)
        }
        Step::Until(is_numbered, body) => {
            let mut last = false;
            for turn in (1..=TURNS).filter(|_| !body.is_empty()) {
                let own = is_numbered.then_some(turn);
                last = inside(of.iter().copied().chain(own).collect(), body).await?;
                if last {
                    break;
                }
            }
            Ok(last)
        }
        Step::Join(branches) => {
            let branches = branches.iter().map(|branch| inside(of.to_vec(), branch));
            join(branches.collect()).await
        }
        Step::If(yes, no) => inside(of.to_vec(), if last { yes } else { no }).await,
        Step::Call(key, function) => {
            let scope = backend.call(scope, *key, function, of);
            walk(backend, world, scope, Vec::new(), &function.body).await
        }
        Step::Pause => {
            pauses(1).await;
            Ok(last)
        }
        Step::Task => {
            backend.become_task(scope).await;
            Ok(last)
        }
    }
}

/// A yes of all of them.
async fn join(branches: Vec<Walking<'_>>) -> Result<bool, Left> {
    let ends = all(branches).await;
    ends.into_iter().try_fold(true, |all, end| Ok(all && end?))
}

/// Polls all branches in each poll, as `join!` does.
async fn all(branches: Vec<Walking<'_>>) -> Vec<Result<bool, Left>> {
    let mut branches: Vec<_> = branches.into_iter().map(|branch| (branch, None)).collect();
    poll_fn(move |context| {
        for (branch, end) in branches.iter_mut().filter(|(_, end)| end.is_none()) {
            if let Poll::Ready(ended) = branch.as_mut().poll(context) {
                *end = Some(ended);
            }
        }
        let ends: Option<Vec<_>> = branches.iter().map(|(_, end)| *end).collect();
        ends.map_or(Poll::Pending, Poll::Ready)
    })
    .await
}

/// Pending for so many polls.
pub async fn pauses(polls: u32) {
    for _ in 0..polls {
        pause().await;
    }
}

/// Pending once.
async fn pause() {
    let mut was_here = false;
    poll_fn(|context| {
        if std::mem::replace(&mut was_here, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
