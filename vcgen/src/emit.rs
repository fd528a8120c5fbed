//! An obligation as a file for other solvers, and what its verdict claims about that file.
//!
//! In: an obligation, its verdict, and what the solver proved it from. Out: an [`Smt2`]: ground facts and universals,
//! the negated goal among them.

use logic::obligation::{Definition, Mode, Obligation};

use crate::outcome::{FileClaim, Smt2, Verdict};
use crate::query::{self, Universal};
use crate::solver::{self, Header};
use crate::solving::{Floats, Query};

/// The facts from which the solver proved an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvedFrom {
    /// The ground facts, with lemmas about operations on bits. The field says how the solver treated floats.
    Facts(Floats),
    /// The ground facts, translated to bit vectors.
    Bits,
}

/// The SMT-LIB file of an obligation; `None` if the obligation has values of a sort that no solver has. If the solver
/// proved the obligation, the file contains the facts of that proof, `proved_from`.
pub fn smt2(
    obligation: &Obligation,
    definitions: &[Definition],
    verdict: Verdict,
    proved_from: Option<ProvedFrom>,
) -> Option<Smt2> {
    let ground = query::ground(obligation, definitions);
    let bits = query::bits::needs_bits(&ground.facts);
    let mut q = match proved_from {
        Some(ProvedFrom::Bits) => query::bits::vectors(&ground.facts)?.query(),
        Some(ProvedFrom::Facts(_)) | None => {
            let mut facts = ground.facts;
            facts.extend(query::bits::lemmas(&facts));
            let mut q = Query::satisfiable(facts);
            q.hyps.extend(ground.universals.iter().map(Universal::term));
            q
        }
    };
    if q.unknown_sort().is_some() {
        return None;
    }
    if let Some(ProvedFrom::Facts(floats)) = proved_from {
        q.floats = floats;
    }
    let gaps = proved_from.is_none() && (ground.cut || bits || q.abstracts_floats());
    let claim = claim(obligation.mode, verdict, gaps);
    let code = obligation.code.to_string();
    let header = Header { name: obligation.name.clone(), code, span: obligation.node.span, claim };
    Some(Smt2 { text: solver::write_smtlib(&q, &header), claim })
}

fn claim(mode: Mode, verdict: Verdict, gaps: bool) -> FileClaim {
    match (mode, verdict) {
        (Mode::Unsupported, _) | (_, Verdict::Unknown) => FileClaim::Nothing,
        (Mode::Satisfiable, Verdict::Proved) => FileClaim::Satisfiable,
        (Mode::Satisfiable, Verdict::Refuted) if gaps => FileClaim::UnsatisfiableButForGaps,
        (Mode::Satisfiable, Verdict::Refuted) => FileClaim::Unsatisfiable,
        (Mode::Prove | Mode::Lemma, Verdict::Proved) if gaps => FileClaim::UnsatisfiableButForGaps,
        (Mode::Prove | Mode::Lemma, Verdict::Proved) => FileClaim::Unsatisfiable,
        (Mode::Prove | Mode::Lemma, Verdict::Refuted) => FileClaim::Satisfiable,
        (Mode::Refute, Verdict::Proved) => FileClaim::Satisfiable,
        (Mode::Refute, Verdict::Refuted) if gaps => FileClaim::UnsatisfiableButForGaps,
        (Mode::Refute, Verdict::Refuted) => FileClaim::Unsatisfiable,
    }
}
