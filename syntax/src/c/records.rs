//! Structures, and the names of types.
//!
//! In: the tree of a file. Out: the names that `typedef` and `using` give to types, and the fields of structures. A
//! structure is read if its values are those of its fields: it has no bit-fields, extends no other one, is no union,
//! and copying a value copies the fields.

use super::language::Language;
use super::tree::Node;
use super::types::{Declared, Layout, Names, Record};
use std::collections::BTreeMap;

/// The names of the types of a file.
pub fn names(tree: &Node, language: Language) -> Names {
    let mut out = Names { vectors: language == Language::OpenCl, ..Names::default() };
    // A structure without name has that of the `typedef` around it.
    let mut named: BTreeMap<&str, &str> = BTreeMap::new();
    // A name of a type may change its alignment, which the type of a field does not show.
    let mut aligned = false;
    tree.each(&mut |node| {
        if matches!(node.kind.as_str(), "TypedefDecl" | "TypeAliasDecl") {
            aligned |= node.of_user && node.has("AlignedAttr");
            let spelled = node.ty.spelling().to_owned();
            let known = out.types.entry(node.name.clone()).or_insert_with(|| Some(spelled.clone()));
            if known.as_deref() != Some(spelled.as_str()) {
                *known = None;
            }
            let direct = |ty: &Node| ty.part(0).and_then(|ty| ty.decl.as_ref()).map(|_| ty.kind == "ElaboratedType");
            if let Some(ty) = node.part(0).filter(|ty| direct(ty) == Some(true)) {
                let id = ty.part(0).and_then(|ty| ty.decl.as_deref()).map_or("", |declared| declared.id.as_str());
                let _ = named.entry(id).or_insert(&node.name);
            }
        }
    });
    tree.each(&mut |node| {
        let record = matches!(node.kind.as_str(), "RecordDecl" | "CXXRecordDecl" | "ClassTemplateSpecializationDecl");
        if !record || node.is_implicit || !node.complete_definition {
            return;
        }
        let name = if node.name.is_empty() { named.get(node.id.as_str()).copied() } else { Some(node.name.as_str()) };
        let Some(name) = name else { return };
        let once = !out.records.contains_key(name);
        let _ = out.records.insert(name.to_owned(), declared(node, aligned).filter(|_| once));
    });
    if language == Language::Cuda {
        forget_ambiguous(tree, &mut out);
    }
    out
}

/// Forgets the names that stand for a type by `typedef` and for another type, in two scopes of C++: such a name could
/// mean either.
fn forget_ambiguous(tree: &Node, names: &mut Names) {
    tree.each(&mut |node| {
        let is_type = matches!(
            node.kind.as_str(),
            "RecordDecl" | "CXXRecordDecl" | "EnumDecl" | "ClassTemplateDecl" | "TemplateTypeParmDecl"
        );
        let Some(named) = names.types.get_mut(&node.name).filter(|_| is_type) else { return };
        // `typedef struct S S;` is no second type.
        let itself = named.as_deref().is_some_and(|ty| ty.split_whitespace().next_back() == Some(node.name.as_str()));
        if !itself {
            *named = None;
            if let Some(record) = names.records.get_mut(&node.name) {
                *record = None;
            }
        }
    });
}

/// A structure, if it is one that is read.
fn declared(node: &Node, aligned: bool) -> Option<Declared> {
    let unread = |part: &Node| match part.kind.as_str() {
        "FieldDecl" => part.name.is_empty() || part.is_bitfield,
        "CXXMethodDecl" => part.name == "operator=" && !part.is_implicit,
        "RecordDecl" | "CXXRecordDecl" | "EnumDecl" | "TypedefDecl" | "TypeAliasDecl" | "AccessSpecDecl"
        | "CXXConstructorDecl" | "CXXDestructorDecl" | "CXXConversionDecl" | "StaticAssertDecl" => false,
        kind => !kind.ends_with("Attr") && !kind.ends_with("Comment"),
    };
    let copied = node.definition_data.as_ref().is_none_or(|known| known.is_trivially_copyable);
    let template = node.kind == "ClassTemplateSpecializationDecl";
    if node.tag_used == "union" || !node.bases.is_empty() || !copied || template || node.inner.iter().any(unread) {
        return None;
    }
    let fields: Vec<&Node> = node.inner.iter().filter(|part| part.kind == "FieldDecl").collect();
    let plain = |part: &Node| !part.inner.iter().any(|inner| inner.kind.ends_with("Attr"));
    let traits = Record {
        trivial: node.definition_data.as_ref().is_none_or(|known| known.default_ctor.trivial),
        layout: match node.of_user {
            true if !aligned && plain(node) && fields.iter().all(|field| plain(field)) => Layout::C,
            true => Layout::Attributes,
            false => Layout::Language,
        },
        ..Record::default()
    };
    let fields: Vec<(String, String)> =
        fields.iter().map(|field| (field.name.clone(), field.ty.spelling().to_owned())).collect();
    (!fields.is_empty()).then_some(Declared { fields, traits })
}
