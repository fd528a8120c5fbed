//! Resolves names and types: from the syntax tree to the typed program.
//!
//! In: the tree of a file, and the names that occur in parts of the file that could not be read. Out: the typed
//! program, and every error of names and types. Unknown names among the given ones are not reported.

mod around;
mod atomic;
mod atomic_amounts;
mod calls;
mod classes;
mod collection_type;
mod collections;
mod copies;
mod data_types;
mod declared;
mod definition;
mod described;
mod enums;
pub mod env;
mod exits;
mod expr;
mod extent;
mod floats;
mod forks;
mod formats;
mod fractions;
mod ghost;
mod given;
mod home;
mod host;
mod instances;
mod intrinsic;
mod items;
mod labels;
mod launch;
mod launches;
mod locks;
mod machine;
mod maps;
mod matrix;
mod measure;
mod mentions;
mod messages;
mod methods;
mod names;
mod objects;
mod old;
mod opaque;
mod operators;
mod optional;
mod par;
mod parallel;
mod parts;
mod pointers;
mod points;
mod procedures;
mod recursion;
mod reductions;
mod references;
mod resources;
mod sets;
mod share;
mod shares;
mod silent;
mod statements;
mod streams;
mod transparent;
pub mod types;
mod uses;

use crate::pvl::ast::{Class, ClassPartKind, File, Function, Item, Kernel, MemberKind, Name, Procedure};
use declared::{is_inline, Resources, Transparent};
use env::{ClassSignature, Formal, KernelSignature, ProcedureSignature, Signature};
use home::{Home, Role};
use ir::diagnostic::Diagnostic;
use ir::{ClassId, KernelId, Origin, Program, Type};
use launch::launch;
use mentions::Mentions;
use names::{duplicate, ident, reserved};
use silent::Noise;
use std::collections::BTreeSet;
use types::of_name_as;

/// The program of a file, every error, and the place of an expression that has no typed form, if there is one.
pub type Checked = (Program, Vec<Diagnostic>, Option<ir::Span>);

/// Adds kernels of another language to a program. Returns every error in them, and the place of an expression that has
/// no typed form.
pub type Foreign<'f> = dyn FnMut(env::Known<'_>, &mut Program) -> (Vec<Diagnostic>, Option<ir::Span>) + 'f;

/// Functions of files of specifications, each with who declares it.
pub type Specs = [(Origin, Function)];

/// Checks a file, with the functions of specifications that it needs. `poisoned` are the names in parts that could not
/// be read, and `int` is the type that `int` is in the code. The program is complete only if there is no diagnostic,
/// and no place of an expression that has no typed form.
pub fn check(file: &File, specs: &Specs, poisoned: &BTreeSet<String>, int: Type) -> Checked {
    check_with((file, specs), poisoned, int, &mut |_, _| (Vec::new(), None))
}

