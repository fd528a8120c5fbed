//! What an obligation says when it is not proved, as data: what failed, other places that matter, what would work, and
//! values worth showing.
//!
//! In: nothing; these are the data that rules put into obligations. Out: what the report of `vcgen` turns into
//! sentences, in the terms of the language that the program is written in. Parts of the program are given by their
//! identities ([`ir::Node`], [`ir::Heap`], [`ir::VarId`]): the report quotes the source for them, and tools can follow
//! them without parsing text.

mod asked;
mod circumstance;
mod facts;
mod help;
mod host;
mod label;
mod note;
mod related;

pub use crate::origin::Subject;
pub use asked::Asked;
pub use circumstance::{Access, Decides, From, Giver, Holder, Lacking, Site, When};
pub use facts::Facts;
pub use help::{Add, Asserted, Before, Edit, Help, Inside, Returned, Share};
pub use host::{HostFacts, Running};
pub use label::{Label, Moment, Part, Shown};
pub use note::{Note, Restriction, Trust, Trusted};
pub use related::Related;
