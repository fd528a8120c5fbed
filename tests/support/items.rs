//! The declarations of a syntax tree by kind, those in kernels and classes included.
//!
//! In: a file. Out: references to its declarations, in the order of the text.

use syntax::pvl::ast::{ClassPartKind, File, Function, Item, Kernel, MemberKind, Procedure, Resource};

/// The kernels of a file.
pub fn kernels(file: &mut File) -> impl Iterator<Item = &mut Kernel> {
    file.items.iter_mut().filter_map(|item| match item {
        Item::Kernel(kernel) => Some(kernel),
        Item::Function(_) | Item::Procedure(_) | Item::Class(_) | Item::Enum(_) | Item::Resource(_) => None,
    })
}

/// The functions of a file.
pub fn functions(file: &mut File) -> Vec<&mut Function> {
    let mut out = Vec::new();
    for item in &mut file.items {
        match item {
            Item::Function(function) => out.push(function),
            Item::Procedure(_) | Item::Enum(_) | Item::Resource(_) => {}
            Item::Class(class) => out.extend(class.parts.iter_mut().filter_map(|part| match &mut part.kind {
                ClassPartKind::Function(function) => Some(function),
                ClassPartKind::Fields(_)
                | ClassPartKind::Procedure(_)
                | ClassPartKind::Constructor(_)
                | ClassPartKind::Resource(_)
                | ClassPartKind::Axiom(_) => None,
            })),
            Item::Kernel(kernel) => out.extend(kernel.members.iter_mut().filter_map(|member| match &mut member.kind {
                MemberKind::Function(function) => Some(function),
                MemberKind::Memory { .. }
                | MemberKind::Procedure(_)
                | MemberKind::Resource(_)
                | MemberKind::Clause(..)
                | MemberKind::Invariant(..)
                | MemberKind::Main { .. } => None,
            })),
        }
    }
    out
}

/// The procedures of a file.
pub fn procedures(file: &mut File) -> Vec<&mut Procedure> {
    let mut out = Vec::new();
    for item in &mut file.items {
        match item {
            Item::Procedure(procedure) => out.push(procedure),
            Item::Function(_) | Item::Enum(_) | Item::Resource(_) => {}
            Item::Class(class) => out.extend(class.parts.iter_mut().filter_map(|part| match &mut part.kind {
                ClassPartKind::Procedure(procedure) | ClassPartKind::Constructor(procedure) => Some(procedure),
                ClassPartKind::Fields(_) | ClassPartKind::Function(_) => None,
                ClassPartKind::Resource(_) | ClassPartKind::Axiom(_) => None,
            })),
            Item::Kernel(kernel) => out.extend(kernel.members.iter_mut().filter_map(|member| match &mut member.kind {
                MemberKind::Procedure(procedure) => Some(procedure),
                MemberKind::Memory { .. }
                | MemberKind::Function(_)
                | MemberKind::Resource(_)
                | MemberKind::Clause(..)
                | MemberKind::Invariant(..)
                | MemberKind::Main { .. } => None,
            })),
        }
    }
    out
}

/// The resources of a file.
pub fn resources(file: &mut File) -> Vec<&mut Resource> {
    let mut out = Vec::new();
    for item in &mut file.items {
        match item {
            Item::Resource(resource) => out.push(resource),
            Item::Function(_) | Item::Procedure(_) | Item::Enum(_) => {}
            Item::Class(class) => out.extend(class.parts.iter_mut().filter_map(|part| match &mut part.kind {
                ClassPartKind::Resource(resource) => Some(resource),
                ClassPartKind::Fields(_)
                | ClassPartKind::Function(_)
                | ClassPartKind::Procedure(_)
                | ClassPartKind::Constructor(_)
                | ClassPartKind::Axiom(_) => None,
            })),
            Item::Kernel(kernel) => out.extend(kernel.members.iter_mut().filter_map(|member| match &mut member.kind {
                MemberKind::Resource(resource) => Some(resource),
                MemberKind::Memory { .. }
                | MemberKind::Function(_)
                | MemberKind::Procedure(_)
                | MemberKind::Clause(..)
                | MemberKind::Invariant(..)
                | MemberKind::Main { .. } => None,
            })),
        }
    }
    out
}
