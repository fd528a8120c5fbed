//! Inference: contracts for kernels that have none.
//!
//! In: a typed program. Out: the program in which each kernel of OpenCL or CUDA without permissions has clauses that
//! say what its threads access, and what a launch must satisfy so that all of it exists. The clauses are proposals of
//! [`ir::By::Inferred`]: all of them are proved like clauses that a person wrote, so a wrong one proves nothing.
//!
//! ```text
//! code ──walk──▶ accesses of the segments between barriers ──paths, footprint──▶ locations ──contracts──▶ clauses
//! ```

mod accesses;
mod bounds;
mod conditions;
mod contracts;
mod data;
mod decides;
mod each_thread;
mod element;
mod facts;
mod fixed;
mod footprint;
mod guards;
mod key;
mod loops;
mod memory;
mod one_group;
mod origins;
mod outcomes;
mod overlaps;
mod paths;
mod point;
mod poly;
mod print;
mod quotients;
mod reach;
mod sample;
mod samples;
mod state;
mod strides;
mod trivial;
mod value;
mod walk;

use ir::{By, Clause, Expr, Inferred, Kernel, KernelId, Language, NodeId, Program};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The program with contracts.
pub fn with_contracts(program: &Program) -> Cow<'_, Program> {
    if program.language == Language::Pvl || !program.kernels.iter().any(Kernel::is_silent) {
        return Cow::Borrowed(program);
    }
    let (mut out, mut origins) = (program.clone(), BTreeMap::new());
    for (id, kernel) in (0u32..).map(KernelId).zip(&mut out.kernels).filter(|(_, kernel)| kernel.is_silent()) {
        let missing = match contracts::proposal(program, kernel) {
            // There is nothing to infer.
            Ok(None) => continue,
            Ok(Some(proposal)) => {
                *kernel = proposal.kernel;
                let _ = origins.insert(id, proposal.origins);
                proposal.missing
            }
            Err(failure) => Some(failure),
        };
        let _ = out.inferred.insert(id, Inferred { missing, permitted: Vec::new() });
    }
    out.number();
    for (id, origins) in origins {
        let (Some(before), Some(after)) = (program.kernel(id), out.kernel(id)) else { continue };
        let permitted = origins::permitted(before, after, origins);
        if let Some(inferred) = out.inferred.get_mut(&id) {
            inferred.permitted = permitted;
        }
    }
    out.texts = texts(&out);
    Cow::Owned(out)
}

/// The texts of the parts of inferred clauses.
fn texts(program: &Program) -> BTreeMap<NodeId, String> {
    let mut out = BTreeMap::new();
    for kernel in &program.kernels {
        let mut add = |clause: &Clause| {
            if clause.by == By::Inferred {
                let _ = out.insert(clause.node.id, print::text(kernel, &clause.expr));
                clause.expr.each(&mut |e: &Expr| {
                    let _ = out.insert(e.node.id, print::text(kernel, e));
                    if let Some(place) = e.place() {
                        let _ = out.insert(place.node.id, print::place_text(kernel, place));
                    }
                });
            }
        };
        kernel.contracts().flat_map(|contract| &contract.clauses).for_each(&mut add);
        kernel.body.each(&mut |stmt| stmt.clauses().iter().for_each(&mut add));
    }
    out
}
