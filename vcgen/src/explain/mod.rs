//! `--explain`: obligations and their hypotheses as text.
//!
//! In: a task and its program. Out: for each obligation, a text that says what is to be shown, which facts may be used,
//! and how it was proved. Each fact has its line, and stands under a heading that says where the fact comes from. Facts
//! that hold in every launch are printed once for the whole item.

mod chain;
mod heading;
mod names;
mod proof;
mod reason;

use heading::{Heading, Headings};
use ir::{ItemId, Node, Program};
use logic::obligation::{Hyp, Obligation, Task, Why};
use logic::term::{Op, Term};
use names::Names;

use crate::outcome::{Outcome, Verdict};
use crate::report::pvl::Words;

/// Explains the obligations of one item.
pub struct Explainer<'p> {
    program: &'p Program,
    task: &'p Task,
    headings: Headings,
    words: Words<'p>,
}

impl<'p> Explainer<'p> {
    /// An explainer for the obligations of one task.
    pub fn new(program: &'p Program, task: &'p Task) -> Self {
        let headings = match task.id {
            ItemId::Function(id) => program.function(id).map(Headings::of_function),
            ItemId::Procedure(id) => program.procedure(id).map(Headings::of_procedure),
            ItemId::Kernel(id) => program.kernel(id).map(Headings::of_kernel),
        };
        let headings = headings.unwrap_or_default();
        Self { program, task, headings: headings.throughout(&task.base), words: Words::of(program, task) }
    }

    /// The facts that every obligation of the item may use. The texts of the obligations do not repeat them.
    pub fn common(&self) -> String {
        let names = Names::new(self.words, &self.task.versions);
        let mut facts: Vec<String> = Vec::new();
        for h in self.task.obligations.iter().flat_map(|o| o.hyps.iter()).filter(|h| self.is_common(h)) {
            let fact = names.show(&h.term);
            if !is_trivial(&h.term, &names) && !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        if facts.is_empty() {
            return String::new();
        }
        format!("in every launch: {}\n", facts.join(", "))
    }

    /// A term in the source language.
    pub fn term(&self, term: &Term) -> String {
        Names::new(self.words, &self.task.versions).show(term)
    }

    fn is_common(&self, h: &Hyp) -> bool {
        matches!(self.headings.of(h), Heading::Launch | Heading::Length)
    }

    /// One obligation, and how it was proved. Of a proof of many steps, some are left out, unless `whole`.
    pub fn obligation(&self, o: &Obligation, outcome: &Outcome, whole: bool) -> String {
        let names = Names::new(self.words, &self.task.versions);
        let mut out = String::new();
        let text = self.program.quote(o.node);
        if o.goal.is_true() {
            return format!("nothing is left to show for `{text}`\n");
        }
        if o.code.why == Why::Contradiction {
            out.push_str("to show: some launch and some memory satisfy all of this\n");
        } else if o.goal.is_false() {
            let what = if o.code.why == Why::DivisionByZero { "is the divisor, and it is 0" } else { "cannot hold" };
            out.push_str(&format!("to show: no thread comes here, since `{text}` {what}\n"));
        } else {
            let goal = names.show(&o.goal);
            let as_written = text.is_empty() || goal == text;
            out.push_str(&if as_written {
                format!("to show: {goal}\n")
            } else {
                format!("to show for `{text}`: {goal}\n")
            });
        }
        for part in self.words.parts(o) {
            let (label, value) = (part.label, names.show(&part.term));
            let written = text.contains(label.trim_start_matches("\\old(").trim_end_matches(')'));
            if written && value != label {
                out.push_str(&format!("    here `{label}` is {value}\n"));
            }
        }
        for (node, label) in self.words.places(&o.related) {
            out.push_str(&format!("    line {}: `{}`, {label}\n", self.program.line(node), self.program.quote(node)));
        }
        let mut hyps: Vec<(Heading, Hyp)> = o.hyps.iter().map(|h| (self.headings.of(&h), h)).collect();
        hyps.sort_by_key(|(heading, _)| *heading);
        let mut last_heading = None;
        let mut said: Vec<String> = Vec::new();
        for (heading, h) in hyps {
            let fact = names.show(&h.term);
            let line = self.fact(&fact, h.node);
            if matches!(heading, Heading::Launch | Heading::Length)
                || is_trivial(&h.term, &names)
                || said.contains(&line)
            {
                continue;
            }
            if last_heading != Some(heading) {
                out.push_str(&format!("{}:\n", heading.words()));
                last_heading = Some(heading);
            }
            out.push_str(&line);
            said.push(line);
        }
        if outcome.verdict == Verdict::Proved {
            out.push_str(&self.proof(o, outcome, &names, whole));
        }
        let legend = names.legend();
        if !legend.is_empty() {
            out.push_str("where\n");
            legend.iter().for_each(|line| out.push_str(&format!("    {line}\n")));
        }
        out
    }

    fn fact(&self, fact: &str, node: Option<Node>) -> String {
        match node {
            Some(node) => format!("    {fact}    (line {})\n", self.program.line(node)),
            None => format!("    {fact}\n"),
        }
    }
}

/// Whether a fact says nothing once it is printed: the first thread of a group and `gid * gsize` are printed alike, so
/// the fact that they are equal reads `gid * gsize == gid * gsize`. IEEE's `x == x` says that `x` is not NaN.
fn is_trivial(fact: &Term, names: &Names<'_>) -> bool {
    let same = |a: &Term, b: &Term| {
        let bare = |t: &Term| names.show(t).chars().filter(|c| !c.is_whitespace()).collect::<String>();
        bare(a) == bare(b)
    };
    fact.is_true() || matches!((fact.op(), fact.args()), (Op::Eq, [a, b]) if same(a, b))
}
