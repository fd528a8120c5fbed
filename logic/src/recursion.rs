//! Measures that recursive functions and procedures may have although none is written.
//!
//! A guess is an integer parameter, or the size of a parameter that is a collection, or the difference of two integers
//! that a condition compares, or two of these, which are compared one after the other. Functions that call each other
//! get guesses at the same position, with the position in the circle as a second integer. A guess mentions parameters
//! and constants only. In particular it calls no function, so that it means something whether or not the recursion
//! ends.
//!
//! In: a program. Out: the circles of functions and of procedures that call each other, each with guesses for those
//! members that have no measure. A guess says nothing until the program with it is verified as if it were written.

use crate::function_table::{callees, reachable};
use crate::guess;
use crate::{procedures, syntactic};
use ir::{
    BinaryOp, Block, CollectionKind, CollectionOp, Expr, ExprKind, FnId, Inside, ItemId, Node, ProcId, Program, Type,
    UnaryOp, VarDecl, VarId,
};
use std::collections::BTreeSet;

/// Most integers that are guessed for one function or procedure.
const GUESSES: usize = 6;
/// Most integers of one function or procedure from which pairs are guessed.
const PAIRED: usize = 3;

/// Functions, or procedures, that call each other or themselves. At least one of them has no measure.
#[derive(Clone, Debug)]
pub struct Circle {
    /// All members.
    pub members: Vec<ItemId>,
    /// Guesses: measures for the members that have none.
    pub guesses: Vec<Vec<(ItemId, Vec<Expr>)>>,
}

/// The circles of a program in which a measure is missing.
pub fn circles(program: &Program) -> Vec<Circle> {
    let mut out: Vec<Circle> = Vec::new();
    let functions = (0..program.functions.len()).map(|n| ItemId::Function(FnId(n as u32)));
    let procedures = (0..program.procedures.len()).map(|n| ItemId::Procedure(ProcId(n as u32)));
    for item in functions.chain(procedures) {
        let Some(member) = Member::of(program, item).filter(|m| m.recursive && !m.measured) else { continue };
        if out.iter().all(|circle| !circle.members.contains(&item)) {
            out.push(Circle { guesses: guesses(program, &member.circle), members: member.circle });
        }
    }
    out
}

/// A function or procedure that calls itself, directly or through others.
struct Member {
    /// The members of its circle.
    circle: Vec<ItemId>,
    /// Whether its code calls one of them.
    recursive: bool,
    /// Whether it has a measure.
    measured: bool,
    /// The integers that may be its measure.
    integers: Vec<Expr>,
    /// Its name.
    name: Node,
}

impl Member {
    fn of(program: &Program, item: ItemId) -> Option<Self> {
        match item {
            ItemId::Function(id) => {
                let function = program.function(id)?;
                let direct: Vec<BTreeSet<FnId>> = program.functions.iter().map(callees).collect();
                let back = |g: &FnId| reachable(*g, &direct).contains(&id);
                let circle: BTreeSet<FnId> = reachable(id, &direct).into_iter().filter(back).collect();
                let called: BTreeSet<FnId> = function.body.iter().flat_map(syntactic::calls).collect();
                let mut integers = Integers::new(&function.vars, function.params);
                function.body.iter().for_each(|body| integers.of_value(body));
                Some(Self {
                    recursive: !called.is_disjoint(&circle),
                    circle: circle.into_iter().map(ItemId::Function).collect(),
                    measured: !function.decreases.is_empty(),
                    integers: integers.end(function.name.node),
                    name: function.name.node,
                })
            }
            ItemId::Procedure(id) => {
                let procedure = program.procedure(id)?;
                let circle = procedures::calls_back(program, id);
                let mut integers = Integers::new(&procedure.vars, procedure.params);
                procedure.body.iter().for_each(|body| integers.of_code(body));
                Some(Self {
                    recursive: circle.contains(&id),
                    circle: circle.into_iter().map(ItemId::Procedure).collect(),
                    measured: !procedure.decreases.is_empty(),
                    integers: integers.end(procedure.name.node),
                    name: procedure.name.node,
                })
            }
            ItemId::Kernel(_) => None,
        }
    }
}

/// The measure that is guessed for a member of a circle, from its number among those without a measure and from the
/// integers that it could measure.
type Guess<'g> = &'g dyn Fn(usize, &Member, &[Expr]) -> Option<Vec<Expr>>;

/// The guesses for the members of a circle that have no measure.
fn guesses(program: &Program, circle: &[ItemId]) -> Vec<Vec<(ItemId, Vec<Expr>)>> {
    let members = circle.iter().filter_map(|item| Some((*item, Member::of(program, *item)?)));
    let open: Vec<(ItemId, Member)> = members.filter(|(_, member)| !member.measured).collect();
    let most = open.iter().map(|(_, member)| member.integers.len()).max().unwrap_or(0);
    let mut out = Vec::new();
    // The same guess for all, or the last one of a member that has fewer.
    let mut each = |measure: Guess<'_>| {
        let all = open.iter().enumerate().map(|(n, (item, m))| Some((*item, measure(n, m, &m.integers)?)));
        out.extend(all.collect::<Option<Vec<(ItemId, Vec<Expr>)>>>());
    };
    let nth = |integers: &[Expr], n: usize| integers.get(n).or_else(|| integers.last()).cloned();
    for n in 0..most {
        each(&|_, _, integers| Some(vec![nth(integers, n)?]));
    }
    if circle.len() > 1 {
        let last = open.len();
        for n in 0..most {
            each(&|at, m, integers| Some(vec![nth(integers, n)?, literal(at, m.name)]));
            each(&|at, m, integers| Some(vec![nth(integers, n)?, literal(last - at, m.name)]));
        }
        return out;
    }
    for first in 0..most.min(PAIRED) {
        for second in (0..most.min(PAIRED)).filter(|second| *second != first) {
            each(&|_, _, integers| Some(vec![nth(integers, first)?, nth(integers, second)?]));
        }
    }
    out
}

