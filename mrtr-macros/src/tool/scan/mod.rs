//! Finds the asks, captures and calls of parts in a handler's body, and where each stands.
//!
//! It reads tokens, not syntax trees: so it also sees what stands inside the tokens of other macros
//! (`format!`, `vec![]`, `join!`), and a body that does not parse is still rustc's to complain about.

mod behind;
mod binding;
mod bound;
mod inside;
mod line;
mod locals;
mod next;
mod place;
mod statement;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

pub(crate) use self::behind::may_bind;
use self::binding::Let;
pub(crate) use self::binding::join_parts;
use self::bound::Mention;
use self::line::{Line, Sort};
pub(crate) use self::locals::Locals;
pub(crate) use self::next::{Condition, Next, Read};
use self::next::{may_leave, next};
pub(crate) use self::place::{Forbidden, Place, Repeat, Scope};
use super::args::Args;
use super::kind::Kind;
use super::tokens::{Level, comma_parts, flat};

/// A macro call that the flow is handed to.
pub(crate) struct Found {
    pub(crate) kind: Kind,
    /// The macro's name as it is written there.
    pub(crate) name: Ident,
    pub(crate) args: Args,
    pub(crate) place: Place,
    pub(crate) next: Next,
    pub(crate) is_awaited: bool,
    /// What is captured, where it shows that it is borrowed.
    pub(crate) borrowed: Option<syn::Expr>,
    /// The mistake that is told in its place, since nothing else can stand there.
    pub(crate) told: Option<syn::Error>,
    /// Whether every run of the body comes by it and, if it is an ask, asks it.
    pub(crate) is_unconditional: bool,
}

impl Found {
    /// Whether both may have one key, since no run comes by both. A question in another arm is told by its words; what was
    /// captured in another arm, by nothing.
    pub(crate) fn may_share_a_key(&self, other: &Self) -> bool {
        let are_asks = self.kind.is_ask() && other.kind.is_ask();
        self.place.is_under_other_cfg(&other.place)
            || (are_asks && self.place.is_in_other_arm(&other.place))
    }

    /// Whether it is awaited in a closure that cannot wait.
    pub(crate) fn awaits_in_a_closure(&self) -> bool {
        self.is_awaited && self.place.scope == Scope::SyncClosure && self.kind != Kind::Capture
    }

    /// What has to stand behind it, where something is read of the question that only its answer has.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        match self.next {
            Next::Matched if self.kind.can_be_refused() => Some(".await"),
            Next::Read(Read::Answer, _)
                if self.kind.can_be_refused() || self.kind == Kind::Part =>
            {
                Some(".await?")
            }
            Next::Read(..) if !matches!(self.kind, Kind::Capture | Kind::Task) => Some(".await"),
            _ => None,
        }
    }

    /// Whether it is a completion that a `let text: String` takes as it is.
    pub(crate) fn is_sample_for_text(&self) -> bool {
        let is_text = |ty: &TokenStream| ty.to_string() == "String";
        let is_it = matches!(&self.next, Next::Awaited(Some(ty)) if is_text(ty));
        is_it && self.kind == Kind::Sample && self.is_plain()
    }

    /// Whether it awaits to a value that is no `Result`.
    pub(crate) fn is_plain(&self) -> bool {
        let is_typed = self.args.subject.is_some();
        matches!(self.kind, Kind::Roots | Kind::Task) || (self.kind == Kind::Sample && !is_typed)
    }
}

/// What a body holds.
#[derive(Default)]
pub(crate) struct Scan {
    pub(crate) found: Vec<Found>,
    /// For each `let`: the name that it binds, if it is one.
    pub(crate) bindings: Vec<Option<Ident>>,
    pub(crate) locals: Locals,
    mentions: Vec<Mention>,
    may_have_left: bool,
    number: u32,
}

impl Scan {
    pub(crate) fn of(body: &TokenStream) -> Self {
        let mut scan = Self::default();
        scan.level(&flat(body.clone()), Sort::Block, &Place::default());
        scan.move_bound();
        scan.drop_unused(body);
        scan.read_unawaited(body);
        scan.read_untried(body);
        scan.condition_by_name(body);
        scan
    }

