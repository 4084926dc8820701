//! What the server answers, and what its errors mean.

use redis::{ErrorKind, RedisError};

use super::super::{Claimed, StoreError};

/// What the script of a claim answers: the server's time, and what became of the claim.
pub(super) type Answer = (u64, Vec<Vec<u8>>);

/// What became of a claim; none if it was late.
pub(super) fn read(answer: Vec<Vec<u8>>) -> Result<Option<Claimed>, StoreError> {
    let mut parts = answer.into_iter();
    let what = parts.next().unwrap_or_default();
    match what.as_slice() {
        b"fresh" => return Ok(Some(Claimed::Fresh)),
        b"late" => return Ok(None),
        _ => {}
    }
    let answers = parts.next().unwrap_or_default();
    let answers = <[u8; 32]>::try_from(answers);
    let answers = answers.map_err(|_| StoreError::Unexpected("no digest of answers".to_owned()))?;
    match (what.as_slice(), parts.next()) {
        (b"done", Some(reply)) => Ok(Some(Claimed::Done { answers, reply })),
        (b"running", _) => Ok(Some(Claimed::Running { answers })),
        (b"unknown", _) => Ok(Some(Claimed::Unknown { answers })),
        _ => Err(StoreError::Unexpected("another word".to_owned())),
    }
}

/// What a server says that reads its data, runs somebody's script, takes over from another, lacks replicas or moves keys.
const FOR_NOW: [&str; 7] = [
    "LOADING",
    "BUSY",
    "READONLY",
    "MASTERDOWN",
    "NOREPLICAS",
    "CLUSTERDOWN",
    "TRYAGAIN",
];

/// Whether the next try may fare better.
pub(super) fn may_pass(error: &RedisError) -> bool {
    error.is_io_error() || FOR_NOW.iter().any(|code| says(error, code))
}

/// Whether a server said this, also to one command of several.
fn says(error: &RedisError, code: &str) -> bool {
    let errors = error.clone().into_server_errors();
    errors.is_some_and(|errors| errors.iter().any(|(_, one)| one.code() == code))
}

/// An error's own text holds no more than what the server said; a url is never in it.
pub(super) fn store_error(error: &RedisError) -> StoreError {
    let text = error.to_string();
    if says(error, "OOM") {
        return StoreError::Full(text);
    }
    match error.kind() {
        ErrorKind::UnexpectedReturnType | ErrorKind::Parse => StoreError::Unexpected(text),
        _ => StoreError::Unavailable(text),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use redis::parse_redis_value;

    use super::*;

    /// The error that a server's line makes.
    fn said(line: &str) -> RedisError {
        let value = parse_redis_value(format!("-{line}\r\n").as_bytes()).unwrap();
        value.extract_error().unwrap_err()
    }

    #[test]
    fn what_passes_is_tried_again_and_what_does_not_is_not() {
        let io = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
        assert!(may_pass(&RedisError::from(io)));
        for line in [
            "LOADING Redis is loading the dataset in memory",
            "BUSY Redis is busy running a script.",
            "READONLY You can't write against a read only replica.",
            "MASTERDOWN Link with MASTER is down",
            "NOREPLICAS Not enough good replicas to write.",
            "CLUSTERDOWN The cluster is down",
            "TRYAGAIN Multiple keys request during rehashing of slot",
        ] {
            assert!(may_pass(&said(line)), "{line}");
        }
        for line in [
            "OOM command not allowed when used memory > 'maxmemory'.",
            "NOAUTH Authentication required.",
            "NOPERM User default has no permissions",
            "WRONGTYPE Operation against a key",
            "ERR unknown command",
        ] {
            assert!(!may_pass(&said(line)), "{line}");
        }
    }
}
