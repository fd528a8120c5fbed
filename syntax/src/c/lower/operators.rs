//! Operators.
//!
//! In: the node of an operation; clang has converted its operands to its type. Out: the value.
//!
//! ```text
//! a + b, a - b, a * b, -a   the mathematical result; signed: an error if it does not fit; unsigned: modulo 2^N
//! a / b, a % b              rounded towards zero; an error if b is 0
//! a & b, a | b, a ^ b, ~a   on the bits
//! a << b, a >> b            CUDA: an error if b is not from 0 to below the width; OpenCL: b modulo the width
//! ```

use super::convert::{number, truth, wrapped};
use super::nulls::is_null;
use super::state::{Lower, Value};
use crate::c::language::Language;
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::{BinaryOp, Bits, Expr, ExprKind, Intrinsic, Type, UnaryOp};

impl Lower<'_, '_, '_> {
    /// A prefix or postfix operator.
    pub fn unary(&mut self, node: &Node) -> Option<Value> {
        let operand = node.part(0)?;
        let at = self.at(node);
        match node.opcode.as_str() {
            "++" | "--" => self.step(node, true),
            "+" | "__extension__" => self.value(operand),
            "!" | "-" | "~" if matches!(self.unit.type_of(operand), CType::Vector(..)) => {
                self.lane_unary(node, operand)
            }
            "!" => {
                let condition = self.condition(operand)?;
                let negated = at.unary(UnaryOp::Not, condition);
                Some(Value::Scalar(self.as_type(negated, node)))
            }
            "-" => {
                let value = self.scalar(operand)?;
                let ty = value.ty;
                let negated = Expr { ty: ty.unbounded(), ..at.unary(UnaryOp::Neg, value) };
                Some(Value::Scalar(self.in_range(negated, ty)))
            }
            "~" => {
                let value = self.scalar(operand)?;
                let Some(width) = value.ty.width() else {
                    return self.cannot(node, "`~` of this type", "use it on an integer");
                };
                Some(Value::Scalar(at.expr(ExprKind::Intrinsic(Intrinsic::Not(width), vec![value.clone()]), value.ty)))
            }
            "*" => {
                let place = self.place(node)?;
                self.fetch(place, node)
            }
            "&" => self.address(operand, node),
            sign => {
                let what = format!("the operator `{sign}`");
                self.cannot(node, &what, "use arithmetic of numbers")
            }
        }
    }

    /// The mathematical result of a sum, difference or product, as a value of the type in which C computes.
    pub fn in_range(&self, result: Expr, ty: Type) -> Expr {
        match ty.width() {
            Some(width) if self.unit.given.wraps => wrapped(result, width),
            Some(width) if self.unit.given.exact => result.into_checked(width),
            _ => bounded(result, ty),
        }
    }

    /// A pointer to an element of an array, whose parts have these places.
    pub fn pointer_to(&mut self, places: Vec<(ir::Heap, Vec<Expr>)>, element: &Node) -> Option<Value> {
        let mut index = places.first()?.1.clone();
        let offset = index.pop()?;
        let heaps: Vec<ir::Heap> = places.into_iter().map(|(heap, _)| heap).collect();
        if heaps.iter().skip(1).any(|heap| heaps.first() == Some(heap)) {
            let help = "add the index to the pointer";
            return self.cannot(element, "the address of an element of an array that is cast to vectors", help);
        }
        let element = self.unit.type_of(element.bare());
        Some(Value::Pointer(super::state::Array::new(heaps, element, index, None), offset))
    }

    /// An infix operator.
    pub fn binary(&mut self, node: &Node) -> Option<Value> {
        let (left, right) = (node.part(0)?, node.part(1)?);
        match node.opcode.as_str() {
            "=" => self.assignment(node, true),
            "," => {
                self.effect(left);
                self.value(right)
            }
            "&&" | "||" if matches!(self.unit.type_of(node), CType::Vector(..)) => {
                // Both operands are computed.
                let (a, b) = self.both(left, right, |l, n| l.value(n), |l, n| l.value(n))?;
                self.lanewise(&node.opcode, a.scalars(), b.scalars(), node).map(Value::Parts)
            }
            "&&" | "||" => {
                let value = self.logical(node, left, right)?;
                Some(Value::Scalar(self.as_type(value, node)))
            }
            sign @ ("==" | "!=") if is_null(left) || is_null(right) => {
                let null = self.is_null_pointer(if is_null(left) { right } else { left }, node)?;
                let holds = if sign == "==" { null } else { self.at(node).unary(UnaryOp::Not, null) };
                Some(Value::Scalar(self.as_type(holds, node)))
            }
            sign => {
                let (a, b) = self.both(left, right, |l, n| l.value(n), |l, n| l.value(n))?;
                match (a, b) {
                    (Value::Scalar(a), Value::Scalar(b)) => self.arithmetic(sign, a, b, node).map(Value::Scalar),
                    (Value::Parts(a), Value::Parts(b)) => self.lanewise(sign, a, b, node).map(Value::Parts),
                    (Value::Pointer(array, offset), Value::Scalar(by)) if matches!(sign, "+" | "-") => {
                        let op = if sign == "+" { BinaryOp::Add } else { BinaryOp::Sub };
                        Some(Value::Pointer(array, self.moved(offset, op, by, node)))
                    }
                    (Value::Scalar(by), Value::Pointer(array, offset)) if sign == "+" => {
                        Some(Value::Pointer(array, self.moved(offset, BinaryOp::Add, by, node)))
                    }
                    // Pointers into one array are compared by the numbers of their elements.
                    (Value::Pointer(a, i), Value::Pointer(b, j)) if a.is_same(&b) && a.is_whole() && b.is_whole() => {
                        self.are_no_nulls(node)?;
                        let compared = comparison(sign).map(|_| self.arithmetic(sign, i.clone(), j.clone(), node));
                        match (compared, self.unit.type_of(node).scalar()) {
                            (Some(compared), _) => compared.map(Value::Scalar),
                            (None, Some(ty)) if sign == "-" => {
                                let difference = Expr { ty: Type::Int, ..self.at(node).binary(BinaryOp::Sub, i, j) };
                                Some(Value::Scalar(self.in_range(difference, ty)))
                            }
                            (None, _) => self.no_operation(node),
                        }
                    }
                    _ => self.no_operation(node),
                }
            }
        }
    }

    fn no_operation<T>(&mut self, node: &Node) -> Option<T> {
        self.cannot(node, "this operation on pointers", "add a number to a pointer, or index it")
    }

    /// An operation on two values of the same type, which is that of the result but for comparisons and shifts.
    pub fn arithmetic(&mut self, sign: &str, a: Expr, b: Expr, node: &Node) -> Option<Expr> {
        let at = self.at(node);
        let ty = a.ty;
        if let Some(op) = comparison(sign) {
            // Conditions are compared as numbers.
            let (a, b) = if ty == Type::Bool { (number(a), number(b)) } else { (a, b) };
            let compared = at.binary(op, a, b);
            return Some(self.as_type(compared, node));
        }
        let plain = match sign {
            "+" => Some(BinaryOp::Add),
            "-" => Some(BinaryOp::Sub),
            "*" => Some(BinaryOp::Mul),
            "/" if matches!(ty, Type::Float(_)) => Some(BinaryOp::Div),
            _ => None,
        };
        if let Some(op) = plain {
            return Some(self.in_range(Expr { ty: ty.unbounded(), ..at.binary(op, a, b) }, ty));
        }
        let Some(width) = ty.width() else {
            let what = format!("`{sign}` of this type");
            return self.cannot(node, &what, "use it on integers");
        };
        let bits = match sign {
            "&" => Bits::And,
            "|" => Bits::Or,
            "^" => Bits::Xor,
            "<<" => Bits::Shl,
            ">>" => Bits::Shr,
            "/" | "%" if !width.signed => {
                let op = if sign == "/" { BinaryOp::Div } else { BinaryOp::Mod };
                return Some(bounded(Expr { ty: Type::Int, ..at.binary(op, a, b) }, ty));
            }
            "/" | "%" => {
                let by = if sign == "/" { Intrinsic::Quot } else { Intrinsic::Rem };
                let positive = matches!(&b.kind, ExprKind::Int(n) if *n > 0.into());
                if sign == "%" && !positive {
                    // If the quotient does not fit, the remainder is undefined, too.
                    let is = |e: &Expr, n: dashu::integer::IBig| at.binary(BinaryOp::Eq, e.clone(), at.int(n));
                    let overflows = at.binary(BinaryOp::And, is(&a, width.least()), is(&b, (-1).into()));
                    self.out.push(at.assert(at.unary(UnaryOp::Not, overflows)));
                }
                return Some(bounded(at.expr(ExprKind::Intrinsic(by, vec![a, b]), Type::Int), ty));
            }
            _ => {
                let what = format!("the operator `{sign}`");
                return self.cannot(node, &what, "use arithmetic of numbers");
            }
        };
        let shift = matches!(bits, Bits::Shl | Bits::Shr);
        let b = if shift && self.unit.language == Language::OpenCl {
            // OpenCL uses as many low bits of the distance as the width needs.
            let literal = matches!(&b.kind, ExprKind::Int(n) if *n >= 0.into() && *n < width.bits.into());
            let modulus = at.int(width.bits);
            if literal {
                b
            } else {
                Expr { ty: Type::Int, ..at.binary(BinaryOp::Mod, b, modulus) }
            }
        } else {
            b
        };
        Some(at.expr(ExprKind::Intrinsic(Intrinsic::Bits(bits, width), vec![a, b]), ty))
    }

    /// A condition as a value of the type of the node: `int` in C, `bool` in C++.
    pub fn as_type(&self, condition: Expr, node: &Node) -> Expr {
        match self.unit.type_of(node) {
            CType::Bool => truth(condition),
            _ => number(condition),
        }
    }
}

/// The comparison that a sign means.
pub fn comparison(sign: &str) -> Option<BinaryOp> {
    Some(match sign {
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        _ => return None,
    })
}

/// The mathematical result of an operation, as a value of the type in which C computes.
pub fn bounded(result: Expr, ty: Type) -> Expr {
    match ty.width() {
        Some(width) => result.into_machine(width),
        None => result,
    }
}
