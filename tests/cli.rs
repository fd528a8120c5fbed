//! The command as a user meets it: exit statuses, streams, JSON, and what it says about bad input.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{json, Value};
use support::folder;

const GOOD: &str = "kernel good {
  global int[tcount] a;
  requires Perm(a[tid], write);
  ensures Perm(a[tid], write) ** a[tid] == tid;
  void main() {
    a[tid] := tid;
  }
}
";

const RACE: &str = "kernel race {
  global int[gsize] a;
  requires Perm(a[tid], write);
  ensures Perm(a[0], write);
  void main() {
    barrier(global) { ensures Perm(a[0], write); }
  }
}
";

/// The barrier fences the wrong memory: what it says of `s` does not follow, since it hands `s` over unfenced.
const FENCE: &str = "kernel fence {
  local int[gsize] s;
  requires Perm(s[lid], write);
  void main() {
    s[lid] := 3;
    barrier(global) {
      requires s[lid] == 3;
      ensures Perm(s[(lid + 1) % gsize], read) ** s[(lid + 1) % gsize] == 3;
    }
  }
}
";

fn sepal(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.args(arguments).current_dir(support::root()).stdin(Stdio::null()).output().expect("the command runs")
}

/// Runs the command with this text as its standard input.
fn sepal_reads(text: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.args(arguments).current_dir(support::root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("the command starts");
    let mut input = running.stdin.take().expect("its input");
    input.write_all(text.as_bytes()).expect("it reads its input");
    drop(input);
    running.wait_with_output().expect("the command runs")
}

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file for the test");
    path.to_string_lossy().into_owned()
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn json(arguments: &[&str]) -> (i32, Value) {
    let output = sepal(&[&["verify", "--json"], arguments].concat());
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    let value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}{}", stderr(&output)));
    (status(&output), value)
}

fn codes(document: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in document["files"].as_array().expect("files") {
        let items = file["items"].as_array().expect("items").iter();
        let lists = std::iter::once(file).chain(items);
        for diagnostic in lists.flat_map(|list| list["diagnostics"].as_array().expect("diagnostics")) {
            found.insert(diagnostic["code"].as_str().expect("a code").to_owned());
        }
    }
    found
}

