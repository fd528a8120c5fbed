//! Vectors and structures: values that consist of scalars, their parts.
//!
//! In: the node of such a value or of a component of one. Out: its parts, or their places. A variable is a private
//! variable for each part, an array is an array for each part with the same indices, and a parameter by value of a
//! kernel is a constant of the launch for each part. The name of a part is that of the variable with the name of the
//! component behind it: `v.x`, `p.pos.x`.

use super::state::{Array, Binding, Lower, Place, Value};
use crate::c::kernels::{callee, Unit};
use crate::c::spelling::of_spelling;
use crate::c::tree::Node;
use crate::c::types::{CType, Record};
use ir::build::At;
use ir::{Axis, Expr, ExprKind, Type};

/// Whether an expression names a place. A component of a value that has no place has none.
pub fn is_place(unit: &Unit<'_>, node: &Node) -> bool {
    let node = node.bare();
    let of = || node.part(0).is_some_and(|of| is_place(unit, of));
    match node.kind.as_str() {
        "DeclRefExpr" => true,
        "MemberExpr" => node.is_arrow || of(),
        "ExtVectorElementExpr" => of() || node.part(0).is_some_and(|of| is_pointer(unit, of)),
        "ArraySubscriptExpr" => !is_lane(unit, node) || of(),
        "UnaryOperator" => node.opcode == "*",
        "ImplicitCastExpr" => node.cast_kind == "NoOp" && of(),
        _ => false,
    }
}

fn is_pointer(unit: &Unit<'_>, node: &Node) -> bool {
    matches!(unit.type_of(node), CType::Pointer(_))
}

/// Whether an index selects a lane of a vector, and no element of an array.
pub fn is_lane(unit: &Unit<'_>, node: &Node) -> bool {
    node.kind == "ArraySubscriptExpr"
        && node.part(0).is_some_and(|of| matches!(unit.type_of(of.bare()), CType::Vector(..)))
}

/// Whether an expression is the assignment of a whole structure in C++, `a = b`. A structure that declares its own
/// assignments is none that is read.
pub fn is_copy(node: &Node) -> bool {
    let declared = node.part(0).map(callee).and_then(|named| named.referenced_decl.as_deref());
    node.kind == "CXXOperatorCallExpr"
        && declared.is_some_and(|method| method.kind == "CXXMethodDecl" && method.name == "operator=")
}

/// Whether an initialiser of C++ gives no values.
pub fn creates_nothing(value: &Node, ty: &CType) -> bool {
    let (value, mut ty) = (value.bare(), ty);
    while let CType::Array(element, _) = ty {
        ty = element;
    }
    let trivial = matches!(ty, CType::Struct(record) if record.trivial);
    value.kind == "CXXConstructExpr" && value.inner.is_empty() && !value.zeroing && trivial
}

/// Whether these are the parts of a value of a type.
pub fn fits(ty: &CType, values: &[Expr]) -> bool {
    ty.flat().is_some_and(|parts| {
        parts.len() == values.len() && parts.iter().zip(values).all(|((_, ty), value)| *ty == value.ty)
    })
}

/// The value of a scalar in which all bits are zero.
pub fn zero_of(ty: Type, at: At) -> Expr {
    match ty {
        Type::Bool => at.truth(false),
        Type::Float(_) => at.expr(ExprKind::Float(0), ty),
        _ => Expr { ty, ..at.int(0) },
    }
}

/// The type that is spelled like this.
pub fn spelled(unit: &Unit<'_>, spelling: &str) -> CType {
    of_spelling(spelling, &unit.names)
}

/// The parts with these numbers.
pub fn chosen<T: Clone>(parts: &[T], numbers: &[usize]) -> Option<Vec<T>> {
    numbers.iter().map(|number| parts.get(*number).cloned()).collect()
}

/// The scalars of a field of a value.
pub fn of_field<T: Clone>(parts: &[T], ty: &CType, name: &str) -> Option<(Vec<T>, CType)> {
    let (numbers, field) = ty.field_of_value(name)?;
    Some((parts.get(numbers)?.to_vec(), field))
}

