//! The incidents: a small set in memory, each with a revision that every change raises.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::ErrorData;

/// Something that went wrong, and what is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Incident {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) log: Vec<String>,
    pub(crate) open: bool,
    pub(crate) revision: u32,
}

impl Incident {
    /// What was written down about it, as one text.
    pub(crate) fn body(&self) -> String {
        format!("{}\n\n{}", self.title, self.log.join("\n"))
    }

    /// Its first and its last entry: a summary that needs no model.
    pub(crate) fn extract(&self) -> String {
        let (first, last) = (self.log.first(), self.log.last());
        let entries: Vec<&str> = match (first, last) {
            (Some(first), Some(last)) if first != last => vec![first, last],
            (Some(first), _) => vec![first],
            _ => Vec::new(),
        };
        format!("{}\n{}", self.title, entries.join("\n[..]\n"))
    }
}

/// Why an incident was not changed, or not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum IncidentError {
    #[error("There is no incident `{0}`.")]
    Unknown(String),
    #[error("`{0}` has changed in the meantime; nothing was done.")]
    Changed(String),
}

/// For prompts, whose errors are JSON-RPC errors.
impl From<IncidentError> for ErrorData {
    fn from(error: IncidentError) -> Self {
        Self::invalid_params(error.to_string(), None)
    }
}

/// All incidents. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Incidents(Arc<Mutex<BTreeMap<String, Incident>>>);

impl Incidents {
    /// The set that the example starts with.
    pub(crate) fn embedded() -> Self {
        let incidents = EMBEDDED.iter().map(|(id, title, log)| Incident {
            id: (*id).to_owned(),
            title: (*title).to_owned(),
            log: log.iter().map(|entry| (*entry).to_owned()).collect(),
            open: true,
            revision: 1,
        });
        let by_id = incidents.map(|incident| (incident.id.clone(), incident));
        Self(Arc::new(Mutex::new(by_id.collect())))
    }

    pub(crate) fn ids(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    pub(crate) fn get(&self, id: &str) -> Result<Incident, IncidentError> {
        let incidents = self.lock();
        let found = incidents.get(id).cloned();
        found.ok_or_else(|| IncidentError::Unknown(id.to_owned()))
    }

    /// Adds an entry to the log.
    pub(crate) fn note(&self, id: &str, entry: String) -> Result<Incident, IncidentError> {
        self.change(id, None, |incident| incident.log.push(entry))
    }

    /// Closes the incident, if it still is what it was at this revision.
    pub(crate) fn close(&self, id: &str, revision: u32) -> Result<Incident, IncidentError> {
        self.change(id, Some(revision), |incident| incident.open = false)
    }

    fn change(
        &self,
        id: &str,
        revision: Option<u32>,
        change: impl FnOnce(&mut Incident),
    ) -> Result<Incident, IncidentError> {
        let mut incidents = self.lock();
        let unknown = || IncidentError::Unknown(id.to_owned());
        let incident = incidents.get_mut(id).ok_or_else(unknown)?;
        if revision.is_some_and(|revision| revision != incident.revision) {
            return Err(IncidentError::Changed(id.to_owned()));
        }
        change(incident);
        incident.revision = incident.revision.saturating_add(1);
        Ok(incident.clone())
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Incident>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const EMBEDDED: [(&str, &str, &[&str]); 3] = [
    (
        "INC-101",
        "Search returns stale results",
        &[
            "08:02 Support reports that renamed documents are found under their old names.",
            "08:20 The indexer stopped at 03:11 when its disk was full.",
            "09:05 Disk enlarged, indexer restarted; the backlog takes about two hours.",
        ],
    ),
    (
        "INC-104",
        "Checkout fails for one customer in nine",
        &[
            "14:31 Alert: 11% of checkouts end in a timeout.",
            "14:38 All failing requests went to the database replica in zone b.",
            "14:44 That replica had lost its cache after a restart; its queries took 40 s.",
            "14:52 Replica taken out of rotation; the error rate is back to normal.",
            "15:10 Follow-up: warm the cache before a replica takes traffic.",
        ],
    ),
    (
        "INC-107",
        "Invoices are sent twice",
        &[
            "10:15 Three customers report two copies of one invoice.",
            "10:40 The mailer retried after a timeout, although the first mail had gone out.",
        ],
    ),
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_change_raises_the_revision() {
        let incidents = Incidents::embedded();
        let noted = incidents.note("INC-104", "15:30 Reviewed.".into()).unwrap();
        assert_eq!(noted.revision, 2);
        let closed = incidents.close("INC-104", 2).unwrap();
        assert_eq!((closed.open, closed.revision), (false, 3));
    }

    #[test]
    fn an_incident_of_another_revision_is_not_closed() {
        let incidents = Incidents::embedded();
        let error = incidents.close("INC-104", 7).unwrap_err();
        assert_eq!(error, IncidentError::Changed("INC-104".into()));
        assert!(incidents.get("INC-104").unwrap().open);
    }

    #[test]
    fn clones_share_the_incidents() {
        let incidents = Incidents::embedded();
        incidents.clone().close("INC-101", 1).unwrap();
        assert!(!incidents.get("INC-101").unwrap().open);
    }
}
