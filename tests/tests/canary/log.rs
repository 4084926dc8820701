//! What the crates of this project log: at all levels, on all threads, and nothing of others.

use std::io::Write;
use std::sync::{Arc, Mutex};

use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

type Bytes = Arc<Mutex<Vec<u8>>>;

pub(crate) struct Log(Bytes);

impl Log {
    /// For the whole process: a server's tasks run where no test is.
    pub(crate) fn of_this_process() -> Self {
        let bytes = Bytes::default();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(Level::TRACE)
            .with_ansi(false)
            .with_writer(Ours(bytes.clone()))
            .finish();
        tracing::subscriber::set_global_default(subscriber).unwrap();
        Self(bytes)
    }

    /// What has come since it was last taken.
    pub(crate) fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap());
        String::from_utf8(bytes).unwrap()
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        String::from_utf8_lossy(&self.0.lock().unwrap()).contains(text)
    }
}

struct Ours(Bytes);

/// The bytes of an event, or nowhere.
struct Lines(Option<Bytes>);

impl<'w> MakeWriter<'w> for Ours {
    type Writer = Lines;

    fn make_writer(&'w self) -> Lines {
        Lines(None)
    }

    /// rmcp logs whole messages at these levels, as the docs say.
    fn make_writer_for(&'w self, event: &Metadata<'_>) -> Lines {
        let is_ours = event.target().starts_with("mrtr");
        Lines(is_ours.then(|| self.0.clone()))
    }
}

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        if let Some(bytes) = &self.0 {
            bytes.lock().unwrap().extend_from_slice(line);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
