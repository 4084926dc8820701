//! principal
