//! The parts of expressions and statements, listed once for all who walk over programs.
//!
//! In: a part of a program. Out: the parts directly inside it, shared or mutable, in the order of the text; or all
//! parts, outer ones first.

use crate::{Block, Clause, Expr, ExprKind, FnId, Heap, Inside, Moment, Place, Quant, Stmt, VarId};

/// Writes the walk over the parts of an expression twice: over shared parts, and over mutable ones.
macro_rules! parts {
    ($(#[$doc:meta])* $part:ident, $each:ident, $exprs:ident $(, $m:tt)?) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $part<'e> {
            /// An expression. What stands inside a location is counted there.
            Expr(&'e $($m)? Expr),
            /// A location whose value counts.
            Value(&'e $($m)? Place),
            /// A location of which the expression says a permission alone.
            Permission(&'e $($m)? Place),
            /// A variable that it reads or binds.
            Variable(&'e $($m)? VarId),
            /// A heap of which it does not say a location.
            Heap(&'e $($m)? Heap),
            /// A pure function.
            Function(&'e $($m)? FnId),
            /// The moment at which the expressions inside it are evaluated.
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
                    | ExprKind::Scalar(_)
                    | ExprKind::Launch(_, _)
                    | ExprKind::Result => {}
                    ExprKind::Var(v) => visit($part::Variable(v)),
                    ExprKind::Length(heap, _) => visit($part::Heap(heap)),
                    ExprKind::Read(place) => visit($part::Value(place)),
                    ExprKind::Unary(_, a) => visit($part::Expr(a)),
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
                    ExprKind::Intrinsic(_, args) => args.into_iter().map($part::Expr).for_each(visit),
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
                }
            }

            /// Calls `visit` for each expression directly inside this one, the indices of its location included.
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
    /// A part directly inside an expression, to be changed.
    PartMut,
    each_part_mut,
    parts_mut,
    mut
);

impl Expr {
    /// Calls `visit` for this expression and all inside it, outer ones first.
    pub fn each<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        fn go<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
            visit(e);
            e.parts(&mut |part| go(part, visit));
        }
        go(self, visit);
    }

    /// Whether this expression or one inside it is so.
    pub fn any(&self, is_so: &dyn Fn(&Expr) -> bool) -> bool {
        let mut found = is_so(self);
        self.parts(&mut |part| found = found || part.any(is_so));
        found
    }

    /// [`Expr::each`], mutable: what `visit` puts in place of an expression is walked over in its stead.
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
    /// Calls `visit` for each expression of the statement itself: not of its clauses, nor of statements inside it.
    pub fn exprs<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        self.outline().exprs(visit);
    }

    /// [`Stmt::exprs`], mutable.
    pub fn exprs_mut(&mut self, visit: &mut impl FnMut(&mut Expr)) {
        self.outline_mut().exprs(visit);
    }

    /// The clauses of the statement itself: of a loop or a barrier.
    pub fn clauses(&self) -> &[Clause] {
        self.outline().clauses
    }

    /// [`Stmt::clauses`], mutable.
    pub fn clauses_mut(&mut self) -> &mut [Clause] {
        self.outline_mut().clauses
    }

    /// Calls `visit` for each block directly inside the statement.
    pub fn blocks<'b>(&'b self, visit: &mut impl FnMut(&'b Block)) {
        self.outline().blocks(visit);
    }

    /// [`Stmt::blocks`], mutable.
    pub fn blocks_mut(&mut self, visit: &mut impl FnMut(&mut Block)) {
        self.outline_mut().blocks(visit);
    }
}

impl Block {
    /// Calls `visit` for each statement, those inside others included, outer ones first.
    pub fn each<'b>(&'b self, visit: &mut impl FnMut(&'b Stmt)) {
        fn go<'b>(block: &'b Block, visit: &mut dyn FnMut(&'b Stmt)) {
            for stmt in &block.stmts {
                visit(stmt);
                stmt.blocks(&mut |inner| go(inner, visit));
            }
        }
        go(self, visit);
    }

    /// Calls `visit` for each expression of each statement and of their clauses, outermost expressions only.
    pub fn each_expr<'b>(&'b self, visit: &mut impl FnMut(&'b Expr)) {
        self.each(&mut |stmt| {
            stmt.exprs(visit);
            stmt.clauses().iter().for_each(|c| visit(&c.expr));
        });
    }
}

impl Block {
    /// [`Block::each`], mutable: what `visit` puts in place of a statement is walked over in its stead.
    pub fn each_mut(&mut self, visit: &mut impl FnMut(&mut Stmt)) {
        fn go(block: &mut Block, visit: &mut dyn FnMut(&mut Stmt)) {
            for stmt in &mut block.stmts {
                visit(stmt);
                stmt.blocks_mut(&mut |inner| go(inner, visit));
            }
        }
        go(self, visit);
    }

    /// [`Block::each_expr`], mutable.
    pub fn each_expr_mut(&mut self, visit: &mut impl FnMut(&mut Expr)) {
        self.each_mut(&mut |stmt| {
            stmt.exprs_mut(visit);
            stmt.clauses_mut().iter_mut().for_each(|c| visit(&mut c.expr));
        });
    }
}

impl Block {
    /// Whether an atomic stands in it, at any depth.
    pub fn has_atomic(&self) -> bool {
        self.first_atomic().is_some()
    }

    /// The first atomic in it, at any depth.
    pub fn first_atomic(&self) -> Option<&Stmt> {
        self.first(&|stmt| matches!(stmt.outline().inside, Some(Inside::Step(_))))
    }

    /// The first statement that is so, at any depth.
    pub fn first(&self, is_so: &dyn Fn(&Stmt) -> bool) -> Option<&Stmt> {
        let mut found = None;
        self.each(&mut |stmt| {
            if found.is_none() && is_so(stmt) {
                found = Some(stmt);
            }
        });
        found
    }
}
