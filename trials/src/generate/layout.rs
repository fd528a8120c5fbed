//! Where an array keeps the element of each position of a launch in several dimensions.
//!
//! In: positions, one text a dimension, x first. Out: lengths and subscripts as text. Some layouts are wrong on
//! purpose: strides swapped, a dimension forgotten.

/// The names of the dimensions.
pub const AXES: [&str; 3] = ["x", "y", "z"];

/// Where the element of a position lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `m[z][y][x]`
    Matrix,
    /// `m[x][y][z]`
    Turned,
    /// `m[(z * Y + y) * X + x]`
    Flat,
    /// `m[(x * Y + y) * Z + z]`
    FlatTurned,
    /// `m[z + 1][y + 1][x + 1]`, with one element more on each side.
    Border,
    /// Strides of the other dimension: wrong, unless the launch is square.
    Swapped,
    /// Subscripts in the wrong order: wrong likewise.
    Crossed,
    /// The last dimension is not in the subscript: wrong, unless it has one position.
    Forgetful,
}

/// Sizes, one text a dimension, x first.
pub type Sizes = [String];

impl Layout {
    /// The lengths of the array, `[…]…`.
    pub fn lengths(self, sizes: &Sizes) -> String {
        let rows = || sizes.iter().rev();
        match self {
            Self::Matrix | Self::Crossed => rows().map(|n| format!("[{n}]")).collect(),
            Self::Turned => sizes.iter().map(|n| format!("[{n}]")).collect(),
            Self::Flat | Self::FlatTurned | Self::Swapped => {
                format!("[{}]", rows().cloned().collect::<Vec<_>>().join(" * "))
            }
            Self::Border => rows().map(|n| format!("[{n} + 2]")).collect(),
            Self::Forgetful => sizes.iter().take(sizes.len() - 1).rev().map(|n| format!("[{n}]")).collect(),
        }
    }

    /// The subscripts of a position, `[…]…`.
    pub fn at(self, sizes: &Sizes, position: &[String]) -> String {
        let rows = || position.iter().rev();
        match self {
            Self::Matrix => rows().map(|p| format!("[{p}]")).collect(),
            Self::Turned | Self::Crossed => position.iter().map(|p| format!("[{p}]")).collect(),
            Self::Flat => format!("[{}]", horner(position.iter().zip(sizes).rev())),
            Self::FlatTurned => format!("[{}]", horner(position.iter().zip(sizes))),
            Self::Swapped => format!("[{}]", horner(position.iter().zip(sizes.iter().rev()).rev())),
            Self::Border => rows().map(|p| format!("[{p} + 1]")).collect(),
            Self::Forgetful => position.iter().take(position.len() - 1).rev().map(|p| format!("[{p}]")).collect(),
        }
    }
}

/// `(z * Y + y) * X + x`, for the dimensions from the slowest to the fastest.
fn horner<'t>(digits: impl Iterator<Item = (&'t String, &'t String)>) -> String {
    digits.fold(String::new(), |sum, (position, size)| match sum.as_str() {
        "" => format!("({position})"),
        sum => format!("({sum}) * {size} + ({position})"),
    })
}
