//! Search for a state in which hypotheses hold, which shows that they do not contradict each other.
//!
//! In: hypotheses. Out: values for their constants under which all of them hold, if such values were found, and why
//! they hold. Each integer starts at the number that a hypothesis says, or at 0, each float at a value that the
//! hypotheses allow it by themselves, and the first hypothesis that fails is repaired by changing one integer. A
//! mistake in the search is harmless: under these values every hypothesis is proved, by rules that are theorems. So
//! the hypotheses hold, whatever the values of other symbols in them are. [`crate::proof::Witness`] checks the
//! recorded steps of that.

use super::facts::Facts;
use super::goal::{Budget, Goal, Outcome};
use super::hypotheses::Hypotheses;
use super::linear::Poly;
use super::simplify::Simplifier;
use super::solved::Solved;
use crate::floats::Known;
use crate::proof::{Recorder, Why};
use crate::term::{self, for_each_subterm, not, substitute, Op, Role, Sort, Substitution, Symbol, Term};
use dashu::base::{Sign, Signed};
use dashu::integer::IBig;
use dashu::rational::RBig;

/// The greatest number of repairs that are tried.
const MAX_REPAIRS: usize = 48;
/// The greatest nesting of conditions at which a repair is searched.
const MAX_NESTING: u32 = 8;

/// Values that satisfy hypotheses.
#[derive(Clone, Debug)]
pub struct Found {
    /// The constants of the hypotheses that are integers or floats, each with its value.
    pub values: Vec<(Symbol, Term)>,
    /// Why the conjunction of the hypotheses holds wherever the constants equal their values.
    pub why: Why,
}

/// The values so far.
struct State<'c> {
    constants: &'c [Symbol],
    /// Constants that equal a number by a hypothesis. They are changed only if no other constant will do.
    fixed: Vec<Symbol>,
    values: Substitution,
}

impl State<'_> {
    /// The values of all constants but this one.
    fn without(&self, symbol: &Symbol) -> Substitution {
        let mut out = Substitution::new();
        for c in self.constants.iter().filter(|c| *c != symbol) {
            if let Some(value) = self.values.get(c) {
                out.insert(c, value.clone());
            }
        }
        out
    }
}

/// The number that a constant is, if the hypothesis says that.
fn fixed(hyp: &Term, constant: &Symbol) -> Option<Term> {
    match (hyp.op(), hyp.args()) {
        (Op::And, parts) => parts.iter().find_map(|part| fixed(part, constant)),
        (Op::Eq, [a, b]) => {
            let is = |t: &Term, number: &Term| t.as_app() == Some(constant) && number.as_int().is_some();
            [(a, b), (b, a)].into_iter().find(|(t, number)| is(t, number)).map(|(_, number)| number.clone())
        }
        _ => None,
    }
}

/// Values for the constants that satisfy all hypotheses. `None` means that none were found, or that the hypotheses
/// apply functions, whose definitions could contradict them.
pub fn find_witness<'t>(hyps: impl IntoIterator<Item = &'t Term>, recorder: Recorder) -> Option<Found> {
    let given: Vec<&Term> = hyps.into_iter().collect();
    let constants = constants(&given)?;
    let hyps: Vec<Term> = given.iter().map(|h| simplified(h)).collect();
    let mut state = State { constants: &constants, fixed: vec![], values: Substitution::new() };
    let mut floats = Known::of(hyps.iter());
    for c in &constants {
        let value = match c.sort().as_float() {
            Some(_) => floats.range(&term::constant(c)).0.example().map(|x| term::float(x.format(), x.bits())),
            None => {
                let number = hyps.iter().find_map(|h| fixed(h, c));
                state.fixed.extend(number.is_some().then(|| c.clone()));
                Some(number.unwrap_or_else(|| term::int(0)))
            }
        };
        state.values.insert(c, value?);
    }
    // Hypotheses with quantifiers take the most work, and are not repaired.
    let (in_order, quantified): (Vec<&Term>, Vec<&Term>) = hyps.iter().partition(|h| !h.is_quantified());
    let in_order = [in_order, quantified].concat();
    for _ in 0..MAX_REPAIRS {
        let Some(failing) = in_order.iter().find(|h| !holds(h, &state.values)) else {
            let values = constants.iter().filter_map(|c| Some((c.clone(), state.values.get(c)?.clone())));
            let values: Vec<(Symbol, Term)> = values.collect();
            let why = if recorder.is_on() { reason(&given, &values, recorder) } else { Why::NONE };
            return Some(Found { values, why });
        };
        let (constant, value) = repair(failing, &state, MAX_NESTING)?;
        state.values.insert(&constant, term::int(value));
    }
    None
}

