//! Builders for typed programs. Front ends, passes that add code, and tests use them.
//!
//! In: the parts of a part of a program, and its place in the source ([`At`]). Out: that part. A front end calls
//! [`crate::Program::finish`] when the program is complete. The builders guarantee:
//!
//! - *Nodes.* New parts have no number, and `finish` numbers all parts of the program. The numbers of the parts inside
//!   a whole follow the number of the whole without a gap, so whether one part is inside another one is decided by
//!   numbers. A part may be cloned and used twice in a program; each copy gets its own numbers.
//! - *Variables and labels.* [`variable`] and [`label`] give the next free number of an item.
//! - *Types.* The type of an operation follows from its operands. The front end must check that the operands are right:
//!   that both have the same type, that conditions have type `bool`, and indices type `int`.
//! - *Exits.* [`At::scope`] and the loops make a scope only if an exit leaves it, and remove exits that have no effect.

mod at;
mod loops;
mod stmts;

pub use at::At;
pub use loops::LoopLabels;

use crate::{Ident, LabelId, VarDecl, VarId};

/// The identity of the next element of a list with this length.
fn next(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Adds a variable to an item.
pub fn variable(vars: &mut Vec<VarDecl>, decl: VarDecl) -> VarId {
    let id = VarId(next(vars.len()));
    vars.push(decl);
    id
}

/// Adds a label to an item.
pub fn label(labels: &mut Vec<Ident>, name: Ident) -> LabelId {
    let id = LabelId(next(labels.len()));
    labels.push(name);
    id
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, clippy::expect_used)]

    use super::{label, variable, At, LoopLabels};
    use crate::Labelled::{Exit, Moment, Scope};
    use crate::{
        AtomicOrder, AtomicScope, BinaryOp, Block, ClauseKind, Contract, Expr, Heap, LabelId, Node, Procedure, Program,
        Span, StmtKind, Type,
    };

    /// A program with a procedure that has two kinds of loops, with exits.
    fn program() -> Program {
        let at = At::new(Span::new(0, 4));
        let (mut vars, mut labels) = (Vec::new(), Vec::new());
        let i = variable(&mut vars, at.scalar("i", Type::Int));
        let q = variable(&mut vars, at.scalar("q", Type::Int));
        let (again, behind, end) = (
            label(&mut labels, at.name("continue")),
            label(&mut labels, at.name("break")),
            label(&mut labels, at.name("end")),
        );
        let now = || at.var(i, Type::Int);
        let less = |n: i32| at.binary(BinaryOp::Lt, now(), at.int(n));
        let block = |stmts| Block { stmts };
        let next = || at.assign(i, at.binary(BinaryOp::Add, now(), at.int(1)));
        let skip = at.branch(less(3), block(vec![at.exit(again)]), Block::default());
        let store = at.store(at.place(Heap::Private(q), vec![now()]), at.int(2));
        let labels_of = LoopLabels { behind: None, again: Some(again) };
        let invariant = at.clause(ClauseKind::Invariant, at.both(less(11), at.truth(true)));
        let count = at.for_loop(vec![invariant], less(10), block(vec![skip, store]), vec![next()], labels_of);
        let until = at.do_while(Vec::new(), block(vec![next()]), less(20), None, behind);
        let step = StmtKind::Atomic {
            order: AtomicOrder::Relaxed,
            scope: AtomicScope::Launch,
            opens: vec![],
            body: block(vec![next()]),
        };
        let body = block(vec![at.declare(i, Some(at.int(0))), count, until, at.stmt(step), at.mark(end), at.exit(end)]);
        let first = at.clause(ClauseKind::Requires, at.cond(less(1), less(2), less(3)));
        let procedure = Procedure {
            name: at.name("p"),
            kernel: None,
            vars,
            params: 0,
            labels,
            points: vec![],
            results: vec![],
            contract: Contract { clauses: vec![first] },
            decreases: vec![],
            body: Some(at.scope(Some(end), body)),
            node: at.name("p").node,
        };
        Program { procedures: vec![procedure], ..Program::default() }
    }

    /// The nodes of an expression, of its location and of all expressions inside it.
    fn of_expr(e: &Expr, out: &mut Vec<Node>) {
        out.push(e.node);
        out.extend(e.place().map(|place| place.node));
        e.parts(&mut |part| of_expr(part, out));
    }

    #[test]
    fn the_numbers_of_parts_follow_that_of_the_whole_without_a_gap() {
        let mut program = program();
        assert!(program.finish().is_empty());
        let whole = &program.procedures[0];
        let mut nodes = vec![whole.node, whole.name.node];
        nodes.extend(whole.vars.iter().map(|v| v.name.node).chain(whole.labels.iter().map(|l| l.node)));
        for clause in &whole.contract.clauses {
            nodes.push(clause.node);
            of_expr(&clause.expr, &mut nodes);
        }
        let outside = nodes.len();
        whole.body.as_ref().expect("a body").each(&mut |stmt| {
            nodes.push(stmt.node);
            nodes.extend(stmt.outline().gets.and_then(crate::Gets::location).map(|place| place.node));
            stmt.exprs(&mut |e| of_expr(e, &mut nodes));
            for clause in stmt.clauses() {
                nodes.push(clause.node);
                of_expr(&clause.expr, &mut nodes);
            }
            stmt.blocks(&mut |block| block.each(&mut |inner| assert!(inner.node.is_inside(&stmt.node))));
        });
        assert!(nodes.len() > outside + 40, "{}", nodes.len());
        let mut numbers: Vec<u32> = nodes.iter().map(|node| node.id.0).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=whole.node.last.0).collect::<Vec<_>>());
    }

    #[test]
    fn a_scope_is_made_only_where_an_exit_leaves_it() {
        let mut program = program();
        assert!(program.finish().is_empty());
        let mut all = Vec::new();
        let body = program.procedures[0].body.as_ref().expect("a body");
        body.each(&mut |stmt| all.extend(stmt.outline().label.map(|label| format!("{label:?}"))));
        // `continue` leaves the body in the middle, an exit leaves the `do … while`, and the exit at the end was
        // removed.
        let [again, behind, end] = [0, 1, 2].map(LabelId);
        let expected = [Scope(again), Exit(again), Scope(behind), Exit(behind), Moment(end)];
        assert_eq!(all, expected.map(|label| format!("{:?}", label)));
    }

    #[test]
    fn control_comes_to_the_end_unless_a_loop_is_left_by_nothing() {
        let at = At::new(Span::new(0, 4));
        let mut labels = Vec::new();
        let out = label(&mut labels, at.name("break"));
        let block = |stmts| Block { stmts };
        let forever =
            |body| at.while_loop(Vec::new(), at.truth(true), body, LoopLabels { behind: Some(out), again: None });
        let leave = || at.branch(at.truth(false), block(vec![at.exit(out)]), Block::default());
        assert!(!block(vec![forever(Block::default())]).comes_to_end());
        assert!(block(vec![forever(block(vec![leave()]))]).comes_to_end());
        assert!(forever(Block::default()).goes_on() && !at.exit(out).goes_on() && leave().goes_on());
        assert!(!at.branch(at.truth(false), block(vec![at.exit(out)]), block(vec![at.exit(out)])).goes_on());
    }
}
