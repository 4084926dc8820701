//! Chance that is the same in each run.

/// splitmix64, which is enough to choose who is unlucky.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn of(name: &str) -> Self {
        let seed = name.bytes().fold(7, |seed: u64, byte| {
            seed.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        Self(seed)
    }

    /// A number below 100.
    pub(crate) fn percent(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % 100
    }
}
