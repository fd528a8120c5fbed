//! Operations of several threads together: votes, and exchanges of values between the lanes of a warp.
//!
//! In: nothing. Out: the statement [`Gather`], in which all threads of a group or of a tile take part, and [`Among`],
//! the threads that wait for each other at a statement.
//!
//! A gather orders no accesses to memory. CUDA's `__syncthreads_or(p)` is a gather of the group and a barrier behind
//! it.

use crate::{Expr, VarId};

/// How many threads a warp of CUDA has. The language has no other size, so operations of warps have this size in each
/// run, whatever the size of the warps is that a schedule executes in lockstep.
pub const WARP: u32 = 32;

/// The threads that wait for each other at a statement. A tile is less than the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Among {
    /// Threads of the group whose numbers in the group have the same quotient by this number, which is a power of two
    /// and at most [`WARP`]. Numbers count x fastest, then y, then z. The last tile of a group may have fewer threads.
    Tile(u32),
    /// All threads of the group.
    Group,
}

impl Among {
    /// These threads, if a thread waits for others.
    pub fn others(self) -> Option<Self> {
        (self > Self::Tile(1)).then_some(self)
    }
}

/// All threads of a group or of a tile reach this statement, and each one gets a value that may depend on the values
/// that all of them bring.
#[derive(Clone, Debug)]
pub struct Gather {
    /// The threads that take part.
    pub among: Among,
    /// Whether the statement demands that all of them come. The functions of CUDA before version 9 do not: there, lanes
    /// that do not come are left out. Proofs demand it of these functions, too.
    pub all: bool,
    /// The private variable that gets the value, which was declared before. A gather of the kind [`Gathers::Order`] has
    /// none.
    pub result: Option<VarId>,
    /// What the value is.
    pub how: Gathers,
    /// The operands, which each thread computes itself: none for [`Gathers::Order`] and [`Gathers::Active`], a truth
    /// value for votes, a number for [`Gathers::Reduce`] and the scans, for [`Gathers::Broadcast`] the value and the
    /// number of a thread among those that take part, and for a shuffle the value, the number that says from which
    /// lane, and the number of lanes of a part. The front end claims in front of the statement that the last number is
    /// a power of two up to 32.
    pub args: Vec<Expr>,
}

/// The value that a thread gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathers {
    /// None: the threads only wait for each other. Their accesses to memory in front of the statement come before
    /// those behind it. No proof concludes this order; runs do.
    Order,
    /// The number of threads whose operand is true.
    Count,
    /// A number other than 0 if the operand of some thread is true, and 0 otherwise.
    Any,
    /// A number other than 0 if the operands of all threads are true, and 0 otherwise.
    All,
    /// The number with a bit for each thread of the tile whose operand is true.
    Ballot,
    /// A number that may have any bit. The thread waits for nobody.
    Active,
    /// The value of the first operand in the thread whose number is the second operand, which all threads that take
    /// part must say alike. Numbers count from 0, x fastest. The front end claims in front of the statement that there
    /// is such a thread.
    Broadcast,
    /// The operands of all threads, put together.
    Reduce(Fold),
    /// The operands of the threads up to this one, in the order of their numbers, put together.
    Inclusive(Fold),
    /// The operands of the threads in front of this one, put together. The first thread gets the value that changes
    /// nothing: 0 for a sum, and the greatest value of the type for the least of all.
    Exclusive(Fold),
    /// The value of the first operand in another lane. If there is no such thread in the tile, the value is arbitrary.
    Shuffle(Shuffle),
}

impl Gathers {
    /// Whether all threads that take part get the same value.
    pub fn is_common(self) -> bool {
        match self {
            Self::Count | Self::Any | Self::All | Self::Ballot | Self::Broadcast | Self::Reduce(_) => true,
            Self::Order | Self::Active | Self::Inclusive(_) | Self::Exclusive(_) | Self::Shuffle(_) => false,
        }
    }
}

/// How the operands of several threads are put together. Sums of integers wrap around in runs, and those of floats are
/// computed in the order of the threads; proofs know neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The sum.
    Add,
    /// The least of all.
    Min,
    /// The greatest of all.
    Max,
}

/// From which lane a shuffle takes its value. The lanes of a tile are divided into parts of as many lanes as the third
/// operand says, a power of two. Each lane has a number in its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// The lane of the part with the number of the second operand, modulo the size of a part.
    Lane,
    /// The lane whose number is less by the second operand; the own lane if the part has none.
    Up,
    /// The lane whose number is greater by the second operand; the own lane if the part has none.
    Down,
    /// The lane of the tile whose number differs in the bits of the second operand; the own lane if that lane is in a
    /// later part.
    Xor,
}

impl Shuffle {
    /// The lane from which `lane` takes its value, in parts of `width` lanes. Only the lowest five bits of `by` count,
    /// as in NVIDIA's PTX.
    pub fn source(self, lane: u32, by: u32, width: u32) -> u32 {
        let width = width.clamp(1, WARP);
        let (first, by) = (lane - lane % width, by % WARP);
        let last = first + width - 1;
        match self {
            Self::Lane => first + by % width,
            Self::Up => lane.checked_sub(by).filter(|from| *from >= first).unwrap_or(lane),
            Self::Down => Some(lane + by).filter(|from| *from <= last).unwrap_or(lane),
            Self::Xor => Some(lane ^ by).filter(|from| *from <= last).unwrap_or(lane),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shuffle;

    /// The sources of the lanes 0 to 7 in parts of four lanes.
    fn sources(shuffle: Shuffle, by: u32) -> Vec<u32> {
        (0..8).map(|lane| shuffle.source(lane, by, 4)).collect()
    }

    #[test]
    fn shuffles_stay_in_their_part() {
        assert_eq!(sources(Shuffle::Lane, 5), [1, 1, 1, 1, 5, 5, 5, 5]);
        assert_eq!(sources(Shuffle::Up, 1), [0, 0, 1, 2, 4, 4, 5, 6]);
        assert_eq!(sources(Shuffle::Down, 2), [2, 3, 2, 3, 6, 7, 6, 7]);
        assert_eq!(sources(Shuffle::Xor, 1), [1, 0, 3, 2, 5, 4, 7, 6]);
        // The second part may take values of the first one, and not the other way round.
        assert_eq!(sources(Shuffle::Xor, 4), [0, 1, 2, 3, 0, 1, 2, 3]);
    }
}
