//! The codes of the errors that this room makes.
//!
//! In: nothing. Out: each code with a sentence that explains it.

/// Every code of a [`Diagnostic`](ir::diagnostic::Diagnostic) of this room, with one sentence each, in order.
pub fn codes() -> &'static [(&'static str, &'static str)] {
    &[
        (
            "c.annotation",
            "An annotation in a file of C belongs to no kernel, loop, barrier or block, or contains code.",
        ),
        ("c.clang", "clang reports an error in the file."),
        ("c.command-line", "A value that the command line gives for a parameter does not fit the kernel."),
        ("c.constant", "A kernel writes memory that stays the same while the kernel runs."),
        ("c.lifetime", "A pointer or a reference leads to memory that ends before the pointer or the reference does."),
        ("c.no-kernel", "A file of OpenCL or CUDA contains no kernel."),
        ("c.unsequenced", "C does not say in which order two parts of an expression with side effects are computed."),
        ("c.unsupported", "A construct of OpenCL or CUDA that Sepal does not read yet."),
    ]
}
