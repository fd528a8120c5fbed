//! The steps of proofs, as data.
//!
//! In: nothing. Out: [`Step`]. Each step shows a claim of one of two kinds: that a *condition* holds, or that two terms
//! are *equal*. The comment of each step says what it needs and what it shows. Terms are equal up to what the smart
//! constructors of terms simplify: "`f(x)` with `y` for `x`" is the term that the constructor of `f` makes of `y`.
//!
//! A claim may rest on assumptions: each [`Step::Assume`] opens one, and the steps that say so close it. At the end, only
//! the hypotheses of the obligation may be open.

use crate::term::Term;
use dashu::rational::RBig;
use std::sync::Arc;

/// A step, with all the steps that it rests on.
pub type Proof = Arc<Step>;

/// One step of a proof. The comment of each step says what its fields are.
#[derive(Debug)]
#[expect(missing_docs, reason = "the comment of a step describes its fields together, as a law")]
pub enum Step {
    // What is assumed.
    /// The condition holds. The assumption is open.
    Assume(Term),

    // Equations.
    /// `of` equals `of` with other arguments: for each pair, the argument at that position is the left side of the
    /// equation, and is replaced by its right side. If `of` is a quantifier, no open assumption of the equations may
    /// mention a variable that it binds.
    Congruence { of: Term, args: Vec<(usize, Proof)> },
    /// `of` equals `of` with the left side of an equation replaced by its right side everywhere, for one equation after
    /// the other. No equation, and no open assumption of one, may mention a variable that `of` binds.
    Replace { of: Term, by: Vec<Proof> },
    /// `a = b`, `b = c`, … show `a = c`.
    Chain(Vec<Proof>),
    /// `a = b` shows `b = a`.
    Flip(Proof),
    /// An instance of a rule of the tables `RULES`, `SUMS` and `GRAPH_RULES`: both sides are equal. There is one proof
    /// for each guard of the rule.
    Rule { name: &'static str, bindings: Vec<(char, Term)>, guards: Vec<Proof> },
    /// A commutative operator with two arguments equals itself with the arguments exchanged.
    Commute(Term),
    /// `of` equals `c ? of[x/part] : of[y/part]`, where `part` is `c ? x : y`. If `of` binds a variable, `part` must not
    /// mention it.
    Lift { of: Term, part: Term },
    /// Two numbers are equal, since they are the same polynomial ([`Sums`] says up to what).
    Sums { from: Term, to: Term, with: Sums },
    /// Two comparisons of numbers are equivalent, since they say the same of the difference of their sides up to a
    /// factor; over the integers, `0 < p` is `1 <= p`, and `n·p + k >= 0` is `p + floor(k / n) >= 0`. `to` may be `true`
    /// or `false`, if the difference is a number that decides the comparison, or if over the integers a common divisor of
    /// the coefficients of an equation does not divide the constant.
    Compare { from: Term, to: Term, with: Sums },
    /// `of` is a quotient `a \ b` of reals, and equals `value`: `nonzero` shows `!(b = 0)`, and `value · b` is the same
    /// polynomial as `a`.
    Quotient { of: Term, value: Term, nonzero: Proof, with: Sums },
    /// The condition `c` shows `c = true`.
    IsTrue(Proof),
    /// The condition `!c` shows `c = false`.
    IsFalse(Proof),
    /// The condition `a = b` shows that `a` equals `b`.
    Equation(Proof),

    // Conditions.
    /// A condition and an equation of it with another one show the other one.
    Rewritten(Proof, Proof),
    /// An equation `c = true` shows `c`.
    FromTrue(Proof),
    /// A conjunction shows any of its conjuncts, `!(a || b)` shows `!a`, `!(a ==> b)` shows `a` and `!b`. Anything shows
    /// itself, and `false` shows anything.
    Part { of: Proof, part: Term },
    /// The premises make the condition true by the truth tables of `&&`, `||`, `!`, `==>`, `? :` and `=`, whatever the
    /// truth values of its other parts are.
    Evaluate { condition: Term, from: Vec<Proof> },
    /// `a ==> b` and `a` show `b`.
    Detach(Proof, Proof),
    /// An instance of a rule of the table `LEMMAS`, with one proof for each of its guards.
    Lemma { name: &'static str, bindings: Vec<(char, Term)>, guards: Vec<Proof> },
    /// `p <= q` and `!(p = q)` show `p < q`, up to polynomials: `p`, `q` are given by the condition `p < q`.
    Apart { condition: Term, at_most: Proof, apart: Proof },
    /// A comparison of numbers, the negation of one, or `false`, which follows from the premises by addition: the number
    /// of which the condition says that it is at least 0 (or positive) is the sum of the premises times their factors
    /// and of a number. Factors of inequalities are not negative. Over the integers it suffices that the number is above
    /// -1. An equation `p = q` is shown if it is the sum of equations. `!(p = q)` is shown by `p < q`, or by `q < p` if
    /// `flipped`.
    Linear { condition: Term, flipped: bool, premises: Vec<(RBig, Proof)>, with: Sums },
    /// `p <= q` and `q <= p` show `p = q`, up to polynomials.
    Between { condition: Term, at_most: Proof, at_least: Proof },
    /// Inequalities `p >= 0`, `q >= 0`, … of the same sort show that the product is at least 0: `0 <= p · q · …`.
    Product(Vec<Proof>),

    // Steps that close assumptions.
    /// `conclusion` shows `assumption ==> conclusion`, and closes the assumption.
    Discharge { assumption: Term, conclusion: Proof },
    /// A condition holds if it holds under `condition` (closed in `yes`) and under its negation (closed in `no`).
    Cases { condition: Term, yes: Proof, no: Proof },
    /// A disjunction holds if the disjunct at that position holds; the negations of the other ones are closed.
    Disjunction { of: Term, position: usize, shown: Proof },
    /// `a = b` for conditions holds if `b` follows from `a` (closed in `there`), and `a` from `b` (closed in `back`).
    Mutual { of: Term, there: Proof, back: Proof },
    /// A universal quantifier `of` holds if its body does, and no open assumption of that mentions a bound variable.
    Generalise { of: Term, body: Proof },
    /// A universal quantifier shows its body with these values for the bound variables, in their order.
    Instance { of: Proof, values: Vec<Term> },
}

/// Up to what two sums of products are the same polynomial.
#[derive(Debug, Default)]
pub struct Sums {
    /// Equations. Where their left sides occur as summands or factors, they are replaced by their right sides, until none
    /// of them occurs.
    pub by: Vec<Proof>,
    /// Numbers with equations `a = b`: the number times `a - b` is 0, and is subtracted from the first polynomial.
    pub zero: Vec<(Term, Proof)>,
}
