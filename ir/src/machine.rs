//! Operations on machine integers, for front ends.
//!
//! ```text
//! signed:    a ⊕ b   is   \checked(T, a ⊕ b)       a result that does not fit is an error
//! unsigned:  a ⊕ b   is   \wrap(T, a ⊕ b)          a result that does not fit is reduced modulo 2^N
//! ```
//!
//! Here `a ⊕ b` is the operation on mathematical integers, and `\checked` and `\wrap` turn its value into a machine
//! integer. So proofs and executions only need arithmetic of mathematical integers, and the typed program shows what
//! happens at the ends of the range.
//!
//! In: an expression of type `Int` that a program computes. Out: an expression of the machine type.

use crate::{BinaryOp, Expr, ExprKind, Intrinsic, Type, Width};
use dashu::integer::IBig;

impl Expr {
    /// Turns an integer into a machine integer: with `\checked` if the type is signed or the integer was converted from
    /// a float, else with `\wrap`. If the form of the expression shows that its value is in range, only the type
    /// changes.
    #[must_use]
    pub fn into_machine(self, width: Width) -> Self {
        // In C, the conversion of a float that is out of range is undefined for unsigned types, too.
        let checked = width.signed || matches!(self.kind, ExprKind::Intrinsic(Intrinsic::ToInt(_), _));
        let by = if checked { Intrinsic::Checked(width) } else { Intrinsic::Wrap(width) };
        self.by(by, width)
    }

    /// Turns an integer into a machine integer with `\checked`, also if the type is unsigned.
    #[must_use]
    pub fn into_checked(self, width: Width) -> Self {
        self.by(Intrinsic::Checked(width), width)
    }

    /// Turns an integer into a machine integer with one of these two.
    fn by(self, by: Intrinsic, width: Width) -> Self {
        let (ty, span) = (Type::Machine(width), self.node.span);
        if self.ty.is_within(ty) {
            return self;
        }
        if self.fits(width) {
            return Self { ty, ..self };
        }
        Self::new(ExprKind::Intrinsic(by, vec![self]), ty, span)
    }

    /// Whether the form of the expression shows that its value is in the range of the type.
    fn fits(&self, width: Width) -> bool {
        let holds = |n: &IBig| width.least() <= *n && *n <= width.greatest();
        let ty = Type::Machine(width);
        // The quotient of two values of a type is in range, except that of the least value of a signed type and -1.
        let quotient = |a: &Expr, b: &Expr| {
            let positive = matches!(&b.kind, ExprKind::Int(n) if *n > IBig::ZERO);
            a.ty.is_within(ty) && b.ty.is_within(ty) && (!width.signed || positive)
        };
        match &self.kind {
            ExprKind::Int(n) => holds(n),
            // A Euclidean remainder is from 0 to below the absolute value of the divisor. Division by zero is an error
            // of its own.
            ExprKind::Binary(BinaryOp::Mod, _, b) => b.ty.is_within(ty),
            ExprKind::Binary(BinaryOp::Div, a, b) => quotient(a, b),
            ExprKind::Intrinsic(Intrinsic::Quot, args) => matches!(args.as_slice(), [a, b] if quotient(a, b)),
            ExprKind::Intrinsic(Intrinsic::Rem, args) => args.iter().all(|e| e.ty.is_within(ty)),
            ExprKind::Intrinsic(
                Intrinsic::Wrap(to) | Intrinsic::Checked(to) | Intrinsic::Bits(_, to) | Intrinsic::Not(to),
                _,
            ) => Type::Machine(*to).is_within(ty),
            ExprKind::Bool(_)
            | ExprKind::Float(_)
            | ExprKind::Write
            | ExprKind::NoAmount
            | ExprKind::ReadAmount
            | ExprKind::AtomicAmount
            | ExprKind::Var(_)
            | ExprKind::Scalar(_)
            | ExprKind::Launch(..)
            | ExprKind::Result
            | ExprKind::Read(_)
            | ExprKind::Length(..)
            | ExprKind::Null
            | ExprKind::EnumConstant(_)
            | ExprKind::LengthOf(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cond(..)
            | ExprKind::Quant(_)
            | ExprKind::Reduce(_)
            | ExprKind::Describe(_)
            | ExprKind::At(..)
            | ExprKind::Call(..)
            | ExprKind::Reveal(_)
            | ExprKind::Intrinsic(..)
            | ExprKind::Collection(..)
            | ExprKind::Perm(..)
            | ExprKind::PointsTo(..) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FloatFormat, Rounding, Span};

    fn number(n: i32) -> Expr {
        Expr::new(ExprKind::Int(n.into()), Type::Int, Span::default())
    }

    fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
        Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Type::Int, Span::default())
    }

    fn intrinsic(e: &Expr) -> Option<Intrinsic> {
        let ExprKind::Intrinsic(op, _) = &e.kind else { return None };
        Some(*op)
    }

    /// For all divisions of values of a narrow type: if the result is left unchecked, it is in range.
    #[test]
    fn what_is_not_checked_fits() {
        let divided = |a: i32, b: i32| (a - a.rem_euclid(b)) / b;
        for name in ["i8", "u8"] {
            let width = Width::named(name).unwrap();
            let (least, greatest) = if width.signed { (-128, 127) } else { (0, 255) };
            for b in least..=greatest {
                let divisor = |by: i32| number(by).into_machine(width);
                // A dividend of unknown value.
                let a = || Expr::new(ExprKind::Result, Type::Machine(width), Span::default());
                let unchecked = |op| intrinsic(&binary(op, a(), divisor(b)).into_machine(width)).is_none();
                for (op, what) in [(BinaryOp::Div, divided as fn(i32, i32) -> i32), (BinaryOp::Mod, i32::rem_euclid)] {
                    let fits = |a: i32| (least..=greatest).contains(&what(a, b));
                    if b != 0 && unchecked(op) {
                        assert!((least..=greatest).all(fits), "{name}: {op:?} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn literals_that_do_not_fit_are_made_to() {
        let (signed, unsigned) = (Width::named("i8").unwrap(), Width::named("u8").unwrap());
        assert_eq!(intrinsic(&number(128).into_machine(signed)), Some(Intrinsic::Checked(signed)));
        assert_eq!(intrinsic(&number(127).into_machine(signed)), None);
        assert_eq!(intrinsic(&number(-1).into_machine(unsigned)), Some(Intrinsic::Wrap(unsigned)));
        let float = || Expr::new(ExprKind::Result, Type::Float(FloatFormat::Single), Span::default());
        let converted =
            Expr::new(ExprKind::Intrinsic(Intrinsic::ToInt(Rounding::Zero), vec![float()]), Type::Int, Span::default());
        assert_eq!(intrinsic(&converted.into_machine(unsigned)), Some(Intrinsic::Checked(unsigned)));
    }

    /// The form of a sum of two narrow integers does not show that it fits, and neither does the type of a wider
    /// integer.
    #[test]
    fn sums_and_wider_integers_are_made_to_fit() {
        let (narrow, wide) = (Width::named("u8").unwrap(), Width::named("u16").unwrap());
        let a = || Expr::new(ExprKind::Result, Type::Machine(narrow), Span::default());
        assert_eq!(intrinsic(&binary(BinaryOp::Add, a(), a()).into_machine(narrow)), Some(Intrinsic::Wrap(narrow)));
        let b = Expr::new(ExprKind::Result, Type::Machine(wide), Span::default());
        assert_eq!(intrinsic(&b.into_machine(narrow)), Some(Intrinsic::Wrap(narrow)));
        assert_eq!(intrinsic(&a().into_machine(wide)), None);
    }
}