/// Like [`check`], for a file with kernels of another language: `foreign` makes them, with the declarations of the
/// file.
pub fn check_with(
    (file, specs): (&File, &Specs),
    poisoned: &BTreeSet<String>,
    int: Type,
    foreign: &mut Foreign<'_>,
) -> Checked {
    let (mut diagnostics, mut lost) = (Vec::new(), None);
    let expanded = instances::expanded(file, &mut diagnostics);
    let file = expanded.as_ref().unwrap_or(file);
    let threads = forks::with_contracts(file);
    let file = threads.as_ref().unwrap_or(file);
    let Items { functions, procedures, resources, kernels, classes: declared } = collect(file);
    let others = names_of(&functions, &procedures, &resources, &kernels, &declared);
    let enums = enums::declared(file, &others, &mut diagnostics);
    let classes = classes::signatures(&declared, &procedures, int, &mut diagnostics);
    let of_file = &functions;
    let of_specs = specs.iter().map(|(origin, f)| (Home { origin: *origin, ..Home::default() }, f));
    let functions: Of<'_, Function> = functions.iter().copied().chain(of_specs).collect();
    let signatures: Vec<Signature> = functions.iter().map(|(home, f)| signature(*home, f, &classes)).collect();
    let noises = silent::noises(&procedures);
    let callable: Vec<ProcedureSignature> = procedures
        .iter()
        .zip(noises)
        .map(|((home, p), noise)| procedure_signature(*home, p, noise, (int, &classes)))
        .collect();
    let resources = recursion::resources(&resources, of_file, &mut diagnostics);
    let none = env::Memory::default();
    let known = (signatures.as_slice(), callable.as_slice(), &resources, &none);
    unique(of_file, &procedures, &resources, &kernels, &mut diagnostics);
    let of_launch = |(_, f): &&(Origin, Function)| launch(&f.name.text).is_some();
    diagnostics.extend(specs.iter().filter(of_launch).map(|(_, f)| reserved(&f.name)));
    let memories: Vec<env::Memory> =
        kernels.iter().map(|kernel| items::memory(kernel, int, &mut diagnostics)).collect();
    let mut program = Program::default();
    let mut mentions: Vec<Mentions> = vec![Mentions::default(); kernels.len()];
    (program.classes, program.fields) = classes::declared(&declared, &classes);
    let mut in_env = |home: Home, check: &mut dyn FnMut(&mut env::Env<'_>)| {
        let kernel = home.kernel;
        let memory = kernel.and_then(|kernel| memories.get(kernel.0 as usize)).unwrap_or(&none);
        let mut env = env::Env::new(known, memory, kernel, (poisoned, int));
        (env.classes, env.class, env.enums) = (&classes, home.class, &enums);
        (env.declared, env.origin) = (&declared, home.origin);
        check(&mut env);
        lost = lost.or(env.lost);
        if let Some(mentions) = kernel.and_then(|kernel| mentions.get_mut(kernel.0 as usize)) {
            mentions.extend(std::mem::take(&mut env.mentions));
        }
        diagnostics.append(&mut env.diagnostics);
    };
    for declared in resources.all.iter().filter(|declared| declared.usable.get()) {
        in_env(declared.home, &mut |env| env.declared_resource(declared));
    }
    for (home, function) in &functions {
        in_env(*home, &mut |env| program.functions.extend(items::function(env, function)));
    }
    let mut typed: Vec<Option<ir::Procedure>> = vec![None; procedures.len()];
    for ((home, procedure), typed) in procedures.iter().zip(&mut typed).filter(|((home, _), _)| home.kernel.is_some()) {
        in_env(*home, &mut |env| *typed = Some(procedures::procedure(env, procedure)));
    }
    for (index, kernel) in kernels.iter().enumerate() {
        let Some(memory) = memories.get(index) else { continue };
        let mut env = env::Env::new(known, memory, Some(KernelId(index as u32)), (poisoned, int));
        (env.classes, env.enums, env.declared) = (&classes, &enums, &declared);
        env.mentions = mentions.get_mut(index).map(std::mem::take).unwrap_or_default();
        program.kernels.push(items::kernel(&mut env, kernel));
        lost = lost.or(env.lost);
        diagnostics.append(&mut env.diagnostics);
    }
    let (found, lost_there) = foreign(known, &mut program);
    diagnostics.extend(found);
    lost = lost.or(lost_there);
    // A procedure of the top level can launch kernels.
    let launchable: Vec<KernelSignature> = kernels
        .iter()
        .zip(&memories)
        .zip(&program.kernels)
        .map(|((k, memory), typed)| kernel_signature(k, memory, typed.dims()))
        .collect();
    for ((home, procedure), typed) in procedures.iter().zip(&mut typed).filter(|((home, _), _)| home.kernel.is_none()) {
        let mut env = env::Env::new(known, &none, None, (poisoned, int));
        (env.classes, env.class, env.enums) = (&classes, home.class, &enums);
        env.declared = &declared;
        env.kernels = &launchable;
        *typed = Some(procedures::procedure(&mut env, procedure));
        lost = lost.or(env.lost);
        diagnostics.append(&mut env.diagnostics);
    }
    program.procedures = typed.into_iter().flatten().collect();
    diagnostics.extend(host::called_by_kernels(&program));
    diagnostics.extend(atomic_amounts::misplaced(&program));
    diagnostics.extend(locks::beside_barriers(&program));
    program.expansions = resources.expansions.into_inner();
    if expanded.is_some() || threads.is_some() {
        instances::once(&mut diagnostics);
    }
    diagnostics.iter_mut().for_each(|error| where_used(error, &program));
    (program, diagnostics, lost)
}

