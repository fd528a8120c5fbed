//! Constructs of CUDA, OpenCL C and C that PVL does not have: each gets one diagnostic, whose help says what to write
//! instead. «…» marks the place of the diagnostic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use syntax::parse_program;

/// A statement of a kernel with an array `a` and a scalar `n`, and a part of the help.
const STATEMENTS: &[(&str, &str)] = &[
    ("int i = «threadIdx.x»;", "`lid`"),
    ("int i = «blockIdx.x» * 4;", "`gid`"),
    ("int i = «blockDim.y»;", "`gsize.y`"),
    ("int i = «threadIdx.y»;", "`lid.y`; `blockIdx.y * blockDim.y + threadIdx.y` is `tid.y`"),
    ("int i = «threadIdx.x»;", "`lid.x`"),
    ("int i = «gridDim.z»;", "`ngroups.z`"),
    ("int i = «get_global_id»(1);", "`tid.y`"),
    ("int i = «get_local_size»(2);", "`gsize.z`"),
    ("int i = «gridDim.x»;", "`ngroups`"),
    ("int i = «get_global_id»(0);", "`tid`"),
    ("int i = «get_local_id»(0);", "`lid`"),
    ("int i = «get_group_id»(0);", "`gid`"),
    ("int i = «get_local_size»(0);", "`gsize`"),
    ("int i = «get_num_groups»(0);", "`ngroups`"),
    ("«__syncthreads»();", "barrier(local)"),
    ("barrier(«CLK_LOCAL_MEM_FENCE»);", "barrier(local)"),
    ("barrier(«CLK_GLOBAL_MEM_FENCE»);", "barrier(global)"),
    ("barrier(«CLK_LOCAL_MEM_FENCE» | CLK_GLOBAL_MEM_FENCE);", "barrier(both)"),
    ("«__shared__» int s[256];", "local int[gsize] s;"),
    ("«__local» int s[256];", "local int[gsize] s;"),
    ("int s«[»256];", "local int[n] a;"),
    ("int «*»p;", "global int[n] a;"),
    ("int i := 0; «++»i;", "`x++`"),
    ("int i := 4; i «/»= 2;", "`x := x / y`"),
    ("int i := 1 <«<» 3;", "`\\shl(u32, x, 2)`"),
    ("int i := n >«>» 3;", "`\\shr(u32, x, 2)`"),
    ("int i := n «^» 3;", "`\\xor(u32, a, b)`"),
    ("int i := n «|» 3;", "`\\or(u32, a, b)`"),
    ("int i := «~n»;", "`\\not(u32, a)`"),
    ("int i := n «&» 3;", "`\\and(u32, n, 3)`"),
    ("int i := a[n + 1] «&» n;", "`\\and(u32, a[n + 1], n)`"),
    ("int i := n «&» 3 & 5;", "`\\and(u32, n, 3)`"),
    ("if («n» & 1 == 0) { }", "`\\and(u32, a, b)`"),
    ("bool b := n > 0 & «n»;", "`\\and(u32, a, b)`"),
    ("if ((n «&» 1) == 0) { }", "`\\and(u32, n, 1)`"),
    ("assert (n «&» 1) == 0;", "`\\and(u32, n, 1)`"),
    ("if (n «&&» n + 1) { }", "`x != 0 && y != 0`"),
    ("a[0] «<»<= 1;", "`x := \\shl(u32, x, 2)`"),
    ("int i := 1; i «>»>= 1;", "`x := \\shr(u32, x, 2)`"),
    ("int i := 1; i «&»= 1;", "`x := \\and(u32, x, y)`"),
    ("int i := 1; i «^»= 1;", "`\\xor(u32, a, b)`"),
    ("int i := 1; i «|»= 1;", "`\\or(u32, a, b)`"),
    ("int i := («int»)n;", "conversions"),
    ("«unsigned» int i = 0;", "`int`"),
    ("«size_t» i = 0;", "`int`"),
    ("«const» int i = 0;", "leave it out"),
    ("«float4» v;", "component"),
    ("«return n»;", "store the value in an array"),
    ("if (tid >= n) «break»;", "`return` ends the thread"),
    ("«switch» (n) { }", "if"),
    ("«printf»(n);", "sepal run"),
    ("«atomicAdd»(a, 1);", "atomic"),
    ("assert «true && Perm(a[0], read)» || true;", ""),
];

