//! The state of lowering a kernel.
//!
//! In: nothing. Out: [`Lower`], with the values, places and declarations that it knows; other files of this folder give
//! it its methods.

use super::bytes::Bytes;
use super::taken::{Called, Logged};
use super::under_way::Copies;
use crate::c::declared::Specs;
use crate::c::kernels::Unit;
use crate::c::tree::Node;
use crate::c::types::CType;
use crate::pvl::ast;
use crate::pvl::check::env::Env;
use ir::build::{At, LoopLabels};
use ir::diagnostic::Diagnostic;
use ir::{Expr, FnId, Heap, LabelId, ScalarId, Span, Stmt, Type, VarId, Width};
use std::collections::{BTreeMap, BTreeSet};

/// The type of launch variables. With 31 bits, no number of a thread and no number of threads wraps around when it is
/// stored in an `int`; a launch with more threads in one dimension is none that Sepal says something about.
pub const LAUNCH: Width = Width { bits: 32, signed: true };

/// The greatest depth of nested expressions and statements: proofs recurse over them.
const DEPTH: usize = 400;

/// An array, or a part of one that is itself an array.
#[derive(Clone, Debug)]
pub struct Array {
    /// The heaps of its elements: one for each part of an element.
    pub heaps: Vec<Heap>,
    /// The type of what each index that is left selects.
    pub element: CType,
    /// The indices that are chosen already.
    pub index: Vec<Expr>,
    /// The number of elements, if the array is a part of a structure.
    pub length: Option<u64>,
    /// How many consecutive elements of the only heap make one element of this array, if a cast says so.
    pub lanes: Option<u64>,
    /// The type of the elements in memory, if the pointer was cast to one to another type.
    pub cast: Option<CType>,
    /// What the pointer may point into instead: the first array whose condition holds.
    pub or: Vec<(Expr, Array)>,
    /// The private variable with the number of the array, if the conditions in `or` compare it with 1, 2, …
    pub which: Option<VarId>,
}

impl Array {
    /// An array that is the only one into which a pointer points.
    pub fn new(heaps: Vec<Heap>, element: CType, index: Vec<Expr>, length: Option<u64>) -> Self {
        Self { heaps, element, index, length, lanes: None, cast: None, or: Vec::new(), which: None }
    }

    /// Whether no index is chosen yet, and the array is no part of a structure.
    pub fn is_whole(&self) -> bool {
        self.index.is_empty() && self.length.is_none()
    }

    /// Whether no index is chosen yet, and the elements are those in memory.
    pub fn is_plain(&self) -> bool {
        self.index.is_empty() && self.lanes.is_none() && self.cast.is_none()
    }

    /// Whether two pointers into the arrays count the same elements.
    pub fn is_same(&self, other: &Self) -> bool {
        self.heaps == other.heaps
            && self.lanes == other.lanes
            && self.cast == other.cast
            && (self.cast.is_none() || self.element == other.element)
            && self.or.is_empty()
            && other.or.is_empty()
    }
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub enum Value {
    /// A scalar.
    Scalar(Expr),
    /// A vector or a structure: its scalars.
    Parts(Vec<Expr>),
    /// A structure with pointers: the value of each piece.
    Pieces(Vec<Value>),
    /// A pointer: to the element of the array with this number, of type `Int`.
    Pointer(Array, Expr),
    /// A pointer to a place that is no element of an array, or to a component of an element.
    Address(Box<Place>),
    /// Nothing: the value of a call of a `void` function.
    Nothing,
}

impl Value {
    /// The scalars that make up the value; none for a pointer.
    pub fn scalars(self) -> Vec<Expr> {
        match self {
            Self::Scalar(expr) => vec![expr],
            Self::Parts(parts) => parts,
            Self::Pieces(_) | Self::Pointer(..) | Self::Address(_) | Self::Nothing => Vec::new(),
        }
    }

