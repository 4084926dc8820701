//! What a body may not hold.

use super::keys::Key;
use super::options::Options;
use super::scan::Scan;
use super::sink::Sink;

pub(crate) fn body(_scan: &Scan, _keys: &[Key], _options: &Options, _sink: &Sink) {}
