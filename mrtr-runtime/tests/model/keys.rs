//! Which keys may be shared.

use std::collections::BTreeMap;

use crate::program::{Function, Step};

impl Function {
    /// Whether the macros would take it: only asks in arms of one branch share a key.
    pub fn compiles(&self) -> bool {
        keys(&self.body).is_some()
    }
}

/// Each key with whether it is an ask's; none if two share one that may not.
fn keys(steps: &[Step]) -> Option<BTreeMap<usize, bool>> {
    let mut all = BTreeMap::new();
    for step in steps {
        let own = match step {
            Step::Ask(ask) => BTreeMap::from([(ask.key, true)]),
            Step::Capture(capture) => BTreeMap::from([(capture.key, false)]),
            Step::Call(key, function) => {
                keys(&function.body)?;
                BTreeMap::from([(*key, false)])
            }
            Step::Each(_, body) | Step::Until(_, body) => keys(body)?,
            Step::Join(branches) => keys(&branches.concat())?,
            Step::If(yes, no) => keys_of_arms(keys(yes)?, keys(no)?)?,
            Step::Pause | Step::Task => BTreeMap::new(),
        };
        for (key, is_ask) in own {
            if all.insert(key, is_ask).is_some() {
                return None;
            }
        }
    }
    Some(all)
}

fn keys_of_arms(
    mut yes: BTreeMap<usize, bool>,
    no: BTreeMap<usize, bool>,
) -> Option<BTreeMap<usize, bool>> {
    for (key, is_ask) in no {
        if yes
            .insert(key, is_ask)
            .is_some_and(|other| !(other && is_ask))
        {
            return None;
        }
    }
    Some(yes)
}