/// An error in the body of a resource that depends on where the resource is used is reported at the use.
fn where_used(error: &mut Diagnostic, program: &Program) {
    if let Some(expansion) = program.expansion(error.span) {
        let body = ir::Span { expansion: None, ..error.span };
        error.related.push((body, format!("in the body of `{}`: {}", expansion.name, error.label)));
        error.span = program.used_at(error.span);
        error.label = "by this use".to_owned();
    }
}

/// Declarations, each with the place of its declaration.
type Of<'a, T> = Vec<(Home, &'a T)>;

/// The declarations of a file: functions and procedures, resources (with inline functions), kernels and classes.
#[derive(Default)]
struct Items<'a> {
    functions: Of<'a, Function>,
    procedures: Of<'a, Procedure>,
    resources: Vec<(Home, Transparent<'a>)>,
    kernels: Vec<&'a Kernel>,
    classes: Vec<&'a Class>,
}

impl<'a> Items<'a> {
    /// Adds a function. Uses of an inline function stand for its body, as those of a resource do.
    fn function(&mut self, home: Home, function: &'a Function) {
        match is_inline(function) {
            true => self.resources.push((home, function.into())),
            false => self.functions.push((home, function)),
        }
    }
}

/// The names of all functions, procedures and resources that a file declares, at the top level or inside of other
/// items. A file of specifications declares none of these for the file.
pub fn names(file: &File) -> BTreeSet<&str> {
    let Items { functions, procedures, resources, .. } = collect(file);
    let functions = functions.iter().map(|(_, f)| &f.name);
    let procedures = procedures.iter().map(|(_, p)| &p.name);
    let all = functions.chain(procedures).chain(resources.iter().map(|(_, r)| r.name));
    all.map(|name| name.text.as_str()).collect()
}

