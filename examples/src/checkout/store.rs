//! The store that the command line chose.

use std::str::FromStr;
use std::sync::Arc;

use mrtr_runtime::{MemoryStore, RoundStore};

/// Where answered rounds are claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StoreChoice {
    /// Nowhere: `single_use` handlers refuse to run.
    None,
    /// In this process: right for one server, wrong for two.
    Memory,
}

impl FromStr for StoreChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self::None),
            "memory" => Ok(Self::Memory),
            _ => Err("neither `memory` nor `none`".to_owned()),
        }
    }
}

impl StoreChoice {
    pub(crate) async fn open(&self) -> anyhow::Result<Option<Arc<dyn RoundStore>>> {
        Ok(match self {
            Self::None => None,
            Self::Memory => Some(Arc::new(MemoryStore::new())),
        })
    }
}
