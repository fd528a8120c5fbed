//! Questions about the platform: what a text asks that other machines and compilers answer in another way.
//!
//! In: the pieces of a text. Out: the names with which it asks, of macros and of types.

use super::language::Language;
use super::scan::{Kind, Scan};
use super::tree::Node;
use ir::Platform;
use std::collections::BTreeSet;

/// Macros of the languages themselves: Sepal's answers are those of each implementation that it stands for.
const OF_LANGUAGES: [&str; 19] = [
    "__COUNTER__",
    "__CUDACC__",
    "__CUDACC_EXTENDED_LAMBDA__",
    "__CUDACC_RELAXED_CONSTEXPR__",
    "__CUDA_ARCH__",
    "__DATE__",
    "__FILE__",
    "__LINE__",
    "__NVCC__",
    "__OPENCL_C_VERSION__",
    "__OPENCL_VERSION__",
    "__STDC__",
    "__TIMESTAMP__",
    "__TIME__",
    "__VA_ARGS__",
    "__VA_OPT__",
    "__cplusplus",
    "__has_include",
    "_Pragma",
];

/// Macros of platforms whose names are not reserved.
const OLD: [&str; 8] = ["WIN32", "WIN64", "i386", "linux", "sun", "unix", "NVCC", "CYGWIN"];

/// Starts of the names of macros with which code asks also outside of directives.
const STARTS: [&str; 12] = [
    "__CHAR_BIT__",
    "__BYTE_ORDER__",
    "__CHAR_UNSIGNED__",
    "__CUDA_ARCH_",
    "__GNUC",
    "__INT",
    "__LONG_",
    "__LP64__",
    "__SIZEOF_",
    "__SIZE_",
    "__clang_m",
    "__linux",
];

/// What a text asks about the platform. The texts of included files of the user are a part of it.
pub fn asked(scan: &Scan<'_>, language: Language) -> Platform {
    let words = words(scan);
    // A text that defines a macro asks for its own one, as in `#ifndef FILE_H`.
    let defined: BTreeSet<&str> = words
        .windows(2)
        .filter_map(|pair| match pair {
            [first, name] if first.directive && name.directive && first.text == "define" => Some(name.text.as_str()),
            _ => None,
        })
        .collect();
    let (mut macros, mut types) = (BTreeSet::new(), BTreeSet::new());
    let (mut architecture, mut sub_groups) = (false, false);
    for (at, word) in words.iter().enumerate() {
        let text = word.text.as_str();
        architecture |= language == Language::Cuda && matches!(text, "__CUDA_ARCH__" | "__CUDA_ARCH_LIST__");
        sub_groups |= language == Language::OpenCl && is_of_sub_groups(text);
        let is_macro = match word.directive {
            true => is_reserved(text) && !is_of_language(text, language) || OLD.contains(&text),
            false => STARTS.iter().any(|start| text.starts_with(start)) && text != "__CUDA_ARCH__",
        };
        if is_macro && !defined.contains(text) {
            let _ = macros.insert(text.to_owned());
        }
        let is_long = |at: Option<usize>| at.and_then(|at| words.get(at)).is_some_and(|word| word.text == "long");
        let of_platform = match language {
            Language::OpenCl => matches!(text, "size_t" | "ptrdiff_t" | "intptr_t" | "uintptr_t" | "sizeof"),
            // `long long` has one size everywhere.
            Language::Cuda => {
                text == "wchar_t" || text == "long" && !is_long(at.checked_sub(1)) && !is_long(Some(at + 1))
            }
        };
        if of_platform {
            let _ = types.insert(text.to_owned());
        }
    }
    let list = |names: BTreeSet<String>| names.into_iter().collect();
    Platform { architecture, sub_groups, macros: list(macros), types: list(types), options: Vec::new() }
}

