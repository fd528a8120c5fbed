//! Mutants of a file: copies that differ in one place, like a programmer's mistake.
//!
//! In: the text of a file that is proved. Out: its mutants. Each is a readable file with an id, a description of the
//! change, and whether it claims less than the original because of the kind of change.

pub mod accepted;
mod build;
mod expressions;
mod operator;
mod statements;
pub mod table;

use crate::random::Random;
use crate::tree::{edited, walk, Context, Edit, Part, Spot};
use ir::ClauseKind;
use std::collections::{BTreeMap, BTreeSet};
use syntax::parse_program;
use syntax::pvl::ast::{At, Expr, ExprKind, File, Stmt, StmtKind};
use syntax::pvl::print::print;

pub use operator::{Change, Operator};

/// How the claims of a mutant compare with those of the original, judged by the kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimChange {
    /// The same contracts about the same code. Only hints for the proof differ.
    Same,
    /// `\old` was added or removed around reads of arrays that the code never writes.
    Constant,
    /// A barrier fences more memory: the original has every execution that the mutant has.
    Fenced,
    /// Two statements were swapped, and neither writes a variable that the other mentions.
    Independent,
    /// The contracts follow from those of the original, about the same code.
    Weaker,
    /// Nothing is known.
    Other,
}

/// A file that differs in one place from a file that is proved.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// `operator@line:column#n`: the place in the original, and a number if the operator makes several mutants there.
    pub id: String,
    /// The kind of change.
    pub operator: Operator,
    /// The part of the file that was changed.
    pub part: Part,
    /// How its claims compare with those of the original.
    pub claim: ClaimChange,
    /// The text of the mutant.
    pub text: String,
    /// The first line that differs, as the original and the mutant are printed.
    pub line: (String, String),
}

/// The mutants of a file, and how many edits gave no mutant.
#[derive(Clone, Debug, Default)]
pub struct Mutants {
    /// The mutants that parse and type, in the order of the text.
    pub mutants: Vec<Mutant>,
    /// Number of edits after which the file does not parse or type.
    pub malformed: usize,
    /// Number of edits that gave the text of the original or of another mutant.
    pub repeated: usize,
}

/// An edit from which a mutant is made.
struct Planned {
    spot: usize,
    operator: Operator,
    part: Part,
    claim: ClaimChange,
    at: At,
    edit: Edit,
}

/// All mutants of a file; none if the file has errors.
pub fn mutants(source: &str) -> Mutants {
    let parsed = parse_program(source);
    if parsed.program.is_none() {
        return Mutants::default();
    }
    let mut planned = plan(&parsed.ast);
    // If two operators give the same text, the mutant belongs to the operator that comes first in the table.
    planned.sort_by_key(|p| (p.operator, p.spot));
    let original = print(&parsed.ast);
    let mut seen = BTreeSet::from([original.clone()]);
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    let mut out = Mutants::default();
    for p in planned {
        let text = print(&edited(&parsed.ast, p.spot, &p.edit));
        if !seen.insert(text.clone()) {
            out.repeated += 1;
            continue;
        }
        if parse_program(&text).program.is_none() {
            out.malformed += 1;
            continue;
        }
        let (line, column) = position(source, p.at);
        let place = format!("{}@{line}:{column}", p.operator.word());
        let n = count.entry(place.clone()).or_default();
        *n += 1;
        let line = difference(&original, &text);
        let id = format!("{place}#{n}");
        out.mutants.push(Mutant { id, operator: p.operator, part: p.part, claim: p.claim, text, line });
    }
    out
}

/// The file after one random mutation that leaves it well formed; the file itself if none is found in a few attempts.
pub fn mutated(file: &File, rng: &mut Random) -> File {
    let planned = plan(file);
    let original = print(file);
    for _ in 0..20 {
        let Some(p) = rng.pick(&planned) else { break };
        let copy = edited(file, p.spot, &p.edit);
        let text = print(&copy);
        if text != original && parse_program(&text).program.is_some() {
            return copy;
        }
    }
    file.clone()
}

