//! What a tree says about the language, and not about the user's file.
//!
//! In: the tree of a file, with or without the declarations of its language. Out: a tree in which they are, reduced to
//! those that kernels can name. A tree has none if clang has read them precompiled: [`declared`] then has made a text
//! of them once, and [`graft`] puts them into the tree of each file.
//!
//! clang names declarations by their addresses, which differ from run to run. So a name in the tree of a file that no
//! declaration of this tree declares is matched by its kind, its name and its type. Only declarations that are the only
//! ones with these three are in the text, and functions that no instance of a template can be mistaken for. What
//! matches nothing stays without declaration, which is an error where it is used.

use super::clang::Clang;
use super::language::Language;
use super::tree::{Node, Starts};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The kind, the name and the type of a declaration.
type Key = (String, String, String);

fn key(node: &Node) -> Key {
    (node.kind.clone(), node.name.clone(), node.ty.qual_type.clone())
}

/// The tree that clang has printed, with the declarations of the language; the texts of its files start there.
pub fn tree(clang: &Clang, starts: &Starts, language: Language) -> Result<Node, serde_json::Error> {
    let mut root = Node::read(&clang.tree, &clang.folder, starts)?;
    reduce(&mut root, language);
    if let Some(declared) = &clang.language {
        graft(&mut root, declared)?;
    }
    Ok(root)
}

/// The declarations of a language as a text for [`graft`], from the tree that clang prints about them alone; `None` for
/// a tree that cannot be read.
pub fn declared(tree: &str, folder: &str, language: Language) -> Option<String> {
    let mut root = Node::read(tree, folder, &Starts::new()).ok()?;
    reduce(&mut root, language);
    let list: Option<Vec<Value>> = root
        .inner
        .iter()
        .filter(|node| !node.of_user)
        .map(|node| shortened(serde_json::to_value(node).ok()?))
        .collect();
    serde_json::to_string(&list?).ok()
}

/// The value without what is left out anyway where it has its default. Objects stay, since an optional object that is
/// empty is one. Addresses become names that are no addresses.
fn shortened(value: Value) -> Option<Value> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::String(text) if text.is_empty() => None,
        Value::String(text) if text.starts_with("0x") => Some(Value::String(format!("prelude {text}"))),
        Value::Array(all) if all.is_empty() => None,
        // The order of parts has a meaning, so none is left out.
        Value::Array(all) => {
            Some(Value::Array(all.into_iter().map(|part| shortened(part).unwrap_or_default()).collect()))
        }
        Value::Object(parts) => {
            Some(Value::Object(parts.into_iter().filter_map(|(name, part)| Some((name, shortened(part)?))).collect()))
        }
        Value::Bool(_) | Value::Number(_) | Value::String(_) => Some(value),
    }
}

/// Leaves, of the declarations of the language in a tree, those that kernels can name, in front of those of the user.
pub fn reduce(root: &mut Node, language: Language) {
    let (own, of_language): (Vec<Node>, Vec<Node>) =
        std::mem::take(&mut root.inner).into_iter().partition(|n| n.of_user);
    let (mut times, mut templates, mut redeclared) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
    // What the user declares again is not the language's any more.
    for top in &own {
        top.each(&mut |node| {
            let _ = redeclared.insert(node.previous_decl.clone());
        });
    }
    for top in &of_language {
        top.each(&mut |node| match node.kind.as_str() {
            // A reference in the type is one in the types of all instances.
            "FunctionTemplateDecl" if !node.inner.iter().any(has_reference) => {
                let _ = templates.insert(node.name.clone());
            }
            // The compiler itself declares some functions first.
            "FunctionDecl" | "VarDecl" | "EnumConstantDecl" if node.previous_decl.is_empty() => {
                *times.entry(key(node)).or_insert(0_usize) += 1
            }
            _ => {}
        });
    }
    let mut kept = Vec::new();
    of_language.into_iter().for_each(|node| keep(node, language, &mut kept));
    let once = |node: &Node| times.get(&key(node)) == Some(&1);
    kept.retain(|node| !redeclared.contains(&node.id));
    kept.retain(|node| match node.kind.as_str() {
        "FunctionDecl" => once(node) && !templates.contains(&node.name) && !has_reference(node),
        "VarDecl" => once(node),
        "EnumDecl" => node.inner.iter().all(|part| part.kind != "EnumConstantDecl" || once(part)),
        _ => true,
    });
    kept.extend(own);
    root.inner = kept;
}

/// Whether a node is a function whose type contains a reference.
fn has_reference(node: &Node) -> bool {
    node.kind == "FunctionDecl" && node.ty.qual_type.contains('&')
}

