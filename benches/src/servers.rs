//! The two servers, with keys that are the same in each run.

use anyhow::Context as _;
use mrtr_examples::booking::{Booking, ByHand, Signing, limits};
use mrtr_runtime::{Keys, Mrtr};

use crate::{Caller, Calls};

const KEY: [u8; 32] = [7; 32];

/// Which server, and how its states are sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// By hand on rmcp: signed.
    Hand,
    /// mrtr with `Keys::signed`.
    Signed,
    /// mrtr as it is by default: encrypted.
    Sealed,
}

impl Kind {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Hand, Self::Signed, Self::Sealed];

    /// The server.
    ///
    /// # Errors
    ///
    /// When it cannot be set up.
    pub fn caller(self) -> anyhow::Result<Box<dyn Calls>> {
        Ok(match self {
            Self::Hand => Box::new(by_hand()?),
            Self::Signed => Box::new(with_mrtr(Keys::new([KEY])?.signed())?),
            Self::Sealed => Box::new(with_mrtr(Keys::new([KEY])?)?),
        })
    }
}

fn by_hand() -> anyhow::Result<Caller<ByHand>> {
    let signing = Signing::new(&KEY).context("the key")?;
    Caller::new(ByHand::new(signing), ByHand::tools())
}

fn with_mrtr(keys: Keys) -> anyhow::Result<Caller<Booking>> {
    let builder = Mrtr::builder()
        .keys(keys)
        .audience("booking")
        .limits(limits());
    Caller::new(
        Booking::new(builder.single_user().build()?),
        Booking::tools(),
    )
}
