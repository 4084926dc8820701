//! The server by hand, as an author writes it who reads what rmcp says of `requestState`: it is bound to the caller and
//! the call, it expires, answers are checked, and a client that cannot be asked is told so.

mod round;
mod server;

pub use round::Signing;
pub use server::ByHand;
