//! Traversal of expressions, statements and blocks. All traversals of programs use this file, so that the parts of each
//! kind of expression are listed only here.
//!
//! In: an expression, a statement or a block, shared or mutable. Out: visits of the parts directly inside it, in the
//! order of the text, or of all parts, where a whole is visited before its parts.

use crate::{
    Among, Block, Clause, Description, Expr, ExprKind, FnId, Generator, Heap, Inside, Labelled, Moment, Place, Quant,
    Reduce, Stmt, VarId,
};
use std::collections::BTreeSet;

/// Makes the traversal of the parts of an expression twice: with shared and with mutable references.
macro_rules! parts {
    ($(#[$doc:meta])* $part:ident, $each:ident, $exprs:ident $(, $m:tt)?) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $part<'e> {
            /// An expression. The indices of a location are parts of the location, not of the expression.
            Expr(&'e $($m)? Expr),
            /// A location whose value the expression depends on.
            Value(&'e $($m)? Place),
            /// A location for which the expression gives a permission, without reading its value.
            Permission(&'e $($m)? Place),
            /// A variable that the expression reads or binds.
            Variable(&'e $($m)? VarId),
            /// A heap that the expression mentions without a location in it, as `a.length` does.
            Heap(&'e $($m)? Heap),
            /// The pure function that the expression calls.
            Function(&'e $($m)? FnId),
            /// The moment at which the expressions inside this one are evaluated.
            Moment(&'e $($m)? Moment),
        }

        impl Expr {
            /// Calls `visit` for each part directly inside this expression, in the order of the text.
            #[inline]
            pub fn $each<'e>(&'e $($m)? self, visit: &mut impl FnMut($part<'e>)) {
                match &$($m)? self.kind {
                    ExprKind::Int(_)
                    | ExprKind::Bool(_)
                    | ExprKind::Float(_)
                    | ExprKind::Write
                    | ExprKind::NoAmount
                    | ExprKind::ReadAmount
                    | ExprKind::AtomicAmount
                    | ExprKind::Scalar(_)
                    | ExprKind::Launch(_, _)
                    | ExprKind::Null
                    | ExprKind::EnumConstant(_)
                    | ExprKind::Result => {}
                    ExprKind::Var(v) => visit($part::Variable(v)),
                    ExprKind::Length(heap, _) => visit($part::Heap(heap)),
                    ExprKind::Read(place) => visit($part::Value(place)),
                    ExprKind::Unary(_, a) | ExprKind::LengthOf(a) | ExprKind::Reveal(a) => visit($part::Expr(a)),
                    ExprKind::Binary(_, a, b) => {
                        visit($part::Expr(a));
                        visit($part::Expr(b));
                    }
                    ExprKind::Cond(a, b, c) => {
                        visit($part::Expr(a));
                        visit($part::Expr(b));
                        visit($part::Expr(c));
                    }
                    ExprKind::Call(f, args) => {
                        visit($part::Function(f));
                        args.into_iter().map($part::Expr).for_each(visit);
                    }
                    ExprKind::Intrinsic(_, args) | ExprKind::Collection(_, args) => {
                        args.into_iter().map($part::Expr).for_each(visit);
                    }
                    ExprKind::At(moment, e) => {
                        visit($part::Moment(moment));
                        visit($part::Expr(e));
                    }
                    ExprKind::Perm(place, amount) => {
                        visit($part::Permission(place));
                        visit($part::Expr(amount));
                    }
                    ExprKind::PointsTo(place, amount, value) => {
                        visit($part::Value(place));
                        visit($part::Expr(amount));
                        visit($part::Expr(value));
                    }
                    ExprKind::Quant(q) => {
                        let Quant { kind: _, binders, triggers, range, body } = &$($m)? **q;
                        binders.into_iter().map($part::Variable).for_each(&mut *visit);
                        triggers.into_iter().flatten().map($part::Expr).for_each(&mut *visit);
                        range.into_iter().map($part::Expr).for_each(&mut *visit);
                        visit($part::Expr(body));
                    }
                    ExprKind::Reduce(r) => {
                        let Reduce { kind: _, binder, lo, hi, body } = &$($m)? **r;
                        visit($part::Variable(binder));
                        [lo, hi, body].into_iter().map($part::Expr).for_each(visit);
                    }
                    ExprKind::Describe(d) => {
                        let Description { generators, condition, value } = &$($m)? **d;
                        for Generator { binder, source } in generators {
                            visit($part::Variable(binder));
                            visit($part::Expr(source));
                        }
                        [condition, value].into_iter().map($part::Expr).for_each(visit);
                    }
                }
            }

            /// Calls `visit` for each expression directly inside this one, with the indices of its location.
            pub fn $exprs<'e>(&'e $($m)? self, visit: &mut impl FnMut(&'e $($m)? Expr)) {
                self.$each(&mut |part| match part {
                    $part::Expr(e) => visit(e),
                    $part::Value(place) | $part::Permission(place) => {
                        (&$($m)? place.index).into_iter().for_each(&mut *visit);
                    }
                    $part::Variable(_) | $part::Heap(_) | $part::Function(_) | $part::Moment(_) => {}
                });
            }
        }
    };
}
parts!(
    /// A part directly inside an expression.
    Part,
    each_part,
    parts
);
parts!(
    /// A part directly inside an expression, as a mutable reference.
    PartMut,
    each_part_mut,
    parts_mut,
    mut
);

impl Expr {
    /// Calls `visit` for this expression and all expressions inside it. A whole is visited before its parts.
    pub fn each<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        fn go<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
            visit(e);
            e.parts(&mut |part| go(part, visit));
        }
        go(self, visit);
    }

    /// Whether this expression or one inside it satisfies `test`.
    pub fn any(&self, test: &dyn Fn(&Expr) -> bool) -> bool {
        let mut found = test(self);
        self.parts(&mut |part| found = found || part.any(test));
        found
    }

    /// [`Expr::each`] with mutable references. If `visit` replaces an expression, the parts of the new one are visited.
    pub fn each_mut(&mut self, visit: &mut impl FnMut(&mut Expr)) {
        fn go(e: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
            visit(e);
            e.parts_mut(&mut |part| go(part, visit));
        }
        go(self, visit);
    }

    /// The location that the expression itself reads or gives permission for.
    pub fn place(&self) -> Option<&Place> {
        let mut own = None;
        self.each_part(&mut |part| match part {
            Part::Value(place) | Part::Permission(place) => own = Some(place),
            Part::Expr(_) | Part::Variable(_) | Part::Heap(_) | Part::Function(_) | Part::Moment(_) => {}
        });
        own
    }
}

impl Stmt {
    /// Calls `visit` for each expression of the statement itself. Expressions of its clauses and of statements inside
    /// it are not visited.
    pub fn exprs<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        self.outline().exprs(visit);
    }

    /// [`Stmt::exprs`] with mutable references.
    pub fn exprs_mut(&mut self, visit: &mut impl FnMut(&mut Expr)) {
        self.outline_mut().exprs(visit);
    }

    /// The clauses of the statement itself, if it is a loop or a barrier.
    pub fn clauses(&self) -> &[Clause] {
        self.outline().clauses
    }

    /// [`Stmt::clauses`] as mutable references.
    pub fn clauses_mut(&mut self) -> &mut [Clause] {
        self.outline_mut().clauses
    }

    /// Calls `visit` for each block directly inside the statement.
    pub fn blocks<'b>(&'b self, visit: &mut impl FnMut(&'b Block)) {
        self.outline().blocks(visit);
    }

    /// [`Stmt::blocks`] with mutable references.
    pub fn blocks_mut(&mut self, visit: &mut impl FnMut(&mut Block)) {
        self.outline_mut().blocks(visit);
    }
}

impl Block {
    /// Calls `visit` for each statement, with statements inside others. A whole is visited before its parts.
    pub fn each<'b>(&'b self, visit: &mut impl FnMut(&'b Stmt)) {
        fn go<'b>(block: &'b Block, visit: &mut dyn FnMut(&'b Stmt)) {
            for stmt in &block.stmts {
                visit(stmt);
                stmt.blocks(&mut |inner| go(inner, visit));
            }
        }
        go(self, visit);
    }

    /// Calls `visit` for each expression of each statement and of their clauses. Expressions inside these expressions
    /// are not visited.
    pub fn each_expr<'b>(&'b self, visit: &mut impl FnMut(&'b Expr)) {
        self.each(&mut |stmt| {
            stmt.exprs(visit);
            stmt.clauses().iter().for_each(|c| visit(&c.expr));
        });
    }

    /// [`Block::each`] with mutable references. If `visit` replaces a statement, those inside the new one are visited.
    pub fn each_mut(&mut self, visit: &mut impl FnMut(&mut Stmt)) {
        fn go(block: &mut Block, visit: &mut dyn FnMut(&mut Stmt)) {
            for stmt in &mut block.stmts {
                visit(stmt);
                stmt.blocks_mut(&mut |inner| go(inner, visit));
            }
        }
        go(self, visit);
    }

    /// [`Block::each_expr`] with mutable references.
    pub fn each_expr_mut(&mut self, visit: &mut impl FnMut(&mut Expr)) {
        self.each_mut(&mut |stmt| {
            stmt.exprs_mut(visit);
            stmt.clauses_mut().iter_mut().for_each(|c| visit(&mut c.expr));
        });
    }

    /// Whether the block contains a barrier, or another statement where the group waits, for those who execute the
    /// block. A barrier in a parallel block is for the iterations of that block.
    pub fn has_barrier(&self) -> bool {
        self.waits() == Some(Among::Group)
    }

    /// The threads that wait for each other in the block: the most that do so at one statement of it.
    pub fn waits(&self) -> Option<Among> {
        let of = |stmt: &Stmt| {
            let outline = stmt.outline();
            let inner = outline.inside.filter(|inside| !matches!(inside, Inside::Members(_)));
            inner.into_iter().flat_map(Inside::blocks).filter_map(Block::waits).chain(outline.waits).max()
        };
        self.stmts.iter().filter_map(of).max()
    }

    /// Whether the block contains an atomic step that opens an invariant which is shared outside of the block. Then
    /// code of the block may get permissions that nobody gave to it.
    pub fn opens_outside(&self) -> bool {
        let (mut opens, mut shared) = (BTreeSet::new(), BTreeSet::new());
        self.each(&mut |stmt| {
            let outline = stmt.outline();
            opens.extend(outline.opens);
            if let Some(Labelled::Shared(label)) = outline.label {
                let _ = shared.insert(label);
            }
        });
        !opens.is_subset(&shared)
    }

    /// Whether the block contains an `atomic`, at any depth, that opens no invariant.
    pub fn has_atomic(&self) -> bool {
        self.first_atomic().is_some()
    }

    /// The first `atomic` in the block, at any depth, that opens no invariant.
    pub fn first_atomic(&self) -> Option<&Stmt> {
        self.first(&|stmt| {
            let outline = stmt.outline();
            matches!(outline.inside, Some(Inside::Step(_))) && outline.opens.is_empty()
        })
    }

    /// The first statement in the block, at any depth, that satisfies `test`.
    pub fn first(&self, test: &dyn Fn(&Stmt) -> bool) -> Option<&Stmt> {
        let mut found = None;
        self.each(&mut |stmt| {
            if found.is_none() && test(stmt) {
                found = Some(stmt);
            }
        });
        found
    }
}
