//! Operations of a thread.
//!
//! In: nothing. Out: [`Op`], one operation of compiled code, and whether other threads can see it.
//!
//! A new operation is a line here, and an arm where it is done: in `machine/step.rs`, or, if it is [`Special`], in
//! `machine/advance.rs`.

use ir::{AtomicScope, BinaryOp, FloatArith, FloatFormat};

/// A register of a frame.
pub(crate) type Reg = u32;

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
}

impl Compare {
    /// The comparison that an operator makes, with its operands in the order in which it makes it.
    pub fn of<T>(op: BinaryOp, a: T, b: T) -> Option<(Self, T, T)> {
        match op {
            BinaryOp::Eq => Some((Self::Eq, a, b)),
            BinaryOp::Ne => Some((Self::Ne, a, b)),
            BinaryOp::Lt => Some((Self::Lt, a, b)),
            BinaryOp::Le => Some((Self::Le, a, b)),
            BinaryOp::Gt => Some((Self::Lt, b, a)),
            BinaryOp::Ge => Some((Self::Le, b, a)),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::Frac => None,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Star | BinaryOp::Same => None,
        }
    }
}

/// The operation of an operator on floats.
#[allow(clippy::wildcard_enum_match_arm)] // what is not listed does not compute a float of two
pub(crate) fn float_arith(op: BinaryOp) -> Option<FloatArith> {
    match op {
        BinaryOp::Add => Some(FloatArith::Add),
        BinaryOp::Sub => Some(FloatArith::Sub),
        BinaryOp::Mul => Some(FloatArith::Mul),
        BinaryOp::Div => Some(FloatArith::Div),
        _ => None,
    }
}

/// Whether other threads may see or change what an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Other threads may not: the operation uses only registers of its thread.
    Hidden,
    /// Other threads may: the operation accesses shared memory.
    Visible,
    /// Other threads may if contracts are checked, because then the operation reads shared memory.
    ByContract,
}