#[test]
fn a_proof_ends_with_0_and_a_race_with_1() {
    let folder = folder("statuses");
    let (good, race) = (write(&folder, "good.pvl", GOOD), write(&folder, "race.pvl", RACE));
    let output = sepal(&["verify", &good]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert!(output.stdout.is_empty());
    assert!(stderr(&output).contains("good: proved"), "{}", stderr(&output));
    let output = sepal(&["verify", &good, &race]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let text = stderr(&output);
    for part in ["barrier.redistribution:two-writers", "race.pvl:6:", "threads = 2", "thread 0, ", "thread 1, "] {
        assert!(text.contains(part), "`{part}` is missing:\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no colour unless to a terminal:\n{text}");
}

#[test]
fn an_undecided_obligation_ends_with_3() {
    let folder = folder("unknown");
    let file = write(
        &folder,
        "lemma.pvl",
        "pure int f(int n) = n == 0 ? 0 : f(n - 1) + n * n;\nkernel k {\n  void main() { }\n}\n",
    );
    let (status, document) = json(&[&file]);
    assert_eq!(status, 3, "{document:#}");
    assert_eq!(document["verdict"], "unknown");
    assert!(codes(&document).contains("function.termination:no-measure"), "{document:#}");
}

#[test]
fn an_error_of_the_input_outranks_a_refutation() {
    let folder = folder("rank");
    let race = write(&folder, "race.pvl", RACE);
    let bad = write(&folder, "bad.pvl", "kernel k { void main() { x := 1; } }");
    assert_eq!(status(&sepal(&["verify", &race, &bad])), 2);
}

#[test]
fn every_bad_input_has_its_diagnostic() {
    let folder = folder("bad-input");
    fs::create_dir(folder.join("nothing")).expect("a folder");
    let large = " ".repeat((4 << 20) + 1);
    let nested = format!("kernel k {{ void main() {{ int x := {}1{}; }} }}", "(".repeat(10_000), ")".repeat(10_000));
    let cases: Vec<(&str, String)> = vec![
        ("input.not-found", folder.join("missing.pvl").to_string_lossy().into_owned()),
        ("input.no-files", folder.join("nothing").to_string_lossy().into_owned()),
        ("input.language", write(&folder, "kernel.wgsl", "fn f() { }")),
        ("input.language", write(&folder, "KERNEL.GLSL", "__kernel void f() { }")),
        ("parse.empty", write(&folder, "empty.pvl", "")),
        ("parse.empty", write(&folder, "comment.pvl", "// nothing here\n")),
        ("input.binary", write(&folder, "binary.pvl", b"\x7fELF\0\0\0")),
        ("input.not-utf8", write(&folder, "latin.pvl", b"// caf\xe9\n")),
        ("input.too-large", write(&folder, "large.pvl", large)),
        ("parse.too-deep", write(&folder, "nested.pvl", nested)),
        ("parse.expected", write(&folder, "broken.pvl", "kernel {")),
        ("resolve.unknown-name", write(&folder, "unknown.pvl", "kernel k { void main() { assert zz == 1; } }")),
    ];
    let mut raised = BTreeSet::new();
    for (code, path) in &cases {
        let (status, document) = json(&[path]);
        assert_eq!(status, 2, "{path}: {document:#}");
        assert!(codes(&document).contains(*code), "{code} for {path}: {document:#}");
        let output = sepal(&["verify", path]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(code), "{code}: {}", stderr(&output));
        assert!(stderr(&output).contains("help: "), "{code} says what would work: {}", stderr(&output));
        raised.insert((*code).to_owned());
    }
    let good = write(&folder, "good.pvl", GOOD);
    let (status, document) = json(&[&good, "--filter", "no such kernel"]);
    assert_eq!((status, codes(&document)), (2, BTreeSet::from(["input.no-match".to_owned()])));
    raised.insert("input.no-match".to_owned());
    let header = write(&folder, "header.cl", "//--local_size=none\n__kernel void f() { }");
    let (status, document) = json(&[&header, "--header-flags"]);
    assert_eq!((status, codes(&document)), (2, BTreeSet::from(["input.header-flags".to_owned()])));
    raised.insert("input.header-flags".to_owned());
    let kernel = write(&folder, "kernel.cl", "__kernel void f() { }");
    let mut without_clang = Command::new(env!("CARGO_BIN_EXE_sepal"));
    without_clang.args(["verify", &kernel]).env("SEPAL_CLANG", folder.join("nothing")).stdin(Stdio::null());
    let output = without_clang.output().expect("the command runs");
    assert!(stderr(&output).contains("input.no-clang") && stderr(&output).contains("help: "), "{}", stderr(&output));
    raised.insert("input.no-clang".to_owned());
    let inside_a_file = format!("{good}/queries");
    let usages: [(&[&str], &str); 4] = [
        (&[], "the following required arguments were not provided: <FILE|DIR>..."),
        (&[&good, "--frob"], "unexpected argument '--frob' found"),
        (&[&good, "--timeout=soon"], "invalid value 'soon' for '--timeout <SECONDS>': write a number of seconds"),
        (&[&good, "--emit-smt2", &inside_a_file], "queries"),
    ];
    for (arguments, part) in usages {
        let (status, document) = json(arguments);
        assert_eq!((status, codes(&document)), (2, BTreeSet::from(["input.usage".to_owned()])), "{document:#}");
        let file = &document["files"][0];
        assert_eq!((&document["verdict"], &file["path"]), (&"error".into(), &"command line".into()), "{document:#}");
        let message = file["diagnostics"][0]["message"].as_str().expect("a sentence");
        assert!(message.contains(part) && !message.contains("Usage") && !message.contains('\n'), "{message}");
    }
    raised.insert("input.usage".to_owned());
    if cfg!(unix) {
        let (status, document) = json(&[&unreadable(&folder)]);
        assert_eq!((status, codes(&document)), (2, BTreeSet::from(["input.unreadable".to_owned()])));
        raised.insert("input.unreadable".to_owned());
    }
    let library = syntax::parse_program(&" ".repeat(syntax::MAX_SOURCE_BYTES + 1));
    assert_eq!(library.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["parse.too-large"]);
    for page in support::files("book/src/errors", "md") {
        let code = page.file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(!code.starts_with("input.") || raised.contains(&code), "no test raises {code}");
    }
}

/// A path below a file: neither there nor absent.
fn unreadable(folder: &Path) -> String {
    let file = write(folder, "file.pvl", GOOD);
    format!("{file}/inside.pvl")
}

#[test]
fn all_errors_of_a_file_are_reported() {
    let folder = folder("all-errors");
    let file =
        write(&folder, "two.pvl", "kernel k {\n  void main() {\n    assert x == 1;\n    assert y == 1;\n  }\n}\n");
    let (_, document) = json(&[&file]);
    let diagnostics = document["files"][0]["diagnostics"].as_array().expect("diagnostics");
    let lines: Vec<u64> = diagnostics.iter().filter_map(|d| d["line"].as_u64()).collect();
    assert_eq!(lines, [3, 4], "{document:#}");
}

/// With `--int` the verdict names the type. Without it, one line says that `int` has no limits, if some code computes
/// with integers.
#[test]
fn a_verdict_says_which_integers_it_is_about() {
    let sum = "kernel sum {
  global int[tcount] a;
  context Perm(a[tid], write);
  requires a[tid] < 100 && a[tid] > -100;
  void main() { a[tid] := a[tid] + 1; }
}
";
    let folder = folder("machine-integers");
    let (sum, good) = (write(&folder, "sum.pvl", sum), write(&folder, "good.pvl", GOOD));
    let said = |arguments: &[&str]| stderr(&sepal(&[&["verify"], arguments].concat()));
    assert_eq!(said(&[&sum, &sum]).matches("`int` has no limits").count(), 1);
    assert!(!said(&["-q", &sum]).contains("no limits"));
    // Nothing is computed there.
    assert!(!said(&[&good]).contains("no limits"));
    let narrow = said(&["--int=i8", &sum]);
    assert!(narrow.contains("`int` is `i8`, from -128 to 127") && !narrow.contains("no limits"), "{narrow}");
    // A procedure without variables has the type of its kernel, or only literals.
    let bare = "void two() { assert 1 + 1 == 2; }
kernel calls {
  global int[tcount] a;
  context Perm(a[tid], write);
  ensures a[tid] == 3;
  void three() { a[tid] := 1 + 2; }
  context Perm(a[tid], write);
  void main() { three(); two(); }
}
";
    let bare = write(&folder, "bare.pvl", bare);
    assert!(said(&[&bare]).contains("`int` has no limits"));
    let narrow = said(&["--int=i8", &bare]);
    assert!(!narrow.contains("no limits"), "{narrow}");
    assert_eq!(narrow.matches("`int` is `i8`").count(), 2, "of the kernel, and of its procedure: {narrow}");
    assert_eq!(json(&["--int=i8", &sum]).1["int"], "i8");
    assert!(json(&[&sum]).1.get("int").is_none());
    let wrong = sepal(&["verify", "--int=i7", &sum]);
    assert_eq!(status(&wrong), 2, "{}", stderr(&wrong));
}

/// A restriction that Sepal adds stands in the line of the verdict, with the change that lifts it below, and each of
/// these changes does so.
#[test]
fn a_restriction_stands_in_the_verdict_and_can_be_lifted() {
    let folder = folder("restricted");
    let kernel = |clauses: &str, length: &str| {
        format!(
            "kernel k {{\n  global int n;\n  global int[{length}] a;\n{clauses}  context Perm(a[tid], write);\n  \
             void main() {{ a[tid] := 0; }}\n}}\n"
        )
    };
    let verdict = |name: &str, clauses: &str, length: &str| {
        let file = write(&folder, name, kernel(clauses, length));
        let (status, document) = json(&[&file]);
        assert_eq!(status, 0, "{document:#}");
        let grounds = document["files"][0]["items"][0]["rests_on"].as_array().expect("grounds").clone();
        let avoidable = grounds.iter().filter(|g| g["avoidable"] == true);
        let kinds: Vec<String> = avoidable.map(|g| g["kind"].as_str().expect("a word").to_owned()).collect();
        (stderr(&sepal(&["verify", &file])), kinds)
    };
    let both = "k: proved for launches of one group in which every thread has `tid < n` (line 4) (";
    let (text, kinds) = verdict("both.pvl", "  requires tid < n;\n", "n");
    assert!(text.contains(both) && text.contains("restricted: `kernel requires ngroups >= 1;`"), "{text}");
    assert_eq!(kinds, ["one-group", "launch-condition"]);
    let (text, kinds) = verdict("one.pvl", "  kernel requires gsize <= n;\n", "n");
    assert!(text.contains("k: proved for launches of one group ("), "{text}");
    assert_eq!(kinds, ["one-group"]);
    for (name, clauses) in [("all", "ngroups >= 1"), ("stated", "ngroups == 1")] {
        let length = if name == "all" { "tcount" } else { "gsize" };
        let (text, kinds) = verdict(&format!("{name}.pvl"), &format!("  kernel requires {clauses};\n"), length);
        assert!(text.contains("k: proved ("), "{text}");
        assert!(kinds.is_empty(), "{kinds:?}");
    }
    // A condition that the kernel states, too, is no restriction.
    let (_, kinds) = verdict("twice.pvl", "  kernel requires tcount == n;\n  requires tcount == n;\n", "n");
    assert!(kinds.is_empty(), "{kinds:?}");
}

/// The log in SARIF has each finding with its place, its rule and its run, and fixes that can be made.
#[test]
fn findings_are_written_in_sarif() {
    let folder = folder("sarif");
    let race = write(&folder, "a race.cu", "__global__ void k(int *a) {\n  a[0] = threadIdx.x;\n}\n");
    let lacking = write(&folder, "k.pvl", "kernel k {\n  global int[tcount] a;\n  void main() { a[tid] := 1; }\n}\n");
    let broken = write(&folder, "broken.pvl", "kernel {");
    let log = folder.join("log.sarif");
    let log = log.to_str().expect("a path");
    let output = sepal(&["verify", "--sarif", log, &race, &lacking, &broken]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let log: Value = serde_json::from_str(&std::fs::read_to_string(log).expect("a log")).expect("JSON");
    assert_eq!((&log["version"], &log["runs"][0]["tool"]["driver"]["name"]), (&json!("2.1.0"), &json!("Sepal")));
    let results = log["runs"][0]["results"].as_array().expect("results");
    let of = |rule: &str| {
        let found: Vec<&Value> = results.iter().filter(|result| result["ruleId"] == rule).collect();
        assert_eq!(found.len(), 1, "{rule}: {log:#}");
        found[0]
    };
    let race = of("store:data-race");
    let place = &race["locations"][0]["physicalLocation"];
    assert!(place["artifactLocation"]["uri"].as_str().expect("a URI").ends_with("/a%20race.cu"), "{place:#}");
    assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&json!(2), &json!(3)));
    assert_eq!(race["level"], "error");
    let threads = race["codeFlows"][0]["threadFlows"].as_array().expect("the steps of threads");
    assert!(!threads.is_empty() && threads.iter().all(|t| t["locations"][0]["executionOrder"].is_u64()), "{race:#}");
    let missing = of("store:insufficient-permission");
    let change = &missing["fixes"][0]["artifactChanges"][0]["replacements"][0];
    let clause = change["insertedContent"]["text"].as_str().expect("a clause");
    assert!(clause.contains("Perm(a[tid], write)"), "{missing:#}");
    let _ = of("parse.expected");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    assert_eq!(rules.len(), results.iter().map(|r| r["ruleId"].to_string()).collect::<BTreeSet<_>>().len());
    assert!(rules.iter().all(|rule| rule["shortDescription"]["text"].as_str().is_some_and(|text| text.len() > 10)));
}

/// What is inferred becomes annotations, which are proved without inference. A kernel that is not proved gets none.
#[test]
fn inferred_contracts_are_written() {
    let folder = folder("annotated");
    let kernels = "__global__ void fill(int *a) {\n  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n\n\
                   __global__ void rows(float *a, int n) {\n  __shared__ float s[64];\n  int t = threadIdx.x;\n  \
                   for (int i = 0; i < n; i++)\n    a[n * (blockIdx.x * blockDim.x + t) + i] = 0;\n  s[t] = 1;\n  \
                   __syncthreads();\n  if (t > 0 && n > 0) a[n * (blockIdx.x * blockDim.x + t)] = s[t - 1];\n}\n\n\
                   __global__ void race(int *a) {\n  a[0] = threadIdx.x;\n}\n";
    let file = write(&folder, "k.cu", kernels);
    let printed = sepal(&["infer", &file]);
    assert_eq!(printed.status.code(), Some(1), "{}", stderr(&printed));
    assert!(stderr(&printed).contains("race: not annotated: it is refuted"), "{}", stderr(&printed));
    assert_eq!(fs::read_to_string(&file).expect("the file"), kernels, "nothing is changed without `--write`");
    let written = sepal(&["infer", "--write", &file]);
    assert_eq!((written.status.code(), stderr(&written).contains("2 kernels annotated")), (Some(1), true));
    let text = fs::read_to_string(&file).expect("the file");
    assert_eq!(String::from_utf8_lossy(&printed.stdout), text);
    let code = |text: &str| -> String {
        let mut out = String::new();
        for part in text.split("/*@") {
            out.push_str(part.split_once("@*/").map_or(part, |(_, code)| code));
        }
        out.split_whitespace().collect()
    };
    assert_eq!(code(&text), code(kernels), "only annotations are added");
    let (_, document) = json(&["--no-infer", &file]);
    let items = document["files"][0]["items"].as_array().expect("kernels");
    let proved: Vec<&str> =
        items.iter().filter(|item| item["verdict"] == "proved").filter_map(|item| item["name"].as_str()).collect();
    assert_eq!(proved, ["fill", "rows"], "{text}");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "no other file stays");
    // Sizes of the command line become a part of the contract.
    let sized = write(&folder, "sized.cl", "__kernel void k(__global int *a) { a[get_local_id(0)] = 1; }\n");
    let written = sepal(&["infer", "--write", "--local_size=8", "--num_groups=1", &sized]);
    assert_eq!(written.status.code(), Some(0), "{}", stderr(&written));
    assert!(fs::read_to_string(&sized).expect("the file").contains("kernel requires ngroups == 1;"));
    assert_eq!(json(&["--no-infer", &sized]).0, 0);
    assert_eq!(sepal(&["infer", &file, &sized]).status.code(), Some(2), "two files without `--write`");
    let pvl = write(&folder, "k.pvl", "kernel k { void main() { } }");
    assert_eq!(sepal(&["infer", &pvl]).status.code(), Some(2));
}

