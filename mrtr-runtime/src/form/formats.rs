//! The formats of text, as const functions: the derive checks defaults with them while it compiles.
//!
//! Email and URI are checked as a form's user expects, not to the last corner of their RFCs; dates and times exactly.

use super::Format;

/// Whether `text` is in this format.
#[must_use]
pub const fn has_format(text: &str, format: Format) -> bool {
    match format {
        Format::Email => is_email(text.as_bytes()),
        Format::Uri => is_uri(text.as_bytes()),
        Format::Date => is_date(text.as_bytes()),
        Format::DateTime => is_date_time(text.as_bytes()),
    }
}

/// `YYYY-MM-DD`, a day that exists in the Gregorian calendar.
const fn is_date(text: &[u8]) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else {
        return false;
    };
    let (Some(y), Some(ear)) = (two_digits(*y1, *y2), two_digits(*y3, *y4)) else {
        return false;
    };
    let (Some(month), Some(day)) = (two_digits(*m1, *m2), two_digits(*d1, *d2)) else {
        return false;
    };
    1 <= day && day <= days_in(y * 100 + ear, month)
}

const fn days_in(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 0,
    }
}

/// RFC 3339: a date, `T`, a time with seconds, perhaps a fraction, and a zone.
const fn is_date_time(text: &[u8]) -> bool {
    let Some((date, rest)) = text.split_at_checked(10) else {
        return false;
    };
    let [b'T' | b't', h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = rest else {
        return false;
    };
    let (Some(hour), Some(minute)) = (two_digits(*h1, *h2), two_digits(*m1, *m2)) else {
        return false;
    };
    let (Some(second), Some(rest)) = (two_digits(*s1, *s2), after_fraction(rest)) else {
        return false;
    };
    let Some(offset) = zone(rest) else {
        return false;
    };
    is_date(date)
        && hour < 24
        && minute < 60
        && is_second(second, (hour * 60 + minute) as i32 - offset)
}

/// A leap second is the last one of a day in UTC.
const fn is_second(second: u32, minute_in_utc: i32) -> bool {
    second < 60 || second == 60 && minute_in_utc.rem_euclid(24 * 60) == 24 * 60 - 1
}

/// What follows `.` and its digits; `None` where the point has no digit.
const fn after_fraction(text: &[u8]) -> Option<&[u8]> {
    let [b'.', b'0'..=b'9', rest @ ..] = text else {
        return if matches!(text, [b'.', ..]) {
            None
        } else {
            Some(text)
        };
    };
    let mut rest = rest;
    while let [b'0'..=b'9', after @ ..] = rest {
        rest = after;
    }
    Some(rest)
}

/// Minutes ahead of UTC.
const fn zone(text: &[u8]) -> Option<i32> {
    let (sign, h1, h2, m1, m2) = match text {
        [b'Z' | b'z'] => return Some(0),
        [b'+', h1, h2, b':', m1, m2] => (1, *h1, *h2, *m1, *m2),
        [b'-', h1, h2, b':', m1, m2] => (-1, *h1, *h2, *m1, *m2),
        _ => return None,
    };
    match (two_digits(h1, h2), two_digits(m1, m2)) {
        (Some(hour), Some(minute)) if hour < 24 && minute < 60 => {
            Some(sign * (hour * 60 + minute) as i32)
        }
        _ => None,
    }
}

const fn two_digits(tens: u8, ones: u8) -> Option<u32> {
    match (tens, ones) {
        (b'0'..=b'9', b'0'..=b'9') => Some((tens - b'0') as u32 * 10 + (ones - b'0') as u32),
        _ => None,
    }
}

/// `local@domain`: dotted words before the `@`, dotted labels behind it. Quoted local parts are not taken.
const fn is_email(text: &[u8]) -> bool {
    let mut rest = text;
    let (mut length, mut word) = (0_u32, 0_u32);
    loop {
        match rest {
            [b'@', domain @ ..] => return word > 0 && length <= 64 && is_domain(domain),
            [b'.', after @ ..] if word > 0 => (rest, word) = (after, 0),
            [byte, after @ ..] if is_local(*byte) => (rest, word) = (after, word + 1),
            _ => return false,
        }
        length += 1;
    }
}

const fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii() || is_one_of(byte, b"!#$%&'*+/=?^_`{|}~-")
}

/// Labels of 1 to 63 letters, digits and inner hyphens; 253 bytes in all.
const fn is_domain(text: &[u8]) -> bool {
    let mut rest = text;
    let (mut label, mut hyphen) = (0_u32, true);
    while let [byte, after @ ..] = rest {
        match *byte {
            b'.' if label == 0 || hyphen => return false,
            b'.' => label = 0,
            b'-' if label == 0 => return false,
            b'-' => label += 1,
            byte if byte.is_ascii_alphanumeric() || !byte.is_ascii() => label += 1,
            _ => return false,
        }
        hyphen = *byte == b'-';
        if label > 63 {
            return false;
        }
        rest = after;
    }
    text.len() <= 253 && label > 0 && !hyphen
}

/// `scheme:rest`, and for http and https a host. Letters beyond ASCII are taken, as browsers do.
const fn is_uri(text: &[u8]) -> bool {
    let [b'a'..=b'z' | b'A'..=b'Z', ..] = text else {
        return false;
    };
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        if *byte == b':' {
            return !after.is_empty() && is_uri_text(after) && (!is_web(text) || has_host(after));
        }
        if !(byte.is_ascii_alphanumeric() || is_one_of(*byte, b"+-.")) {
            return false;
        }
        rest = after;
    }
    false
}

const fn is_uri_text(text: &[u8]) -> bool {
    let mut rest = text;
    loop {
        rest = match rest {
            [] => return true,
            [b'%', high, low, after @ ..]
                if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                after
            }
            [b'%', ..] => return false,
            [byte, ..] if byte.is_ascii_control() || is_one_of(*byte, b" \"<>\\^`{|}") => {
                return false;
            }
            [_, after @ ..] => after,
        }
    }
}

const fn is_web(uri: &[u8]) -> bool {
    let [
        b'h' | b'H',
        b't' | b'T',
        b't' | b'T',
        b'p' | b'P',
        rest @ ..,
    ] = uri
    else {
        return false;
    };
    matches!(rest, [b':', ..] | [b's' | b'S', b':', ..])
}

const fn has_host(rest: &[u8]) -> bool {
    matches!(rest, [b'/', b'/', first, ..] if !is_one_of(*first, b"/?#:@"))
}

const fn is_one_of(byte: u8, set: &[u8]) -> bool {
    let mut rest = set;
    while let [first, after @ ..] = rest {
        if *first == byte {
            return true;
        }
        rest = after;
    }
    false
}

#[cfg(test)]
mod tests;
