//! Lists that are made at run time, and confirmations.

use mrtr_runtime::prelude::*;
use rmcp::{ErrorData, tool, tool_router};

use crate::server::Forms;

struct Ticket {
    id: u32,
    subject: &'static str,
}

const TICKETS: [Ticket; 3] = [
    Ticket {
        id: 7,
        subject: "Renew the certificate",
    },
    Ticket {
        id: 12,
        subject: "Printer on fire",
    },
    Ticket {
        id: 19,
        subject: "New keyboard",
    },
];

#[tool_router(router = list_tools, vis = "pub(crate)")]
impl Forms {
    /// Asks for one item of a list.
    #[mrtr_tool]
    #[tool]
    async fn pick_one(&self) -> Result<String, ErrorData> {
        let ticket = ask_pick!(
            &TICKETS,
            show = |ticket| (ticket.id, ticket.subject),
            title = "Open tickets",
            "Which ticket shall be closed?"
        )
        .await?;
        Ok(format!("Closed {}: {}.", ticket.id, ticket.subject))
    }

    /// Asks for several items of a list.
    #[mrtr_tool]
    #[tool]
    async fn pick_several(&self) -> Result<String, ErrorData> {
        let files = ["notes.txt", "plan.md", "budget.ods"];
        let picked = ask_pick!(
            files,
            several = 1..=2,
            title = "Files",
            "Which files shall be sent?"
        )
        .await?;
        Ok(format!("Sent {}.", picked.join(" and ")))
    }

    /// Asks for a yes.
    #[mrtr_tool]
    #[tool]
    async fn confirm(&self) -> Result<String, ErrorData> {
        ask_confirm!("Empty the bin?").await?;
        Ok("The bin is empty.".to_owned())
    }

    /// Asks to type the name of what will be deleted.
    #[mrtr_tool]
    #[tool]
    async fn type_in(&self) -> Result<String, ErrorData> {
        let project = "harbour";
        ask_confirm!(type_in = project, "Delete {project} and all that is in it?").await?;
        Ok(format!("{project} is gone."))
    }
}
