//! Why a proof is none, in words.
//!
//! In: what the checker of proofs, or the reader of their text, found. Out: a sentence.

use ir::Rounding;
use logic::proof::text::{ReadCause, ReadFault, DEEPEST_TERM};
use logic::proof::{Cause, Claim, Fault};
use logic::term::{show_in, Term};

use super::distinct::Distinct;

/// What is wrong with a proof: the kind of the step, its terms, and the reason. Different symbols have different names.
pub fn fault(fault: &Fault) -> String {
    let names = Distinct::default();
    let show = |t: &Term| show_in(t, &names);
    let terms: Vec<String> = fault.step.parts().0.into_iter().map(|t| format!("`{}`", show(t))).collect();
    let about = if terms.is_empty() { String::new() } else { format!(" with {}", terms.join(", ")) };
    format!("the step `{}`{about} is wrong: {}", fault.step.law(), cause(&fault.cause, &show))
}

/// What is wrong with the text of a proof.
pub fn read_fault(fault: &ReadFault) -> String {
    let what = match &fault.cause {
        ReadCause::Parentheses => "this is not one expression in parentheses, or it is nested too deeply".into(),
        ReadCause::Short => "something is missing at the end of a list".into(),
        ReadCause::Unexpected(word) if word.is_empty() => "a list stands where something else should".into(),
        ReadCause::Unexpected(word) => format!("`{word}` stands where something else should"),
        ReadCause::Unknown(word) => format!("nothing is called `{word}`"),
        ReadCause::NoInstance(rule, direction) => {
            format!("the rule `{rule}` says nothing about the direction of rounding `{direction}`")
        }
        ReadCause::Direction(word) => {
            let names: Vec<String> = Rounding::ALL.iter().map(|(name, _)| format!("`{name}`")).collect();
            format!("`{word}` is no direction of rounding; these are {}", names.join(", "))
        }
        ReadCause::Again(word) => format!("`{word}` stands here a second time"),
        ReadCause::Late(word) if word == "about" => "`about` must be the first line that is no comment".into(),
        ReadCause::Late(word) => format!("`{word}` must stand before all steps"),
        ReadCause::Unused(word) => format!("the proof does not rest on the assumption `{word}`"),
        ReadCause::NoCondition => "a hypothesis or the goal is no condition: its sort is not `Bool`".into(),
        ReadCause::Twice(word) => format!("`{word}` has a name or a number that something else has"),
        ReadCause::Sorts => "an operator does not take arguments of these sorts, or no sort is called so".into(),
        ReadCause::Deep => format!("a term is nested more than {DEEPEST_TERM} deep"),
        ReadCause::Incomplete => "the text ends without a goal, or without a step".into(),
    };
    format!("line {}: {what}", fault.line)
}