/// Defines an enumeration of operations, each with its [`Sight`].
macro_rules! operations {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $op:ident $(($($ty:ty),*))? => $sight:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum $name { $($(#[$vdoc])* $op $(($($ty),*))?),* }

        impl $name {
            /// Whether other threads may see or change what it does.
            pub fn sight(self) -> Sight {
                match self { $(Self::$op { .. } => $sight),* }
            }
        }
    };
}

operations! {
    /// One operation. The first register is the one that is written.
    Op {
        /// A statement, or the decision of a loop, begins: one step.
        Step => Sight::Hidden,
        Copy(Reg, Reg) => Sight::Hidden,
        Add(Reg, Reg, Reg) => Sight::Hidden,
        Sub(Reg, Reg, Reg) => Sight::Hidden,
        Mul(Reg, Reg, Reg) => Sight::Hidden,
        Div(Reg, Reg, Reg) => Sight::Hidden,
        Mod(Reg, Reg, Reg) => Sight::Hidden,
        EqInt(Reg, Reg, Reg) => Sight::Hidden,
        NeInt(Reg, Reg, Reg) => Sight::Hidden,
        LtInt(Reg, Reg, Reg) => Sight::Hidden,
        LeInt(Reg, Reg, Reg) => Sight::Hidden,
        /// Equality of bits: of truth values, and identity of floats.
        EqBits(Reg, Reg, Reg) => Sight::Hidden,
        NeBits(Reg, Reg, Reg) => Sight::Hidden,
        Not(Reg, Reg) => Sight::Hidden,
        Single(FloatArith, Reg, Reg, Reg) => Sight::Hidden,
        Double(FloatArith, Reg, Reg, Reg) => Sight::Hidden,
        NegFloat(FloatFormat, Reg, Reg) => Sight::Hidden,
        CompareSingle(Compare, Reg, Reg, Reg) => Sight::Hidden,
        CompareDouble(Compare, Reg, Reg, Reg) => Sight::Hidden,
        Jump(u32) => Sight::Hidden,
        JumpIf(Reg, u32) => Sight::Hidden,
        JumpUnless(Reg, u32) => Sight::Hidden,
        /// `dst, array, index`: of an array with one dimension.
        Load(Reg, u32, Reg) => Sight::Visible,
        /// `array, index, value`.
        Store(u32, Reg, Reg) => Sight::Visible,
        /// `dst, array, first index`: the indices stand in consecutive registers.
        LoadMany(Reg, u32, Reg) => Sight::Visible,
        /// `array, first index, value`.
        StoreMany(u32, Reg, Reg) => Sight::Visible,
        /// `dst, private array, first index`.
        LoadOwn(Reg, u32, Reg) => Sight::Hidden,
        /// `private array, first index, value`.
        StoreOwn(u32, Reg, Reg) => Sight::Hidden,
        /// The elements of the private array have no value from here on.
        ForgetOwn(u32) => Sight::Hidden,
        /// `dst, operation, first argument`: an operation that has a name.
        Intrinsic(Reg, u32, Reg) => Sight::Hidden,
        /// The end of a round of a loop, where lanes of a warp in lockstep wait for each other. It changes nothing, but
        /// it counts as visible, so that it has a turn of its own.
        Meet => Sight::Visible,
        /// The variable has no value from here on.
        Forget(u32) => Sight::Hidden,
        /// The variable has a value from here on.
        Known(u32) => Sight::Hidden,
        /// The variable is read, so it must have a value.
        Demand(u32) => Sight::Hidden,
        /// What needs more than the registers of the thread and memory.
        Special(Special) => Sight::Hidden,
    }
}

operations! {
    /// An operation that needs more than the registers of the thread and memory.
    Special {
        /// `register, constant`: a branch is decided by the register, and `constant` says that its condition is a
        /// literal; for the record only.
        Branch(Reg, bool) => Sight::Hidden,
        /// The private array is declared, and one of its lengths is negative or has no value.
        NoLength(u32) => Sight::Hidden,
        /// The private variable got what is in its register; for the record only.
        Assigned(u32) => Sight::Hidden,
        /// `private array, first index`: the element got what is in its register; for the record only.
        AssignedOwn(u32, Reg) => Sight::Hidden,
        /// `dst, expression`: what has no operation of its own is evaluated by the evaluator of contracts.
        Eval(Reg, u32) => Sight::Visible,
        Assert(u32) => Sight::Visible,
        Assume(u32) => Sight::Visible,
        Inhale(u32) => Sight::Visible,
        Exhale(u32) => Sight::Visible,
        /// An atomic begins: everything up to its end is one visible operation.
        AtomicBegin(u32) => Sight::Visible,
        AtomicEnd => Sight::Hidden,
        /// A fence. It changes only what the thread itself orders, so others cannot see when it is executed.
        Fence(AtomicScope) => Sight::Hidden,
        /// A loop is entered: its invariant is checked, the rest of the permissions set aside.
        LoopEnter(u32) => Sight::ByContract,
        /// The body of a loop ended: its invariant is checked.
        LoopAgain(u32) => Sight::ByContract,
        /// A loop is left.
        LoopExit => Sight::Hidden,
        Barrier(u32) => Sight::ByContract,
        /// A gather. Only registers of its threads take part.
        Gather(u32) => Sight::Hidden,
        /// The moment that this label names.
        Mark(u32) => Sight::Visible,
        /// A procedure is called.
        Call(u32) => Sight::ByContract,
        /// A procedure ends.
        Return => Sight::ByContract,
        /// An exit from a scope that is not around it, which no front end makes.
        Lost => Sight::Hidden,
        /// The thread ends.
        End => Sight::ByContract,
    }
}

impl Op {
    /// Whether other threads may see or change what it does.
    pub fn is_visible(self, contracts: bool) -> bool {
        let sight = match self {
            Self::Special(special) => special.sight(),
            op => op.sight(),
        };
        match sight {
            Sight::Hidden => false,
            Sight::Visible => true,
            Sight::ByContract => contracts,
        }
    }
}
