//! The items of a program: kernels, functions, procedures, and their declarations.

use crate::{
    ArrayId, Block, ClassId, Clause, Contract, DataType, Depth, Dims, Exact, Expansion, Expr, FieldId, FnId, ItemId,
    KernelId, LabelId, Line, Node, NodeId, Origin, Platform, ProcId, Space, Span, Team, Type, Unchecked, VarId,
};

/// A name where it is declared.
#[derive(Clone, Debug)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// The identity of this part of the program, and its place in the source.
    pub node: Node,
}

/// The language in which a program is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// PVL.
    #[default]
    Pvl,
    /// OpenCL C.
    OpenCl,
    /// CUDA C++.
    Cuda,
}

/// All items of one file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The language of the file. Only reports use it.
    pub language: Language,
    /// The text of the file, into which spans point; [`crate::parts`] says where the texts of included files are.
    pub text: std::sync::Arc<str>,
    /// The uses of declarations that were expanded; [`crate::ExpansionId`] is an index into this list. Only reports use
    /// it.
    pub expansions: Vec<Expansion>,
    /// Whether a person says that the code is compiled such that signed integers wrap around. Only reports use it: the
    /// operations of the code say what they do.
    pub wraps: bool,
    /// What a person asks not to be checked.
    pub unchecked: Unchecked,
    /// What the file takes for granted of the machine and the compiler. Only reports use it.
    pub platform: Platform,
    /// The kernels whose contracts are inferred.
    pub inferred: std::collections::BTreeMap<KernelId, Inferred>,
    /// The texts of parts that no file has: those of inferred clauses. Only reports use them.
    pub texts: std::collections::BTreeMap<NodeId, String>,
    /// Pure functions, those of kernels included ([`Function::kernel`]).
    pub functions: Vec<Function>,
    /// Procedures, those of kernels included ([`Procedure::kernel`]), in the order of the file.
    pub procedures: Vec<Procedure>,
    /// Kernels, in the order of the file.
    pub kernels: Vec<Kernel>,
    /// Classes, in the order of the file.
    pub classes: Vec<Class>,
    /// The fields of all classes.
    pub fields: Vec<Field>,
    /// The calls of procedures with a barrier, whose code stands in the kernels instead. Only reports use this list.
    pub inlined: Vec<Inlined>,
}

/// What was inferred of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Inferred {
    /// Why there are not permissions for all accesses, if so: a place, and what stands there.
    pub missing: Option<(Span, &'static str)>,
    /// Each inferred clause, with the accesses of the code that it permits.
    pub permitted: Vec<(Node, Vec<Node>)>,
}

/// A class: a type of objects with the same fields. Its methods are procedures of the top level, whose first parameter
/// is the object.
#[derive(Clone, Debug)]
pub struct Class {
    /// Name of the class.
    pub name: Ident,
    /// The identity of the class, and the place of the whole item in the source.
    pub node: Node,
}

/// A field of the objects of a class.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name of the field.
    pub name: Ident,
    /// The class.
    pub class: ClassId,
    /// Type of the value: a scalar or a reference.
    pub ty: Type,
    /// What the field stands for, if no code can name it.
    pub token: Option<Token>,
}

/// What the whole permission of a field without name means; see [`crate::Synchronise`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// `held(o)`: the lock of the object is taken, and the thread that took the lock has this token.
    Lock,
    /// `idle(o)` if the value of the field is false, `running(o)` if it is true.
    Thread,
}

/// A call in a kernel that was replaced by the code of the procedure.
#[derive(Clone, Debug)]
pub struct Inlined {
    /// The kernel.
    pub kernel: KernelId,
    /// The name of the procedure.
    pub procedure: String,
    /// The label at the start of the code, in front of the assertion of the precondition.
    pub start: LabelId,
    /// Whether the precondition is asserted, and whether the postcondition is, at the end of the block with the label.
    pub asserts: (bool, bool),
}

impl Program {
    /// A kernel by its identity.
    pub fn kernel(&self, id: KernelId) -> Option<&Kernel> {
        self.kernels.get(id.0 as usize)
    }

    /// The kernel that an item is, or that it belongs to.
    pub fn kernel_of(&self, item: ItemId) -> Option<&Kernel> {
        let of = match item {
            ItemId::Kernel(id) => Some(id),
            ItemId::Function(id) => self.function(id)?.kernel,
            ItemId::Procedure(id) => self.procedure(id)?.kernel,
        };
        self.kernel(of?)
    }

    /// Whether an item is a kernel whose contract is inferred.
    pub fn is_inferred(&self, item: ItemId) -> bool {
        matches!(item, ItemId::Kernel(id) if self.inferred.contains_key(&id))
    }

    /// A field by its identity.
    pub fn field(&self, id: FieldId) -> Option<&Field> {
        self.fields.get(id.0 as usize)
    }

