//! The table of the docs.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::explore::{Found, explore};
use super::handlers::Got;
use super::scenario::of_the_docs;
use super::server::Fleet;

pub fn table() -> String {
    let mut table = String::from(
        "| The retry comes | ways it can go | effect | with `flow.key` | the two requests get |\n\
         | --- | ---: | ---: | ---: | --- |\n",
    );
    let fleet = Fleet::new();
    for scenario in of_the_docs() {
        let found = explore(&fleet, &scenario);
        writeln!(table, "{}", line(&scenario.name, &found)).unwrap();
    }
    table
}

fn line(name: &str, found: &Found) -> String {
    let got = found.got.iter().filter(|got| **got != Got::Nothing);
    let got: Vec<_> = got.map(|got| got.text()).collect();
    let (ways, got) = (grouped(found.ways), got.join(", "));
    let (effects, keys) = (times(&found.effects), times(&found.keys));
    format!("| {name} | {ways} | {effects} | {keys} | {got} |")
}

fn times(range: &RangeInclusive<usize>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => format!("{most}"),
        (least, most) => format!("{least}\u{2013}{most}"),
    }
}

/// With a space between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(" ")
}
