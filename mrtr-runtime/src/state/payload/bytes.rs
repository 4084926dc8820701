//! Numbers, texts and lists as bytes, and a reader that trusts none of them.

use super::PayloadError;

/// Room made for a list before its first entry is read; the rest grows as entries arrive.
const FIRST_ROOM: usize = 8;

/// Seven bits a byte, the lowest first, the top bit set on all but the last.
pub(super) fn put_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn put_count(out: &mut Vec<u8>, count: usize) {
    put_varint(out, count as u64);
}

pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_count(out, text.len());
    out.extend_from_slice(text.as_bytes());
}

/// What is left to read.
pub(super) struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn end(&self) -> Result<(), PayloadError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(PayloadError::Trailing)
        }
    }

    pub(super) fn byte(&mut self) -> Result<u8, PayloadError> {
        let (byte, rest) = self.rest.split_first().ok_or(PayloadError::Truncated)?;
        self.rest = rest;
        Ok(*byte)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], PayloadError> {
        let (array, rest) = self
            .rest
            .split_first_chunk()
            .ok_or(PayloadError::Truncated)?;
        self.rest = rest;
        Ok(*array)
    }

    pub(super) fn take(&mut self, length: usize) -> Result<&'b [u8], PayloadError> {
        let (bytes, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or(PayloadError::Truncated)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Only the shortest form of a number counts.
    pub(super) fn varint(&mut self) -> Result<u64, PayloadError> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            let placed = bits.wrapping_shl(shift);
            if placed.wrapping_shr(shift) != bits || (byte == 0 && shift > 0) {
                return Err(PayloadError::Number);
            }
            number |= placed;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(PayloadError::Number)
    }

    pub(super) fn u32(&mut self) -> Result<u32, PayloadError> {
        u32::try_from(self.varint()?).map_err(|_| PayloadError::Number)
    }

    /// A length that the rest can hold at `min_bytes` an entry.
    pub(super) fn count(&mut self, min_bytes: usize) -> Result<usize, PayloadError> {
        let count = self.varint()?;
        self.bounded(count, min_bytes)
    }

    pub(super) fn bounded(&self, count: u64, min_bytes: usize) -> Result<usize, PayloadError> {
        let count = usize::try_from(count).map_err(|_| PayloadError::Count)?;
        match count.checked_mul(min_bytes) {
            Some(bytes) if bytes <= self.rest.len() => Ok(count),
            _ => Err(PayloadError::Count),
        }
    }

    pub(super) fn text(&mut self) -> Result<&'b str, PayloadError> {
        let length = self.count(1)?;
        self.utf8(length)
    }

    pub(super) fn utf8(&mut self, length: usize) -> Result<&'b str, PayloadError> {
        std::str::from_utf8(self.take(length)?).map_err(|_| PayloadError::Utf8)
    }

    /// A count and that many entries.
    pub(super) fn list<T>(
        &mut self,
        min_bytes: usize,
        entry: impl FnMut(&mut Self) -> Result<T, PayloadError>,
    ) -> Result<Vec<T>, PayloadError> {
        let count = self.varint()?;
        self.entries(count, min_bytes, entry)
    }

    /// That many entries.
    pub(super) fn entries<T>(
        &mut self,
        count: u64,
        min_bytes: usize,
        mut entry: impl FnMut(&mut Self) -> Result<T, PayloadError>,
    ) -> Result<Vec<T>, PayloadError> {
        let count = self.bounded(count, min_bytes)?;
        let mut list = Vec::with_capacity(count.min(FIRST_ROOM));
        for _ in 0..count {
            list.push(entry(self)?);
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn varint(bytes: &[u8]) -> Result<u64, PayloadError> {
        let mut reader = Reader::new(bytes);
        let number = reader.varint()?;
        reader.end()?;
        Ok(number)
    }

    #[test]
    fn a_varint_reads_back() {
        for number in [
            0,
            1,
            127,
            128,
            300,
            16_383,
            16_384,
            u64::from(u32::MAX),
            u64::MAX - 1,
            u64::MAX,
        ] {
            let mut out = Vec::new();
            put_varint(&mut out, number);
            assert_eq!(varint(&out), Ok(number));
        }
    }

    #[test]
    fn a_varint_has_one_form() {
        for padded in [&[0x80, 0][..], &[0xff, 0], &[0x81, 0x80, 0]] {
            assert_eq!(varint(padded), Err(PayloadError::Number), "{padded:?}");
        }
    }

    #[test]
    fn a_varint_beyond_64_bits_is_refused() {
        let mut bytes = [0xff; 10];
        for last in [0x02, 0x7f, 0x80, 0xff] {
            *bytes.last_mut().unwrap() = last;
            assert_eq!(varint(&bytes), Err(PayloadError::Number), "{last}");
        }
        assert_eq!(varint(&[0xff; 11]), Err(PayloadError::Number));
    }

    #[test]
    fn a_number_beyond_its_field_is_refused() {
        let mut out = Vec::new();
        put_varint(&mut out, u64::from(u32::MAX) + 1);
        assert_eq!(Reader::new(&out).u32(), Err(PayloadError::Number));
    }

    #[test]
    fn a_list_longer_than_the_rest_is_refused_before_it_is_read() {
        for count in [4, u64::MAX / 2, u64::MAX] {
            let mut out = Vec::new();
            put_varint(&mut out, count);
            out.extend_from_slice(&[0; 7]);
            let list = Reader::new(&out).list(2, |_| -> Result<(), _> { unreachable!() });
            assert_eq!(list, Err(PayloadError::Count), "{count}");
        }
    }

    #[test]
    fn text_must_be_utf8() {
        assert_eq!(
            Reader::new(&[2, 0xc3, 0x28]).text(),
            Err(PayloadError::Utf8)
        );
        assert_eq!(Reader::new(&[2, 0xc3, 0xa9]).text(), Ok("é"));
    }
}
