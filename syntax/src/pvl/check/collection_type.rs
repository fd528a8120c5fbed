//! The types of expressions that are collections, before they are checked.
//!
//! In: an expression as written. Out: its type, if it is a collection by its form and by the types of names.

use super::collections::element;
use super::env::Env;
use super::maps::parts_of_map;
use super::optional::part_type;
use crate::pvl::ast::{self, Collected, ExprKind as Written, Join};
use ir::{BinaryOp, Type};

impl Env<'_> {
    /// The type of an expression that is a collection, judged by its form and by the types of names.
    pub fn collection_type(&self, e: &ast::Expr) -> Option<Type> {
        let value = |ty: Type| element(ty).or_else(|| Some(parts_of_map(ty)?.1));
        let after = |ty: Type, index: &[ast::Expr]| index.iter().try_fold(ty, |ty, _| value(ty));
        let of_name = |name: &str| match self.variable(name) {
            Some(var) if self.private_dims(var).is_none() => Some(self.type_of(var)),
            Some(_) => None,
            None => self.own_field(name).map(|field| field.ty),
        };
        let ty = match &e.kind {
            Written::Name(name) => of_name(name).or_else(|| self.option_type(e)),
            Written::Result => self.result.as_ref().map(|(_, ty)| *ty),
            Written::Index(name, index) => of_name(&name.text).and_then(|ty| after(ty, index)),
            Written::ResultIndex(index) => self.result.as_ref().and_then(|(_, ty)| after(*ty, index)),
            Written::ElementOf(base, index) => self.collection_type(base).and_then(|ty| after(ty, index)),
            Written::Call(name, _) => {
                let signature = self.function(&name.text).and_then(|f| self.signatures.get(f.0 as usize));
                let inline = || self.resource(&name.text).and_then(|r| r.tree.ret).map(|ret| self.of_name(ret));
                signature.map(|signature| signature.ret).or_else(inline).or_else(|| self.option_type(e))
            }
            Written::Field(base, name) => match (self.collection_type(base), name.text.as_str()) {
                (Some(ty), "tail") => Some(ty),
                (Some(ty), "head") => element(ty),
                (Some(ty), part) => part_type(ty, part),
                (None, field) => self.type_of_field(base, field),
            },
            Written::Method(base, name, _) => {
                let kept = matches!(
                    name.text.as_str(),
                    "take"
                        | "drop"
                        | "slice"
                        | "update"
                        | "removeAt"
                        | "concat"
                        | "prepend"
                        | "union"
                        | "intersect"
                        | "difference"
                        | "sum"
                );
                let ty = self.collection_type(base)?;
                if kept {
                    Some(ty)
                } else {
                    part_type(ty, &name.text)
                }
            }
            Written::Old(_, inner)
            | Written::Unfolding(_, inner)
            | Written::Reveal(inner)
            | Written::Cond(_, inner, _) => self.collection_type(inner),
            Written::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _, a, _) => self.collection_type(a),
            Written::Collection(Collected::Literal(ty, _) | Collected::Described(ty, _)) => Some(self.of_name(*ty)),
            // Only the kind matters.
            Written::Collection(Collected::Listed(kind, _) | Collected::Range(kind, ..)) => {
                Some(Type::collection(*kind, &[Type::Int]))
            }
            Written::Collection(Collected::Slice(a, ..) | Collected::Updated(a, ..)) => self.collection_type(a),
            Written::Collection(Collected::Joined(Join::Concat, _, a, _)) => self.collection_type(a),
            Written::Collection(Collected::Joined(Join::Cons, _, _, b)) => self.collection_type(b),
            _ => None,
        };
        ty.filter(|ty| ty.as_collection().is_some())
    }

    /// The type of a field of the object that a variable refers to.
    fn type_of_field(&self, object: &ast::Expr, field: &str) -> Option<Type> {
        let Written::Name(name) = &object.kind else { return None };
        let Type::Object(class) = self.type_of(self.variable(name)?) else { return None };
        let class = self.classes.get(class.0 as usize)?;
        class.fields.iter().find(|known| known.name.name == field).map(|known| known.ty)
    }
}
