//! Rounds claimed on Redis, for all instances of a server.
//!
//! A round is one hash: `a` the answers of its holder, `f` its fence, `u` until when it counts as running, and
//! `r` the reply once it is settled. Each operation is one script, so that it is atomic, on the server's
//! own clock, so that the clocks of the instances do not matter.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use redis::aio::ConnectionLike;
use redis::{FromRedisValue, RedisResult, ScriptInvocation};

use super::{Claimed, RoundClaim, RoundStore, StoreError, Storing};

mod answers;
mod checks;
mod clock;
mod connection;
mod scripts;

use answers::{Answer, may_pass, read, store_error};
use clock::ServerClock;
pub use connection::RedisConnection;
use scripts::Scripts;

/// How often an operation is tried. Each can be repeated without effect.
const TRIES: u32 = 3;

/// How long a claim may be on its way. One that a server comes by later, as after it hung, is of nobody who would wait for
/// it or give it back.
const CLAIM_TIME: Duration = Duration::from_secs(2);

/// A [`RoundStore`] on Redis 5 or newer (or a server that speaks its protocol), for a fleet.
///
/// Give it a server that keeps what it is told: `maxmemory-policy noeviction` (a warning is logged
/// otherwise), persistence, and, where a replica may take over, [`replicas`](Self::replicas). What Redis
/// forgets can be run a second time. Replies are sealed before they get there, and a round's key and
/// answers are digests.
///
/// ```no_run
/// use mrtr_runtime::{Keys, Mrtr, RedisStore};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let mrtr = Mrtr::builder()
///     .keys(Keys::from_env("MRTR_KEYS")?)
///     .audience("shop")
///     .single_user()
///     .store(RedisStore::connect("redis://127.0.0.1/").await?)
///     .build()?;
/// # let _ = mrtr;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisStore<C = RedisConnection> {
    connection: C,
    /// For claims that wait for replicas, so that they hold up nothing else.
    claims: C,
    prefix: String,
    replicas: Option<(usize, Duration)>,
    scripts: Scripts,
    clock: Arc<ServerClock>,
}

