//! Member functions and constructors of C++.
//!
//! In: a call of a member function, or a value that a constructor makes. Out: the body of the function in place of the
//! call, in which `this` points to the place of the object. An object that has no place gets one. A constructor first
//! gives its fields their values, in the order in which clang lists them: that of their declarations.

use super::aggregates::{creates_nothing, is_place, place_of_field};
use super::state::{Lower, Place, Value};
use super::touched::Touched;
use crate::c::classes::{is_made, object};
use crate::c::creators::Creator;
use crate::c::kernels::{body, callee};
use crate::c::spelling::of_spelling;
use crate::c::tree::Node;
use crate::c::types::CType;

/// The expression that creates a value, without conversions that only name its type.
pub fn creation(node: &Node) -> &Node {
    let node = node.bare();
    match (node.cast_kind.as_str(), node.part(0)) {
        ("ConstructorConversion", Some(inner)) => creation(inner),
        _ => node,
    }
}

/// Whether an expression calls a constructor.
pub fn is_creation(node: &Node) -> bool {
    matches!(node.kind.as_str(), "CXXConstructExpr" | "CXXTemporaryObjectExpr")
}

impl<'n> Lower<'_, 'n, '_> {
    /// `o.f(x)`, `p->f(x)`
    pub fn member_call(&mut self, node: &Node, used: bool) -> Option<Value> {
        let (member, args) = (callee(node.part(0)?), node.inner.get(1..).unwrap_or_default());
        let (object, is_arrow) = object(node)?;
        if let Some(value) = self.of_group(member, object, args, node) {
            return value;
        }
        match self.unit.function(&member.referenced_member_decl).filter(|function| body(function).is_some()) {
            Some(function) => self.method(function, (object, is_arrow), args, node, used),
            None => {
                let what = format!("a call of the member function `{}`, which this file does not define", member.name);
                self.cannot(node, &what, "define the function in the file, or in one that it includes")
            }
        }
    }

    /// A call of a member function of an object.
    pub fn method(
        &mut self,
        function: &'n Node,
        (object, is_arrow): (&Node, bool),
        args: &[Node],
        node: &Node,
        used: bool,
    ) -> Option<Value> {
        if function.is_virtual || function.storage_class == "static" {
            let what = if function.is_virtual { "virtual" } else { "static" };
            let what = format!("a call of the {what} member function `{}` of an object", function.name);
            return self.cannot(node, &what, "call a function that belongs to no object");
        }
        let (place, before) = self.collected(|lower| lower.object(object, is_arrow));
        let (passed, after) = self.collected(|lower| lower.passed(function, args));
        let (place, passed) = (place?, passed?);
        let effects = !before.is_empty() || !after.is_empty();
        if effects && Touched::of(Some(&place), &before).conflicts(&Touched::of(Some(&passed), &after)) {
            self.unsequenced(object, args.first().unwrap_or(object));
            return None;
        }
        self.out.extend(before);
        self.out.extend(after);
        let place = self.fixed(place, object)?;
        self.inline(function, Some(place), passed, node, used)
    }

    /// The place of an object.
    fn object(&mut self, object: &Node, is_arrow: bool) -> Option<Place> {
        let place = if is_arrow {
            match self.value(object)? {
                Value::Address(place) => *place,
                Value::Pointer(array, offset) => self.select(array, offset, object)?,
                Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => {
                    return self.no_object(object)
                }
            }
        } else if is_place(self.unit, object) {
            self.place(object)?
        } else if !is_temporary(object) {
            // The value at a place that a function returns would be a copy, and the object would not change.
            return self.no_object(object);
        } else {
            let (ty, value) = (self.unit.type_of(object.bare()), self.value(object)?);
            let Some(place) = self.unnamed(&ty, "object", object) else { return self.no_object(object) };
            let _ = self.assign(place.clone(), value, object, false)?;
            place
        };
        match place {
            Place::Parts(_) => Some(place),
            Place::Variable(..)
            | Place::Constant(_)
            | Place::Element(..)
            | Place::Array(_)
            | Place::Pointer(..)
            | Place::Cell(_)
            | Place::Address(_)
            | Place::Unset
            | Place::Either(_)
            | Place::Recast(_)
            | Place::Bytes(_)
            | Place::Lanes(..) => self.no_object(object),
        }
    }

    fn no_object<T>(&mut self, object: &Node) -> Option<T> {
        self.cannot(object, "a member function of this object", "use structures of numbers, vectors and structures")
    }

    /// The type of the object of a member function: that of the structure which declares the function.
    pub fn type_of_this(&self, function: &Node) -> Option<CType> {
        let declares = |record: &&&Node| record.inner.iter().any(|part| same_function(part, function));
        let all = || self.unit.records.iter().flat_map(|(name, records)| records.iter().map(move |r| (name, r)));
        let (name, _) = all().find(|(_, record)| declares(record))?;
        let ty = of_spelling(name, &self.unit.names);
        matches!(ty, CType::Struct(_)).then_some(ty)
    }

