//! Expressions.
//!
//! In: a node. Out: its value. Its side effects become statements of the current block.

use super::convert::{number, INT};
use super::state::{Binding, Lower, Place, Value};
use crate::c::language::Language;
use crate::c::spelling::of_spelling;
use crate::c::tree::Node;
use crate::c::types::CType;
use dashu::integer::IBig;
use ir::{Expr, ExprKind, FloatFormat, Type, Width};

impl Lower<'_, '_, '_> {
    /// The value of an expression; `None` if an error was reported.
    pub fn value(&mut self, node: &Node) -> Option<Value> {
        self.nested(node, |lower| lower.value_here(node.bare()))
    }

    /// The value of an expression of scalar type.
    pub fn scalar(&mut self, node: &Node) -> Option<Expr> {
        match self.value(node)? {
            Value::Scalar(expr) => Some(expr),
            Value::Parts(_) | Value::Pieces(_) => {
                self.cannot(node, "a vector or a structure at this place", "use one of its components")
            }
            Value::Pointer(..) | Value::Address(_) => {
                self.cannot(node, "a pointer at this place", "use pointers to access elements only")
            }
            Value::Nothing => self.cannot(node, "a call without value at this place", "use the value of an expression"),
        }
    }

    /// Whether the value of an expression is not 0.
    pub fn condition(&mut self, node: &Node) -> Option<Expr> {
        let value = self.scalar(node)?;
        let value = if self.is_half(node) { self.float_of_half(value, node) } else { value };
        Some(super::convert::truth(value))
    }

    /// The value of an expression as a mathematical integer.
    pub fn integer(&mut self, node: &Node) -> Option<Expr> {
        let value = self.scalar(node)?;
        match value.ty {
            Type::Bool => Some(number(value)),
            _ if value.ty.is_int() => Some(value),
            _ => self.cannot(node, "an index that is no integer", "use an integer"),
        }
    }

    fn value_here(&mut self, node: &Node) -> Option<Value> {
        if matches!(node.kind.as_str(), "UnaryOperator" | "BinaryOperator" | "CompoundAssignOperator") {
            if let Some(value) = self.half_operator(node, true) {
                return value;
            }
        }
        match node.kind.as_str() {
            "IntegerLiteral" | "CharacterLiteral" => self.integer_literal(node).map(Value::Scalar),
            "FloatingLiteral" => self.float_literal(node).map(Value::Scalar),
            "CXXBoolLiteralExpr" => Some(Value::Scalar(self.at(node).truth(node.value.as_bool().unwrap_or_default()))),
            "ImplicitCastExpr"
            | "CStyleCastExpr"
            | "CXXStaticCastExpr"
            | "CXXFunctionalCastExpr"
            | "CXXReinterpretCastExpr" => self.cast(node),
            "DeclRefExpr" | "ArraySubscriptExpr" | "MemberExpr" | "ExtVectorElementExpr" => {
                if let Some(value) = self.constant(node) {
                    return Some(Value::Scalar(value));
                }
                if !super::aggregates::is_place(self.unit, node) {
                    return self.component(node);
                }
                let place = self.place(node)?;
                self.fetch(place, node)
            }
            "UnaryOperator" => self.unary(node),
            "BinaryOperator" => self.binary(node),
            "CompoundAssignOperator" => self.compound_assignment(node, true),
            "ConditionalOperator" => self.conditional(node),
            "CallExpr" | "CXXMemberCallExpr" => self.call(node, true),
            "CXXThisExpr" => self.this(node),
            "CXXDefaultArgExpr" => match node.part(0) {
                Some(value) => self.value(value),
                None => self.cannot(node, "this value of a parameter", "write the argument"),
            },
            "CXXDefaultInitExpr" => self.default_of_field(node),
            "InitListExpr" => self.list(node),
            "CompoundLiteralExpr" => self.value(node.part(0)?),
            "ImplicitValueInitExpr" | "CXXScalarValueInitExpr" => self.zero(node),
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" => self.constructed(node),
            "CXXOperatorCallExpr" => match super::aggregates::is_copy(node) {
                true => self.copy(node, true),
                false => self.call(node, true),
            },
            "StmtExpr" => self.statement_expression(node),
            "AsTypeExpr" => self.reinterpreted(node),
            "UnaryExprOrTypeTraitExpr" => self.size(node).map(Value::Scalar),
            "SubstNonTypeTemplateParmExpr" => match node.inner.last() {
                Some(value) => self.value(value),
                None => self.cannot(node, "this template argument", "use an integer"),
            },
            kind => {
                let what = format!("this expression ({})", super::state::words(kind));
                self.cannot(node, &what, "write it with arithmetic, elements of arrays and calls of functions")
            }
        }
    }

    fn integer_literal(&mut self, node: &Node) -> Option<Expr> {
        let text = node.value.as_str().map(str::to_owned).or_else(|| node.value.as_i64().map(|n| n.to_string()));
        let number: Option<IBig> = text.and_then(|text| text.parse().ok());
        let (Some(number), Some(ty)) = (number, self.unit.type_of(node).scalar()) else {
            return self.cannot(node, "this literal", "use an integer of at most 64 bits");
        };
        // clang prints negative characters as unsigned numbers of 32 bits.
        let number = match ty.width() {
            Some(width) => width.modulo(&number),
            None => number,
        };
        Some(Expr { ty, ..self.at(node).int(number) })
    }

    fn float_literal(&mut self, node: &Node) -> Option<Expr> {
        let text = node.value.as_str().unwrap_or_default();
        let (ty, bits) = match self.unit.type_of(node) {
            CType::Float(FloatFormat::Single) => {
                (FloatFormat::Single, text.parse::<f32>().ok().map(|value| u64::from(value.to_bits())))
            }
            CType::Float(FloatFormat::Double) => (FloatFormat::Double, text.parse::<f64>().ok().map(f64::to_bits)),
            _ => (FloatFormat::Double, None),
        };
        match bits {
            Some(bits) => Some(self.at(node).expr(ExprKind::Float(bits), Type::Float(ty))),
            None => self.cannot(node, "this literal", "use a `float` or a `double`"),
        }
    }

    /// A conversion.
    fn cast(&mut self, node: &Node) -> Option<Value> {
        let inner = node.inner.iter().rev().find(|part| !part.kind.is_empty())?;
        if let Some(value) = self.half_cast(inner, node) {
            return value;
        }
        match node.cast_kind.as_str() {
            // In C++, assignments and `?:` are places. Their values are all that is needed of them.
            "LValueToRValue" if self.is_computed(inner.bare()) => self.value(inner),
            "VectorSplat" => self.splat(inner, node),
            "LValueToRValue" => match self.constant(inner.bare()) {
                Some(value) => Some(Value::Scalar(value)),
                None => {
                    let place = self.place(inner)?;
                    self.fetch(place, inner)
                }
            },
            "ArrayToPointerDecay" => match self.place(inner)? {
                Place::Array(array) => Some(Value::Pointer(array, self.at(node).int(0))),
                _ => self.cannot(node, "this array", "use an array of numbers"),
            },
            "NullToPointer" => self.null(node),
            "PointerToBoolean" => {
                let null = self.is_null_pointer(inner, node)?;
                Some(Value::Scalar(self.at(node).unary(ir::UnaryOp::Not, null)))
            }
            "NoOp" | "ConstructorConversion" | "UserDefinedConversion" => self.value(inner),
            "IntegralCast" | "IntegralToBoolean" | "FloatingToIntegral" | "IntegralToFloating" | "FloatingCast"
            | "FloatingToBoolean" | "IntToOCLSampler" => {
                let value = self.scalar(inner)?;
                let Some(to) = self.unit.type_of(node).scalar() else {
                    let what = format!("a conversion to `{}`", node.ty.qual_type);
                    return self.cannot(node, &what, "use integers, `bool`, `float` and `double`");
                };
                self.convert(value, to, node).map(Value::Scalar)
            }
            // In the lanes of a vector, `true` is -1.
            "BooleanToSignedIntegral" => {
                let condition = self.condition(inner)?;
                match self.unit.type_of(node).scalar() {
                    Some(ty) => Some(Value::Scalar(super::vectors::mask(condition, ty))),
                    None => self.cannot(node, "this conversion of a condition", "convert it to an integer"),
                }
            }
            "BitCast" | "AddressSpaceConversion" if super::nulls::is_null(node) => self.null(node),
            // clang makes one conversion of a cast to another space and to another type.
            "BitCast" | "AddressSpaceConversion"
                if self.unit.type_of(node).points_to_same(&self.unit.type_of(inner)) =>
            {
                self.value(inner)
            }
            "BitCast" | "AddressSpaceConversion" => self.same_elements(node, inner),
            "ToVoid" => {
                self.effect(inner);
                Some(Value::Nothing)
            }
            kind => {
                let what = format!("this conversion ({})", super::state::words(kind));
                self.cannot(node, &what, "use an array whose elements have the type that the code needs")
            }
        }
    }

    /// A pointer as one to another type, if that is the type of the elements to which the pointer leads: behind a cast
    /// to `void *` and back, and for memory whose elements have the type to which the code casts it.
    fn same_elements(&mut self, node: &Node, inner: &Node) -> Option<Value> {
        let mut from = inner.bare();
        while let (CType::Pointer(to), Some(part)) = (self.unit.type_of(from), from.part(0)) {
            let cast =
                matches!(from.cast_kind.as_str(), "BitCast" | "NoOp" | "AddressSpaceConversion") && *to == CType::Void;
            match cast {
                true => from = part.bare(),
                false => break,
            }
        }
        let CType::Pointer(to) = self.unit.type_of(node) else { return self.no_cast(node) };
        match self.value(from)? {
            Value::Pointer(array, offset) if array.element == *to => Some(Value::Pointer(array, offset)),
            Value::Pointer(array, offset) => match self.recast((array.clone(), offset.clone()), &to) {
                Some(pointer) => Some(pointer),
                None => self.cast_to_lanes((array, offset), &to, node),
            },
            Value::Address(place) => match super::recast::element_as(*place, &to) {
                Some(place) => Some(Value::Address(Box::new(place))),
                None => self.no_cast(node),
            },
            Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => self.no_cast(node),
        }
    }

    /// Reports a cast of a pointer.
    pub fn no_cast<T>(&mut self, node: &Node) -> Option<T> {
        self.cannot(node, "this conversion (bit cast)", "use an array whose elements have the type that the code needs")
    }

    /// The value of an expression that is constant in a launch: a launch variable of CUDA, a constant of an
    /// enumeration, or a constant that is declared outside of functions.
    fn constant(&mut self, node: &Node) -> Option<Expr> {
        if let ("MemberExpr", Some(of)) = (node.kind.as_str(), node.part(0)) {
            let variable = of.bare().referenced_decl.as_ref()?;
            let _ = self.unit.globals.get(variable.id.as_str()).filter(|global| !global.of_user)?;
            let var = super::launch::of_variable(&variable.name)?;
            let launch = self.launch(var, super::launch::axis(&node.name)?, node);
            return Some(Expr { ty: self.unit.type_of(node).scalar().unwrap_or(launch.ty), ..launch });
        }
        let id = node.refers_to()?;
        if let Some(value) = self.unit.constants.get(id) {
            let ty = self.unit.type_of(node).scalar().unwrap_or(Type::Machine(INT));
            return Some(Expr { ty, ..self.at(node).int(*value) });
        }
        if self.bindings.contains_key(id) {
            return None;
        }
        let declared = *self.unit.globals.get(id)?;
        if declared.name == "warpSize" && !declared.of_user {
            return Some(Expr { ty: Type::Machine(INT), ..self.at(node).int(32) });
        }
        let value = declared.proper().next_back().filter(|_| self.unit.is_constant(declared))?;
        let ty = self.unit.type_of(declared).scalar()?;
        // The value must not depend on when it is computed.
        let (value, effects) = self.collected(|lower| lower.scalar(value));
        let value = value?;
        if !effects.is_empty() || !value.heaps().is_empty() {
            return self.cannot(node, "a constant whose value is computed by a function", "write its value");
        }
        self.convert(value, ty, node)
    }

    /// `sizeof`
    fn size(&mut self, node: &Node) -> Option<Expr> {
        let ty = match node.inner.first() {
            Some(of) => self.unit.type_of(of.bare()),
            None => of_spelling(node.arg_type.spelling(), &self.unit.names),
        };
        match ty.bytes().filter(|_| node.name == "sizeof") {
            Some(bytes) => {
                let ty = self.unit.type_of(node).scalar().unwrap_or(Type::Machine(Width { bits: 64, signed: false }));
                Some(Expr { ty, ..self.at(node).int(bytes) })
            }
            None => self.cannot(node, "the size of this type", "use `sizeof` of a number or of an array of numbers"),
        }
    }

    /// Computes an expression for its side effects.
    pub fn effect(&mut self, node: &Node) {
        let bare = node.bare();
        let done = self.within(node, |lower| match bare.kind.as_str() {
            "UnaryOperator" | "CompoundAssignOperator" if bare.inner.iter().any(|part| lower.is_half(part)) => {
                lower.half_operator(bare, false).unwrap_or_else(|| lower.value(bare)).map(|_| Value::Nothing)
            }
            "CompoundAssignOperator" => lower.compound_assignment(bare, false),
            "BinaryOperator" if bare.opcode == "=" => lower.assignment(bare, false),
            "CXXOperatorCallExpr" if super::aggregates::is_copy(bare) => lower.copy(bare, false),
            "BinaryOperator" if bare.opcode == "," => {
                bare.inner.iter().for_each(|part| lower.effect(part));
                Some(Value::Nothing)
            }
            "UnaryOperator" if matches!(bare.opcode.as_str(), "++" | "--") => lower.step(bare, false),
            // C++ reads no place whose value is discarded, unless the place is volatile (C++17, [expr]/11).
            "CStyleCastExpr" if lower.unit.language == Language::Cuda && bare.cast_kind == "ToVoid" => {
                bare.part(0).into_iter().for_each(|part| lower.effect(part));
                Some(Value::Nothing)
            }
            "DeclRefExpr" | "MemberExpr" | "ArraySubscriptExpr"
                if lower.unit.language == Language::Cuda
                    && bare.value_category == "lvalue"
                    && super::aggregates::is_place(lower.unit, bare)
                    && !bare.ty.spelling().contains("volatile") =>
            {
                let place = lower.place(bare)?;
                lower.unused(Value::Address(Box::new(place)), bare);
                Some(Value::Nothing)
            }
            // The old value is in a variable, and exists.
            "CallExpr" if super::atomics::called(lower.unit, bare).is_some() => {
                lower.value(bare).map(|_| Value::Nothing)
            }
            _ => {
                let value = match bare.kind.as_str() {
                    "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => lower.call(bare, false)?,
                    _ => lower.value(bare)?,
                };
                lower.unused(value, bare);
                Some(Value::Nothing)
            }
        });
        self.records(node, done);
    }

    /// A value that is computed, and so checked, although nothing uses it.
    pub fn unused(&mut self, value: Value, node: &Node) {
        let at = self.at(node);
        for expr in value.computed() {
            if !expr.heaps().is_empty() || may_fail(&expr) {
                let unused = self.temporary("unused", expr.ty);
                self.out.push(at.declare(unused, Some(expr)));
            }
        }
    }

    /// Whether an expression computes the place that it is in C++, or is a part of a value without place.
    fn is_computed(&self, node: &Node) -> bool {
        match node.kind.as_str() {
            "BinaryOperator"
            | "CompoundAssignOperator"
            | "ConditionalOperator"
            | "CompoundLiteralExpr"
            | "CallExpr"
            | "CXXMemberCallExpr"
            | "CXXOperatorCallExpr" => true,
            "UnaryOperator" => matches!(node.opcode.as_str(), "++" | "--"),
            "MemberExpr" | "ExtVectorElementExpr" => !super::aggregates::is_place(self.unit, node),
            "ArraySubscriptExpr" => !super::aggregates::is_place(self.unit, node),
            _ => false,
        }
    }

    /// The value of a declared name.
    pub fn of_binding(&mut self, binding: &Binding, node: &Node) -> Place {
        match binding {
            Binding::Unset(..) => Place::Unset,
            Binding::Variable(var, ty) => Place::Variable(*var, *ty),
            Binding::Scalar(id, ty) => Place::Constant(self.at(node).expr(ExprKind::Scalar(*id), *ty)),
            Binding::Place(place) => place.clone(),
            Binding::Cell(array, heap) => {
                let at = self.at(node);
                Place::Cell(Box::new((array.clone(), at.place(*heap, vec![at.int(0)]))))
            }
            Binding::Address(place) => Place::Address(Box::new(place.clone())),
            Binding::Array(array) => Place::Array(array.clone()),
            Binding::Parts(parts) => Place::Parts(parts.iter().map(|part| self.of_binding(part, node)).collect()),
            Binding::Pointer(array, var) => Place::Pointer(array.clone(), *var),
        }
    }
}

/// Whether the value of an expression without memory may not exist.
fn may_fail(expr: &Expr) -> bool {
    let mut found = false;
    expr.each(&mut |e| {
        found |= matches!(&e.kind, ExprKind::Intrinsic(..) | ExprKind::Var(_) | ExprKind::Binary(..));
    });
    found
}
