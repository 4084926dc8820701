//! What ends a round before its handler does.

use super::{Divergence, Location};
use crate::texts;
use crate::wire::{Capability, Failure};

/// What ends a round before its handler does.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Stop {
    /// The handler did not replay as it was recorded.
    Diverged(Divergence),
    /// A text for the model and the user, with a reason for the log.
    Ended {
        reason: &'static str,
        text: String,
        key: String,
        /// Unknown where only the body of a function knows the key.
        at: Option<Location>,
    },
    /// There is no place for what comes next; later there may be.
    Busy {
        reason: &'static str,
        text: String,
        key: String,
        at: Location,
    },
    /// A question of the server's that must not be sent; why is told to the log alone.
    Unusable {
        reason: &'static str,
        why: String,
        key: String,
        at: Location,
    },
    /// Invalid params that the handler met.
    Invalid {
        text: String,
        key: String,
        at: Location,
    },
    /// The client did not declare what the asks of this round need.
    Missing(Vec<Capability>),
    /// A person would have to answer, and the server runs without one.
    Unattended,
}

impl Stop {
    /// What the client is told.
    pub(crate) fn failure(&self) -> Failure {
        match self {
            Self::Diverged(divergence) => divergence
                .text()
                .map_or_else(Failure::internal, Failure::Tool),
            Self::Ended { text, .. } | Self::Busy { text, .. } => Failure::Tool(text.clone()),
            Self::Unusable { .. } => Failure::internal(),
            Self::Invalid { text, .. } => Failure::invalid_params(text.clone()),
            Self::Missing(capabilities) => Failure::missing(capabilities),
            Self::Unattended => Failure::Tool(texts::UNATTENDED.to_owned()),
        }
    }

    /// The reason, for programs: log filters, counters, tests.
    pub(crate) const fn reason(&self) -> &'static str {
        match self {
            Self::Diverged(divergence) => divergence.failed(),
            Self::Ended { reason, .. }
            | Self::Busy { reason, .. }
            | Self::Unusable { reason, .. } => reason,
            Self::Invalid { .. } => "wrong_kind",
            Self::Missing(_) => "missing_capability",
            Self::Unattended => "unattended",
        }
    }

    /// Whether the same request may go on at another time, or from a client that can do more: nothing of the flow
    /// stands against it.
    pub(crate) const fn is_for_now(&self) -> bool {
        matches!(self, Self::Missing(_) | Self::Busy { .. })
    }

    /// Why, in words that the client is not told.
    pub(crate) fn cause(&self) -> String {
        match self {
            Self::Diverged(divergence) => divergence.to_string(),
            Self::Unusable { why, key, at, .. } => format!("`{key}` ({at}): {why}"),
            _ => self.reason().to_owned(),
        }
    }

    /// What the log is told.
    pub(crate) fn log(&self, handler: &str, round: u32) {
        match self {
            Self::Diverged(divergence) => divergence.log(handler, round),
            Self::Ended {
                reason, key, at, ..
            } => tracing::warn!(
                handler,
                round,
                reason,
                key,
                file = at.map(|at| at.file),
                line = at.map(|at| at.line),
                "flow ended"
            ),
            Self::Busy {
                reason, key, at, ..
            } => tracing::warn!(
                handler,
                round,
                reason,
                key,
                file = at.file,
                line = at.line,
                "refused for now"
            ),
            Self::Unusable {
                reason,
                why,
                key,
                at,
            } => tracing::error!(
                handler,
                round,
                reason,
                key,
                file = at.file,
                line = at.line,
                "question not sent: {why}"
            ),
            Self::Invalid { key, at, .. } => tracing::warn!(
                handler,
                round,
                reason = self.reason(),
                key,
                file = at.file,
                line = at.line,
                "answer of the wrong kind"
            ),
            Self::Missing(capabilities) => {
                let reason = self.reason();
                if capabilities.contains(&Capability::Lists) {
                    tracing::warn!(
                        handler,
                        round,
                        reason,
                        "forms of this client have no lists: give such an ask `or = ..`"
                    );
                }
                tracing::info!(
                    handler,
                    round,
                    reason,
                    ?capabilities,
                    "capabilities missing"
                );
            }
            Self::Unattended => {
                let reason = self.reason();
                tracing::info!(handler, round, reason, "nobody is asked");
            }
        }
    }
}
