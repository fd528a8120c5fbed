//! What an operation stands in.
//!
//! In: operations of a compiled kernel. Out: the branches and loops around them.

use ir::Node;

use super::compiled::{Around, Code};

/// How two places of the code stand to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    /// On two sides of a branch: threads of a warp reach both in one round only when it diverges.
    Sides,
    /// On one path.
    Path,
}

impl Code<'_> {
    /// The branches and loops around an operation, outermost first.
    pub fn around(&self, op: u32) -> Vec<Around> {
        let mut at = self.sides.get(op as usize).copied().unwrap_or(0);
        let mut out = Vec::new();
        while let Some((parent, around)) = self.parts.get((at as usize).wrapping_sub(1)).copied() {
            out.push(around);
            at = parent;
        }
        out.reverse();
        out
    }

    /// How two operations stand to each other, and the guards of the loops around both, outside of where they part.
    pub fn apart(&self, a: u32, b: u32) -> (Apart, Vec<Node>) {
        let mut loops = Vec::new();
        for pair in self.around(a).into_iter().zip(self.around(b)) {
            match pair {
                (Around::Loop { guard }, Around::Loop { guard: other }) if guard == other => loops.push(guard),
                (Around::Side { number, then }, Around::Side { number: other, then: side }) if number == other => {
                    if then != side {
                        return (Apart::Sides, loops);
                    }
                }
                (Around::Loop { .. } | Around::Side { .. }, Around::Loop { .. } | Around::Side { .. }) => break,
            }
        }
        (Apart::Path, loops)
    }
}
