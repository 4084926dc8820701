//! `ask_url!`: a page that the person is sent to, and what says that it is done.

mod addresses;
mod done;
mod errors;
mod held_open;
mod joined;
mod looked_at;
mod looks;
mod old_clients;
mod single_use;
mod tasks;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_runtime::prelude::*;
use serde_json::{Value, json};

/// A page of a shop, with what came of it.
#[derive(Default)]
pub struct Page {
    receipt: Mutex<Option<&'static str>>,
    /// After so many looks it is done by itself.
    done_at: Option<usize>,
    looks: AtomicUsize,
}

impl Page {
    pub fn done_at(look: usize) -> Self {
        Self {
            done_at: Some(look),
            ..Self::default()
        }
    }

    pub fn pay(&self) {
        *self.receipt.lock().unwrap() = Some("R-7");
    }

    pub fn forget(&self) {
        *self.receipt.lock().unwrap() = None;
    }

    pub fn looks(&self) -> usize {
        self.looks.load(Ordering::SeqCst)
    }

    /// Whoever is asked does not answer at once.
    pub async fn receipt(&self) -> Option<&'static str> {
        tokio::task::yield_now().await;
        let look = self.looks.fetch_add(1, Ordering::SeqCst) + 1;
        if self.done_at == Some(look) {
            self.pay();
        }
        *self.receipt.lock().unwrap()
    }
}

pub const PAGE: &str = "https://pay.example.com/42";

#[mrtr_tool]
pub async fn pay(page: &Page) -> Result<&'static str, Refused> {
    let receipt = ask_url!(PAGE, until = page.receipt().await, "Pay the order").await?;
    Ok(receipt)
}

/// The person agreed to open the page.
pub fn opened() -> Value {
    json!({"action": "accept"})
}

/// The address of the one page that is asked for.
pub fn address<R: std::fmt::Debug>(reply: &Reply<R>) -> String {
    let Reply::InputRequired(open) = reply else {
        panic!("{reply:?}")
    };
    let sent = serde_json::to_value(&open.requests[0].1).unwrap();
    sent["params"]["url"].as_str().unwrap().to_owned()
}
