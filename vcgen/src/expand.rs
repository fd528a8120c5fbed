//! `--expand`: which part of a failed claim holds and which does not.
//!
//! In: an obligation that is not proved. Out: a tree of the conjuncts of its goal, each with a mark. Each part is put
//! to the provers by itself, from the same hypotheses: `✔` is proved, `✘` has a counterexample of the solver, and `?`
//! is not decided. Behind the tree stand the permissions that the claim is about.

use ir::{Node, Program};
use logic::obligation::{Mode, Obligation, Task};
use logic::term::{Op, Term};

use crate::batch;
use crate::explain::Explainer;
use crate::options::Options;
use crate::outcome::Verdict;
use crate::tools::{Nobody, Tools};

/// Resource limit for one part.
const LIMIT: u32 = 300_000;
/// The greatest number of parts that are asked. The others get no mark.
const MOST: usize = 32;

/// A part of a goal.
struct Part {
    /// How many parts it stands in.
    depth: usize,
    /// The premises under which it is claimed.
    premises: Vec<Term>,
    /// What is claimed, or what holds the parts below together.
    term: Term,
    /// Whether it is a conjunction or an implication, whose parts follow.
    inner: bool,
}

/// The text about an obligation that is not proved.
pub fn expansion(
    program: &Program,
    task: &Task,
    o: &Obligation,
    options: &Options,
    tools: &Tools<'_>,
    explainer: &Explainer<'_>,
) -> String {
    let mut parts = Vec::new();
    collect(&o.goal, 0, &[], &mut parts);
    let claims = || parts.iter().filter(|part| !part.inner);
    let mut out = String::new();
    if claims().count() > 1 {
        out.push_str("the parts of what is to be shown:\n");
        let mut verdicts = verdicts(program, task, o, options, tools, claims()).into_iter();
        for part in &parts {
            let indent = "  ".repeat(part.depth + 2);
            let shown = explainer.term(&part.term);
            let line = if part.inner {
                format!(
                    "{indent}{}\n",
                    if *part.term.op() == Op::And { "all of".to_owned() } else { format!("if {shown}") }
                )
            } else {
                let mark = match verdicts.next() {
                    Some(Verdict::Proved) => "✔",
                    Some(Verdict::Refuted) => "✘",
                    Some(Verdict::Unknown) | None => "?",
                };
                format!("{indent}{mark} {shown}\n")
            };
            out.push_str(&line);
        }
    }
    out.push_str(&permissions(program, o));
    out
}

/// The parts of a goal, each behind what it stands in.
fn collect(goal: &Term, depth: usize, premises: &[Term], parts: &mut Vec<Part>) {
    let inner = |term: &Term| Part { depth, premises: vec![], term: term.clone(), inner: true };
    match (goal.op(), goal.args()) {
        (Op::And, conjuncts) => {
            if depth > 0 {
                parts.push(inner(goal));
            }
            conjuncts.iter().for_each(|part| collect(part, depth + usize::from(depth > 0), premises, parts));
        }
        (Op::Implies, [premise, conclusion]) => {
            parts.push(inner(premise));
            let premises = [premises, std::slice::from_ref(premise)].concat();
            collect(conclusion, depth + 1, &premises, parts);
        }
        _ => parts.push(Part { depth, premises: premises.to_vec(), term: goal.clone(), inner: false }),
    }
}

/// The verdicts about the first parts.
fn verdicts<'p>(
    program: &Program,
    task: &Task,
    o: &Obligation,
    options: &Options,
    tools: &Tools<'_>,
    parts: impl Iterator<Item = &'p Part>,
) -> Vec<Verdict> {
    let claim = |part: &Part| {
        part.premises.iter().rev().fold(part.term.clone(), |goal, premise| logic::term::implies(premise.clone(), goal))
    };
    let asked = parts.take(MOST).enumerate().map(|(n, part)| Obligation {
        id: logic::obligation::ObligationId(u32::try_from(n).unwrap_or(u32::MAX)),
        mode: Mode::Prove,
        goal: claim(part),
        implied_by: vec![],
        consequence_of: vec![],
        ..o.clone()
    });
    let task = Task { obligations: asked.collect(), attempts: vec![], ..task.clone() };
    let rlimit = options.rlimit.min(LIMIT);
    let options = Options { rlimit, emit_smt2: false, keep_proofs: false, explain: None, ..options.clone() };
    let tools = Tools { observer: &Nobody, ..tools.clone() };
    let decided = batch::decide(program, std::slice::from_ref(&task), &options, &tools);
    decided.into_iter().flatten().map(|decided| decided.outcome.verdict).collect()
}

/// The permissions that the goal is about: those demanded, held and handed out; and what took others before.
fn permissions(program: &Program, o: &Obligation) -> String {
    let mut out = String::new();
    let mut list = |title: &str, nodes: Vec<Node>| {
        let mut nodes = nodes;
        nodes.sort();
        nodes.dedup();
        if !nodes.is_empty() {
            out.push_str(title);
            for node in nodes {
                out.push_str(&format!("    {}    (line {})\n", program.quote(node), program.line(node)));
            }
        }
    };
    list("permissions here, demanded and held:\n", o.permissions.clone());
    list("permissions were taken before by:\n", o.takers.iter().map(|taker| taker.node).collect());
    out
}