    /// The fields of the objects of a class.
    pub fn fields_of(&self, class: ClassId) -> impl Iterator<Item = (FieldId, &Field)> {
        (0u32..).map(FieldId).zip(&self.fields).filter(move |(_, field)| field.class == class)
    }

    /// A function by its identity.
    pub fn function(&self, id: FnId) -> Option<&Function> {
        self.functions.get(id.0 as usize)
    }

    /// A procedure by its identity.
    pub fn procedure(&self, id: ProcId) -> Option<&Procedure> {
        self.procedures.get(id.0 as usize)
    }

    /// The line on which a place starts; for a part of an expansion, that of the outermost use.
    pub fn line(&self, place: impl Into<Span>) -> Line {
        Line::of(&self.text, self.used_at(place.into()).start as usize)
    }
}

/// `global T[e]… a;` or `local T[e]… a;`.
#[derive(Clone, Debug)]
pub struct ArrayDecl {
    /// Name of the array.
    pub name: Ident,
    /// The memory that contains the array.
    pub space: Space,
    /// Type of an element: `Int`, `Machine`, `Bool` or `Float`.
    pub elem: Type,
    /// One length per dimension, of type `Int`. The expressions mention only scalars and sizes of the launch.
    pub dims: Vec<Expr>,
    /// The elements of a constant in row-major order, as literals. It is empty for an array that may hold anything
    /// before the kernel.
    pub initial: Vec<Expr>,
    /// The identity of the declaration, and its place in the source.
    pub node: Node,
}

/// `global int n;`: a constant of the launch.
#[derive(Clone, Debug)]
pub struct ScalarDecl {
    /// Name of the constant.
    pub name: Ident,
    /// Type of the constant: `Int`, `Machine`, `Bool` or `Float`.
    pub ty: Type,
}

/// A private variable, a parameter, a bound variable, or a private array of a thread.
#[derive(Clone, Debug)]
pub struct VarDecl {
    /// Name as written.
    pub name: Ident,
    /// Type of the variable, or of the elements of the array.
    pub ty: Type,
    /// For an array, one length per dimension, of type `Int`. The expressions mention only scalars and sizes of the
    /// launch; those of a procedure of the top level mention only its parameters. Empty for other variables.
    pub dims: Vec<Expr>,
    /// Whether the array is in the memory of the device, so that host code can only copy it and launch kernels on it.
    /// Only arrays of procedures of the top level can be.
    pub device: bool,
}

/// A kernel: code that the threads of a launch execute, with contracts for the launch, for groups and for threads (CARP
/// D6.2, section 5.1.2).
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Name of the kernel.
    pub name: Ident,
    /// Arrays in global and local memory.
    pub arrays: Vec<ArrayDecl>,
    /// Scalar constants of the launch.
    pub scalars: Vec<ScalarDecl>,
    /// Every private and bound variable of the kernel, its contracts included.
    pub vars: Vec<VarDecl>,
    /// Every label of its code. The name is the written one, or that of the exit that leaves for the label: `break`,
    /// `continue` or `return`.
    pub labels: Vec<Ident>,
    /// The contract of the launch as a whole: `kernel requires/ensures/context`.
    pub contract: Contract,
    /// The invariants that members at a depth share: the threads of the launch, or those of each group. Each has a
    /// label of its own.
    pub invariants: Vec<SharedInvariant>,
    /// The teams, from the outside: the groups of the launch, with the contract `group requires/ensures/context`, and
    /// the threads of a group, with the contract of `main`.
    pub teams: Vec<Team>,
    /// Type of launch variables, `Int` or `Machine`. The kernel may only be launched with sizes that are values of it.
    pub launch: Type,
    /// Body of `main`.
    pub body: Block,
    /// The identity of the kernel, and the place of the whole item in the source.
    pub node: Node,
}

/// `kernel invariant inv(R);` or `group invariant inv(R);`: from the start of the launch (of the group) to its end, its
/// threads share the permissions of `R`, and only atomic steps that open the invariant have them. `\old` in `R` means
/// the values at the start.
#[derive(Clone, Debug)]
pub struct SharedInvariant {
    /// The label that names the invariant, among [`Kernel::labels`].
    pub label: LabelId,
    /// The depth of the members that share it: all threads of the launch, or of one group. Each such member has its own
    /// permissions of `R`.
    pub depth: Depth,
    /// The parts of `R`, which mention neither private variables nor positions of threads.
    pub clauses: Vec<Clause>,
    /// The identity of the declaration, and its place in the source.
    pub node: Node,
}

impl Kernel {
    /// The invariants that members at a depth share.
    pub fn shared_at(&self, depth: Depth) -> impl Iterator<Item = &SharedInvariant> {
        self.invariants.iter().filter(move |invariant| invariant.depth == depth)
    }

