//! Runs each round more than once, and tells what came out differently.

use std::fmt::Debug;
use std::future::Future;

use super::compare::{Asked, added, certain, differs, ends_differently, has_evaluated, missing};
use super::drive::{Ended, drive};
use super::exchange::{Call, Heard, Rounds, Said, Sent};
use super::in_memory::InMemory;
use super::{Run, RunError, Script, TestClient};
use crate::replay::Note;
use crate::state::{Pending, decode};
use crate::{Flow, Mrtr, Reply};

impl TestClient {
    /// Runs a handler through all its rounds as [`run`](Self::run) does, and each round three times, on servers that have just
    /// started: once without any answers, which is to end at the questions that are open already, and twice with the same
    /// answers. The first difference fails the run: other keys, another question under a key, other captures.
    ///
    /// So a clock, a random number or the order of a `HashMap` is found that decides what is asked or captured. What is captured
    /// anew may differ, and what the handler returns. Effects happen twice and more, also those of captures: give the handler
    /// something to try them on. Whether a page is done (`until`) is to be the same in each look at one round.
    ///
    /// ```
    /// use mrtr_runtime::prelude::*;
    /// use mrtr_runtime::testing::{Script, TestClient};
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// #[mrtr_tool]
    /// async fn draw(dice: &AtomicU32) -> Result<(), Refused> {
    ///     let number = dice.fetch_add(1, Ordering::Relaxed);
    ///     ask_confirm!(key = "sure", "Take {number}?").await
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let (dice, script) = (AtomicU32::new(1), Script::new().confirm("sure"));
    /// let run = TestClient::new().check_replay(&script, async |flow| draw(flow, &dice).await);
    /// let error = run.await.unwrap_err();
    /// assert!(error.to_string().starts_with("`sure` came out differently when request 1 was run once more"));
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As of [`run`](Self::run), and where a round came out differently.
    pub fn check_replay<R, H>(
        &self,
        script: &Script,
        handler: H,
    ) -> impl Future<Output = Result<Run<R>, RunError>> + use<R, H>
    where
        R: Debug,
        H: AsyncFnMut(&Flow) -> Reply<R>,
    {
        let (client, script) = (self.clone(), script.clone());
        async move {
            let mut rounds = Replayed {
                client: &client,
                handler,
                request: 0,
                open: Vec::new(),
                notes: Vec::new(),
            };
            match drive(&client, &mut rounds, &script, Call::default(), None).await? {
                Ended::Returned(run) => Ok(run),
                Ended::At(call) => Err(RunError::new("the run has no end", call.transcript)),
            }
        }
    }
}

/// A handler whose rounds are run more than once.
struct Replayed<'c, H> {
    client: &'c TestClient,
    handler: H,
    request: u32,
    /// The questions of the last reply.
    open: Vec<Asked>,
    /// The captures of the last round.
    notes: Vec<Note>,
}

impl<R: Debug, H: AsyncFnMut(&Flow) -> Reply<R>> Rounds<R> for Replayed<'_, H> {
    async fn send(&mut self, sent: Sent) -> Heard<R> {
        self.request = self.request.saturating_add(1);
        let flaw = match sent.with_nothing() {
            Some(nothing) => self.unanswered(nothing).await,
            None => None,
        };
        let mut heard = self.fresh(sent.clone()).await;
        let again = self.fresh(sent).await;
        let (open, open_again) = (self.asked(&heard.said), self.asked(&again.said));
        let when = format!("when request {} was run once more", self.request);
        // What is captured anew may differ, and with it all that follows. That it replays is seen in the next request.
        let (first, then) = (&heard.notes, &again.notes);
        heard.flaw = flaw
            .or_else(|| missing(certain(first), then, &when))
            .or_else(|| added(certain(then), first, &when));
        if heard.flaw.is_none() && !has_evaluated(&heard.notes) {
            heard.flaw = differs(&open, &open_again, &when)
                .or_else(|| ends_differently(&heard.said, &again.said, &when));
        }
        self.open = open;
        self.notes.clone_from(&heard.notes);
        heard
    }
}

impl<H> Replayed<'_, H> {
    /// On a server that has just started, and knows of no round that was claimed.
    async fn fresh<R: Debug>(&mut self, sent: Sent) -> Heard<R>
    where
        H: AsyncFnMut(&Flow) -> Reply<R>,
    {
        let fresh = self.client.with(self.client.server.fresh());
        InMemory::new(&fresh, &mut self.handler).send(sent).await
    }

    /// Without answers the handler comes to the same questions.
    async fn unanswered<R: Debug>(&mut self, nothing: Sent) -> Option<String>
    where
        H: AsyncFnMut(&Flow) -> Reply<R>,
    {
        // A page may be done by now.
        let has_page = |asked: &Asked| asked.question.is_page();
        if self.open.iter().any(has_page) {
            return None;
        }
        let heard = self.fresh(nothing).await;
        let when = format!("when request {} came without answers", self.request);
        match &heard.said {
            // There may be no request left for an answer.
            Said::Fails(_) if is_for_requests(&heard.notes) => None,
            Said::Fails(failure) => Some(format!("the flow failed {when}: {failure}")),
            Said::Returns { .. } => Some(format!("the handler returned {when}")),
            Said::Asks { .. } => missing(&self.notes, &heard.notes, &when)
                .or_else(|| added(&heard.notes, &self.notes, &when))
                .or_else(|| differs(&self.open, &self.asked(&heard.said), &when)),
        }
    }

    fn asked<R>(&self, said: &Said<R>) -> Vec<Asked> {
        let Said::Asks { state, questions } = said else {
            return Vec::new();
        };
        let pending = pending(self.client.mrtr(), state).into_iter();
        let both = pending.zip(questions.iter().cloned());
        both.map(|(pending, (_, question))| Asked { pending, question })
            .collect()
    }
}

/// What a state of this server's lists as pending, in the order of the questions.
fn pending(mrtr: &Mrtr, token: &str) -> Vec<Pending> {
    let payload = mrtr.sealer().open(token, token.len()).ok();
    let state = payload.and_then(|payload| decode(&payload).ok());
    state.map(|state| state.pending).unwrap_or_default()
}

fn is_for_requests(notes: &[Note]) -> bool {
    notes.contains(&Note::Cause("requests".to_owned()))
}
