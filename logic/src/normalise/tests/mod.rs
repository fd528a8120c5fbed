//! What the normaliser must do, and must not do.

mod eval;
mod linear;
