//! What a state is bound to: arguments that are equal have one digest however they are spelt, and others have another.

mod canonical;
mod spelling;

use arbitrary::{Result, Unstructured};
use mrtr_runtime::fuzzing::operation;
use serde_json::{Map, Value};

use self::canonical::{canonical, depth};
use self::spelling::spell;
use crate::json;

const DEPTH: usize = 8;

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some((how, rest)) = data.split_first() else {
        return;
    };
    if how % 2 == 0 {
        texts(rest);
    } else {
        // Too few bytes make nothing to look at.
        let _ = spellings(&mut Unstructured::new(rest));
    }
}

/// Two texts of JSON, as anyone may write them.
fn texts(data: &[u8]) {
    let Some(at) = data.iter().position(|byte| *byte == 0) else {
        return;
    };
    let parse = |text| serde_json::from_slice::<Map<String, Value>>(text).ok();
    if let (Some(left), Some(right)) = (parse(&data[..at]), parse(&data[at + 1..])) {
        compare(&left, &right);
    }
}

/// One value, spelt in two ways, and perhaps changed a little.
fn spellings(u: &mut Unstructured<'_>) -> Result<()> {
    let left = json::members(u, 4)?;
    let mut right = left.clone();
    let is_changed = u.ratio(1, 3)?;
    if is_changed {
        right.insert(json::text(u)?, json::value(u, 2)?);
    }
    let written = [spell(&left, u)?, spell(&right, u)?];
    let [left, right] = written
        .map(|text| serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}")));
    compare(&left, &right);
    if !is_changed {
        assert_eq!(digest(&left), digest(&right), "{left:?} and {right:?}");
    }
    Ok(())
}

fn compare(left: &Map<String, Value>, right: &Map<String, Value>) {
    for arguments in [left, right] {
        let is_deep = arguments.values().map(depth).max().unwrap_or(0) + 1 > DEPTH;
        assert_eq!(digest(arguments).is_none(), is_deep, "{arguments:?}");
    }
    if let (Some(a), Some(b)) = (digest(left), digest(right)) {
        let are_equal = canonical(left) == canonical(right);
        assert_eq!(a == b, are_equal, "{left:?} and {right:?}");
    }
    if left.is_empty() {
        assert_eq!(digest(left), operation("tools/call", "pay", None, DEPTH));
    }
}

fn digest(arguments: &Map<String, Value>) -> Option<[u8; 32]> {
    operation("tools/call", "pay", Some(arguments), DEPTH)
}
