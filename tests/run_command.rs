//! `sepal run` as a user meets it: arrays before and after, findings, schedules that repeat, `.npy` files, JSON.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{json, Value};
use support::folder;

const SHIFT: &str = "kernel shift {
  global int n;
  global int[gsize] a, b;
  context Perm(a[tid], write) ** Perm(b[tid], write);
  void main() {
    b[tid] := a[tid] + n;
  }
}
";

const RACE: &str = "kernel race {
  global int[1] a;
  void main() {
    a[0] := a[0] + 1;
  }
}
";

fn sepal(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.args(arguments).current_dir(support::root()).stdin(Stdio::null()).output().expect("the command runs")
}

/// Exit status, standard output, standard error.
fn ran(arguments: &[&str]) -> (i32, String, String) {
    let output = sepal(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file for the test");
    path.to_string_lossy().into_owned()
}

/// A kernel of CUDA needs no permissions, so that a run of it finds what goes wrong, and no missing permission.
#[test]
fn a_kernel_without_permissions_is_judged_by_what_it_does() {
    let folder = folder("run-silent");
    let code = "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
    let file = write(&folder, "k.cu", code);
    let (status, out, err) = ran(&["run", &file, "--launch", "threads=4", "--arg", "a.length=4"]);
    assert_eq!(status, 0, "{out}{err}");
    assert!(err.contains("no access is judged by permissions, since the kernel states none"), "{err}");
    let (status, _, err) = ran(&["run", &file, "--launch", "threads=4", "--arg", "a.length=3"]);
    assert!(status == 1 && err.contains("store:out-of-bounds"), "{err}");
    let race = write(&folder, "race.cu", "__global__ void k(int *a) { a[0] = threadIdx.x; }\n");
    let (status, _, err) = ran(&["run", &race, "--launch", "threads=2", "--arg", "a.length=1"]);
    assert!(status == 1 && err.contains("store:data-race"), "{err}");
    // As soon as one clause gives a permission, all of them count; and so in every kernel of PVL.
    let half = write(&folder, "half.cu", &format!("/*@ context Perm(a[tid], 1\\2); @*/\n{code}"));
    let (status, _, err) = ran(&["run", &half, "--launch", "threads=4", "--arg", "a.length=4"]);
    assert!(status == 1 && err.contains("store:insufficient-permission"), "{err}");
    let pvl = write(&folder, "k.pvl", "kernel k { global int[tcount] a; void main() { a[tid] := 1; } }\n");
    let (status, _, err) = ran(&["run", &pvl, "--launch", "threads=4"]);
    assert!(status == 1 && err.contains("store:insufficient-permission"), "{err}");
}

#[test]
fn arrays_are_printed_before_and_after() {
    let file = write(&folder("run-arrays"), "shift.pvl", SHIFT);
    let (status, out, err) =
        ran(&["run", &file, "--launch", "threads=3", "--arg", "n=10", "--array", "a=iota", "--array", "b=zero"]);
    assert_eq!((status, out.as_str()), (0, "a[3] unchanged: 0 1 2\nb[3] before: 0 0 0\nb[3] after:  10 11 12\n"));
    assert_eq!(err, "shift: finished (3 steps, schedule canonical)\n");
}

#[test]
fn machine_integers_wrap_or_overflow_and_others_are_refused() {
    let file = write(&folder("run-machine-integers"), "shift.pvl", SHIFT);
    let with = |int: &str, n: &str, threads: &str| {
        ran(&["run", &file, int, "--launch", threads, "--arg", n, "--array", "a=iota", "--array", "b=zero"])
    };
    let (status, out, _) = with("--int=u8", "n=255", "threads=3");
    assert_eq!((status, out.as_str()), (0, "a[3] unchanged: 0 1 2\nb[3] before: 0 0 0\nb[3] after:  255 0 1\n"));
    let (status, _, err) = with("--int=i8", "n=126", "threads=3");
    assert!(status == 1 && err.contains("128 is no value of `i8`"), "{err}");
    let (status, _, err) = with("--int=i8", "n=128", "threads=3");
    assert!(status == 2 && err.contains("a value of `n` does not fit `i8`, which is from -128 to 127"), "{err}");
    let (status, _, err) = with("--int=i8", "n=0", "threads=128");
    assert!(status == 2 && err.contains("at most 127, and the launch is larger"), "{err}");
    assert_eq!(with("--int=i8", "n=0", "threads=127").0, 0);
}

#[test]
fn json_has_the_same() {
    let file = write(&folder("run-json"), "shift.pvl", SHIFT);
    let (status, out, _) = ran(&["run", &file, "--launch", "threads=2", "--arg", "n=1", "--array", "a=iota", "--json"]);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(status, 0);
    assert_eq!((&document["outcome"], &document["after"]["b"]), (&json!("finished"), &json!([1, 2])));
    assert_eq!(document["failures"], json!([]));
}

#[test]
fn what_has_no_value_is_noted_once() {
    let source = "pure bool p(int x);
kernel u {
  global int[tcount] a;
  context Perm(a[tid], write);
  requires (\\forall int i; i * i >= 0);
  ensures p(a[tid]);
  void main() {
    a[tid] := 2;
    assume (\\forall int i; i > 3);
  }
}
";
    let file = write(&folder("run-unknown"), "unknown.pvl", source);
    for more in [&[][..], &["--schedule", "all"]] {
        let (status, _, err) = ran(&[&["run", &file], more].concat());
        let noted: Vec<&str> = err.lines().filter_map(|line| line.trim().strip_prefix("not evaluated: ")).collect();
        let ids: Vec<&str> = noted.iter().filter_map(|line| line.split(':').next()).collect();
        assert_eq!((status, ids), (0, vec!["kernel.precondition", "assume", "thread.postcondition"]), "{err}");
    }
    let (_, out, err) = ran(&["run", &file, "--launch", "threads=1", "--trace", "--json"]);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["not_evaluated"].as_array().map(Vec::len), Some(3), "{document}");
    let steps = document["trace"].as_array().expect("steps");
    assert_eq!(steps.last(), Some(&json!({ "thread": "0.0", "line": 11, "text": "ends" })));
    assert!(err.contains("  thread 0.0: ends\n"), "{err}");
}