impl RedisStore {
    /// Connects to `redis://[user:password@]host[:port][/db]`, and again whenever the connection is lost,
    /// the server does not answer within two seconds, or it has become a replica of another.
    ///
    /// For `rediss://` turn on a TLS feature of the crate `redis` in your own build.
    ///
    /// # Errors
    ///
    /// The url is none, or no server answers there within about five seconds, the tries included.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let client = redis::Client::open(url).map_err(|error| store_error(&error))?;
        let connection = RedisConnection::lazy(client).map_err(|error| store_error(&error))?;
        let claims = connection.another().map_err(|error| store_error(&error))?;
        let ping = redis::cmd("PING");
        let answer: RedisResult<()> = ping.query_async(&mut connection.clone()).await;
        answer.map_err(|error| store_error(&error))?;
        checks::warn_of_eviction(connection.clone()).await;
        Ok(Self::with_connections(connection, claims))
    }
}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> RedisStore<C> {
    /// On a connection of your own, such as one to a cluster or through sentinels. It should reconnect
    /// by itself and have a response timeout, of two seconds or more: a claim that is longer than that on its way is not
    /// taken, so that none is left by a server that hung, and one that was given up earlier could be.
    pub fn with_connection(connection: C) -> Self {
        Self::with_connections(connection.clone(), connection)
    }

    fn with_connections(connection: C, claims: C) -> Self {
        Self {
            connection,
            claims,
            prefix: "mrtr:round:".to_owned(),
            replicas: None,
            scripts: Scripts::new(),
            clock: Arc::default(),
        }
    }

    /// Another prefix of the keys than `mrtr:round:`, for a Redis that is shared. All instances of a
    /// server need the same.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Runs a handler only when so many replicas have its claim too, so that one of them can take over
    /// without a round being run twice. Where they do not answer within `timeout` the request is
    /// refused. Claims wait for each other meanwhile (`WAIT` holds up their connection), so `timeout` is to be
    /// well below the connection's own, two seconds. Count all replicas that may be promoted; not for a
    /// cluster.
    #[must_use]
    pub fn replicas(mut self, count: usize, timeout: Duration) -> Self {
        self.replicas = Some((count, timeout));
        self
    }

    fn key(&self, claim: &RoundClaim) -> String {
        let mut key = self.prefix.clone();
        URL_SAFE_NO_PAD.encode_string(claim.round, &mut key);
        key
    }

    async fn run<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> Result<T, StoreError> {
        tried(|| {
            let mut connection = self.connection.clone();
            async move { script.invoke_async(&mut connection).await }
        })
        .await
    }

    async fn claim_round(&self, claim: &RoundClaim) -> Result<Claimed, StoreError> {
        let mut latest = None;
        for _ in 0..TRIES {
            match self.claim_in_time(claim, latest).await? {
                Ok(claimed) => return Ok(claimed),
                Err(now) => latest = Some(now.saturating_add(millis(CLAIM_TIME))),
            }
        }
        let text = "claims reach the server too late";
        Err(StoreError::Unavailable(text.to_owned()))
    }

    /// What the server's clock shows, if the claim reached it too late, or by a clock that has jumped.
    async fn claim_in_time(
        &self,
        claim: &RoundClaim,
        latest: Option<u64>,
    ) -> Result<Result<Claimed, u64>, StoreError> {
        let ((now, answer), have) = tried(|| self.send_claim(claim, latest)).await?;
        self.clock.set(now);
        let claimed = read(answer)?;
        let count = self.replicas.map_or(0, |(count, _)| count);
        if claimed == Some(Claimed::Fresh) && have < count {
            self.release_round(claim).await?;
            let text = format!("{have} of {count} replicas have the claim");
            return Err(StoreError::Unavailable(text));
        }
        Ok(claimed.ok_or(now))
    }

    /// One try, with a deadline of its own unless one is given: what the script answers, and how many replicas have what
    /// it wrote.
    async fn send_claim(
        &self,
        claim: &RoundClaim,
        latest: Option<u64>,
    ) -> RedisResult<(Answer, usize)> {
        let latest = match latest {
            Some(latest) => latest,
            None => self.latest().await?,
        };
        let mut script = self.scripts.claim.key(self.key(claim));
        let script = script.arg(&claim.answers[..]).arg(&claim.fence[..]);
        let script = script.arg(millis(claim.lease)).arg(millis(claim.lifetime));
        let script = script.arg(latest);
        match self.replicas {
            Some((count, timeout)) => self.run_and_wait(script, count, timeout).await,
            None => {
                let answer = script.invoke_async(&mut self.connection.clone()).await?;
                Ok((answer, 0))
            }
        }
    }

    /// What the server's clock shows when a claim that is sent now is of no more use.
    async fn latest(&self) -> RedisResult<u64> {
        if let Some(latest) = self.clock.after(CLAIM_TIME) {
            return Ok(latest);
        }
        let mut connection = self.connection.clone();
        let time = redis::cmd("TIME");
        let (seconds, micros): (u64, u64) = time.query_async(&mut connection).await?;
        let now = seconds.saturating_mul(1000).saturating_add(micros / 1000);
        self.clock.set(now);
        Ok(now.saturating_add(millis(CLAIM_TIME)))
    }

    /// Both go out together: `WAIT` speaks of what its own connection wrote, and says nothing on one that was made since.
    async fn run_and_wait(
        &self,
        script: &ScriptInvocation<'_>,
        count: usize,
        timeout: Duration,
    ) -> RedisResult<(Answer, usize)> {
        let mut both = redis::pipe();
        both.load_script(&self.scripts.claim).ignore();
        both.invoke_script(script);
        both.cmd("WAIT").arg(count).arg(millis(timeout));
        both.query_async(&mut self.claims.clone()).await
    }

    async fn release_round(&self, claim: &RoundClaim) -> Result<(), StoreError> {
        let mut script = self.scripts.release.key(self.key(claim));
        self.run::<u8>(script.arg(&claim.fence[..])).await?;
        Ok(())
    }
}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> RoundStore for RedisStore<C> {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        Box::pin(self.claim_round(claim))
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        Box::pin(async move {
            let mut script = self.scripts.renew.key(self.key(claim));
            let script = script.arg(&claim.fence[..]).arg(millis(claim.lease));
            Ok(self.run::<u8>(script).await? == 1)
        })
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        Box::pin(async move {
            let mut script = self.scripts.settle.key(self.key(claim));
            let script = script.arg(&claim.fence[..]).arg(reply);
            Ok(self.run::<u8>(script).await? == 1)
        })
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        Box::pin(self.release_round(claim))
    }
}

/// Prints neither the server nor its password.
impl<C> std::fmt::Debug for RedisStore<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RedisStore")
            .field("prefix", &self.prefix)
            .field("replicas", &self.replicas)
            .finish_non_exhaustive()
    }
}

/// Tries an operation that may be repeated without effect.
async fn tried<T, F: Future<Output = RedisResult<T>>>(
    operation: impl Fn() -> F,
) -> Result<T, StoreError> {
    let mut tries = 1;
    loop {
        match operation().await {
            Ok(value) => return Ok(value),
            Err(error) if tries < TRIES && may_pass(&error) => tries += 1,
            Err(error) => return Err(store_error(&error)),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Whole milliseconds, of which Redis wants at least one.
fn millis(time: Duration) -> u64 {
    const FAR: u64 = 366 * 24 * 60 * 60 * 1000;
    u64::try_from(time.as_millis()).map_or(FAR, |millis| millis.clamp(1, FAR))
}

#[cfg(test)]
mod tests;
