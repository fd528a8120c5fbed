//! Calls of functions whose contracts stand in files of specifications.
//!
//! In: a call of a function whose code is not known. Out: a call of the function of a file of specifications with this
//! name and these types, so that its `requires` is demanded and its `ensures` is known.

use super::convert::wrapped;
use super::state::{Lower, Value};
use crate::c::kernels::callee;
use crate::c::tree::Node;
use crate::pvl::check::env::Signature;
use crate::pvl::check::types::show;
use ir::{Expr, ExprKind, FnId, Function, Origin, Program, Type};
use std::collections::BTreeSet;

/// The type of a number in a file of specifications, which has integers without limits.
fn plain(ty: Type) -> Type {
    if ty.is_int() {
        Type::Int
    } else {
        ty
    }
}

/// Gives functions of vectors the contracts of the functions of scalars that they are like.
pub fn with_contracts(lower: &mut Lower<'_, '_, '_>, program: &Program) {
    for (index, like) in &lower.like {
        let known = program.functions.get(like.0 as usize);
        if let (Some(function), Some(known)) = (lower.functions.get_mut(*index), known) {
            *function = Function { name: function.name.clone(), ..known.clone() };
        }
    }
}

impl Lower<'_, '_, '_> {
    /// The function of a file of specifications with a name and these types. That for `float` has an `f` behind the
    /// name of that for `double`. Files of the user come first.
    fn specification_of(&self, name: &str, args: &[Expr], ty: Type) -> Option<FnId> {
        let names = [name.to_owned(), format!("{name}f")];
        let is_it = |f: &Signature, name: &String| {
            let params = f.params.iter().copied().eq(args.iter().map(|arg| plain(arg.ty)));
            f.name.name == *name && params && f.ret == plain(ty)
        };
        [Origin::Specs, Origin::BuiltIn].into_iter().find_map(|origin| {
            let known = || (0_u32..).map(FnId).zip(self.env.signatures).filter(|(_, f)| f.origin == origin);
            names.iter().find_map(|name| known().find(|(_, f)| is_it(f, name)).map(|(id, _)| id))
        })
    }

    /// The value of a function of mathematics: by its specification, if there is one, and else an abstract function. A
    /// function of vectors, which has another name as a `whole`, has the same contract in each lane, and may have other
    /// values than that of scalars.
    pub fn function_by_name(&mut self, name: &str, whole: &str, args: Vec<Expr>, ty: Type, node: &Node) -> Expr {
        let known = self.specification_of(name, &args, ty);
        if name == whole {
            let known = self.by_specification(name, &args, ty, node);
            return known.unwrap_or_else(|| self.abstract_function(whole, args, ty, node));
        }
        let call = self.abstract_function(whole, args, ty, node);
        if let (Some(known), ExprKind::Call(FnId(id), _)) = (known, &call.kind) {
            let _ = self.like.insert((*id as usize).saturating_sub(self.first_function), known);
        }
        call
    }

    /// The value of a function of mathematics, if a file of specifications has it: a call of that.
    fn by_specification(&self, name: &str, args: &[Expr], ty: Type, node: &Node) -> Option<Expr> {
        let callee = self.specification_of(name, args, ty)?;
        let args = args.iter().map(|arg| Expr { ty: plain(arg.ty), ..arg.clone() }).collect();
        Some(self.at(node).expr(ExprKind::Call(callee, args), plain(ty)))
    }

    /// The value of a function of the language that has no meaning here, if a file of the user says what it does.
    pub fn specified_or_unknown(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Expr> {
        let specified = self.of_user_specification(name, args, node);
        specified.unwrap_or_else(|| self.unknown_function(name, node))
    }

    /// The value of a function that the user declares without body, if a file of the user says what it does; the outer
    /// `None` if none does.
    pub fn user_specified(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        Some(self.of_user_specification(name, args, node)?.map(Value::Scalar))
    }

    /// The value of an uninterpreted function: a function without body that a person declares by `DECLARE_UF_UNARY` or
    /// `DECLARE_UF_BINARY`. Equal arguments give equal results, and nothing else is known of the function.
    pub fn uninterpreted(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if !name.starts_with("__uninterpreted_function_") {
            return None;
        }
        // Functions of several namespaces, or with several lists of types, are different functions.
        let of_name = self.unit.functions.values().filter(|function| function.name == name);
        let linked: BTreeSet<&str> = of_name.map(|function| function.mangled_name.as_str()).collect();
        if linked.len() > 1 {
            let help = "give each of them a name of its own";
            return Some(self.cannot(node, "several uninterpreted functions with one name", help));
        }
        let Some(values) = self.arguments(args) else { return Some(None) };
        let scalar = |value: Value| if let Value::Scalar(expr) = value { Some(expr) } else { None };
        let scalars: Option<Vec<Expr>> = values.into_iter().map(scalar).collect();
        let (Some(scalars), Some(ty)) = (scalars, self.unit.type_of(node).scalar()) else {
            let help = "pass numbers, and let the function give a number";
            return Some(self.cannot(node, "an uninterpreted function of other values than numbers", help));
        };
        let args = scalars.into_iter().map(|arg| Expr { ty: plain(arg.ty), ..arg }).collect();
        let value = self.abstract_function(name, args, plain(ty), node);
        Some(Some(Value::Scalar(match ty.width() {
            Some(width) => wrapped(value, width),
            None => value,
        })))
    }

    /// The number that a function gives whose code is not known, if a file of the user says what it does; the outer
    /// `None` if none does.
    fn of_user_specification(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Expr>> {
        let named = |f: &&Signature| f.origin == Origin::Specs && f.name.name == name;
        let declared = self.env.signatures.iter().find(named)?;
        let takes: Vec<String> = declared.params.iter().map(|ty| show(*ty)).collect();
        let says = format!("`pure {} {name}({})`", show(declared.ret), takes.join(", "));
        let wrong = |lower: &mut Self| {
            let what = format!("a call of `{name}` with other types than its specification has");
            let help = format!(
                "the specification is {says}; `float` and `double` are those of C, `int` stands for each type of \
                 integers, and there are no pointers and references"
            );
            lower.cannot(node, &what, &help)
        };
        // Through a pointer or a reference, the function could change what it is given.
        let named = node.part(0).map(callee).and_then(|named| named.referenced_decl.as_deref());
        if named.is_none_or(|named| named.ty.spelling().contains(['*', '&', '['])) {
            return Some(wrong(self));
        }
        let Some(values) = self.arguments(args) else { return Some(None) };
        let scalar = |value: Value| if let Value::Scalar(expr) = value { Some(expr) } else { None };
        let scalars: Option<Vec<Expr>> = values.into_iter().map(scalar).collect();
        let (Some(scalars), Some(ty)) = (scalars, self.unit.type_of(node).scalar()) else { return Some(wrong(self)) };
        let Some(value) = self.by_specification(name, &scalars, ty, node) else { return Some(wrong(self)) };
        Some(Some(match ty.width() {
            Some(width) => wrapped(value, width),
            None => value,
        }))
    }
}
