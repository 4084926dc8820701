//! Deploys: the old and the new version of a handler, side by side in each test.

mod asks;
mod captures;
mod fleet;
mod joins;
mod parts;
mod questions;
mod rows;

use std::sync::Mutex;

pub const UPDATED: &str = "The server was updated. Call again.";

/// What happened in the outside world.
#[derive(Default)]
pub struct Effects(Mutex<Vec<String>>);

impl Effects {
    /// Does it, and gives its number.
    pub fn run(&self, what: impl Into<String>) -> usize {
        let mut done = self.0.lock().unwrap();
        done.push(what.into());
        done.len()
    }

    pub fn done(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}
