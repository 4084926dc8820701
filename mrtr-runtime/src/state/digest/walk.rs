//! The walk over a parsed value that a digest is made of.
//!
//! Each node is a tag byte and its content with the length ahead. The walk keeps its own stack, so
//! that a value nested beyond all measure costs memory and not the thread.

use std::{slice, vec};

use serde_json::{Map, Number, Value, map};

use super::{
    Hasher, TooDeep,
    number::{Exponent, Scratch},
};

/// A container whose members are still to come.
enum Open<'v> {
    Items(slice::Iter<'v, Value>),
    Members(map::Iter<'v>),
    Sorted(vec::IntoIter<(&'v String, &'v Value)>),
}

impl<'v> Open<'v> {
    fn next(&mut self) -> Option<(Option<&'v String>, &'v Value)> {
        match self {
            Self::Items(items) => items.next().map(|value| (None, value)),
            Self::Members(members) => members.next().map(|(key, value)| (Some(key), value)),
            Self::Sorted(members) => members.next().map(|(key, value)| (Some(key), value)),
        }
    }
}

pub(super) struct Walk<'h, 'v> {
    hasher: &'h mut Hasher,
    open: Vec<Open<'v>>,
    scratch: Scratch,
}

impl<'h, 'v> Walk<'h, 'v> {
    pub(super) fn new(hasher: &'h mut Hasher) -> Self {
        Self {
            hasher,
            open: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    pub(super) fn value(mut self, value: &'v Value) {
        self.visit(value);
        while let Some(value) = self.next() {
            self.visit(value);
        }
    }

    /// Absent arguments walk like an empty object.
    pub(super) fn arguments(
        mut self,
        arguments: Option<&'v Map<String, Value>>,
        limit: usize,
    ) -> Result<(), TooDeep> {
        match arguments {
            Some(members) => self.object(members),
            None => self.container(b'{', 0),
        }
        while let Some(value) = self.next() {
            self.visit(value);
            if self.open.len() > limit {
                return Err(TooDeep { limit });
            }
        }
        Ok(())
    }

    /// The next value in document order, its key hashed.
    fn next(&mut self) -> Option<&'v Value> {
        loop {
            match self.open.last_mut()?.next() {
                Some((key, value)) => {
                    if let Some(key) = key {
                        self.hasher.field(key.as_bytes());
                    }
                    return Some(value);
                }
                None => {
                    self.open.pop();
                }
            }
        }
    }

    fn visit(&mut self, value: &'v Value) {
        match value {
            Value::Null => self.tag(b'n'),
            Value::Bool(false) => self.tag(b'f'),
            Value::Bool(true) => self.tag(b't'),
            Value::Number(number) => self.number(number),
            Value::String(text) => self.text(text),
            Value::Array(items) => {
                self.container(b'[', items.len());
                self.open.push(Open::Items(items.iter()));
            }
            Value::Object(members) => self.object(members),
        }
    }

    fn number(&mut self, number: &Number) {
        let decimal = self.scratch.decimal(number);
        let sign = if decimal.negative { b"-" } else { b"+" };
        self.hasher.raw(sign).field(decimal.digits.as_bytes());
        match decimal.exponent {
            Exponent::Small(exponent) => self.hasher.raw(b"e").raw(&exponent.to_le_bytes()),
            Exponent::Huge(text, shift) => self
                .hasher
                .raw(b"E")
                .field(text.as_bytes())
                .raw(&shift.to_le_bytes()),
        };
    }

    /// Members in the order of their keys. serde_json keeps them sorted unless some crate of the
    /// build turns on `preserve_order`; only then they are sorted here.
    fn object(&mut self, members: &'v Map<String, Value>) {
        self.container(b'{', members.len());
        if members.keys().is_sorted() {
            self.open.push(Open::Members(members.iter()));
        } else {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by_key(|(key, _)| *key);
            self.open.push(Open::Sorted(sorted.into_iter()));
        }
    }

    fn tag(&mut self, tag: u8) {
        self.hasher.raw(&[tag]);
    }

    fn text(&mut self, text: &str) {
        self.hasher.raw(b"s").field(text.as_bytes());
    }

    fn container(&mut self, tag: u8, members: usize) {
        self.hasher.raw(&[tag]).count(members);
    }
}