    fn level(&mut self, tokens: &[TokenTree], sort: Sort, base: &Place) {
        let mut line = Line::new(Level(tokens), sort, base);
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += match token {
                TokenTree::Ident(word) => self.word(&mut line, at, word),
                TokenTree::Punct(_) => line.sign(at, &mut self.number),
                TokenTree::Group(group) => self.group(&mut line, at, group),
                TokenTree::Literal(_) => 1,
            };
        }
    }

    fn word(&mut self, line: &mut Line, at: usize, word: &Ident) -> usize {
        let level = line.level;
        let group = level.group(at + 2).filter(|_| level.is_punct(at + 1, '!'));
        if let (Some(kind), Some(group)) = (Kind::of(word), group) {
            self.call(line, at, kind, group);
            return 3;
        }
        self.locals.word(level, at);
        self.mentions
            .extend(Mention::read(level, at, word, line.around()));
        self.may_have_left |= may_leave(level, at) && line.place(at).scope == Scope::Async;
        if word == "let" {
            self.binding(line, at);
        }
        line.word(at, word, &mut self.number);
        1
    }

    fn binding(&mut self, line: &mut Line, at: usize) {
        if let Some(found) = Let::read(line.level, at, line.is_condition()) {
            line.bind(&found, self.bindings.len());
            self.bindings.push(found.name());
            if let Some((group, names)) = found.join(line.level) {
                line.joins.push((group, self.bindings.len()));
                self.bindings.extend(names);
            }
        }
    }

    fn call(&mut self, line: &Line, at: usize, kind: Kind, group: &Group) {
        let place = line.place(at);
        let mut inner = place.clone();
        inner.binding = None;
        if kind == Kind::Capture && inner.forbidden.is_none() {
            inner.forbidden = Some(Forbidden::Capture);
        }
        let args = Args::read(kind, &group.stream());
        let may_go_unasked = args.option("or").is_some();
        self.found.push(Found {
            kind,
            name: line
                .level
                .ident(at)
                .cloned()
                .unwrap_or_else(|| Ident::new("ask", group.span())),
            args,
            next: next(line, at),
            borrowed: None,
            told: None,
            is_awaited: line.level.is_punct(at + 3, '.') && line.level.is_word(at + 4, "await"),
            is_unconditional: !place.is_conditional && !self.may_have_left && !may_go_unasked,
            place,
        });
        self.arguments(kind, &flat(group.stream()), &inner);
    }

    fn arguments(&mut self, kind: Kind, tokens: &[TokenTree], place: &Place) {
        let is = |name, part: &[TokenTree]| {
            let part = Level(part);
            kind.options().contains(&name) && part.is_word(0, name) && part.is_punct(1, '=')
        };
        let parts = comma_parts(tokens).into_iter();
        let parts = parts.filter_map(|part| tokens.get(part));
        if !parts.clone().any(|part| is("run", part) || is("or", part)) {
            return self.level(tokens, Sort::Other, place);
        }
        for part in parts {
            let mut place = place.clone();
            if is("run", part) {
                place.forbidden.get_or_insert(Forbidden::Run);
            }
            place.is_conditional |= is("or", part);
            self.level(part, Sort::Other, &place);
        }
    }

    fn group(&mut self, line: &mut Line, at: usize, group: &Group) -> usize {
        let tokens = flat(group.stream());
        let joined = line.joins.iter().find(|(joined, _)| *joined == at).copied();
        if let Some((_, first)) = joined {
            self.join(&tokens, first, &line.place(at));
            return 1;
        }
        let head = if group.delimiter() == Delimiter::Brace && line.level.macro_name(at).is_none() {
            line.take_head(at)
        } else {
            None
        };
        let (sort, place) = self.inside(line, at, &tokens, head);
        self.level(&tokens, sort, &place);
        if let Some(head) = head {
            line.close(head, at);
        }
        1
    }

    /// The parts of a `join!` that is bound by a tuple: each has its own name.
    fn join(&mut self, tokens: &[TokenTree], first: usize, place: &Place) {
        for (number, part) in join_parts(tokens).into_iter().enumerate() {
            let mut place = place.clone();
            place.binding = Some(first + number);
            self.level(tokens.get(part).unwrap_or_default(), Sort::Other, &place);
        }
    }
}