/// Adds a declaration of the language, or those in it, if kernels can name it.
fn keep(mut node: Node, language: Language, kept: &mut Vec<Node>) {
    match node.kind.as_str() {
        "LinkageSpecDecl" => node.inner.into_iter().for_each(|part| keep(part, language, kept)),
        "TypedefDecl" | "TypeAliasDecl" | "EnumDecl" => kept.push(node),
        "RecordDecl" | "CXXRecordDecl" => {
            node.inner.retain(|part| !part.is_implicit);
            kept.push(node);
        }
        "FunctionDecl" | "VarDecl" if language == Language::OpenCl || node.has("CUDADeviceAttr") => {
            if node.kind == "FunctionDecl" && !node.has("CompoundStmt") {
                node.inner.retain(|part| part.kind.ends_with("Attr"));
            }
            kept.push(node);
        }
        _ => {}
    }
}

/// Puts the declarations of a language, as [`declared`] has written them, into the tree of a file of which clang has
/// read them precompiled.
pub fn graft(root: &mut Node, declared: &str) -> Result<(), serde_json::Error> {
    let mut known: Vec<Node> = serde_json::from_str(declared)?;
    let (mut own, mut redeclared) = (BTreeSet::new(), BTreeSet::new());
    root.each(&mut |node| {
        if node.kind.ends_with("Decl") {
            let _ = own.insert(node.id.clone());
            let _ = redeclared.insert(node.previous_decl.clone());
        }
    });
    let mut ids: BTreeMap<Key, String> = BTreeMap::new();
    for node in known.iter().flat_map(|node| std::iter::once(node).chain(&node.inner)) {
        if matches!(node.kind.as_str(), "FunctionDecl" | "VarDecl" | "EnumConstantDecl") {
            let _ = ids.insert(key(node), node.id.clone());
        }
    }
    let is_own = |id: &str| own.contains(id) || redeclared.contains(id);
    resolve(root, &|named: &mut Node| {
        if let Some(id) = ids.get(&key(named)).filter(|_| !is_own(&named.id)) {
            named.id.clone_from(id);
        }
    });
    known.append(&mut root.inner);
    root.inner = known;
    Ok(())
}

/// Calls `name` for each declaration to which an expression refers.
fn resolve(node: &mut Node, name: &impl Fn(&mut Node)) {
    if let Some(named) = node.referenced_decl.as_deref_mut() {
        name(named);
    }
    node.array_filler.iter_mut().chain(&mut node.inner).for_each(|part| resolve(part, name));
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::{declared, graft, Node, Starts};

    /// A function of the device, as clang prints it, and the reference of a call to it.
    fn function(id: &str, name: &str, ty: &str, more: &str) -> String {
        let kind = "\"kind\": \"FunctionDecl\"";
        format!(
            "{{\"id\": \"{id}\", {kind}, \"name\": \"{name}\", \"type\": {{\"qualType\": \"{ty}\"}}, {more} \
             \"inner\": [{{\"kind\": \"CUDADeviceAttr\"}}]}}"
        )
    }

    fn tree(inner: &[String]) -> String {
        format!("{{\"id\": \"0x1\", \"kind\": \"TranslationUnitDecl\", \"inner\": [{}]}}", inner.join(", "))
    }

    fn call(id: &str, name: &str, ty: &str) -> String {
        format!("{{\"id\": \"0x2\", \"kind\": \"DeclRefExpr\", \"referencedDecl\": {}}}", function(id, name, ty, ""))
    }

    #[test]
    fn names_are_matched_by_kind_name_and_type() {
        let template = format!(
            "{{\"id\": \"0x8\", \"kind\": \"FunctionTemplateDecl\", \"name\": \"t\", \"inner\": [{}]}}",
            function("0x9", "t", "T (T)", "")
        );
        let language = tree(&[
            function("0x3", "f", "int (int)", ""),
            function("0x4", "f", "float (float)", ""),
            function("0x5", "g", "int (int)", ""),
            function("0x6", "g", "int (int)", ""),
            function("0x7", "t", "int (int)", ""),
            template,
        ]);
        let declared = declared(&language, "/language", Language::Cuda).expect("a text");
        let user = tree(&[
            function("0x20", "own", "int (int)", "\"previousDecl\": \"0x21\","),
            call("0x10", "f", "float (float)"),
            call("0x11", "f", "double (double)"),
            call("0x12", "g", "int (int)"),
            call("0x13", "t", "int (int)"),
            call("0x20", "f", "int (int)"),
            call("0x21", "f", "int (int)"),
        ]);
        let mut root = Node::read(&user, "/language", &Starts::new()).expect("a tree");
        graft(&mut root, &declared).expect("declarations");
        let named: Vec<&str> = root.inner.iter().filter_map(Node::refers_to).collect();
        // One matches; the others have another type, several declarations, a template, or are the user's.
        assert_eq!(named, ["prelude 0x4", "0x11", "0x12", "0x13", "0x20", "0x21"]);
        let known: Vec<&str> =
            root.inner.iter().filter(|n| n.id.starts_with("prelude")).map(|n| n.ty.spelling()).collect();
        assert_eq!(known, ["int (int)", "float (float)"]);
    }
}
