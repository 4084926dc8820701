//! The functions in which records were made, each path of them written once.
//!
//! A record holds an index into the paths seen so far; the next free index introduces a new one,
//! which follows it. Index 0 is the handler that made the state, alone.
//!
//! ```text
//! path: count * 2 + 1, [function]    within that handler, which is not written again
//!       count * 2,     [function]    within another
//! ```

use super::{
    PayloadError,
    bytes::{Reader, put_count, put_varint},
};
use crate::state::{FunctionId, FunctionPath};

/// The fewest bytes that a function takes: fingerprint and version.
const MIN_BYTES: usize = 17;

/// The paths of functions that records were made in.
pub(super) struct Functions {
    handler: FunctionId,
    paths: Vec<FunctionPath>,
}

impl Functions {
    pub(super) fn new(handler: FunctionId) -> Self {
        Self {
            handler,
            paths: vec![[handler].into()],
        }
    }

    pub(super) fn put(&mut self, out: &mut Vec<u8>, path: &FunctionPath) {
        let known = self.paths.iter().position(|known| known == path);
        put_count(out, known.unwrap_or(self.paths.len()));
        if known.is_none() {
            self.put_path(out, path);
            self.paths.push(path.clone());
        }
    }

    fn put_path(&self, out: &mut Vec<u8>, path: &[FunctionId]) {
        let (written, is_within) = match path.split_first() {
            Some((first, parts)) if *first == self.handler => (parts, 1),
            _ => (path, 0),
        };
        put_varint(out, (written.len() as u64) << 1 | is_within);
        for function in written {
            put_function(out, *function);
        }
    }

    pub(super) fn read(&mut self, reader: &mut Reader<'_>) -> Result<FunctionPath, PayloadError> {
        let index = usize::try_from(reader.varint()?).map_err(|_| PayloadError::Count)?;
        match self.paths.get(index) {
            Some(path) => Ok(path.clone()),
            None if index == self.paths.len() => self.read_new(reader),
            None => Err(PayloadError::Count),
        }
    }

    fn read_new(&mut self, reader: &mut Reader<'_>) -> Result<FunctionPath, PayloadError> {
        let head = reader.varint()?;
        let is_within = head & 1 == 1;
        let written = reader.entries(head >> 1, MIN_BYTES, read_function)?;
        if !is_within && written.first() == Some(&self.handler) {
            return Err(PayloadError::Duplicate);
        }
        let handler = is_within.then_some(self.handler);
        let path: FunctionPath = handler.into_iter().chain(written).collect();
        if path.is_empty() || self.paths.contains(&path) {
            return Err(PayloadError::Duplicate);
        }
        self.paths.push(path.clone());
        Ok(path)
    }
}

pub(super) fn put_function(out: &mut Vec<u8>, function: FunctionId) {
    out.extend_from_slice(&function.fingerprint);
    put_varint(out, function.version.into());
}

pub(super) fn read_function(reader: &mut Reader<'_>) -> Result<FunctionId, PayloadError> {
    Ok(FunctionId {
        fingerprint: reader.array()?,
        version: reader.u32()?,
    })
}
