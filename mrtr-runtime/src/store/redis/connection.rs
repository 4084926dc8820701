//! A connection that is made again whenever it is of no more use.
//!
//! A [`ConnectionManager`] connects again when the server hangs up. A server that has gone without a word, or
//! that has become a replica of the one that took over, does not hang up: it does not answer, or refuses
//! to write. This asks for the address again then, and goes where it leads now.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use redis::aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig};
use redis::{
    Client, Cmd, ErrorKind, Pipeline, RedisError, RedisFuture, RedisResult, ServerError,
    ServerErrorKind, Value,
};

/// How long the server may take to answer or to take a connection.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The connection of [`RedisStore::connect`](super::RedisStore::connect), for where its type must be written out.
///
/// ```no_run
/// use mrtr_runtime::{RedisConnection, RedisStore, StoreError};
///
/// struct App {
///     rounds: RedisStore<RedisConnection>,
/// }
///
/// # async fn run() -> Result<(), StoreError> {
/// let app = App { rounds: RedisStore::connect("redis://127.0.0.1/").await? };
/// # let _ = app.rounds;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisConnection(Arc<Inner>);

struct Inner {
    client: Client,
    current: Mutex<Current>,
}

struct Current {
    manager: ConnectionManager,
    /// Which one this is, so that those who used it together replace it once.
    number: u64,
}

impl RedisConnection {
    /// Connects at the first use.
    pub(super) fn lazy(client: Client) -> RedisResult<Self> {
        let manager = manager(&client)?;
        let current = Mutex::new(Current { manager, number: 0 });
        Ok(Self(Arc::new(Inner { client, current })))
    }

    /// Another connection to the same server.
    pub(super) fn another(&self) -> RedisResult<Self> {
        Self::lazy(self.0.client.clone())
    }

    fn current(&self) -> (ConnectionManager, u64) {
        let current = self.0.current.lock();
        let current = current.unwrap_or_else(PoisonError::into_inner);
        (current.manager.clone(), current.number)
    }

    /// Puts a new connection in the place of this one, unless somebody has.
    fn replace(&self, number: u64) {
        let current = self.0.current.lock();
        let mut current = current.unwrap_or_else(PoisonError::into_inner);
        if current.number == number
            && let Ok(manager) = manager(&self.0.client)
        {
            let number = number.wrapping_add(1);
            *current = Current { manager, number };
        }
    }
}

fn manager(client: &Client) -> RedisResult<ConnectionManager> {
    let settings = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(TIMEOUT))
        .set_response_timeout(Some(TIMEOUT))
        .set_number_of_retries(1);
    ConnectionManager::new_lazy_with_config(client.clone(), settings)
}

/// Whether nothing better will come over the connection that this came over.
fn is_useless<'a>(answers: Result<&'a [Value], &'a RedisError>) -> bool {
    let read_only = |error: &ServerError| error.kind() == Some(ServerErrorKind::ReadOnly);
    match answers {
        Ok(answers) => answers
            .iter()
            .any(|one| matches!(one, Value::ServerError(error) if read_only(error))),
        Err(error) => {
            error.is_timeout() || error.kind() == ErrorKind::Server(ServerErrorKind::ReadOnly)
        }
    }
}

impl ConnectionLike for RedisConnection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        let (mut manager, number) = self.current();
        Box::pin(async move {
            let answer = manager.req_packed_command(command).await;
            if is_useless(answer.as_ref().map(std::slice::from_ref)) {
                self.replace(number);
            }
            answer
        })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        let (mut manager, number) = self.current();
        Box::pin(async move {
            let answers = manager.req_packed_commands(pipeline, offset, count).await;
            if is_useless(answers.as_deref()) {
                self.replace(number);
            }
            answers
        })
    }

    fn get_db(&self) -> i64 {
        self.0.client.get_connection_info().redis_settings().db()
    }
}

/// Prints neither the server nor its password.
impl std::fmt::Debug for RedisConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RedisConnection").finish_non_exhaustive()
    }
}