#[test]
fn one_is_no_plural() {
    let source = "kernel k { global int[1] a; context Perm(a[0], write); void main() { a[0] := 1; } }";
    let file = write(&folder("run-plural"), "k.pvl", source);
    let one = |more: &[&str]| ran(&[&["run", &file, "--launch", "groups=1"], more].concat()).2;
    assert_eq!(one(&[]), "k: finished (1 step, schedule canonical)\n");
    assert_eq!(one(&["--schedule", "all"]), "k: all interleavings: 1 run, 0 different failures, 1 different result\n");
    assert!(one(&["--steps", "0"]).contains("a run may do 0 steps, and has done so"));
}

#[test]
fn a_failure_is_drawn_and_told() {
    let file = write(&folder("run-race"), "race.pvl", RACE);
    let (status, _, err) = ran(&["run", &file, "--launch", "threads=2", "--no-contracts", "--trace"]);
    assert_eq!(status, 1);
    for part in [
        "load:data-race",
        "thread 1 reads `a[0]`, which thread 0 wrote",
        "thread 0.0 line 4: writes a[0]",
        "race: failed",
    ] {
        assert!(err.contains(part), "no `{part}` in:\n{err}");
    }
    let (status, _, err) = ran(&["run", &file, "--launch", "threads=2"]);
    assert_eq!(status, 1);
    assert!(err.contains("load:insufficient-permission"), "{err}");
}

