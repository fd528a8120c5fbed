//! `sepal audit` and `sepal verify --strict`: nothing that a verdict rests on is silent.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use support::folder;
use vcgen::ground::GroundKind;

/// A program whose verdict rests on a thing of the kind, with the options that it needs, the line of the thing, and the
/// same program without it.
struct Case {
    kind: GroundKind,
    /// The end of the name of the file.
    end: &'static str,
    options: &'static [&'static str],
    line: u64,
    with: &'static str,
    without: Option<&'static str>,
}

/// One case for each kind. The match is exhaustive, so that a new kind demands one.
fn case(kind: GroundKind) -> Case {
    let case = |line, with, without| Case { kind, end: "pvl", options: &[], line, with, without };
    // Without the option, the verdict does not rest on this.
    let of_option = |options| Case { end: "cl", options, ..case(1, "__kernel void k() { }", None) };
    match kind {
        GroundKind::Assume => case(
            2,
            "kernel k { void main() {\nassume ngroups < 7;\nassert ngroups < 8; } }",
            Some("kernel k { kernel requires ngroups < 7; void main() { assert ngroups < 8; } }"),
        ),
        GroundKind::AbstractFunction => case(
            1,
            "ensures \\result > n; pure int f(int n);\nkernel k { void main() { assert f(ngroups) > 1; } }",
            Some(
                "ensures \\result > n; pure int f(int n) = n + 1;\nkernel k { void main() { assert f(ngroups) > 1; } }",
            ),
        ),
        GroundKind::Axiom => case(
            2,
            "adt D { pure int f(int n);\naxiom (\\forall int n; f(n) > n); }\n\
             kernel k { void main() { assert D.f(ngroups) > 1; } }",
            Some(
                "ensures \\result > n; pure int f(int n) = n + 1;\nkernel k { void main() { assert f(ngroups) > 1; } }",
            ),
        ),
        GroundKind::AbstractProcedure => case(
            2,
            "ensures \\result > n;\nint f(int n);\nkernel k { void main() { int x := f(ngroups); assert x > 1; } }",
            Some(
                "ensures \\result > n; int f(int n) { return n + 1; }\n\
                 kernel k { void main() { int x := f(ngroups); assert x > 1; } }",
            ),
        ),
        GroundKind::GivenLaunch => of_option(&["--local_size=8"]),
        GroundKind::OnlyDivergence => of_option(&["--only-divergence"]),
        GroundKind::EachGroupAlone => of_option(&["--only-intra-group"]),
        GroundKind::UncheckedOverflow => of_option(&["--overflow=ignore"]),
        GroundKind::EqualWrites => Case {
            end: "cl",
            options: &["--benign-tolerance"],
            ..case(
                1,
                "__kernel void k(__global int *a) { a[0] = 1; }",
                Some("__kernel void k(__global int *a) { if (get_global_id(0) == 0) a[0] = 1; }"),
            )
        },
        GroundKind::WrappingIntegers => of_option(&["--overflow=wrap"]),
        GroundKind::IgnoredAnnotations => of_option(&["--no-annotations"]),
        GroundKind::SubGroups => Case {
            end: "cl",
            ..case(
                1,
                "__kernel void k() { uint n = get_sub_group_size(); }",
                Some("__kernel void k() { size_t n = get_local_size(0); }"),
            )
        },
        GroundKind::OneGroup => {
            case(1, "kernel k { void main() { } }", Some("kernel k { kernel requires ngroups >= 1; void main() { } }"))
        }
        GroundKind::LaunchCondition => case(
            2,
            "kernel k { global int n;\nrequires tid < n; void main() { assert lid < n; } }",
            Some("kernel k { global int n; kernel requires tcount <= n; void main() { assert tid < n; } }"),
        ),
        GroundKind::Termination => case(
            2,
            "kernel k { void main() {\nwhile (ngroups > 0) { } } }",
            Some("kernel k { void main() { for (int i := ngroups; i > 0; i--) { } } }"),
        ),
        GroundKind::UnlimitedIntegers => case(
            1,
            "kernel k { void main() { int x := ngroups + 1; } }",
            Some("kernel k { void main() { int x := ngroups; } }"),
        ),
        GroundKind::FloatAssumption(_) => Case {
            options: &["--assume=float-reassociation"],
            ..case(
                1,
                "kernel k { global float a, b, c; void main() { assert (a + b) + c === a + (b + c); } }",
                Some("kernel k { global float a, b; void main() { assert a + b === b + a; } }"),
            )
        },
        GroundKind::Platform => Case {
            end: "cu",
            ..case(3, "#ifdef __linux__\n#endif\n__global__ void k() { }", Some("__global__ void k() { }"))
        },
        GroundKind::MachineSizes => Case { options: &["--int=i32"], ..case(1, "kernel k { void main() { } }", None) },
        GroundKind::DisjointArrays => case(
            1,
            "kernel k { global int[4] a, b; void main() { } }",
            Some("kernel k { global int[4] a; void main() { } }"),
        ),
        GroundKind::Launch => case(1, "kernel k { void main() { } }", None),
    }
}