fn plan(file: &File) -> Vec<Planned> {
    let mut out = Vec::new();
    let mut number = 0;
    walk(&mut file.clone(), &mut |spot, cx| {
        let spot_number = number;
        number += 1;
        let mut add = |operator, part, claim, at, edit| {
            out.push(Planned { spot: spot_number, operator, part, claim, at, edit });
        };
        match spot {
            Spot::Expr(e) => {
                for (operator, new, change) in expressions::mutations(e, cx) {
                    let constant = operator == Operator::Old && reads_constants(e, cx);
                    let claim = if constant { ClaimChange::Constant } else { of_expression(cx, change) };
                    add(operator, cx.part, claim, e.at, Edit::Expr(new));
                }
            }
            Spot::Stmts(stmts) => {
                for (operator, n, new) in statements::of_block(stmts) {
                    let (part, claim) = match operator {
                        Operator::DeleteAssert => (Part::Hint, ClaimChange::Same),
                        Operator::Fence if fences_more(stmts.get(n), new.get(n)) => (Part::Code, ClaimChange::Fenced),
                        Operator::SwapStatements if independent(stmts, n) => (Part::Code, ClaimChange::Independent),
                        _ => (Part::Code, ClaimChange::Other),
                    };
                    let at = stmts.get(n).map(|s| s.at).unwrap_or_default();
                    add(operator, part, claim, at, Edit::Stmts(new));
                }
            }
            Spot::Clauses(clauses) => {
                for ((operator, n, new), change) in statements::of_contract(clauses) {
                    let at = clauses.get(n).map(|c| c.at).unwrap_or_default();
                    add(operator, cx.part, of_list(cx, change), at, Edit::Clauses(new));
                }
            }
            Spot::Members(members) => {
                for ((operator, n, new), change) in statements::of_members(members) {
                    let at = members.get(n).map(|m| m.at).unwrap_or_default();
                    add(operator, cx.part, of_list(cx, change), at, Edit::Members(new));
                }
            }
        }
    });
    out
}

/// Whether no array that `e` reads is ever written, and `e` calls no functions, which might read others.
fn reads_constants(e: &Expr, cx: &Context) -> bool {
    match &e.kind {
        ExprKind::Index(name, index) => {
            let array = cx.arrays.iter().find(|a| a.name == name.text);
            array.is_some_and(|a| !a.written) && index.iter().all(|i| reads_constants(i, cx))
        }
        ExprKind::Binary(_, _, l, r) => reads_constants(l, cx) && reads_constants(r, cx),
        ExprKind::Unary(_, inner) | ExprKind::Old(_, inner) => reads_constants(inner, cx),
        ExprKind::Int(_) | ExprKind::Float(..) | ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Along(..) => true,
        _ => false,
    }
}

/// Whether statement `n` and the next one may be swapped.
fn independent(stmts: &[Stmt], n: usize) -> bool {
    matches!((stmts.get(n), stmts.get(n + 1)), (Some(a), Some(b)) if statements::are_independent(a, b))
}

/// Whether `after` is the barrier `before` with more memory fenced.
fn fences_more(before: Option<&Stmt>, after: Option<&Stmt>) -> bool {
    match (before.map(|s| &s.kind), after.map(|s| &s.kind)) {
        (
            Some(StmtKind::Barrier { global: g, local: l, .. }),
            Some(StmtKind::Barrier { global: more_g, local: more_l, .. }),
        ) => g <= more_g && l <= more_l,
        _ => false,
    }
}

/// How the claims of the file change if an assertion of it changes like this.
fn of_expression(cx: &Context, change: Change) -> ClaimChange {
    use crate::tree::Polarity;
    let change = match cx.polarity {
        Polarity::Positive => change,
        Polarity::Negative => change.flipped(),
        Polarity::Neither => Change::Other,
    };
    match (cx.part, cx.clause, change) {
        (Part::Hint, ..) => ClaimChange::Same,
        (Part::Contract, Some(ClauseKind::Ensures), Change::Weaker)
        | (Part::Contract, Some(ClauseKind::Requires), Change::Stronger) => ClaimChange::Weaker,
        (Part::Code | Part::Contract | Part::Definition, ..) => ClaimChange::Other,
    }
}

fn of_list(cx: &Context, change: Change) -> ClaimChange {
    match (cx.part, change) {
        (Part::Hint, _) => ClaimChange::Same,
        (_, Change::Weaker) => ClaimChange::Weaker,
        (_, Change::Stronger | Change::Other) => ClaimChange::Other,
    }
}

/// Line and column, from 1.
fn position(source: &str, at: At) -> (usize, usize) {
    let before = source.get(..at.0.start as usize).unwrap_or("");
    (before.matches('\n').count() + 1, before.rsplit('\n').next().map_or(0, str::len) + 1)
}

fn difference(before: &str, after: &str) -> (String, String) {
    let same = before.lines().zip(after.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("").trim().to_owned();
    (line(before), line(after))
}