#[test]
fn all_interleavings_and_one_of_them_again() {
    let file = write(&folder("run-all"), "race.pvl", RACE);
    let base = ["run", &file, "--launch", "threads=2", "--no-contracts", "--array", "a=zero"];
    let with = |more: &[&str]| ran(&[&base[..], more].concat());
    let (status, out, err) = with(&["--no-races", "--schedule", "all", "--json"]);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((status, &document["complete"]), (0, &json!(true)), "{err}");
    let mut results: Vec<i64> =
        document["results"].as_array().unwrap().iter().map(|m| m["a"][0].as_i64().unwrap()).collect();
    results.sort_unstable();
    assert_eq!(results, [1, 2], "an update may be lost");
    let (status, _, err) = with(&["--schedule", "all"]);
    assert_eq!(status, 1);
    let schedule =
        err.split("again with: --schedule ").nth(1).and_then(|rest| rest.lines().next()).expect("a schedule");
    let (status, _, again) = with(&["--schedule", schedule]);
    assert!(status == 1 && again.contains("data-race"), "{again}");
}

/// Right only where a group is one warp that goes in lockstep.
const SUM: &str = "kernel sum {
  global int[gsize] a;
  void main() {
    int s := gsize / 2;
    while (s > 0) {
      if (lid < s) { a[lid] := a[lid] + a[lid + s]; }
      s := s / 2;
    }
  }
}
";