    /// All that a program computes for the value, also where it is not used: of a pointer, the indices of what it
    /// points to.
    pub fn computed(self) -> Vec<Expr> {
        match self {
            Self::Scalar(expr) => vec![expr],
            Self::Parts(parts) => parts,
            Self::Pieces(pieces) => pieces.into_iter().flat_map(Self::computed).collect(),
            Self::Pointer(array, offset) => array.index.into_iter().chain([offset]).collect(),
            Self::Address(place) => place.indices(),
            Self::Nothing => Vec::new(),
        }
    }
}

impl Place {
    /// The indices that choose the place.
    pub fn indices(self) -> Vec<Expr> {
        match self {
            Self::Element(place, _) => place.index,
            Self::Recast(recast) => recast.place.index,
            Self::Bytes(bytes) => bytes.slices.into_iter().flat_map(|slice| slice.place.index).collect(),
            Self::Array(array) | Self::Pointer(array, _) => array.index,
            Self::Cell(cell) => cell.1.index,
            Self::Address(place) => place.indices(),
            Self::Parts(parts) | Self::Lanes(_, parts) => parts.into_iter().flat_map(Self::indices).collect(),
            Self::Either(either) => {
                let (guard, a, b) = *either;
                std::iter::once(guard).chain(a.indices()).chain(b.indices()).collect()
            }
            Self::Variable(..) | Self::Constant(_) | Self::Unset => Vec::new(),
        }
    }
}

/// A place.
#[derive(Clone, Debug)]
pub enum Place {
    /// A private variable.
    Variable(VarId, Type),
    /// A constant of the launch.
    Constant(Expr),
    /// An element of an array.
    Element(ir::Place, Type),
    /// An array, or a part of one that is itself an array.
    Array(Array),
    /// A variable with a pointer into an array.
    Pointer(Array, VarId),
    /// A variable in memory that threads share, with a pointer into an array: the number of the element is here.
    Cell(Box<(Array, ir::Place)>),
    /// A variable with a pointer that always points to this place.
    Address(Box<Place>),
    /// A vector or a structure: the places of its pieces. A piece that is an array is a [`Place::Array`] with a length.
    Parts(Vec<Place>),
    /// A pointer in a structure, which has not been assigned yet.
    Unset,
    /// The first place if the condition holds, and else the second one.
    Either(Box<(Expr, Place, Place)>),
    /// An element under another type.
    Recast(Recast),
    /// A number whose bytes are in elements of other sizes.
    Bytes(Bytes),
    /// Lanes of a vector in memory that threads share: the places of these lanes, and those of all lanes.
    Lanes(Vec<Place>, Vec<Place>),
}

/// An element of memory under another type.
#[derive(Clone, Debug)]
pub struct Recast {
    /// The element.
    pub place: ir::Place,
    /// The type of the array's elements.
    pub from: Type,
    /// The type under which the code accesses the element, of the same size.
    pub to: Type,
}

/// What a declaration declares.
#[derive(Clone, Debug)]
pub enum Binding {
    /// A private variable.
    Variable(VarId, Type),
    /// A constant of the launch.
    Scalar(ScalarId, Type),
    /// An array.
    Array(Array),
    /// A vector or a structure: what each piece is. A list of constants stands for an array of a parameter, until the
    /// kernel starts with a copy of it.
    Parts(Vec<Binding>),
    /// A reference to a place.
    Place(Place),
    /// A variable with a pointer that always points to this place.
    Address(Place),
    /// A variable in memory that threads share, with a pointer into an array that is always the same. The only element
    /// of the heap is the number of the element.
    Cell(Array, Heap),
    /// A variable with a pointer into an array that is always the same. The private variable has the number of the
    /// element.
    Pointer(Array, VarId),
    /// A variable with a pointer to elements of a type, which has no value yet. Its first assignment in the text says
    /// into which array it points.
    Unset(CType, VarId),
}

/// A private variable that is a union.
#[derive(Clone)]
pub struct Union {
    /// The private array that all members are.
    pub heap: Heap,
    /// The type of the numbers in this array.
    pub stored: CType,
    /// The members, each with its type.
    pub members: Vec<(String, CType)>,
}

/// A function that is known where it is called, or the choice between some.
#[derive(Clone)]
pub enum Callable<'n> {
    /// A function; the variables that it has copied, with the copies; and the variables to which it refers.
    One(&'n Node, Vec<(&'n str, Binding)>, Vec<String>),
    /// The first one if the condition holds, and else the second one. The condition does not change.
    Either(Expr, Box<(Callable<'n>, Callable<'n>)>),
}

