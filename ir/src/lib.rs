//! The typed program: an intermediate representation in which names are resolved and types are known.
//!
//! In: nothing; a front end (`syntax`) builds programs with [`build`]. Out: programs, which `logic` verifies and
//! `interp` executes, and the vocabulary that all crates share: identities, places in the source, and error ids.

mod atomic_amounts;
pub mod build;
mod collection;
mod content;
mod contract;
mod data_type;
pub mod diagnostic;
mod enumeration;
mod equal_writes;
mod expansion;
mod expr;
pub mod finding;
mod float;
mod fraction;
mod gather;
mod givers;
mod heap;
mod host;
mod ids;
mod inline;
mod intrinsic;
mod kept;
mod machine;
mod messages;
mod node;
mod number;
mod order;
mod origin;
mod outline;
pub mod parts;
mod platform;
mod program;
mod rename;
mod silent;
mod span;
mod stmt;
mod stores;
mod synchronise;
mod team;
pub mod text;
mod types;
mod unchecked;
mod value_of;
mod visit;
mod ways;
mod width;

pub use collection::{CollectionKind, CollectionOp};
pub use content::Contents;
pub use contract::{invariants, measure, By, Clause, ClauseKind, Contract};
pub use data_type::DataType;
pub use enumeration::Enumeration;
pub use expr::{
    Axis, BinaryOp, Description, Dims, Expr, ExprKind, Generator, LaunchVar, Moment, Place, Quant, QuantKind, Reduce,
    ReduceKind, UnaryOp,
};
pub use float::Float;
pub use fraction::fraction_in_range;
pub use gather::{Among, Fold, Gather, Gathers, Shuffle, WARP};
pub use heap::Heap;
pub use host::HostReason;
pub use ids::{ArrayId, ClassId, FieldId, FnId, ItemId, KernelId, LabelId, PointId, ProcId, ScalarId, VarId};
pub use intrinsic::{Bits, FloatArith, Intrinsic, Rounding};
pub use kept::{permitted, LoopKeeps};
pub use messages::{Messages, Sent};
pub use node::{Node, NodeId};
pub use order::Order;
pub use origin::{Exact, Origin};
pub use outline::{Gets, Inside, Labelled, Outline, OutlineMut, Says};
pub use parts::Line;
pub use platform::Platform;
pub use program::{
    ArrayDecl, Class, Field, Function, Ident, Inferred, Inlined, Kernel, Language, Procedure, Program, ScalarDecl,
    SharedInvariant, Token, VarDecl,
};
pub use span::{Expansion, ExpansionId, FileId, Span};
pub use stmt::{
    AtomicOrder, AtomicScope, Barrier, Block, Call, Launch, Message, Pairwise, Par, Stmt, StmtKind, Transfer,
};
pub use synchronise::{Moves, SyncOp, Synchronise};
pub use team::{Depth, Team};
pub use types::{FloatFormat, Space, Type};
pub use unchecked::Unchecked;
pub use value_of::ValueOf;
pub use visit::{Part, PartMut};
pub use width::Width;
