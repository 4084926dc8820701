//! What the server answers, and what its errors mean.

use redis::{ErrorKind, RedisError, ServerErrorKind};

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

/// Whether the next try may fare better.
pub(super) fn may_pass(error: &RedisError) -> bool {
    let read_only = ErrorKind::Server(ServerErrorKind::ReadOnly);
    error.is_io_error() || error.kind() == read_only
}

/// An error's own text holds no more than what the server said; a url is never in it.
pub(super) fn store_error(error: &RedisError) -> StoreError {
    let text = error.to_string();
    let errors = error.clone().into_server_errors();
    if errors.is_some_and(|errors| errors.iter().any(|(_, one)| one.code() == "OOM")) {
        return StoreError::Full(text);
    }
    match error.kind() {
        ErrorKind::UnexpectedReturnType | ErrorKind::Parse => StoreError::Unexpected(text),
        _ => StoreError::Unavailable(text),
    }
}