#[test]
fn lockstep_shows_its_values_and_forgives_no_race() {
    let file = write(&folder("run-warps"), "sum.pvl", SUM);
    let run = |launch: &str, schedule: &str, more: &[&str]| {
        let options = ["run", &file, "--no-contracts", "--launch", launch, "--array", "a=iota", "--schedule", schedule];
        ran(&[&options, more].concat())
    };
    let sum = |launch: &str, schedule: &str| {
        let (status, out, _) = run(launch, schedule, &["--no-races", "--json"]);
        let document: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((status, &document["failures"]), (0, &json!([])));
        document["after"]["a"][0].as_i64().expect("an integer")
    };
    let page = fs::read_to_string(support::root().join("book/src/running.md")).expect("the book");
    assert!(page.contains(SUM.lines().nth(3).expect("a line of the kernel")), "the page shows this kernel");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `threads=8"))
        .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect();
    assert_eq!(rows.len(), 5);
    for row in rows {
        assert_eq!(sum(row[1], row[2]).to_string(), row[3], "the page on {row:?}");
    }
    assert_eq!(sum("threads=8", "warps:1"), 28, "a warp may be wider than a group");
    assert_ne!(sum("threads=8,warp=2", "warp:0:0:1"), 28);
    for (launch, schedule, relation) in [
        ("threads=8,warp=8", "lockstep", "same-warp-one-path"),
        ("threads=8", "canonical", "same-warp-one-path"),
        ("threads=8,warp=1", "lockstep", "different-warps"),
    ] {
        let (status, out, _) = run(launch, schedule, &["--json"]);
        let document: Value = serde_json::from_str(&out).expect("JSON");
        let failure = &document["failures"][0];
        assert_eq!((status, &failure["relation"]), (1, &json!(relation)), "{failure}");
        let (_, _, err) = run(launch, schedule, &[]);
        let why = failure["why"].as_str().expect("a sentence");
        assert!(err.contains(why), "{why}: {err}");
    }
    let (_, _, err) = run("threads=8", "lockstep", &[]);
    assert!(err.contains("only lockstep would order them, and no language standard promises it"), "{err}");
    // What is no part of a launch is no size.
    for (wrong, word) in [("threads=8,warp=0", "a warp of one thread"), ("threads=8,warp=x", "no part of a launch")] {
        let (status, _, err) = run(wrong, "lockstep", &[]);
        assert!(status == 2 && err.contains(word), "{err}");
    }
    let (status, _, err) = run("threads=8,warp=32", "warp:0:1:5", &[]);
    assert!(status == 2 && err.contains("names warp 1, and a group has 1 (from 0)"), "{err}");
}

#[test]
fn npy_files_come_back() {
    let place = folder("run-npy");
    let file = write(&place, "shift.pvl", SHIFT);
    let out = place.join("out").to_string_lossy().into_owned();
    let first = ran(&["run", &file, "--launch", "threads=4", "--arg", "n=5", "--array", "a=iota", "--out", &out]);
    assert_eq!(first.0, 0, "{}", first.2);
    let array = format!("a={out}/b.npy");
    let (status, text, err) =
        ran(&["run", &file, "--launch", "threads=4", "--arg", "n=5", "--array", &array, "--array", "b=zero"]);
    assert_eq!((status, text.lines().last()), (0, Some("b[4] after:  10 11 12 13")), "{err}");
    let (status, _, err) = ran(&["run", &file, "--launch", "threads=3", "--arg", "n=5", "--array", &array]);
    assert_eq!(status, 2);
    assert!(err.contains("has shape [4], and `a` has [3] in this launch"), "{err}");
    let bad = format!("a={}", write(&place, "bad.npy", "no array"));
    let (status, _, err) = ran(&["run", &file, "--launch", "threads=3", "--arg", "n=5", "--array", &bad]);
    assert!(status == 2 && err.contains("is no .npy file"), "{err}");
}

#[test]
fn what_does_not_fit_is_said() {
    let place = folder("run-bad");
    let file = write(&place, "shift.pvl", SHIFT);
    let two = write(&place, "two.pvl", &format!("{SHIFT}{RACE}"));
    let cases: &[(&[&str], &str)] = &[
        (&[&file], "`n` has no value; give it with `--arg n=…`"),
        (&[&file, "--arg", "n=x"], "`x` is no value for `n`"),
        (&[&file, "--arg", "m=1"], "the kernel has no constant `m`"),
        (&[&file, "--arg", "n=1", "--array", "c=iota"], "the kernel has no global array `c`"),
        (&[&file, "--arg", "n=1", "--array", "a=some"], "does not say how to fill `a`"),
        (&[&file, "--arg", "n=1", "--launch", "threads=0"], "a launch needs at least one group"),
        (&[&file, "--arg", "n=1", "--launch", "blocks=2"], "is no part of a launch"),
        (&[&file, "--arg", "n=1", "--launch", ""], "`` is no part of a launch"),
        (&[&file, "--arg", "n=1", "--launch", "threads=2,"], "`` is no part of a launch"),
        (&[&file, "--arg", "n=1", "--schedule", "replay:0.0*0"], "`replay:0.0*0` is no schedule"),
        (&[&file, "--arg", "n=1", "--schedule", "some"], "`some` is no schedule"),
        (
            &[&file, "--arg", "n=1", "--launch", "threads=2,threads=4"],
            "`--launch threads=2,threads=4` says `threads` twice",
        ),
        (&[&file, "--arg", "n=1", "--arg", "n=2"], "`--arg n=…` is given twice"),
        (&[&file, "--arg", "n=1", "--array", "a=zero", "--array", "a=iota"], "`--array a=…` is given twice"),
        (&[&file, "--kernel", "other"], "there is no kernel and no procedure `other`; the file has: shift"),
        (&[&two], "say which kernel with `--kernel`: shift, race"),
        (&["nowhere.pvl"], "the file cannot be read"),
        (&["examples"], "this is a folder"),
        (&[&file, "--arg", "n=1", "--array", "a=const:x"], "`x` is no value for an element of `a`"),
        (&[&file, "--arg", "n=1", "--schedule", "group:99:1"], "the schedule names group 99, and the launch has 1"),
        (&[&file, "--arg", "n=1", "--schedule", "replay:0.9*1"], "the schedule names thread 0.9, and a group has 4"),
        (&[&file, "--arg", "n=1", "--schedule", "all", "--out", "x"], "`--out` writes the arrays of one run"),
        (&[&file, "--arg", "n=1", "--schedule", "all", "--trace"], "`--trace` tells one run"),
        (&[&file, "--arg", "n=1", "--steps", "-1"], "invalid value '-1' for '--steps <N>'"),
        (&[&file, "--frob"], "unexpected argument '--frob' found"),
        (&[], "required arguments were not provided"),
    ];
    for (arguments, part) in cases {
        let (status, out, err) = ran(&[&["run"], *arguments].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(part), "{arguments:?}: no `{part}` in:\n{err}");
        let (status, out, _) = ran(&[&["run", "--json"], *arguments].concat());
        let document: Value = serde_json::from_str(&out).expect("JSON");
        let first = &document["diagnostics"][0]["message"];
        assert_eq!(
            (status, &document["status"], &document["outcome"]),
            (2, &json!(2), &json!("error")),
            "{arguments:?}"
        );
        assert!(first.as_str().is_some_and(|message| message.contains(part)), "{arguments:?}: {document}");
    }
}

/// It is a limit as the others are: nothing is wrong with the input.
#[test]
fn more_than_a_run_may_hold_is_a_limit() {
    let place = folder("run-memory");
    let file = write(&place, "shift.pvl", SHIFT);
    let large = write(&place, "large.pvl", "kernel large { global int[tcount * 10000000000] a; void main() { } }");
    let cases: [(&[&str], &str); 3] = [
        (&[&large], "`a` has 40000000000 elements in this launch; a run may hold 33554432"),
        (&[&file, "--arg", "n=1", "--memory", "3"], "a run that may hold 3 elements"),
        (&[&file, "--arg", "n=1", "--memory", "3", "--schedule", "all"], "a run that may hold 3 elements"),
    ];
    for (arguments, part) in cases {
        let (status, out, err) = ran(&[&["run", "--json"], arguments].concat());
        assert_eq!((status, err.lines().count()), (3, 1), "{err}");
        assert!(err.contains(part) && err.contains("`--memory N`"), "{err}");
        let document: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((&document["outcome"], &document["diagnostics"]), (&json!("limit"), &json!([])), "{document}");
        assert!(document["reason"].as_str().is_some_and(|reason| reason.contains(part)), "{document}");
    }
}

/// A file of NumPy's format: type, order, shape, data.
fn npy(place: &Path, name: &str, descr: &str, fortran: &str, shape: &str, data: &[u8]) -> String {
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}");
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(data);
    let path = place.join(name);
    fs::write(&path, bytes).expect("a file for the test");
    path.to_string_lossy().into_owned()
}

#[test]
fn npy_files_that_do_not_fit_are_told_apart() {
    let place = folder("run-npy-bad");
    let file = write(&place, "shift.pvl", SHIFT);
    let raw = |name: &str, rest: &[u8]| {
        let path = place.join(name);
        fs::write(&path, [&b"\x93NUMPY"[..], rest].concat()).expect("a file for the test");
        path.to_string_lossy().into_owned()
    };
    let ints = |n: i64| (1..=n).flat_map(i64::to_le_bytes).collect::<Vec<u8>>();
    let cases = [
        (npy(&place, "good.npy", "<i8", "False", "(4,)", &ints(4)), ""),
        (npy(&place, "swapped.npy", ">i2", "False", "(4,)", &[0, 1, 0, 2, 0, 3, 0, 4]), ""),
        (
            npy(&place, "cut.npy", "<i8", "False", "(4,)", &ints(2)),
            "has 16 bytes of data, and its header promises 32: it is cut off",
        ),
        (
            npy(&place, "more.npy", "<i8", "False", "(4,)", &ints(5)),
            "has 40 bytes of data, and its header promises 32: something follows",
        ),
        (npy(&place, "objects.npy", "|O", "False", "(4,)", b"xxxx"), "holds '|O', and no plain numbers; store '<i8'"),
        (
            npy(&place, "floats.npy", "<f8", "False", "(4,)", &ints(4)),
            "holds '<f8', which is not what `a` holds; store '<i8'",
        ),
        (
            npy(&place, "square.npy", "<i8", "False", "(2, 2)", &ints(4)),
            "has shape [2, 2], and `a` has [4] in this launch",
        ),
        (npy(&place, "large.npy", "<i8", "False", "(10000000000,)", &[]), "has shape [10000000000]"),
        (
            npy(&place, "huge.npy", "<i8", "False", "(99999999999999999999,)", &[]),
            "its shape has more elements than can be counted",
        ),
        (
            npy(&place, "hexadecimal.npy", "<i8", "False", "(0x4000000000000000, 4)", &[]),
            "its shape has more elements than can be counted",
        ),
        (
            npy(&place, "grouped.npy", "<i8", "False", "(4_611686018427387904, 4)", &[]),
            "its shape has more elements than can be counted",
        ),
        (
            npy(&place, "list.npy", "<i8", "False", "[4611686018427387904, 4]", &[]),
            "its shape has more elements than can be counted",
        ),
        (
            npy(&place, "twice.npy", "<i8", "False", "(1,), 'shape': (4611686018427387904, 4)", &[]),
            "its shape has more elements than can be counted",
        ),
        (
            npy(&place, "countless.npy", "<i8", "False", "(4611686018427387904, 4)", &[]),
            "is no .npy file: its shape has more elements than can be counted",
        ),
        (
            npy(&place, "negative.npy", "<i8", "False", "(-4,)", &[]),
            "is no .npy file: its header describes no array: dimension cannot be negative",
        ),
        (raw("mark.npy", b""), "is no .npy file: it ends behind the mark of the format"),
        (raw("version-9.npy", b"\x09\0\x04\0\0\0{}  "), "version 9.0 of the format is none of 1.0, 2.0 and 3.0"),
        (raw("no-length.npy", b"\x02\0\xff\xff"), "is no .npy file: it ends before its header does"),
        (raw("half.npy", b"\x01\0\xff\xff{"), "is no .npy file: it ends before its header does"),
        // It would take 4 GiB.
        (raw("lie.npy", b"\x02\0\xff\xff\xff\xff{"), "is no .npy file: it ends before its header does"),
        (raw("long.npy", &[&b"\x02\0\x40\x9c\0\0"[..], &[b'('; 40_000]].concat()), "its header has 40000 bytes"),
        (raw("text-header.npy", b"\x01\0\x05\0{'a':"), "its header is no Python dictionary such as {'descr'"),
        (raw("nested.npy", &[&b"\x01\0\x10\x27"[..], &[b'('; 10_000]].concat()), "its header is no Python dictionary"),
        (raw("no-keys.npy", b"\x01\0\x02\0{}"), "is no .npy file: its header describes no array"),
        (write(&place, "text.npy", "1 2 3 4"), "is no .npy file: it does not begin with the mark of the format"),
        (write(&place, "empty.npy", ""), "is no .npy file: it does not begin with the mark of the format"),
    ];
    for (path, part) in cases {
        let array = format!("a={path}");
        let (status, out, err) =
            ran(&["run", &file, "--launch", "threads=4", "--arg", "n=1", "--array", &array, "--array", "b=zero"]);
        if part.is_empty() {
            assert_eq!((status, out.lines().last()), (0, Some("b[4] after:  2 3 4 5")), "{path}: {err}");
        } else {
            assert_eq!((status, out.as_str()), (2, ""), "{path}: {err}");
            assert!(err.contains(part) && err.lines().count() == 1, "{path}: no `{part}` in:\n{err}");
        }
    }
}

#[test]
fn a_loop_that_does_not_end_is_stopped() {
    let file = write(&folder("run-forever"), "k.pvl", "kernel k { global int[1] a; void main() { while (true) { } } }");
    let (status, out, err) = ran(&["run", &file, "--json"]);
    assert!(
        status == 3 && err.contains("a run may do 10000000 steps") && err.contains("`--steps N` allows more"),
        "{err}"
    );
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&document["outcome"], &document["steps"]), (&json!("limit"), &json!(10_000_000)));
    assert!(document["reason"].as_str().is_some_and(|reason| reason.contains("10000000 steps")), "{document}");
    let (_, out, _) = ran(&["run", &file, "--json", "--steps", "5"]);
    assert_eq!(serde_json::from_str::<Value>(&out).expect("JSON")["steps"], json!(5));
}

/// Every key that a document has is described in the book.
#[test]
fn the_book_lists_the_keys() {
    let book = fs::read_to_string(support::root().join("book/src/running.md")).expect("the book");
    let file = write(&folder("run-keys"), "race.pvl", RACE);
    let base = ["run", &file, "--launch", "threads=2", "--no-contracts", "--json"];
    let mut keys = Vec::new();
    for more in [&["--trace"][..], &["--schedule", "all"], &["--arg", "m=1"]] {
        let (_, out, err) = ran(&[&base[..], more].concat());
        let document: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {err}"));
        collect(&document, &mut keys);
    }
    keys.retain(|key| key != "a");
    assert!(keys.len() > 25, "{keys:?}");
    let missing: Vec<&String> = keys.iter().filter(|key| !book.contains(&format!("| `{key}` |"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn collect(value: &Value, keys: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            if !keys.contains(key) {
                keys.push(key.clone());
            }
            collect(value, keys);
        }),
        Value::Array(values) => values.iter().for_each(|value| collect(value, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn a_clause_that_is_false_for_several_groups_is_drawn_once() {
    let source = "kernel k {
  global int[tcount] a;
  group requires (\\forall* int i; 0 <= i && i < gsize; Perm(a[gid * gsize + i], write));
  group ensures (\\forall* int i; 0 <= i && i < gsize; Perm(a[gid * gsize + i], write));
  group ensures (\\forall int i; 0 <= i && i < gsize; a[gid * gsize + i] == 7);
  context Perm(a[tid], write);
  void main() { a[tid] := gid; }
}
";
    let file = write(&folder("run-groups"), "groups.pvl", source);
    let options = ["run", &file, "--launch", "groups=3,threads=2"];
    let (status, _, err) = ran(&options);
    assert_eq!((status, err.matches("group.postcondition:condition-false").count()), (1, 1), "{err}");
    assert!(err.contains("    the same for 2 other threads or groups\n"), "{err}");
    let (_, out, _) = ran(&[&options[..], &["--json"]].concat());
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["failures"].as_array().map(Vec::len), Some(3));
}

#[test]
fn an_input_outside_the_contract_is_no_failure() {
    let source = SHIFT.replace("context Perm", "requires n > 0;\n  context Perm");
    let file = write(&folder("run-outside"), "shift.pvl", &source);
    let (status, _, err) = ran(&["run", &file, "--arg", "n=0"]);
    assert_eq!(status, 3);
    assert!(err.contains("the input does not satisfy this precondition"), "{err}");
    assert!(err.contains("of thread 0 of group 0: n > 0 (n = 0)"), "{err}");
    let (status, _, err) = ran(&["run", &file, "--arg", "n=1", "--launch", "groups=2,threads=4"]);
    assert_eq!(status, 3);
    let why = "the kernel does not mention groups, so its contract is about launches of one group (ngroups = 2)";
    assert!(err.contains(why) && !err.contains("precondition"), "{err}");
    let lifted = source.replace("requires", "kernel requires ngroups >= 1;\n  requires");
    let file = write(&folder("run-lifted"), "shift.pvl", &lifted);
    let many = ran(&["run", &file, "--arg", "n=1", "--launch", "groups=2,threads=4"]);
    assert!(!many.2.contains("one group"), "{}", many.2);
}

#[test]
fn what_atomics_keep_from_being_judged_is_said_once() {
    let source = "kernel count { global int[1] n; void main() { atomic relaxed { n[0] := n[0] + 1; } } }";
    let folder = folder("run-atomics");
    let (relaxed, passing) = (
        write(&folder, "relaxed.pvl", source),
        write(&folder, "passing.pvl", &source.replace("atomic relaxed", "atomic")),
    );
    let (status, _, err) = ran(&["run", &relaxed, "--launch", "threads=3"]);
    assert_eq!(status, 0, "{err}");
    assert!(err.ends_with("    note: accesses inside an `atomic` are not judged by permissions\n"), "{err}");
    let (_, _, err) = ran(&["run", &passing, "--launch", "threads=2", "--schedule", "all"]);
    assert_eq!(err.matches("no access is judged by permissions").count(), 1, "{err}");
    let (_, _, err) = ran(&["run", &passing, "--no-contracts"]);
    assert!(!err.contains("note"), "{err}");
    let (status, out, _) = ran(&["run", &relaxed, "--array", "n=zero", "--trace", "--json"]);
    let document: Value = serde_json::from_str(&out).expect("one document");
    assert_eq!((status, &document["after"]["n"]), (0, &json!([4])));
    assert_eq!(document["notes"], json!(["accesses inside an `atomic` are not judged by permissions"]));
    assert_eq!(document["trace"][0]["text"], json!("atomically reads n[0] = 0"));
}

/// The run that confirms a finding is repeated from its file, and a repair is noticed.
#[test]
fn a_witness_is_repeated() {
    let folder = folder("run-witness");
    let code =
        |index: &str| format!("__global__ void k(int *a, int n) {{\n  int i = {index};\n  if (i < n) a[i] = 1;\n}}\n");
    let file = write(&folder, "k.cu", &code("threadIdx.x"));
    let witness = folder.join("w.json").to_string_lossy().into_owned();
    let (status, _, err) = ran(&["verify", &file, "--no-cache", "--witness", &witness]);
    assert!(status == 1 && err.contains(&format!("`sepal run {file} --witness {witness}` repeats it")), "{err}");
    let document: Value = serde_json::from_str(&fs::read_to_string(&witness).unwrap()).unwrap();
    let run = &document["runs"][0];
    assert_eq!((&run["code"], &run["line"], &run["kernel"]), (&json!("store:data-race"), &json!(3), &json!("k")));
    assert_eq!(run["threads"].as_array().map(Vec::len), Some(2), "{run}");
    let (status, _, err) = ran(&["run", &file, "--witness", &witness]);
    assert!(status == 1 && err.contains("store:data-race") && !err.contains("any more"), "{err}");
    let _ = write(&folder, "k.cu", &code("blockIdx.x * blockDim.x + threadIdx.x"));
    let (status, _, err) = ran(&["run", &file, "--witness", &witness]);
    assert!(status == 0 && err.contains("this run does not show `store:data-race` any more"), "{err}");
    for (more, sentence) in [
        (vec!["--witness-run", "2"], "has one run; write `--witness-run 1`"),
        (vec!["--arg", "n=3"], "cannot be used with"),
    ] {
        let (status, _, err) = ran(&[vec!["run", &file, "--witness", &witness], more].concat());
        assert!(status == 2 && err.contains(sentence), "{err}");
    }
    let (status, _, err) = ran(&["run", &file, "--witness", &file]);
    assert!(status == 2 && err.contains("is no file that `sepal verify --witness` wrote"), "{err}");
    let (status, _, err) = ran(&["run", &file, "--witness-run", "1"]);
    assert!(status == 2 && err.contains("--witness <FILE>"), "{err}");
}

/// A run with memory that nobody has written, and with floats that are no numbers, is repeated as it was.
#[test]
fn a_witness_has_all_values() {
    let folder = folder("run-witness-values");
    let code =
        "kernel k {\n  global float[tcount] a;\n  local int[gsize] s;\n  context Perm(a[tid], write) ** Perm(s[lid], \
                write);\n  void main() {\n    assert a[tid] == a[tid];\n    assert s[lid] == 0;\n  }\n}\n";
    let file = write(&folder, "k.pvl", code);
    let witness = folder.join("w.json").to_string_lossy().into_owned();
    let (status, _, err) = ran(&["verify", &file, "--no-cache", "--witness", &witness]);
    assert!(status == 1 && err.contains("2 runs that confirm findings"), "{err}");
    let text = fs::read_to_string(&witness).unwrap();
    assert!(text.contains("\"bits:7fc00000\""), "{text}");
    for number in ["1", "2"] {
        let (status, _, err) = ran(&["run", &file, "--witness", &witness, "--witness-run", number]);
        assert!(status == 1 && err.contains("assert:condition-false") && !err.contains("any more"), "{err}");
    }
}
