use mrtr_runtime::prelude::*;

trait Payments<T> {
    async fn pay(&self) -> Result<String, Refused>;
}

struct Server<T> {
    mrtr: Mrtr,
    store: T,
}

impl<T> MrtrServer for Server<T> {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

impl<T> Payments<T> for Server<T>
where
    T: Send + Sync,
{
    /// Pays.
    #[mrtr_tool]
    #[rmcp::tool]
    async fn pay(&self) -> Result<String, Refused> {
        ask_confirm!("Pay?").await?;
        Ok(String::new())
    }
}

fn main() {}