/// The place and the type of a field of a structure at a place.
pub fn place_of_field(place: &Place, ty: &CType, name: &str) -> Option<(Place, CType)> {
    if let Place::Either(either) = place {
        let (guard, a, b) = &**either;
        let ((a, field), (b, _)) = (place_of_field(a, ty, name)?, place_of_field(b, ty, name)?);
        let plain = |place: &Place| !matches!(place, Place::Array(_));
        return (plain(&a) && plain(&b)).then(|| (Place::Either(Box::new((guard.clone(), a, b))), field));
    }
    let Place::Parts(parts) = place else { return None };
    let (numbers, field) = ty.field(name)?;
    let mut parts = parts.get(numbers)?.to_vec();
    let place = match &field {
        CType::Array(element, length) => {
            let arrays: Option<Vec<&Array>> =
                parts.iter().map(|part| if let Place::Array(array) = part { Some(array) } else { None }).collect();
            let arrays = arrays?;
            let heaps = arrays.iter().flat_map(|array| array.heaps.clone()).collect();
            let index = arrays.first()?.index.clone();
            Place::Array(Array::new(heaps, (**element).clone(), index, *length))
        }
        CType::Vector(..) | CType::Struct(_) => Place::Parts(parts),
        _ => parts.pop()?,
    };
    Some((place, field))
}

