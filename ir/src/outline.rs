//! The parts and the effects of each kind of statement, in one table. Code that treats all statements alike uses the
//! table and does not match on statements itself: traversals, renaming, the sets of variables and heaps that code may
//! change, and the paths on which control leaves a statement.
//!
//! In: a statement. Out: its [`Outline`], shared or mutable.
//!
//! The table has one line for each kind of statement and no default. So the compiler demands a line for a new kind:
//! what it assigns, which expressions and statements are inside it, what its label means, which procedure it calls, and
//! who waits there.

use crate::{
    Among, Barrier, Block, Call, Clause, Expr, Gather, Heap, KernelId, LabelId, Launch, Message as Sent, Moves,
    Pairwise, Par, Place, ProcId, Stmt, StmtKind, Synchronise, Transfer, VarId,
};

/// What a statement assigns. `V` is a reference to a variable, `P` to a location, `H` to a list of heaps, `I` to a list
/// of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gets<V, P, H, I> {
    /// A private variable that the statement declares: a single value, or a private array.
    Declared(V),
    /// A private variable that was declared before.
    Assigned(V),
    /// Private variables that were declared before, and get the results of a call.
    Results(I),
    /// A location. Its indices are expressions of the statement, and the first ones of them.
    Location(P),
    /// Any locations of these heaps.
    Anywhere(H),
    /// The iterators of a parallel block, which exist in its body alone.
    Iterators(I),
}

impl<V, P, H, I> Gets<V, P, H, I> {
    /// The location, if a location is assigned.
    pub fn location(self) -> Option<P> {
        match self {
            Self::Location(place) => Some(place),
            Self::Declared(_) | Self::Assigned(_) | Self::Results(_) | Self::Anywhere(_) | Self::Iterators(_) => None,
        }
    }

    /// The heaps, if any of their locations may be assigned.
    pub fn anywhere(self) -> Option<H> {
        match self {
            Self::Anywhere(heaps) => Some(heaps),
            Self::Declared(_) | Self::Assigned(_) | Self::Results(_) | Self::Location(_) | Self::Iterators(_) => None,
        }
    }
}

/// What a statement does with its expressions `E`, except the condition of a branch or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says<E> {
    /// The statement computes their values.
    Computes(E),
    /// The statement claims that they hold.
    Asserts(E),
    /// The statement assumes that they hold.
    Assumes(E),
    /// The statement assumes that they hold, and gets their permissions.
    Inhales(E),
    /// The statement claims that they hold, and gives their permissions away.
    Exhales(E),
    /// The statement waits for other threads, and gets from them what the resource among them says.
    Gains(E),
    /// The statement claims what the resource among them says, and gives it to other threads.
    Yields(E),
    /// The statement claims that nothing shows that they hold.
    Refutes(E),
}

impl<E> Says<E> {
    /// The expressions, in the order of the text.
    pub fn exprs(self) -> E {
        match self {
            Self::Computes(exprs) | Self::Asserts(exprs) | Self::Assumes(exprs) => exprs,
            Self::Inhales(exprs) | Self::Exhales(exprs) | Self::Refutes(exprs) => exprs,
            Self::Gains(exprs) | Self::Yields(exprs) => exprs,
        }
    }
}

/// The statements inside a statement, and when they are executed. `E` is a reference to an expression, `B` to a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside<E, B> {
    /// The block is executed once.
    Once(B),
    /// The block is executed once, as one indivisible step that no exit leaves.
    Step(B),
    /// The first block is executed if the condition is true, the second one if it is false.
    Branch(E, B, B),
    /// The block is executed again and again, as long as the condition is true.
    Loop(E, B),
    /// The block is executed by any number of iterations, concurrently. No exit leaves it, and barriers in it are for
    /// these iterations.
    Members(B),
}

