//! From an obligation to a query without quantifiers.
//!
//! ```text
//! Obligation ─prenex→ ground facts, universals ─match→ instances by ownership ─unfold→ definitions ─→ Query
//! ```
//!
//! In: hypotheses, a negated goal and definitions. Out: ground facts that follow from them, so that an unsatisfiable
//! query proves the obligation; and the universals that were instantiated, for a second attempt that keeps them.

mod arithmetic;
pub mod bits;
mod blast;
mod collections;
mod cover;
mod derive;
mod digits;
mod floats;
mod ground;
mod lemmas;
mod matching;
mod prenex;
mod products;
mod start;
mod sums;
#[cfg(test)]
mod tests;
mod unfold;
mod unmatched;
mod world;

pub use blast::floats_as_constants;
pub use cover::LaunchBound;
pub use floats::{trials, Trial};
pub use ground::{ground, ground_at_bounds};
pub use lemmas::{lemmas, Lemmas};
pub use prenex::{prenex, Prenex, Universal};
pub use products::Products;
pub use start::Ground;
pub use unmatched::unmatched;
pub use world::{at_bounds, small_world};
