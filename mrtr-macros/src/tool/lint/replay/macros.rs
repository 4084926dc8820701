//! Asks, captures, and the macros around them.

use syn::{Expr, Macro};

use super::super::calls::{self, Call, Value, variable};
use super::super::names::Lint;
use super::super::scopes::Map;
use super::super::source::Source;
use super::super::texts::Use;
use super::Replay;
use super::expr::span;
use crate::tool::args::{Args, Message};
use crate::tool::kind::Kind;

/// Macros whose value is made of their arguments.
const MADE_OF: [&str; 6] = ["format", "format_args", "vec", "matches", "dbg", "concat"];

impl Replay {
    pub(super) fn call(&mut self, mac: &Macro) -> Option<Source> {
        match Call::read(mac) {
            // What is recorded does not differ.
            Call::Ours(Kind::Capture, args) => {
                self.option(&args, "of", Use::Of);
                None
            }
            Call::Ours(Kind::Part, args) => {
                self.option(&args, "of", Use::Of);
                let call = args.subject.as_ref().and_then(calls::expr);
                self.all(&call);
                None
            }
            Call::Ours(kind, args) => self.ask(kind, &args),
            Call::Rerun(exprs) => self.all(&exprs),
            Call::Other(values) => self.other(mac, &values),
        }
    }

    fn other(&mut self, mac: &Macro, values: &[Value]) -> Option<Source> {
        if calls::is(mac, &["nanoid"]) {
            return Some(self.source(Lint::Random, "nanoid!()".to_owned(), span(&mac.path)));
        }
        let is_text = calls::is(mac, &["format", "format_args"]);
        let mut made = None;
        for value in values {
            let source = if is_text {
                self.shown(&value.expr)
            } else {
                self.expr(&value.expr)
            };
            made = made.or(source);
        }
        if let Some(text) = values.first().and_then(|first| calls::literal(&first.expr))
            && is_text
        {
            let given: Vec<_> = values.iter().map(|value| value.name.as_ref()).collect();
            let named = self.named(&text, &given, span(values.first().map(|first| &first.expr)));
            made = made.or(named);
        }
        made.filter(|_| calls::is(mac, &MADE_OF))
    }

    /// What is answered does not differ; what `or` gives in its place may.
    fn ask(&mut self, kind: Kind, args: &Args) -> Option<Source> {
        self.option(args, "of", Use::Of);
        self.option(args, "about", Use::About);
        let others = args.options.iter().filter(|option| {
            // What `run` gives is recorded, what stands for an answer is not asked, and what is checked is one.
            ["key", "of", "about", "or", "until", "run", "check"]
                .iter()
                .all(|known| option.name != known)
        });
        for option in others {
            let source = calls::expr(&option.value).and_then(|value| self.expr(&value));
            self.report(source, Use::Question);
        }
        // What ends an `ask_url!` is looked at again in every round.
        let [_, or] = ["until", "or"].map(|name| {
            let value = args.option(name);
            self.all(&value.and_then(|option| calls::expr(&option.value)))
        });
        // A list is part of its question, in its order.
        if matches!(kind, Kind::Url | Kind::Pick) {
            let subject = args.subject.as_ref().and_then(calls::expr);
            let source = subject.and_then(|subject| self.shown(&subject));
            self.report(source, Use::Question);
        }
        self.message(args);
        or
    }

    fn message(&mut self, args: &Args) {
        for argument in &args.arguments {
            let source = calls::expr(&argument.value).and_then(|value| self.shown(&value));
            self.report(source, Use::Question);
        }
        if let Message::Literal(literal) = &args.message {
            let given = args.arguments.iter().map(|given| given.name.as_ref());
            let given: Vec<_> = given.collect();
            for name in calls::named_in(&literal.value(), &given) {
                let at = (literal.span(), literal.span());
                let source = self.named_one(&name, at);
                self.report(source, Use::Question);
            }
        }
    }

    fn option(&mut self, args: &Args, name: &str, used: Use) {
        let value = args.option(name);
        let value = value.and_then(|option| calls::expr(&option.value));
        let source = value.and_then(|value| self.identity(&value));
        self.report(source, used);
    }

    /// What something is identified by. A map is, whatever its order; a set is a list.
    pub(super) fn identity(&mut self, value: &Expr) -> Option<Source> {
        let source = self.expr(value);
        source.or_else(|| self.printed(value, &[Map::HashSet]))
    }

    /// What a text shows. A map is shown in its own order.
    fn shown(&mut self, value: &Expr) -> Option<Source> {
        let source = self.expr(value);
        source.or_else(|| self.printed(value, &[Map::HashMap, Map::HashSet]))
    }

    fn printed(&mut self, value: &Expr, maps: &[Map]) -> Option<Source> {
        let name = variable(value)?;
        let map = self.known(&name).map.filter(|map| maps.contains(map))?;
        Some(self.source(Lint::MapOrder, map.name().to_owned(), span(value)))
    }

    /// The first of what a format string names.
    fn named(
        &mut self,
        text: &str,
        given: &[Option<&syn::Ident>],
        at: (proc_macro2::Span, proc_macro2::Span),
    ) -> Option<Source> {
        let names = calls::named_in(text, given);
        names.iter().find_map(|name| self.named_one(name, at))
    }

    fn named_one(
        &mut self,
        name: &str,
        at: (proc_macro2::Span, proc_macro2::Span),
    ) -> Option<Source> {
        let known = self.scopes.get(name);
        known.source.or_else(|| {
            let map = known.map?;
            Some(self.source(Lint::MapOrder, map.name().to_owned(), at))
        })
    }
}
