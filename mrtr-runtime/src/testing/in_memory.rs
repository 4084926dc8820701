//! Requests to a handler in memory, by the way that they go in production.

use super::TestClient;
use super::exchange::{Heard, Rounds, Sent};
use crate::replay::Note;
use crate::{Counter, Counters, Flow, Reply};

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

impl<R, H: AsyncFnMut(&Flow) -> Reply<R>> Rounds<R> for InMemory<'_, H> {
    async fn send(&mut self, sent: Sent) -> Heard<R> {
        let mrtr = self.client.mrtr();
        let before = mrtr.counters();
        let request = self.client.request();
        let request = request
            .input_responses(sent.answers)
            .request_state(sent.state);
        let (reply, mut notes) = match mrtr.open(request) {
            Ok(flow) => {
                let reply = (self.handler)(&flow).await;
                (reply, flow.with(|journal| journal.notes.take()))
            }
            Err(failure) => (Reply::Failed(failure), Vec::new()),
        };
        let knows_why = notes.iter().any(|note| matches!(note, Note::Cause(_)));
        if matches!(reply, Reply::Failed(_)) && !knows_why {
            notes.extend(reasons(&before, &mrtr.counters()).map(Note::Cause));
        }
        let flaw = None;
        Heard { reply, notes, flaw }
    }
}

/// Why requests failed between two looks at the counters.
pub(super) fn reasons(before: &Counters, after: &Counters) -> impl Iterator<Item = String> {
    let failures = |counter| matches!(counter, Counter::Failed | Counter::StatesRefused);
    let counts = after.iter().filter(move |(of, _, _)| failures(*of));
    let more = counts.filter(|(of, label, count)| *count > before.get(*of, label));
    more.map(|(_, label, _)| label.to_owned())
}
