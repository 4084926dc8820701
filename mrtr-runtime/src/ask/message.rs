//! Values in a message, made harmless to look at.
//!
//! Values come from arguments that a model wrote. A control or bidi character in one could make a question read as
//! another, so it is written as `\u{..}`. What the author wrote around the values stays as it is.

use std::fmt::{self, Alignment, Formatter, Write};

/// A value whose formatted text has its deceptive characters escaped; made by the ask macros around each value of a
/// message.
///
/// Escaped are control characters (line breaks too), the marks that change the direction of text, line and paragraph
/// separators, and tag characters. Joiners stay, since emoji and several scripts need them.
#[derive(Clone, Copy)]
pub struct Escaped<'a, T: ?Sized>(pub &'a T);

/// See [`Escaped`].
pub fn escaped<T: ?Sized>(value: &T) -> Escaped<'_, T> {
    Escaped(value)
}

/// Each trait writes straight through where its format string has no options. Otherwise a clean text goes to the
/// caller's own formatter, with all of its options; only an unclean one is made anew, with those that texts have.
macro_rules! forward {
    ($($name:ident $plain:literal $alternate:literal $precise:literal $both:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: fmt::$name + ?Sized> fmt::$name for Escaped<'_, T> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                if has_no_options(f) {
                    return write!(Escaper(f), $plain, self.0);
                }
                let text = match (f.alternate(), f.precision()) {
                    (false, None) => format!($plain, self.0),
                    (true, None) => format!($alternate, self.0),
                    (false, Some(precision)) => format!($precise, self.0, precision),
                    (true, Some(precision)) => format!($both, self.0, precision),
                };
                if is_clean(&text) { self.0.fmt(f) } else { pad(&text, f) }
            }
        }
    )*};
}

forward! {
    Display "{}" "{:#}" "{:.1$}" "{:#.1$}"
    LowerHex "{:x}" "{:#x}" "{:.1$x}" "{:#.1$x}"
    UpperHex "{:X}" "{:#X}" "{:.1$X}" "{:#.1$X}"
    Octal "{:o}" "{:#o}" "{:.1$o}" "{:#.1$o}"
    Binary "{:b}" "{:#b}" "{:.1$b}" "{:#.1$b}"
    LowerExp "{:e}" "{:#e}" "{:.1$e}" "{:#.1$e}"
    UpperExp "{:E}" "{:#E}" "{:.1$E}" "{:#.1$E}"
}

/// `{:?}` may carry options that a formatter does not tell (`{:x?}`), so a clean text always goes to the caller's
/// formatter; and the line breaks of `{:#?}` are the author's wish.
#[diagnostic::do_not_recommend]
impl<T: fmt::Debug + ?Sized> fmt::Debug for Escaped<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = if f.alternate() {
            format!("{:#?}", self.0)
        } else {
            format!("{:?}", self.0)
        };
        match f.alternate() {
            true if text.split('\n').all(is_clean) => self.0.fmt(f),
            true => text
                .split_inclusive('\n')
                .try_for_each(|line| write_line(line, f)),
            false if is_clean(&text) => self.0.fmt(f),
            false => pad(&text, f),
        }
    }
}

fn write_line(line: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let (text, end) = line
        .strip_suffix('\n')
        .map_or((line, ""), |text| (text, "\n"));
    Escaper(f).write_str(text)?;
    f.write_str(end)
}

fn has_no_options(f: &Formatter<'_>) -> bool {
    f.width().is_none()
        && f.precision().is_none()
        && !(f.alternate() || f.sign_plus() || f.sign_minus() || f.sign_aware_zero_pad())
}

pub(super) fn is_clean(text: &str) -> bool {
    !text.contains(is_deceptive)
}

/// Writes the text escaped, and padded to the width as it is seen.
fn pad(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let mut escaped = String::with_capacity(text.len() + 16);
    Escaper(&mut escaped).write_str(text)?;
    let missing = f
        .width()
        .unwrap_or(0)
        .saturating_sub(escaped.chars().count());
    let before = match f.align() {
        Some(Alignment::Right) => missing,
        Some(Alignment::Center) => missing / 2,
        Some(Alignment::Left) | None => 0,
    };
    fill(before, f)?;
    f.write_str(&escaped)?;
    fill(missing - before, f)
}

