//! The store that the command line chose.

use std::str::FromStr;
use std::sync::Arc;

use mrtr_runtime::{MemoryStore, RedisStore, RoundStore};

/// Where answered rounds are claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StoreChoice {
    /// Nowhere: `single_use` handlers refuse to run.
    None,
    /// In this process: right for one server, wrong for two.
    Memory,
    /// On the Redis with this url: for a fleet.
    Redis(String),
}

impl FromStr for StoreChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self::None),
            "memory" => Ok(Self::Memory),
            url if url.starts_with("redis://") => Ok(Self::Redis(url.to_owned())),
            _ => Err("it is memory, redis://HOST:PORT/DB or none".to_owned()),
        }
    }
}

impl StoreChoice {
    /// Connects to it: a server that cannot claim rounds need not start.
    pub(crate) async fn open(&self) -> anyhow::Result<Option<Arc<dyn RoundStore>>> {
        Ok(match self {
            Self::None => None,
            Self::Memory => Some(Arc::new(MemoryStore::new())),
            Self::Redis(url) => Some(Arc::new(RedisStore::connect(url).await?)),
        })
    }
}
