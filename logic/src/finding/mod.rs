//! What an obligation says when it is not proved, as data: what failed, other places that matter, what would work, and
//! values worth showing.
//!
//! In: nothing; these are the data that rules put into obligations. Out: what `vcgen`'s report makes sentences of, in
//! the words of the language that the program is written in. Parts of the program are named by identity ([`ir::Node`],
//! [`ir::Heap`], [`ir::VarId`]), so that whoever writes the sentence can quote them, and nobody has to read text.

mod facts;
mod help;
mod label;
mod note;
mod related;

pub use crate::origin::Subject;
pub use facts::{Access, Decides, Facts, From, Giver, Holder, Lacking, Site, When};
pub use help::{Add, Asserted, Edit, Help, Inside, Share};
pub use label::{Label, Moment, Part, Shown};
pub use note::{Note, Trust, Trusted};
pub use related::Related;