/// A file, and a part of the help.
const FILES: &[(&str, &str)] = &[
    ("«__global__» void add(int *a, int n) { a[0] = n; }", "void main()"),
    ("«__kernel» void add(__global int *a, int n) { a[0] = n; }", "void main()"),
    ("kernel «void» add(global int *a) { }", "void main()"),
    ("«__device__» int f(int x) { return x; }", "pure"),
    ("«#include» <stdio.h>", "preprocessor"),
    ("kernel k { «__shared__» int s[4]; void main() { } }", "local int[gsize] s;"),
    ("kernel k { global int «*»a; void main() { } }", "global int[n] a;"),
];

fn unmark(marked: &str) -> (String, usize, usize) {
    let start = marked.find('«').unwrap();
    let end = marked.find('»').unwrap() - '«'.len_utf8();
    (marked.replace(['«', '»'], ""), start, end)
}

#[test]
fn each_habit_has_one_diagnostic_with_what_to_write_instead() {
    let in_kernel = |code: &str| format!("kernel k {{ global int n; global int[4] a; void main() {{ {code} }} }}");
    let all = STATEMENTS.iter().map(|(code, help)| (in_kernel(code), *help));
    let all = all.chain(FILES.iter().map(|(text, help)| ((*text).to_owned(), *help)));
    let mut wrong = Vec::new();
    for (marked, help) in all {
        let (source, start, end) = unmark(&marked);
        let found = parse_program(&source).diagnostics;
        if found.len() != 1 {
            wrong.push(format!("{marked}: {} findings: {found:#?}", found.len()));
        }
        let place = found.first().map(|d| (d.span.start as usize, d.span.end as usize));
        let said = found.first().and_then(|d| d.help.clone()).unwrap_or_default();
        if place != Some((start, end)) || !said.contains(help) {
            wrong.push(format!("{marked}: {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong: {}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_habit_costs_one_diagnostic() {
    for code in ["__shared__ int s[256];", "unsigned int i = 0; i = i + 1;", "printf(\"%d\", 1);", "break;"] {
        let found = parse_program(&format!("kernel k {{ void main() {{ {code} }} }}")).diagnostics;
        let expected = if code.contains('"') { 2 } else { 1 };
        assert_eq!(found.len(), expected, "{code}: {found:#?}");
    }
}

#[test]
fn a_variable_may_have_the_name_of_a_function_elsewhere() {
    let parsed = parse_program("kernel k { void main() { int min := 1; int half := min; half := half + min; } }");
    assert!(parsed.program.is_some(), "{:#?}", parsed.diagnostics);
}

#[test]
fn clauses_come_in_any_order() {
    let head = "kernel k { global int n; global int[tcount] a; ";
    let thread = "requires tid < n; context Perm(a[tid], write);";
    let levels = "kernel requires tcount == n; group requires gsize > 1;";
    let body = " void main() { a[tid] := n; } }";
    let in_order = format!("{head}{levels}{thread}{body}");
    let tree = |text: &str| {
        let parsed = parse_program(text);
        assert!(parsed.program.is_some(), "{text}: {:#?}", parsed.diagnostics);
        parsed.ast
    };
    for text in [
        format!("{head}{thread}{levels}{body}"),
        format!(
            "{head}requires tid < n; kernel requires tcount == n; context Perm(a[tid], write); \
            group requires gsize > 1;{body}"
        ),
    ] {
        assert_eq!(tree(&text), tree(&in_order));
    }
    // A `kernel` clause belongs to the kernel, and so cannot stand in front of a function.
    let stray =
        parse_program("kernel k { requires true; kernel requires tcount == 1; pure int f() = 1; void main() { } }");
    assert_eq!(stray.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["parse.stray-clause"]);
}
