//! What a file takes for granted of the machine and the compiler that it is made for.
//!
//! In: nothing; the reader of a file says it. Out: data of the program, which each verdict about it rests on.

/// What the text of a file asks of the machine and of the compiler, where Sepal has one answer of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Platform {
    /// The text asks for the architecture of the device.
    pub architecture: bool,
    /// The text uses sub-groups of OpenCL, whose sizes and work-items depend on the device.
    pub sub_groups: bool,
    /// The names of macros of platforms and compilers for which the text asks, in order.
    pub macros: Vec<String>,
    /// The names of types in the text whose sizes depend on the platform, in order.
    pub types: Vec<String>,
    /// Options of the command that compiles the file, which may change its meaning and are not followed.
    pub options: Vec<String>,
}
