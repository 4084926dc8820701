//! What stands in the lists of a sample: `messages = [..]`, `tools = [..]`.

use super::message::SampleMessage;
use crate::wire::SampleTool;

/// A message of the conversation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no message of a conversation",
    label = "say whose it is: `SampleMessage::user(\"..\")`, `SampleMessage::assistant(\"..\")`, or the `&Sample` that the model wrote"
)]
pub trait MessageItem {
    /// The message.
    fn message(self) -> SampleMessage;
}

#[diagnostic::do_not_recommend]
impl<T: Into<SampleMessage>> MessageItem for T {
    fn message(self) -> SampleMessage {
        self.into()
    }
}

/// A tool that the model may call.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tool that a model can call",
    label = "a tool has a name, a description and an input: `SampleTool::of::<Search>(\"search\", \"Searches the issues\")`"
)]
pub trait ToolItem {
    /// The tool.
    fn tool(self) -> SampleTool;
}

#[diagnostic::do_not_recommend]
impl<T: Into<SampleTool>> ToolItem for T {
    fn tool(self) -> SampleTool {
        self.into()
    }
}
