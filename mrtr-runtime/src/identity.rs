//! Who calls: one local user, or what a hook reads from the request's context.

use std::any::{Any, type_name};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::state::Principal;

pub(crate) enum Identity {
    SingleUser,
    Hook(Hook),
}

pub(crate) struct Hook {
    /// The type of context that it reads.
    reads: &'static str,
    ask: Box<Ask>,
}

/// For counters; the log has the cause too.
const REASON: &str = "no_principal";

/// `None` for another type of context.
type Ask = dyn Fn(&dyn Any) -> Option<Option<Principal>> + Send + Sync;

impl Identity {
    pub(crate) fn hook<C: 'static>(
        hook: impl Fn(&C) -> Option<Principal> + Send + Sync + 'static,
    ) -> Self {
        Self::Hook(Hook {
            reads: type_name::<C>(),
            ask: Box::new(move |context| context.downcast_ref().map(&hook)),
        })
    }

    /// Fails closed, with a reason for counters.
    pub(crate) fn of<C: 'static>(&self, context: &C) -> Result<Principal, &'static str> {
        match self {
            Self::SingleUser => Ok(Principal::local()),
            Self::Hook(hook) => hook.of(context),
        }
    }
}

impl Hook {
    fn of<C: 'static>(&self, context: &C) -> Result<Principal, &'static str> {
        let said = catch_unwind(AssertUnwindSafe(|| (self.ask)(context)));
        let cause = match said {
            Ok(Some(Some(principal))) => return Ok(principal),
            Ok(Some(None)) => "the principal hook gave no principal",
            Ok(None) => {
                "the principal hook reads another type of context than requests have; change its parameter"
            }
            Err(_) => "the principal hook panicked",
        };
        let (reads, context) = (self.reads, type_name::<C>());
        tracing::error!(reason = REASON, cause, reads, context, "request refused");
        Err(REASON)
    }
}
