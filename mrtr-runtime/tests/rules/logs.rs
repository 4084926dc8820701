//! What a round logs.

use std::future::Future;
use std::io::Write;
use std::sync::{Arc, Mutex, Once};

use tracing::instrument::WithSubscriber;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A thread without a subscriber that comes by a log's place first switches it off for all threads: so none is without.
fn subscribe_every_thread() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let nowhere = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_writer(std::io::sink)
            .finish();
        tracing::subscriber::set_global_default(nowhere).unwrap();
    });
}

/// Runs a round and gives its log of all levels.
pub async fn logged<F: Future>(round: F) -> (F::Output, String) {
    subscribe_every_thread();
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        // A clock shows any digits now and then, also those that a test looks for.
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    let output = round.with_subscriber(subscriber).await;
    let log = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    (output, log)
}
