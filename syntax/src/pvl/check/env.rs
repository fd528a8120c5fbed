//! The environment in which one item is checked.
//!
//! In: the signatures of the file, and the memory of the kernel. Out: variables and diagnostics, which are collected
//! while the item is checked.

use super::around::{Around, GhostArguments, Sharing};
use super::declared::Resources;
use super::home::Role;
use super::labels::Exits;
use super::mentions::Mentions;
use super::points::Points;
use super::silent::Noise;
use crate::pvl::type_name::FracKind;
use ir::diagnostic::Diagnostic;
use ir::{
    ClassId, Clause, ClauseKind, Dims, Enumeration, Expr, ExprKind, FieldId, Ident, KernelId, Origin, ProcId,
    ScalarDecl, Space, Span, Token, Type, VarDecl, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// The position of an expression in its item, which decides what the expression may mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprContext {
    /// In the code of `main`.
    Code,
    /// In `assert`, `assume`, a loop invariant or the contract of a barrier.
    Assertion,
    /// In the contract of `main`.
    Thread,
    /// In a `group` clause.
    Group,
    /// In a `kernel` clause.
    Kernel,
    /// In the length of an array.
    Length,
    /// In `requires` of a function.
    Requires,
    /// In `ensures`, `context` or `decreases` of a function.
    Ensures,
    /// In the body of a function.
    Body,
}

/// An array, by its name.
#[derive(Clone, Debug)]
pub struct ArraySignature {
    /// Its name.
    pub name: Ident,
    /// Memory that the array is in.
    pub space: Space,
    /// Type of an element.
    pub elem: Type,
    /// Number of dimensions.
    pub dims: usize,
}

/// The memory of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Arrays in the order of the text.
    pub arrays: Vec<ArraySignature>,
    /// Scalars in the order of the text.
    pub scalars: Vec<ScalarDecl>,
}

/// A field of a class.
#[derive(Clone, Debug)]
pub struct FieldSignature {
    /// Its identity.
    pub id: FieldId,
    /// Its name.
    pub name: Ident,
    /// Type of its values.
    pub ty: Type,
}

/// The parts of a class that other code depends on.
#[derive(Clone, Debug)]
pub struct ClassSignature {
    /// Its name.
    pub name: Ident,
    /// Its fields, in the order of the text.
    pub fields: Vec<FieldSignature>,
    /// The fields that no code can name: what each stands for, its identity and its name.
    pub tokens: Vec<(Token, FieldId, Ident)>,
    /// Its constructor, if one is written.
    pub constructor: Option<ProcId>,
}

/// An enumeration that the file declares, with the place of its name.
pub type EnumSignature = (&'static Enumeration, Span);

/// The types of a function.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Its name.
    pub name: Ident,
    /// The kernel that declares it; `None` at the top level.
    pub kernel: Option<KernelId>,
    /// The class that declares it, if one does.
    pub class: Option<(ClassId, Role)>,
    /// Who declares it.
    pub origin: Origin,
    /// Types of its parameters, without `this`.
    pub params: Vec<Type>,
    /// Type of its result.
    pub ret: Type,
}

/// The types of a procedure.
#[derive(Clone, Debug)]
pub struct ProcedureSignature {
    /// Its name.
    pub name: Ident,
    /// The kernel that declares it; `None` at the top level.
    pub kernel: Option<KernelId>,
    /// The class that declares it, if one does.
    pub class: Option<(ClassId, Role)>,
    /// Types of its parameters, without `this`.
    pub params: Vec<Type>,
    /// Type of its result; none for `void`.
    pub ret: Option<Type>,
    /// Its ghost parameters: `given`.
    pub given: Vec<(Ident, Type)>,
    /// Its ghost results: `yields`.
    pub yields: Vec<(Ident, Type)>,
    /// What it does that ghost code cannot do; `None` if ghost code may call it.
    pub noise: Option<Noise>,
}

impl ProcedureSignature {
    /// Whether it is a constructor.
    pub fn is_constructor(&self) -> bool {
        self.class.is_some_and(|(_, role)| role == Role::Constructor)
    }

