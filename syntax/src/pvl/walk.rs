//! Traversal of syntax trees. All traversals use this file, so that the parts of each kind of node are listed only
//! here.
//!
//! In: an expression, a statement or a block, shared or mutable. Out: visits of the parts directly inside it, in the
//! order of the text.

use super::ast::{Block, Clause, Collected, Described, Exit, Expr, ExprKind, Name, Par, Send, Stmt, StmtKind, Target};

/// Makes the traversal twice: with shared and with mutable references.
macro_rules! parts {
    ($(#[$doc:meta])* $part:ident, $each:ident, $parts:ident, $exprs:ident, $clauses:ident, $blocks:ident
     $(, $m:tt)?) => {
        impl Expr {
            /// Calls `visit` for each expression directly inside this one.
            pub fn $parts<'e>(&'e $($m)? self, visit: &mut impl FnMut(&'e $($m)? Expr)) {
                match &$($m)? self.kind {
                    ExprKind::Int(_)
                    | ExprKind::Float(..)
                    | ExprKind::Bool(_)
                    | ExprKind::Write
                    | ExprKind::Read
                    | ExprKind::NoAmount
                    | ExprKind::AtomicAmount
                    | ExprKind::Name(_)
                    | ExprKind::Result
                    | ExprKind::Qualified(_)
                    | ExprKind::Along(..)
                    | ExprKind::Length(..) => {}
                    ExprKind::Index(_, parts)
                    | ExprKind::ResultIndex(parts)
                    | ExprKind::New(_, parts)
                    | ExprKind::Trigger(parts)
                    | ExprKind::Call(_, parts)
                    | ExprKind::Intrinsic { args: parts, .. } => parts.into_iter().for_each(visit),
                    ExprKind::NewObject(_, parts) => parts.into_iter().for_each(visit),
                    ExprKind::ElementOf(first, parts) | ExprKind::Method(first, _, parts) => {
                        visit(first);
                        parts.into_iter().for_each(visit);
                    }
                    ExprKind::Collection(Collected::Literal(_, parts) | Collected::Listed(_, parts)) => {
                        parts.into_iter().for_each(visit);
                    }
                    ExprKind::Collection(Collected::Described(_, described)) => {
                        let Described { value, generators, condition } = &$($m)? **described;
                        visit(value);
                        generators.into_iter().filter_map(|(_, _, source)| source.into()).for_each(&mut *visit);
                        condition.into_iter().for_each(visit);
                    }
                    ExprKind::Collection(Collected::Slice(a, low, high)) => {
                        visit(a);
                        low.into_iter().chain(high).for_each(|end| visit(end));
                    }
                    ExprKind::Collection(Collected::Size(a)) => visit(a),
                    ExprKind::Collection(Collected::Updated(a, b, c)) => {
                        visit(a);
                        visit(b);
                        visit(c);
                    }
                    ExprKind::Collection(
                        Collected::Joined(_, _, a, b) | Collected::Range(_, a, b) | Collected::Pair(a, b),
                    ) => {
                        visit(a);
                        visit(b);
                    }
                    ExprKind::Unary(_, a)
                    | ExprKind::Reveal(a)
                    | ExprKind::Old(_, a)
                    | ExprKind::Elements(a)
                    | ExprKind::LengthOf(a)
                    | ExprKind::Field(a, _) => visit(a),
                    ExprKind::Binary(_, _, a, b)
                    | ExprKind::Let(_, _, a, b)
                    | ExprKind::Perm(a, b)
                    | ExprKind::Percent(a, b)
                    | ExprKind::Scaled(a, b)
                    | ExprKind::Unfolding(a, b) => {
                        visit(a);
                        visit(b);
                    }
                    ExprKind::Cond(a, b, c) | ExprKind::PointsTo(a, b, c) => {
                        visit(a);
                        visit(b);
                        visit(c);
                    }
                    ExprKind::Quant { binders, range, body, .. } | ExprKind::Reduce { binders, range, body, .. } => {
                        for (_, _, bounds) in binders {
                            if let Some((low, high)) = bounds {
                                visit(low);
                                visit(high);
                            }
                        }
                        if let Some(range) = range {
                            visit(range);
                        }
                        visit(body);
                    }
                }
            }
        }

        $(#[$doc])*
        #[derive(Debug)]
        pub enum $part<'s> {
            /// A name that the statement declares.
            Declares(&'s $($m)? Name),
            /// The name of a variable or an array that the statement assigns.
            Writes(&'s $($m)? Name),
            /// An index of the location that the statement assigns.
            Index(&'s $($m)? Expr),
            /// The location that the statement assigns, if it is no variable and no element of a named array.
            Place(&'s $($m)? Expr),
            /// The call of a method of an object, if it is the whole statement.
            Invokes(&'s $($m)? Expr),
            /// An expression whose value the statement computes.
            Value(&'s $($m)? Expr),
            /// The condition of an `if`.
            Condition(&'s $($m)? Expr),
            /// The condition of a loop.
            Guard(&'s $($m)? Expr),
            /// The assertion of an `assert` or another statement of a specification, or the resource of a `fold`
            /// or an `unfold`.
            Says(&'s $($m)? Expr),
            /// The clauses of a loop, a barrier or a parallel block. Other statements have no such part.
            Clauses(&'s $($m)? Vec<Clause>),
            /// A statement in the head of a `for`, or a call with ghost arguments.
            Head(&'s $($m)? Stmt),
            /// A block directly inside the statement.
            Block(&'s $($m)? Block),
        }

        impl Stmt {
            /// Calls `visit` for each part directly inside the statement, in the order of the text.
            pub fn $each<'s>(&'s $($m)? self, visit: &mut impl FnMut($part<'s>)) {
                match &$($m)? self.kind {
                    StmtKind::Declare(_, names) => {
                        for (name, value) in names {
                            visit($part::Declares(name));
                            value.into_iter().map($part::Value).for_each(&mut *visit);
                        }
                    }
                    StmtKind::DeclareArray(_, dims, names) | StmtKind::DeclareDevice(_, dims, names) => {
                        dims.into_iter().map($part::Value).for_each(&mut *visit);
                        names.into_iter().map($part::Declares).for_each(visit);
                    }
                    StmtKind::Assign(Target { name, index, at: _ }, value) => {
                        visit($part::Writes(name));
                        index.into_iter().map($part::Index).for_each(&mut *visit);
                        visit($part::Value(value));
                    }
                    StmtKind::Store(place, value) => {
                        visit($part::Place(place));
                        visit($part::Value(value));
                    }
                    StmtKind::Invoke(call) => visit($part::Invokes(call)),
                    StmtKind::Call(_, args) => args.into_iter().map($part::Value).for_each(visit),
                    StmtKind::Given { call, given, yields } => {
                        visit($part::Head(call));
                        given.into_iter().for_each(|(_, value)| visit($part::Value(value)));
                        yields.into_iter().for_each(|(target, _)| visit($part::Writes(target)));
                    }
                    StmtKind::CopyIn(_, args, _) => args.into_iter().map($part::Value).for_each(visit),
                    StmtKind::Streams(names) => names.into_iter().map($part::Declares).for_each(visit),
                    StmtKind::Event(name, _) => visit($part::Declares(name)),
                    StmtKind::Launch { kernel: _, groups, threads, stream: _, args } => {
                        groups.into_iter().map($part::Value).for_each(&mut *visit);
                        threads.into_iter().map($part::Value).for_each(&mut *visit);
                        args.into_iter().map($part::Value).for_each(visit);
                    }
                    StmtKind::If(condition, then, other) => {
                        visit($part::Condition(condition));
                        visit($part::Block(then));
                        other.into_iter().map($part::Block).for_each(visit);
                    }
                    StmtKind::While { invariants, guard, body } => {
                        visit($part::Clauses(invariants));
                        visit($part::Guard(guard));
                        visit($part::Block(body));
                    }
                    StmtKind::DoWhile { invariants, body, guard } => {
                        visit($part::Clauses(invariants));
                        visit($part::Block(body));
                        visit($part::Guard(guard));
                    }
                    StmtKind::For { invariants, init, guard, update, body } => {
                        visit($part::Clauses(invariants));
                        if let Some(init) = init {
                            visit($part::Head(init));
                        }
                        visit($part::Guard(guard));
                        if let Some(update) = update {
                            visit($part::Head(update));
                        }
                        visit($part::Block(body));
                    }
                    StmtKind::Par(Par { name: _, looped: _, iterators, contract, body }) => {
                        for (_, name, bounds) in iterators {
                            visit($part::Declares(name));
                            if let Some((low, high)) = bounds {
                                visit($part::Value(low));
                                visit($part::Value(high));
                            }
                        }
                        visit($part::Clauses(contract));
                        visit($part::Block(body));
                    }
                    StmtKind::Barrier { global: _, local: _, of: _, opens: _, contract } => {
                        visit($part::Clauses(contract));
                    }
                    StmtKind::Assert(e) | StmtKind::Assume(e) | StmtKind::Refute(e) => visit($part::Says(e)),
                    StmtKind::Inhale(e) | StmtKind::Exhale(e) => visit($part::Says(e)),
                    StmtKind::Send(Send { label: _, distance: _, resource, to: _ }) => visit($part::Says(resource)),
                    StmtKind::Sync(_, object) => visit($part::Value(object)),
                    StmtKind::Synchronized(object, body) => {
                        visit($part::Value(object));
                        visit($part::Block(body));
                    }
                    StmtKind::Receive(_, said) => {
                        if let Some((said, _)) = said {
                            visit($part::Says(said));
                        }
                    }
                    StmtKind::Fold { back: _, instance } => visit($part::Says(instance)),
                    StmtKind::Exit(Exit::Return(Some(e))) => visit($part::Value(e)),
                    StmtKind::Exit(Exit::Break | Exit::Continue | Exit::Return(None)) => {}
                    StmtKind::Share { name: _, invariant, body } => {
                        visit($part::Says(invariant));
                        visit($part::Block(body));
                    }
                    StmtKind::Parallel(body)
                    | StmtKind::Block(body)
                    | StmtKind::Ghost { braces: _, body }
                    | StmtKind::Atomic { order: _, scope: _, opens: _, body } => {
                        visit($part::Block(body));
                    }
                    StmtKind::Label(_) | StmtKind::Fence(_) => {}
                }
            }

            /// Calls `visit` for each expression of the statement itself. Expressions of its clauses and of statements
            /// inside it are not visited.
            pub fn $exprs<'e>(&'e $($m)? self, visit: &mut impl FnMut(&'e $($m)? Expr)) {
                self.$each(&mut |part| match part {
                    $part::Index(e) | $part::Value(e) | $part::Condition(e) => visit(e),
                    $part::Place(e) | $part::Invokes(e) => visit(e),
                    $part::Guard(e) | $part::Says(e) => visit(e),
                    $part::Declares(_) | $part::Writes(_) | $part::Clauses(_) | $part::Head(_) | $part::Block(_) => {}
                });
            }

            /// The clauses of the statement itself, if it is a loop, a barrier or a parallel block.
            pub fn $clauses(&$($m)? self) -> Option<&$($m)? Vec<Clause>> {
                let mut own = None;
                self.$each(&mut |part| {
                    if let $part::Clauses(clauses) = part {
                        own = Some(clauses);
                    }
                });
                own
            }

            /// Calls `visit` for each block directly inside the statement.
            pub fn $blocks<'b>(&'b $($m)? self, visit: &mut impl FnMut(&'b $($m)? Block)) {
                self.$each(&mut |part| {
                    if let $part::Block(block) = part {
                        visit(block);
                    }
                });
            }
        }
    };
}
parts!(
    /// A part directly inside a statement.
    StmtPart,
    each_part,
    parts,
    exprs,
    clauses,
    blocks
);
parts!(
    /// A part directly inside a statement, as a mutable reference.
    StmtPartMut,
    each_part_mut,
    parts_mut,
    exprs_mut,
    clauses_mut,
    blocks_mut,
    mut
);

impl Block {
    /// Calls `visit` for each statement of the block, with those in the heads of `for` loops and inside of other
    /// statements. A whole is visited before its parts.
    pub fn each<'b>(&'b self, visit: &mut impl FnMut(&'b Stmt)) {
        fn go<'b>(stmt: &'b Stmt, visit: &mut dyn FnMut(&'b Stmt)) {
            visit(stmt);
            // The statements in the head of a `for` come before those in its body.
            stmt.each_part(&mut |part| {
                if let StmtPart::Head(head) = part {
                    go(head, visit);
                }
            });
            stmt.blocks(&mut |block| block.stmts.iter().for_each(|s| go(s, visit)));
        }
        self.stmts.iter().for_each(|stmt| go(stmt, visit));
    }
}
