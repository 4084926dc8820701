//! One server with all that the macros make, and plain functions beside it.

pub mod forms;
pub mod parts;
pub mod plain;
pub mod prompts;
pub mod resources;
pub mod server;
pub mod tools;
