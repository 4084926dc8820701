//! What `benches/figures.py` runs: under callgrind, which counts what `measured` does, and on its own for the rest.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::time::Instant;

use anyhow::ensure;
use clap::Parser;
use mrtr_benches::{ANSWER, Calls, Flow, Kind, Request, Which};
use serde_json::json;

/// Runs requests some times, or prints the lengths of the states of a flow.
#[derive(Debug, Parser)]
struct Cli {
    /// Which server
    #[arg(long)]
    server: Kind,

    /// Which flow: book, plain, or many with so many questions
    #[arg(long)]
    tool: String,

    /// How many questions `many` asks
    #[arg(long, default_value_t = 0)]
    n: usize,

    /// Only the request that is sent with so many recorded answers and one more
    #[arg(long)]
    recorded: Option<usize>,

    /// Bytes of text in an answer to `many`
    #[arg(long, default_value_t = ANSWER)]
    bytes: usize,

    /// How many times it is run: the nanoseconds of one are printed; with 0, the lengths of the states
    #[arg(long, default_value_t = 0)]
    times: usize,

    /// How many times that is done: the fastest is printed, since whatever else runs only makes it slower
    #[arg(long, default_value_t = 1)]
    repeats: usize,
}

fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let server = cli.server.caller()?;
    let arguments = match cli.tool.as_str() {
        "many" => json!({"trip": "spring", "n": cli.n}),
        _ => json!({"trip": "spring"}),
    };
    let tool = cli.tool.leak();
    let flow = Flow::play(server.as_ref(), tool, &arguments, cli.bytes)?;
    let by_hand = Flow::play(Kind::Hand.caller()?.as_ref(), tool, &arguments, cli.bytes)?;
    ensure!(
        flow.is_same(&by_hand),
        "the servers differ: {flow:?} {by_hand:?}"
    );
    if cli.times == 0 {
        let lengths: Vec<usize> = flow.states.iter().map(String::len).collect();
        println!("{}", json!(lengths));
        return Ok(());
    }
    let which = cli.recorded.map_or(Which::ALL, Which::recorded);
    // What is set up on first use is not counted.
    run(server.as_ref(), flow.requests(server.as_ref(), which, 3));
    let fastest = (0..cli.repeats.max(1)).map(|_| {
        let requests = flow.requests(server.as_ref(), which, cli.times);
        let start = Instant::now();
        measured(server.as_ref(), requests);
        start.elapsed().as_nanos() / cli.times as u128
    });
    println!("{}", fastest.min().unwrap_or_default());
    Ok(())
}

/// What callgrind counts: it knows the function by its name.
#[inline(never)]
fn measured(server: &dyn Calls, requests: Vec<Request>) {
    run(server, requests);
}

fn run(server: &dyn Calls, requests: Vec<Request>) {
    for request in requests {
        // A reply is dropped here, as a transport would after it was sent.
        let _ = black_box(server.call(request));
    }
}
