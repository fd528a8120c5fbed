//! The classes of a file: their fields and constructors.
//!
//! In: the classes as written. Out: their signatures, their typed form, and diagnostics for names that are declared
//! twice and for types that do not exist.

use super::env::{ClassSignature, FieldSignature};
use super::home::{Home, Role};
use super::locks::INVARIANT;
use super::names::{duplicate, ident};
use super::parts::unsupported;
use super::types::{class_named, of_name_as};
use crate::pvl::ast::{Class, ClassPartKind, Fields, Procedure, TypeKind};
use ir::diagnostic::Diagnostic;
use ir::{ClassId, Field, FieldId, Ident, ProcId, Token, Type};

/// The signatures of all classes, whose types can name all of them.
pub fn signatures(
    classes: &[&Class],
    procedures: &[(Home, &Procedure)],
    int: Type,
    out: &mut Vec<Diagnostic>,
) -> Vec<ClassSignature> {
    let mut known: Vec<ClassSignature> = classes
        .iter()
        .zip((0..).map(ClassId))
        .map(|(class, id)| {
            let constructs = |home: &Home| home.class == Some((id, Role::Constructor));
            let constructor = procedures.iter().zip((0..).map(ProcId)).find(|((home, _), _)| constructs(home));
            let constructor = constructor.map(|(_, procedure)| procedure);
            ClassSignature { name: ident(&class.name), fields: Vec::new(), tokens: Vec::new(), constructor }
        })
        .collect();
    for (n, class) in classes.iter().enumerate() {
        if let Some(first) = classes.iter().take(n).find(|other| other.name.text == class.name.text) {
            out.push(duplicate(&class.name, first.name.at.0));
        }
        constructors(class, out);
    }
    let mut next = (0..).map(FieldId);
    for (n, class) in classes.iter().enumerate() {
        let mut fields: Vec<FieldSignature> = Vec::new();
        for Fields { ty, names, .. } in class.parts.iter().filter_map(|part| match &part.kind {
            ClassPartKind::Fields(fields) => Some(fields),
            ClassPartKind::Function(_)
            | ClassPartKind::Procedure(_)
            | ClassPartKind::Constructor(_)
            | ClassPartKind::Resource(_)
            | ClassPartKind::Axiom(_) => None,
        }) {
            if let TypeKind::Class(name) = ty.kind {
                if class_named(&known, name).is_none() {
                    let message = format!("there is no class `{name}` here");
                    out.push(
                        Diagnostic::new("resolve.unknown-name", ty.at.0, message)
                            .label("unknown")
                            .help(format!("declare it: `class {name} {{ … }}`")),
                    );
                }
            }
            out.extend(unsupported(of_name_as(*ty, int, &known), ty.at.0));
            for name in names {
                if let Some(first) = fields.iter().find(|field| field.name.name == name.text) {
                    out.push(duplicate(name, first.name.node.span));
                }
                if name.text == "length" || name.text == "this" {
                    let message = format!("`{}` cannot be the name of a field", name.text);
                    out.push(
                        Diagnostic::new("resolve.reserved-name", name.at.0, message)
                            .label("has a meaning already")
                            .help("choose another name: `a.length` is the length of an array, and `this` the object"),
                    );
                }
                if matches!(ty.kind, TypeKind::Frac(_)) {
                    out.push(super::fractions::no_fractions(
                        ty.at.0,
                        "a field",
                        "pass fractions as parameters: `given frac p;`",
                    ));
                }
                let Some(id) = next.next() else { continue };
                fields.push(FieldSignature { id, name: ident(name), ty: of_name_as(*ty, int, &known) });
            }
        }
        let tokens = tokens(class, out).into_iter();
        let tokens =
            tokens.filter_map(|(token, name)| Some((token, next.next()?, Ident { name, ..ident(&class.name) })));
        if let Some(signature) = known.get_mut(n) {
            signature.tokens = tokens.collect();
            signature.fields = fields;
        }
    }
    known
}

