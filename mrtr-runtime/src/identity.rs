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

/// What [`principal`](crate::MrtrBuilder::principal) takes: a function from the context of a request to who sent it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say who sent a request",
    label = "a function of a request's context is wanted here",
    note = "with rmcp: `.principal(|context: &RequestContext<RoleServer>| Principal::new(..))`; a server with one user says `.single_user()` instead"
)]
pub trait PrincipalHook<C>: Fn(&C) -> Option<Principal> + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<C, H: Fn(&C) -> Option<Principal> + Send + Sync + 'static> PrincipalHook<C> for H {}

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
