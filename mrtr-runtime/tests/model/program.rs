//! Handlers as data.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

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
    /// The flow becomes a task, if the client knows tasks.
    Task,
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
    /// Whether a value stands for the answer where the client cannot be asked.
    pub or: bool,
    /// Whether the turns of the loops around it are told apart by their number alone.
    pub is_counted: bool,
    /// Whether the message shows the rows that it is asked for.
    pub shows: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    Text,
    Number,
    Confirm,
    /// One of the rows of a list.
    Pick(usize),
    /// A completion of the client's model.
    Sample,
    /// The same, of a model that calls a tool until it is done.
    Agent,
    /// A page, which is done when the world says so. Its address holds a link of the flow.
    /// A page, which is done when the world says so.
    Page,
}

impl Form {
    /// What a person can tell from others: where a list comes from is not seen.
    pub const fn seen(self) -> Self {
        match self {
            Self::Pick(_) => Self::Pick(0),
            form => form,
        }
    }

    /// Whether a value can stand for the answer of a person.
    pub const fn is_for_a_person(self) -> bool {
        matches!(
            self,
            Self::Text | Self::Number | Self::Confirm | Self::Pick(_)
        )
    }

    /// Whether a model answers, which cannot refuse.
    pub const fn is_of_a_model(self) -> bool {
        matches!(self, Self::Sample | Self::Agent)
    }

    const fn kind(self) -> &'static str {
        match self {
            Self::Text | Self::Number => "form",
            Self::Confirm => "confirm",
            Self::Pick(_) => "pick",
            Self::Sample | Self::Agent => "sample",
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
    /// Whether the server seals with its other key.
    pub has_rotated: bool,
    pub client: Client,
}

/// What the client declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    pub form: bool,
    pub url: bool,
    pub sampling: bool,
}

impl Client {
    pub const ALL: Self = Self {
        form: true,
        url: true,
        sampling: true,
    };

    /// One that differs in one of them.
    pub const fn other(mut self, which: usize) -> Self {
        match which % 3 {
            0 => self.form = !self.form,
            1 => self.url = !self.url,
            _ => self.sampling = !self.sampling,
        }
        self
    }

    pub const fn can(self, form: Form) -> bool {
        match form {
            Form::Text | Form::Number | Form::Confirm | Form::Pick(_) => self.form,
            Form::Page => self.url,
            Form::Sample | Form::Agent => self.sampling,
        }
    }
}

impl Ask {
    /// Some questions read alike.
    pub fn message(&self, rows: &[u8]) -> String {
        let literal = literal(self.site, self.words);
        if self.shows {
            return format!("{literal} {rows:?}");
        }
        literal.to_owned()
    }

    /// Whether a run that comes by it may go on without asking: the page may be done.
    pub fn may_go_unasked(&self) -> bool {
        self.form == Form::Page || (self.or && self.form.is_for_a_person())
    }

    /// Which of several it says that it is.
    pub fn of<'r>(&self, rows: &'r [u8]) -> &'r [u8] {
        if self.is_counted { &[] } else { rows }
    }

    /// The tool of an agent, as if it stood beside it.
    pub const fn tool(&self) -> Capture {
        Capture {
            site: self.site,
            key: self.key + 1000,
            is_text: true,
            is_slow: self.must,
            may_fail: false,
        }
    }

    /// Where a page is.
    pub fn address(&self, link: &str) -> String {
        format!("https://pay.example.com/{}?link={link}", self.site % 3)
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
    shows: bool,
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
        let captures = sites.any(|(signature, _)| signature.kind == "capture");
        self.body.iter().filter_map(move |step| match step {
            Step::Ask(ask) if captures && !ask.may_go_unasked() => Some(ask),
            _ => None,
        })
    }

    /// Whether the macros would take it: only asks in arms of one branch share a key.
    pub fn compiles(&self) -> bool {
        keys(&self.body).is_some()
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
            "pick" => SiteKind::Pick,
            "sample" => SiteKind::Sample,
            "url" => SiteKind::Url,
            "capture" => SiteKind::Capture,
            _ => SiteKind::Part,
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

/// Each key with whether it is an ask's; none if two share one that may not.
fn keys(steps: &[Step]) -> Option<BTreeMap<usize, bool>> {
    let mut all = BTreeMap::new();
    for step in steps {
        let own = match step {
            Step::Ask(ask) => BTreeMap::from([(ask.key, true)]),
            Step::Capture(capture) => BTreeMap::from([(capture.key, false)]),
            Step::Call(key, function) => {
                keys(&function.body)?;
                BTreeMap::from([(*key, false)])
            }
            Step::Each(_, body) => keys(body)?,
            Step::Join(branches) => keys(&branches.concat())?,
            Step::If(yes, no) => keys_of_arms(keys(yes)?, keys(no)?)?,
            Step::Pause | Step::Task => BTreeMap::new(),
        };
        for (key, is_ask) in own {
            if all.insert(key, is_ask).is_some() {
                return None;
            }
        }
    }
    Some(all)
}

fn keys_of_arms(
    mut yes: BTreeMap<usize, bool>,
    no: BTreeMap<usize, bool>,
) -> Option<BTreeMap<usize, bool>> {
    for (key, is_ask) in no {
        if yes
            .insert(key, is_ask)
            .is_some_and(|other| !(other && is_ask))
        {
            return None;
        }
    }
    Some(yes)
}

fn sign(steps: &[Step], loops: usize, signatures: &mut Vec<Signature>) {
    for step in steps {
        match step {
            Step::Ask(ask) => signatures.push(Signature {
                kind: ask.form.kind(),
                key: ask.key,
                message: literal(ask.site, ask.words),
                form: Some(ask.form).filter(|form| form.kind() == "form"),
                loops: if ask.is_counted { 0 } else { loops },
                shows: ask.shows,
            }),
            Step::Capture(capture) => signatures.push(bare("capture", capture.key, loops)),
            Step::Call(key, _) => signatures.push(bare("part", *key, loops)),
            Step::Each(_, body) => sign(body, loops + 1, signatures),
            Step::Join(branches) => branches.iter().for_each(|b| sign(b, loops, signatures)),
            Step::If(yes, no) => [yes, no].iter().for_each(|b| sign(b, loops, signatures)),
            Step::Pause | Step::Task => {}
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
        shows: false,
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