    /// The contract of the launch (at depth 0) or of each member of a team. For depths beyond the innermost team, that
    /// of the innermost team.
    pub fn contract_at(&self, depth: Depth) -> &Contract {
        self.teams.iter().take(depth.0).next_back().map_or(&self.contract, |team| &team.contract)
    }

    /// The contract of each thread.
    pub fn of_thread(&self) -> &Contract {
        self.contract_at(self.innermost())
    }

    /// The depth of the threads, which are the members of the innermost team.
    pub fn innermost(&self) -> Depth {
        Depth(self.teams.len())
    }

    /// All contracts with their depths, that of the launch first.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = (Depth, &Contract)> {
        (0..=self.teams.len()).map(|d| (Depth(d), self.contract_at(Depth(d))))
    }

    /// All contracts, that of the launch first.
    pub fn contracts(&self) -> impl DoubleEndedIterator<Item = &Contract> {
        self.levels().map(|(_, contract)| contract)
    }

    /// The dimensions in which threads are numbered.
    pub fn dims(&self) -> Dims {
        self.teams.last().and_then(|threads| threads.axes.last()).map_or(Dims::One, |last| Dims::up_to(*last))
    }

    /// Whether the launch may have several groups. If not, the text mentions none of `gid`, `lid`, `ngroups` and
    /// `tcount`, in any dimension.
    pub fn mentions_groups(&self) -> bool {
        self.teams.len() > 1 && self.teams.first().is_some_and(|groups| !groups.axes.is_empty())
    }

    /// Gives each group a copy of global memory, so that it is looked at as if it were alone.
    pub fn separate_groups(&mut self) {
        let all = (0..).map(ArrayId).zip(&self.arrays);
        let global: Vec<ArrayId> = all.filter(|(_, a)| a.space == Space::Global).map(|(id, _)| id).collect();
        if let Some(groups) = self.teams.first_mut() {
            groups.memory.extend(global);
        }
    }

    /// The depth of the members that own an array: each member at that depth has its own copy. The launch owns global
    /// memory.
    pub fn depth_of(&self, array: ArrayId) -> Depth {
        let owner = self.teams.iter().position(|team| team.memory.contains(&array));
        owner.map_or(Depth::LAUNCH, |n| Depth(n + 1))
    }
}

/// A `pure` function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name of the function.
    pub name: Ident,
    /// Whether only `reveal` shows the body: other calls are known by the contract alone.
    pub opaque: bool,
    /// Who declares the function.
    pub origin: Origin,
    /// How a run computes the value, if the function has no body and IEEE 754 defines the value.
    pub exact: Option<Exact>,
    /// The abstract data type that declares the function. Its `ensures` are the axioms of the type, and it has no
    /// body. `None` for other functions.
    pub data: Option<DataType>,
    /// The kernel whose memory and scalars the function may read; `None` at top level.
    pub kernel: Option<KernelId>,
    /// Parameters first (`params` of them), then variables bound in contract and body.
    pub vars: Vec<VarDecl>,
    /// How many of `vars` are parameters.
    pub params: usize,
    /// Type of the result.
    pub ret: Type,
    /// The contract. `requires` may contain permissions; `ensures` is pure and may use `\result`.
    pub contract: Contract,
    /// The measure: the integers of `decreases`, which are compared from the first on. Empty if none is written.
    pub decreases: Vec<Expr>,
    /// The body. A function without body is abstract: its contract is an assumption of every proof that uses it.
    pub body: Option<Expr>,
    /// The identity of the function, and the place of the whole item in the source.
    pub node: Node,
}

impl Function {
    /// Whether it is a method: then its first parameter is an object, and not `null`.
    pub fn is_method(&self) -> bool {
        self.contract.receiver().is_some()
    }
}

/// A procedure: code with a contract. It is verified once, and callers use only its contract.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Name of the procedure.
    pub name: Ident,
    /// The kernel whose memory, scalars and launch variables the procedure may mention; `None` at top level.
    pub kernel: Option<KernelId>,
    /// Parameters first (`params` of them), then every other private and bound variable.
    pub vars: Vec<VarDecl>,
    /// How many of `vars` are parameters. No statement assigns parameters, so they always have the values of the
    /// arguments.
    pub params: usize,
    /// Every label of its code, as in [`Kernel::labels`].
    pub labels: Vec<Ident>,
    /// Its streams and events.
    pub points: Vec<Ident>,
    /// The variables that have the results at the end. If the procedure has a value, `\result` in `ensures` is the
    /// first of them. The others are ghost results: `yields`.
    pub results: Vec<VarId>,
    /// The contract. Its permissions are those of one thread.
    pub contract: Contract,
    /// The measure: the integers of `decreases`, which are compared from the first on. Empty if none is written.
    pub decreases: Vec<Expr>,
    /// The code. A procedure without code is abstract: its contract is an assumption of every proof that uses it.
    pub body: Option<Block>,
    /// The identity of the procedure, and the place of the whole item in the source.
    pub node: Node,
}
