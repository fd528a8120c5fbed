//! Parsing a printed tree gives the same tree: for every kernel of the repository, and for random mutations of some.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::disallowed_methods)]

use std::path::{Path, PathBuf};
use syntax::pvl::{codes, print::print};
use syntax::{parse_program, Parsed};

fn kernels(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            kernels(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "pvl") {
            out.push(path);
        }
    }
}

/// Whether the file was understood as far as the syntax goes.
fn well_formed(parsed: &Parsed) -> bool {
    parsed.diagnostics.iter().all(|error| !error.code.starts_with("parse."))
}

fn comments(source: &str) -> usize {
    let count = |mark: &str| source.matches(mark).count();
    count("//") + count("/*") - count("//@") - count("/*@")
}

fn survives_printing(parsed: &Parsed) {
    let text = print(&parsed.ast);
    let again = parse_program(&text);
    assert!(well_formed(&again), "{:#?}\n{text}", again.diagnostics);
    assert_eq!(again.ast, parsed.ast, "{text}");
    let found = |parsed: &Parsed| {
        let mut codes: Vec<&str> = parsed.diagnostics.iter().map(|error| error.code).collect();
        codes.sort_unstable();
        codes
    };
    assert_eq!(found(&again), found(parsed), "{text}");
    assert_eq!(print(&again.ast), text, "printing is stable");
}

#[test]
fn every_kernel_of_the_repository_survives_printing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for dir in ["examples", "tests/verify", "tests/reject"] {
        kernels(&root.join(dir), &mut files);
    }
    assert!(files.len() >= 12, "only {} kernels found", files.len());
    for file in files {
        let Ok(source) = std::fs::read_to_string(&file) else { continue };
        let parsed = parse_program(&source);
        if well_formed(&parsed) {
            let caught = std::panic::catch_unwind(|| survives_printing(&parsed));
            assert!(caught.is_ok(), "{}", file.display());
            assert_eq!(comments(&print(&parsed.ast)), comments(&source), "comments of {}", file.display());
        }
    }
}

/// A generator of random numbers, xorshift64*. It gives the same numbers on each machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap() % limit.max(1)
    }
}

const SEEDS: [&str; 6] = [
    "kernel k { global int[tcount] a; /*@\n  @ context Perm(a[tid], write); // own\n  @ ensures a[tid] == 1; @*/
      void main() { a[tid] := 1; //@ assert a[tid]\n //@ == 1; /* yes */\n label L; /*@@ assert true; @*/ } }",
    "kernel demo { global int[gsize] a; global int[gsize] b;
      requires perm(a[tid],100) * perm(b[tid],100); ensures perm(b[tid],100) * b[tid] = (tid+1) mod gsize;
      void main(){ a[tid]:=tid; barrier(global){ requires a[tid]=tid; \
      ensures perm(a[(tid+1) mod gsize],10) * perm(b[tid],100);
      ensures a[(tid+1) mod gsize]=(tid+1) mod gsize; } b[tid]:=a[(tid+1) mod gsize]; } }",
    "decreases n; requires 0 <= n && k >= 0; ensures \\result >= 0; \
    pure int binom(int n, int k) = k = 0 ? 1 : n = 0 ? 0 : binom(n-1,k-1) + binom(n-1,k);
     pure bool p(float x); // abstract
     kernel all { global int n; global float[n] f; local int[gsize] s, t; global int[n][2 * n] m; /* memory */
      kernel requires n > 0 ==> ngroups == 1; group context (\\forall* int t1 = 0 .. gsize; Perm(f[t1], write \\ n));
      requires PointsTo(f[tid], 1\\2, 1.5f) ** (\\exists int i; 0 <= i && i < n; {: m[i][0] :} === 1);
      ensures \\old(f[tid]) == f[tid] -> n != 2 || !(f.length <= 3);
      void main() { int x, y := 3; bool b := true & n > 1; float z := -1.5e3;
        invariant 0 <= x; loop_invariant Perm(s[lid], write) ** s[lid] === x;
        for (int i := 0; i < n; i++) { if (i % 2 == 0) x += i; else if (b) { s[lid] := x; } else { ; } }
        while (x > 0) x--; barrier(both) { context Perm(s[lid], x > 0 ? read : none); } barrier(1, {global});
        assert p(z) ==> x / 2 * 2 + x mod 2 == x; \
        assume m.length(1) == 2 * n - (x - (y + 1) * (2 - x)) && ((b ==> b) ==> !(b ? b : x == 1));  { \
        m[x][y] := 1; } } }",
    "kernel counts { global int[4] a; void main() { int x := 0; atomic { x := a[0]; if (x == 0) { a[0] := x + 1; } \
    } // taken
      atomic relaxed { a[1]++; } atomic group { } /* of a group */ atomic group relaxed { { a[2] := x; } } } }",
    "kernel named { global int n; global float[4] f; requires \\fits(u8, n); ensures \\wrap(i16, n + 1) == \\rem(n, 3);
      void main() { int x := \\checked(i32, \\and(u64, n, 7) + \\shl(u32, 1, n)) * \\not(i8, -n); \
      float y := \\fma(f[0], 2.0f, \\float(n));
      y := \\add(rz, y, \\div(f[1], \\fma(ru, y, \\sqrt(rd, y), \\sqrt(1.5)))); x := \\int(rd, \\double(y)); } }",
    "kernel one { global bool[4] a; void main() { bool b := a[0]; } } kernel two { void main() { } }",
];