impl<E, B> Inside<E, B> {
    /// The condition that decides whether or how often the statements are executed, and the blocks, in the order of the
    /// text.
    pub fn split(self) -> (Option<E>, [Option<B>; 2]) {
        match self {
            Self::Once(block) | Self::Step(block) | Self::Members(block) => (None, [Some(block), None]),
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

/// What the label of a statement means. `L` is a reference to the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labelled<L> {
    /// The statement is the scope of the label: exits with this label inside of it continue behind it.
    Scope(L),
    /// The statement is an exit: control continues behind the scope of this label.
    Exit(L),
    /// The statement marks the moment to which `\old[L]` refers.
    Moment(L),
    /// The statement shares an invariant, which atomic steps inside of it open by this label.
    Shared(L),
    /// The statement sends or receives a message with this label.
    Message(L),
}

impl<L> Labelled<L> {
    /// The label.
    pub fn label(self) -> L {
        match self {
            Self::Scope(label) | Self::Exit(label) | Self::Moment(label) => label,
            Self::Shared(label) | Self::Message(label) => label,
        }
    }
}

/// Makes the outline for shared statements, and the one for mutable statements, from one table.
macro_rules! outline {
    ($(#[$doc:meta])* $name:ident, $outline:ident, $one:ident, [$($derived:ident),+] $(, $m:tt)?) => {
        $(#[$doc])*
        #[derive($($derived),+)]
        pub struct $name<'s> {
            /// What the statement assigns itself. Effects of a called procedure do not count.
            pub gets: Option<Gets<&'s $($m)? VarId, &'s $($m)? Place, &'s $($m)? [Heap], &'s $($m)? [VarId]>>,
            /// The expressions of the statement, and what it does with them.
            pub says: Option<Says<&'s $($m)? [Expr]>>,
            /// The clauses of a loop's invariant, or of the contract of a barrier or a parallel block.
            pub clauses: &'s $($m)? [Clause],
            /// The statements inside the statement, with the condition of a branch or a loop.
            pub inside: Option<Inside<&'s $($m)? Expr, &'s $($m)? Block>>,
            /// The label of the statement, and what it means.
            pub label: Option<Labelled<&'s $($m)? LabelId>>,
            /// The procedure that the statement calls.
            pub callee: Option<&'s $($m)? ProcId>,
            /// The kernel that the statement launches.
            pub launches: Option<&'s $($m)? KernelId>,
            /// The invariants that the statement opens.
            pub opens: &'s $($m)? [LabelId],
            /// The threads that wait for each other at the statement: those of the group at a barrier.
            pub waits: Option<Among>,
        }

        impl Stmt {
            $(#[$doc])*
            #[inline]
            pub fn $outline(&$($m)? self) -> $name<'_> {
                use {Gets::*, Inside::*, Labelled::*, Says::*};
                let no: &$($m)? [Clause] = &$($m)? [];
                let mut opened: &$($m)? [LabelId] = &$($m)? [];
                let (gets, says, clauses, inside, label, callee, launches, waits) = match &$($m)? self.kind {
                    // statement                => gets, says, clauses, inside, label, callee, launches, waits
                    StmtKind::Declare(v, None) => (Some(Declared(v)), None, no, None, None, None, None, None),
                    StmtKind::Declare(v, Some(e)) => {
                        (Some(Declared(v)), Some(Computes(std::slice::$one(e))), no, None, None, None, None, None)
                    }
                    StmtKind::Assign(v, e) => {
                        (Some(Assigned(v)), Some(Computes(std::slice::$one(e))), no, None, None, None, None, None)
                    }
                    StmtKind::Store(place, e) => {
                        (Some(Location(place)), Some(Computes(std::slice::$one(e))), no, None, None, None, None, None)
                    }
                    StmtKind::Call(Call { callee, args, results }) => {
                        let results = Some(Results(&$($m)? results[..]));
                        (results, Some(Computes(&$($m)? args[..])), no, None, None, Some(callee), None, None)
                    }
                    StmtKind::Copy(Transfer { to, from: _, count, stream: _ }) => {
                        let (to, count) = (Anywhere(std::slice::$one(to)), Computes(std::slice::$one(count)));
                        (Some(to), Some(count), no, None, None, None, None, None)
                    }
                    StmtKind::Launch(Launch { kernel, args, buffers, stream: _ }) => {
                        let (buffers, args) = (Anywhere(&$($m)? buffers[..]), Computes(&$($m)? args[..]));
                        (Some(buffers), Some(args), no, None, None, None, Some(kernel), None)
                    }
                    StmtKind::New(v, length) => {
                        let length = Computes(std::slice::$one(length));
                        (Some(Assigned(v)), Some(length), no, None, None, None, None, None)
                    }
                    StmtKind::Fence(_) => (None, None, no, None, None, None, None, None),
                    StmtKind::Order(_) => (None, None, no, None, None, None, None, None),
                    StmtKind::NewObject(v) => (Some(Assigned(v)), None, no, None, None, None, None, None),
                    StmtKind::Par(Par { name: _, iterators, ranges, contract, body }) => {
                        let (ranges, clauses) = (Computes(&$($m)? ranges[..]), &$($m)? contract.clauses[..]);
                        let iterators = Iterators(&$($m)? iterators[..]);
                        (Some(iterators), Some(ranges), clauses, Some(Members(body)), None, None, None, None)
                    }
                    StmtKind::Send(Sent { label, distance: _, resource }) => {
                        let says = Some(Asserts(std::slice::$one(resource)));
                        (None, says, no, None, Some(Message(label)), None, None, None)
                    }
                    StmtKind::Receive(label) => (None, None, no, None, Some(Message(label)), None, None, None),
                    StmtKind::Synchronise(Synchronise { op, parts }) => {
                        let says = match (op.moves(), &$($m)? parts[..]) {
                            (Moves::Gives, parts) => Yields(parts),
                            (Moves::Gets, parts) => Gains(parts),
                            (Moves::Keeps, [_, resource]) => Asserts(std::slice::$one(resource)),
                            (Moves::Keeps, parts) => Asserts(parts),
                        };
                        (None, Some(says), no, None, None, None, None, None)
                    }
                    StmtKind::Assert(e) => {
                        (None, Some(Asserts(std::slice::$one(e))), no, None, None, None, None, None)
                    }
                    StmtKind::Assume(e) => {
                        (None, Some(Assumes(std::slice::$one(e))), no, None, None, None, None, None)
                    }
                    StmtKind::Inhale(e) => {
                        (None, Some(Inhales(std::slice::$one(e))), no, None, None, None, None, None)
                    }
                    StmtKind::Exhale(e) => {
                        (None, Some(Exhales(std::slice::$one(e))), no, None, None, None, None, None)
                    }
                    StmtKind::Refute(e) => {
                        (None, Some(Refutes(std::slice::$one(e))), no, None, None, None, None, None)
                    }
                    StmtKind::Pairwise(Pairwise { theirs, exprs }) => {
                        let theirs = Some(Results(&$($m)? theirs[..]));
                        (theirs, Some(Computes(&$($m)? exprs[..])), no, None, None, None, None, None)
                    }
                    StmtKind::If(c, a, b) => (None, None, no, Some(Branch(c, a, b)), None, None, None, None),
                    StmtKind::While { invariants, guard, body } => {
                        (None, None, &$($m)? invariants[..], Some(Loop(guard, body)), None, None, None, None)
                    }
                    StmtKind::Block(block) | StmtKind::Together(block) => {
                        (None, None, no, Some(Once(block)), None, None, None, None)
                    }
                    StmtKind::Atomic { order: _, scope: _, opens, body } => {
                        opened = opens;
                        (None, None, no, Some(Step(body)), None, None, None, None)
                    }
                    StmtKind::Share { label, invariant, body } => {
                        (None, None, &$($m)? invariant[..], Some(Once(body)), Some(Shared(label)), None, None, None)
                    }
                    StmtKind::Scope(label, block) => {
                        (None, None, no, Some(Once(block)), Some(Scope(label)), None, None, None)
                    }
                    StmtKind::Exit(label) => (None, None, no, None, Some(Exit(label)), None, None, None),
                    StmtKind::Mark(label) => (None, None, no, None, Some(Moment(label)), None, None, None),
                    StmtKind::Barrier(Barrier { fences_global: _, fences_local: _, opens, contract }) => {
                        opened = opens;
                        (None, None, &$($m)? contract.clauses[..], None, None, None, None, Some(Among::Group))
                    }
                    StmtKind::Gather(Gather { among, all: _, result: Some(v), how: _, args }) => {
                        let (v, args) = (Some(Assigned(v)), Some(Computes(&$($m)? args[..])));
                        (v, args, no, None, None, None, None, among.others())
                    }
                    StmtKind::Gather(Gather { among, all: _, result: None, how: _, args }) => {
                        (None, Some(Computes(&$($m)? args[..])), no, None, None, None, None, among.others())
                    }
                };
                $name { gets, says, clauses, inside, label, callee, launches, opens: opened, waits }
            }
        }

        impl<'s> $name<'s> {
            /// Calls `visit` for each expression of the statement itself. Expressions of its clauses and of statements
            /// inside it are not visited.
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
    /// The parts and the effects of a statement.
    Outline,
    outline,
    from_ref,
    [Clone, Copy, Debug]
);
outline!(
    /// The parts and the effects of a statement, as mutable references.
    OutlineMut,
    outline_mut,
    from_mut,
    [Debug],
    mut
);
