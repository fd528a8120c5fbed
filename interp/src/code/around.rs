//! The branches and loops around an operation.
//!
//! In: operations of compiled code. Out: the branches and loops around them, and whether two operations lie on one
//! path.

use ir::Node;

use super::compiled::{Around, Codes};

/// Whether two operations lie on one path through the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    /// On two sides of a branch: threads of a warp reach both in one round only when it diverges.
    Sides,
    /// On one path.
    Path,
}

impl Codes<'_> {
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

    /// Whether two operations lie on one path, and the guards of the loops that contain both, up to the branch at which
    /// their paths part.
    pub fn apart(&self, a: u32, b: u32) -> (Apart, Vec<Node>) {
        let (a, b) = (self.around(a), self.around(b));
        let same = a.iter().zip(&b).take_while(|(a, b)| a == b).map(|(a, _)| a);
        let loops = same.filter_map(|around| match around {
            Around::Loop { guard } => Some(*guard),
            Around::Side { .. } => None,
        });
        // Code behind an `if` with an exit on one side counts as part of the other side, wherever it stands.
        let sides = a.iter().any(|a| b.iter().any(|b| a.is_other_side_of(b)));
        (if sides { Apart::Sides } else { Apart::Path }, loops.collect())
    }
}

impl Around {
    fn is_other_side_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Side { number, then }, Self::Side { number: same, then: side }) => number == same && then != side,
            (Self::Side { .. } | Self::Loop { .. }, Self::Side { .. } | Self::Loop { .. }) => false,
        }
    }
}
