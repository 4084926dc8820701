//! What an author gives for `of` and `about`, as a digest.

use serde::Serialize;

use crate::state::{ShortDigest, serialize_digest};

/// A value that tells what an answer or a captured value is of, or about.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in `of`, `about` or `flow.key(..)`",
    label = "a digest of it is kept, to tell one from another: derive `serde::Serialize` for it, or give its id"
)]
pub trait Digested {
    #[doc(hidden)]
    fn digested(&self, tag: &'static str) -> Digest;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> Digested for T {
    fn digested(&self, tag: &'static str) -> Digest {
        Digest(serialize_digest(tag, self).map_err(|_| std::any::type_name::<T>()))
    }
}

/// The digest of a value, or the name of its type where it could not be serialized.
#[derive(Debug)]
pub struct Digest(pub(crate) Result<ShortDigest, &'static str>);
