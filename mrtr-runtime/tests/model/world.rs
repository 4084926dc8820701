//! What a handler sees that is not its own.

use mrtr_runtime::Capabilities;

use crate::program::Form;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    pub lists: [Vec<u8>; 2],
    pub revision: u8,
    pub is_down: bool,
    /// Whether slow captures take longer than a round may.
    pub is_late: bool,
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
    pub roots: bool,
}

impl Client {
    pub const ALL: Self = Self {
        form: true,
        url: true,
        sampling: true,
        roots: true,
    };

    /// One that differs in one of them.
    pub const fn other(mut self, which: usize) -> Self {
        match which % 4 {
            0 => self.form = !self.form,
            1 => self.url = !self.url,
            2 => self.sampling = !self.sampling,
            _ => self.roots = !self.roots,
        }
        self
    }

    pub const fn can(self, form: Form) -> bool {
        match form {
            Form::Page => self.url,
            Form::Sample | Form::Agent => self.sampling,
            Form::Roots => self.roots,
            _ => self.form,
        }
    }

    /// As a request says it.
    pub const fn declared(self) -> Capabilities {
        Capabilities {
            form: self.form,
            url: self.url,
            sampling: self.sampling,
            sampling_tools: self.sampling,
            sampling_context: false,
            roots: self.roots,
            tasks: false,
            older_forms: false,
        }
    }
}
