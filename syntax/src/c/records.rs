//! Structures, and the names of types.
//!
//! In: the tree of a file. Out: the names that `typedef` and `using` give to types, and the fields of structures. A
//! structure is read if its values are those of its fields: it has no bit-fields, extends no other one, is no union,
//! and copying a value copies the fields. A structure with constant fields is read if the file has no casts or calls by
//! which code could write the fields. An enumeration is the type of its numbers.

use super::language::Language;
use super::spelling::of_spelling;
use super::tree::Node;
use super::types::{CType, Declared, Layout, Names, Record};
use ir::Width;
use std::collections::BTreeMap;

/// The names of the types of a file.
pub fn names(tree: &Node, language: Language) -> Names {
    let mut out = Names { vectors: language == Language::OpenCl, ..Names::default() };
    // A structure without name has that of the `typedef` around it.
    let mut named: BTreeMap<&str, &str> = BTreeMap::new();
    // A name of a type may change its alignment, which the type of a field does not show.
    let mut aligned = false;
    let mut writes = false;
    tree.each(&mut |node| {
        writes |= node.of_user && node.may_write_constants();
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
        let known = record && node.complete_definition || node.kind == "EnumDecl";
        if !known || node.is_implicit {
            return;
        }
        let given = named.get(node.id.as_str()).map(|name| (*name).to_owned());
        let Some(name) = (if node.name.is_empty() { given } else { Some(super::classes::name(node)) }) else { return };
        let once = !out.records.contains_key(&name) && !out.enumerations.contains_key(&name);
        if record && node.tag_used == "union" {
            let _ = out.unions.insert(name.clone(), members(node).filter(|_| once));
        }
        if record {
            let _ = out.records.insert(name.clone(), declared(node, (aligned, writes)).filter(|_| once));
        } else {
            let _ = out.enumerations.insert(name.clone(), numbers(node).filter(|_| once));
        }
        if !once {
            // A name of several types means none of them.
            out.records.get_mut(&name).into_iter().for_each(|record| *record = None);
            out.unions.get_mut(&name).into_iter().for_each(|members| *members = None);
            out.enumerations.get_mut(&name).into_iter().for_each(|width| *width = None);
        }
    });
    if language == Language::Cuda {
        forget_ambiguous(tree, &mut out);
        out.tiles = !["thread_block_tile", "thread_block", "thread_group"].iter().any(|name| declares(tree, name));
        if !["thread_block", "thread_group"].iter().any(|name| declares(tree, name)) {
            // The block of a thread, whose declaration is one of the language.
            let traits = Record { is_block: true, ..Record::default() };
            let _ = out.records.insert("thread_block".to_owned(), Some(Declared { fields: Vec::new(), traits }));
        }
    }
    out
}

/// Whether the user declares a type with a name, anywhere.
fn declares(tree: &Node, name: &str) -> bool {
    let mut found = false;
    tree.each(&mut |node| {
        found |= node.of_user && node.name == name && node.kind.ends_with("Decl") && node.kind != "VarDecl";
    });
    found
}

/// The type of the numbers of an enumeration: that which the program names, or that which the compiler chooses.
fn numbers(node: &Node) -> Option<Width> {
    let int = |signed| Width { bits: 32, signed };
    if node.inner.iter().any(|part| part.kind.ends_with("Attr")) {
        return None;
    }
    if !node.fixed_underlying_type.qual_type.is_empty() {
        return match of_spelling(node.fixed_underlying_type.spelling(), &Names::default()) {
            CType::Int(width) => Some(width),
            _ => None,
        };
    }
    let values: Option<Vec<i128>> = super::enumerations::values(node).into_iter().map(|(_, value)| value).collect();
    let values = values?;
    let fits = |width: Width| values.iter().all(|n| width.least() <= (*n).into() && width.greatest() >= (*n).into());
    let negative = values.iter().any(|value| *value < 0);
    Some(int(negative)).filter(|width| fits(*width))
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
            names.records.get_mut(&node.name).into_iter().for_each(|record| *record = None);
            names.unions.get_mut(&node.name).into_iter().for_each(|members| *members = None);
            names.enumerations.get_mut(&node.name).into_iter().for_each(|width| *width = None);
        }
    });
}

/// The members of a union, each with its type, if it has nothing else.
fn members(node: &Node) -> Option<Vec<(String, String)>> {
    let plain = |known: &super::tree::Definition| known.is_trivially_copyable && known.default_ctor.trivial;
    let attribute = |part: &Node| part.kind.ends_with("Attr");
    let members: Vec<&Node> = node.inner.iter().filter(|part| part.kind == "FieldDecl").collect();
    let whole = |member: &&Node| {
        !member.name.is_empty()
            && !member.is_bitfield
            && !member.mutable
            && !member.is_const()
            && !member.inner.iter().any(attribute)
    };
    let known = node.definition_data.as_ref().is_none_or(plain)
        && members.iter().all(whole)
        && !node.inner.iter().any(attribute);
    let named = |member: &Node| (member.name.clone(), member.ty.spelling().to_owned());
    known.then(|| members.into_iter().map(named).collect())
}

/// A structure, if it is one that is read. `aligned` says that some name of a type has an alignment of its own, and
/// `writes` that the file has code which could write constant fields.
fn declared(node: &Node, (aligned, writes): (bool, bool)) -> Option<Declared> {
    let unread = |part: &Node| match part.kind.as_str() {
        "FieldDecl" => part.name.is_empty() || part.is_bitfield || part.mutable || writes && part.is_const(),
        "CXXMethodDecl" => part.is_virtual || part.name == "operator=" && !super::classes::is_made(part),
        // Variables of the structure itself are no parts of its values, and friends are other functions.
        "VarDecl" | "FriendDecl" | "TemplateArgument" => false,
        "RecordDecl" | "CXXRecordDecl" | "EnumDecl" | "TypedefDecl" | "TypeAliasDecl" | "AccessSpecDecl"
        | "CXXConstructorDecl" | "CXXDestructorDecl" | "CXXConversionDecl" | "StaticAssertDecl" => false,
        kind => !kind.ends_with("Attr") && !kind.ends_with("Comment"),
    };
    let copied = node.definition_data.as_ref().is_none_or(|known| known.is_trivially_copyable);
    if node.tag_used == "union" || !node.bases.is_empty() || !copied || node.inner.iter().any(unread) {
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
    Some(Declared { fields, traits })
}
