//! Attributes that change what code does.
//!
//! In: the tree of a file. Out: an error for each attribute of code that a device may execute, unless the attribute is
//! known to leave the meaning of the code as it is, or unless Sepal reads it.

use super::language::Language;
use super::tree::Node;
use ir::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// Attributes that Sepal reads, each as clang names its node, without `Attr`.
const READ: [&str; 13] = [
    "Aligned",
    "Annotate",
    "CUDAConstant",
    "CUDADevice",
    "CUDAGlobal",
    "CUDAHost",
    "CUDALaunchBounds",
    "CUDAShared",
    "ExtVectorType",
    "Mode",
    "OpenCLKernel",
    "Packed",
    "ReqdWorkGroupSize",
];

/// Attributes for the optimiser, for warnings, for the linker or for people. A program that keeps their promises means
/// the same without them.
const WITHOUT_MEANING: [&str; 52] = [
    "AbiTag",
    "AllocAlign",
    "AllocSize",
    "AlwaysInline",
    "Artificial",
    "Availability",
    "Builtin",
    "C11NoReturn",
    "CUDAGridConstant",
    "CXX11NoReturn",
    "Cold",
    "Const",
    "Convergent",
    "Deprecated",
    "Final",
    "FallThrough",
    "Flatten",
    "Format",
    "FormatArg",
    "GNUInline",
    "Hot",
    "InternalLinkage",
    "LifetimeBound",
    "Likely",
    "LoopHint",
    "MaxFieldAlignment",
    "MayAlias",
    "MinSize",
    "NoAlias",
    "NoBuiltin",
    "NoDebug",
    "NoDuplicate",
    "NoEscape",
    "NoInline",
    "NoReturn",
    "NoThrow",
    "NonNull",
    "OpenCLAccess",
    "OpenCLUnrollHint",
    "OptimizeNone",
    "Overloadable",
    "Override",
    "Pure",
    "Restrict",
    "ReturnsNonNull",
    "Unlikely",
    "Unused",
    "Used",
    "VecTypeHint",
    "Visibility",
    "WarnUnusedResult",
    "WorkGroupSizeHint",
];

/// An error for each attribute of the user that may change what kernels do.
pub fn unknown(tree: &Node, language: Language) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    in_scope(tree, language == Language::OpenCl, &mut out);
    out.extend(pointer_to_aligned(tree));
    out
}

/// An error for the first pointer to a type whose name has an alignment of its own: an address that is no multiple of
/// that alignment is undefined (C11 6.3.2.3, paragraph 7), and the alignment of the named type alone is demanded.
fn pointer_to_aligned(tree: &Node) -> Option<Diagnostic> {
    let mut aligned: BTreeSet<&str> = BTreeSet::new();
    let mut found: Option<&Node> = None;
    let mentions = |node: &Node, names: &BTreeSet<&str>| {
        let words = node.ty.qual_type.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.into_iter().any(|word| names.contains(word))
    };
    tree.each(&mut |node| {
        if matches!(node.kind.as_str(), "TypedefDecl" | "TypeAliasDecl") {
            if node.of_user && (node.has("AlignedAttr") || mentions(node, &aligned)) {
                let _ = aligned.insert(node.name.as_str());
            }
        } else if found.is_none() && node.of_user && node.ty.qual_type.contains('*') && mentions(node, &aligned) {
            found = Some(node);
        }
    });
    let at = found?.at.unwrap_or_default();
    let message = "Sepal does not read pointers to a type whose name has an alignment of its own yet";
    let error = Diagnostic::new("c.unsupported", at, message).label("this pointer");
    Some(error.help("give the alignment to the array or to a structure, and not to a name of a type"))
}

/// Looks at what stands in a node. What the host alone executes is left out.
fn in_scope(node: &Node, of_device: bool, out: &mut Vec<Diagnostic>) {
    let is_function = node.kind.ends_with("Decl") && node.inner.iter().any(|part| part.kind == "CompoundStmt");
    let marked = || node.has("CUDADeviceAttr") || node.has("CUDAGlobalAttr");
    let is_data = || matches!(node.kind.as_str(), "VarDecl" | "FieldDecl");
    let own = of_device || marked() || is_data();
    if is_function && !own {
        return;
    }
    for part in &node.inner {
        match part.kind.strip_suffix("Attr") {
            Some(name) if own && node.of_user && !is_known(name) => out.push(refused(name, node, part)),
            Some(_) => {}
            None => in_scope(part, of_device || is_function, out),
        }
    }
}

fn is_known(name: &str) -> bool {
    READ.contains(&name) || WITHOUT_MEANING.contains(&name)
}

fn refused(name: &str, node: &Node, attribute: &Node) -> Diagnostic {
    let written = match name {
        "AsmLabel" => "another name for the assembler".to_owned(),
        other => format!("the attribute `{}`", in_words(other)),
    };
    let at = attribute.at.or(node.at).unwrap_or_default();
    Diagnostic::new("c.unsupported", at, format!("Sepal does not read {written}, which may change what the code does"))
        .label("this attribute")
        .help("leave the attribute out if the program means the same without it")
}

/// `NoThrow` as `no_throw`.
fn in_words(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
