//! What names mean in an expression, what the expression needs to be well defined, and which of its parts explain a
//! counterexample.
//!
//! In: nothing; these are data that [`crate::eval`] reads and fills. Out: the requirements that [`crate::well_formed`]
//! claims.

use crate::finding::Asked;
use crate::snapshot::Snapshot;
use crate::term::{self, Substitution, Term};
use imbl::OrdMap;
use ir::{BinaryOp, Expr, ExprKind, FnId, Heap, LabelId, Moment, Node, Place, UnaryOp, VarId, Width};
use std::sync::Arc;

/// The meaning of names and memory while an expression is evaluated.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// Values of private variables, parameters and bound variables.
    pub store: OrdMap<VarId, Term>,
    /// For private variables that may not have been written: the condition under which they have been.
    pub written: OrdMap<VarId, Term>,
    /// Current values of each array.
    pub memory: OrdMap<Heap, Term>,
    /// Values of each array before the kernel, for `\old`.
    pub old: OrdMap<Heap, Term>,
    /// The state at each label, for `\old[label]`.
    pub marks: OrdMap<LabelId, Arc<Snapshot>>,
    /// The value of `\result`, in a postcondition.
    pub result: Option<Term>,
}

/// One condition that an expression needs to be well defined.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// Conditions around the part of the expression, under which the requirement holds.
    pub under: Vec<Term>,
    /// The condition that is needed.
    pub need: Need,
    /// The part of the expression that needs it.
    pub node: Node,
    /// The indices of the location as they are written, if the requirement is about a location.
    pub at: Vec<Index>,
}

/// An index as it is written, with the properties that advice about it depends on.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    /// The index expression.
    pub node: Node,
    /// Whether private variables occur in the index. No contract can mention them.
    pub private: bool,
    /// Whether the index contains a subtraction or a minus sign, so that it may be negative.
    pub subtracts: bool,
}

impl Index {
    /// The indices of a place in memory.
    pub fn of(place: &Place) -> Vec<Self> {
        place.index.iter().map(Self::new).collect()
    }

    fn new(e: &Expr) -> Self {
        let mut index = Self { node: e.node, private: false, subtracts: false };
        let subtracts =
            |k: &ExprKind| matches!(k, ExprKind::Unary(UnaryOp::Neg, _) | ExprKind::Binary(BinaryOp::Sub, ..));
        e.each(&mut |part| {
            index.private |= matches!(part.kind, ExprKind::Var(_));
            index.subtracts |= subtracts(&part.kind);
        });
        index
    }
}

/// A part of an expression whose value explains a counterexample: a read of memory or a call.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The part of the program.
    pub node: Node,
    /// Whether the part is inside `\old` and depends on memory that the kernel changes.
    pub old: bool,
    /// The value.
    pub value: Term,
    /// The condition under which the value exists: the conditions around the part, and that its location is in bounds.
    pub when: Term,
}

impl Seen {
    /// Replaces constants in the value and its condition.
    pub fn substitute(&mut self, by: &Substitution) {
        self.value = term::substitute(&self.value, by);
        self.when = term::substitute(&self.when, by);
    }
}

/// The kinds of conditions that expressions need.
#[derive(Clone, Debug)]
pub enum Need {
    /// The location is in bounds, and the thread has permission to read it at the given moment.
    Location {
        /// The array.
        heap: Heap,
        /// Its indices.
        index: Vec<Term>,
        /// The moment; `None` is the current one.
        moment: Option<Moment>,
    },
    /// The location, which a permission names, is in bounds.
    Bounds {
        /// The array.
        heap: Heap,
        /// Its indices.
        index: Vec<Term>,
    },
    /// No operation of a stream may be writing the private array at the given moment.
    Free {
        /// The array.
        heap: Heap,
        /// The moment; `None` is the current one.
        moment: Option<Moment>,
    },
    /// A private variable has been written before.
    Written {
        /// The variable.
        variable: VarId,
        /// The condition that it has been written.
        condition: Term,
    },
    /// The divisor is not zero.
    NonZero(Term),
    /// The range of a `\min` or `\max` is not empty; the term states that.
    Member(Term),
    /// The reference is not `null`.
    NotNull(Term),
    /// The indices exist in the sequence.
    InSequence {
        /// The condition.
        goal: Term,
        /// The sequence.
        sequence: Node,
        /// The index, or the start of a range.
        index: Node,
        /// What is asked for at the index.
        asked: Asked,
        /// The length of the sequence.
        length: Term,
    },
    /// The integer that the node computes is a value of the type; the term states that.
    Fits(Term, Width, Node),
    /// The distance of a shift (by how many places a value is shifted) is not negative, and less than the width of the
    /// value's type; the term states that.
    ShiftDistance(Term, Width, Node),
    /// The float that becomes an integer is finite; the term states that.
    Finite(Term, Node),
    /// The precondition of a call holds at the given moment.
    Precondition {
        /// The called function.
        function: FnId,
        /// The arguments as terms.
        args: Vec<Term>,
        /// Values of arrays in the state of the call.
        memory: OrdMap<Heap, Term>,
        /// The moment of the call; `None` is the current one.
        moment: Option<Moment>,
    },
}
