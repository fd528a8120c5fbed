//! The names of operators, sorts and directions of rounding in text. Writing and reading use the same tables.
//!
//! In: an operator or a sort. Out: its name; and back.

use super::expr::Expr;
use crate::term::{ClassId, FloatOp, Op, Sort, SortKind};
use ir::{Bits, DataType, Enumeration, FloatArith, FloatFormat, Rounding};

/// The operators without data, and those on floats, with their names.
pub fn operators() -> Vec<(String, Op)> {
    let mut all: Vec<(String, Op)> = [
        ("not", Op::Not),
        ("and", Op::And),
        ("or", Op::Or),
        ("=>", Op::Implies),
        ("ite", Op::Ite),
        ("=", Op::Eq),
        ("<", Op::Lt),
        ("<=", Op::Le),
        ("+", Op::Add),
        ("-", Op::Sub),
        ("neg", Op::Neg),
        ("*", Op::Mul),
        ("div", Op::Div),
        ("mod", Op::Mod),
        ("to-real", Op::ToReal),
        ("/", Op::RealDiv),
        ("bit-and", Op::Bits(Bits::And)),
        ("bit-or", Op::Bits(Bits::Or)),
        ("bit-xor", Op::Bits(Bits::Xor)),
        ("shl", Op::Bits(Bits::Shl)),
        ("shr", Op::Bits(Bits::Shr)),
        ("select", Op::Select),
        ("store", Op::Store),
        ("fneg", Op::FloatOp(FloatOp::Neg)),
        ("feq", Op::FloatOp(FloatOp::Eq)),
        ("flt", Op::FloatOp(FloatOp::Lt)),
        ("fle", Op::FloatOp(FloatOp::Le)),
    ]
    .map(|(name, op)| (name.to_owned(), op))
    .into();
    for (direction, r) in Rounding::ALL {
        let rounded = [
            ("fadd", FloatOp::Arith(FloatArith::Add, r)),
            ("fsub", FloatOp::Arith(FloatArith::Sub, r)),
            ("fmul", FloatOp::Arith(FloatArith::Mul, r)),
            ("fdiv", FloatOp::Arith(FloatArith::Div, r)),
            ("fma", FloatOp::Fma(r)),
            ("fsqrt", FloatOp::Sqrt(r)),
            ("to-f32", FloatOp::Convert(FloatFormat::Single, r)),
            ("to-f64", FloatOp::Convert(FloatFormat::Double, r)),
            ("int-to-f32", FloatOp::FromInt(FloatFormat::Single, r)),
            ("int-to-f64", FloatOp::FromInt(FloatFormat::Double, r)),
            ("to-int", FloatOp::ToInt(r)),
        ];
        all.extend(rounded.map(|(name, op)| (format!("{name}.{direction}"), Op::FloatOp(op))));
    }
    all
}

/// The names of sorts without parameters.
const SORTS: &[(&str, Sort)] = &[
    ("Bool", Sort::BOOL),
    ("Int", Sort::INT),
    ("Real", Sort::REAL),
    ("Float32", Sort::float(FloatFormat::Single)),
    ("Float64", Sort::float(FloatFormat::Double)),
];

/// The sort as text.
pub fn write_sort(sort: Sort) -> String {
    if let Some((name, _)) = SORTS.iter().find(|(_, known)| *known == sort) {
        return (*name).to_owned();
    }
    let (name, parameters) = match sort.kind() {
        SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::Float(_) => return sort.to_string(),
        SortKind::Enum(of) => return format!("(Enum {})", enumeration(of)),
        SortKind::Ref(class) => return format!("(Ref {})", class.0),
        SortKind::Array(p) => ("Array".to_owned(), p),
        SortKind::Seq(p) => ("Seq".to_owned(), p),
        SortKind::Set(p) => ("Set".to_owned(), p),
        SortKind::Bag(p) => ("Bag".to_owned(), p),
        SortKind::Map(p) => ("Map".to_owned(), p),
        SortKind::Tuple(p) => ("Tuple".to_owned(), p),
        SortKind::Option(p) => ("Option".to_owned(), p),
        SortKind::Either(p) => ("Either".to_owned(), p),
        // A word has no blanks; the name of a data type with parameters has one behind each comma.
        SortKind::Data(id, p) => (format!("Data {}", id.name().replace(", ", ",")), p),
    };
    let parameters: String = parameters.as_slice().iter().map(|p| format!(" {}", write_sort(*p))).collect();
    format!("({name}{parameters})")
}

/// An enumeration as a word: its name, and behind it the names of its constants, such as `Colour:Red:Green`.
pub fn enumeration(of: &Enumeration) -> String {
    std::iter::once(&of.name).chain(&of.constants).map(String::as_str).collect::<Vec<_>>().join(":")
}

/// The enumeration that a word stands for.
pub fn read_enumeration(word: &str) -> Option<&'static Enumeration> {
    let mut names = word.split(':').map(str::to_owned);
    let name = names.next()?;
    let constants: Vec<String> = names.collect();
    (!constants.is_empty()).then(|| Enumeration::of(&name, &constants))
}

/// The sort that an expression names.
pub fn read_sort(expr: &Expr) -> Option<Sort> {
    let list = match expr {
        Expr::Word(word) => return SORTS.iter().find(|(name, _)| name == word).map(|(_, sort)| *sort),
        Expr::List(list) => list,
    };
    let (Expr::Word(name), rest) = list.split_first()? else { return None };
    let sorts = |all: &[Expr]| all.iter().map(read_sort).collect::<Option<Vec<Sort>>>();
    Some(match (name.as_str(), rest) {
        ("Ref", [Expr::Word(n)]) => Sort::reference(ClassId(n.parse().ok()?)),
        ("Enum", [Expr::Word(of)]) => Sort::enumeration(read_enumeration(of)?),
        ("Array", [keys @ .., element]) => Sort::array(&sorts(keys)?, read_sort(element)?),
        ("Seq", [one]) => Sort::seq(read_sort(one)?),
        ("Set", [one]) => Sort::set(read_sort(one)?),
        ("Bag", [one]) => Sort::bag(read_sort(one)?),
        ("Map", [key, value]) => Sort::map(read_sort(key)?, read_sort(value)?),
        ("Tuple", parts) => Sort::tuple(&sorts(parts)?),
        ("Option", [one]) => Sort::option(read_sort(one)?),
        ("Either", [left, right]) => Sort::either(read_sort(left)?, read_sort(right)?),
        ("Data", [Expr::Word(n), parts @ ..]) => Sort::data(DataType::named(&n.replace(',', ", ")), &sorts(parts)?),
        _ => return None,
    })
}
