use mrtr_runtime::prelude::*;
use rmcp::model::Extensions as E;
use rmcp::{tool, tool_router};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    #[rustfmt::skip]
    #[allow(clippy::too_many_arguments, clippy::many_single_char_names)]
    async fn add(
        &self, a: E, b: E, c: E, d: E, e: E, f: E, g: E, h: E, i: E, j: E, k: E, l: E, m: E, n: E,
        o: E, p: E, q: E,
    ) -> Result<String, Refused> {
        drop((a, b, c, d, e, f, g, h));
        drop((i, j, k, l, m, n, o, p, q));
        ask_confirm!("Sure?").await?;
        Ok(String::new())
    }
}
