//! What runs the tools of a sample: `run = ..`, where it is told from what does not.
//!
//! A bound on it would be told at each step of the ask. So it is sorted once, into [`Runs`] if it is a function of a call
//! that gives a future, and else into [`Idle`], which [`RunsTools`] refuses.

use std::future::Future;

use super::tools::ToolUse;

/// What is given as `run`.
#[derive(Debug)]
pub struct Given<R>(pub R);

/// What runs tools.
#[derive(Debug)]
pub struct Runs<R>(R);

/// What does not.
#[derive(Debug)]
pub struct Idle;

/// Of what runs tools.
pub trait SortRuns {
    /// What it is sorted into.
    type Sorted;

    /// It, sorted.
    fn sorted(self) -> Self::Sorted;
}

impl<R, F> SortRuns for Given<R>
where
    R: FnMut(ToolUse) -> F,
    F: Future,
{
    type Sorted = Runs<R>;

    fn sorted(self) -> Runs<R> {
        Runs(self.0)
    }
}

/// Of anything else.
pub trait SortIdle {
    /// It does not run tools.
    fn sorted(self) -> Idle;
}

impl<R> SortIdle for &Given<R> {
    fn sorted(self) -> Idle {
        Idle
    }
}

/// Of a function that makes what runs tools, `run = searcher()`.
pub trait MakeRun {
    /// What it makes.
    type Made;

    /// What it makes.
    fn made(self) -> Self::Made;
}

impl<M, R> MakeRun for Given<M>
where
    M: FnOnce() -> R,
{
    type Made = R;

    fn made(self) -> R {
        (self.0)()
    }
}

/// Of one that takes something: it runs tools itself, and is not called there.
pub trait MakeIdle {
    /// Nothing that runs tools.
    fn made(self) -> Idle;
}

impl<M> MakeIdle for &Given<M> {
    fn made(self) -> Idle {
        Idle
    }
}

/// What `run = ..` may be.
#[diagnostic::on_unimplemented(
    message = "this does not run a tool",
    label = "`run` takes a call and gives a future: `async fn search(call: ToolUse) -> Result<String, E>`, whose name alone stands here, or `|call| async move {{ .. }}`",
    note = "the input as a type of yours is `call.input::<Search>()?`"
)]
pub trait RunsTools {
    /// The function or closure.
    type Run;

    /// The function or closure.
    fn run(self) -> Self::Run;
}

#[diagnostic::do_not_recommend]
impl<R> RunsTools for Runs<R> {
    type Run = R;

    fn run(self) -> R {
        self.0
    }
}

/// A closure whose parameter has no type is told it here.
pub fn of_a_call<R, F>(run: R) -> R
where
    R: FnMut(ToolUse) -> F,
{
    run
}