fn sepal(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.args(arguments).current_dir(support::root()).stdin(Stdio::null()).output().expect("the command runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The grounds of the kernel in a file, as `sepal audit --json` lists them.
fn grounds(file: &Path, options: &[&str]) -> Vec<Value> {
    let file = file.to_string_lossy();
    let output = sepal(&[&["audit", "--json", &file], options].concat());
    assert_eq!(output.status.code(), Some(0), "{}{}", String::from_utf8_lossy(&output.stdout), stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let items = document["files"][0]["items"].as_array().expect("items");
    let kernel = items.iter().find(|item| item["name"] == "k").expect("the kernel");
    kernel["rests_on"].as_array().expect("a list").clone()
}

#[test]
fn each_kind_is_listed_with_its_place_and_can_be_lifted() {
    let folder = folder("audit");
    let kinds: BTreeSet<GroundKind> = GroundKind::ALL.iter().copied().collect();
    assert_eq!(kinds.len(), GroundKind::ALL.len());
    for kind in kinds {
        let case = case(kind);
        let word = case.kind.word();
        let of = |grounds: &[Value]| grounds.iter().find(|ground| ground["kind"] == word).cloned();
        let file = folder.join(format!("{word}.{}", case.end));
        std::fs::write(&file, case.with).expect("a file");
        let found = of(&grounds(&file, case.options)).unwrap_or_else(|| panic!("{word} is not listed"));
        assert_eq!(found["line"], case.line, "{found:#}");
        assert_eq!(found["avoidable"], kind.is_avoidable(), "{found:#}");
        let text = sepal(&[&["audit", &file.to_string_lossy()], case.options].concat());
        let text = String::from_utf8(text.stdout).expect("UTF-8");
        assert!(text.contains(&format!("    {word}: ")), "{text}");
        let strict = sepal(&[&["verify", "--strict", "-q", &file.to_string_lossy()], case.options].concat());
        if kind.is_avoidable() {
            assert_eq!(strict.status.code(), Some(1), "{}", stderr(&strict));
            assert!(stderr(&strict).contains(&format!("not strict: k: {word}: ")), "{}", stderr(&strict));
        } else {
            assert!(!stderr(&strict).contains(&format!("k: {word}: ")), "{}", stderr(&strict));
        }
        if let Some(without) = case.without {
            let file = folder.join(format!("no-{word}.{}", case.end));
            std::fs::write(&file, without).expect("a file");
            assert_eq!(of(&grounds(&file, case.options)), None, "{word}");
        } else if kind.is_avoidable() {
            assert!(!case.options.is_empty(), "{word} can be avoided");
            assert_eq!(of(&grounds(&file, &[])), None, "{word}");
        }
    }
}

/// Code that mentions an integer without limits in another way than by an operation of its own.
#[test]
fn integers_without_limits_are_found_in_functions_literals_and_lengths() {
    let folder = folder("audit-limits");
    let with = [
        "pure int f(int n) = n * n; kernel k { void main() { int x := f(ngroups); } }",
        "pure int g(int n) = -n; pure int f(int n) = g(n); kernel k { void main() { int x := f(ngroups); } }",
        "pure int f(int n); kernel k { void main() { int x := f(ngroups); } }",
        "kernel k { void main() { int x := 2147483648; } }",
        "kernel k { void main() { int[ngroups * 2] q; } }",
        "kernel k { void main() { int x := \\int(1e12f); } }",
        "kernel k { global int n; requires n == 0 - 1; void main() { int x := ngroups / n; } }",
        "kernel k { void main() { int x := \\wrap(u64, ngroups); } }",
        "kernel k { void main() { int x := \\shl(u32, 1, 31); } }",
    ];
    let without =
        "pure bool f(int n) = n > 3; kernel k { void main() { int x := 2147483647 / 7 % 3; bool b := f(x); } }";
    for (n, text) in with.into_iter().chain([without]).enumerate() {
        let file = folder.join(format!("{n}.pvl"));
        std::fs::write(&file, text).expect("a file");
        let found = grounds(&file, &[]).iter().any(|ground| ground["kind"] == "unlimited-integers");
        assert_eq!(found, text != without, "{text}");
    }
}

/// A verdict that rests on an `assume` says so in its line, also where only findings are printed.
#[test]
fn an_assume_is_never_silent() {
    let file = folder("audit-assume").join("false.pvl");
    std::fs::write(&file, "kernel k {\n  void main() {\n    assume false;\n    assert 0 == 1;\n  }\n}\n")
        .expect("a file");
    let file = file.to_string_lossy().into_owned();
    for quiet in [&["-q"][..], &[]] {
        let output = sepal(&[&["verify", &file], quiet].concat());
        assert_eq!(output.status.code(), Some(0));
        let text = stderr(&output);
        assert!(text.contains("k: proved for launches of one group, trusting the `assume` in line 3 ("), "{text}");
    }
}

/// A promise that nobody proves, and a loop that may not end, prove as much as an `assume`.
#[test]
fn what_may_prove_anything_is_never_silent() {
    let folder = folder("audit-quiet");
    let said = |name: &str, text: &str, quiet: &[&str]| {
        let file = folder.join(name);
        std::fs::write(&file, text).expect("a file");
        let output = sepal(&[&["verify", &file.to_string_lossy()], quiet].concat());
        assert_eq!(output.status.code(), Some(0));
        stderr(&output)
    };
    let promise =
        "ensures false;\nvoid oracle();\nkernel k {\n  void main() {\n    oracle();\n    assert 0 == 1;\n  }\n}\n";
    let text = said("promise.pvl", promise, &["-q"]);
    assert!(text.contains("trusting the procedure `oracle` without body"), "{text}");
    let endless = "kernel k {\n  void main() {\n    while (true) { }\n    assert 0 == 1;\n  }\n}\n";
    let text = said("endless.pvl", endless, &["-q"]);
    assert!(text.contains("if the loop in line 3 ends"), "{text}");
    let text = said("endless.pvl", endless, &[]);
    assert!(text.contains("this loop never ends: its condition is `true`, and no statement leaves it"), "{text}");
    let left = endless.replace("{ }", "{ int x := 0; if (x == 0) { break; } }").replace("0 == 1", "0 == 0");
    let text = said("left.pvl", &left, &[]);
    assert!(!text.contains("never ends"), "{text}");
    let silent = said("silent.pvl", "kernel k {\n  void main() { }\n}\n", &["-q"]);
    assert!(silent.is_empty(), "{silent}");
}

/// With the options that lift what it lists, a program passes.
#[test]
fn a_strict_verdict_is_possible() {
    let file = folder("audit-strict").join("good.pvl");
    let text = "kernel k {
  global int n;
  global int[tcount] a;
  kernel requires n < 1000;
  context Perm(a[tid], write);
  void main() {
    int s := 0;
    loop_invariant s == i && 0 <= i && i <= 1000;
    for (int i := 0; i < n; i++) { s := s + 1; }
    a[tid] := s;
  }
}
";
    std::fs::write(&file, text).expect("a file");
    let file = file.to_string_lossy().into_owned();
    let strict = sepal(&["verify", "--strict", "--total", "--int=i32", &file]);
    assert_eq!(strict.status.code(), Some(0), "{}", stderr(&strict));
    let loose = sepal(&["verify", "--strict", &file]);
    assert_eq!(loose.status.code(), Some(1), "{}", stderr(&loose));
    assert!(stderr(&loose).contains("`--int i32`"), "{}", stderr(&loose));
}

/// Code that asks for the platform, or for the architecture of the device, has another meaning elsewhere.
#[test]
fn questions_about_the_platform_are_named() {
    let folder = folder("audit-platform");
    std::fs::write(folder.join("asks.h"), "#if !defined(_MSC_VER)\n#endif\n").expect("a file");
    let cases = [
        ("cu", "#if __CUDA_ARCH__ >= 900\n#endif", Some("asks for `__CUDA_ARCH__` and is read for `sm_80`")),
        ("cu", "__device__ int f() { return __CUDA_ARCH__; }", Some("is read for `sm_80`")),
        (
            "cu",
            "#if defined(__linux__) || defined(_WIN32)\n#endif",
            Some("asks for `_WIN32`, `__linux__` and is read as"),
        ),
        ("cu", "#if de\\\nfined(__x86_\\\n64__)\n#endif", Some("asks for `__x86_64__` and")),
        ("cu", "#include \"asks.h\"", Some("asks for `_MSC_VER` and")),
        (
            "cu",
            "__device__ int f() { return sizeof(long); }",
            Some("uses `long` and is read for a platform with addresses"),
        ),
        ("cl", "int f() { size_t i = 0; return i; }", Some("uses `size_t` and is read for a platform with addresses")),
        ("cl", "int f(__global int *p) { return (uintptr_t) p; }", Some("uses `uintptr_t` and")),
        ("cl", "#ifdef __ENDIAN_LITTLE__\n#endif", Some("asks for `__ENDIAN_LITTLE__` and")),
        ("cu", "#ifndef __K_H__\n#define __K_H__\n#endif", None),
        ("cu", "#ifdef __CUDACC__\n#define __mine __device__ __forceinline__\n#endif", None),
        ("cu", "/* __linux__ long */ __device__ long long f() { return 0; }", None),
        ("cl", "#if __OPENCL_VERSION__ >= 120 && defined(__opencl_c_fp64)\n#endif\nlong f() { return 0; }", None),
    ];
    for (n, (end, text, named)) in cases.into_iter().enumerate() {
        let file = folder.join(format!("k{n}.{end}"));
        let kernel = if end == "cu" { "__global__" } else { "__kernel" };
        std::fs::write(&file, format!("{text}\n{kernel} void k() {{ }}\n")).expect("a file");
        let found: Vec<String> = grounds(&file, &[])
            .iter()
            .filter(|ground| ground["kind"] == "platform")
            .map(|ground| ground["what"].as_str().expect("a text").to_owned())
            .collect();
        assert_eq!(found.len(), usize::from(named.is_some()), "{text}: {found:?}");
        assert!(named.is_none_or(|named| found.concat().contains(named)), "{text}: {found:?}");
    }
}

#[test]
fn the_size_of_sub_groups_is_found_behind_macros() {
    let folder = support::folder("audit-sub-groups");
    let kernel = |number: &str| {
        format!("#define CAT(a, b) a##b\n__kernel void k(__global int *o) {{ o[get_global_id(0)] = {number}; }}\n")
    };
    for (n, (number, is_found)) in
        [("CAT(get_max_sub_, group_size)()", true), ("get_num_sub_groups()", true), ("CAT(get_local_, size)(0)", false)]
            .into_iter()
            .enumerate()
    {
        let file = folder.join(format!("k{n}.cl"));
        std::fs::write(&file, kernel(number)).expect("a file");
        let found = grounds(&file, &[]).iter().any(|ground| ground["kind"] == "sub-groups");
        assert_eq!(found, is_found, "{number}");
    }
}
