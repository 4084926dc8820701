//! R14: every interleaving of two deliveries of one retry, with a crash of either, a fail-over of the store that loses
//! any number of its latest writes, a lease that runs out while its holder lives, or one that is renewed, at every point.
//! What it finds is the table in `docs/single-use.md`.

mod explore;
mod handlers;
mod place;
mod rules;
mod run;
mod scenario;
mod server;
mod steps;
mod store;
mod table;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/single-use.md");
const BEGIN: &str = "<!-- what runs how often: begin -->\n";
const END: &str = "<!-- what runs how often: end -->";

/// `MRTR_BLESS=1` writes the table anew.
#[tokio::test(start_paused = true)]
async fn r14_all_interleavings_of_two_deliveries_are_those_of_the_docs() {
    let table = table::table();
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (head, rest) = page.split_once(BEGIN).expect("the mark of the table");
    let (old, tail) = rest.split_once(END).expect("the end of the table");
    if std::env::var_os("MRTR_BLESS").is_some() {
        std::fs::write(PAGE, format!("{head}{BEGIN}{table}{END}{tail}")).unwrap();
        return;
    }
    assert_eq!(old, table, "the table is old: run again with MRTR_BLESS=1");
}

/// As those of the docs, of other handlers and other answers: the rules hold in each run.
#[tokio::test(start_paused = true)]
async fn r14_all_other_interleavings_of_two_deliveries_keep_the_rules() {
    let fleet = server::Fleet::new();
    for scenario in scenario::others() {
        explore::explore(&fleet, &scenario);
    }
}
