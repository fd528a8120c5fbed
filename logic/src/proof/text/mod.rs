//! Proofs as text, for people and for files.
//!
//! In: a proof with its hypotheses and its goal. Out: text, and the same from the text. Each line is one expression in
//! parentheses; a line that begins with `;` is a comment:
//!
//! ```text
//! (about k.pvl k store.out-of-bounds.3fa2c1)   the file, the item and the obligation; may be missing
//! (assuming float-reassociation)           assumptions that the proof rests on, if there are any
//! (symbol n#3 () Int)                      a symbol: its name and number, the sorts of its arguments, its sort
//! (term t1 (mod n#3 4))                    a term that occurs several times
//! (hypothesis (<= 0 t1))
//! (goal (< (- t1) 1))
//! (step s1 assume (<= 0 t1))               what the step is, the terms in it, the steps that it rests on
//! (step s2 linear (< (- t1) 1) plain ((1/1 s1)) () ())
//! ```
//!
//! The last step shows the goal. A number with a slash is a real, and one without is an integer.

mod about;
mod expr;
mod fault;
mod read;
mod words;
mod write;

pub use about::About;
pub use fault::{ReadCause, ReadFault};
pub use read::{read, Document, DEEPEST_TERM};
pub use write::{rests_on, write};