fn literal(n: usize, node: Node) -> Expr {
    Expr { kind: ExprKind::Int(n.into()), ty: Type::Int, node }
}

/// Collects the integers that may be a measure: those of conditions first.
struct Integers<'p> {
    vars: &'p [VarDecl],
    params: usize,
    found: Vec<(&'p Expr, Option<&'p Expr>)>,
}

impl<'p> Integers<'p> {
    fn new(vars: &'p [VarDecl], params: usize) -> Self {
        Self { vars, params, found: Vec::new() }
    }

    /// The conditions that decide what the value of a function is.
    #[allow(clippy::wildcard_enum_match_arm)] // other operators evaluate all their parts
    fn of_value(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Cond(condition, ..) => self.of_condition(condition),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, condition, _) => {
                self.of_condition(condition);
            }
            _ => {}
        }
        e.parts(&mut |part| self.of_value(part));
    }

    /// The conditions of branches in the code of a procedure.
    fn of_code(&mut self, code: &'p Block) {
        let mut all = Vec::new();
        code.each(&mut |s| {
            if let Some(Inside::Branch(condition, ..)) = s.outline().inside {
                all.push(condition);
            }
        });
        all.into_iter().for_each(|condition| self.of_condition(condition));
    }

    /// A recursive call may stand on either side of a condition.
    fn of_condition(&mut self, condition: &'p Expr) {
        for holds in [false, true] {
            guess::differences(condition, holds, &mut |greater, less| self.found.push((greater, less)));
        }
    }

    /// The integers that mention nothing but parameters and constants, each once: differences that conditions compare,
    /// then parameters and their sizes, then the differences between a number and a parameter.
    fn end(self, name: Node) -> Vec<Expr> {
        let whole = |e: &Expr| e.ty == Type::Int && is_simple(e, self.params);
        let simple = self.found.iter().filter(|(a, b)| whole(a) && b.is_none_or(whole));
        let (rising, falling): (Vec<_>, Vec<_>) = simple.partition(|(a, _)| matches!(a.kind, ExprKind::Int(_)));
        let difference = |(greater, less): &(&Expr, Option<&Expr>)| match less {
            Some(less) => Expr {
                kind: ExprKind::Binary(BinaryOp::Sub, Box::new((*greater).clone()), Box::new((*less).clone())),
                ty: Type::Int,
                node: greater.node,
            },
            None => (*greater).clone(),
        };
        let param = |n: usize, ty| Expr { kind: ExprKind::Var(VarId(n as u32)), ty, node: name };
        let params = || self.vars.iter().take(self.params).enumerate();
        let of_params = params().filter(|(_, decl)| decl.ty == Type::Int).map(|(n, decl)| param(n, decl.ty));
        let sizes = params().filter(|(_, decl)| has_size(decl.ty)).map(|(n, decl)| {
            let kind = ExprKind::Collection(CollectionOp::Size, vec![param(n, decl.ty)]);
            Expr { kind, ty: Type::Int, node: name }
        });
        let sizes: Vec<Expr> = sizes.collect();
        let all = sizes.iter().cloned().reduce(|a, b| Expr {
            kind: ExprKind::Binary(BinaryOp::Add, Box::new(a), Box::new(b)),
            ty: Type::Int,
            node: name,
        });
        let of_params = of_params.chain(sizes).chain(all);
        let mut out: Vec<Expr> = Vec::new();
        for e in falling.into_iter().map(difference).chain(of_params).chain(rising.into_iter().map(difference)) {
            if out.iter().all(|known| !same(known, &e)) {
                out.push(e);
            }
        }
        out.truncate(GUESSES);
        out
    }
}

/// Whether an integer mentions nothing but parameters and constants, and always has a value.
#[allow(clippy::wildcard_enum_match_arm)] // whatever else there is, is not simple
fn is_simple(e: &Expr, params: usize) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Scalar(_) => true,
        ExprKind::Var(v) => (v.0 as usize) < params,
        ExprKind::Collection(CollectionOp::Size, args) => args.iter().all(|a| is_simple(a, params)),
        ExprKind::Unary(UnaryOp::Neg, a) => is_simple(a, params),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
            is_simple(a, params) && is_simple(b, params)
        }
        _ => false,
    }
}

/// Whether values of a type have a number of elements.
fn has_size(ty: Type) -> bool {
    use CollectionKind::{Bag, Map, Seq, Set};
    matches!(ty.as_collection(), Some((Seq | Set | Bag | Map, _)))
}

/// Whether two simple integers are written alike.
#[allow(clippy::wildcard_enum_match_arm)] // different kinds of expressions differ
fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Var(a), ExprKind::Var(b)) => a == b,
        (ExprKind::Scalar(a), ExprKind::Scalar(b)) => a == b,
        (ExprKind::Collection(CollectionOp::Size, a), ExprKind::Collection(CollectionOp::Size, b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (ExprKind::Unary(f, a), ExprKind::Unary(g, b)) => f == g && same(a, b),
        (ExprKind::Binary(f, a, b), ExprKind::Binary(g, c, d)) => f == g && same(a, c) && same(b, d),
        _ => false,
    }
}
