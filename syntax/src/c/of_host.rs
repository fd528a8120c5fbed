//! Errors of clang that cannot matter to kernels.
//!
//! In: a file of CUDA with errors, and what clang prints about it. Out: the text without the bodies of the host that
//! have errors, for clang to read again; and what that gives, with the errors.
//!
//! ```text
//! void show(Window *w) { draw(w); }     becomes     void show(Window *w) ;
//! ```
//!
//! clang leaves out what it does not understand, also what depends on a function whose type it cannot find out. So the
//! tree that it prints beside errors is not read. A body is left out only if nothing outside of it can depend on it:
//! the type of the function is written, and the body has no directive, no macro that ends it, and nothing of a device.

use super::clang::Clang;
use super::kernels::body;
use super::language::Language;
use super::tree::Node;
use super::{parse, prelude, Given};
use crate::Parsed;
use ir::Span;

/// Words that may change what stands behind the body in which they stand, or that make it a part of a kernel.
const NOT_ONLY_OF_HOST: [&str; 8] =
    ["#", "%:", "??=", "__global__", "__device__", "__constant__", "__shared__", "__managed__"];
/// Words that may do so wherever macros with them are expanded, or where a body uses a template.
const ANYWHERE: [&str; 4] = ["_Pragma", "__pragma", "__COUNTER__", "friend"];

/// Reads a file, about which clang has printed this. Where bodies of functions of the host have errors, clang prints
/// with `again` what it says about the text without them.
///
/// # Errors
/// Those of `again`.
pub fn parse_with_host<E>(
    (source, printed): (&str, &Clang),
    language: Language,
    given: &Given,
    again: impl FnOnce(&str) -> Result<Clang, E>,
) -> Result<Parsed, E> {
    let Some(without) = without_broken_bodies(source, printed, language) else {
        return Ok(parse(source, printed, language, given));
    };
    let again = again(&without)?;
    Ok(beside_broken_bodies((source, printed), (&without, &again), language, given))
}

/// The text with `;` in place of the bodies of functions of the host that have errors, and of the same length. `None`
/// if there are no errors, or if one of them stands elsewhere.
fn without_broken_bodies(source: &str, clang: &Clang, language: Language) -> Option<String> {
    let (whole, starts) = clang.whole(source);
    let errors = clang.errors(&whole, &starts);
    if errors.is_empty() || language != Language::Cuda || ANYWHERE.iter().any(|word| whole.contains(word)) {
        return None;
    }
    let tree = prelude::tree(clang, &starts, language).ok()?;
    let mut bodies: Vec<(Span, Span)> = Vec::new();
    tree.each(&mut |node| {
        let own = is_function(node) && !is_of_device(node);
        let body = own.then(|| body(node)).flatten().and_then(|body| body.at);
        bodies.extend(node.at.zip(body));
    });
    let joined = whole.replace("\\\r\n", " ").replace("\\\n", " ");
    let deduced = joined.lines().any(|line| line.contains("define") && line.contains("auto"));
    let mut out = source.to_owned();
    for error in errors {
        let around = |(_, body): &&(Span, Span)| body.start < error.span.start && error.span.end < body.end;
        let (function, body) = bodies.iter().filter(around).max_by_key(|(_, body)| body.end - body.start)?;
        // An included file has no place in the text of the file.
        if body.end as usize > source.len() || function.start > body.start {
            return None;
        }
        let (text, head) = (body.text(source), source.get(function.start as usize..body.start as usize)?);
        // A macro may stand for a brace and for more. Without a body, a type that is deduced from the body may choose
        // another function or another template, and that is no error.
        let is_whole = text.starts_with('{') && text.ends_with('}');
        if !is_whole || deduced || head.contains("auto") || NOT_ONLY_OF_HOST.iter().any(|word| text.contains(word)) {
            return None;
        }
        let blank = |(n, byte): (usize, u8)| match byte {
            b'\n' | b'\r' => char::from(byte),
            _ if n == 0 => ';',
            _ => ' ',
        };
        let blank: String = text.bytes().enumerate().map(blank).collect();
        out.replace_range(body.start as usize..body.end as usize, &blank);
    }
    Some(out)
}

