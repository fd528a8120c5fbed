//! Constructors of syntax trees.
//!
//! In: parts of a program. Out: expressions, clauses and statements, like those that the parser makes. Summands 0 and
//! factors 1 are left out.

use crate::tree::parts;
use dashu::integer::IBig;
use ir::{BinaryOp, ClauseKind, QuantKind, Space, UnaryOp};
use syntax::pvl::ast::{
    At, Block, Clause, Expr, ExprKind, Function, Item, Kernel, Level, Mark, Member, MemberKind, Name, Notes, Stmt,
    StmtKind, Target, TypeKind, TypeName,
};

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, at: At::default() }
}

/// A name in a declaration.
pub fn ident(text: &str) -> Name {
    Name { text: text.to_owned(), at: At::default() }
}

/// A type.
pub fn ty(kind: TypeKind) -> TypeName {
    TypeName { kind, brackets: 0, at: At::default() }
}

/// A variable as an expression.
pub fn name(text: &str) -> Expr {
    expr(ExprKind::Name(text.to_owned()))
}

/// An integer literal.
pub fn int(value: i64) -> Expr {
    let literal = expr(ExprKind::Int(IBig::from(value.unsigned_abs())));
    if value < 0 {
        expr(ExprKind::Unary(UnaryOp::Neg, Box::new(literal)))
    } else {
        literal
    }
}

/// A literal of type `float`.
pub fn float(digits: &str) -> Expr {
    expr(ExprKind::Float(digits.to_owned(), Some(TypeKind::Float)))
}

/// The integer, if the expression is an integer literal.
fn literal(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Int(value) => i64::try_from(value.clone()).ok(),
        _ => None,
    }
}

/// `l op r`, where `+ 0` and `* 1` are left out.
pub fn infix(op: BinaryOp, l: Expr, r: Expr) -> Expr {
    match (op, literal(&l), literal(&r)) {
        (BinaryOp::Add | BinaryOp::Sub, _, Some(0)) | (BinaryOp::Mul, _, Some(1)) => l,
        (BinaryOp::Add, Some(0), _) | (BinaryOp::Mul, Some(1), _) => r,
        _ => expr(ExprKind::Binary(op, At::default(), Box::new(l), Box::new(r))),
    }
}

/// `l + r`
pub fn add(l: Expr, r: Expr) -> Expr {
    infix(BinaryOp::Add, l, r)
}

/// `l - r`
pub fn sub(l: Expr, r: Expr) -> Expr {
    infix(BinaryOp::Sub, l, r)
}

/// `l * r`
pub fn mul(l: Expr, r: Expr) -> Expr {
    infix(BinaryOp::Mul, l, r)
}

/// `lo <= e && e < hi`
pub fn between(lo: Expr, e: &Expr, hi: Expr) -> Expr {
    and(infix(BinaryOp::Le, lo, e.clone()), infix(BinaryOp::Lt, e.clone(), hi))
}

/// `l && r`
pub fn and(l: Expr, r: Expr) -> Expr {
    infix(BinaryOp::And, l, r)
}

/// `guard ==> e`, or `e` if there is no guard.
pub fn when(guard: Option<Expr>, e: Expr) -> Expr {
    match guard {
        Some(guard) => infix(BinaryOp::Implies, guard, e),
        None => e,
    }
}

/// `guard ? a : b`
pub fn cond(guard: Expr, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Cond(Box::new(guard), Box::new(a), Box::new(b)))
}

/// `array[index]…`
pub fn element(array: &str, index: Vec<Expr>) -> Expr {
    expr(ExprKind::Index(ident(array), index))
}

/// `\old(e)`
pub fn old(e: Expr) -> Expr {
    expr(ExprKind::Old(None, Box::new(e)))
}

/// `f(args)`
pub fn call(f: &str, args: Vec<Expr>) -> Expr {
    expr(ExprKind::Call(ident(f), args))
}

/// `write`
pub fn write() -> Expr {
    expr(ExprKind::Write)
}

/// `read`
pub fn read() -> Expr {
    expr(ExprKind::Read)
}

/// `1 \ d`
pub fn share(d: Expr) -> Expr {
    infix(BinaryOp::Frac, int(1), d)
}

/// `Perm(place, amount)`
pub fn perm(place: Expr, amount: Expr) -> Expr {
    expr(ExprKind::Perm(Box::new(place), Box::new(amount)))
}

/// A quantifier over one integer.
pub fn quant(kind: QuantKind, variable: &str, range: Expr, body: Expr) -> Expr {
    let binders = vec![(ty(TypeKind::Int), ident(variable), None)];
    expr(ExprKind::Quant { kind, binders, range: Some(Box::new(range)), body: Box::new(body) })
}

/// A clause such as `requires e;`.
pub fn clause(kind: ClauseKind, e: Expr) -> Clause {
    Clause { kind, everywhere: false, expr: e, more: vec![], at: At::default(), notes: Notes::default() }
}

/// A statement.
pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, at: At::default(), notes: Notes::default() }
}

/// A block of statements.
pub fn block(stmts: Vec<Stmt>) -> Block {
    Block { stmts, tail: Notes::default() }
}

