//! What the normaliser must do, and must not do.

mod checked;
mod discharge;
mod equations;
mod eval;
mod firing;
mod laws;
mod linear;
mod soundness;
