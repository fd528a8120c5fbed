//! Named operations, such as `\wrap(u32, e)` and `\fma(ru, a, b, c)`.
//!
//! In: the name, the type or direction in front of the arguments, and the arguments. Out: the operation on typed
//! arguments.

use super::env::Env;
use super::operators::is_literal;
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{BinaryOp, Bits, Expr, ExprKind, FloatArith, FloatFormat, Intrinsic, Rounding, Type, Width};

/// The arguments that an operation takes.
enum Takes {
    /// This many integers.
    Ints(usize),
    /// This many floats of one format, which is also the type of the result.
    Floats(usize),
    /// One float.
    Float,
    /// One integer or float.
    Number,
}

/// The operation with this name and this word in front of its arguments. `None` if the word is missing or is not
/// accepted by the operation.
fn named(name: &str, word: Option<&str>) -> Option<(Intrinsic, Takes, Type)> {
    let width = || word.and_then(Width::named);
    let rounding = |default| match word {
        None => Some(default),
        Some(word) => Rounding::named(word),
    };
    let no_word = || word.is_none().then_some(());
    let bits = |op| width().map(|w| (Intrinsic::Bits(op, w), Takes::Ints(2), Type::Int));
    // The type of float operations is that of their arguments.
    let double = Type::Float(FloatFormat::Double);
    let arith = |op| rounding(Rounding::NearestEven).map(|r| (Intrinsic::Arith(op, r), Takes::Floats(2), double));
    let to = |format| {
        let rounding = rounding(Rounding::NearestEven)?;
        Some((Intrinsic::ToFloat(format, rounding), Takes::Number, Type::Float(format)))
    };
    match name {
        "wrap" => width().map(|w| (Intrinsic::Wrap(w), Takes::Ints(1), Type::Int)),
        "fits" => width().map(|w| (Intrinsic::Fits(w), Takes::Ints(1), Type::Bool)),
        "checked" => width().map(|w| (Intrinsic::Checked(w), Takes::Ints(1), Type::Int)),
        "quot" => no_word().map(|()| (Intrinsic::Quot, Takes::Ints(2), Type::Int)),
        "rem" => no_word().map(|()| (Intrinsic::Rem, Takes::Ints(2), Type::Int)),
        "and" => bits(Bits::And),
        "or" => bits(Bits::Or),
        "xor" => bits(Bits::Xor),
        "shl" => bits(Bits::Shl),
        "shr" => bits(Bits::Shr),
        "not" => width().map(|w| (Intrinsic::Not(w), Takes::Ints(1), Type::Int)),
        "add" => arith(FloatArith::Add),
        "sub" => arith(FloatArith::Sub),
        "mul" => arith(FloatArith::Mul),
        "div" => arith(FloatArith::Div),
        "fma" => rounding(Rounding::NearestEven).map(|r| (Intrinsic::Fma(r), Takes::Floats(3), double)),
        "sqrt" => rounding(Rounding::NearestEven).map(|r| (Intrinsic::Sqrt(r), Takes::Floats(1), double)),
        "float" => to(FloatFormat::Single),
        "double" => to(FloatFormat::Double),
        "int" => rounding(Rounding::Zero).map(|r| (Intrinsic::ToInt(r), Takes::Float, Type::Int)),
        _ => None,
    }
}

/// The syntax of the operation, for error messages.
fn usage(name: &str) -> String {
    let widths = "where the type is one of u8, u16, u32, u64, i8, i16, i32, i64";
    let directions = "where `ru` may be rn (nearest), ru (up), rd (down) or rz (towards zero), and may be left out";
    match name {
        "wrap" | "fits" | "checked" | "not" => format!("write `\\{name}(u32, e)`, {widths}"),
        "quot" | "rem" | "euclidean_div" | "euclidean_mod" => format!("write `\\{name}(a, b)`"),
        "and" | "or" | "xor" => format!("write `\\{name}(u32, a, b)`, {widths}"),
        "shl" | "shr" => format!("write `\\{name}(u32, a, places)`, {widths}"),
        "fma" => format!("write `\\fma(ru, a, b, c)`, {directions}"),
        "float" | "double" | "int" | "sqrt" => format!("write `\\{name}(ru, e)`, {directions}"),
        _ => format!("write `\\{name}(ru, a, b)`, {directions}"),
    }
}

