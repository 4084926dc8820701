//! Reads a format string: which of its arguments are shown, and which only say how wide.

use std::collections::BTreeSet;

use proc_macro2::Ident;
use syn::ext::IdentExt;

/// An argument of a format string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Use {
    Position(usize),
    Name(String),
}

/// By which trait a value is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Display,
    Debug,
    Other,
}

/// What a format string does with its arguments.
#[derive(Debug, Default)]
pub(crate) struct Format {
    /// Shown to the user.
    pub(crate) values: BTreeSet<Use>,
    shown: Vec<(Use, Shown)>,
    /// Used as a width or a precision.
    pub(crate) counts: BTreeSet<Use>,
    /// Whether an address is shown (`{:p}`).
    pub(crate) has_pointer: bool,
    next: usize,
}

impl Format {
    pub(crate) fn read(text: &str) -> Self {
        let mut format = Self::default();
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            if char == '{' && chars.next_if_eq(&'{').is_none() {
                let inner: String = chars.by_ref().take_while(|char| *char != '}').collect();
                format.placeholder(&inner);
            }
        }
        format
    }

    /// Whether the argument at this position, or of this name, stands somewhere in the text.
    pub(crate) fn uses(&self, position: usize, name: Option<&Ident>) -> bool {
        let position = Use::Position(position);
        let name = name.map(|name| Use::Name(name.unraw().to_string()));
        let is_used = |used: &Use| self.values.contains(used) || self.counts.contains(used);
        is_used(&position) || name.is_some_and(|name| is_used(&name))
    }

    /// By which trait the argument at this position, or of this name, is shown, if it is one.
    pub(crate) fn shown(&self, position: Option<usize>, name: Option<&str>) -> Shown {
        let is_it = |used: &Use| match used {
            Use::Position(at) => position == Some(*at),
            Use::Name(used) => name == Some(used),
        };
        let mut all = self.shown.iter().filter(|(used, _)| is_it(used));
        let first = all.next().map_or(Shown::Other, |(_, shown)| *shown);
        if all.all(|(_, shown)| *shown == first) {
            first
        } else {
            Shown::Other
        }
    }

    /// Whether the argument at this position is shown by `{:?}`.
    pub(crate) fn debugs(&self, position: usize) -> bool {
        self.shown(Some(position), None) == Shown::Debug
    }

    /// Whether the text is the same however its arguments turn out.
    pub(crate) fn is_constant(&self) -> bool {
        self.values.is_empty()
    }

    fn placeholder(&mut self, inner: &str) {
        let (argument, spec) = inner.split_once(':').unwrap_or((inner, ""));
        let spec = spec.trim_end();
        self.spec(spec);
        let value = match argument.trim() {
            "" => self.take_next(),
            argument => named_or_numbered(argument),
        };
        self.shown.push((value.clone(), Shown::of(spec)));
        self.values.insert(value);
        self.has_pointer |= spec.ends_with('p');
    }

    fn spec(&mut self, spec: &str) {
        let spec = skip_fill(spec);
        let (width, precision) = spec.split_once('.').unwrap_or((spec, ""));
        self.count(width.trim_start_matches(['+', '-', '#']));
        if precision.starts_with('*') {
            let count = self.take_next();
            self.counts.insert(count);
        } else {
            self.count(precision);
        }
    }

    /// `width$`, `0$`; a plain number or type names no argument.
    fn count(&mut self, text: &str) {
        let Some((argument, _)) = text.split_once('$') else {
            return;
        };
        // `{:01$}` is zero padding up to argument 1, `{:0$}` is argument 0.
        let padded = argument.strip_prefix('0').filter(|rest| !rest.is_empty());
        self.counts
            .insert(named_or_numbered(padded.unwrap_or(argument)));
    }

    fn take_next(&mut self) -> Use {
        let position = self.next;
        self.next += 1;
        Use::Position(position)
    }
}

impl Shown {
    fn of(spec: &str) -> Self {
        match spec.chars().next_back() {
            Some('?') => Self::Debug,
            Some('x' | 'X' | 'o' | 'b' | 'p' | 'e' | 'E') => Self::Other,
            _ => Self::Display,
        }
    }
}

fn named_or_numbered(argument: &str) -> Use {
    match argument.parse() {
        Ok(position) => Use::Position(position),
        Err(_) => Use::Name(argument.to_owned()),
    }
}

/// The specification without its fill character and alignment.
fn skip_fill(spec: &str) -> &str {
    let mut chars = spec.chars();
    let first = chars.next();
    let after_first = chars.as_str();
    if after_first.starts_with(['<', '^', '>']) {
        return after_first.get(1..).unwrap_or_default();
    }
    match first {
        Some('<' | '^' | '>') => after_first,
        _ => spec,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Use {
        Use::Name(text.to_owned())
    }

    fn read(text: &str) -> (Vec<Use>, Vec<Use>) {
        let format = Format::read(text);
        (
            format.values.into_iter().collect(),
            format.counts.into_iter().collect(),
        )
    }

    #[test]
    fn placeholders_show_their_arguments() {
        assert_eq!(
            read("{} {} {0} {a} {b:?}").0,
            [Use::Position(0), Use::Position(1), name("a"), name("b")]
        );
    }

    #[test]
    fn doubled_braces_are_text() {
        assert!(Format::read("{{a}} }} {{").is_constant());
        assert_eq!(read("{{{a}}}").0, [name("a")]);
    }

    #[test]
    fn widths_and_precisions_are_counts() {
        assert_eq!(read("{:w$.p$}").1, [name("p"), name("w")]);
        assert_eq!(read("{a:>1$}").1, [Use::Position(1)]);
        assert_eq!(read("{a:*^w$}").1, [name("w")]);
        assert_eq!(read("{a:01$}").1, [Use::Position(1)]);
        assert_eq!(read("{a:0$}").1, [Use::Position(0)]);
        assert_eq!(read("{a:+#08.3?}").1, []);
    }

    #[test]
    fn a_star_takes_its_precision_first() {
        assert_eq!(
            read("{:.*}"),
            (vec![Use::Position(1)], vec![Use::Position(0)])
        );
        assert_eq!(
            read("{a:.*} {}"),
            (vec![Use::Position(1), name("a")], vec![Use::Position(0)])
        );
    }

    #[test]
    fn the_trait_of_a_value_is_that_of_its_placeholders() {
        let format = Format::read("{} {:>8} {:?} {a} {a:?} {b:x?} {c:#x} {w:1$}");
        let at = |position| format.shown(Some(position), None);
        let named = |name| format.shown(None, Some(name));
        assert_eq!(
            [at(0), at(1), at(2)],
            [Shown::Display, Shown::Display, Shown::Debug]
        );
        assert_eq!(
            [named("a"), named("b"), named("c")],
            [Shown::Other, Shown::Debug, Shown::Other]
        );
        assert_eq!([named("w"), at(9)], [Shown::Display, Shown::Other]);
    }

    #[test]
    fn pointers_are_noticed() {
        assert!(Format::read("{:p}").has_pointer);
        assert!(Format::read("{x:#p}").has_pointer);
        assert!(!Format::read("{p} {p:?}").has_pointer);
    }
}
