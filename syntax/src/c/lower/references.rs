//! References of C++: other names of places.
//!
//! In: a parameter or a variable that is a reference, and what it refers to. Out: a binding to that place. Indices in
//! the place are computed once, where the reference starts to exist. A parameter may refer to a value without place,
//! which is stored in variables of its own.

use super::callable::is_callable;
use super::state::{Binding, Callable, Lower, Place, Value};
use super::touched::Reads;
use crate::c::kernels::{parameters, Unit};
use crate::c::spelling::of_spelling;
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::{Expr, Type};

/// An argument of a call: a value, or the place to which a parameter refers.
#[derive(Clone)]
pub enum Passed<'n> {
    /// A value.
    Value(Value),
    /// A place.
    Place(Place),
    /// A function, or a lambda.
    Callable(Callable<'n>),
}

impl Reads for Passed<'_> {
    fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Self::Value(value) => value.exprs(visit),
            Self::Place(place) => place.exprs(visit),
            Self::Callable(callable) => callable.conditions(visit),
        }
    }
}

/// The spelling of the type to which a declaration refers, if the declaration is a reference `T &`, or `T (&)[n]`.
pub fn target(declared: &Node) -> Option<String> {
    let spelled = declared.ty.spelling();
    match spelled.split_once("(&)") {
        Some((element, lengths)) if lengths.starts_with('[') => Some(format!("{element}{lengths}")),
        _ => spelled.strip_suffix('&').filter(|to| !to.ends_with('&')).map(str::to_owned),
    }
}

/// Whether a declaration is a reference to a whole array.
fn is_array(unit: &Unit<'_>, declared: &Node) -> bool {
    target(declared).is_some_and(|to| matches!(of_spelling(&to, &unit.names), CType::Array(..)))
}

impl<'n> Lower<'_, 'n, '_> {
    /// The type to which a reference refers, whose values consist of scalars; an error for other references.
    pub fn referred_type(&mut self, declared: &Node) -> Option<CType> {
        let ty = target(declared).map(|to| of_spelling(&to, &self.unit.names));
        match ty.filter(|ty| !matches!(ty, CType::Pointer(_)) && ty.pieces().is_some()) {
            Some(ty) => Some(ty),
            None => {
                let what = format!("a reference of type `{}`", declared.ty.qual_type);
                self.cannot(declared, &what, "refer to numbers, vectors and structures of numbers")
            }
        }
    }

    /// The arguments of a call.
    pub fn passed(&mut self, function: &'n Node, args: &[Node]) -> Option<Vec<Passed<'n>>> {
        let parameters: Vec<&Node> = parameters(function).collect();
        let mut number = 0;
        self.in_any_order(args, |lower, arg| {
            let parameter = parameters.get(number).copied();
            number += 1;
            if parameter.is_some_and(is_callable) {
                return lower.callable(arg).map(Passed::Callable);
            }
            match parameter.filter(|parameter| target(parameter).is_some()) {
                // A reference to an array is passed like a pointer to its start.
                Some(parameter) if is_array(lower.unit, parameter) => {
                    let place = lower.place(arg)?;
                    lower.load(place, arg).map(Passed::Value)
                }
                Some(parameter) if arg.kind != "MaterializeTemporaryExpr" => {
                    let ty = lower.referred_type(parameter)?;
                    lower.place_of(&ty, arg).map(Passed::Place)
                }
                _ => lower.value(arg).map(Passed::Value),
            }
        })
    }

    /// The place of a type that an expression names, for a reference.
    pub fn place_of(&mut self, ty: &CType, node: &Node) -> Option<Place> {
        let mut bare = node.bare();
        while let ("NoOp", Some(inner)) = (bare.cast_kind.as_str(), bare.part(0)) {
            bare = inner.bare();
        }
        if let ("ConditionalOperator", [guard, a, b]) = (bare.kind.as_str(), bare.inner.as_slice()) {
            let guard = self.condition(guard)?;
            let guard = self.kept(guard, true);
            let (places, effects) = self.collected(|lower| Some((lower.place_of(ty, a)?, lower.place_of(ty, b)?)));
            let (a, b) = places?;
            // An index of the place that is not chosen must not be computed.
            if !effects.is_empty() || [&a, &b].into_iter().any(|place| !place.clone().indices().is_empty()) {
                return self.cannot(node, "a reference to one of two elements or expressions", "use an `if`");
            }
            return Some(Place::Either(Box::new((guard, a, b))));
        }
        if !super::aggregates::is_place(self.unit, node) || self.unit.type_of(node.bare()) != *ty {
            return self.cannot(node, "a reference to this expression", "refer to a variable or to an element");
        }
        self.place(node)
    }

    /// Gives a place the name of a reference.
    pub fn refer(&mut self, declared: &'n Node, place: Place) -> Option<()> {
        let place = self.fixed(place, declared)?;
        let parts = match &place {
            Place::Parts(parts) => parts.clone(),
            _ => vec![place.clone()],
        };
        let variable = |part: &Place| if let Place::Variable(var, _) = part { Some(*var) } else { None };
        let vars: Option<Vec<_>> = parts.iter().map(variable).collect();
        let pieces = self.referred_type(declared)?.pieces()?;
        match vars {
            Some(vars) if matches!(place, Place::Parts(_)) => self.name_pieces(declared, &pieces, &vars),
            Some(vars) => self.env.scope.extend(vars.first().map(|var| (declared.name.clone(), *var))),
            None => {
                // Annotations must not take the name for another declaration.
                let hidden = self.temporary(&declared.name, Type::Int);
                self.env.scope.push((format!("{}.", declared.name), hidden));
            }
        }
        let _ = self.bindings.insert(&declared.id, Binding::Place(place));
        Some(())
    }

    /// The place, with indices that do not change when the variables in them do.
    pub fn fixed(&mut self, place: Place, node: &Node) -> Option<Place> {
        Some(match place {
            Place::Element(mut element, ty) => {
                element.index = self.all_kept(element.index, true);
                Place::Element(element, ty)
            }
            Place::Either(either) => {
                let (guard, a, b) = *either;
                let guard = self.kept(guard, true);
                Place::Either(Box::new((guard, self.fixed(a, node)?, self.fixed(b, node)?)))
            }
            Place::Recast(mut recast) => {
                recast.place.index = self.all_kept(recast.place.index, true);
                Place::Recast(recast)
            }
            Place::Parts(parts) => {
                let mut out = Vec::new();
                for part in parts {
                    out.push(match part {
                        Place::Array(array) => Place::Array(self.frozen(array)),
                        // The pointer itself may change, and the structure has no other one.
                        Place::Pointer(..) | Place::Unset => part,
                        part => self.fixed(part, node)?,
                    });
                }
                Place::Parts(out)
            }
            Place::Variable(..) | Place::Constant(_) => place,
            Place::Array(_)
            | Place::Pointer(..)
            | Place::Cell(_)
            | Place::Address(_)
            | Place::Unset
            | Place::Bytes(_)
            | Place::Lanes(..) => {
                return self.cannot(node, "a reference to this expression", "refer to a variable or to an element")
            }
        })
    }
}
