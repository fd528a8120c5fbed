//! Findings of the logic in the words of PVL.
//!
//! In: a finding as data, and the program that it is about. Out: sentences, labels and advice, with parts of the
//! program quoted as they are written. Another language gets a room of its own beside this one.

mod addition;
mod annotated;
mod around;
mod clause;
mod dimensions;
mod edits;
mod expression;
mod ground;
mod help;
mod host;
mod inlined;
mod insert;
mod inside;
mod label;
mod loops;
mod names;
mod note;
mod phrase;
mod platform;
mod related;
mod sentence;
mod share;

pub use label::Named;
pub use names::Words;
pub use phrase::Mood;
