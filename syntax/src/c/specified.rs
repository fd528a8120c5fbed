//! The functions of specifications that a file needs.
//!
//! In: the tree of a file, and the words in its annotations. Out: the functions that they may name, as trees.

use super::kernels::body;
use super::language::Language;
use super::tree::Node;
use crate::pvl::habits::is_operation;
use crate::specs::{Chosen, SpecSet};
use ir::diagnostic::Diagnostic;
use ir::{Origin, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The functions of specifications that code or annotations name. Those with the name of a function that the user
/// defines are not among them: a name in an annotation would mean another function than in the code.
pub fn chosen(
    (tree, language): (&Node, Language),
    words: &BTreeMap<&str, Span>,
    specs: &SpecSet,
    length: usize,
) -> Chosen {
    let (mut names, mut defined) = (words.keys().copied().collect::<BTreeSet<&str>>(), BTreeSet::new());
    tree.each(&mut |node| {
        if let Some(named) = node.referenced_decl.as_deref() {
            let _ = names.insert(named.name.as_str());
        }
        if node.of_user && node.kind == "FunctionDecl" && body(node).is_some() {
            let _ = defined.insert(node.name.as_str());
        }
    });
    // The square root of CUDA is an operation.
    let is_other = |name: &&str| !(defined.contains(name) || language == Language::Cuda && is_operation(name));
    names.retain(is_other);
    specs.chosen(&names, length)
}

/// An error for each specification of the user that could mean several functions of the code, or one that is no plain
/// function: two functions would have one value.
pub fn ambiguous(tree: &Node, chosen: &Chosen) -> Vec<Diagnostic> {
    let mut declared: BTreeMap<&str, BTreeMap<&str, &Node>> = BTreeMap::new();
    tree.each(&mut |node| {
        let is_function =
            matches!(node.kind.as_str(), "FunctionDecl" | "CXXMethodDecl") && !node.mangled_name.is_empty();
        if node.of_user && is_function {
            let _ = declared.entry(&node.name).or_default().entry(&node.mangled_name).or_insert(node);
        }
    });
    let specified = chosen.functions.iter().filter(|(origin, _)| *origin == Origin::Specs);
    let wrong = specified.filter_map(|(_, one)| {
        let all = declared.get(one.name.text.as_str())?;
        let (symbol, node) = all.last_key_value()?;
        let what = match (all.len(), is_plain(symbol, &node.name)) {
            (1, true) => return None,
            (1, false) => "a function of a namespace, of a class or of a template",
            _ => "several functions of this name",
        };
        let message = format!("the specification of `{}` cannot be about {what}", node.name);
        let error = Diagnostic::new("c.unsupported", node.at.unwrap_or_default(), message).label("declared here");
        Some(error.help("give the function a name of its own, outside of namespaces, classes and templates"))
    });
    wrong.collect()
}

/// Whether the symbol of a function is that of a function outside of namespaces and classes, and no template's.
fn is_plain(symbol: &str, name: &str) -> bool {
    let length = name.len();
    let starts = [format!("_Z{length}{name}"), format!("_ZL{length}{name}")];
    let rest = starts.iter().find_map(|start| symbol.strip_prefix(start.as_str()));
    symbol == name || rest.is_some_and(|rest| !rest.starts_with('I'))
}
