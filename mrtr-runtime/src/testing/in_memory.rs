//! Requests to a handler in memory, by the way that they go in production.

use std::fmt::Debug;

use super::TestClient;
use super::exchange::{Heard, Rounds, Said, Sent};
use crate::replay::Note;
use crate::{Counter, Counters, Flow, Mrtr, Reply};

/// A handler, and the client whose server runs it.
pub(super) struct InMemory<'c, H> {
    client: &'c TestClient,
    handler: H,
}

impl<'c, H> InMemory<'c, H> {
    pub(super) fn new(client: &'c TestClient, handler: H) -> Self {
        Self { client, handler }
    }
}

impl<R: Debug, H: AsyncFnMut(&Flow) -> Reply<R>> Rounds<R> for InMemory<'_, H> {
    async fn send(&mut self, sent: Sent) -> Heard<R> {
        let mrtr = self.client.mrtr();
        let before = mrtr.counters();
        let request = self.client.request();
        let request = request
            .input_responses(sent.answers)
            .request_state(sent.state);
        let (reply, notes) = match mrtr.open(request) {
            Ok(flow) => {
                let reply = (self.handler)(&flow).await;
                (reply, flow.with(|journal| journal.notes.take()))
            }
            Err(failure) => (Reply::Failed(failure), Vec::new()),
        };
        let said = Said::from(reply);
        let notes = with_reasons(notes, &said, &before, mrtr);
        Heard {
            said,
            notes,
            flaw: None,
        }
    }
}

/// The notes, with what the counters say of a failure where nobody noted why.
pub(super) fn with_reasons<R>(
    mut notes: Vec<Note>,
    said: &Said<R>,
    before: &Counters,
    mrtr: &Mrtr,
) -> Vec<Note> {
    let knows_why = notes.iter().any(|note| matches!(note, Note::Cause(_)));
    if matches!(said, Said::Fails(_)) && !knows_why {
        notes.extend(reasons(before, &mrtr.counters()).map(Note::Cause));
    }
    notes
}

/// Why requests failed between two looks at the counters.
fn reasons(before: &Counters, after: &Counters) -> impl Iterator<Item = String> {
    let failures = |counter| matches!(counter, Counter::Failed | Counter::StatesRefused);
    let counts = after.iter().filter(move |(of, _, _)| failures(*of));
    let more = counts.filter(|(of, label, count)| *count > before.get(*of, label));
    more.map(|(_, label, _)| label.to_owned())
}
