//! Writes proofs as text.
//!
//! In: a proof, hypotheses, a goal. Out: text that [`super::read`] reads.

use super::words::{enumeration, operators, write_sort};
use crate::floats::{Assumption, Assumptions};
use crate::proof::step::{Proof, Step, Sums};
use crate::term::{Op, Symbol, Term};
use dashu::rational::RBig;
use ir::FloatFormat;
use rustc_hash::{FxHashMap, FxHashSet};

/// Every so many levels a term has a line of its own, so that no line is nested deeply.
const LEVELS: usize = 24;

/// The proof as text, with the goal and those hypotheses that the proof assumes somewhere.
pub fn write(proof: &Proof, hypotheses: &[Term], goal: &Term) -> String {
    let steps = in_order(proof);
    let mut writer =
        Writer { names: operators().into_iter().map(|(name, op)| (op, name)).collect(), ..Writer::default() };
    let assumed: FxHashSet<&Term> =
        steps.iter().filter_map(|s| if let Step::Assume(t) = s.as_ref() { Some(t) } else { None }).collect();
    let used: Vec<&Term> = hypotheses.iter().filter(|h| assumed.contains(h)).collect();
    used.iter().copied().chain([goal]).for_each(|t| writer.count(t));
    steps.iter().for_each(|s| s.parts().0.into_iter().for_each(|t| writer.count(t)));
    let granted = rests_on(proof);
    if !granted.is_empty() {
        let names: Vec<&str> = granted.iter().map(Assumption::name).collect();
        writer.lines.push(format!("(assuming {})", names.join(" ")));
    }
    for hypothesis in used {
        let line = format!("(hypothesis {})", writer.term(hypothesis));
        writer.lines.push(line);
    }
    let line = format!("(goal {})", writer.term(goal));
    writer.lines.push(line);
    for step in &steps {
        let words = writer.step(step);
        let number = writer.steps.len() + 1;
        let _ = writer.steps.insert(address(step), number);
        writer.lines.push(format!("(step s{number} {words})"));
    }
    writer.lines.push(String::new());
    writer.lines.join("\n")
}

/// The assumptions about floats that the proof rests on.
pub fn rests_on(proof: &Proof) -> Assumptions {
    let of = |step: &Proof| if let Step::UpTo { assumed, .. } = step.as_ref() { *assumed } else { Assumptions::NONE };
    in_order(proof).into_iter().map(of).fold(Assumptions::NONE, Assumptions::with)
}

fn address(step: &Proof) -> usize {
    std::sync::Arc::as_ptr(step) as usize
}

/// The steps, each once, behind those that it rests on.
fn in_order(proof: &Proof) -> Vec<&Proof> {
    let (mut order, mut done, mut open) = (Vec::new(), FxHashSet::default(), vec![(proof, false)]);
    while let Some((step, ready)) = open.pop() {
        if ready && done.insert(address(step)) {
            order.push(step);
        } else if !done.contains(&address(step)) {
            open.push((step, true));
            open.extend(step.parts().1.into_iter().rev().map(|p| (p, false)));
        }
    }
    order
}

/// What was written so far.
#[derive(Default)]
struct Writer {
    names: FxHashMap<Op, String>,
    lines: Vec<String>,
    /// How often a term occurs, and how deeply it is nested.
    uses: FxHashMap<Term, (usize, usize)>,
    terms: FxHashMap<Term, usize>,
    symbols: FxHashSet<u32>,
    steps: FxHashMap<usize, usize>,
}

impl Writer {
    fn count(&mut self, t: &Term) {
        if let Some((uses, _)) = self.uses.get_mut(t) {
            *uses += 1;
            return;
        }
        let triggers: Vec<&Term> =
            if let Op::Quant(b) = t.op() { b.triggers.iter().flatten().collect() } else { vec![] };
        let parts = || t.args().iter().chain(triggers.iter().copied());
        parts().for_each(|a| self.count(a));
        let height = parts().filter_map(|a| self.uses.get(a)).map(|(_, height)| height + 1).max().unwrap_or(0);
        let _ = self.uses.insert(t.clone(), (1, height));
    }

    /// The term, or its name if it has a line of its own.
    fn term(&mut self, t: &Term) -> String {
        if let Some(n) = self.terms.get(t) {
            return format!("t{n}");
        }
        let text = self.expression(t);
        let (uses, height) = self.uses.get(t).copied().unwrap_or_default();
        if t.args().is_empty() || uses < 2 && height % LEVELS != LEVELS - 1 {
            return text;
        }
        let n = self.terms.len() + 1;
        let _ = self.terms.insert(t.clone(), n);
        self.lines.push(format!("(term t{n} {text})"));
        format!("t{n}")
    }

    fn expression(&mut self, t: &Term) -> String {
        let head = match t.op() {
            Op::Int(n) => return n.to_string(),
            Op::Bool(b) => return b.to_string(),
            Op::Real(r) => return fraction(r),
            Op::Float(FloatFormat::Single, bits) => return format!("f32:{bits:x}"),
            Op::Float(FloatFormat::Double, bits) => return format!("f64:{bits:x}"),
            Op::Enum(of, number) => return format!("enum:{number}:{}", enumeration(of)),
            Op::App(symbol) if t.args().is_empty() => return self.symbol(symbol),
            Op::App(symbol) => self.symbol(symbol),
            Op::Quant(b) => {
                let binders: Vec<String> = b.binders.iter().map(|x| self.symbol(x)).collect();
                let triggers: Vec<String> = b.triggers.iter().map(|set| list(self.terms(set))).collect();
                format!("{} {} {}", if b.universal { "forall" } else { "exists" }, list(binders), list(triggers))
            }
            op => self.names.get(op).cloned().unwrap_or_default(),
        };
        format!("({head} {})", self.terms(t.args()).join(" "))
    }