/// Why all hypotheses hold where the constants equal their values.
fn reason(hyps: &[&Term], values: &[(Symbol, Term)], recorder: Recorder) -> Why {
    let none = Facts::new(recorder);
    let mut solved = Solved::default();
    for (symbol, value) in values {
        let equal = recorder.equation(&recorder.assume(&term::eq(term::constant(symbol), value.clone())));
        solved.insert(Solved::one(symbol.clone(), value.clone(), equal), recorder);
    }
    let truth = recorder.evaluate(|| term::bool(true), []);
    let shown = |h: &&Term| {
        let (simplified, first) = Simplifier::new(&none).run(h);
        let (replaced, second) = solved.rewritten(&simplified, &mut Simplifier::new(&none));
        let (last, third) = Simplifier::new(&none).run(&replaced);
        let shown = if last.is_true() { truth.clone() } else { proved(&last, recorder).proof };
        recorder.rewritten_back(&shown, &recorder.chain([first, second, third]))
    };
    let all: Vec<Why> = hyps.iter().map(shown).collect();
    recorder.evaluate(|| term::and(hyps.iter().map(|h| (*h).clone())), &all)
}

/// The constants of the hypotheses that are integers or floats; `None` if a function is applied.
fn constants(hyps: &[&Term]) -> Option<Vec<Symbol>> {
    let mut found: Vec<Symbol> = Vec::new();
    let mut plain = true;
    for h in hyps {
        for_each_subterm(h, &mut |t| {
            let Some(symbol) = t.as_app() else { return };
            plain &= t.args().is_empty()
                && !matches!(
                    symbol.role(),
                    Role::Function(_) | Role::Reduction | Role::Description | Role::Collection(_)
                );
            let valued = symbol.sort() == Sort::INT || symbol.sort().as_float().is_some();
            if valued && symbol.role() != Role::Bound && !found.contains(symbol) {
                found.push(symbol.clone());
            }
        });
    }
    plain.then_some(found)
}

/// The term after simplification without hypotheses.
fn simplified(t: &Term) -> Term {
    Simplifier::new(&Facts::new(Recorder::OFF)).run(t).0
}

/// Whether a hypothesis is true under these values.
fn holds(t: &Term, values: &Substitution) -> bool {
    let t = simplified(&substitute(t, values));
    t.is_true() || t.is_quantified() && proved(&t, Recorder::OFF).discharged
}

/// Tries to prove a condition without hypotheses.
fn proved(t: &Term, recorder: Recorder) -> Outcome {
    Hypotheses::new(Budget::default(), recorder).ready().discharge(Goal::new(t, recorder))
}

/// A constant and a new value for it under which the hypothesis may hold.
fn repair(t: &Term, state: &State<'_>, nested: u32) -> Option<(Symbol, IBig)> {
    let nested = nested.checked_sub(1)?;
    match (t.op(), t.args()) {
        (Op::And, parts) => repair(parts.iter().find(|p| !holds(p, &state.values))?, state, nested),
        (Op::Or, parts) => parts.iter().find_map(|p| repair(p, state, nested)),
        (Op::Implies, [a, b]) => repair(b, state, nested).or_else(|| repair(&not(a.clone()), state, nested)),
        (Op::Not, [a]) if *a.op() == Op::Eq => apart(a, state),
        (Op::Le | Op::Lt | Op::Eq, [a, b]) if a.sort() == Sort::INT => {
            let difference = Poly::difference(b, a).to_term(Sort::INT);
            let now = Poly::of(&substitute(&difference, &state.values)).as_constant()?;
            let wanted = RBig::from(i32::from(*t.op() == Op::Lt));
            // Change the polynomial from `now` to `wanted`: by a constant that stands alone on one side, or else by the
            // first one that may grow.
            let missing = wanted - now;
            let alone = |c: &Symbol| [a, b].iter().any(|side| side.as_app() == Some(c) && side.args().is_empty());
            let mut moves = moves(&difference, &missing, *t.op() == Op::Eq, state);
            moves.sort_by_key(|(c, change)| (state.fixed.contains(c), !alone(c), change.is_negative()));
            let (constant, change) = moves.into_iter().next()?;
            let value = state.values.get(&constant)?.as_int()? + change;
            Some((constant, value))
        }
        _ => None,
    }
}

