//! The items of a program: kernels, functions, and what they declare.

use crate::{
    ArrayId, Block, Contract, Depth, Dims, Expr, FnId, KernelId, Node, ProcId, Space, Span, Team, Type, VarId,
};

/// A name and where it was written.
#[derive(Clone, Debug)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Its identity, and where it stands.
    pub node: Node,
}

/// All items of one file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The text that the spans speak of, for whoever quotes it.
    pub text: std::sync::Arc<str>,
    /// Where each macro was expanded; [`crate::ExpansionId`] is an index into it.
    pub expansions: Vec<Span>,
    /// Pure functions, those of kernels included ([`Function::kernel`]).
    pub functions: Vec<Function>,
    /// Procedures, those of kernels included ([`Procedure::kernel`]), in the order of the file.
    pub procedures: Vec<Procedure>,
    /// Kernels, in the order of the file.
    pub kernels: Vec<Kernel>,
}

impl Program {
    /// A kernel by its identity.
    pub fn kernel(&self, id: KernelId) -> Option<&Kernel> {
        self.kernels.get(id.0 as usize)
    }

    /// A function by its identity.
    pub fn function(&self, id: FnId) -> Option<&Function> {
        self.functions.get(id.0 as usize)
    }

    /// A procedure by its identity.
    pub fn procedure(&self, id: ProcId) -> Option<&Procedure> {
        self.procedures.get(id.0 as usize)
    }

    /// The text at a place as one line: what the user wrote there, without its line breaks.
    pub fn quote(&self, place: impl Into<Span>) -> String {
        place.into().text(&self.text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The line, counted from 1, on which a place starts.
    pub fn line(&self, place: impl Into<Span>) -> usize {
        let before = self.text.as_bytes().iter().take(place.into().start as usize);
        before.filter(|b| **b == b'\n').count() + 1
    }
}

/// `global T[e]… a;` or `local T[e]… a;`.
#[derive(Clone, Debug)]
pub struct ArrayDecl {
    /// Name of the array.
    pub name: Ident,
    /// Where it lives.
    pub space: Space,
    /// Type of an element: `Int`, `Machine`, `Bool` or `Float`.
    pub elem: Type,
    /// One length per dimension, of type `Int`; reads only scalars and launch variables.
    pub dims: Vec<Expr>,
    /// Its identity, and where it is declared.
    pub node: Node,
}

/// `global int n;`: a constant of the launch.
#[derive(Clone, Debug)]
pub struct ScalarDecl {
    /// Name of the constant.
    pub name: Ident,
    /// `Int`, `Machine`, `Bool` or `Float`.
    pub ty: Type,
}

/// A private variable, parameter or bound variable, or an array of one thread.
#[derive(Clone, Debug)]
pub struct VarDecl {
    /// Name as written.
    pub name: Ident,
    /// Its type; of an array that of an element.
    pub ty: Type,
    /// Of an array one length per dimension, of type `Int`: reads only scalars and the sizes of the launch.
    pub dims: Vec<Expr>,
}

/// A kernel: code that the threads of a launch run, with a contract for each level of them (D6.2 section 5.1.2).
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
    /// Every label of its code: named as written, or after the word that leaves for it (`break`, `continue`, `return`).
    pub labels: Vec<Ident>,
    /// What the launch as a whole requires and ensures: `kernel requires/ensures/context`.
    pub contract: Contract,
    /// The teams, from outside: the groups of the launch (`group requires/ensures/context`), the threads of a group
    /// (the contract of `main`).
    pub teams: Vec<Team>,
    /// Type of launch variables: in each launch of the kernel they have values of it, so that it bounds the launch.
    pub launch: Type,
    /// Body of `main`.
    pub body: Block,
    /// Its identity, and the place of the whole item.
    pub node: Node,
}

impl Kernel {
    /// The contract of the launch (depth 0) or of each member of a team. What lies deeper than the innermost team has
    /// the contract of the innermost.
    pub fn contract_at(&self, depth: Depth) -> &Contract {
        self.teams.iter().take(depth.0).next_back().map_or(&self.contract, |team| &team.contract)
    }

    /// The contract of each thread.
    pub fn of_thread(&self) -> &Contract {
        self.contract_at(self.innermost())
    }

    /// The depth of the threads: nothing runs side by side inside of them.
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

    /// How many dimensions threads are numbered in.
    pub fn dims(&self) -> Dims {
        self.teams.last().and_then(|threads| threads.axes.last()).map_or(Dims::One, |last| Dims::up_to(*last))
    }

    /// Whether the launch may have several groups. If not, the text mentions none of `gid`, `lid`, `ngroups` and
    /// `tcount`, in any dimension.
    pub fn mentions_groups(&self) -> bool {
        self.teams.len() > 1 && self.teams.first().is_some_and(|groups| !groups.axes.is_empty())
    }

    /// The depth of the members with which an array comes to be: each of them has a copy of its own. Global memory is
    /// there for all of the launch.
    pub fn depth_of(&self, array: ArrayId) -> Depth {
        let owner = self.teams.iter().position(|team| team.memory.contains(&array));
        owner.map_or(Depth::LAUNCH, |n| Depth(n + 1))
    }
}

/// A `pure` function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Ident,
    /// The kernel whose memory and scalars it may read; `None` at top level.
    pub kernel: Option<KernelId>,
    /// Parameters first (`params` of them), then variables bound in contract and body.
    pub vars: Vec<VarDecl>,
    /// How many of `vars` are parameters.
    pub params: usize,
    /// Type of the result.
    pub ret: Type,
    /// `requires` may contain permissions; `ensures` is pure and may use [`ExprKind::Result`].
    pub contract: Contract,
    /// The measure of `decreases`, of type `Int`.
    pub decreases: Option<Expr>,
    /// The body; a function without one is abstract, and every proof that uses it says so.
    pub body: Option<Expr>,
    /// Its identity, and the place of the whole item.
    pub node: Node,
}

/// A procedure: code with a contract, verified once, and known to its callers by its contract alone.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: Ident,
    /// The kernel whose memory, scalars and launch it may mention; `None` at top level.
    pub kernel: Option<KernelId>,
    /// Parameters first (`params` of them), then every other private and bound variable.
    pub vars: Vec<VarDecl>,
    /// How many of `vars` are parameters. Nothing assigns them: in all of the procedure they mean what the caller
    /// passed.
    pub params: usize,
    /// Every label of its code, as in [`Kernel::labels`].
    pub labels: Vec<Ident>,
    /// The variable that holds the result at the end, which is what `\result` means in `ensures`.
    pub result: Option<VarId>,
    /// `requires`, `ensures` and `context`; permissions, as a thread holds them.
    pub contract: Contract,
    /// The measure of `decreases`, of type `Int`.
    pub decreases: Option<Expr>,
    /// The code; a procedure without any is abstract, and every proof that uses it says so.
    pub body: Option<Block>,
    /// Its identity, and the place of the whole item.
    pub node: Node,
}