/// A loop or a `switch` around the current statement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around {
    /// The labels to which its exits lead.
    pub labels: LoopLabels,
    /// Whether it is a `switch`, which `continue` does not leave.
    pub switch: bool,
}

/// The annotations in front of a statement that belong to it.
#[derive(Default)]
pub struct InFront<'s> {
    /// The clauses of a loop.
    pub of_loop: Vec<&'s ast::Clause>,
    /// The contract of a barrier.
    pub of_barrier: Vec<&'s ast::Clause>,
}

/// The state of lowering a kernel.
pub struct Lower<'u, 'n, 'e> {
    /// The file.
    pub unit: &'u Unit<'n>,
    /// The annotations of the file.
    pub specs: &'u Specs,
    /// The names that annotations see, and the variables, labels and errors.
    pub env: Env<'e>,
    /// The declarations, by identity.
    pub bindings: BTreeMap<&'n str, Binding>,
    /// The declarations about which an error was reported: uses of them are no errors of their own.
    pub lost: BTreeSet<&'n str>,
    /// The statements of the current block so far.
    pub out: Vec<Stmt>,
    /// The functions whose bodies are being put in place of calls, the innermost last.
    pub calls: Vec<&'n str>,
    /// The loops and `switch`es around the current statement, the innermost last.
    pub around: Vec<Around>,
    /// The variables that are unions, by identity.
    pub unions: BTreeMap<&'n str, Union>,
    /// The variables and parameters whose values are functions or lambdas, by identity.
    pub callables: BTreeMap<&'n str, Callable<'n>>,
    /// The variables in whose place copies stand while lambdas that have captured the copies are executed.
    pub copied: Vec<&'n str>,
    /// The labels to which `goto` may lead here, by identity, the innermost last.
    pub jumps: Vec<(String, LabelId)>,
    /// The place for the result of the function whose body is lowered.
    pub result: Option<Place>,
    /// The variable for the pointer that the function returns, and the pointer once its only `return` was lowered.
    pub pointer: Option<(VarId, Option<Value>)>,
    /// A variable that each `return` of that function writes, if its result does not show whether one was reached.
    pub reached: Option<VarId>,
    /// If that function returns a place, how many blocks lie around its call.
    pub returns_place: Option<usize>,
    /// For each block that has begun and not ended, how many private variables were declared in front of it.
    pub blocks: Vec<usize>,
    /// The private variables that the code declares as constants.
    pub constants: BTreeSet<VarId>,
    /// The arrays in local memory.
    pub local: BTreeSet<Heap>,
    /// The parameters of functions that are references to values, which exist until the expression with the call ends.
    pub temporaries: BTreeSet<VarId>,
    /// The lengths and the elements of arrays that are constants, in row-major order.
    pub initial: BTreeMap<Heap, (Vec<usize>, Vec<Expr>)>,
    /// The arrays that the code reads through the cache of constant data, each with the place of a read.
    pub cached: Vec<(Heap, Span)>,
    /// The arrays of parameters that may be null, each with the constant that says it, and with its length.
    pub nulls: Vec<(Heap, ScalarId, Expr)>,
    /// Whether the code so far has declared a pointer that is null until it gets an array.
    pub has_null_variable: bool,
    /// The object of the member function whose body is lowered.
    pub this: Option<Place>,
    /// The type of that object.
    pub this_type: Option<CType>,
    /// The number of dimensions that the code of the kernel names.
    pub dims: ir::Dims,
    /// A place where threads are counted in these dimensions.
    pub counted: Option<Span>,
    /// The variables that are used as masks of warps, each with the function and the place.
    pub masks: Vec<(VarId, String, Span)>,
    /// The abstract functions that the kernel needs, and the number of the first one among those of the program.
    pub functions: Vec<ir::Function>,
    /// The number of functions of the program in front of them.
    pub first_function: usize,
    /// Those that have the contract of a function of the program.
    pub like: BTreeMap<usize, FnId>,
    /// The annotations that are written as calls.
    pub called: Called<'n>,
    /// The accesses that annotations mention.
    pub logged: Logged,
    /// The number of calls that were replaced.
    pub replaced: usize,
    /// Whether `volatile` names may be those of flags, because the kernel has fences, or atomic steps of CUDA.
    pub flags: bool,
    /// How deeply expressions and statements nest around the current one.
    pub depth: usize,
    /// A statement that was not lowered. If no error is reported either, something is wrong in Sepal.
    pub dropped: Option<Span>,
    /// The asynchronous copies.
    pub copies: Copies,
    /// The place of the innermost node in the file.
    pub span: Span,
}

