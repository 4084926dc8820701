//! A call between two rounds: it can be gone on with in more than one way.

use std::fmt::Debug;
use std::future::Future;

use super::drive::{Ended, drive};
use super::exchange::Call;
use super::in_memory::InMemory;
use super::{Run, RunError, Script, TestClient, Transcript};
use crate::{Flow, Reply};

/// A call whose questions are open, as its client has it: it holds a `requestState` and nothing else.
///
/// It can be gone on with any number of times, which is what a client does that sends a request again or forks a flow; with
/// another handler, as after a deploy; and from elsewhere ([`on`](Self::on)).
///
/// ```
/// use std::time::Duration;
///
/// use mrtr_runtime::prelude::*;
/// use mrtr_runtime::testing::{Script, TestClient};
///
/// #[mrtr_tool]
/// async fn pay(amount: u32) -> Result<String, Refused> {
///     let order = capture!(new_order());
///     ask_confirm!(key = "sure", "Pay {amount}?").await?;
///     Ok(format!("{order} is paid"))
/// }
/// # fn new_order() -> u32 { 7 }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let client = TestClient::new();
/// let handler = async |flow: &Flow| pay(flow, 5).await;
/// let open = client.suspend_at("sure", &Script::new(), handler).await.unwrap();
///
/// let yes = Script::new().confirm("sure");
/// let run = open.resume(&yes, handler).await.unwrap();
/// assert_eq!(run.evaluated("order"), 1);
///
/// assert!(open.tampered().resume(&yes, handler).await.unwrap_err().is_bad_state());
///
/// let bob = client.clone().principal(Principal::new("https://id.example.com", "bob"));
/// assert!(open.on(&bob).resume(&yes, handler).await.unwrap_err().is_bad_state());
///
/// open.on(&client.rotated()).resume(&yes, handler).await.unwrap();
/// assert!(open.on(&client.rekeyed()).resume(&yes, handler).await.unwrap_err().is_bad_state());
///
/// client.clock().advance(Duration::from_secs(3600));
/// assert!(open.resume(&yes, handler).await.unwrap_err().is_bad_state());
/// # }
/// ```
#[derive(Clone)]
pub struct Suspended {
    client: TestClient,
    call: Call,
}

impl TestClient {
    /// Runs a handler until a round asks `key`. The script answers what is asked before.
    ///
    /// # Errors
    ///
    /// As of [`run`](Self::run), and where the handler returns first.
    pub fn suspend_at<R, H>(
        &self,
        key: &str,
        script: &Script,
        handler: H,
    ) -> impl Future<Output = Result<Suspended, RunError>> + use<R, H>
    where
        R: Debug,
        H: AsyncFnMut(&Flow) -> Reply<R>,
    {
        suspend_at(self.clone(), Call::default(), key, script, handler)
    }

    /// The same client after its server was started once more, with the same keys. A store outlives it, as one on Redis does.
    #[must_use]
    #[track_caller]
    pub fn restarted(&self) -> Self {
        self.with(self.server.restarted())
    }

    /// The same client after a restart with a new key; the old one still opens.
    #[must_use]
    #[track_caller]
    pub fn rotated(&self) -> Self {
        self.with(self.server.rotated())
    }

    /// The same client after a restart with a new key; the old one is gone.
    #[must_use]
    #[track_caller]
    pub fn rekeyed(&self) -> Self {
        self.with(self.server.rekeyed())
    }
}

impl Suspended {
    /// Goes on with the call, to its end.
    ///
    /// # Errors
    ///
    /// As of [`TestClient::run`].
    pub fn resume<R, H>(
        &self,
        script: &Script,
        handler: H,
    ) -> impl Future<Output = Result<Run<R>, RunError>> + use<R, H>
    where
        R: Debug,
        H: AsyncFnMut(&Flow) -> Reply<R>,
    {
        self.client.go_on(script, self.call.clone(), handler)
    }

    /// Goes on with the call until a later round asks `key`.
    ///
    /// # Errors
    ///
    /// As of [`TestClient::suspend_at`].
    pub fn resume_to<R, H>(
        &self,
        key: &str,
        script: &Script,
        handler: H,
    ) -> impl Future<Output = Result<Self, RunError>> + use<R, H>
    where
        R: Debug,
        H: AsyncFnMut(&Flow) -> Reply<R>,
    {
        suspend_at(self.client.clone(), self.call.clone(), key, script, handler)
    }

    /// The same call by another client: another principal, other capabilities, a server that was started again, another call
    /// that the state does not belong to.
    #[must_use]
    pub fn on(&self, client: &TestClient) -> Self {
        Self {
            client: client.clone(),
            call: self.call.clone(),
        }
    }

    /// The same call with a `requestState` in which one sign is another.
    #[must_use]
    pub fn tampered(&self) -> Self {
        let mut tampered = self.clone();
        tampered.call.state = self.call.state.as_deref().map(tampered_with);
        tampered
    }

    /// The keys that are open.
    #[must_use]
    pub fn asked(&self) -> Vec<&str> {
        self.call.open.iter().map(|(key, _)| &**key).collect()
    }

    /// What was sent to and fro so far.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.call.transcript
    }
}

/// Prints no state.
impl std::fmt::Debug for Suspended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Suspended")
            .field("asked", &self.asked())
            .finish_non_exhaustive()
    }
}

fn suspend_at<R, H>(
    client: TestClient,
    call: Call,
    key: &str,
    script: &Script,
    handler: H,
) -> impl Future<Output = Result<Suspended, RunError>> + use<R, H>
where
    R: Debug,
    H: AsyncFnMut(&Flow) -> Reply<R>,
{
    let (key, script) = (key.to_owned(), script.clone());
    async move {
        let mut rounds = InMemory::new(&client, handler);
        match drive(&client, &mut rounds, &script, call, Some(&key)).await? {
            Ended::At(call) => Ok(Suspended { client, call }),
            Ended::Returned(run) => {
                let what = format!("the handler returned, and `{key}` was not asked");
                Err(RunError::new(what, run.transcript))
            }
        }
    }
}

/// Another sign in the middle of what is sealed.
fn tampered_with(token: &str) -> String {
    let middle = token.len().div_ceil(2);
    let signs = token.chars().enumerate().map(|(at, sign)| match sign {
        'A' if at == middle => 'B',
        _ if at == middle => 'A',
        sign => sign,
    });
    signs.collect()
}
