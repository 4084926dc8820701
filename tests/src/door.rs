//! A port that stays, whatever stands behind it.

use std::sync::{Arc, Mutex};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

use crate::redis::Redis;

/// Where a Redis is reached that comes and goes. A port that a server has left could be another test's by the time that it
/// comes back; this one is kept.
pub struct Door {
    port: u16,
    behind: Arc<Mutex<Option<u16>>>,
}

impl Door {
    pub async fn to(redis: &Redis) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let behind = Arc::new(Mutex::new(Some(redis.port())));
        tokio::spawn(serve(listener, behind.clone()));
        Self { port, behind }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Leads to another one; to none, it hangs up.
    pub fn lead_to(&self, redis: Option<&Redis>) {
        *self.behind.lock().unwrap() = redis.map(Redis::port);
    }
}

async fn serve(listener: TcpListener, behind: Arc<Mutex<Option<u16>>>) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let port = *behind.lock().unwrap();
        tokio::spawn(async move {
            let mut inner = TcpStream::connect(("127.0.0.1", port?)).await.ok()?;
            copy_bidirectional(&mut stream, &mut inner).await.ok()
        });
    }
}
