//! Contracts as runtime checks.