fn fill(count: usize, f: &mut Formatter<'_>) -> fmt::Result {
    let filler = f.fill();
    (0..count).try_for_each(|_| f.write_char(filler))
}

/// Escapes what is written through it; whole runs of clean text pass at once.
struct Escaper<'a, W: ?Sized>(&'a mut W);

impl<W: Write + ?Sized> Write for Escaper<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for run in text.split_inclusive(is_deceptive) {
            match run
                .char_indices()
                .next_back()
                .filter(|(_, last)| is_deceptive(*last))
            {
                Some((at, last)) => {
                    self.0.write_str(run.get(..at).unwrap_or_default())?;
                    write!(self.0, "{}", last.escape_unicode())?;
                }
                None => self.0.write_str(run)?,
            }
        }
        Ok(())
    }
}

/// Whether a character can change how the text around it is read without being seen itself.
fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}'             // marks of direction
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'  // embeddings, overrides, isolates
            | '\u{2028}' | '\u{2029}'                       // line and paragraph separators
            | '\u{e0000}'..='\u{e007f}') // tags, which models read and people do not see
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_text_passes_as_it_is() {
        assert_eq!(
            format!("{}", escaped("Grüße, 日本語 👩\u{200d}👧 क\u{200c}ष")),
            "Grüße, 日本語 👩\u{200d}👧 क\u{200c}ष"
        );
    }

    #[test]
    fn controls_and_line_breaks_are_escaped() {
        assert_eq!(
            format!("{}", escaped("a\nb\r\t\u{1b}[2J\u{7f}\u{9b}")),
            r"a\u{a}b\u{d}\u{9}\u{1b}[2J\u{7f}\u{9b}"
        );
    }

    #[test]
    fn bidi_marks_separators_and_tags_are_escaped() {
        for c in "\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}\u{2028}\u{2029}\u{e0000}\u{e0041}\u{e007f}".chars() {
            assert_eq!(format!("<{}>", escaped(&c)), format!("<{}>", c.escape_unicode()));
        }
    }

    #[test]
    fn options_of_the_format_string_reach_the_value() {
        assert_eq!(
            format!(
                "{:>6}|{:*^7}|{:<4}|{:.2}",
                escaped("ab"),
                escaped("abc"),
                escaped("x"),
                escaped("abc")
            ),
            "    ab|**abc**|x   |ab"
        );
        assert_eq!(
            format!(
                "{:05}|{:+}|{:8.3}|{:#x}|{:#010b}",
                escaped(&42),
                escaped(&7),
                escaped(&1.5),
                escaped(&255),
                escaped(&5)
            ),
            "00042|+7|   1.500|0xff|0b00000101"
        );
        assert_eq!(
            format!(
                "{:e}|{:E}|{:o}|{:X}",
                escaped(&1500.0),
                escaped(&1500.0),
                escaped(&8),
                escaped(&171)
            ),
            "1.5e3|1.5E3|10|AB"
        );
        let width = 4;
        assert_eq!(format!("{:width$}|{:1$}", escaped(&1), 3), "   1|  3");
    }

    #[test]
    fn debug_keeps_its_own_options() {
        assert_eq!(format!("{:?}", escaped("a\nb")), r#""a\nb""#);
        assert_eq!(
            format!("{:x?}|{:02?}", escaped(&[10, 11]), escaped(&[1])),
            "[a, b]|[01]"
        );
        assert_eq!(format!("{:#?}", escaped(&[1])), "[\n    1,\n]");
    }

    #[test]
    fn a_deceptive_debug_text_is_escaped_too() {
        struct Raw(&'static str);
        impl fmt::Debug for Raw {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str(self.0)
            }
        }
        assert_eq!(
            format!("{:?}", escaped(&Raw("a\nb\u{202e}"))),
            r"a\u{a}b\u{202e}"
        );
        assert_eq!(
            format!("{:#?}", escaped(&Raw("a\nb\u{202e}"))),
            "a\nb\\u{202e}"
        );
    }

    #[test]
    fn padding_counts_what_is_seen() {
        assert_eq!(format!("{:.>8}|", escaped("a\n")), r"..a\u{a}|");
        assert_eq!(format!("{:9}|", escaped("a\n")), r"a\u{a}   |");
        assert_eq!(format!("{:^9}|", escaped("a\n")), r" a\u{a}  |");
        assert_eq!(format!("{:.1}|", escaped("a\n")), "a|");
    }
}
