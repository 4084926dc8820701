use std::cell::Cell;

use mrtr_runtime::prelude::*;

struct Order {
    id: u32,
    lines: Vec<String>,
}

impl Order {
    fn next(&self) -> u32 {
        self.id
    }
}

fn turn(rows: &mut Order) {
    rows.id += 1;
}

#[mrtr_tool]
async fn counted(files: Vec<String>) -> Result<u32, Refused> {
    let mut at = 0;
    for _ in &files {
        at += 1;
        ask_confirm!(of = at, "Go on?").await?;
    }
    let mut left = files.iter();
    #[allow(clippy::while_let_on_iterator)]
    while let Some(file) = left.next() {
        let name = file.trim();
        ask_confirm!(key = "left", of = name, "And on?").await?;
    }
    Ok(at)
}

#[mrtr_tool]
async fn called(lines: Vec<String>) -> Result<u32, Refused> {
    let order = Order { id: 1, lines };
    let left = Cell::new(0);
    for _ in &order.lines {
        left.set(left.get() + 1);
        ask_confirm!(of = order.next(), "Go on?").await?;
        ask_confirm!(key = "left", of = left.get(), "And on?").await?;
    }
    Ok(order.id)
}

#[mrtr_tool]
async fn lent(files: Vec<String>) -> Result<u32, Refused> {
    let mut order = Order {
        id: 1,
        lines: files,
    };
    let rows = &mut order;
    for _ in 0..2 {
        turn(rows);
        ask_confirm!(of = rows.id, "Go on?").await?;
    }
    Ok(order.id)
}

/// The message tells the questions apart, and `of` names what they are about.
#[mrtr_tool]
async fn shown(order: u32, lines: Vec<String>) -> Result<u32, Refused> {
    for line in &lines {
        ask_confirm!(of = order, "Pack {line}?").await?;
    }
    Ok(order)
}

/// Each is asked until it is answered so.
#[mrtr_tool]
async fn again(files: Vec<String>) -> Result<usize, Refused> {
    for file in &files {
        while ask_confirm!(of = file, "Is it there by now?")
            .await
            .is_err()
        {}
    }
    Ok(files.len())
}

/// A closure that is called once.
#[mrtr_tool]
async fn once(order: u32) -> Result<u32, Refused> {
    let with = |name: &'static str| async move {
        let _ = name;
        ask_confirm!(of = order, "Sure?").await
    };
    with("it").await?;
    Ok(order)
}
