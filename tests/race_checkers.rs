//! Options of `sepal verify` by the names that users of race checkers know.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;
use support::folder;

/// Each group writes the same elements.
const GROUPS: &str = "__kernel void k(__global int *a) {\n    a[get_local_id(0)] = 1;\n}\n";
/// Several threads write one value.
const FLAG: &str = "__kernel void k(__global int *a) {\n    a[0] = 1;\n}\n";
/// A product may overflow.
const PRODUCT: &str = "__kernel void k(__global int *a, int n) {\n    a[get_global_id(0)] = n * n * n;\n}\n";
/// An annotation is wrong.
const CLAIM: &str = "__kernel void k(__global int *a) {\n    __assert(get_global_id(0) == 7);\n    \
                     a[get_global_id(0)] = 1;\n}\n";
/// Nothing is wrong.
const RIGHT: &str = "__kernel void k(__global int *a) {\n    a[get_global_id(0)] = 1;\n}\n";

/// The status, standard output and standard error of the command about a file with this text.
fn said(verb: &str, name: &str, text: &str, options: &[&str]) -> (Option<i32>, String, String) {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| folder("race-checkers"));
    let file = folder.join(format!("{name}.cl"));
    std::fs::write(&file, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.arg(verb).args(options).arg(&file).current_dir(support::root()).stdin(Stdio::null());
    let output = command.output().expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A verdict with an option that leaves something out says so: in its line, also with `-q`, in the audit, in the JSON
/// document, and in the summary; and `--strict` does not accept it.
fn is_told(name: &str, text: &str, option: &str, words: &str, kind: &str) {
    assert_ne!(said("verify", name, text, &[]).0, Some(0), "{name}");
    let (status, _, line) = said("verify", name, text, &[option]);
    assert_eq!(status, Some(0), "{line}");
    assert!(line.contains(words) && line.contains("1 of them not in full"), "{line}");
    let (_, _, line) = said("verify", name, text, &[option, "-q"]);
    assert!(line.contains(words), "{line}");
    let (status, _, line) = said("verify", name, text, &[option, "--strict"]);
    assert_eq!(status, Some(1), "{line}");
    assert!(line.contains(&format!("not strict: k: {kind}: not checked: ")), "{line}");
    let (_, list, _) = said("audit", name, text, &[option]);
    assert!(list.contains(&format!("k: proved{words}")) || list.contains(words), "{list}");
    assert!(list.contains(&format!("    {kind}: not checked: ")), "{list}");
    let (_, document, _) = said("verify", name, text, &[option, "--json"]);
    let document: Value = serde_json::from_str(&document).expect("JSON");
    let grounds = document["files"][0]["items"][0]["rests_on"].as_array().expect("grounds").clone();
    assert!(grounds.iter().any(|ground| ground["kind"] == kind && ground["avoidable"] == true), "{document:#}");
}

#[test]
fn what_is_left_out_is_told() {
    let words = "proved only to be free of barrier divergence";
    is_told("divergence", GROUPS, "--only-divergence", words, "only-divergence");
    is_told("groups", GROUPS, "--only-intra-group", "proved for each group by itself", "each-group-alone");
    is_told("product", PRODUCT, "--math-int", "if no integer overflows or wraps around", "unchecked-overflow");
    let words = "if races of writes of equal values do no harm";
    is_told("benign", FLAG, "--benign-tolerance", words, "equal-writes");
    let words = "proved without regard to what annotations say";
    is_told("annotations", CLAIM, "--no-annotations", words, "ignored-annotations");
    let words = "proved without regard to what annotations other than preconditions say";
    is_told("preconditions", CLAIM, "--only-requires", words, "ignored-annotations");
    is_told("ignored", PRODUCT, "--overflow=ignore", "if no integer overflows", "unchecked-overflow");
}

/// The first line of a file leaves something out, too, for `sepal verify` and not for `sepal infer`, whose contracts
/// are proved in full.
#[test]
fn what_a_file_leaves_out_is_not_left_out_of_inferred_contracts() {
    let text = format!("//--only-intra-group\n{GROUPS}");
    let (status, _, line) = said("verify", "header", &text, &["--header-flags"]);
    assert!(status == Some(0) && line.contains("proved for each group by itself"), "{line}");
    assert_eq!(said("infer", "header", &text, &["--header-flags"]).0, Some(1));
    let text = format!("//--overflow=ignore\n{PRODUCT}");
    let (status, _, line) = said("verify", "ignore", &text, &["--header-flags"]);
    assert!(status == Some(0) && line.contains("if no integer overflows"), "{line}");
    assert_eq!(said("infer", "ignore", &text, &["--header-flags"]).0, Some(1));
}

#[test]
fn a_search_for_mistakes_proves_nothing() {
    let (status, _, line) = said("verify", "bug", GROUPS, &["--findbugs", "--loop-unwind=2"]);
    assert!(status == Some(1) && line.contains("store:data-race"), "{line}");
    let (status, document, line) = said("verify", "right", RIGHT, &["--findbugs", "--json"]);
    assert_eq!(status, Some(3), "{line}");
    let document: Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(document["verdict"], "unknown");
    let (status, _, line) = said("verify", "right", RIGHT, &["--findbugs"]);
    assert!(status == Some(3) && line.contains("nothing was proved (`--findbugs`)"), "{line}");
    assert_eq!(said("verify", "right", RIGHT, &[]).0, Some(0));
}

/// Options that mean nothing here are read, and one sentence says why they change nothing.
#[test]
fn options_of_others_are_answered() {
    let options = ["--no-inline", "--solver=z3", "--boogie-opt", "/x", "--warp-sync=32"];
    let (status, _, line) = said("verify", "others", RIGHT, &options);
    assert_eq!(status, Some(0), "{line}");
    for name in ["no-inline", "solver", "boogie-opt", "warp-sync"] {
        assert_eq!(line.matches(&format!("`--{name}` changes nothing: ")).count(), 1, "{line}");
    }
    assert!(!said("verify", "others", RIGHT, &["--time", "-q"]).2.contains("changes nothing"));
    let header = format!("//--verify --findbugs --loop-unwind=2 --infer-info --boogie-opt=/x\n{RIGHT}");
    let (status, _, line) = said("verify", "others-header", &header, &["--header-flags"]);
    assert!(status == Some(0) && !line.contains("changes nothing"), "{line}");
    assert_eq!(said("verify", "others", RIGHT, &["--only-log"]).0, Some(2));
}

/// What a file says of clang and of its launches counts, and options that cannot be followed are refused.
#[test]
fn options_of_files_are_followed() {
    let text = "//pass\n// --local_size=64 --num_groups=2 --clang-opt=-DN=4 --global_offset=[0]\n\
                __kernel void k(__global int *a) {\n    a[get_global_id(0)] = N + __LOCAL_SIZE_0;\n}\n";
    let (status, _, line) = said("verify", "options", text, &["--header-flags", "--timeout=0"]);
    assert!(status == Some(0) && line.contains("`gsize == 64`, `ngroups == 2` (command line)"), "{line}");
    let (status, _, line) = said("verify", "refused", RIGHT, &["--clang-opt=-m32"]);
    assert!(status == Some(2) && line.contains("`-m32`"), "{line}");
    let (status, list, _) = said("audit", "followed", RIGHT, &["--clang-opt=-Ofast -DN"]);
    assert!(status == Some(0) && list.contains("`-Ofast`"), "{list}");
    let (status, _, line) = said("verify", "offset", RIGHT, &["--global_offset=4"]);
    assert!(status == Some(2) && line.contains("without a global offset"), "{line}");
    let (status, _, line) = said("verify", "large", PRODUCT, &["--kernel-args=k,99999999999"]);
    assert!(status == Some(2) && line.contains("does not fit the parameter"), "{line}");
    let (status, _, line) = said("verify", "bits", PRODUCT, &["--kernel-args=k,0xffffffff"]);
    assert!(status == Some(0) && line.contains("`n == -1`"), "{line}");
    let strict = format!("//--no-benign-tolerance\n{FLAG}");
    assert_eq!(said("verify", "strict", &strict, &["--header-flags", "--benign-tolerance"]).0, Some(1));
}

/// A template of kernels that the file does not use has the instances that the command line names.
#[test]
fn instances_of_templates_are_verified_by_name() {
    let file = folder("race-checkers-instances").join("t.cu");
    let text = "template <typename T, int N> __global__ void fill(T *a) {\n    \
                a[blockIdx.x * blockDim.x + threadIdx.x] = N;\n}\n";
    std::fs::write(&file, text).expect("a file");
    let verify = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
        command.arg("verify").args(options).arg(&file).current_dir(support::root()).stdin(Stdio::null());
        let output = command.output().expect("the command runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let (status, line) = verify(&["--instantiate", "fill<int,8>"]);
    assert!(status == Some(0) && line.contains("fill<int, 8>: proved"), "{line}");
    let (status, line) = verify(&[]);
    assert!(status == Some(2) && line.contains("until `--instantiate` names an instance"), "{line}");
    assert_eq!(verify(&["--instantiate", "fill<int>"]).0, Some(2));
}

/// OpenCL 2 is read where OpenCL 1.2 is an error, unless the command line demands a version.
#[test]
fn the_version_of_opencl_is_found_or_given() {
    let text = "__kernel void k(__global atomic_int *a) {\n    atomic_fetch_add(a, 1);\n}\n";
    assert_eq!(said("verify", "version", text, &[]).0, Some(0));
    assert_eq!(said("verify", "version", text, &["--cl-std=CL3.0"]).0, Some(0));
    assert_eq!(said("verify", "version", text, &["--clang-opt=-cl-std=CL2.0"]).0, Some(0));
    assert_eq!(said("verify", "version", text, &["--cl-std=CL1.2"]).0, Some(2));
}
