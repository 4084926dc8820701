//! The table of the docs.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::explore::{Found, explore};
use super::handlers::Got;
use super::scenario::scenarios;
use super::server::Fleet;

pub fn table() -> String {
    let mut table = String::from(
        "| The retry comes | ways it can go | effect | with `flow.key` | the two requests get |\n\
         | --- | ---: | ---: | ---: | --- |\n",
    );
    let fleet = Fleet::new();
    for scenario in scenarios() {
        let found = explore(&fleet, &scenario);
        writeln!(table, "{}", line(&scenario.name, &found)).unwrap();
    }
    table
}

fn line(name: &str, found: &Found) -> String {
    let got = found.got.iter().filter(|got| **got != Got::Nothing);
    let got: Vec<_> = got.map(|got| got.text()).collect();
    let (ways, got) = (found.ways, got.join(", "));
    let (effects, keys) = (times(&found.effects), times(&found.keys));
    format!("| {name} | {ways} | {effects} | {keys} | {got} |")
}

fn times(range: &RangeInclusive<usize>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => format!("{most}"),
        (least, most) => format!("{least}\u{2013}{most}"),
    }
}
