//! Errors of clang that cannot matter to kernels.
//!
//! In: the tree of a file of CUDA that has errors, and the errors. Out: the functions of the host whose bodies contain
//! all of them. What clang does not understand in such a body is left out of the tree, and no more: kernels, the
//! functions of the device, types, constants and macros are what they are. An error anywhere else may change what a
//! kernel means, and a header that is not found may define anything.

use super::kernels::body;
use super::tree::Node;
use ir::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// The identities of the functions with errors, and of all that they declare; `None` if an error may matter to a
/// kernel.
pub fn broken<'n>(tree: &'n Node, errors: &[Diagnostic]) -> Option<BTreeSet<&'n str>> {
    let mut functions = Vec::new();
    tree.each(&mut |node| functions.extend(is_function(node).then_some(node)));
    let mut out = BTreeSet::new();
    for error in errors {
        let around = |node: &&&Node| {
            let at = body(node).and_then(|body| body.at);
            at.is_some_and(|at| at.start < error.span.start && error.span.end <= at.end)
        };
        let mut found = functions.iter().filter(around).peekable();
        found.peek()?;
        for function in found {
            // A value of the host that the device calls is a lambda, or has a type that the body declares.
            let mut shared = false;
            function.each(&mut |node| {
                shared |= is_of_device(node) || matches!(node.kind.as_str(), "LambdaExpr" | "CXXRecordDecl");
                let _ = out.insert(node.id.as_str());
            });
            if shared {
                return None;
            }
        }
    }
    Some(out)
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
    use super::super::tree::{Node, Starts, MAIN};
    use super::broken;
    use ir::diagnostic::Diagnostic;
    use ir::Span;

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
    fn errors_in_bodies_of_the_host_are_left_to_it() {
        let device = ", {\"kind\": \"CUDADeviceAttr\"}";
        let inner = [function("0x2", (0, 20), ""), function("0x3", (20, 40), device)].join(", ");
        let text = format!("{{\"id\": \"0x1\", \"kind\": \"TranslationUnitDecl\", \"inner\": [{inner}]}}");
        let tree = Node::read(&text, "/l", &Starts::from([(MAIN.to_owned(), 0)])).expect("a tree");
        let error = |start: usize| Diagnostic::new("c.clang", Span::new(start, start + 2), "no".to_owned());
        let found = broken(&tree, &[error(8), error(12)]).expect("an error of the host");
        assert!(found.contains("0x2") && !found.contains("0x3"));
        // In the head of a function, outside of functions, and in a function of the device.
        for start in [1, 0, 28, 50] {
            assert!(broken(&tree, &[error(8), error(start)]).is_none(), "{start}");
        }
    }
}