fn cause(cause: &Cause, show: &dyn Fn(&Term) -> String) -> String {
    match cause {
        Cause::Sort(t) => format!("`{}` is applied to arguments of wrong sorts, or binds a variable twice", show(t)),
        Cause::Symbol(s) => format!("`{}` has the number of another symbol", s.shown()),
        Cause::Missing => "it needs a premise, a position or a value that there is not".into(),
        Cause::Form(t) => format!("`{}` does not have the form that the step needs", show(t)),
        Cause::Premise(shown, needed) => {
            format!("a premise shows `{}`, and the step needs `{}`", show(shown), show(needed))
        }
        Cause::NoCondition(a, b) => {
            format!("a premise shows that `{}` equals `{}`, and the step needs a condition", show(a), show(b))
        }
        Cause::NoEquation(t) => format!("a premise shows `{}`, and the step needs that two terms are equal", show(t)),
        Cause::Differ => "its two premises show different claims".into(),
        Cause::Rule => "no rule has this name and this direction of rounding".into(),
        Cause::Binding(v) => format!("the variable `{v}` of the rule has no value, several, or one of a wrong sort"),
        Cause::Captured(t) => format!("a variable that a quantifier binds must not occur in `{}`", show(t)),
        Cause::Polynomials => "the two sides are not the same up to sums and products".into(),
        Cause::TooLarge => "the sums or the numbers are too large to be computed".into(),
        Cause::Factor(t) => format!("`{}` cannot be multiplied by this factor", show(t)),
        Cause::Sum => "the sum of the premises does not show the condition".into(),
        Cause::Truth(t) => format!("`{}` does not follow from the premises by truth tables alone", show(t)),
        Cause::Floats(t) => format!("`{}` does not follow from what the premises say of floats", show(t)),
        Cause::Value(s) => format!("`{}` has no single literal as its value, or has a definition", s.shown()),
        Cause::UpTo => "it computes with an equality of floats that holds up to an assumption only".into(),
        Cause::NotGranted(assumed) => {
            let names: Vec<String> = assumed.iter().map(|one| format!("`{}`", one.name())).collect();
            format!("it assumes {}, and the proof does not say that it may", names.join(", "))
        }
        Cause::Assumption(t) => format!("the proof assumes `{}`, which is no hypothesis", show(t)),
        Cause::Goal(Claim::Holds(t)) => format!("the proof shows `{}`, and not the goal", show(t)),
        Cause::Goal(Claim::Equal(a, b)) => {
            format!("the proof shows that `{}` equals `{}`, and not the goal", show(a), show(b))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::proof::text::read;
    use logic::proof::{check, Proof, Step};
    use logic::term;

    #[test]
    fn faults_are_sentences() {
        let yes = term::bool(true);
        let [p, q] = [1, 2].map(|n| {
            let mut names = term::Names::starting_at(n);
            term::constant(&names.fresh(format!("p{n}"), vec![], term::Sort::BOOL, term::Role::Scalar))
        });
        let assumed = Proof::new(Step::Assume(p.clone()));
        let wrong = Proof::new(Step::Evaluate { condition: q.clone(), from: vec![assumed.clone()] });
        let said = |proof: &Proof, goal: &term::Term| fault(&check(proof, &[], goal).expect_err("it is wrong"));
        assert_eq!(
            said(&wrong, &q),
            "the step `evaluate` with `p2` is wrong: `p2` does not follow from the premises by truth tables alone"
        );
        assert_eq!(
            said(&assumed, &p),
            "the step `assume` with `p1` is wrong: the proof assumes `p1`, which is no hypothesis"
        );
        assert_eq!(
            said(&assumed, &yes),
            "the step `assume` with `p1` is wrong: the proof shows `p1`, and not the goal"
        );
    }

    /// Two constants of the same name, and a function of two arguments.
    #[test]
    fn different_terms_are_printed_differently() {
        let text = "(symbol x#1 () Float32)\n(symbol x#2 () Float32)\n(symbol f#3 (Float32) Bool)\n\
                    (symbol i#4 () Int)\n(symbol i#5 () Int)\n\
                    (goal (and (= x#1 x#2) (feq x#1 x#2) (not (= x#2 x#1)) (f#3 x#1) (f#3 x#2) (forall (i#4) () \
                    (exists (i#5) () (< i#4 i#5)))))\n(step s1 evaluate true ())";
        let goal = read(text).expect("it is right").goal;
        assert_eq!(
            show_in(&goal, &Distinct::default()),
            "x === x'2 && x == x'2 && !(x'2 === x) && f(x) && f(x'2) && (\\forall int i; (\\exists int i'2; i < i'2))"
        );
        let wrong = read("(goal false)\n(step s1 floats false ())").expect("it is read");
        assert_eq!(
            fault(&check(&wrong.proof, &[], &wrong.goal).expect_err("it is wrong")),
            "the step `floats` with `false` is wrong: `false` does not follow from what the premises say of floats"
        );
    }

    #[test]
    fn faults_of_texts_have_a_line() {
        let said = |text: &str| read_fault(&read(text).expect_err("it is wrong"));
        assert_eq!(said("; A comment.\n(goal x#1)"), "line 2: nothing is called `x#1`");
        assert_eq!(said("(goal true)"), "line 1: the text ends without a goal, or without a step");
        assert_eq!(said(""), "line 1: the text ends without a goal, or without a step");
        assert_eq!(
            said("(step s1 rule mod-self ru () ())"),
            "line 1: the rule `mod-self` says nothing about the direction of rounding `ru`"
        );
        assert_eq!(
            said("(step s1 rule mod-self up () ())"),
            "line 1: `up` is no direction of rounding; these are `rn`, `ru`, `rd`, `rz`"
        );
        assert_eq!(
            said("(goal true)\n(step s1 evaluate true ())\n(hypothesis false)"),
            "line 3: `hypothesis` must stand before all steps"
        );
    }
}