/// Whether the code names a function about sub-groups, where macros may have made the name.
pub fn names_sub_groups(tree: &Node, language: Language) -> bool {
    let mut found = false;
    tree.each(&mut |node| {
        let named = node.referenced_decl.as_deref().filter(|_| node.kind == "DeclRefExpr");
        found |= named.is_some_and(|declared| is_of_sub_groups(&declared.name));
    });
    found && language == Language::OpenCl
}

/// Whether a name is that of a function about sub-groups, whose sizes depend on the device.
fn is_of_sub_groups(name: &str) -> bool {
    name.starts_with("sub_group_") || name.starts_with("get_") && name.contains("sub_group")
}

/// Whether a name is one that only the implementation may define.
fn is_reserved(name: &str) -> bool {
    name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c == '_' || c.is_ascii_uppercase()))
}

/// Whether a name is one that the language has, so that it does not depend on the platform.
fn is_of_language(name: &str, language: Language) -> bool {
    let starts: &[&str] = match language {
        Language::OpenCl => {
            &["__opencl_c_", "__kernel", "__global", "__local", "__constant", "__private", "__attribute__"]
        }
        Language::Cuda => &[
            "__CUDACC_VER_",
            "__CUDA_API_VER",
            "__cpp_",
            "__global__",
            "__device__",
            "__host__",
            "__shared__",
            "__constant__",
            "__forceinline__",
            "__noinline__",
            "__launch_bounds__",
            "__restrict__",
            "__align__",
            "__syncthreads",
            "__syncwarp",
            "__threadfence",
            "__attribute__",
            "__inline__",
        ],
    };
    OF_LANGUAGES.contains(&name) || starts.iter().any(|start| name.starts_with(start))
}

/// A word of a text.
struct Word {
    text: String,
    /// Whether it is a part of a line for the preprocessor.
    directive: bool,
}

/// The words of a text. A word may go on in the next line behind a backslash.
fn words(scan: &Scan<'_>) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let (mut open, mut directives) = (false, scan.directives.iter().peekable());
    for piece in &scan.pieces {
        match piece.kind {
            Kind::Word => {
                while directives.next_if(|directive| directive.end <= piece.at.start).is_some() {}
                let directive = directives.peek().is_some_and(|directive| directive.start <= piece.at.start);
                match out.last_mut().filter(|_| open) {
                    Some(last) => last.text.push_str(scan.text(piece)),
                    None => out.push(Word { text: scan.text(piece).to_owned(), directive }),
                }
                open = true;
            }
            Kind::Splice => {}
            Kind::Line | Kind::Block | Kind::Literal | Kind::Blank | Kind::Break | Kind::Sign => open = false,
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::super::scan::Scan;
    use super::asked;

    #[test]
    fn names_of_platforms_are_found() {
        let text = "#ifndef __K_H__\n#define __K_H__\n#if defined(__linux__) || defined _WIN32 // __APPLE__\n#endif\n\
                    %:ifdef __x86_\\\n64__\n#endif\n#ifdef __CUDACC__\n#define __own __device__\n#endif\n#ifdef unix\n\
                    #endif\n__device__ int f() { return __GNUC__ + __own; }\nlong long a;\n\
                    long b; /* __GNUC_MINOR__ */\n";
        let found = asked(&Scan::new(text, Language::Cuda), Language::Cuda);
        assert_eq!(found.macros, ["_WIN32", "__GNUC__", "__linux__", "__x86_64__", "unix"]);
        assert_eq!(found.types, ["long"]);
        assert!(!found.architecture);
        let found = asked(&Scan::new("int a = __CUDA_ARCH__;", Language::Cuda), Language::Cuda);
        assert!(found.architecture && found.macros.is_empty(), "{found:?}");
        let text =
            "#if __ENDIAN_LITTLE__ && __OPENCL_VERSION__ >= 120\n#endif\n__kernel void k() { size_t i; long j; }";
        let found = asked(&Scan::new(text, Language::OpenCl), Language::OpenCl);
        assert_eq!(
            (found.macros.concat(), found.types.concat()),
            ("__ENDIAN_LITTLE__".to_owned(), "size_t".to_owned())
        );
    }
}
