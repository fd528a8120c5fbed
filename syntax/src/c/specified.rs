//! The functions of specifications that a file needs.
//!
//! In: the tree of a file, and the words in its annotations. Out: the functions that they may name, as trees.

use super::kernels::body;
use super::language::Language;
use super::tree::Node;
use crate::pvl::habits::is_operation;
use crate::specs::{Chosen, SpecSet};
use ir::Span;
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
