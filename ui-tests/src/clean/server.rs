//! The server, and how rmcp serves it.

use mrtr_runtime::prelude::*;

/// A server.
#[derive(Debug, Clone)]
pub struct Server {
    mrtr: Mrtr,
}

impl Server {
    /// With these settings.
    #[must_use]
    pub fn new(mrtr: Mrtr) -> Self {
        Self { mrtr }
    }
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

/// An error of the author's own.
#[derive(Debug)]
pub enum OwnError {
    /// The person said no.
    Refused(Refused),
}

impl From<Refused> for OwnError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<OwnError> for rmcp::ErrorData {
    fn from(OwnError::Refused(refused): OwnError) -> Self {
        refused.into()
    }
}
