use mrtr_runtime::prelude::*;

struct Server {
    tools: Vec<String>,
}

impl Server {
    fn tool_router(&self) -> &[String] {
        &self.tools
    }

    #[mrtr_tool]
    async fn remove(&self) -> Result<usize, Refused> {
        ask_confirm!("Remove it?").await?;
        Ok(self.tool_router().len())
    }
}

trait Lists {
    const TOOLS: usize;
}

struct Of<T>(T);

impl<T: Lists + Sync> Of<T> {
    #[mrtr_tool]
    async fn count(&self) -> Result<usize, Refused> {
        ask_confirm!("Count them?").await?;
        Ok(T::TOOLS)
    }
}

struct Three;

impl Lists for Three {
    const TOOLS: usize = 3;
}
