//! Why the checker rejects a proof of the normaliser, in words.
//!
//! In: the fault that the checker found. Out: text for a person who looks for the mistake in Sepal.

use logic::proof::{Cause, Claim, Fault};
use logic::term::{show, Term};

/// The law of the wrong step, what is wrong with the step, and the terms that the step mentions.
pub fn words(fault: &Fault) -> String {
    let terms: Vec<String> = fault.step.parts().0.into_iter().map(show).collect();
    format!("step `{}`: {}; it mentions: {}", fault.step.law(), cause(&fault.cause), terms.join(" | "))
}

fn claim(claim: &Claim) -> String {
    match claim {
        Claim::Holds(t) => show(t),
        Claim::Equal(a, b) => format!("{} equals {}", show(a), show(b)),
    }
}

fn cause(cause: &Cause) -> String {
    let of = |what: &str, t: &Term| format!("{what}: `{}`", show(t));
    match cause {
        Cause::Sort(t) => of("an operator is applied to terms of wrong sorts", t),
        Cause::Symbol(symbol) => format!("two symbols have the number of `{}`", symbol.shown()),
        Cause::Missing => "a premise, a position or a value is missing".to_owned(),
        Cause::Form(t) => of("a term does not have the form that the step needs", t),
        Cause::Premise(a, b) => format!("the step needs `{}`, and the premise shows `{}`", show(b), show(a)),
        Cause::NoCondition(a, b) => format!("a premise shows an equation: `{}` equals `{}`", show(a), show(b)),
        Cause::NoEquation(t) => of("a premise shows a condition, and no equation", t),
        Cause::Differ => "two premises do not show the same".to_owned(),
        Cause::Rule => "there is no such rule".to_owned(),
        Cause::Binding(variable) => format!("the variable `{variable}` of the rule has no value, or a wrong one"),
        Cause::Captured(t) => of("a bound variable is captured", t),
        Cause::Polynomials => "the sides are not the same polynomial".to_owned(),
        Cause::TooLarge => "the sums are too large".to_owned(),
        Cause::Factor(t) => of("a premise has a factor that it must not have", t),
        Cause::Sum => "the sum of the premises does not show the condition".to_owned(),
        Cause::Truth(t) => of("the premises do not make the condition true", t),
        Cause::Assumption(t) => of("the proof rests on what is no hypothesis", t),
        Cause::Goal(shown) => format!("the proof shows `{}`, and not the goal", claim(shown)),
    }
}
