//! Waiting for something, and no longer than it may take.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

/// What a future gives, unless the other one ends first. The future is dropped then.
pub(super) async fn before<F: Future>(
    mut end: Pin<Box<dyn Future<Output = ()> + Send>>,
    run: F,
) -> Option<F::Output> {
    let mut run = pin!(run);
    poll_fn(move |context| match run.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => end.as_mut().poll(context).map(|()| None),
    })
    .await
}
