//! Sends request after request, with the answers of a script, to the end of a call.

use super::exchange::{Call, Heard, Rounds, Said, Sent};
use super::script::Reading;
use super::transcript::{End, Exchange};
use super::{Run, RunError, Script, TestClient, Transcript};
use crate::Failure;
use crate::replay::Note;

/// Where a call was driven to.
pub(super) enum Ended<R> {
    /// Its handler returned.
    Returned(Run<R>),
    /// The question is open that it was driven to.
    At(Call),
}

/// Drives a call from where it is to its end, or to the next round that asks `until`.
pub(super) async fn drive<R>(
    client: &TestClient,
    rounds: &mut impl Rounds<R>,
    script: &Script,
    mut call: Call,
    until: Option<&str>,
) -> Result<Ended<R>, RunError> {
    let mut reading = Reading::of(script);
    loop {
        let sent = next(client, &mut reading, &call)?;
        let answers = sent.answers.clone().unwrap_or_default();
        if client.loses_replies
            && let Some(error) = lose(rounds, &sent, &mut call).await
        {
            return Err(error);
        }
        let Heard { said, notes, flaw } = rounds.send(sent).await;
        call.transcript.exchanges.push(Exchange {
            answers,
            notes: notes.clone(),
            end: said.end(),
        });
        if let Some(flaw) = flaw {
            return Err(RunError::new(flaw, call.transcript));
        }
        match said {
            Said::Asks { state, questions } => {
                call.state = Some(state);
                call.open = questions;
                if until.is_some_and(|until| call.open.iter().any(|(key, _)| key == until)) {
                    return Ok(Ended::At(call));
                }
            }
            Said::Fails(failure) => return Err(failed(failure, notes, call.transcript)),
            // What was to be left open was not asked: that says more than what the script has left.
            Said::Returns { value, .. } if until.is_some() => {
                return Ok(Ended::Returned(Run {
                    result: value,
                    transcript: call.transcript,
                }));
            }
            Said::Returns { value, .. } => {
                let run = returned(client, &reading, value, &notes, call.transcript);
                return run.map(Ended::Returned);
            }
        }
    }
}

/// The next request: answers to all that is open, after the time that a person takes for them.
fn next(client: &TestClient, script: &mut Reading<'_>, call: &Call) -> Result<Sent, RunError> {
    let Some(state) = &call.state else {
        return Ok(Sent {
            answers: None,
            state: None,
        });
    };
    client.clock().advance(client.takes);
    match script.answers(&call.open) {
        Ok(answers) => Ok(Sent {
            answers: Some(answers),
            state: Some(state.clone()),
        }),
        Err(none) => Err(RunError::no_answer(&none, script, call.transcript.clone())),
    }
}

/// Sends a request whose reply the client does not get.
async fn lose<R>(rounds: &mut impl Rounds<R>, sent: &Sent, call: &mut Call) -> Option<RunError> {
    let Heard { notes, flaw, .. } = rounds.send(sent.clone()).await;
    call.transcript.exchanges.push(Exchange {
        answers: sent.answers.clone().unwrap_or_default(),
        notes,
        end: End::Lost,
    });
    flaw.map(|flaw| RunError::new(flaw, call.transcript.clone()))
}

pub(super) fn failed(failure: Failure, notes: Vec<Note>, transcript: Transcript) -> RunError {
    let causes = notes.into_iter().filter_map(|note| match note {
        Note::Cause(cause) => Some(cause),
        _ => None,
    });
    RunError::failed(failure, &causes.collect::<Vec<_>>(), transcript)
}

/// A handler that returned has come by all that was recorded (R9), and the script has nothing left.
pub(super) fn returned<R>(
    client: &TestClient,
    script: &Reading<'_>,
    result: R,
    notes: &[Note],
    transcript: Transcript,
) -> Result<Run<R>, RunError> {
    let mut unreached = notes.iter().filter_map(|note| match note {
        Note::Unreached(what) => Some(what),
        _ => None,
    });
    if let Some(what) = unreached.next().filter(|_| !client.takes_unreached) {
        let what =
            format!("the handler returned, and had not come by all that was recorded: {what}");
        return Err(RunError::new(what, transcript));
    }
    match &*script.left() {
        [] => Ok(Run { result, transcript }),
        left => Err(RunError::not_asked(left, transcript)),
    }
}
