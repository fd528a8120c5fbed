//! Lowers kernels to the typed program.
//!
//! In: a kernel of a file, with the annotations of the file. Out: an [`ir::Kernel`]. Each conversion that clang has
//! made explicit becomes an operation. A signed operation whose result does not fit is an error, an unsigned one wraps
//! around, and a conversion to an integer type wraps around. Functions that the kernel calls are put in place of the
//! calls. Side effects inside of expressions become statements in front of them.

mod assign;
mod builtins;
mod calls;
mod control;
mod convert;
mod expr;
mod launch;
mod loops;
mod memory;
mod operators;
mod places;
mod specs;
mod stmts;

use super::declared::Specs;
use super::kernels::{body, head, Unit};
use super::tree::Node;
use super::types::CType;
use crate::pvl::ast::Level;
use crate::pvl::check::env::{Env, ExprContext, Known};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{Contract, Expr, Heap, Program, ScalarId, Span, Stmt, Team, Type, VarId, Width};
use std::collections::{BTreeMap, BTreeSet};

/// The type of launch variables. With 31 bits, no number of a thread and no number of threads wraps around when it is
/// stored in an `int`; a launch with more threads in one dimension is none that Sepal says something about.
const LAUNCH: Width = Width { bits: 32, signed: true };

/// An array, or a part of one that is itself an array.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// The heap of its elements.
    pub heap: Heap,
    /// The type of what each index that is left selects.
    pub element: CType,
    /// The indices that are chosen already.
    pub index: Vec<Expr>,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A scalar.
    Scalar(Expr),
    /// A pointer: to the element of the array with this number, of type `Int`.
    Pointer(Array, Expr),
    /// Nothing: the value of a call of a `void` function.
    Nothing,
}

/// What a declaration declares.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A private variable.
    Variable(VarId, Type),
    /// A constant of the launch.
    Scalar(ScalarId, Type),
    /// An array.
    Array(Array),
    /// A variable with a pointer into an array that is always the same. The private variable has the number of the
    /// element.
    Pointer(Array, VarId),
}

/// The state of lowering a kernel.
pub(super) struct Lower<'u, 'n, 'e> {
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
    pub around: Vec<stmts::Around>,
    /// The variable for the result of the function whose body is lowered.
    pub result: Option<(VarId, Type)>,
    /// The abstract functions that the kernel needs, and the number of the first one among those of the program.
    pub functions: Vec<ir::Function>,
    /// The number of functions of the program in front of them.
    pub first_function: usize,
    /// The number of calls that were replaced.
    pub replaced: usize,
    /// The place of the innermost node in the file.
    pub span: Span,
}

/// Lowers a kernel, and adds it to the program. Returns the errors, and the place of an expression of a specification
/// that has no typed form.
pub fn kernel<'n>(
    unit: &Unit<'n>,
    kernel: &'n Node,
    specs: &Specs,
    (known, poisoned): (Known<'_>, &BTreeSet<String>),
    program: &mut Program,
) -> (Vec<Diagnostic>, Option<Span>) {
    let Some((code, place)) = body(kernel).and_then(|body| Some((body, body.at?))) else { return (Vec::new(), None) };
    let memory = memory::of_kernel(unit, kernel);
    let mut errors = memory.errors;
    let id = ir::KernelId(u32::try_from(program.kernels.len()).unwrap_or(u32::MAX));
    let mut lower = Lower {
        unit,
        specs,
        env: Env::new(known, &memory.signatures, Some(id), (poisoned, Type::Int)),
        bindings: memory.bindings,
        lost: memory.lost,
        out: Vec::new(),
        calls: vec![&kernel.id],
        around: Vec::new(),
        result: None,
        functions: Vec::new(),
        first_function: program.functions.len(),
        replaced: 0,
        span: place,
    };
    lower.env.mentions.groups = true;
    let contracts = lower.contracts(place.start);
    let at = At::new(place);
    let block = lower.body_of(code, |lower| lower.own_parameters(kernel));
    let block = at.scope(lower.env.exits.end.take(), block);
    lower.env.missing_axes();
    for function in unit.reached(kernel) {
        let inside = body(function).and_then(|body| body.at);
        errors.extend(inside.into_iter().flat_map(|inside| specs.left(inside)));
    }
    let spaces: Vec<ir::Space> = memory.arrays.iter().map(|array| array.space).collect();
    let [of_kernel, of_group, of_thread] = contracts;
    let dims = lower.env.mentions.dims;
    program.functions.append(&mut lower.functions);
    program.kernels.push(ir::Kernel {
        name: At::new(head(kernel)).name(kernel.name.as_str()),
        arrays: memory.arrays,
        scalars: memory.signatures.scalars.clone(),
        vars: std::mem::take(&mut lower.env.vars),
        labels: std::mem::take(&mut lower.env.exits.labels),
        contract: of_kernel,
        invariants: Vec::new(),
        teams: Team::of_kernel(dims, true, &spaces, of_group, of_thread),
        launch: Type::Machine(LAUNCH),
        body: block,
        node: head(kernel).into(),
    });
    errors.append(&mut lower.env.diagnostics);
    (errors, lower.env.lost)
}

impl<'n> Lower<'_, 'n, '_> {
    /// The contracts of the kernel whose body starts at an offset: of the launch, of a group, and of a thread.
    fn contracts(&mut self, start: u32) -> [Contract; 3] {
        let (clauses, members) = self.specs.contract(start);
        let mut out = [Contract::default(), Contract::default(), Contract::default()];
        let [of_kernel, of_group, of_thread] = &mut out;
        for member in members {
            match &member.kind {
                crate::pvl::ast::MemberKind::Clause(level, clause) => {
                    let (context, contract) = match level {
                        Level::Kernel => (ExprContext::Kernel, &mut *of_kernel),
                        Level::Group => (ExprContext::Group, &mut *of_group),
                    };
                    contract.clauses.extend(self.clauses_of(std::iter::once(clause), context));
                }
                _ => self.unsupported(member.at.0, "an invariant that threads share", "write it in PVL"),
            }
        }
        of_thread.clauses.extend(self.clauses_of(clauses.into_iter(), ExprContext::Thread));
        out
    }

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
}
