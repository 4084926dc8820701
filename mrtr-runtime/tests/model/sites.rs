//! What the macros would tell of a handler: its sites, and what a fingerprint covers of them.

use std::cell::RefCell;
use std::collections::HashMap;

use mrtr_runtime::__private::{self as private, FormOf, FunctionParts, Site, SiteKind};

use crate::program::{Ask, Form, Function, Step, interned, key};

/// What a fingerprint covers of a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    kind: Kind,
    key: usize,
    message: &'static str,
    form: Option<Form>,
    /// How many loops are around it: how its `of` is made.
    loops: usize,
    shows: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Form,
    Confirm,
    Pick,
    Sample,
    Page,
    Roots,
    Capture,
    Part,
}

/// A function as another version of it sees it: all that tells the two apart.
pub type Identity = (u32, Vec<Signature>);

impl Function {
    pub fn identity(&self) -> Identity {
        let signatures = self.sites().into_iter().map(|(signature, _)| signature);
        (self.version, signatures.collect())
    }

    /// What stands in it, and whether every run comes by it.
    fn sites(&self) -> Vec<(Signature, bool)> {
        let mut sites = Vec::new();
        for step in &self.body {
            let mut signatures = Vec::new();
            sign(std::slice::from_ref(step), 0, &mut signatures);
            let is_certain = match step {
                Step::Capture(_) => true,
                Step::Ask(ask) => !ask.may_go_unasked(),
                _ => false,
            };
            sites.extend(
                signatures
                    .into_iter()
                    .map(|signature| (signature, is_certain)),
            );
        }
        sites
    }

    /// The keys of the captures that every run comes by.
    pub fn certain_captures(&self) -> impl Iterator<Item = usize> {
        self.body.iter().filter_map(|step| match step {
            Step::Capture(capture) => Some(capture.key),
            _ => None,
        })
    }

    /// The asks that every run comes by, where there is something to capture.
    pub fn certain_asks(&self) -> impl Iterator<Item = &Ask> {
        let mut sites = self.sites().into_iter();
        let captures = sites.any(|(signature, _)| signature.kind == Kind::Capture);
        self.body.iter().filter_map(move |step| match step {
            Step::Ask(ask) if captures && !ask.may_go_unasked() => Some(ask),
            _ => None,
        })
    }

    /// Whether what `other` captured may be used here.
    pub fn takes(&self, other: &Identity) -> bool {
        *other == self.identity() || self.accept.contains(&other.0)
    }

    /// The function as the macros would describe it.
    pub fn described(&self, single_use: bool) -> &'static private::Function {
        type Known = (u32, Vec<u32>, bool, Vec<(Signature, bool)>, bool);
        type Described = HashMap<Known, &'static private::Function>;
        thread_local! {
            static KNOWN: RefCell<Described> = RefCell::default();
        }
        KNOWN.with_borrow_mut(|known| {
            let (accept, unsolicited) = (self.accept.clone(), self.unsolicited);
            let function = (self.version, accept, unsolicited, self.sites(), single_use);
            let described = known.entry(function);
            *described.or_insert_with(|| self.describe(single_use))
        })
    }

    fn describe(&self, single_use: bool) -> &'static private::Function {
        let parts = FunctionParts {
            name: "generated",
            version: self.version,
            accept: self.accept.clone().leak(),
            single_use,
            unsolicited: self.unsolicited,
            preflight: true,
            ttl: None,
            max_requests: None,
            file: "model",
            sites: self.sites().iter().map(site).collect(),
        };
        Box::leak(Box::new(private::Function::new(parts)))
    }
}

fn site((signature, unconditional): &(Signature, bool)) -> Site {
    Site {
        kind: match signature.kind {
            Kind::Form => SiteKind::Form,
            Kind::Confirm => SiteKind::Confirm,
            Kind::Pick => SiteKind::Pick,
            Kind::Sample => SiteKind::Sample,
            Kind::Page => SiteKind::Url,
            Kind::Roots => SiteKind::Roots,
            Kind::Capture => SiteKind::Capture,
            Kind::Part => SiteKind::Part,
        },
        key: key(signature.key),
        message: if signature.shows {
            interned(format!("{} {{rows}}", signature.message))
        } else {
            signature.message
        },
        form: match signature.form {
            Some(Form::Text) => FormOf::<String>::new().form(),
            Some(Form::Number) => FormOf::<u32>::new().form(),
            _ => None,
        },
        of: "row".repeat(signature.loops).leak(),
        line: 1,
        unconditional: *unconditional,
        needs: &[],
    }
}

fn sign(steps: &[Step], loops: usize, signatures: &mut Vec<Signature>) {
    for step in steps {
        match step {
            Step::Ask(ask) => signatures.push(sign_ask(ask, loops)),
            Step::Capture(capture) => signatures.push(bare(Kind::Capture, capture.key, loops)),
            Step::Call(key, _) => signatures.push(bare(Kind::Part, *key, loops)),
            Step::Each(_, body) | Step::Until(true, body) => sign(body, loops + 1, signatures),
            Step::Until(false, body) => sign(body, loops, signatures),
            Step::Join(branches) => branches.iter().for_each(|b| sign(b, loops, signatures)),
            Step::If(yes, no) => {
                sign(yes, loops, signatures);
                sign(no, loops, signatures);
            }
            Step::Pause | Step::Task => {}
        }
    }
}

fn sign_ask(ask: &Ask, loops: usize) -> Signature {
    let kind = match ask.form {
        Form::Text | Form::Number => Kind::Form,
        Form::Confirm | Form::TypeIn => Kind::Confirm,
        Form::Pick(_) | Form::Several(_) => Kind::Pick,
        Form::Sample | Form::Agent => Kind::Sample,
        Form::Page => Kind::Page,
        Form::Roots => Kind::Roots,
    };
    Signature {
        kind,
        key: ask.key,
        message: ask.literal(),
        form: Some(ask.form).filter(|_| kind == Kind::Form),
        loops: if ask.is_counted { 0 } else { loops },
        shows: ask.shows(),
    }
}

const fn bare(kind: Kind, key: usize, loops: usize) -> Signature {
    Signature {
        kind,
        key,
        message: "",
        form: None,
        loops,
        shows: false,
    }
}
