//! Projects of several files: folders, `compile_commands.json`, included files, and files of which a part is read.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;
use support::folder;

fn sepal(arguments: &[&str], within: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    let cache = CACHE.get_or_init(|| folder("project-cache"));
    command.args(arguments).env("SEPAL_CACHE", cache).current_dir(within);
    command.stdin(Stdio::null()).output().expect("the command runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A kernel that is right if `N` is 4 and `size.h` is found.
const KERNEL: &str = "#include <size.h>\n//@ kernel requires tcount <= a.length; context Perm(a[tid], write);\n\
                      //@ ensures a[tid] == 7;\n\
                      __global__ void k(int *a) {\n a[blockIdx.x * blockDim.x + threadIdx.x] = N + SIZE;\n}\n";

fn project(name: &str, commands: &str) -> PathBuf {
    let root = folder(name);
    for sub in ["src", "inc"] {
        fs::create_dir_all(root.join(sub)).unwrap();
    }
    fs::write(root.join("src/k.cu"), KERNEL).unwrap();
    fs::write(root.join("inc/size.h"), "#define SIZE 3\n").unwrap();
    fs::write(root.join("compile_commands.json"), commands).unwrap();
    root
}

#[test]
fn the_commands_of_a_project_are_used() {
    let commands = r#"[{"directory": ".", "file": "src/k.cu", "command": "nvcc -DN=4 -Iinc -c src/k.cu"}]"#;
    let root = project("project-commands", commands);
    assert_eq!(sepal(&["verify", "."], &root).status.code(), Some(0));
    let named = ["verify", "src/k.cu", "--compile-commands", "compile_commands.json"];
    assert_eq!(sepal(&named, &root).status.code(), Some(0));
    // A folder without such a file, and a single file, have no commands.
    for alone in ["src", "src/k.cu"] {
        let output = sepal(&["verify", alone], &root);
        assert!(output.status.code() == Some(2) && said(&output).contains("size.h"), "{}", said(&output));
    }
    // The command line adds to the commands, and its folders come first.
    fs::create_dir_all(root.join("other")).unwrap();
    fs::write(root.join("other/size.h"), "#define SIZE 2\n").unwrap();
    assert_eq!(sepal(&["verify", ".", "-I", "other"], &root).status.code(), Some(1));
}

#[test]
fn arguments_of_a_command_may_be_a_list() {
    let list = r#"["nvcc", "-D", "N=4", "-isystem", "inc", "-include", "inc/size.h", "src/k.cu"]"#;
    let commands = format!(r#"[{{"directory": ".", "file": "src/k.cu", "arguments": {list}}}]"#);
    let root = project("project-arguments", &commands);
    assert_eq!(sepal(&["verify", "."], &root).status.code(), Some(0));
    assert_eq!(sepal(&["audit", "."], &root).status.code(), Some(0));
}

#[test]
fn commands_that_cannot_be_read_are_an_error() {
    let wrong = ["[", "{}", r#"[{"file": "k.cu"}]"#, r#"[{"directory": ".", "file": "k.cu", "command": "x @no"}]"#];
    for (n, commands) in wrong.into_iter().enumerate() {
        let root = project(&format!("project-wrong-{n}"), commands);
        let output = sepal(&["verify", "."], &root);
        assert!(output.status.code() == Some(2) && said(&output).starts_with("sepal: `"), "{}", said(&output));
        assert_eq!(sepal(&["audit", "."], &root).status.code(), Some(2));
    }
}

#[test]
fn findings_in_included_files_have_their_paths() {
    let root = folder("project-included");
    fs::create_dir_all(root.join("src")).unwrap();
    fs::write(root.join("src/k.cu"), "#include \"k.h\"\n__global__ void own(int n) { half(n); }\n").unwrap();
    let header =
        "\n__device__ int half(int n) {\n    return 1 / n;\n}\n__global__ void k(int *a) { a[0] = half(2); }\n";
    fs::write(root.join("src/k.h"), header).unwrap();
    let output = sepal(&["verify", "src/k.cu"], &root);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("[src/k.h:3:16]"), "{}", said(&output));
    let json = sepal(&["verify", "src/k.cu", "--json"], &root);
    let document: Value = serde_json::from_slice(&json.stdout).unwrap();
    let finding = &document["files"][0]["items"].as_array().unwrap().iter().find(|item| item["name"] == "own").unwrap()
        ["diagnostics"][0];
    assert_eq!((&finding["file"], &finding["line"]), (&Value::from("src/k.h"), &Value::from(3)));
}

#[test]
fn kernels_beside_one_that_is_not_read_are_verified() {
    let root = folder("project-partly");
    let source = "__global__ void no(int *a) { asm(\"\"); a[0] = 1; }\n__global__ void yes(int n) { int m = n / 2; }\n";
    fs::write(root.join("k.cu"), source).unwrap();
    let output = sepal(&["verify", "k.cu"], &root);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("k.cu: yes: proved") && said(&output).contains("c.unsupported"),
        "{}",
        said(&output)
    );
    assert!(!said(&output).contains("k.cu: no:"), "{}", said(&output));
}

#[test]
fn comments_in_other_encodings_and_byte_order_marks_are_read() {
    let root = folder("project-bytes");
    let code = "// caf\u{e9}\n__global__ void k(int n) {\n    assert(n != 7);\n}\n";
    let latin: Vec<u8> = code.chars().map(|c| c as u8).collect();
    let marked = [&[0xef, 0xbb, 0xbf][..], code.as_bytes()].concat();
    for bytes in [latin, marked] {
        fs::write(root.join("k.cu"), bytes).unwrap();
        let output = sepal(&["verify", "k.cu"], &root);
        assert!(output.status.code() == Some(1) && said(&output).contains("[k.cu:3:5]"), "{}", said(&output));
    }
}

/// An included file with a claim that is false.
const FALSE: &str = "__device__ inline int same(int x) {\n    /*@ assert x == 0; @*/\n    return x;\n}\n";

#[test]
fn included_files_may_have_any_name() {
    let root = folder("project-names");
    let names = ["plain.h", "\u{fc}ber.h", "back\\slash.h", "tab\there.h", "two words.h", "\u{4e2d}/\u{1f600}.h"];
    for (n, name) in names.into_iter().enumerate() {
        fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
        fs::write(root.join(name), FALSE).unwrap();
        let kernel = format!("#include \"{name}\"\n__global__ void k(int *a) {{ int x = same(1); }}\n");
        let file = format!("k{n}.cu");
        fs::write(root.join(&file), kernel).unwrap();
        let output = sepal(&["verify", &file], &root);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", said(&output));
        // Terminals get no control characters.
        let shown = name.replace('\t', "?");
        assert!(said(&output).contains(&format!("[{shown}:2:16]")), "{name}: {}", said(&output));
    }
    // A name between angle brackets may have quotes.
    fs::write(root.join("quo\"te.h"), FALSE).unwrap();
    fs::write(root.join("q.cu"), "#include <quo\"te.h>\n__global__ void k(int *a) { int x = same(1); }\n").unwrap();
    let output = sepal(&["verify", "q.cu"], &root);
    assert!(output.status.code() == Some(1) && said(&output).contains("quo\"te.h:2:16]"), "{}", said(&output));
}

#[test]
fn an_included_file_whose_text_is_not_known_is_an_error() {
    let root = folder("project-large");
    let kernel = "#include \"large.h\"\n__global__ void k(int *a) { int x = same(1); }\n";
    fs::write(root.join("k.cu"), kernel).unwrap();
    for (lines, status) in [(1 << 10, 1), (1 << 18, 2)] {
        let blank = format!("{}\n", " ".repeat(63)).repeat(lines);
        fs::write(root.join("large.h"), format!("{blank}{FALSE}")).unwrap();
        let output = sepal(&["verify", "k.cu"], &root);
        assert_eq!(output.status.code(), Some(status), "{}", said(&output));
        let named = said(&output).contains("the included file `large.h` has more than 16 MiB");
        assert_eq!(named, status == 2, "{}", said(&output));
    }
}

#[test]
fn folders_of_the_user_come_before_those_of_the_language() {
    let root = folder("project-shadow");
    let kernel = "#include <values.h>\n#include <assert.h>\n__global__ void k(int *a) {\n#ifdef ONE_CELL\n\
                  a[0] = threadIdx.x;\n#endif\n}\n";
    fs::write(root.join("k.cu"), kernel).unwrap();
    fs::create_dir_all(root.join("inc")).unwrap();
    fs::write(root.join("inc/values.h"), "#define ONE_CELL\n").unwrap();
    let of = |arguments: &[&str]| sepal(&[&["verify", "k.cu"], arguments].concat(), &root).status.code();
    assert_eq!((of(&[]), of(&["-I", "inc"])), (Some(0), Some(1)));
    // As for a compiler, a name in angle brackets is not one of the file's folder, unless the command line names that.
    fs::write(root.join("values.h"), "#define ONE_CELL\n").unwrap();
    assert_eq!((of(&[]), of(&["-I", "."])), (Some(0), Some(1)));
    // A name in quotes is.
    fs::write(root.join("k.cu"), kernel.replace("<values.h>", "\"values.h\"")).unwrap();
    assert_eq!(of(&[]), Some(1));
    // Sepal's declarations stand for NVIDIA's headers, wherever these are.
    fs::write(root.join("k.cu"), "#include <cuda_runtime.h>\n__global__ void k(float4 v) { }\n").unwrap();
    fs::create_dir_all(root.join("toolkit/crt")).unwrap();
    for name in ["cuda_runtime.h", "cuda_runtime_api.h", "driver_types.h", "crt/host_defines.h"] {
        fs::write(root.join("toolkit").join(name), "#error \"no declarations\"\n").unwrap();
    }
    assert_eq!(of(&["-I", "toolkit"]), Some(0));
}

/// What a command with these options makes of a kernel whose threads write one cell if `ONE_CELL` is defined.
fn with_options(name: &str, options: &str) -> (Option<i32>, String) {
    let root = folder(name);
    for (sub, text) in [("new", "#define ONE_CELL\n"), ("old", "\n")] {
        fs::create_dir_all(root.join(sub)).unwrap();
        fs::write(root.join(sub).join("config.h"), text).unwrap();
    }
    let kernel = "#ifndef NO_CONFIG\n#include \"config.h\"\n#endif\n__global__ void k(int *a) {\n#ifdef ONE_CELL\n\
                  a[0] = threadIdx.x;\n#endif\n}\n";
    fs::write(root.join("k.cu"), kernel).unwrap();
    let commands = format!(r#"[{{"directory": ".", "file": "k.cu", "command": "nvcc {options} -c k.cu"}}]"#);
    fs::write(root.join("compile_commands.json"), commands).unwrap();
    let output = sepal(&["verify", "."], &root);
    let audit = String::from_utf8_lossy(&sepal(&["audit", "."], &root).stdout).into_owned();
    (output.status.code(), format!("{}{audit}", said(&output)))
}

#[test]
fn folders_of_a_command_keep_their_kinds() {
    // Names in quotes: -iquote, -I, -isystem, -idirafter.
    let orders = [
        ("-isystem old -I new", 1),
        ("-isystem new -I old", 0),
        ("-idirafter old -isystem new", 1),
        ("-idirafter new -isystem old", 0),
        ("-Iold -iquote new", 1),
        ("-Inew -iquote old", 0),
        ("-Inew -Iold", 1),
        ("-Iold -Inew", 0),
        ("-isystem old -isystem=new", 0),
        ("-isystem=new -isystem old", 1),
        ("-Xcompiler -idirafter,old -Xcompiler=-isystem,new", 1),
        ("-DNO_CONFIG -imacros new/config.h", 1),
        ("-DNO_CONFIG -imacros old/config.h", 0),
        ("-DNO_CONFIG -include new/config.h", 1),
        ("-DNO_CONFIG -Xcompiler -DONE_CELL", 1),
        ("-DNO_CONFIG -DONE_CELL -UONE_CELL", 0),
    ];
    for (n, (options, status)) in orders.into_iter().enumerate() {
        let (found, said) = with_options(&format!("project-kinds-{n}"), options);
        assert_eq!(found, Some(status), "{options}: {said}");
        assert!(!said.contains("the code means the same without"), "{options}: {said}");
    }
}

#[test]
fn options_of_a_command_that_change_meanings_are_never_silent() {
    let refused = ["-Xcompiler -funsigned-char", "-m32", "-m 32", "--machine=32", "-Xcompiler -O2,-fshort-enums"];
    for (n, options) in refused.into_iter().enumerate() {
        let (found, said) = with_options(&format!("project-refused-{n}"), &format!("{options} -Iold"));
        let named = said.contains("clang is given the option `");
        assert!(found == Some(2) && named, "{options}: {said}");
    }
    let noted = ["-std=c++14", "-fwrapv", "-use_fast_math", "-x c++", "-U__CUDACC__", "-Ofast", "-nostdinc"];
    for (n, options) in noted.into_iter().enumerate() {
        let (found, said) = with_options(&format!("project-noted-{n}"), &format!("{options} -Iold"));
        let named = format!("platform: the code means the same without `{}`", options.replace("-x c", "-xc"));
        assert!(found == Some(0) && said.contains(&named), "{options}: {said}");
    }
    let (found, said) = with_options(
        "project-unchanged",
        "-O3 -g -G -Wall -Xcompiler -fPIC,-Wextra -gencode arch=compute_80,code=sm_80 -arch=sm_80 \
         --expt-relaxed-constexpr -Xptxas -v -rdc=true -o k.o -lineinfo -std=c++17 -x cu -m64 -MD -MT k.o \
         -MF k.o.d -ccbin g++ -Iold",
    );
    assert!(found == Some(0) && !said.contains("platform: "), "{said}");
}