/// The constants whose change can change the term by `missing`, while all others keep their values, each with the
/// change of the constant. If not `exact`, the term may change by more.
fn moves(t: &Term, missing: &RBig, exact: bool, state: &State<'_>) -> Vec<(Symbol, IBig)> {
    let one = |symbol: &Symbol| {
        let poly = Poly::of(&substitute(t, &state.without(symbol)));
        let slope = poly.coefficient_of(&term::constant(symbol))?.as_constant().filter(|slope| !slope.is_zero())?;
        let linear = poly.atoms().iter().all(|atom| atom.as_app() == Some(symbol));
        let change = missing / slope;
        let whole = if change.sign() == Sign::Positive { change.ceil() } else { change.floor() };
        let fits = linear && (!exact || RBig::from(whole.clone()) == change);
        fits.then(|| (symbol.clone(), whole))
    };
    let constants = term::free_symbols(t).into_iter().filter(|s| s.sort() == Sort::INT && s.params().is_empty());
    constants.filter_map(|s| one(&s)).collect()
}

/// A change of a constant that makes the two sides of an equation differ.
fn apart(equation: &Term, state: &State<'_>) -> Option<(Symbol, IBig)> {
    let [a, b] = equation.args() else { return None };
    let constant = [a, b].into_iter().find_map(|t| t.as_app().filter(|s| s.sort() == Sort::INT))?;
    let value = state.values.get(constant)?.as_int()? + IBig::ONE;
    Some((constant.clone(), value))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::proof::Witness;
    use crate::term::*;

    /// Whether a witness is found. If one is, the checker accepts it, and rejects it with other values.
    fn has_witness(hyps: &[Term]) -> bool {
        let plain = find_witness(hyps, Recorder::OFF).is_some();
        let found = find_witness(hyps, Recorder::ON);
        assert_eq!(plain, found.is_some(), "recording changes nothing");
        let Some(Found { values, why }) = found else { return false };
        let mut checked = Witness { fills: vec![], values, proof: why.proof().expect("a proof").clone() };
        assert!(checked.check(hyps).is_ok(), "{:?}", checked.check(hyps));
        let first = checked.values[0].1.clone();
        for wrong in [add([first.clone(), int(1)]), sub(first, int(1))] {
            checked.values[0].1 = wrong;
            assert!(checked.check(hyps).is_err());
        }
        true
    }

    fn names() -> [Term; 4] {
        let mut names = Names::default();
        ["gsize", "ngroups", "tcount", "n"].map(|s| constant(&names.fresh(s, vec![], Sort::INT, Role::Launch)))
    }

    #[test]
    fn launches_are_found() {
        let [gsize, ngroups, tcount, n] = names();
        let hyps = [
            le(int(1), gsize.clone()),
            le(int(1), ngroups.clone()),
            le(gsize.clone(), tcount.clone()),
            eq(tcount.clone(), mul(ngroups.clone(), gsize.clone())),
            eq(gsize.clone(), int(1024)),
            lt(int(1), ngroups),
            lt(n.clone(), sub(tcount, int(7))),
            not(eq(n.clone(), int(0))),
            or([lt(n.clone(), int(0)), lt(int(5), n)]),
        ];
        assert!(has_witness(&hyps));
    }

    #[test]
    fn what_cannot_hold_has_no_witness() {
        let [gsize, ngroups, tcount, n] = names();
        let mut names = Names::starting_at(9);
        let bound = names.fresh("i", vec![], Sort::INT, Role::Bound);
        let i = || constant(&bound);
        let wrong = [
            vec![lt(n.clone(), n.clone())],
            vec![le(int(1), n.clone()), le(n.clone(), int(0))],
            vec![eq(mul(int(2), n.clone()), int(7))],
            vec![eq(n.clone(), add([n.clone(), int(1)]))],
            vec![lt(gsize.clone(), ngroups.clone()), lt(ngroups, tcount.clone()), lt(tcount, gsize)],
            vec![forall(vec![bound.clone()], implies(within(int(0), i(), int(3)), eq(i(), n.clone())))],
            vec![eq(modulo(n.clone(), int(2)), int(0)), eq(modulo(n, int(2)), int(1))],
        ];
        for hyps in wrong {
            assert!(!has_witness(&hyps), "{}", hyps.iter().map(show).collect::<Vec<_>>().join(", "));
        }
    }

    /// A function may be defined so that no state satisfies what a hypothesis says about it.
    #[test]
    fn applications_are_left_to_the_solver() {
        let [.., n] = names();
        let mut names = Names::starting_at(9);
        let f = names.fresh("f", vec![Sort::INT], Sort::INT, Role::Function(ir::FnId(0)));
        let known = |t: Term| or([le(n.clone(), int(0)), lt(t, n.clone())]);
        assert!(has_witness(&[known(int(3))]));
        assert!(!has_witness(&[known(app(&f, vec![n.clone()]))]));
    }
}
