//! What a Redis should be set to, to keep what it is told.

use redis::aio::ConnectionLike;

/// Warns of a server that drops keys when its memory is full: a round that is dropped can be run again.
pub(super) async fn warn_of_eviction(mut connection: impl ConnectionLike + Send) {
    let info = redis::cmd("INFO").arg("memory").to_owned();
    let info: Result<String, _> = info.query_async(&mut connection).await;
    // Some servers do not say; that is no reason not to use them.
    let Ok(info) = info else { return };
    if let Some(policy) = evicts(&info) {
        tracing::warn!(
            policy,
            "this Redis drops keys when its memory is full, and a round that it drops can be run \
             twice: set `maxmemory-policy noeviction`"
        );
    }
}

/// The policy of a server that evicts.
fn evicts(info: &str) -> Option<&str> {
    let field = |name: &str| {
        let line = info.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.strip_prefix(':')).map(str::trim)
    };
    let policy = field("maxmemory_policy")?;
    let is_bounded = field("maxmemory") != Some("0");
    (is_bounded && policy != "noeviction").then_some(policy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_evicts_is_known_by_its_info() {
        let info = |memory: &str, policy: &str| {
            format!("# Memory\r\nmaxmemory:{memory}\r\nmaxmemory_policy:{policy}\r\n")
        };
        assert_eq!(evicts(&info("1000000", "allkeys-lru")), Some("allkeys-lru"));
        assert_eq!(evicts(&info("1000000", "noeviction")), None);
        assert_eq!(evicts(&info("0", "allkeys-lru")), None);
        assert_eq!(evicts("# Memory\r\n"), None);
    }
}
