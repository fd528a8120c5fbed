//! Abstract data types with parameters: each list of types with which the file mentions such a type makes a type of its
//! own.
//!
//! ```text
//! adt pair<S, T> { pure S first(pair<S, T> p); … }       mentioned as   pair<int, bool>
//!     ⇒   adt pair<int, bool> { pure int first(pair<int, bool> p); … }
//! ```
//!
//! So the rules for data types need to know nothing about parameters, and axioms that contradict each other for some
//! types are found for these types. For a data type that the file mentions nowhere, one instance is made. In that
//! instance, each parameter stands for an abstract data type without functions and axioms.
//!
//! In: the tree of a file. Out: a tree without such parameters, or diagnostics.

use super::names::duplicate;
use crate::pvl::ast::{
    Class, ClassPart, ClassPartKind, Collected, Expr, ExprKind, File, Function, Item, Name, TypeKind, TypeName,
};
use crate::pvl::print;
use crate::pvl::similar::nearest;
use crate::pvl::type_name::FracKind;
use ir::diagnostic::Diagnostic;
use ir::{CollectionKind, DataType, Span};
use std::collections::BTreeSet;

/// The greatest number of types that the parameters of a file make.
const MAX_INSTANCES: usize = 100;
/// How deeply the types nest that the parameters of a file make.
const MAX_NESTED: usize = 8;

/// The file without parameters of data types; `None` if it mentions none. Errors are reported where a type is
/// mentioned.
pub fn expanded(file: &File, out: &mut Vec<Diagnostic>) -> Option<File> {
    let generic: Vec<&Class> = classes(file).filter(|class| !class.types.is_empty()).collect();
    if generic.is_empty() && file.instances.is_empty() {
        return None;
    }
    generic.iter().for_each(|class| names(file, class, out));
    let known = Known { file, generic: &generic };
    let mut made: Vec<(&Class, &'static [TypeKind])> = Vec::new();
    let mut queue: Vec<TypeName> = file.instances.iter().copied().filter(|ty| known.admits(*ty, &[], out)).collect();
    let mut inside: Vec<(&Name, Vec<TypeName>)> = Vec::new();
    for class in &generic {
        let own: Vec<&str> = class.types.iter().map(|ty| ty.text.as_str()).collect();
        let sound = class.instances.iter().copied().filter(|ty| known.admits(*ty, &own, out)).collect();
        inside.push((&class.name, sound));
    }
    queue.reverse();
    let mut unmentioned = generic.iter().rev();
    while let Some(ty) = queue.pop().or_else(|| next_unmentioned(&mut unmentioned, &made)) {
        let TypeKind::Generic(name, arguments) = ty.kind else { continue };
        let Some(class) = known.generic(name) else { continue };
        if made.iter().any(|(other, types)| other.name == class.name && *types == arguments) {
            continue;
        }
        if made.len() >= MAX_INSTANCES || depth(ty.kind) > MAX_NESTED {
            out.push(endless(class, ty));
            break;
        }
        made.push((class, arguments));
        let inner = inside.iter().filter(|(name, _)| *name == &class.name).flat_map(|(_, types)| types.iter().rev());
        queue.extend(inner.map(|inner| TypeName { kind: with(inner.kind, class, arguments), at: ty.at, ..*inner }));
    }
    let mut whole = without(file);
    whole.items.extend(made.into_iter().map(|(class, types)| Item::Class(instance(class, types))));
    Some(whole)
}

/// Keeps one of several errors at one place: a mistake in a data type with parameters is found in each type that the
/// parameters make.
pub fn once(errors: &mut Vec<Diagnostic>) {
    let mut places: BTreeSet<(u32, u32)> = BTreeSet::new();
    errors.retain(|error| error.span.expansion.is_some() || places.insert((error.span.start, error.span.end)));
}

/// The first data type that is mentioned nowhere, with its own parameters as types.
fn next_unmentioned<'a>(
    all: &mut impl Iterator<Item = &'a &'a Class>,
    made: &[(&Class, &'static [TypeKind])],
) -> Option<TypeName> {
    let class = all.find(|class| made.iter().all(|(other, _)| other.name != class.name))?;
    let own: Vec<TypeKind> = class.types.iter().map(|ty| TypeKind::Data(DataType::named(&ty.text))).collect();
    Some(TypeName { kind: TypeKind::generic(&class.name.text, &own), brackets: 0, at: class.name.at })
}

/// The classes and data types of a file.
fn classes(file: &File) -> impl Iterator<Item = &Class> {
    file.items.iter().filter_map(|item| match item {
        Item::Class(class) => Some(class),
        Item::Kernel(_) | Item::Function(_) | Item::Procedure(_) | Item::Enum(_) | Item::Resource(_) => None,
    })
}

/// The file without the data types that have parameters.
fn without(file: &File) -> File {
    let mut rest = file.clone();
    rest.instances.clear();
    rest.items.retain(|item| !matches!(item, Item::Class(class) if !class.types.is_empty()));
    rest
}

/// Reports a data type with a name that another item has, and parameters with names that mean something already.
fn names(file: &File, class: &Class, out: &mut Vec<Diagnostic>) {
    let taken = |name: &Name| {
        let other = |other: &&Name| other.text == name.text && other.at.0.start != name.at.0.start;
        file.items.iter().map(named).find(other)
    };
    if let Some(other) = taken(&class.name) {
        let own = &class.name;
        let (first, second) = if other.at.0.start < own.at.0.start { (other, own) } else { (own, other) };
        out.push(duplicate(second, first.at.0));
    }
    for (n, name) in class.types.iter().enumerate() {
        let first = class.types.iter().take(n).find(|other| other.text == name.text).map(|other| other.at.0);
        out.extend(first.or_else(|| taken(name).map(|other| other.at.0)).map(|first| duplicate(name, first)));
        if FracKind::named(&name.text).is_some() || CollectionKind::named(&name.text).is_some() {
            let message = format!("`{}` is reserved", name.text);
            out.push(
                Diagnostic::new("resolve.reserved-name", name.at.0, message)
                    .label("a word of the language for types")
                    .help("choose another name for the parameter, such as `T`"),
            );
        }
    }
}

/// The name of an item.
fn named(item: &Item) -> &Name {
    match item {
        Item::Kernel(kernel) => &kernel.name,
        Item::Function(function) => &function.name,
        Item::Procedure(procedure) => &procedure.name,
        Item::Class(class) => &class.name,
        Item::Enum(of) => &of.name,
        Item::Resource(resource) => &resource.name,
    }
}

/// The declarations that types can name.
struct Known<'a> {
    /// The file.
    file: &'a File,
    /// Its data types with parameters.
    generic: &'a [&'a Class],
}