/// The tokens of the objects of a class, with their names. Reports a lock invariant with parameters.
fn tokens(class: &Class, out: &mut Vec<Diagnostic>) -> Vec<(Token, String)> {
    let mut found = Vec::new();
    for part in class.parts.iter().filter(|_| !class.is_data) {
        match &part.kind {
            ClassPartKind::Resource(resource) if resource.name.text == INVARIANT => {
                if part.fixed || !resource.params.is_empty() {
                    let message = "the invariant of a lock is about its object alone";
                    let help = "write it without parameters and without `static`: `lock_invariant Perm(x, write);`";
                    out.push(super::locks::wrong(resource.name.at.0, message, "not about the object alone", help));
                } else if found.is_empty() {
                    found.push((Token::Lock, "held".to_owned()));
                }
            }
            ClassPartKind::Resource(_)
            | ClassPartKind::Fields(_)
            | ClassPartKind::Function(_)
            | ClassPartKind::Procedure(_)
            | ClassPartKind::Constructor(_)
            | ClassPartKind::Axiom(_) => {}
        }
    }
    if is_thread(class) {
        found.push((Token::Thread, "thread".to_owned()));
    }
    found
}

/// The method `run`, if the objects of the class are threads.
pub fn run_of(class: &Class) -> Option<&Procedure> {
    let run = |procedure: &&Procedure| {
        procedure.name.text == "run"
            && procedure.params.is_empty()
            && procedure.ret.is_none()
            && procedure.ghosts.is_empty()
    };
    let methods = class.parts.iter().filter(|part| !part.fixed).filter_map(|part| match &part.kind {
        ClassPartKind::Procedure(procedure) => Some(procedure),
        ClassPartKind::Resource(_)
        | ClassPartKind::Fields(_)
        | ClassPartKind::Function(_)
        | ClassPartKind::Constructor(_)
        | ClassPartKind::Axiom(_) => None,
    });
    methods.into_iter().find(run)
}

/// Whether the objects of the class are threads.
fn is_thread(class: &Class) -> bool {
    run_of(class).is_some()
}

/// Reports a second constructor of a class.
fn constructors(class: &Class, out: &mut Vec<Diagnostic>) {
    let mut all = class.parts.iter().filter_map(|part| match &part.kind {
        ClassPartKind::Constructor(constructor) => Some(constructor),
        ClassPartKind::Fields(_)
        | ClassPartKind::Function(_)
        | ClassPartKind::Procedure(_)
        | ClassPartKind::Resource(_)
        | ClassPartKind::Axiom(_) => None,
    });
    let Some(first) = all.next() else { return };
    for second in all {
        let message = format!("Sepal does not read a second constructor of a class (`{}`)", class.name.text);
        out.push(
            Diagnostic::new("parse.unsupported", second.name.at.0, message)
                .label("not supported")
                .related(first.name.at.0, "the first constructor")
                .help("write one constructor, and a `static` method for other ways to create an object"),
        );
    }
}

/// The typed form of the classes and of all their fields.
pub fn declared(classes: &[&Class], known: &[ClassSignature]) -> (Vec<ir::Class>, Vec<Field>) {
    let typed = classes.iter().map(|class| ir::Class { name: ident(&class.name), node: class.at.0.into() });
    let of = |(class, signature): (ClassId, &ClassSignature)| {
        let field = |field: &FieldSignature| Field { name: field.name.clone(), class, ty: field.ty, token: None };
        let token = |(token, _, name): &(Token, FieldId, Ident)| Field {
            name: name.clone(),
            class,
            ty: Type::Bool,
            token: Some(*token),
        };
        signature.fields.iter().map(field).chain(signature.tokens.iter().map(token)).collect::<Vec<_>>()
    };
    (typed.collect(), (0..).map(ClassId).zip(known).flat_map(of).collect())
}
