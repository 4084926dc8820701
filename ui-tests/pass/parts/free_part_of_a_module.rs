use mrtr_runtime::prelude::*;

mod helpers {
    use mrtr_runtime::prelude::*;

    #[mrtr_part]
    pub(super) async fn pick(server: &super::Server, what: &str) -> Result<String, Refused> {
        let name = &server.name;
        ask_elicit!(String, "Which {what} of {name}?").await
    }

    #[mrtr_part]
    pub(super) async fn listed<T: Elicit + Unpin>(server: &super::Server) -> Result<T, Refused> {
        let name = &server.name;
        ask_elicit!(T, "What of {name}?").await
    }
}

struct Server {
    name: String,
}

impl Server {
    #[mrtr_part]
    async fn sure<T: Elicit + Unpin>(&self) -> Result<T, Refused> {
        ask_elicit!(T, "Sure?").await
    }

    #[mrtr_tool]
    async fn open(&self) -> Result<String, Refused> {
        part!(Self::sure::<String>(self)).await?;
        part!(key = "number", Self::sure::<Option<u8>>(self)).await?;
        part!(helpers::listed::<Option<u8>>(self)).await?;
        part!(helpers::pick(self, "file")).await
    }
}