impl Lower<'_, '_, '_> {
    /// The builders for the place of a node.
    pub fn at(&self, node: &Node) -> At {
        At::new(node.at.unwrap_or(self.span))
    }

    /// Runs `inside` for a node, whose place is that of its parts in other files.
    pub fn within<T>(&mut self, node: &Node, inside: impl FnOnce(&mut Self) -> T) -> T {
        let here = node.at.unwrap_or(self.span);
        let before = std::mem::replace(&mut self.span, here);
        let out = inside(self);
        self.span = before;
        out
    }

    /// Runs `inside` for a part of the current expression or statement, unless the parts nest too deeply.
    pub fn nested<T>(&mut self, node: &Node, inside: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEPTH {
            let what = format!("expressions or statements that nest more than {DEPTH} levels deep");
            return self.cannot(node, &what, "split them");
        }
        self.depth += 1;
        let out = self.within(node, inside);
        self.depth -= 1;
        out
    }

    /// Records a statement that was not lowered, if `done` is nothing.
    pub fn records<T>(&mut self, node: &Node, done: Option<T>) {
        if done.is_none() {
            self.dropped = self.dropped.or(Some(node.at.unwrap_or(self.span)));
        }
    }

    /// Reports a construct that Sepal does not read.
    pub fn unsupported(&mut self, span: Span, what: &str, help: &str) {
        let error = Diagnostic::new("c.unsupported", span, format!("Sepal does not read {what} yet"));
        self.env.diagnostics.push(error.label("not supported").help(help));
    }

    /// Reports a construct that Sepal does not read, and gives nothing.
    pub fn cannot<T>(&mut self, node: &Node, what: &str, help: &str) -> Option<T> {
        let span = node.at.unwrap_or(self.span);
        self.unsupported(span, what, help);
        None
    }

    /// Runs `inside`, and returns the statements that it makes.
    pub fn collected<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stmt>) {
        let before = std::mem::take(&mut self.out);
        let value = inside(self);
        (value, std::mem::replace(&mut self.out, before))
    }

    /// A private variable without name in the program.
    pub fn temporary(&mut self, name: &str, ty: Type) -> ir::VarId {
        let decl = ir::build::At::new(self.span).scalar(name, ty);
        self.env.hidden(decl)
    }
}

/// The name of a kind of node as words: `InitListExpr` becomes `init list expr`.
pub fn words(kind: &str) -> String {
    let mut out = String::new();
    for c in kind.chars() {
        if c.is_uppercase() && !out.is_empty() && !out.ends_with(|last: char| last.is_uppercase()) {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    out
}