/// The names of all items of the file that are no enumerations. Methods of classes are called by the name of the class,
/// and so have other names.
fn names_of<'a>(
    functions: &Of<'a, Function>,
    procedures: &Of<'a, Procedure>,
    resources: &[(Home, Transparent<'a>)],
    kernels: &[&'a Kernel],
    classes: &[&'a Class],
) -> Vec<&'a Name> {
    let free = |home: &Home| home.class.is_none();
    let functions = functions.iter().filter(|(home, _)| free(home)).map(|(_, f)| &f.name);
    let procedures = procedures.iter().filter(|(home, _)| free(home)).map(|(_, p)| &p.name);
    let resources = resources.iter().filter(|(home, _)| free(home)).map(|(_, r)| r.name);
    let items = kernels.iter().map(|kernel| &kernel.name).chain(classes.iter().map(|class| &class.name));
    functions.chain(procedures).chain(resources).chain(items).collect()
}

/// The declarations of a file, in the order of the text.
fn collect(file: &File) -> Items<'_> {
    let mut out = Items::default();
    let top = Home::default();
    for item in &file.items {
        match item {
            Item::Function(function) => out.function(top, function),
            Item::Procedure(procedure) => out.procedures.push((top, procedure)),
            Item::Resource(resource) => out.resources.push((top, resource.into())),
            Item::Enum(_) => {}
            Item::Class(class) => {
                let id = ClassId(out.classes.len() as u32);
                for part in &class.parts {
                    let role = if part.fixed { Role::Static } else { Role::Method };
                    let home = |role| Home { class: Some((id, role)), ..Home::default() };
                    match &part.kind {
                        ClassPartKind::Fields(_) | ClassPartKind::Axiom(_) => {}
                        ClassPartKind::Function(function) => out.function(home(role), function),
                        ClassPartKind::Procedure(procedure) => out.procedures.push((home(role), procedure)),
                        ClassPartKind::Resource(resource) => out.resources.push((home(role), resource.into())),
                        ClassPartKind::Constructor(constructor) => {
                            out.procedures.push((home(Role::Constructor), constructor));
                        }
                    }
                }
                out.classes.push(class);
            }
            Item::Kernel(kernel) => {
                let id = Some(KernelId(out.kernels.len() as u32));
                let home = Home { kernel: id, ..Home::default() };
                for member in &kernel.members {
                    match &member.kind {
                        MemberKind::Function(function) => out.function(home, function),
                        MemberKind::Procedure(procedure) => out.procedures.push((home, procedure)),
                        MemberKind::Resource(resource) => out.resources.push((home, resource.into())),
                        MemberKind::Memory { .. }
                        | MemberKind::Clause(..)
                        | MemberKind::Invariant(..)
                        | MemberKind::Main { .. } => {}
                    }
                }
                out.kernels.push(kernel);
            }
        }
    }
    out
}

/// The types of a procedure.
fn procedure_signature(
    home: Home,
    procedure: &Procedure,
    noise: Option<Noise>,
    (int, classes): (Type, &[ClassSignature]),
) -> ProcedureSignature {
    ProcedureSignature {
        name: ident(&procedure.name),
        kernel: home.kernel,
        class: home.class,
        params: procedure.params.iter().map(|(ty, _)| of_name_as(*ty, int, classes)).collect(),
        ret: procedure.ret.map(|ret| of_name_as(ret, int, classes)),
        given: given::types(procedure, false, int, classes),
        yields: given::types(procedure, true, int, classes),
        noise,
    }
}

/// The parts of a kernel that a launch depends on.
fn kernel_signature(kernel: &Kernel, memory: &env::Memory, dims: ir::Dims) -> KernelSignature {
    let arrays = memory.arrays.iter().filter(|array| array.space == ir::Space::Global);
    let arrays = arrays.map(|array| Formal { name: array.name.clone(), ty: array.elem, dims: array.dims });
    let scalars = memory.scalars.iter().map(|scalar| Formal { name: scalar.name.clone(), ty: scalar.ty, dims: 0 });
    let mut formals: Vec<Formal> = arrays.chain(scalars).collect();
    formals.sort_by_key(|formal| formal.name.node.span.reading_order());
    KernelSignature { name: ident(&kernel.name), formals, dims, damaged: kernel.damaged.0 }
}

/// The types of a pure function.
fn signature(home: Home, function: &Function, classes: &[ClassSignature]) -> Signature {
    Signature {
        name: ident(&function.name),
        kernel: home.kernel,
        class: home.class,
        origin: home.origin,
        params: function.params.iter().map(|(ty, _)| of_name_as(*ty, Type::Int, classes)).collect(),
        ret: of_name_as(function.ret, Type::Int, classes),
    }
}

/// Reports names that are declared twice: kernels must have different names, and so must functions, procedures and
/// resources that are visible at the same position. A class may have a method with the name of a procedure, and its own
/// code means the method; but then both are procedures, or both functions, or both resources, or both inline functions.
fn unique(
    functions: &Of<'_, Function>,
    procedures: &Of<'_, Procedure>,
    resources: &Resources<'_>,
    kernels: &[&Kernel],
    out: &mut Vec<Diagnostic>,
) {
    let class = |home: Home| home.class.map(|(class, _)| class);
    let method = |home: &Home| !matches!(home.class, Some((_, Role::Constructor)));
    let hides = |one: Home, other: Home| one.class.is_none() || other.class.is_none();
    let functions = functions.iter().map(|(home, f)| (*home, &f.name, "function"));
    let procedures = procedures.iter().filter(|(home, _)| method(home)).map(|(home, p)| (*home, &p.name, "procedure"));
    let resources = resources.all.iter().map(|r| (r.home, r.tree.name, r.tree.noun()));
    let named: Vec<(Home, &Name, &str)> = functions.chain(procedures).chain(resources).collect();
    for (index, (home, name, kind)) in named.iter().enumerate() {
        let kernel = home.kernel;
        let clash = |(other, known, other_kind): &&(Home, &Name, &str)| {
            known.text == name.text
                && (class(*other) == class(*home) || hides(*other, *home) && kind != other_kind)
                && (other.kernel == kernel || other.kernel.is_none() || kernel.is_none())
        };
        if let Some((_, first, _)) = named.iter().take(index).find(clash) {
            out.push(duplicate(name, first.at.0));
        }
        if launch(&name.text).is_some() && home.class.is_none() {
            out.push(reserved(name));
        }
    }
    for (index, kernel) in kernels.iter().enumerate() {
        if let Some(first) = kernels.iter().take(index).find(|other| other.name.text == kernel.name.text) {
            out.push(duplicate(&kernel.name, first.name.at.0));
        }
    }
}