impl<'a> Known<'a> {
    /// The data type with parameters that has this name.
    fn generic(&self, name: &str) -> Option<&'a Class> {
        self.generic.iter().copied().find(|class| class.name.text == name)
    }

    /// Whether a type is a data type with as many types as it has parameters, and whether its parts are types, where
    /// the names `own` are parameters. If not, this is reported.
    fn admits(&self, ty: TypeName, own: &[&str], out: &mut Vec<Diagnostic>) -> bool {
        let TypeKind::Generic(name, arguments) = ty.kind else { return true };
        let at = ty.at.0;
        let Some(class) = self.generic(name) else {
            out.push(self.no_parameters(name, at));
            return false;
        };
        if class.types.len() != arguments.len() {
            let types: Vec<&str> = class.types.iter().map(|ty| ty.text.as_str()).collect();
            out.push(
                Diagnostic::new(
                    "type.arguments",
                    at,
                    format!(
                        "`{name}` needs a type for each of its {} parameters, and has {}",
                        types.len(),
                        arguments.len()
                    ),
                )
                .label("wrong number of types")
                .related(class.name.at.0, "declared here")
                .help(format!("write a type for each parameter of `{name}<{}>`", types.join(", "))),
            );
            return false;
        }
        let unknown = arguments.iter().find_map(|part| self.unknown(*part, own));
        if let Some(unknown) = unknown {
            let names = classes(self.file).map(|class| class.name.text.as_str()).chain(own.iter().copied());
            let help = match (self.generic(unknown), nearest(unknown, names)) {
                (Some(_), _) => format!("write types for its parameters: `{unknown}<int>`"),
                (None, Some(near)) => format!("did you mean `{near}`?"),
                (None, None) => "types are `int`, `bool`, and those that the file declares".to_owned(),
            };
            let message = format!("there is no type `{unknown}` here");
            out.push(Diagnostic::new("resolve.unknown-name", at, message).label("unknown").help(help));
        }
        unknown.is_none()
    }

    /// A name among the parts of a type that is no type.
    fn unknown(&self, ty: TypeKind, own: &[&str]) -> Option<&'static str> {
        match ty {
            TypeKind::Class(name) => {
                let declared = classes(self.file).any(|class| class.name.text == name && class.types.is_empty());
                (!declared && !own.contains(&name)).then_some(name)
            }
            TypeKind::Collection(_, parts) => parts.iter().find_map(|part| self.unknown(*part, own)),
            // Types with parameters in a type were read before it, and are reported by themselves.
            TypeKind::Generic(..) => None,
            TypeKind::Int | TypeKind::Bool | TypeKind::Float | TypeKind::Double => None,
            TypeKind::Frac(_) | TypeKind::Enum(_) | TypeKind::Data(_) => None,
        }
    }

    /// The diagnostic for types behind a name that has no parameters.
    fn no_parameters(&self, name: &str, at: Span) -> Diagnostic {
        let plain = classes(self.file).find(|class| class.name.text == name);
        let near = nearest(name, self.generic.iter().map(|class| class.name.text.as_str()));
        let help = match (plain, near) {
            (Some(_), _) => format!("write `{name}` alone: it has no parameters"),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => format!("declare it at the top level: `adt {name}<T> {{ … }}`"),
        };
        let message = format!("there is no abstract data type `{name}` with parameters");
        Diagnostic::new("resolve.unknown-name", at, message).label("unknown").help(help)
    }
}

