//! What every statement consists of and does, told once, for all who need not know which statement it is.
//!
//! In: a statement. Out: its [`Outline`], shared or mutable. Walks, new names, what code may change, and the ways on
//! which control leaves a statement are read off it.
//!
//! The outline is a table with one line for each statement and no default. So whoever adds a statement says what it
//! gives a value to, what is inside it, where it leads, what it calls and whether it waits, or the table does not
//! compile.

use crate::{Barrier, Block, Call, Clause, Expr, LabelId, Place, ProcId, Stmt, StmtKind, VarId};

/// What gets a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gets<V, P> {
    /// A private variable that starts here: one value, or an array of the thread.
    Declared(V),
    /// A private variable.
    Assigned(V),
    /// A location. Its indices are expressions of the statement, in front of all others.
    Location(P),
}

impl<V, P> Gets<V, P> {
    /// The variable, if it is one.
    pub fn variable(self) -> Option<V> {
        match self {
            Self::Declared(v) | Self::Assigned(v) => Some(v),
            Self::Location(_) => None,
        }
    }

    /// The location, if it is one.
    pub fn location(self) -> Option<P> {
        match self {
            Self::Location(place) => Some(place),
            Self::Declared(_) | Self::Assigned(_) => None,
        }
    }
}

/// What a statement does with its expressions, the condition of a branch or a loop apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says<E> {
    /// It computes their values.
    Computes(E),
    /// It claims that they hold.
    Asserts(E),
    /// It takes for granted that they hold.
    Assumes(E),
}

impl<E> Says<E> {
    /// The expressions, in the order of the text.
    pub fn exprs(self) -> E {
        match self {
            Self::Computes(exprs) | Self::Asserts(exprs) | Self::Assumes(exprs) => exprs,
        }
    }
}

/// The statements inside a statement, and when they are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside<E, B> {
    /// Once.
    Once(B),
    /// Once, as one indivisible step that no exit leaves.
    Step(B),
    /// The first ones where the condition is true, the second ones where it is false.
    Branch(E, B, B),
    /// Again and again, as long as the condition is true.
    Loop(E, B),
}

impl<E, B> Inside<E, B> {
    /// The condition that decides whether or how often the statements are executed, and the blocks, in the order of the
    /// text.
    pub fn split(self) -> (Option<E>, [Option<B>; 2]) {
        match self {
            Self::Once(block) | Self::Step(block) => (None, [Some(block), None]),
            Self::Branch(condition, then, otherwise) => (Some(condition), [Some(then), Some(otherwise)]),
            Self::Loop(condition, body) => (Some(condition), [Some(body), None]),
        }
    }

    /// The condition, if there is one.
    pub fn condition(self) -> Option<E> {
        self.split().0
    }

    /// The blocks, in the order of the text.
    pub fn blocks(self) -> impl Iterator<Item = B> {
        self.split().1.into_iter().flatten()
    }
}

/// What the label of a statement means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labelled<L> {
    /// Exits inside the statement that have this label lead behind it.
    Scope(L),
    /// The statement leads behind the scope of this label, and never to the statement behind itself.
    Exit(L),
    /// The statement is the moment of this label.
    Moment(L),
}

impl<L> Labelled<L> {
    /// The label.
    pub fn label(self) -> L {
        match self {
            Self::Scope(label) | Self::Exit(label) | Self::Moment(label) => label,
        }
    }
}

