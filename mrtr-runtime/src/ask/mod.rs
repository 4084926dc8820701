//! The asks: what `ask_elicit!` and its siblings make.

mod asked;
mod at;
mod builder;
mod confirm;
mod digested;
mod elicit;
mod future;
mod macros;
mod message;
mod optional;
mod pick;
mod refused;
mod roots;
mod sample;
mod shown;
mod task;
mod text;
mod url;

pub use at::{At, is_key, is_same_key};
pub use builder::{Builder, confirm, elicit, roots};
pub use confirm::ToType;
pub use digested::{Digest, Digested};
pub use future::Ask;
pub use message::{Escaped, escaped};
pub use pick::{HowMany, Items};
pub use refused::Refused;
pub use roots::{Root, RootError, Roots, UnreadRoot};
pub(crate) use sample::Unbalanced;
pub use sample::{
    Given, InvalidSampleMessage, IsTold, MakeIdle, MakeRun, MessageItem, Model, RunsTools, Sample,
    SampleError, SampleMessage, SampleType, SortIdle, SortRuns, ToolItem, ToolOutput, ToolUse,
    of_a_call, sample, typed,
};
#[cfg(feature = "rmcp")]
pub(crate) use sample::{Told, ToolResult};
pub use shown::{Debugged, Displayed};
pub use task::{BecomeTask, TaskBuilder, task};
pub use url::{Fallible, ToUrl, Until, UrlAsk, url};