/// Sizes and values of the command line limit the launches, the verdict says so, and a kernel that is wrong for them is
/// not proved.
#[test]
fn the_command_line_limits_launches() {
    let folder = folder("given");
    let file = write(&folder, "k.cl", "__kernel void k(__global int *a, int n) { a[get_local_id(0) + n] = n; }\n");
    let said = |options: &[&str]| {
        let output = sepal(&[["verify", &file].as_slice(), options].concat());
        (output.status.code(), stderr(&output))
    };
    let one = ["--local_size=64", "--num_groups=1", "--kernel-args=k,0x10", "--kernel-arrays=k,320"];
    let (status, text) = said(&one);
    assert_eq!(status, Some(0), "{text}");
    let launches = "for launches with `gsize == 64`, `ngroups == 1`, `n == 16`, `a.length == 80` (command line)";
    assert!(text.contains(launches), "{text}");
    let (status, text) = said(&["--blockDim=64", "--gridDim=2,1", "--kernel-args=k,16"]);
    assert_eq!(status, Some(1), "two groups write the same: {text}");
    let (status, text) = said(&["--local_size=1", "--num_groups=[1,2]"]);
    assert_eq!(status, Some(1), "the launch has a second dimension: {text}");
    assert_ne!(said(&["--local_size=64", "--num_groups=1", "--kernel-args=k,16", "--kernel-arrays=k,316"]).0, Some(0));
    assert_ne!(said(&["--local_size=64", "--num_groups=*"]).0, Some(0));
    for bad in ["--local_size=0", "--num_groups=1,2,3,4", "--kernel-args=k,x", "--blockDim=1 --local_size=1"] {
        let options: Vec<&str> = bad.split(' ').collect();
        assert_eq!(said(&options).0, Some(2), "{bad}");
    }
    assert!(said(&["--kernel-args=k,1,2"]).1.contains("c.command-line"));
}

