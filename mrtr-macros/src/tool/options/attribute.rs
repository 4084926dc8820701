//! The attributes, and which options each has.

use crate::similar::nearest;
use crate::tool::attributes::Sorted;

/// An attribute of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    Tool,
    Prompt,
    Resource,
    Part,
    Handler,
}

impl Attribute {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tool => "mrtr_tool",
            Self::Prompt => "mrtr_prompt",
            Self::Resource => "mrtr_resource",
            Self::Part => "mrtr_part",
            Self::Handler => "mrtr_handler",
        }
    }

    /// rmcp's attribute below it.
    pub(crate) fn sdk_name(self) -> Option<&'static str> {
        match self {
            Self::Tool => Some("tool"),
            Self::Prompt => Some("prompt"),
            Self::Resource | Self::Part | Self::Handler => None,
        }
    }

    /// The one that goes with rmcp's attribute below, if another is there than should be.
    pub(crate) fn served_by(self, sorted: &Sorted) -> Self {
        let last = sorted
            .sdk
            .as_ref()
            .and_then(|sdk| sdk.path().segments.last());
        match last {
            Some(last) if last.ident == "tool" => Self::Tool,
            Some(last) if last.ident == "prompt" => Self::Prompt,
            _ => self,
        }
    }

    pub(super) fn options(self) -> &'static [&'static str] {
        match self {
            Self::Tool | Self::Prompt | Self::Resource => &HANDLER_OPTIONS,
            Self::Part => &["strict", "version", "accept", "allow", "crate"],
            Self::Handler => &["tasks", "crate"],
        }
    }

    /// What is said of an option that the attribute does not have.
    pub(super) fn unknown(self, name: &str) -> String {
        let ours = self.name();
        if let (Some(sdk), true) = (self.sdk_name(), SDK_OPTIONS.contains(&name)) {
            return format!(
                "`{name}` belongs to rmcp: write `#[{sdk}({name} = ..)]` below `#[{ours}]`"
            );
        }
        if name == "tasks" {
            return format!(
                "`tasks` belongs to the server: write `#[mrtr_handler(tasks)]` above its `impl ServerHandler`, and `become_task!().await` into the \
                 tool where it becomes one; `#[{ours}]` has no such option"
            );
        }
        let options = self.options();
        match nearest(name, options).or_else(|| same_beginning(name, options)) {
            Some(known) => format!("unknown option `{name}`; did you mean `{known}`?"),
            None => format!(
                "`#[{ours}]` has no option `{name}`; it has `{}`",
                options.join("`, `")
            ),
        }
    }
}

/// `max_requests` for `max_rounds`.
fn same_beginning(name: &str, options: &[&'static str]) -> Option<&'static str> {
    let (beginning, _) = name.split_once('_')?;
    let is_same = |option: &&&str| {
        option
            .split_once('_')
            .is_some_and(|(own, _)| own == beginning)
    };
    options.iter().find(is_same).copied()
}

const HANDLER_OPTIONS: [&str; 10] = [
    "single_use",
    "unsolicited",
    "strict",
    "preflight",
    "version",
    "accept",
    "ttl",
    "max_requests",
    "allow",
    "crate",
];

/// What rmcp's own attributes take.
const SDK_OPTIONS: [&str; 9] = [
    "name",
    "title",
    "description",
    "input_schema",
    "output_schema",
    "annotations",
    "icons",
    "meta",
    "arguments",
];