/// The diagnostic for a data type that mentions itself with larger and larger types.
fn endless(class: &Class, mentioned: TypeName) -> Diagnostic {
    let name = &class.name.text;
    let message = format!("the parameters of `{name}` make more types than Sepal reads");
    Diagnostic::new("parse.unsupported", class.name.at.0, message)
        .label("makes too many types")
        .related(mentioned.at.0, "mentioned here")
        .help(format!(
            "a data type mentions itself and others with its own parameters: `{name}<{}>`",
            class.types.iter().map(|ty| ty.text.as_str()).collect::<Vec<_>>().join(", ")
        ))
}

/// How deeply a type nests.
fn depth(ty: TypeKind) -> usize {
    match ty {
        TypeKind::Collection(_, parts) | TypeKind::Generic(_, parts) => {
            1 + parts.iter().map(|part| depth(*part)).max().unwrap_or(0)
        }
        TypeKind::Int | TypeKind::Bool | TypeKind::Float | TypeKind::Double => 0,
        TypeKind::Frac(_) | TypeKind::Enum(_) | TypeKind::Data(_) | TypeKind::Class(_) => 0,
    }
}

/// A type with types for the parameters of a data type.
fn with(ty: TypeKind, class: &Class, arguments: &[TypeKind]) -> TypeKind {
    let each = |parts: &[TypeKind]| parts.iter().map(|part| with(*part, class, arguments)).collect::<Vec<_>>();
    match ty {
        TypeKind::Class(name) => {
            let position = class.types.iter().position(|ty| ty.text == name);
            position.and_then(|n| arguments.get(n)).copied().unwrap_or(ty)
        }
        TypeKind::Collection(kind, parts) => TypeKind::collection(kind, &each(parts)),
        TypeKind::Generic(name, parts) => TypeKind::generic(name, &each(parts)),
        TypeKind::Int | TypeKind::Bool | TypeKind::Float | TypeKind::Double => ty,
        TypeKind::Frac(_) | TypeKind::Enum(_) | TypeKind::Data(_) => ty,
    }
}

/// The data type with types for its parameters. Its name is the type, as in `pair<int, bool>`.
fn instance(class: &Class, arguments: &'static [TypeKind]) -> Class {
    let mut made = class.clone();
    let change = |ty: &mut TypeName| ty.kind = with(ty.kind, class, arguments);
    made.name.text = print::type_kind(TypeKind::generic(&class.name.text, arguments));
    made.types.clear();
    made.instances.clear();
    for ClassPart { kind, .. } in &mut made.parts {
        match kind {
            ClassPartKind::Function(Function { ret, params, body, .. }) => {
                change(ret);
                params.iter_mut().for_each(|(ty, _)| change(ty));
                body.iter_mut().for_each(|body| in_expr(body, &change));
            }
            ClassPartKind::Axiom(axiom) => in_expr(&mut axiom.expr, &change),
            // A data type has no such parts.
            ClassPartKind::Fields(_)
            | ClassPartKind::Procedure(_)
            | ClassPartKind::Constructor(_)
            | ClassPartKind::Resource(_) => {}
        }
    }
    made
}

/// Changes the types that an expression and its parts mention.
#[allow(clippy::wildcard_enum_match_arm)] // Other expressions mention no types.
fn in_expr(expr: &mut Expr, change: &dyn Fn(&mut TypeName)) {
    let at = expr.at;
    match &mut expr.kind {
        ExprKind::Quant { binders, .. } | ExprKind::Reduce { binders, .. } => {
            binders.iter_mut().for_each(|(ty, ..)| change(ty));
        }
        ExprKind::Collection(Collected::Described(ty, described)) => {
            change(ty);
            described.generators.iter_mut().for_each(|(ty, ..)| change(ty));
        }
        ExprKind::Let(ty, ..) | ExprKind::New(ty, _) | ExprKind::Collection(Collected::Literal(ty, _)) => change(ty),
        ExprKind::Qualified(kind) => {
            let mut ty = TypeName { kind: *kind, brackets: 0, at };
            change(&mut ty);
            *kind = ty.kind;
        }
        _ => {}
    }
    expr.parts_mut(&mut |part| in_expr(part, change));
}
