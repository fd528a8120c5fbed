//! The types of what functions of mathematics give in CUDA, for all pairs of types of their operands.
//!
//! The table is [cmath.syn] of C++17: if all operands are `float`, so is the result; else it is a `double`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::process::{Command, Stdio};

use support::folder;

/// Functions of one operand.
const SINGLES: [&str; 37] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "rint",
    "round",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "std::fabs",
    "std::sin",
    "std::sqrt",
    "std::logb",
];
/// Functions of two operands.
const PAIRS: [&str; 10] =
    ["atan2", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "nextafter", "pow", "remainder"];
/// Functions of a number and an exponent, which does not change the type of the result.
const SCALED: [&str; 2] = ["ldexp", "scalbn"];
/// Types of operands. Those of integers are shorter than `int`, or have functions of their own.
const TYPES: [&str; 12] = [
    "float",
    "double",
    "bool",
    "char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];

/// The type of integers as which a function takes an operand; nothing for floats.
fn integer(ty: &str) -> Option<&str> {
    match ty {
        "float" | "double" => None,
        "bool" | "char" | "short" | "unsigned short" => Some("int"),
        other => Some(other),
    }
}

/// Whether there is a function of three operands of these types: not with integers of two types.
fn is_declared(types: &[&str]) -> bool {
    let mut integers: Vec<&str> = types.iter().filter_map(|ty| integer(ty)).collect();
    integers.dedup();
    integers.len() <= 1
}

/// A line that clang checks while it reads the file.
fn claim(name: &str, operands: &[&str], decides: &[&str]) -> String {
    let result = if decides.iter().all(|ty| *ty == "float") { "float" } else { "double" };
    let values: Vec<String> = operands.iter().map(|ty| format!("({ty}) 1")).collect();
    let values = values.join(", ");
    format!("static_assert(__is_same(decltype({name}({values})), {result}), \"{name}: {}\");\n", operands.join(", "))
}

/// Whether Sepal reads a file with these lines and a kernel, and what it prints.
fn is_read(name: &str, lines: &str) -> (bool, String) {
    let file = folder(name).join("k.cu");
    std::fs::write(&file, format!("{lines}__global__ void k(float *a) {{ }}\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    let output = command.arg("verify").arg(file).arg("--no-cache").stdin(Stdio::null()).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn results_have_the_types_of_the_standard() {
    let mut lines = String::new();
    for (a, b) in TYPES.iter().flat_map(|a| TYPES.iter().map(move |b| (*a, *b))) {
        for name in PAIRS {
            lines.push_str(&claim(name, &[a, b], &[a, b]));
        }
        for name in SCALED {
            lines.push_str(&claim(name, &[a, b], &[a]));
        }
        for c in TYPES.iter().filter(|c| is_declared(&[a, b, c])) {
            lines.push_str(&claim("fma", &[a, b, c], &[a, b, c]));
        }
    }
    for (name, ty) in SINGLES.iter().flat_map(|name| TYPES.iter().map(move |ty| (*name, *ty))) {
        lines.push_str(&claim(name, &[ty], &[ty]));
    }
    assert!(lines.lines().count() > 2_000);
    let (read, said) = is_read("overloads", &lines);
    assert!(read, "{said}");
    // The claims can fail.
    let (read, said) = is_read("overloads-wrong", &claim("fdim", &["float", "int"], &["float"]));
    assert!(!read && said.contains("fdim: float, int"), "{said}");
}

#[test]
fn functions_without_an_exact_choice_are_an_error() {
    for (n, (a, b)) in [("int", "long"), ("unsigned int", "int"), ("long long", "long")].into_iter().enumerate() {
        let (read, said) = is_read(&format!("overloads-none-{n}"), &claim("fma", &[a, b, "float"], &[a, b]));
        assert!(!read && said.contains("ambiguous"), "{said}");
    }
}
