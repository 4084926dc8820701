//! One module for each target.

pub mod answers;
pub mod attributes;
pub mod digest;
pub mod form;
pub mod keys;
pub mod message;
pub mod payload;
pub mod token;
