//! Specifications in the code: they are checked by the rules of PVL, in which names mean the declarations of C.
//!
//! In: trees of specifications. Out: typed clauses and statements. Integers in specifications are mathematical.

use super::loops::is_loop;
use super::state::{InFront, Lower};
use crate::c::language::Language;
use crate::c::tree::Node;
use crate::pvl::ast::{self, ExprKind};
use crate::pvl::check::env::ExprContext;
use crate::pvl::parse::fragments::Fragment;
use ir::Clause;

impl<'u, 'n> Lower<'u, 'n, '_> {
    /// Lowers the annotations between two offsets, in front of a statement. Returns those that belong to it.
    pub fn annotations(&mut self, (from, to): (u32, u32), next: Option<&'n Node>, repeats: bool) -> InFront<'u> {
        let mut in_front = InFront::default();
        let specs = self.specs;
        let unused = self.unit.given.unchecked.all_but_requires;
        for one in specs.between(from, to).filter(|one| unused || !one.ends_statement) {
            if unused {
                one.taken.set(true);
                continue;
            }
            match &one.content {
                Fragment::Statements(stmts) => {
                    one.taken.set(true);
                    stmts.iter().for_each(|stmt| self.specified(stmt));
                }
                Fragment::Loop(clauses) if repeats || next.is_some_and(is_loop) => {
                    one.taken.set(true);
                    in_front.of_loop.extend(clauses);
                }
                Fragment::Contract(clauses) if next.is_some_and(|next| self.unit.barrier(next).is_some()) => {
                    one.taken.set(true);
                    in_front.of_barrier.extend(clauses);
                }
                Fragment::Loop(_) | Fragment::Contract(_) => {}
            }
        }
        in_front
    }

    /// Adds the contract that stands between a barrier and its semicolon. Returns the offset behind the contract, too.
    pub fn behind_barrier(
        &mut self,
        stmt: &'n Node,
        mut in_front: InFront<'u>,
        from: u32,
        to: u32,
    ) -> (InFront<'u>, u32) {
        if self.unit.barrier(stmt).is_none() || self.unit.given.unchecked.all_but_requires {
            return (in_front, from);
        }
        let mut end = from;
        let specs = self.specs;
        for one in specs.between(from, to) {
            if let (Fragment::Contract(clauses), true) = (&one.content, one.ends_statement) {
                one.taken.set(true);
                in_front.of_barrier.extend(clauses);
                end = one.at.end;
            }
        }
        (in_front, end)
    }

    /// Checks a statement of a specification.
    fn specified(&mut self, stmt: &ast::Stmt) {
        let mut stmt = stmt.clone();
        self.in_stmt(&mut stmt);
        let mut out = Vec::new();
        self.env.statement(&stmt, &mut out);
        self.out.append(&mut out);
    }

    /// Checks clauses at a position.
    pub fn clauses_of<'c>(
        &mut self,
        clauses: impl Iterator<Item = &'c ast::Clause>,
        context: ExprContext,
    ) -> Vec<Clause> {
        let clauses: Vec<ast::Clause> = clauses.map(|clause| self.renamed(clause)).collect();
        self.env.clauses(&clauses, context)
    }

    /// Checks the clauses of a loop.
    pub fn loop_clauses(&mut self, clauses: &[ast::Clause]) -> Vec<Clause> {
        let clauses: Vec<ast::Clause> = clauses.iter().map(|clause| self.renamed(clause)).collect();
        self.env.clauses_of_loop(&clauses)
    }

    /// A clause with the names of parts of vectors and structures, in which the launch has the names of PVL.
    fn renamed(&mut self, clause: &ast::Clause) -> ast::Clause {
        let mut clause = clause.clone();
        self.in_clause(&mut clause);
        clause
    }

    fn in_clause(&mut self, clause: &mut ast::Clause) {
        self.localise(&mut clause.expr);
        clause.more.iter_mut().for_each(|expr| self.localise(expr));
    }

    fn in_stmt(&mut self, stmt: &mut ast::Stmt) {
        stmt.exprs_mut(&mut |expr| self.localise(expr));
        stmt.clauses_mut().into_iter().flatten().for_each(|clause| self.in_clause(clause));
        stmt.blocks_mut(&mut |block| block.stmts.iter_mut().for_each(|stmt| self.in_stmt(stmt)));
    }
}

/// Puts the name of PVL in place of `get_global_id(0)` of OpenCL and `threadIdx.x` of CUDA, and says whether the
/// expression was one of them. The name has a backslash in front, so that it is none of a variable of the kernel.
pub fn localised(expr: &mut ast::Expr, language: Language) -> bool {
    let renamed = match (&expr.kind, language) {
        (ExprKind::Along(name, axis), Language::Cuda) => {
            super::launch::of_variable(&name.text).map(|var| (var, *axis, name.at))
        }
        (ExprKind::Call(name, args), Language::OpenCl) => match args.as_slice() {
            [ast::Expr { kind: ExprKind::Int(dimension), .. }] => super::launch::axis(&dimension.to_string())
                .and_then(|axis| Some((super::launch::of_function(&name.text)?, axis, name.at))),
            _ => None,
        },
        _ => None,
    };
    let Some((var, axis, at)) = renamed else { return false };
    expr.kind = ExprKind::Along(ast::Name { text: format!("\\{}", var.name()), at }, axis);
    true
}
