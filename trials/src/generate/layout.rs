//! Layouts of arrays in launches of several dimensions: the location of the element that belongs to a position.
//!
//! In: positions, as one text per dimension, x first. Out: lengths and subscripts of the array, as text. Some layouts
//! are wrong on purpose: strides are swapped, or a dimension is forgotten.

/// The names of the dimensions.
pub const AXES: [&str; 3] = ["x", "y", "z"];

/// The location of the element that belongs to a position.
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
    /// `m[z + 1][y + 1][x + 1]`, in an array that has one more element on each side.
    Border,
    /// Like `Flat`, with the stride of another dimension: wrong, unless the launch is square.
    Swapped,
    /// Like `Matrix`, with subscripts in the wrong order: wrong, unless the launch is square.
    Crossed,
    /// Without the last dimension in the subscript: wrong, unless that dimension has one position.
    Forgetful,
}

/// Sizes of the launch, as one text per dimension, x first.
pub type Sizes = [String];

impl Layout {
    /// The lengths of the array as text, `[…]…`.
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

    /// The subscripts of a position as text, `[…]…`.
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

/// The Horner scheme `(z * Y + y) * X + x`, for dimensions from the slowest to the fastest.
fn horner<'t>(digits: impl Iterator<Item = (&'t String, &'t String)>) -> String {
    digits.fold(String::new(), |sum, (position, size)| match sum.as_str() {
        "" => format!("({position})"),
        sum => format!("({sum}) * {size} + ({position})"),
    })
}