    /// Type of what a call of it gives: for a constructor, the object.
    pub fn gives(&self) -> Option<Type> {
        match self.class {
            Some((class, Role::Constructor)) => Some(Type::Object(class)),
            _ => self.ret,
        }
    }
}

/// A global scalar or a global array of a kernel, for which a launch has an argument.
#[derive(Clone, Debug)]
pub struct Formal {
    /// Its name.
    pub name: Ident,
    /// Type of the scalar, or of an element.
    pub ty: Type,
    /// Number of dimensions of an array, and 0 for a scalar.
    pub dims: usize,
}

/// The parts of a kernel that a launch depends on.
#[derive(Clone, Debug)]
pub struct KernelSignature {
    /// Its name.
    pub name: Ident,
    /// Its global scalars and arrays, in the order of the text.
    pub formals: Vec<Formal>,
    /// The dimensions in which its threads are numbered.
    pub dims: Dims,
    /// Whether a part of the kernel could not be read. Then members may be missing.
    pub damaged: bool,
}

/// The functions, procedures and resources of a file, and no memory.
pub type Known<'a> = (&'a [Signature], &'a [ProcedureSignature], &'a Resources<'a>, &'a Memory);

/// The environment in which one item is checked.
pub struct Env<'a> {
    /// All functions of the file.
    pub signatures: &'a [Signature],
    /// All procedures of the file.
    pub procedures: &'a [ProcedureSignature],
    /// All resources of the file.
    pub resources: &'a Resources<'a>,
    /// The first expression that has no typed form. If no error is reported either, something is wrong in Sepal.
    pub lost: Option<ir::Span>,
    /// Whether the current expression is in the body of a resource.
    pub in_resource: bool,
    /// How deeply expressions nest in the bodies of resources around the current expression that are put in place of
    /// uses; 0 if there are none.
    pub nested: usize,
    /// The kernels of the file, for procedures of the top level; empty for other items.
    pub kernels: &'a [KernelSignature],
    /// The memory of the kernel; empty at the top level.
    pub memory: &'a Memory,
    /// The memory at the top level: none.
    pub no_memory: &'a Memory,
    /// The kernel that the item is or belongs to.
    pub kernel: Option<KernelId>,
    /// The classes of the file.
    pub classes: &'a [ClassSignature],
    /// The classes and abstract data types of the file as written, in the order of `classes`.
    pub declared: &'a [&'a crate::pvl::ast::Class],
    /// The enumerations of the file.
    pub enums: &'a [EnumSignature],
    /// The class that the item belongs to, if it belongs to one.
    pub class: Option<(ClassId, Role)>,
    /// Who declares the item.
    pub origin: Origin,
    /// Names in parts of the file that could not be read. They are not reported as unknown.
    pub poisoned: &'a BTreeSet<String>,
    /// Private variables of the kernel's code, which its contracts must not mention.
    pub private: BTreeSet<String>,
    /// All variables of the item declared so far.
    pub vars: Vec<VarDecl>,
    /// The variables that quantifiers bind.
    pub bound: BTreeSet<VarId>,
    /// The visible variables, the innermost last.
    pub scope: Vec<(String, VarId)>,
    /// In a procedure of the top level: the variables that stand for a parameter, each with that parameter.
    pub parameters: Vec<(VarId, VarId)>,
    /// The variables that only ghost code declares.
    pub ghosts: BTreeSet<VarId>,
    /// The variables that hold fractions, with their ranges.
    pub fractions: BTreeMap<VarId, FracKind>,
    /// Whether the current statement is ghost code.
    pub in_ghost: bool,
    /// The ghost parameters and results of the procedure, and which of them are results.
    pub ghost_roles: Vec<(String, bool)>,
    /// The ghost results of the procedure.
    pub ghost_results: Vec<VarId>,
    /// The ghost results of the procedure, while a clause is checked that holds before they have values.
    pub no_results: BTreeSet<VarId>,
    /// The ghost arguments of the current statement, until the call that they belong to is checked.
    pub ghost_arguments: Option<GhostArguments>,
    /// Declarations of variables without names that the current statement needs in front of it.
    pub in_front: Vec<ir::Stmt>,
    /// Whether the current expression is in an invariant that the threads of a kernel share.
    pub in_invariant: bool,
    /// Whether the current statement is inside of an `atomic`.
    pub in_atomic: bool,
    /// The parallel blocks around the current statement, the innermost last.
    pub pars: Vec<Around>,
    /// The shared invariants around the current statement, the innermost last.
    pub shared: Vec<Sharing>,
    /// The invariants that each loop has besides its own ones: those of `context_everywhere`.
    pub everywhere: Vec<Clause>,
    /// The type that `int` is in the code: `Int`, or a machine type.
    pub int: Type,
    /// The position of the current expression in the item.
    pub context: ExprContext,
    /// The kind of the clause that the current expression stands in; `None` outside of clauses.
    pub clause: Option<ClauseKind>,
    /// Whether the current expression is an operand of an operation that names a machine type itself, such as
    /// `\wrap(u32, e)`. Then operations inside of it are those of mathematical integers.
    pub unbounded: bool,
    /// The meaning of `\result`, where it may be used.
    pub result: Option<(ExprKind, Type)>,
    /// The name of the procedure without result whose `ensures` is being checked.
    pub void: Option<String>,
    /// The labels that `break`, `continue` and `return` lead to, and the written labels that are visible.
    pub exits: Exits,
    /// The streams and events.
    pub points: Points,
    /// The triggers of the quantifiers around the current expression, the innermost last.
    pub triggers: Vec<Vec<Vec<Expr>>>,
    /// The launch variables that the text mentions.
    pub mentions: Mentions,
    /// Unknown names that were reported already.
    pub reported: BTreeSet<String>,
    /// The diagnostics found so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Env<'a> {
    /// The environment of an item of a kernel, or of the top level.
    pub fn new(
        (signatures, procedures, resources, no_memory): Known<'a>,
        memory: &'a Memory,
        kernel: Option<KernelId>,
        (poisoned, int): (&'a BTreeSet<String>, Type),
    ) -> Self {
        Self {
            signatures,
            procedures,
            resources,
            lost: None,
            in_resource: false,
            nested: 0,
            kernels: &[],
            memory,
            no_memory,
            kernel,
            classes: &[],
            declared: &[],
            enums: &[],
            class: None,
            origin: Origin::File,
            poisoned,
            private: BTreeSet::new(),
            bound: BTreeSet::new(),
            vars: Vec::new(),
            scope: Vec::new(),
            parameters: Vec::new(),
            ghosts: BTreeSet::new(),
            fractions: BTreeMap::new(),
            ghost_roles: Vec::new(),
            ghost_results: Vec::new(),
            no_results: BTreeSet::new(),
            ghost_arguments: None,
            in_front: Vec::new(),
            in_ghost: false,
            in_invariant: false,
            in_atomic: false,
            pars: Vec::new(),
            shared: Vec::new(),
            everywhere: Vec::new(),
            int,
            context: ExprContext::Code,
            clause: None,
            unbounded: false,
            result: None,
            void: None,
            exits: Exits::default(),
            points: Points::default(),
            triggers: Vec::new(),
            mentions: Mentions::default(),
            reported: BTreeSet::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Runs `inside` for an expression at another position.
    pub fn at<T>(&mut self, context: ExprContext, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.context, context);
        let out = inside(self);
        self.context = before;
        out
    }

    /// Runs `inside` in a new scope for variables.
    pub fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let (depth, labels, points) = (self.scope.len(), self.exits.visible(), self.points.visible());
        let out = inside(self);
        self.points.hide(points);
        self.scope.truncate(depth);
        self.exits.hide(labels);
        out
    }
}

/// What an unknown name should be the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A variable, a scalar, an array or a launch variable.
    Value,
    /// An array.
    Array,
    /// A pure function.
    Function,
    /// A procedure.
    Procedure,
    /// A class.
    Class,
    /// A resource.
    Resource,
}

impl Named {
    /// The word for it in a sentence.
    pub fn word(self) -> &'static str {
        match self {
            Self::Value => "name",
            Self::Array => "array",
            Self::Function => "function",
            Self::Procedure => "procedure",
            Self::Class => "class",
            Self::Resource => "resource",
        }
    }
}
