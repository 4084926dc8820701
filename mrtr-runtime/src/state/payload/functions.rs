//! The functions in which records were made, each written once.
//!
//! A record holds an index into the functions seen so far; the next free index introduces a new
//! one, which follows it. Index 0 is the handler itself.

use super::{
    PayloadError,
    bytes::{Reader, put_count, put_varint},
};
use crate::state::FunctionId;

/// The functions that records were made in, the handler first.
pub(super) struct Functions(Vec<FunctionId>);

impl Functions {
    pub(super) fn new(handler: FunctionId) -> Self {
        Self(vec![handler])
    }

    pub(super) fn put(&mut self, out: &mut Vec<u8>, function: FunctionId) {
        let known = self.0.iter().position(|known| *known == function);
        put_count(out, known.unwrap_or(self.0.len()));
        if known.is_none() {
            put_function(out, function);
            self.0.push(function);
        }
    }

    pub(super) fn read(&mut self, reader: &mut Reader<'_>) -> Result<FunctionId, PayloadError> {
        let index = usize::try_from(reader.varint()?).map_err(|_| PayloadError::Count)?;
        match self.0.get(index) {
            Some(function) => Ok(*function),
            None if index == self.0.len() => self.read_new(reader),
            None => Err(PayloadError::Count),
        }
    }

    fn read_new(&mut self, reader: &mut Reader<'_>) -> Result<FunctionId, PayloadError> {
        let function = read_function(reader)?;
        if self.0.contains(&function) {
            return Err(PayloadError::Duplicate);
        }
        self.0.push(function);
        Ok(function)
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
