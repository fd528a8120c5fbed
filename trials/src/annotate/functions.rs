//! Evaluates pure functions at many arguments.
//!
//! In: a program. Out: how many calls had a value that satisfies what the function claims, and the first call that
//! contradicts a claim: a body that is not defined, a measure that does not decrease, a postcondition that is false.

use interp::{call, Value};
use ir::{FnId, Function, Program, Type};

/// Large arguments. Functions of one parameter are evaluated at these and at small arguments.
const FAR: [i64; 4] = [-1000, 17, 40, 48];

/// Most evaluated nodes of one call.
const WORK: u64 = 20_000;

/// The results of calls.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// The number of calls that satisfied all claims.
    pub passed: usize,
    /// A description of the first call that contradicts a claim.
    pub wrong: Option<String>,
}

/// Calls every function of the top level whose parameters are integers.
pub fn calls(program: &Program) -> Calls {
    let mut out = Calls::default();
    for (id, function) in (0..).map(FnId).zip(&program.functions) {
        let ints = function.vars.iter().take(function.params).all(|v| v.ty == Type::Int);
        if !ints || function.kernel.is_some() || function.body.is_none() {
            continue;
        }
        for args in arguments(function) {
            let values = args.iter().map(|arg| Value::from(*arg)).collect();
            let found = call(program, id, values, WORK);
            out.passed += usize::from(found.checks.passed());
            if let Some(finding) = found.checks.findings.first() {
                let name = &function.name.name;
                out.wrong = Some(format!("{name}{args:?}: {} {}", finding.code, finding.message));
                return out;
            }
        }
    }
    out
}

fn arguments(function: &Function) -> Vec<Vec<i64>> {
    match function.params {
        0 => vec![vec![]],
        1 => (-5..=10).chain(FAR).map(|n| vec![n]).collect(),
        n => (-2..=4)
            .flat_map(|a| (-2..=4).map(move |b| vec![a, b]))
            .map(|pair| pair.iter().cycle().take(n).copied().collect())
            .collect(),
    }
}
