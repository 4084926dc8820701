//! Links to pages of a server's own, which open for the person alone who was asked to open them.

use std::time::SystemTime;

use crate::clock::{millis, time_of};
use crate::counters::Counter;
use crate::mrtr::Mrtr;
use crate::replay::Flow;
use crate::state::{LinkState, Principal};
use crate::texts;

/// What a link says that has opened: for which flow it was made. Whom it was made for is whoever opened it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    flow_id: String,
    expires_at: SystemTime,
}

impl Link {
    /// The id of the flow, as [`Flow::id`] gives it.
    #[must_use]
    pub fn flow_id(&self) -> &str {
        &self.flow_id
    }

    /// When the flow ends, and the link with it.
    #[must_use]
    pub fn expires_at(&self) -> SystemTime {
        self.expires_at
    }
}

/// Why a link did not open. All of them display alike: a visitor learns nothing about links of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", texts::BAD_LINK)]
#[non_exhaustive]
pub enum LinkError {
    /// It is none of this server's, or was changed.
    Invalid,
    /// Its flow is over.
    Expired,
    /// It was made for somebody else.
    OtherPerson,
    /// The visitor is not known, so it cannot be theirs.
    Anonymous,
}

impl LinkError {
    /// The reason, for logs: a label of [`Counter::LinksRefused`].
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Expired => "expired",
            Self::OtherPerson => "other_person",
            Self::Anonymous => "anonymous",
        }
    }
}

impl Mrtr {
    /// Opens a link that [`Flow::link`] made, for the person who visits the page.
    ///
    /// `visitor` is who is logged in there, by your own session and never by the link. It must be the person
    /// who called: issuer, subject and scope are compared, the client is not, since a page knows nothing of it.
    /// So nobody can be sent a link of somebody else's, and connect their own account to it (MCP 2026-07-28,
    /// elicitation in url mode, phishing).
    ///
    /// # Errors
    ///
    /// See [`LinkError`]. Show the visitor its text; the log has the reason, and the counters.
    ///
    /// ```
    /// use mrtr_runtime::{LinkError, Mrtr, Principal};
    ///
    /// /// `GET /connect?link=..`, with the subject of the session's cookie.
    /// fn connect(mrtr: &Mrtr, link: &str, subject: &str) -> Result<String, LinkError> {
    ///     let visitor = Principal::new("https://login.example", subject);
    ///     let link = mrtr.open_link(link, &visitor)?;
    ///     Ok(format!("Connect the calendar of {subject} for flow {}", link.flow_id()))
    /// }
    /// # let _ = connect;
    /// ```
    pub fn open_link(&self, token: &str, visitor: &Principal) -> Result<Link, LinkError> {
        self.check_link(token, visitor).inspect_err(|error| {
            let reason = error.reason();
            tracing::warn!(reason, bytes = token.len(), "link refused");
            self.count(Counter::LinksRefused, reason);
        })
    }

    fn check_link(&self, token: &str, visitor: &Principal) -> Result<Link, LinkError> {
        if visitor.is_anonymous() {
            return Err(LinkError::Anonymous);
        }
        let link = LinkState::open(self.links(), token).ok_or(LinkError::Invalid)?;
        if link.person != visitor.person() {
            return Err(LinkError::OtherPerson);
        }
        if millis(self.clock().now()) >= link.deadline {
            return Err(LinkError::Expired);
        }
        Ok(Link {
            flow_id: Flow::id_of(&link.flow_id),
            expires_at: time_of(link.deadline),
        })
    }
}
