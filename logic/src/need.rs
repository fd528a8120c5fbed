//! What an expression needs to be well defined, what names mean in it, and which of its parts explain a counterexample.
//!
//! In: nothing; these are data that [`crate::eval`] reads and fills. Out: what [`crate::well_formed`] claims.

use crate::snapshot::Snapshot;
use crate::term::{self, Substitution, Term};
use imbl::OrdMap;
use ir::{BinaryOp, Expr, ExprKind, FnId, Heap, Intrinsic, LabelId, Moment, Node, Place, UnaryOp, VarId, Width};
use std::sync::Arc;

/// What names and memory mean while an expression is evaluated.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// Values of private, parameter and bound variables.
    pub store: OrdMap<VarId, Term>,
    /// Current values of each array.
    pub memory: OrdMap<Heap, Term>,
    /// Values before the kernel.
    pub old: OrdMap<Heap, Term>,
    /// The moments that were marked.
    pub marks: OrdMap<LabelId, Arc<Snapshot>>,
    /// `\result`.
    pub result: Option<Term>,
}

/// What an expression needs to be well defined.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// Conditions under which it is needed.
    pub under: Vec<Term>,
    /// What is needed.
    pub need: Need,
    /// The part of the expression that needs it.
    pub node: Node,
    /// The indices of the location, as written.
    pub at: Vec<Index>,
}

/// An index as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    /// Where.
    pub node: Node,
    /// Whether variables occur in it, which are the thread's own affair.
    pub private: bool,
    /// Whether something is subtracted in it, so that it may be negative.
    pub subtracts: bool,
}

impl Index {
    /// The indices of a place.
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

/// A part of an expression whose value explains a counterexample: a read of memory, or a call.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The part.
    pub node: Node,
    /// Whether it stands in `\old`, and speaks of memory that the kernel changes.
    pub old: bool,
    /// Its value.
    pub value: Term,
    /// When it has one: the conditions around it, and that the location exists.
    pub when: Term,
}

impl Seen {
    /// With constants replaced.
    pub fn substitute(&mut self, by: &Substitution) {
        self.value = term::substitute(&self.value, by);
        self.when = term::substitute(&self.when, by);
    }
}

/// One kind of need.
#[derive(Clone, Debug)]
pub enum Need {
    /// The location is in bounds and readable, at that moment.
    Location {
        /// The array.
        heap: Heap,
        /// Its indices.
        index: Vec<Term>,
        /// The moment; now, if there is none.
        moment: Option<Moment>,
    },
    /// The location, named in a permission, is in bounds.
    Bounds {
        /// The array.
        heap: Heap,
        /// Its indices.
        index: Vec<Term>,
    },
    /// The divisor is not zero.
    NonZero(Term),
    /// An integer is a value of a type: this holds, of what is written there.
    Fits(Term, Width, Node),
    /// A shift of a value of a type has fewer places than it: this holds, of what is written there.
    Places(Term, Width, Node),
    /// A float that becomes an integer is finite: this holds, of what is written there.
    Finite(Term, Node),
    /// Nothing: proofs do not know the operation.
    Unknown(Intrinsic),
    /// The precondition of a call holds, at that moment.
    Precondition {
        /// The called function.
        function: FnId,
        /// Terms of the arguments.
        args: Vec<Term>,
        /// Values of arrays where it is called.
        memory: OrdMap<Heap, Term>,
        /// The moment that the call stands in; now, if there is none.
        moment: Option<Moment>,
    },
}
