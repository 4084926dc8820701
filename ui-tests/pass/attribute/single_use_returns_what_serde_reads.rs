//! A plain function whose rounds count once returns what serde writes and reads.

use mrtr_runtime::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Receipt {
    number: u64,
}

#[derive(Serialize, Deserialize)]
enum Failed {
    Refused(Refused),
    Closed,
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

#[mrtr_tool(single_use)]
async fn pay(invoice: &str) -> Result<Receipt, Failed> {
    if invoice.is_empty() {
        return Err(Failed::Closed);
    }
    ask_confirm!("Pay {invoice}?").await?;
    Ok(Receipt { number: 7 })
}