const WORDS: [&str; 60] = [
    "kernel",
    "pure",
    "requires",
    "ensures",
    "context",
    "decreases",
    "invariant",
    "global",
    "local",
    "int",
    "bool",
    "float",
    "void",
    "main",
    "if",
    "else",
    "while",
    "for",
    "barrier",
    "assert",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":=",
    "=",
    "==",
    "===",
    "<",
    "+",
    "-",
    "*",
    "**",
    "/",
    "\\",
    "!",
    "&&",
    "->",
    "?",
    ":",
    "..",
    "{:",
    ":}",
    "Perm",
    "perm",
    "\\forall",
    "\\forall*",
    "\\old",
    "1",
    "2.5f",
    "tid",
    "write",
    "x",
    "@",
    "é",
    "/*",
];

/// Cuts a text into words, numbers and signs; blanks stay with what is in front of them.
fn pieces(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for c in text.chars() {
        match out.last_mut() {
            Some(last) if c.is_whitespace() || (c.is_alphanumeric() && last.ends_with(char::is_alphanumeric)) => {
                last.push(c)
            }
            _ => out.push(c.to_string()),
        }
    }
    out
}

fn mutate(seed: &str, random: &mut Random) -> String {
    let mut pieces = pieces(seed);
    let rounds = 1 + random.below(4) * random.below(2);
    for _ in 0..rounds {
        let at = random.below(pieces.len());
        match random.below(8) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[at].clone()),
            2 => {
                let other = random.below(pieces.len());
                pieces.swap(at, other);
            }
            3 => {
                let end = (at + random.below(20)).min(pieces.len());
                let copy = pieces[at..end].to_vec();
                let to = random.below(pieces.len());
                pieces.splice(to..to, copy);
            }
            // Another piece of the same kernel gives a well-formed kernel more often than one of `WORDS`.
            4 | 5 => pieces[at] = pieces[random.below(pieces.len())].clone(),
            6 => pieces[at] = format!("{} ", WORDS[random.below(WORDS.len())]),
            _ => pieces.insert(at, format!(" {} ", WORDS[random.below(WORDS.len())])),
        }
        if pieces.is_empty() {
            pieces.push(" ".to_string());
        }
    }
    pieces.concat()
}

/// Parses a text, and asserts what holds for every text: there is a program exactly if there is no diagnostic, and the
/// codes and places of diagnostics are valid.
fn behaves(source: &str) -> Parsed {
    let parsed = parse_program(source);
    assert_eq!(parsed.program.is_some(), parsed.diagnostics.is_empty());
    for error in &parsed.diagnostics {
        assert!(codes().iter().any(|(code, _)| *code == error.code), "{error:?}");
        for span in std::iter::once(error.span).chain(error.related.iter().map(|(span, _)| *span)) {
            let (start, end) = (span.start as usize, span.end as usize);
            assert!(start <= end && source.get(start..end).is_some(), "{error:?}");
        }
    }
    parsed
}

#[test]
fn the_seeds_are_read() {
    for seed in SEEDS {
        let parsed = behaves(seed);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        survives_printing(&parsed);
    }
}

#[test]
fn mutated_kernels_are_read_or_refused() {
    let mut random = Random(0x5E9A_1001);
    let mut printed = 0;
    for case in 0..6_000 {
        let source = mutate(SEEDS[case % SEEDS.len()], &mut random);
        let caught = std::panic::catch_unwind(|| {
            let parsed = behaves(&source);
            let good = well_formed(&parsed);
            if good {
                survives_printing(&parsed);
            }
            good
        });
        match caught {
            Ok(good) => printed += usize::from(good),
            Err(_) => panic!("case {case}:\n{source}"),
        }
    }
    assert!(printed > 300, "only {printed} mutations were well-formed");
}

#[test]
fn arbitrary_text_is_refused() {
    let mut random = Random(0x0BAD_CAFE);
    for _ in 0..3_000 {
        let length = random.below(60);
        let mut source = String::new();
        for _ in 0..length {
            match random.below(4) {
                0 => source.push(char::from_u32(u32::try_from(random.below(0x3000)).unwrap()).unwrap_or('\u{fffd}')),
                1 => source.push(char::from(u8::try_from(random.below(128)).unwrap())),
                _ => {
                    source.push_str(WORDS[random.below(WORDS.len())]);
                    source.push(' ');
                }
            }
        }
        behaves(&source);
    }
}

#[test]
fn every_prefix_of_a_kernel_is_read_or_refused() {
    for seed in SEEDS {
        for (end, _) in seed.char_indices() {
            behaves(&seed[..end]);
        }
    }
}
