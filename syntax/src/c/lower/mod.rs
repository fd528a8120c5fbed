//! Lowers kernels to the typed program.
//!
//! In: a kernel of a file, with the annotations of the file. Out: an [`ir::Kernel`]. Each conversion that clang has
//! made explicit becomes an operation. A signed operation whose result does not fit is an error, an unsigned one wraps
//! around, and a conversion to an integer type wraps around. Functions that the kernel calls are put in place of the
//! calls. Side effects inside of expressions become statements in front of them.

mod addresses;
mod aggregates;
mod arrays;
mod assembly;
mod assign;
mod async_copies;
mod atomics;
mod attributes;
mod barrier_invariants;
mod bits;
mod builtins;
mod bytes;
mod callable;
mod callables;
mod called;
mod called_values;
mod calls;
mod casts;
mod cells;
mod collectives;
mod components;
mod constants;
mod control;
mod convert;
mod copies;
mod events;
mod expr;
mod frames;
mod gathers;
mod given;
mod groups;
mod halves;
mod host_math;
mod images;
mod initial;
mod integers;
mod jumps;
pub mod launch;
mod lifetimes;
mod logged;
mod loops;
mod memory;
mod methods;
mod mixed;
mod moves;
mod nulls;
mod operators;
mod ordered_atomics;
mod pairwise;
mod parts;
mod pieces;
mod places;
mod reads;
mod recast;
mod references;
mod rounded;
mod several;
mod slices;
mod specified;
mod specs;
mod state;
mod stmts;
mod sums;
mod taken;
mod touched;
mod under_way;
mod unions;
mod vector_calls;
mod vectors;
mod views;
mod volatile;
mod waits;

use super::declared::Specs;
use super::kernels::{body, head, Unit};
use super::tree::Node;
use crate::pvl::ast::{Level, MemberKind};
use crate::pvl::check::env::{Env, ExprContext, Known};
pub use given::unknown_kernels;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{ClauseKind, Contract, Program, Span, Team, Type};
use state::{Lower, LAUNCH};
use std::collections::BTreeSet;

