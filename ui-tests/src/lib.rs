//! The cases stand in `fail/` and `pass/`; see `tests/`.