/// `int x := e;`
pub fn declare(kind: TypeKind, variable: &str, e: Expr) -> Stmt {
    stmt(StmtKind::Declare(ty(kind), vec![(ident(variable), Some(e))]))
}

/// `int x;`
pub fn declare_only(kind: TypeKind, variable: &str) -> Stmt {
    stmt(StmtKind::Declare(ty(kind), vec![(ident(variable), None)]))
}

/// `x := e;`
pub fn assign(variable: &str, e: Expr) -> Stmt {
    stmt(StmtKind::Assign(Target { name: ident(variable), index: vec![], at: At::default() }, e))
}

/// `array[index] := e;`
pub fn store(array: &str, index: Vec<Expr>, e: Expr) -> Stmt {
    stmt(StmtKind::Assign(Target { name: ident(array), index, at: At::default() }, e))
}

fn member(kind: MemberKind) -> Member {
    Member { kind, at: At::default(), notes: Notes::default() }
}

/// `global T[d]… a;`, or a scalar constant of the launch if there are no lengths.
pub fn memory(space: Space, kind: TypeKind, dims: Vec<Expr>, array: &str) -> Member {
    member(MemberKind::Memory { space, ty: ty(kind), dims, names: vec![ident(array)] })
}

/// A clause of the group or the kernel.
pub fn level(level: Level, c: Clause) -> Member {
    member(MemberKind::Clause(level, c))
}

/// `void main() { … }` with its contract.
pub fn main(contract: Vec<Clause>, body: Vec<Stmt>) -> Member {
    member(MemberKind::Main { contract, body: block(body) })
}

/// A kernel with this name.
pub fn kernel(text: &str, members: Vec<Member>) -> Item {
    Item::Kernel(Kernel {
        name: ident(text),
        members,
        damaged: Mark::default(),
        at: At::default(),
        notes: Notes::default(),
        tail: Notes::default(),
    })
}

/// `pure int f(int x) = body;`
pub fn function(f: &str, parameter: &str, body: Expr) -> Item {
    Item::Function(Function {
        inline: false,
        opaque: None,
        contract: vec![],
        decreases: vec![],
        ret: ty(TypeKind::Int),
        name: ident(f),
        params: vec![(ty(TypeKind::Int), ident(parameter))],
        body: Some(body),
        at: At::default(),
        notes: Notes::default(),
    })
}

/// The expression with variables replaced.
pub fn substitute(e: &Expr, to: &dyn Fn(&str) -> Option<Expr>) -> Expr {
    let go = |e: &Expr| substitute(e, to);
    let boxed = |e: &Expr| Box::new(substitute(e, to));
    let kind = match &e.kind {
        ExprKind::Name(text) => return to(text).unwrap_or_else(|| e.clone()),
        ExprKind::Index(array, index) => ExprKind::Index(array.clone(), index.iter().map(go).collect()),
        ExprKind::Unary(op, inner) => ExprKind::Unary(*op, boxed(inner)),
        ExprKind::Binary(op, at, l, r) => ExprKind::Binary(*op, *at, boxed(l), boxed(r)),
        ExprKind::Cond(c, a, b) => ExprKind::Cond(boxed(c), boxed(a), boxed(b)),
        ExprKind::Old(label, inner) => ExprKind::Old(label.clone(), boxed(inner)),
        ExprKind::Call(f, args) => ExprKind::Call(f.clone(), args.iter().map(go).collect()),
        ExprKind::Reveal(inner) => ExprKind::Reveal(boxed(inner)),
        ExprKind::Intrinsic { name, word, args } => {
            let args = args.iter().map(go).collect();
            ExprKind::Intrinsic { name: name.clone(), word: word.clone(), args }
        }
        ExprKind::Perm(place, amount) => ExprKind::Perm(boxed(place), boxed(amount)),
        // Generated values contain no other expressions that have parts.
        ExprKind::ResultIndex(_)
        | ExprKind::ElementOf(..)
        | ExprKind::Field(..)
        | ExprKind::Method(..)
        | ExprKind::NewObject(..)
        | ExprKind::Elements(_)
        | ExprKind::LengthOf(_)
        | ExprKind::New(..)
        | ExprKind::Percent(..)
        | ExprKind::PointsTo(..)
        | ExprKind::Scaled(..)
        | ExprKind::Unfolding(..)
        | ExprKind::Let(..)
        | ExprKind::Trigger(_)
        | ExprKind::Quant { .. }
        | ExprKind::Reduce { .. }
        | ExprKind::Collection(_)
        | ExprKind::Int(_)
        | ExprKind::Float(..)
        | ExprKind::Bool(_)
        | ExprKind::Write
        | ExprKind::Read
        | ExprKind::NoAmount
        | ExprKind::AtomicAmount
        | ExprKind::Result
        | ExprKind::Qualified(_)
        | ExprKind::Along(..)
        | ExprKind::Length(..) => e.kind.clone(),
    };
    Expr { kind, at: e.at }
}

/// Whether the expression or one of its parts satisfies the condition.
pub fn mentions(e: &Expr, condition: &dyn Fn(&ExprKind) -> bool) -> bool {
    condition(&e.kind) || parts(e).into_iter().any(|part| mentions(part, condition))
}