/// Reads the text without the bodies that have errors. The errors of the whole text, about which clang has printed
/// `before`, are among the errors. What clang has printed about the text `without` the bodies is in `again`.
fn beside_broken_bodies(
    (source, before): (&str, &Clang),
    (without, again): (&str, &Clang),
    language: Language,
    given: &Given,
) -> Parsed {
    let (whole, starts) = before.whole(source);
    let errors = before.errors(&whole, &starts);
    let (same, places) = again.whole(without);
    if !again.errors(&same, &places).is_empty() || same.len() != whole.len() {
        return parse(source, before, language, given);
    }
    let mut parsed = parse(without, again, language, given);
    // What is shown of the file is what a person wrote.
    if let Some(text) = &mut parsed.text {
        text.replace_range(..source.len(), source);
    }
    let is_lonely = |code: &str| code == "c.no-kernel";
    parsed.diagnostics.retain(|error| !is_lonely(error.code));
    parsed.diagnostics.extend(errors);
    parsed.diagnostics.sort_by_key(|error| error.span.reading_order());
    parsed
}

fn is_function(node: &Node) -> bool {
    let kind = node.kind.as_str();
    matches!(kind, "FunctionDecl" | "CXXMethodDecl" | "CXXConstructorDecl" | "CXXConversionDecl" | "CXXDestructorDecl")
}

/// Whether the device may execute a function: also one that is `constexpr`, which clang marks for both.
fn is_of_device(node: &Node) -> bool {
    node.has("CUDADeviceAttr") || node.has("CUDAGlobalAttr")
}

#[cfg(test)]
mod tests {
    use super::super::clang::Clang;
    use super::super::language::Language;
    use super::super::tree::MAIN;
    use super::without_broken_bodies;

    /// A function in the bytes from `start` to `end`, whose body is all but the first four of them.
    fn function(id: &str, (start, end): (usize, usize), parts: &str) -> String {
        let range = |start: usize| {
            format!(
                "\"range\": {{\"begin\": {{\"offset\": {start}, \"file\": \"{MAIN}\", \"tokLen\": 1}}, \
                 \"end\": {{\"offset\": {}, \"tokLen\": 1}}}}",
                end - 1
            )
        };
        format!(
            "{{\"id\": \"{id}\", \"kind\": \"FunctionDecl\", {}, \"inner\": [{{\"id\": \"{id}b\", \
             \"kind\": \"CompoundStmt\", {}}}{parts}]}}",
            range(start),
            range(start + 4)
        )
    }

    #[test]
    fn bodies_of_the_host_with_errors_are_left_out() {
        let device = ", {\"kind\": \"CUDADeviceAttr\"}";
        let inner = [function("0x2", (0, 20), ""), function("0x3", (20, 40), device)].join(", ");
        let tree = format!("{{\"id\": \"0x1\", \"kind\": \"TranslationUnitDecl\", \"inner\": [{inner}]}}");
        let source = "f() { aaa bbb cccc }g() { aaa bbb cccc }\nint x; int y; int z;\n";
        let with = |source: &str, columns: &[(usize, usize)]| {
            let message = |(line, column): &(usize, usize)| format!("{MAIN}:{line}:{column}: error: no\n");
            let messages = columns.iter().map(message).collect();
            let clang = Clang { tree: tree.clone(), folder: "/l".to_owned(), messages, ..Clang::default() };
            without_broken_bodies(source, &clang, Language::Cuda)
        };
        let left = with(source, &[(1, 7), (1, 11)]).expect("errors of the host");
        assert_eq!(left, source.replacen("{ aaa bbb cccc }", ";               ", 1));
        // No error, one in the head of a function, one in a function of the device, and one outside of functions.
        for others in [vec![], vec![(1, 1)], vec![(1, 7), (1, 27)], vec![(2, 5)]] {
            assert_eq!(with(source, &others), None, "{others:?}");
        }
        // A macro that ends the body, a directive, and what may be one behind a macro.
        assert_eq!(with(&source.replacen("cccc }", "bb END", 1), &[(1, 7)]), None);
        assert_eq!(with(&source.replacen("bbb", "#if", 1), &[(1, 7)]), None);
        assert_eq!(with(&source.replacen("int x", "_Pragma", 1), &[(1, 7)]), None);
    }
}