impl Lower<'_, '_, '_> {
    /// The place of a field: `s.x`, `p->x`.
    pub fn field(&mut self, node: &Node) -> Option<Place> {
        if let Some(place) = self.member_of_union(node) {
            return place;
        }
        let base = node.part(0)?;
        let (place, ty) = match (node.is_arrow, self.unit.type_of(base.bare())) {
            (false, ty) => (self.place(base)?, ty),
            (true, CType::Pointer(to)) => match self.value(base)? {
                Value::Pointer(array, offset) => (self.select(array, offset, node)?, *to),
                Value::Address(place) => (*place, *to),
                Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => return self.no_field(node),
            },
            (true, _) => return self.no_field(node),
        };
        match place_of_field(&place, &ty, &node.name) {
            Some((place, _)) => Some(place),
            None => self.no_field(node),
        }
    }

    /// Whether an expression names a component of a value, or may do so through a reference or a pointer.
    pub fn is_component(&self, node: &Node) -> bool {
        let node = node.bare();
        let referred = || node.refers_to().and_then(|id| self.bindings.get(id));
        match (node.kind.as_str(), node.part(0)) {
            ("MemberExpr" | "ExtVectorElementExpr", _) => true,
            ("ImplicitCastExpr", Some(inner)) => self.is_component(inner),
            ("UnaryOperator", _) => true,
            _ => matches!(referred(), Some(Binding::Place(_))),
        }
    }

    fn no_field<T>(&mut self, node: &Node) -> Option<T> {
        let what = format!("the member `{}`", node.name);
        self.cannot(node, &what, "use structures of numbers, vectors and structures, without methods")
    }

    /// The value of a component of a value that has no place: `f(a).x`.
    pub fn component(&mut self, node: &Node) -> Option<Value> {
        let base = node.part(0)?;
        let ty = self.unit.type_of(base.bare());
        let parts = match self.value(base)? {
            Value::Parts(parts) => self.computed(parts),
            Value::Scalar(_) | Value::Pieces(_) | Value::Pointer(..) | Value::Address(_) | Value::Nothing => {
                return self.no_field(node);
            }
        };
        let (mut parts, ty) = match node.kind.as_str() {
            "MemberExpr" => match of_field(&parts, &ty, &node.name) {
                Some(found) => found,
                None => return self.no_field(node),
            },
            _ => (chosen(&parts, &self.lane_numbers(node)?)?, self.unit.type_of(node)),
        };
        match ty.scalar() {
            Some(_) => parts.pop().map(Value::Scalar),
            None => Some(Value::Parts(parts)),
        }
    }

    /// A list in braces: `{a, b}`. In a list for a vector, a vector stands for its lanes.
    pub fn list(&mut self, node: &Node) -> Option<Value> {
        let ty = self.unit.type_of(node);
        if let CType::Array(element, Some(length)) = &ty {
            return self.list_of_elements(node, element, *length);
        }
        let values = self.arguments(&node.inner)?;
        if let CType::Struct(record) = &ty {
            return self.list_of_fields(record, values, node);
        }
        let mut parts: Vec<Expr> = values.into_iter().flat_map(Value::scalars).collect();
        if !fits(&ty, &parts) {
            return self.no_list(node);
        }
        match ty.scalar() {
            Some(_) => parts.pop().map(Value::Scalar),
            None => Some(Value::Parts(parts)),
        }
    }

    fn no_list<T>(&mut self, node: &Node) -> Option<T> {
        self.cannot(node, "this list", "write a value for each component")
    }

    /// A list of the fields of a structure.
    fn list_of_fields(&mut self, record: &Record, values: Vec<Value>, node: &Node) -> Option<Value> {
        if record.fields.len() != values.len() {
            return self.no_list(node);
        }
        let mut pieces = Vec::new();
        for ((_, ty), value) in record.fields.iter().zip(values) {
            match (ty, value) {
                (CType::Pointer(to), Value::Pointer(array, offset)) if **to == array.element => {
                    pieces.push(Value::Pointer(array, offset));
                }
                (CType::Vector(..) | CType::Struct(_), value) => match self.in_pieces(ty, value) {
                    Some(values) => pieces.extend(values),
                    None => return self.no_list(node),
                },
                (ty, value) if fits(ty, &value.clone().scalars()) => match self.in_pieces(ty, value.clone()) {
                    Some(values) => pieces.extend(values),
                    None => pieces.push(value),
                },
                _ => return self.no_list(node),
            }
        }
        match pieces.iter().any(|piece| matches!(piece, Value::Pointer(..))) {
            true => Some(Value::Pieces(pieces)),
            false => Some(Value::Parts(pieces.into_iter().flat_map(Value::scalars).collect())),
        }
    }

    /// A list of the elements of an array that is a field.
    fn list_of_elements(&mut self, node: &Node, element: &CType, length: u64) -> Option<Value> {
        let (written, rest): (&[Node], Option<&Node>) = match node.array_filler.split_first() {
            Some((rest, written)) => (written, Some(rest)),
            None => (&node.inner, None),
        };
        let pieces = element.stored()?;
        let (zero, effects) = self.collected(|lower| match rest {
            Some(rest) => lower.value(rest).map(Value::scalars),
            None => Some(Vec::new()),
        });
        let Some(zero) = zero.filter(|_| effects.is_empty()) else { return self.no_list(node) };
        let mut elements: Vec<Vec<Expr>> = self.arguments(written)?.into_iter().map(Value::scalars).collect();
        elements.resize(usize::try_from(length).ok()?.max(elements.len()), zero);
        if elements.len() as u64 != length || !elements.iter().all(|values| fits(element, values)) {
            return self.no_list(node);
        }
        // The value of an array is that of each piece of its elements.
        let (mut out, mut first) = (Vec::new(), 0);
        for piece in pieces {
            let behind = first + usize::try_from(piece.dims.iter().product::<u64>()).ok()?;
            for values in &elements {
                out.extend(values.get(first..behind)?.iter().cloned());
            }
            first = behind;
        }
        Some(Value::Parts(out))
    }

    /// The value in which all is zero.
    pub fn zero(&mut self, node: &Node) -> Option<Value> {
        let (ty, at) = (self.unit.type_of(node), self.at(node));
        let plain = !matches!(&ty, CType::Struct(record) if !record.trivial);
        let Some(parts) = ty.flat().filter(|_| plain) else {
            return self.cannot(node, "a value of this type", "use numbers, and structures of numbers");
        };
        let zero = |(_, ty): (String, Type)| zero_of(ty, at);
        let mut parts: Vec<Expr> = parts.into_iter().map(zero).collect();
        match ty.scalar() {
            Some(_) => parts.pop().map(Value::Scalar),
            None => Some(Value::Parts(parts)),
        }
    }

    /// The assignment of a whole structure in C++.
    pub fn copy(&mut self, node: &Node, used: bool) -> Option<Value> {
        let (left, right) = (node.part(1)?, node.part(2)?);
        let (place, value) = self.both(left, right, |l, n| l.place(n), |l, n| l.value(n))?;
        match (&place, &value) {
            (Place::Parts(_) | Place::Either(_), Value::Parts(_) | Value::Pieces(_)) => {
                self.put(place, value, left, node, used)
            }
            _ => self.cannot(node, "this assignment", "assign values of the same structure"),
        }
    }

    /// Whether an expression names a whole launch variable of CUDA.
    pub fn is_launch(&self, node: &Node) -> bool {
        let declared = node.refers_to().and_then(|id| self.unit.globals.get(id)).filter(|global| !global.of_user);
        declared.is_some_and(|global| super::launch::of_variable(&global.name).is_some())
    }

    /// A whole launch variable of CUDA: its dimensions.
    pub fn whole_launch(&mut self, node: &Node) -> Place {
        let name = node.referenced_decl.as_ref().map_or("", |declared| declared.name.as_str());
        let Some(var) = super::launch::of_variable(name) else { return Place::Parts(Vec::new()) };
        let ty = Type::Machine(ir::Width { bits: 32, signed: false });
        let part = |axis| Place::Constant(Expr { ty, ..self.launch(var, axis, node) });
        Place::Parts([Axis::X, Axis::Y, Axis::Z].map(part).into())
    }
}