#[test]
fn the_document_has_the_keys_that_the_book_describes() {
    let folder = folder("schema");
    let (good, race) = (write(&folder, "good.pvl", GOOD), write(&folder, "race.pvl", RACE));
    let assumed = write(&folder, "assumed.pvl", "kernel k { void main() { assume false; } }");
    let fence = write(&folder, "fence.pvl", FENCE);
    let (status, document) = json(&["--int=i64", &good, &race, &assumed, &fence]);
    assert_eq!((status, &document["verdict"], &document["status"]), (1, &"refuted".into(), &1.into()));
    let mut keys = BTreeSet::new();
    collect_keys(&document, &mut keys);
    let sums = "kernel k { global float a, b, c; void main() { assert (a + b) + c === a + (b + c); } }";
    let sums = write(&folder, "sums.pvl", sums);
    collect_keys(&json(&["--assume=float-reassociation", &sums]).1, &mut keys);
    let forgotten = "kernel k { global int[tcount] a; void main() { a[tid] := 1; } }";
    let forgotten = json(&[&write(&folder, "forgotten.pvl", forgotten)]).1;
    collect_keys(&forgotten, &mut keys);
    let cache = folder.join("cache").to_string_lossy().into_owned();
    for _ in 0..2 {
        collect_keys(&json(&["--cache", &cache, &good]).1, &mut keys);
    }
    let unstable = "tests/verify/index-padded-tile.pvl";
    collect_keys(&json(&["--seeds=1", "--rlimit=100000", unstable]).1, &mut keys);
    let edit = &forgotten["files"][0]["items"][0]["diagnostics"][0]["edits"][0];
    assert_eq!(edit["insert"], "context Perm(a[tid], write); ", "{forgotten:#}");
    assert_eq!((&edit["line"], &edit["column"], &edit["length"]), (&1.into(), &34.into(), &0.into()), "{edit:#}");
    let page = support::text(&support::root().join("book/src/command.md"));
    let described: BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |").map(|(key, _)| key.to_owned()))
        .filter(|key| !key.starts_with('-'))
        .collect();
    let undescribed: Vec<_> = keys.difference(&described).collect();
    assert!(undescribed.is_empty(), "book/src/command.md does not describe {undescribed:?}");
    let unknown: Vec<_> = described.difference(&keys).filter(|key| *key != "explanation").collect();
    assert!(unknown.is_empty(), "book/src/command.md describes {unknown:?}, which the document does not have");
    let values = document["files"][1]["items"][0]["diagnostics"][0]["counterexample"].as_array().expect("values");
    let threads: BTreeSet<u64> = values.iter().filter_map(|value| value["thread"].as_u64()).collect();
    assert!(threads.is_superset(&BTreeSet::from([1, 2])), "{values:#?}");
}