/// Writes the outline twice: of shared statements, and of mutable ones.
macro_rules! outline {
    ($(#[$doc:meta])* $name:ident, $outline:ident, $one:ident, [$($derived:ident),+] $(, $m:tt)?) => {
        $(#[$doc])*
        #[derive($($derived),+)]
        pub struct $name<'s> {
            /// What it gives a value to; what a procedure that it calls does besides is not counted.
            pub gets: Option<Gets<&'s $($m)? VarId, &'s $($m)? Place>>,
            /// What it does with its expressions.
            pub says: Option<Says<&'s $($m)? [Expr]>>,
            /// The clauses of a loop's invariant or of a barrier's contract.
            pub clauses: &'s $($m)? [Clause],
            /// The statements inside it.
            pub inside: Option<Inside<&'s $($m)? Expr, &'s $($m)? Block>>,
            /// What its label means.
            pub label: Option<Labelled<&'s $($m)? LabelId>>,
            /// The procedure that it calls.
            pub callee: Option<&'s $($m)? ProcId>,
            /// Whether the threads of a group wait for each other here: whether it is a barrier.
            pub waits: bool,
        }

        impl Stmt {
            $(#[$doc])*
            #[inline]
            pub fn $outline(&$($m)? self) -> $name<'_> {
                use {Gets::*, Inside::*, Labelled::*, Says::*};
                let no: &$($m)? [Clause] = &$($m)? [];
                let (gets, says, clauses, inside, label, callee, waits) = match &$($m)? self.kind {
                    // statement                => gets, says, clauses, inside, label, callee, waits
                    StmtKind::Declare(v, None) => (Some(Declared(v)), None, no, None, None, None, false),
                    StmtKind::Declare(v, Some(e)) => {
                        (Some(Declared(v)), Some(Computes(std::slice::$one(e))), no, None, None, None, false)
                    }
                    StmtKind::Assign(v, e) => {
                        (Some(Assigned(v)), Some(Computes(std::slice::$one(e))), no, None, None, None, false)
                    }
                    StmtKind::Store(place, e) => {
                        (Some(Location(place)), Some(Computes(std::slice::$one(e))), no, None, None, None, false)
                    }
                    StmtKind::Call(Call { callee, args, result }) => {
                        let result = result.into_iter().next().map(Assigned);
                        (result, Some(Computes(&$($m)? args[..])), no, None, None, Some(callee), false)
                    }
                    StmtKind::Assert(e) => (None, Some(Asserts(std::slice::$one(e))), no, None, None, None, false),
                    StmtKind::Assume(e) => (None, Some(Assumes(std::slice::$one(e))), no, None, None, None, false),
                    StmtKind::If(c, a, b) => (None, None, no, Some(Branch(c, a, b)), None, None, false),
                    StmtKind::While { invariants, guard, body } => {
                        (None, None, &$($m)? invariants[..], Some(Loop(guard, body)), None, None, false)
                    }
                    StmtKind::Block(block) => (None, None, no, Some(Once(block)), None, None, false),
                    StmtKind::Atomic { order: _, scope: _, body } => {
                        (None, None, no, Some(Step(body)), None, None, false)
                    }
                    StmtKind::Scope(label, block) => {
                        (None, None, no, Some(Once(block)), Some(Scope(label)), None, false)
                    }
                    StmtKind::Exit(label) => (None, None, no, None, Some(Exit(label)), None, false),
                    StmtKind::Mark(label) => (None, None, no, None, Some(Moment(label)), None, false),
                    StmtKind::Barrier(Barrier { fences_global: _, fences_local: _, contract }) => {
                        (None, None, &$($m)? contract.clauses[..], None, None, None, true)
                    }
                };
                $name { gets, says, clauses, inside, label, callee, waits }
            }
        }

        impl<'s> $name<'s> {
            /// Calls `visit` for each expression of the statement itself: not of its clauses, nor of statements inside
            /// it.
            #[inline]
            pub fn exprs(self, visit: &mut impl FnMut(&'s $($m)? Expr)) {
                if let Some(place) = self.gets.and_then(Gets::location) {
                    (&$($m)? place.index).into_iter().for_each(&mut *visit);
                }
                self.says.into_iter().flat_map(Says::exprs).for_each(&mut *visit);
                self.inside.and_then(Inside::condition).into_iter().for_each(visit);
            }

            /// Calls `visit` for each block directly inside the statement.
            #[inline]
            pub fn blocks(self, visit: &mut impl FnMut(&'s $($m)? Block)) {
                self.inside.into_iter().flat_map(Inside::blocks).for_each(visit);
            }
        }
    };
}
outline!(
    /// What a statement consists of and does.
    Outline,
    outline,
    from_ref,
    [Clone, Copy, Debug]
);
outline!(
    /// What a statement consists of and does, to be changed.
    OutlineMut,
    outline_mut,
    from_mut,
    [Debug],
    mut
);
