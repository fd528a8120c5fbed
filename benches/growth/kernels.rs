//! Kernels of any length, of seven kinds.
//!
//! In: the number of elements. Out: the text of a kernel that satisfies its contract.

use std::fmt::Write as _;

/// A kind of kernel: what its elements are, and the text of a kernel with `n` of them.
pub type Kind = (&'static str, fn(usize) -> String);

/// All kinds.
pub const KINDS: [Kind; 7] = [
    ("statements in a row", statements),
    ("`if`s, each with its place", branches),
    ("`if`s that add to one place", additions),
    ("arrays", arrays),
    ("loops in a row", loops),
    ("barriers that rotate ownership", barriers),
    ("dimensions of an array", dimensions),
];

/// One part of a text for each number below `n`.
fn each(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, i| {
        let _ = write!(text, "{}", part(i));
        text
    })
}

/// Each statement adds to the thread's element.
fn statements(n: usize) -> String {
    let body = each(n, |i| format!("    a[tid] := a[tid] + {};\n", i % 7));
    let sum: usize = (0..n).map(|i| i % 7).sum();
    format!(
        "kernel k {{\n  global int[tcount] a;\n\n  context Perm(a[tid], write);\n  \
         ensures a[tid] == \\old(a[tid]) + {sum};\n  void main() {{\n{body}  }}\n}}\n"
    )
}

/// Each `if` writes an element of the thread's row, or leaves it.
fn branches(n: usize) -> String {
    let body = each(n, |i| format!("    if (b[tid] > {i}) {{\n      a[tid][{i}] := {i};\n    }}\n"));
    format!(
        "kernel k {{\n  global int[tcount][{n}] a;\n  global int[tcount] b;\n\n  \
         context (\\forall* int j; 0 <= j && j < {n}; Perm(a[tid][j], write));\n  \
         context Perm(b[tid], read);\n  ensures b[tid] > 0 ==> a[tid][0] == 0;\n  void main() {{\n{body}  }}\n}}\n"
    )
}

/// Each `if` adds to the thread's element, or leaves it.
fn additions(n: usize) -> String {
    let body = each(n, |i| format!("    if (b[tid] > {i}) {{\n      a[tid] := a[tid] + {};\n    }}\n", i % 7 + 1));
    format!(
        "kernel k {{\n  global int[tcount] a, b;\n\n  context Perm(a[tid], write) ** Perm(b[tid], read);\n  \
         ensures a[tid] >= \\old(a[tid]);\n  void main() {{\n{body}  }}\n}}\n"
    )
}

/// Each array gets a value.
fn arrays(n: usize) -> String {
    let names = each(n, |i| format!("{}a{i}", if i == 0 { "" } else { ", " }));
    let contract = each(n, |i| format!("  context Perm(a{i}[tid], write);\n  ensures a{i}[tid] == tid + {i};\n"));
    let body = each(n, |i| format!("    a{i}[tid] := tid + {i};\n"));
    format!("kernel k {{\n  global int[tcount] {names};\n\n{contract}  void main() {{\n{body}  }}\n}}\n")
}

/// Each loop adds `m` to the thread's element, one at a time.
fn loops(n: usize) -> String {
    let body = each(n, |i| {
        format!(
            "    loop_invariant Perm(a[tid], write) ** 0 <= i{i} && i{i} <= m && \
             a[tid] == \\old(a[tid]) + {i} * m + i{i};\n    \
             for (int i{i} := 0; i{i} < m; i{i}++) {{\n      a[tid] := a[tid] + 1;\n    }}\n"
        )
    });
    format!(
        "kernel k {{\n  global int m;\n  global int[tcount] a;\n\n  kernel requires m >= 0;\n  \
         context Perm(a[tid], write);\n  ensures a[tid] == \\old(a[tid]) + {n} * m;\n  void main() {{\n{body}  }}\n}}\n"
    )
}

/// Each thread writes the element that it owns, and behind each barrier it owns the next one.
fn barriers(n: usize) -> String {
    let body = each(n, |i| {
        format!(
            "    a[(tid + {i}) % tcount] := tid;\n    barrier(global) {{\n      \
             ensures Perm(a[(tid + {}) % tcount], write);\n    }}\n",
            i + 1
        )
    });
    format!(
        "kernel k {{\n  global int[tcount] a;\n\n  kernel requires ngroups == 1;\n  requires Perm(a[tid], write);\n  \
         ensures Perm(a[(tid + {n}) % tcount], write);\n  void main() {{\n{body}  }}\n}}\n"
    )
}

/// An array with `n` dimensions. The length of the first dimension is the number of threads.
fn dimensions(n: usize) -> String {
    let sizes = each(n - 1, |i| format!("  global int n{i};\n"));
    let positive = each(n - 1, |i| format!("  kernel requires n{i} > 0;\n"));
    let lengths = each(n - 1, |i| format!("[n{i}]"));
    let zeros = "[0]".repeat(n - 1);
    format!(
        "kernel k {{\n{sizes}  global int[tcount]{lengths} a;\n\n{positive}  context Perm(a[tid]{zeros}, write);\n  \
         ensures a[tid]{zeros} == 1;\n  void main() {{\n    a[tid]{zeros} := 1;\n  }}\n}}\n"
    )
}