    /// `this`
    pub fn this(&mut self, node: &Node) -> Option<Value> {
        match self.this.clone() {
            Some(place) => Some(Value::Address(Box::new(place))),
            None => self.cannot(node, "`this` at this place", "use it in member functions"),
        }
    }

    /// A value that a constructor makes.
    pub fn constructed(&mut self, node: &Node) -> Option<Value> {
        let ty = self.unit.type_of(node);
        let CType::Struct(record) = &ty else { return self.no_constructor(node) };
        match (self.unit.creator(node, &record.name), node.inner.as_slice()) {
            (Creator::Known(creator), args) if !is_made(creator) || args.is_empty() && !node.zeroing => {
                let passed = self.passed(creator, args)?;
                let Some(place) = self.unnamed(&ty, &record.name, node) else { return self.no_constructor(node) };
                let _ = self.inline(creator, Some(place.clone()), passed, node, false)?;
                self.load(place, node)
            }
            (Creator::Known(_) | Creator::None, []) if node.zeroing => self.zero(node),
            // The structure is one whose copies are copies of its fields.
            (Creator::Known(_) | Creator::None, [from]) if self.unit.type_of(from.bare()) == ty => self.value(from),
            (Creator::Known(_) | Creator::None | Creator::Several, _) => self.no_constructor(node),
        }
    }

    fn no_constructor<T>(&mut self, node: &Node) -> Option<T> {
        self.cannot(node, "this constructor", "write the values of the fields in braces")
    }

    /// Declares a variable that a constructor creates where it is; `None` if no constructor of the program does.
    pub fn created_in_place(&mut self, declared: &'n Node, ty: &CType, value: &Node) -> Option<Option<()>> {
        let (value, CType::Struct(record)) = (creation(value), ty) else { return None };
        if !is_creation(value) || self.unit.type_of(value) != *ty {
            return None;
        }
        let Creator::Known(creator) = self.unit.creator(value, &record.name) else { return None };
        if is_made(creator) && (!value.inner.is_empty() || value.zeroing) {
            return None;
        }
        let done = self.passed(creator, &value.inner).and_then(|passed| {
            let at = self.at(declared);
            self.declared_pieces(declared, ty, None, at)?;
            let binding = self.bindings.get(declared.id.as_str()).cloned()?;
            let place = self.of_binding(&binding, declared);
            self.inline(creator, Some(place), passed, value, false).map(|_| ())
        });
        Some(done)
    }

    /// Gives the fields of an object the values with which a constructor initialises them.
    pub fn initialise(&mut self, creator: &'n Node) {
        for initialiser in creator.inner.iter().filter(|part| part.kind == "CXXCtorInitializer") {
            let done = self.initialise_field(initialiser, creator);
            self.records(creator, done);
        }
    }

    fn initialise_field(&mut self, initialiser: &Node, creator: &Node) -> Option<()> {
        let field = initialiser.any_init.as_deref().filter(|field| field.kind == "FieldDecl");
        let (Some(field), Some(value)) = (field, initialiser.part(0)) else {
            return self.cannot(creator, "this constructor", "initialise fields only");
        };
        let ty = self.unit.type_of(field);
        if creates_nothing(creation(value), &ty) {
            return Some(());
        }
        let (Some(object), Some(whole)) = (self.this.clone(), self.this_type.clone()) else {
            return self.no_constructor(creator);
        };
        let place = place_of_field(&object, &whole, &field.name).filter(|(_, of)| *of == ty);
        let Some((place, _)) = place.filter(|(place, _)| !matches!(place, Place::Unset)) else {
            return self.no_constructor(creator);
        };
        let value = self.value(value)?;
        self.assign(place, value, creator, false).map(|_| ())
    }

    /// The value of a field that no initialiser names: what its declaration says.
    pub fn default_of_field(&mut self, node: &Node) -> Option<Value> {
        let mut names_this = false;
        node.each(&mut |part| names_this |= part.kind == "CXXThisExpr");
        match node.part(0).filter(|_| !names_this) {
            Some(value) => self.value(value),
            None => self.cannot(node, "this value of a field", "write the values of all fields"),
        }
    }
}

/// Whether one function is the other one, or its declaration.
fn same_function(declared: &Node, function: &Node) -> bool {
    declared.id == function.id || !function.previous_decl.is_empty() && declared.id == function.previous_decl
}

/// Whether an expression is a value for which a temporary object is made, and names no object of the program.
fn is_temporary(node: &Node) -> bool {
    match (node.kind.as_str(), node.part(0)) {
        ("MaterializeTemporaryExpr", _) => true,
        ("ParenExpr" | "ExprWithCleanups", Some(inner)) => is_temporary(inner),
        ("ImplicitCastExpr", Some(inner)) if node.cast_kind == "NoOp" => is_temporary(inner),
        _ => node.value_category == "prvalue",
    }
}