impl Env<'_> {
    /// Checks an operation that has a name. `word` is the type or the direction in front of its arguments.
    pub fn intrinsic(
        &mut self,
        name: &ast::Name,
        word: Option<&ast::Name>,
        args: &[ast::Expr],
        hint: Option<Type>,
        span: Span,
    ) -> Option<Expr> {
        if super::pointers::is_about_pointers(&name.text) {
            return self.about_pointer(name, args, hint, span);
        }
        if name.text == "array" {
            return self.array_of_length(args, span);
        }
        let euclidean = match name.text.as_str() {
            "euclidean_div" => Some(BinaryOp::Div),
            "euclidean_mod" => Some(BinaryOp::Mod),
            _ => None,
        };
        if let (Some(op), None, [a, b]) = (euclidean, word, args) {
            let (a, b) = (self.value(a, Type::Int), self.value(b, Type::Int));
            return Some(At::new(span).binary(op, a?, b?));
        }
        if name.text == "matrix" {
            return self.matrix(args, span);
        }
        let found = named(&name.text, word.map(|word| word.text.as_str()));
        let count = found.as_ref().map(|(_, takes, _)| match takes {
            Takes::Ints(n) | Takes::Floats(n) => *n,
            Takes::Float | Takes::Number => 1,
        });
        let Some((op, takes, ty)) = found.filter(|_| count == Some(args.len())) else {
            // A name in front of further arguments was probably meant as a type or a direction.
            let word = args.first().filter(|arg| args.len() > 1 && matches!(arg.kind, ast::ExprKind::Name(_)));
            for arg in args.iter().skip(usize::from(word.is_some())) {
                self.expr(arg, None);
            }
            let message = format!("`\\{}` does not take these arguments", name.text);
            let error = Diagnostic::new("type.arguments", span, message).label("wrong arguments");
            self.diagnostics.push(error.help(usage(&name.text)));
            return None;
        };
        let (args, ty) = match takes {
            Takes::Ints(_) => {
                let names_type = word.is_some();
                let value = |env: &mut Self, arg| match names_type {
                    true => env.mathematical(|env| env.value(arg, Type::Int)),
                    false => env.value(arg, Type::Int),
                };
                let typed: Vec<Option<Expr>> = args.iter().map(|arg| value(self, arg)).collect();
                (typed.into_iter().collect::<Option<Vec<Expr>>>()?, ty)
            }
            Takes::Floats(_) => self.floats(name, args, hint)?,
            Takes::Float => {
                let arg = self.expr(args.first()?, Some(Type::Float(FloatFormat::Double)))?;
                (vec![self.a_float(name, arg)?], ty)
            }
            Takes::Number => {
                let arg = self.expr(args.first()?, None)?;
                (vec![if arg.ty.is_int() { arg } else { self.a_float(name, arg)? }], ty)
            }
        };
        Some(At::new(span).expr(ExprKind::Intrinsic(op, args), ty))
    }

    /// Checks float arguments, which must have one format. It is the format of the first argument that is no literal;
    /// if all are literals, the one that the context requires, or else `double`.
    fn floats(&mut self, name: &ast::Name, args: &[ast::Expr], hint: Option<Type>) -> Option<(Vec<Expr>, Type)> {
        let first = args.iter().position(|arg| !is_literal(arg)).unwrap_or(0);
        let hint = hint.filter(|ty| matches!(ty, Type::Float(_))).unwrap_or(Type::Float(FloatFormat::Double));
        let leader = self.expr(args.get(first)?, Some(hint))?;
        let leader = self.a_float(name, leader)?;
        let ty = leader.ty;
        let mut out = Vec::new();
        for (n, arg) in args.iter().enumerate() {
            out.push(if n == first { Some(leader.clone()) } else { self.value(arg, ty) });
        }
        Some((out.into_iter().collect::<Option<Vec<Expr>>>()?, ty))
    }

    /// The argument, if it is a float. Otherwise reports it.
    fn a_float(&mut self, name: &ast::Name, arg: Expr) -> Option<Expr> {
        if matches!(arg.ty, Type::Float(_)) {
            return Some(arg);
        }
        let help = "its arguments are of type `float` or `double`; `\\float(e)` and `\\double(e)` convert an integer";
        self.not_applicable(&format!("\\{}", name.text), arg.node.span, arg.ty, help);
        None
    }
}