/// Lowers a kernel, and adds it to the program if there are no errors. Returns the errors, and the place of an
/// expression of a specification that has no typed form.
pub fn kernel<'n>(
    unit: &Unit<'n>,
    kernel: &'n Node,
    specs: &Specs,
    (known, poisoned): (Known<'_>, &BTreeSet<String>),
    program: &mut Program,
) -> (Vec<Diagnostic>, Option<Span>) {
    let Some((code, place)) = body(kernel).and_then(|body| Some((body, body.at?))) else {
        let error =
            Diagnostic::new("c.unsupported", kernel.at.unwrap_or_default(), "Sepal does not find this kernel's body");
        return (vec![error.label("lost")], None);
    };
    let dims = groups::dims_named(unit, kernel).max(given::dims(unit.given));
    let mut memory = memory::of_kernel(unit, kernel, dims);
    let (local, mut errors) = (memory.local(), std::mem::take(&mut memory.errors));
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
        unions: std::collections::BTreeMap::new(),
        callables: std::collections::BTreeMap::new(),
        copied: Vec::new(),
        jumps: Vec::new(),
        result: None,
        pointer: None,
        reached: None,
        returns_place: None,
        blocks: Vec::new(),
        constants: BTreeSet::new(),
        initial: std::collections::BTreeMap::new(),
        cached: Vec::new(),
        nulls: memory.nulls,
        has_null_variable: false,
        local,
        temporaries: BTreeSet::new(),
        this: None,
        this_type: None,
        dims,
        counted: None,
        masks: Vec::new(),
        functions: Vec::new(),
        first_function: program.functions.len(),
        like: std::collections::BTreeMap::new(),
        called: taken::Called::default(),
        logged: taken::Logged::default(),
        replaced: 0,
        depth: 0,
        flags: atomics::has_flags(unit, kernel),
        dropped: None,
        copies: under_way::Copies {
            copiers: memory.copiers,
            spaces: memory.arrays.iter().map(|array| array.space).collect(),
            ..under_way::Copies::default()
        },
        span: place,
    };
    lower.env.mentions.groups = true;
    lower.initial_values(&mut memory.arrays);
    code.each(&mut |node| {
        if node.kind == "VarDecl" && !unit.is_local(node) {
            let _ = lower.env.private.insert(node.name.clone());
        }
    });
    let contracts = lower.contracts(place.start);
    lower.env.private.clear();
    let at = At::new(place);
    let of_parameters = lower.given_parameters(kernel, &memory.arrays);
    let [for_kernel, for_thread] = lower.takes(code, true);
    let block = lower.body_of(code, |lower| {
        lower.own_parameters(kernel);
        super::kernels::parameters(kernel).for_each(|parameter| lower.declared_constant(parameter));
    });
    let mut block = at.scope(lower.env.exits.end.take(), block);
    lower.masks_are_full(&block);
    lower.all_waited_for();
    lower.settle_waits(&mut block);
    lower.constants_stay(kernel, &block);
    lower.framed(&mut block);
    block.stmts.extend(lower.asserted_at_end());
    let block = lower.with_notes(block, &memory.arrays, at);
    let spaces: Vec<ir::Space> = memory.arrays.iter().map(|array| array.space).collect();
    let [mut of_kernel, of_group, mut of_thread] = contracts;
    of_kernel.clauses.extend(for_kernel);
    of_thread.clauses.extend(for_thread);
    let dims = given::dims(unit.given).max(attributes::dims(unit.language, kernel));
    lower.env.mentions.dims = lower.env.mentions.dims.max(dims);
    of_kernel.clauses.extend(lower.attributes(kernel));
    of_kernel.clauses.extend(lower.pixels_of_images(kernel));
    of_kernel.clauses.extend(lower.copiers(kernel));
    of_kernel.clauses.extend(lower.null_parameters(kernel));
    of_kernel.clauses.extend(lower.given(kernel, of_parameters));
    lower.env.missing_axes();
    let dims = lower.env.mentions.dims;
    if let Some(span) = lower.counted.filter(|_| dims > lower.dims) {
        let what =
            "the number of a thread in its block, in a kernel whose annotations name more dimensions than its code";
        lower.unsupported(span, what, "name all dimensions of the launch in the code");
    }
    errors.append(&mut lower.env.diagnostics);
    if let Some(span) = lower.dropped.filter(|_| errors.is_empty()) {
        let message = "Sepal lost this statement, and does not say why: this is a mistake in Sepal";
        errors.push(Diagnostic::new("c.unsupported", span, message).label("lost"));
    }
    if !errors.is_empty() {
        return (errors, None);
    }
    specified::with_contracts(&mut lower, program);
    program.functions.append(&mut lower.functions);
    let name = unit.name_of(kernel);
    let same = program.kernels.iter().filter(|known| known.name.name == name).count();
    let name = if same > 0 { format!("{name} ({})", same + 1) } else { name };
    program.kernels.push(ir::Kernel {
        name: At::new(head(kernel)).name(name),
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
                MemberKind::Clause(level, clause) => {
                    let (context, contract) = match level {
                        Level::Kernel => (ExprContext::Kernel, &mut *of_kernel),
                        Level::Group => (ExprContext::Group, &mut *of_group),
                    };
                    contract.clauses.extend(self.clauses_of(std::iter::once(clause), context));
                }
                // The parser of contracts reads no other members.
                MemberKind::Invariant(..)
                | MemberKind::Memory { .. }
                | MemberKind::Function(_)
                | MemberKind::Procedure(_)
                | MemberKind::Resource(_)
                | MemberKind::Main { .. } => {
                    self.unsupported(member.at.0, "an invariant that threads share", "write the kernel in PVL");
                }
            }
        }
        of_thread.clauses.extend(self.clauses_of(clauses.into_iter(), ExprContext::Thread));
        if self.unit.given.unchecked.all_but_requires {
            out.iter_mut().for_each(only_preconditions);
        }
        out
    }
}

/// Leaves the preconditions of a contract that give no permissions.
fn only_preconditions(contract: &mut Contract) {
    contract.clauses.retain(|clause| {
        matches!(clause.kind, ClauseKind::Requires | ClauseKind::Context) && !clause.gives_permissions()
    });
    contract.clauses.iter_mut().for_each(|clause| clause.kind = ClauseKind::Requires);
}
