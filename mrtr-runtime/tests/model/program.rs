//! Handlers as data.

use std::cell::RefCell;
use std::collections::HashMap;

use mrtr_runtime::__private::{self as private, FormOf, FunctionParts, Site, SiteKind};

/// A handler or part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    pub version: u32,
    pub accept: Vec<u32>,
    pub body: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Ask(Ask),
    Capture(Capture),
    /// The rows of one of the world's lists; what is in it is of the row.
    Each(usize, Vec<Step>),
    Join(Vec<Vec<Step>>),
    /// What came last decides.
    If(Vec<Step>, Vec<Step>),
    /// A part under a key.
    Call(usize, Function),
    /// An await that is no ask.
    Pause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// Which ask this is, whatever it is called.
    pub site: u32,
    pub key: usize,
    pub words: u32,
    pub form: Form,
    /// About the world's revision.
    pub about: bool,
    /// Whether a refusal ends the handler.
    pub must: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    Text,
    Number,
    Confirm,
    /// A completion of the client's model.
    Sample,
    /// A page, which is done when the world says so.
    Page,
}

impl Form {
    /// Whether an answer says more than yes.
    pub const fn has_serial(self) -> bool {
        matches!(self, Self::Text | Self::Number | Self::Sample)
    }

    const fn kind(self) -> &'static str {
        match self {
            Self::Text | Self::Number => "form",
            Self::Confirm => "confirm",
            Self::Sample => "sample",
            Self::Page => "url",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture {
    /// Which effect this is, whatever it is called.
    pub site: u32,
    pub key: usize,
    /// Whether it gives a text, or a number.
    pub is_text: bool,
    /// Whether it waits on its way.
    pub is_slow: bool,
    /// Whether it fails while the world is down.
    pub may_fail: bool,
}

/// What a handler sees that is not its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    pub lists: [Vec<u8>; 2],
    pub revision: u8,
    pub is_down: bool,
    /// Whether what pages are for is done.
    pub is_paid: bool,
}

impl Ask {
    /// Some questions read alike.
    pub fn message(&self) -> String {
        literal(self.site, self.words).to_owned()
    }

    /// Where a page is.
    pub fn address(&self) -> String {
        format!("https://pay.example.com/{}", self.site % 3)
    }
}

/// What a fingerprint covers of a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    kind: &'static str,
    key: usize,
    message: &'static str,
    form: Option<Form>,
    /// How many loops are around it: how its `of` is made.
    loops: usize,
}

/// A function as another version of it sees it: all that tells the two apart.
pub type Identity = (u32, Vec<Signature>);

impl Function {
    pub fn identity(&self) -> Identity {
        let signatures = self.sites().into_iter().map(|(signature, _)| signature);
        (self.version, signatures.collect())
    }

    /// What stands in it, and whether it is a capture that every run comes by.
    fn sites(&self) -> Vec<(Signature, bool)> {
        let mut sites = Vec::new();
        for step in &self.body {
            let mut signatures = Vec::new();
            sign(std::slice::from_ref(step), 0, &mut signatures);
            let is_certain = matches!(step, Step::Capture(_));
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

    /// Whether what `other` captured may be used here.
    pub fn takes(&self, other: &Identity) -> bool {
        *other == self.identity() || self.accept.contains(&other.0)
    }

    /// The function as the macros would describe it.
    pub fn described(&self, single_use: bool) -> &'static private::Function {
        type Known = (u32, Vec<u32>, Vec<(Signature, bool)>, bool);
        type Described = HashMap<Known, &'static private::Function>;
        thread_local! {
            static KNOWN: RefCell<Described> = RefCell::default();
        }
        KNOWN.with_borrow_mut(|known| {
            let function = (self.version, self.accept.clone(), self.sites(), single_use);
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
            unsolicited: false,
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
            "form" => SiteKind::Form,
            "confirm" => SiteKind::Confirm,
            "sample" => SiteKind::Sample,
            "url" => SiteKind::Url,
            "capture" => SiteKind::Capture,
            _ => SiteKind::Part,
        },
        key: key(signature.key),
        message: signature.message,
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
            Step::Ask(ask) => signatures.push(Signature {
                kind: ask.form.kind(),
                key: ask.key,
                message: literal(ask.site, ask.words),
                form: Some(ask.form).filter(|form| form.kind() == "form"),
                loops,
            }),
            Step::Capture(capture) => signatures.push(bare("capture", capture.key, loops)),
            Step::Call(key, _) => signatures.push(bare("part", *key, loops)),
            Step::Each(_, body) => sign(body, loops + 1, signatures),
            Step::Join(branches) => branches.iter().for_each(|b| sign(b, loops, signatures)),
            Step::If(yes, no) => [yes, no].iter().for_each(|b| sign(b, loops, signatures)),
            Step::Pause => {}
        }
    }
}

const fn bare(kind: &'static str, key: usize, loops: usize) -> Signature {
    Signature {
        kind,
        key,
        message: "",
        form: None,
        loops,
    }
}

/// The key of a number; any number is one.
pub fn key(number: usize) -> &'static str {
    interned(format!("k{number}"))
}

fn literal(site: u32, words: u32) -> &'static str {
    if words.is_multiple_of(4) {
        return "Sure?";
    }
    interned(format!("Question {site} in words {words}?"))
}

fn interned(text: String) -> &'static str {
    thread_local! {
        static KNOWN: RefCell<HashMap<String, &'static str>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| *known.entry(text.clone()).or_insert_with(|| text.leak()))
}