    fn terms<'t>(&mut self, all: impl IntoIterator<Item = &'t Term>) -> Vec<String> {
        all.into_iter().map(|t| self.term(t)).collect()
    }

    fn symbol(&mut self, symbol: &Symbol) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "_.@".contains(c) { c } else { '_' };
        let digit = symbol.shown().starts_with(|c: char| c.is_ascii_digit());
        let shown: String = symbol.shown().chars().map(plain).collect();
        let name = format!("{}{shown}#{}", if digit { "_" } else { "" }, symbol.id());
        if self.symbols.insert(symbol.id()) {
            let params = list(symbol.params().iter().map(|sort| write_sort(*sort)));
            self.lines.push(format!("(symbol {} {} {})", name, params, write_sort(symbol.sort())));
        }
        name
    }

    /// The name of a step before.
    fn p(&self, step: &Proof) -> String {
        format!("s{}", self.steps.get(&address(step)).copied().unwrap_or_default())
    }

    fn ps<'p>(&self, steps: impl IntoIterator<Item = &'p Proof>) -> String {
        list(steps.into_iter().map(|s| self.p(s)))
    }

    fn with(&mut self, with: &Sums) -> String {
        let zero: Vec<String> = with.zero.iter().map(|(t, s)| format!("({} {})", self.term(t), self.p(s))).collect();
        format!("{} {}", self.ps(&with.by), list(zero))
    }

    fn instance(&mut self, bindings: &[(char, Term)], guards: &[Proof]) -> String {
        let bindings: Vec<String> = bindings.iter().map(|(v, t)| format!("({v} {})", self.term(t))).collect();
        format!("{} {}", list(bindings), self.ps(guards))
    }

    /// What the step is, its terms and its premises.
    fn step(&mut self, step: &Step) -> String {
        match step {
            Step::Assume(t) => format!("assume {}", self.term(t)),
            Step::Congruence { of, args } => {
                let args: Vec<String> = args.iter().map(|(n, s)| format!("({n} {})", self.p(s))).collect();
                format!("congruence {} {}", self.term(of), list(args))
            }
            Step::Replace { of, by } => format!("replace {} {}", self.term(of), self.ps(by)),
            Step::Chain(all) => format!("chain {}", self.ps(all)),
            Step::Flip(s) => format!("flip {}", self.p(s)),
            Step::Rule { name, rounding, bindings, guards } => {
                format!("rule {} {} {}", name, rounding.name(), self.instance(bindings, guards))
            }
            Step::Commute(of) => format!("commute {}", self.term(of)),
            Step::Lift { of, part } => format!("lift {} {}", self.term(of), self.term(part)),
            Step::Sums { from, to, with } => {
                format!("sums {} {} {}", self.term(from), self.term(to), self.with(with))
            }
            Step::IsTrue(s) => format!("is-true {}", self.p(s)),
            Step::IsFalse(s) => format!("is-false {}", self.p(s)),
            Step::Equation(s) => format!("equation {}", self.p(s)),
            Step::Rewritten(s, equation) => format!("rewritten {} {}", self.p(s), self.p(equation)),
            Step::FromTrue(s) => format!("from-true {}", self.p(s)),
            Step::Floats { condition, from } => format!("floats {} {}", self.term(condition), self.ps(from)),
            Step::Evaluate { condition, from } => format!("evaluate {} {}", self.term(condition), self.ps(from)),
            Step::UpTo { condition, assumed, reflexive } => {
                let names = list(assumed.iter().map(|one| one.name().to_owned()));
                format!("up-to {} {names} {}", self.term(condition), self.ps(reflexive))
            }
            Step::Linear { condition, flipped, premises, with } => {
                let condition = self.term(condition);
                let premises = list(premises.iter().map(|(f, s)| format!("({} {})", fraction(f), self.p(s))));
                let flipped = if *flipped { "flipped" } else { "plain" };
                format!("linear {} {} {} {}", condition, flipped, premises, self.with(with))
            }
            Step::Product(all) => format!("product {}", self.ps(all)),
            Step::Discharge { assumption, conclusion } => {
                format!("discharge {} {}", self.term(assumption), self.p(conclusion))
            }
            Step::Cases { condition, yes, no } => {
                format!("cases {} {} {}", self.term(condition), self.p(yes), self.p(no))
            }
            Step::Disjunction { of, position, shown } => {
                format!("disjunction {} {position} {}", self.term(of), self.p(shown))
            }
            Step::Generalise { of, body } => format!("generalise {} {}", self.term(of), self.p(body)),
            Step::Instance { of, values } => format!("instance {} {}", self.p(of), list(self.terms(values))),
        }
    }
}

fn fraction(r: &RBig) -> String {
    format!("{}/{}", r.numerator(), r.denominator())
}

fn list(all: impl IntoIterator<Item = String>) -> String {
    format!("({})", all.into_iter().collect::<Vec<_>>().join(" "))
}
