//! The steps of proofs, as data.
//!
//! In: nothing. Out: [`Step`]. Each step shows a claim of one of two kinds: that a *condition* holds, or that two terms
//! are *equal*. The comment of each step says what it needs and what it shows. Terms are equal up to what the smart
//! constructors of terms simplify: "`f(x)` with `y` for `x`" is the term that the constructor of `f` makes of `y`.
//!
//! A claim may rest on assumptions: each [`Step::Assume`] opens one, and the steps that say so close it. At the end,
//! only the hypotheses of the obligation may be open.

use crate::floats::Assumptions;
use crate::term::Term;
use dashu::rational::RBig;
use ir::Rounding;
use std::sync::Arc;

/// A step, with all the steps that it rests on.
pub type Proof = Arc<Step>;

/// One step of a proof. The comment of each step says what its fields are.
#[derive(Debug)]
#[expect(missing_docs, reason = "below")]
pub enum Step {
    // What is assumed.
    /// The condition holds. The assumption is open.
    Assume(Term),

    // Equations.
    /// `of` equals `of` with other arguments: for each pair, the argument at that position is the left side of the
    /// equation, and is replaced by its right side. If `of` is a quantifier, no variable that it binds may be free in
    /// an open assumption of the equations.
    Congruence { of: Term, args: Vec<(usize, Proof)> },
    /// `of` equals `of` with the left side of an equation replaced by its right side everywhere, for one equation after
    /// the other. Parts without the left side stay as they are. In triggers, constants are replaced, unless by a
    /// quantifier. No variable of a quantifier below which something is replaced may be free in the equation or in an
    /// open assumption of it.
    Replace { of: Term, by: Vec<Proof> },
    /// `a = b`, `b = c`, … show `a = c`.
    Chain(Vec<Proof>),
    /// `a = b` shows `b = a`.
    Flip(Proof),
    /// An instance of a rule for one direction of rounding. A rule of the tables `RULES`, `SUMS` and `GRAPH_RULES`
    /// shows that both sides are equal, and one of `LEMMAS` and `LAWS` shows that the right side holds. Each variable
    /// of the rule has one value, and there is one proof for each guard of the rule. Where a guard is a comparison of
    /// numbers, the proof may show any comparison that is equivalent to the guard as in [`Step::Sums`].
    Rule { name: &'static str, rounding: Rounding, bindings: Vec<(char, Term)>, guards: Vec<Proof> },
    /// A commutative operator with two arguments equals itself with the arguments exchanged.
    Commute(Term),
    /// `of` equals `c ? of[x/part] : of[y/part]`, where `part` is `c ? x : y`. As in [`Step::Replace`], `part` must not
    /// mention a variable of a quantifier below which it is replaced.
    Lift { of: Term, part: Term },
    /// Two numbers are equal, since they are the same polynomial ([`Sums`] says up to what). Or two comparisons of
    /// numbers, or negations of them, are equivalent, since they say the same of the difference of their sides up to a
    /// factor; over the integers, `0 < p` is `1 <= p`, and `n·p + k >= 0` is `p + floor(k / n) >= 0`. One of the two
    /// may be `true` or `false`, if the difference in the other one is a number that decides the comparison, or if over
    /// the integers a common divisor of the coefficients of an equation does not divide the constant.
    Sums { from: Term, to: Term, with: Sums },
    /// The condition `c` shows `c = true`.
    IsTrue(Proof),
    /// The condition `!c` shows `c = false`; so `c` shows `!c = false`.
    IsFalse(Proof),
    /// The condition `a = b` shows that `a` equals `b`.
    Equation(Proof),

    // Conditions.
    /// A condition and an equation of it with another one show the other one.
    Rewritten(Proof, Proof),
    /// An equation `c = true` shows `c`.
    FromTrue(Proof),
    /// The premises make the condition true by the truth tables of `&&`, `||`, `!`, `==>`, `? :` and `=`, whatever the
    /// truth values of its other parts are. What follows from one premise counts as a premise: a conjunction shows its
    /// conjuncts, `!(a || b)` shows `!a` and `!b`, `!(a ==> b)` shows `a` and `!b`. If the premises contradict each
    /// other, any condition holds.
    Evaluate { condition: Term, from: Vec<Proof> },
    /// What the premises say of floats ([`crate::floats`]) decides the condition: by the sets of floats that terms can
    /// be, by the outcomes that comparisons can have, and by the integers that floats are converted to.
    Floats { condition: Term, from: Vec<Proof> },
    /// The condition is `a = b` or IEEE's `a == b`, and `a` and `b` are the same up to the laws of assumptions that the
    /// proof may rest on ([`crate::floats::up_to`]). For `a == b`, one of the assumptions is that floats are finite, or
    /// the premise shows `a == a`. What rests on this step is only used as a part of the goal, or as the goal itself.
    UpTo { condition: Term, assumed: Assumptions, reflexive: Option<Proof> },
    /// A comparison of numbers, the negation of one, or `false`, which follows from the premises by addition. The
    /// condition says that a polynomial is at least 0 (or positive). This polynomial is the sum of the premises, each
    /// times its factor, and of a number. Factors of inequalities are not negative; over the integers, `p < q` as a
    /// premise or condition is `q - p - 1 >= 0`. The number must not be negative, and positive if the condition is
    /// strict and no strict premise has a positive factor. Over the integers it suffices that the number is above -1.
    /// The condition `false` says that `0 <= -1`. An equation `p = q` is shown if it is the sum of equations, without a
    /// number. `!(p = q)` is shown by `p < q`, or by `q < p` if `flipped`. If some of the sides, also of equations in
    /// `with`, are real and others are integers, the integers stand for the equal reals.
    Linear { condition: Term, flipped: bool, premises: Vec<(RBig, Proof)>, with: Sums },
    /// Inequalities `p >= 0`, `q >= 0`, … of the same sort show that the product is at least 0: `0 <= p · q · …`, from
    /// left to right. `p` is `b - a` for `a <= b` and for `a < b` of reals, and `b - a - 1` for `a < b` of integers. A
    /// negated comparison is the opposite one.
    Product(Vec<Proof>),

    // Steps that close assumptions.
    /// `conclusion` shows `assumption ==> conclusion`, and closes the assumption.
    Discharge { assumption: Term, conclusion: Proof },
    /// A claim is shown if it is shown under `condition` (closed in `yes`) and under its negation (closed in `no`).
    Cases { condition: Term, yes: Proof, no: Proof },
    /// A disjunction holds if the disjunct at that position holds; the negations of the other ones are closed.
    Disjunction { of: Term, position: usize, shown: Proof },
    /// A universal quantifier `of` holds if its body does, and no bound variable is free in an open assumption of that.
    Generalise { of: Term, body: Proof },
    /// A universal quantifier shows its body with these values for the bound variables, in their order. No value
    /// mentions a variable that the body binds.
    Instance { of: Proof, values: Vec<Term> },
}

/// Up to what two sums of products are the same polynomial.
#[derive(Debug, Default)]
pub struct Sums {
    /// Equations of numbers. Where their left sides occur as summands or factors, they are replaced by their right
    /// sides, until none of them occurs. A left side that occurs in what replaces it stays there.
    pub by: Vec<Proof>,
    /// Numbers with equations `a = b`: the number times `a - b` is 0, and is subtracted from the first polynomial.
    pub zero: Vec<(Term, Proof)>,
}
