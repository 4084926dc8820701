//! Asks that may go unasked: `or`.
#![deny(warnings)]

use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Paper {
    format: Format,
}

#[derive(Choice, Clone, Copy)]
enum Format {
    A4,
    Letter,
}

struct Printer {
    trays: Vec<String>,
}

impl Printer {
    async fn usual(&self) -> Result<Paper, std::io::Error> {
        Ok(Paper { format: Format::A4 })
    }

    #[mrtr_tool]
    async fn print(&self, files: &[String]) -> Result<String, Box<dyn std::error::Error>> {
        let paper = ask_elicit!(
            Paper,
            or = self.usual().await?,
            about = files.len(),
            "Which paper?"
        )
        .await?;
        let copies = ask_elicit!(u8, or = 1, title = "Copies", "How many copies?").await?;
        let tray = ask_pick!(
            &self.trays,
            or = self.trays.first().ok_or("no tray")?,
            show = |tray| tray,
            "Which tray?"
        )
        .await?;
        let chosen = ask_pick!(
            files,
            or = return Ok("nothing".to_owned()),
            several = 1..,
            "Which files?"
        )
        .await?;
        Ok(format!(
            "{copies} of {} on {} from {tray}",
            chosen.len(),
            paper.format
        ))
    }

    #[mrtr_tool(strict)]
    async fn check(&self) -> Result<Format, Box<dyn std::error::Error>> {
        let paper = ask_elicit!(Paper, or = rerun!(self.usual().await?), "Which paper?").await?;
        ask_confirm!("Is {} right?", paper.format).await?;
        Ok(paper.format)
    }
}

fn main() {
    let _ = (Printer::print, Printer::check, Format::Letter);
}