fn collect_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            keys.insert(key.clone());
            collect_keys(value, keys);
        }),
        Value::Array(values) => values.iter().for_each(|value| collect_keys(value, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn one_mistake_is_one_finding_and_what_hangs_on_it_a_line() {
    let folder = folder("one-mistake");
    let fence = write(&folder, "fence.pvl", FENCE);
    let (_, document) = json(&[&fence]);
    let diagnostics = document["files"][0]["items"][0]["diagnostics"].as_array().expect("diagnostics");
    let of = |code: &str| diagnostics.iter().find(|d| d["code"] == code).unwrap_or_else(|| panic!("{document:#}"));
    let (cause, consequence) = (of("barrier.redistribution:unfenced"), of("barrier.transfer:condition-false"));
    assert!(cause["under"].is_null(), "{cause:#}");
    assert_eq!(consequence["under"]["link"], "follows", "{consequence:#}");
    assert_eq!(consequence["under"]["obligation"], cause["obligation"]);
    let text = stderr(&sepal(&["verify", &fence]));
    assert_eq!(text.matches('×').count(), 1, "{text}");
    assert!(text.contains("(barrier.transfer:condition-false)"), "nothing is left out:\n{text}");
    assert!(text.contains("proved, 2 refuted;"), "both are counted:\n{text}");
}

#[test]
fn a_filter_selects_kernels_by_name() {
    let folder = folder("filter");
    let file = write(&folder, "both.pvl", format!("{GOOD}{RACE}"));
    let (status, document) = json(&[&file, "--filter", "goo"]);
    assert_eq!(status, 0, "{document:#}");
    let items = document["files"][0]["items"].as_array().expect("items");
    let names: Vec<&str> = items.iter().filter_map(|item| item["name"].as_str()).collect();
    assert_eq!(names, ["good"]);
}

#[test]
fn queries_are_written_one_file_an_obligation() {
    let folder = folder("emit");
    let (race, queries) = (write(&folder, "race.pvl", RACE), folder.join("queries"));
    let output = sepal(&["verify", &race, "--emit-smt2", &queries.to_string_lossy()]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let written: Vec<PathBuf> =
        fs::read_dir(&queries).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    let count = format!("{} queries were written to `{}`\n", written.len(), queries.display());
    assert!(written.len() > 1 && stderr(&output).contains(&count), "{}", stderr(&output));
    let quiet = sepal(&["verify", &race, "-q", "--emit-smt2", &queries.to_string_lossy()]);
    assert!(!stderr(&quiet).contains("written"), "{}", stderr(&quiet));
    for path in &written {
        let text = support::text(path);
        assert!(text.contains("(check-sat)"), "{}: {text}", path.display());
        assert!(path.extension().is_some_and(|e| e == "smt2"));
    }
    let inside_a_file = format!("{race}/queries");
    assert_eq!(status(&sepal(&["verify", &race, "--emit-smt2", &inside_a_file])), 2);
}

#[test]
fn proofs_are_written_and_checked() {
    let folder = folder("proof");
    let (good, proofs) = (write(&folder, "good.pvl", GOOD), folder.join("proofs"));
    let output = sepal(&["verify", &good, "--proof", &proofs.to_string_lossy()]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("checked: no mistake"), "{}", stderr(&output));
    let written: Vec<PathBuf> =
        fs::read_dir(&proofs).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    let count = format!("{} proofs were written to `{}`\n", written.len(), proofs.display());
    assert!(written.len() > 1 && stderr(&output).contains(&count), "{}", stderr(&output));
    let paths: Vec<String> = written.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let checked = |paths: &[String]| {
        let words: Vec<&str> = ["check-proof"].into_iter().chain(paths.iter().map(String::as_str)).collect();
        sepal(&words)
    };
    let output = checked(&paths);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert_eq!(stderr(&output).matches("is right").count(), paths.len(), "{}", stderr(&output));
    // A folder stands for the proofs in it, each once, and other files in it are left alone.
    let in_folder = proofs.to_string_lossy().into_owned();
    write(&proofs, "notes.txt", "(goal false)");
    let of_folder = checked(&[in_folder.clone(), paths.first().expect("a proof").clone()]);
    assert_eq!(status(&of_folder), 0, "{}", stderr(&of_folder));
    assert_eq!(stderr(&of_folder).matches("is right").count(), paths.len(), "{}", stderr(&of_folder));
    let all = format!("{0} of {0} proofs are right\n", paths.len());
    assert!(stderr(&of_folder).ends_with(&all), "{}", stderr(&of_folder));
    let empty = proofs.join("empty");
    fs::create_dir(&empty).expect("a folder");
    let of_nothing = checked(&[empty.to_string_lossy().into_owned()]);
    assert_eq!(status(&of_nothing), 2, "{}", stderr(&of_nothing));
    assert!(stderr(&of_nothing).contains("there is no `.proof` file in this folder"), "{}", stderr(&of_nothing));
    // Another goal: the last step shows something else. A missing step: the text is no proof.
    let (first, text) = (paths.first().expect("a proof"), support::text(written.first().expect("a proof")));
    let goal = text.lines().find(|line| line.starts_with("(goal")).expect("a goal");
    let (head, last) = (text.lines().next().expect("a head"), text.lines().count() + 1);
    let obligation = head.trim_end_matches(')').rsplit_once(' ').expect("words").1;
    assert!(head.starts_with("(about ") && stderr(&of_folder).contains(&format!("for `{obligation}` of `")), "{head}");
    let about = format!("good.pvl`: line {last}: the step `evaluate`");
    for (wrong, expected, says) in [
        (text.replace(goal, "(goal false)"), 1, "is wrong"),
        (text.replace(goal, ""), 2, "is no proof"),
        (format!("{text}(step s9999 chain (s1 s9998))\n"), 2, "line"),
        (format!("{text}(step s9999 evaluate false ())\n"), 1, &about),
    ] {
        fs::write(first, wrong).expect("the file");
        let output = checked(&paths);
        assert_eq!(status(&output), expected, "{}", stderr(&output));
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
    }
}

/// A second run leaves no proof of the first one, and removes nothing that Sepal did not write.
#[test]
fn proofs_of_an_earlier_run_are_replaced() {
    let folder = folder("proof-again");
    let (good, proofs) = (write(&folder, "good.pvl", GOOD), folder.join("proofs"));
    let _ = fs::remove_dir_all(&proofs);
    let out = proofs.to_string_lossy().into_owned();
    let run = || sepal(&["verify", &good, "--proof", &out]);
    let names = || {
        let all = fs::read_dir(&proofs).expect("the folder").map(|e| e.expect("an entry").file_name());
        all.collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(status(&run()), 0);
    let first = names();
    write(&proofs, "old.proof", "(about old.pvl k assert.condition-false.000000)\n");
    write(&proofs, "notes.txt", "mine");
    assert_eq!(status(&run()), 0);
    let mut expected = first.clone();
    let _ = expected.insert("notes.txt".into());
    assert_eq!(names(), expected);
    write(&proofs, "mine.proof", "(goal true)\n");
    let before = names();
    let output = run();
    assert_eq!((status(&output), names()), (2, before), "{}", stderr(&output));
    assert!(stderr(&output).contains("mine.proof` is not a proof that"), "{}", stderr(&output));
}

#[test]
fn explain_prints_hypotheses_in_the_source_language() {
    let folder = folder("explain");
    let output = sepal(&["verify", &write(&folder, "good.pvl", GOOD), "--explain"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("tid"), "{}", stderr(&output));
    assert!(stderr(&output).lines().count() > 10, "{}", stderr(&output));
}

#[test]
fn a_divisor_that_is_zero_is_explained_in_words() {
    let folder = folder("explain-zero");
    let file = write(&folder, "zero.pvl", "kernel k {\n  void main() {\n    int x := 1 / 0;\n  }\n}\n");
    let output = sepal(&["verify", &file, "--explain"]);
    let says = "to show: no thread comes here, since `0` is the divisor, and it is 0\n";
    assert!(stderr(&output).contains(says), "{}", stderr(&output));
}

#[test]
fn a_line_can_be_explained() {
    let folder = folder("explain-line");
    let file = write(&folder, "good.pvl", GOOD);
    for which in ["6", "good.pvl:6", &format!("{file}:6:5")] {
        let output = sepal(&["verify", &file, &format!("--explain={which}")]);
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        let text = stderr(&output);
        let explained: Vec<&str> = text.lines().filter(|line| line.contains(" (line ")).collect();
        assert!(!explained.is_empty() && explained.iter().all(|line| line.contains("(line 6,")), "{which}: {text}");
    }
    for which in ["1000", "other.pvl:6"] {
        let output = sepal(&["verify", &file, &format!("--explain={which}")]);
        assert_eq!(status(&output), 2, "{which}");
        assert!(stderr(&output).contains(which), "{}", stderr(&output));
    }
}

#[test]
fn a_page_is_printed_for_each_error_id() {
    let mut seen = 0;
    for page in support::files("book/src/errors", "md") {
        let name = page.file_stem().expect("a name").to_string_lossy().into_owned();
        if name != "index" {
            let output = sepal(&["explain", &name]);
            assert_eq!(status(&output), 0, "{name}: {}", stderr(&output));
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(text.replace(':', ".").starts_with(&format!("`{name}`")), "{name}: {text}");
            assert!(text.contains("\nRepair\n"), "{name}: {text}");
            seen += 1;
        }
    }
    let list = String::from_utf8(sepal(&["explain"]).stdout).expect("UTF-8");
    assert!(seen > 90 && list.lines().filter(|line| line.starts_with("    ")).count() == seen, "{seen}: {list}");
    let unknown = sepal(&["explain", "store:datarace"]);
    assert_eq!(status(&unknown), 2);
    assert!(stderr(&unknown).contains("`store:data-race`"), "{}", stderr(&unknown));
    let folder = folder("explain-link");
    let findings = stderr(&sepal(&["verify", &write(&folder, "race.pvl", RACE)]));
    assert_eq!(findings.matches("sepal explain barrier.redistribution:two-writers").count(), 1, "{findings}");
    let good = stderr(&sepal(&["verify", &write(&folder, "good.pvl", GOOD)]));
    assert!(!good.contains("sepal explain"), "{good}");
}

#[test]
fn standard_input_is_a_file() {
    let output = sepal_reads(RACE, &["verify", "-", "--explain=6"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("<stdin>:6:"), "{}", stderr(&output));
    let output = sepal_reads(GOOD, &["verify", "-", "-", "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let files = document["files"].as_array().expect("files");
    assert_eq!((status(&output), files.len(), files[0]["path"].as_str()), (0, 1, Some("<stdin>")), "{document:#}");
    let output = sepal_reads(GOOD, &["run", "-", "--json"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let output = sepal_reads("kernel", &["run", "-"]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("<stdin>:1:"), "{}", stderr(&output));
    assert!(stderr(&sepal_reads("\0", &["verify", "-"])).contains("input.binary"));
}

#[test]
fn a_folder_of_another_language_is_recognised() {
    let folder = folder("other-language");
    write(&folder, "scan.wgsl", "fn scan() { }");
    // Where the lines of a message break depends on how long the path of this clone is.
    let text = stderr(&sepal(&["verify", &folder.to_string_lossy()])).replace(['\n', '│'], " ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("only `scan.wgsl`") && text.contains("WGSL") && text.contains("PVL"), "{text}");
    let missing = stderr(&sepal(&["verify", &folder.join("missing.cu").to_string_lossy()]));
    assert!(missing.contains("input.not-found"), "{missing}");
}

#[test]
fn folders_are_walked_in_the_order_of_names() {
    let folder = folder("walk");
    fs::create_dir(folder.join("b")).expect("a folder");
    for name in ["c.pvl", "a.pvl", "b/d.pvl", "notes.txt"] {
        write(&folder, name, GOOD);
    }
    let run = || json(&[&folder.to_string_lossy(), &folder.join("a.pvl").to_string_lossy(), "-j", "2"]).1;
    let document = run();
    let files = document["files"].as_array().expect("files");
    let names: Vec<String> = files
        .iter()
        .filter_map(|file| Path::new(file["path"].as_str()?).file_name().map(|n| n.to_string_lossy().into_owned()))
        .collect();
    assert_eq!(names, ["a.pvl", "d.pvl", "c.pvl"]);
}

#[test]
fn inferred_clauses_are_listed_and_can_be_turned_off() {
    let folder = folder("inferred");
    let code = "__global__ void k(int *a, int n) {\n    int i = threadIdx.x;\n    if (i < n) a[i] = 1;\n}\n";
    let path = write(&folder, "k.cu", code.replace("threadIdx.x", "blockIdx.x * blockDim.x + threadIdx.x"));
    let output = sepal(&["verify", &path, "--infer-info"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("`n <= a.length`"), "{}", stderr(&output));
    assert!(stderr(&output).contains("`context tid < n ==> Perm(a[tid], write);`"), "{}", stderr(&output));
    let output = sepal(&["verify", &path, "--no-infer"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    // Threads of two groups write one element: a run shows the race.
    let racy = write(&folder, "racy.cu", code);
    let output = sepal(&["verify", &racy]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("store:data-race"), "{}", stderr(&output));
}

#[test]
fn claims_of_a_hopeless_kernel_are_not_all_looked_at() {
    let folder = folder("hopeless");
    // Threads meet at an index only in large launches, and no proof excludes that.
    let all = || (0..12).map(|n| n.to_string());
    let arrays: Vec<String> = all().map(|n| format!("__global int *p{n}")).collect();
    let stores: Vec<String> = all().map(|n| format!("    p{n}[x % 65521] = 1;\n")).collect();
    let code = format!(
        "__kernel void scattered({}) {{\n    unsigned i = get_global_id(0);\n    unsigned x = i * i * i * 7919 + i * i \
         * 104729;\n{}}}\n",
        arrays.join(", "),
        stores.concat()
    );
    let output = sepal(&["verify", &write(&folder, "k.cl", code)]);
    assert_eq!(status(&output), 3, "{}", stderr(&output));
    assert!(stderr(&output).contains("further claims about permissions were not looked at"), "{}", stderr(&output));
    let findings = stderr(&output).matches("the precondition gives one location").count();
    assert!(findings < 12, "{findings}: {}", stderr(&output));
}

#[test]
fn what_a_person_claims_of_a_hopeless_kernel_is_looked_at() {
    let folder = folder("hopeless-claims");
    // No small numbers are such sums of cubes, and no proof says that none are.
    let sums = [4, 5, 13, 14, 22, 23, 31, 32, 40, 41, 49, 50, 58, 59];
    let hard: Vec<String> =
        sums.iter().map(|sum| format!("    //@ assert n * n * n + m * m * m != {sum};\n")).collect();
    let easy: Vec<String> =
        (1..10).map(|n| format!("    //@ assert k % {} != 3 || k % {} == 3;\n", 12 * n, 4 * n)).collect();
    let code = format!(
        "__kernel void f(__global int *a, int n, int m, int k) {{\n    int i = get_global_id(0);\n    a[i] = i;\n\
         {}{}    //@ assert k * k != 152399025;\n}}\n",
        easy.concat(),
        hard.concat()
    );
    let path = write(&folder, "k.cl", code);
    let kept = folder.join("kept");
    // What an earlier verification has proved changes no verdict.
    for _ in 0..2 {
        let output = sepal(&["verify", &path, "--cache", kept.to_str().expect("a path")]);
        assert_eq!(status(&output), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains("1 refuted"), "{}", stderr(&output));
        assert!(stderr(&output).contains("//@ assert k * k != 152399025;"), "{}", stderr(&output));
    }
}

#[test]
fn annotations_of_included_files_are_read() {
    let folder = folder("annotated-header");
    let _ = write(&folder, "h.h", "__device__ int same(int x) {\n    //@ assert x == 17;\n    return x;\n}\n");
    let code = "#include \"h.h\"\n__global__ void k(int *a) { a[threadIdx.x + blockIdx.x * blockDim.x] = same(1); }\n";
    let output = sepal(&["verify", &write(&folder, "k.cu", code)]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("h.h:2:16"), "{}", stderr(&output));
}

#[test]
fn wrong_usage_ends_with_2() {
    for arguments in [&["verify"][..], &["prove"], &["verify", "--timeout", "-3", "x"], &["verify", "-j", "0", "x"]] {
        let output = sepal(arguments);
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_shows_examples_and_statuses() {
    let output = sepal(&["verify", "--help"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(status(&output), 0);
    // The defaults are those of the library.
    let defaults = vcgen::options::Options::default();
    for part in [format!("[default: {}]", defaults.rlimit), format!("[default: {}]", defaults.timeout.as_secs())] {
        assert!(text.contains(&part), "{part}: {text}");
    }
    for part in ["Examples:", "Exit status:", "--emit-smt2", "--proof", "--rlimit", "--explain", "--filter"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn doctor_finds_the_solver_that_was_measured() {
    let output = sepal(&["doctor"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(status(&output), 0, "{text}{}", stderr(&output));
    assert!(text.contains(env!("CARGO_PKG_VERSION")) && text.contains("5.4"), "{text}");
}

/// The command with its library in a folder of their own, as an archive of a release would have them.
#[test]
#[cfg(target_os = "linux")]
fn a_command_that_was_moved_finds_the_library_beside_it() {
    let report = String::from_utf8(sepal(&["doctor"]).stdout).expect("UTF-8");
    let Some(library) = report.lines().find_map(|line| line.strip_prefix("found /")) else {
        return; // Z3 is linked statically.
    };
    let place = |from: &Path, to: &Path| {
        fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(drop)).expect("a copy");
    };
    for (test, bin, lib) in [("moved", "", ""), ("moved-lib", "", "lib"), ("moved-bin", "bin", "lib")] {
        let folder = folder(test);
        fs::create_dir_all(folder.join(bin)).expect("a folder");
        fs::create_dir_all(folder.join(lib)).expect("a folder");
        let library = Path::new("/").join(library);
        let moved = folder.join(lib).join(library.file_name().expect("a name"));
        place(&library, &moved);
        place(Path::new(env!("CARGO_BIN_EXE_sepal")), &folder.join(bin).join("sepal"));
        let output = Command::new(folder.join(bin).join("sepal"))
            .arg("doctor")
            .env_remove("LD_LIBRARY_PATH")
            .output()
            .expect("the command starts");
        let report = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(report.contains(&format!("found {}", moved.display())), "{test}: {report}");
    }
}

#[test]
fn completions_exist_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = sepal(&["completions", shell]);
        assert_eq!(status(&output), 0);
        assert!(String::from_utf8_lossy(&output.stdout).contains("emit-smt2"), "{shell}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_stops_reading_is_no_panic() {
    let folder = folder("pipe");
    let file = write(&folder, "race.pvl", RACE);
    let mut child = Command::new(env!("CARGO_BIN_EXE_sepal"))
        .args(["verify", "--json", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
}

/// What is not asked for costs nothing, but for the functions that an item rests on, directly or not.
#[test]
fn a_filter_verifies_what_it_selects_and_what_that_rests_on() {
    let folder = folder("filter-rests");
    let source = "ensures \\result == 2;
        pure int base(int x) = 1;
        pure int mid(int x) = base(x) + 1;
        pure int divided(int x) = 1 / x;
        kernel rests { global int n; void main() { assert mid(n) == 3; } }
        kernel wrong { global int n; void main() { assert n == 3; } }";
    let path = write(&folder, "filter.pvl", source);
    for (name, status, word) in [("rests", 3, "rests on `base`, which is not proved"), ("wrong", 1, "refuted")] {
        let output = sepal(&["verify", &path, "--filter", name]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output);
        assert_eq!(output.status.code(), Some(status), "{text}");
        assert!(text.contains(word) && !text.contains("divided"), "{text}");
    }
    let (status, document) = json(&[&path, "--filter", "rests"]);
    let (whole, all) = json(&[&path]);
    let find =
        |d: &Value| d["files"][0]["items"].as_array().and_then(|i| i.iter().find(|i| i["name"] == "rests")).cloned();
    let verdict = |d: &Value| find(d).map(|i| (i["verdict"].clone(), i["obligations"].as_array().map(Vec::len)));
    assert_eq!((status, whole), (3, 1));
    assert!(verdict(&document).is_some());
    assert_eq!(verdict(&document), verdict(&all));
}
