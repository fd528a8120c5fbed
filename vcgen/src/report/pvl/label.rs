//! Names of the values of a counterexample.

use ir::ValueOf;
use logic::finding::{Label, Moment, Part, Shown};
use logic::obligation::Obligation;
use logic::origin::Event;
use logic::term::{self, Term};

use super::Words;

/// A part of the program with a longer text is not shown.
const LONGEST_PART: usize = 60;

/// A value with its name.
#[derive(Clone, Debug)]
pub struct Named {
    /// What has this value.
    pub of: ValueOf,
    /// A short name, for a sentence that already names the loop or barrier at which the value exists: `k`, `a[tid +
    /// 1]`.
    pub name: String,
    /// The full name: `tid`, `k before the iteration`, `a[tid + 1] at the barrier at line 7`.
    pub label: String,
    /// The value.
    pub term: Term,
    /// Which thread it belongs to, as in [`Shown`].
    pub thread: u8,
    /// The condition under which the value exists.
    pub when: Term,
    /// Whether the value is a reference.
    pub reference: bool,
}

impl Words<'_> {
    /// The values of an obligation that a counterexample shows, in order; then the parts of the clause that fails.
    /// Parts that are written alike and have one value are one.
    pub fn values(&self, o: &Obligation) -> Vec<Named> {
        let mut out: Vec<Named> = o.shown.iter().map(|s| self.named(s)).collect();
        out.extend(self.parts(o));
        out
    }

    /// The parts of the clause that fails.
    pub fn parts(&self, o: &Obligation) -> Vec<Named> {
        let mut out: Vec<Named> = Vec::new();
        for Part { shown, when } in &o.parts {
            let part = Named { when: when.clone(), ..self.named(shown) };
            let written = matches!(shown.label, Label::Part { .. });
            if written && !self.is_short(&shown.label) {
                continue;
            }
            let same =
                |p: &&mut Named| p.term == part.term && p.thread == part.thread && (!written || p.label == part.label);
            match out.iter_mut().find(same) {
                Some(same) if written => same.when = term::or([same.when.clone(), part.when]),
                // The value already has a name from the source.
                Some(_) => {}
                None => out.push(part),
            }
        }
        out
    }

    fn is_short(&self, label: &Label) -> bool {
        let Label::Part { node, .. } = label else { return true };
        let text = self.quote(*node);
        !text.is_empty() && text.len() <= LONGEST_PART
    }

    fn named(&self, s: &Shown) -> Named {
        Named {
            of: s.label.value_of(),
            name: self.name(&s.label),
            label: self.label(&s.label),
            term: s.term.clone(),
            thread: s.thread,
            when: term::bool(true),
            reference: self.is_reference(&s.label),
        }
    }

    fn is_reference(&self, label: &Label) -> bool {
        match label {
            Label::Variable(id) | Label::BeforeIteration(id) => {
                self.variable_decl(*id).is_some_and(|decl| decl.ty.is_reference())
            }
            _ => false,
        }
    }

    /// The name of a value without the loop or barrier at which it was so.
    fn name(&self, label: &Label) -> String {
        match label {
            Label::BeforeIteration(id) => self.variable(*id).to_owned(),
            Label::Value { term, moment: Moment::Since(Event::Barrier | Event::Loop, _) } => term::show(term),
            _ => self.label(label),
        }
    }

    /// The name of a value.
    pub fn label(&self, label: &Label) -> String {
        match label {
            Label::Launch(var, axis) => self.launch(*var, *axis),
            Label::Scalar(id) => self.scalar(*id).to_owned(),
            Label::Variable(id) => self.variable(*id).to_owned(),
            Label::BeforeIteration(id) => format!("{} before the iteration", self.variable(*id)),
            Label::Argument { function, parameter } => {
                format!("{} of `{}`", self.parameter(*function, *parameter), self.function(*function))
            }
            Label::Index => "index".to_owned(),
            Label::IndexOf(heap) => format!("index of `{}`", self.array(*heap)),
            Label::Location { heap, dimension } => {
                if self.dimensions(*heap) == 1 {
                    format!("index of {}", self.array(*heap))
                } else {
                    format!("index {dimension} of {}", self.array(*heap))
                }
            }
            Label::Written { node, index } => match self.quote(*node) {
                text if text.is_empty() => term::show(index),
                text => text,
            },
            Label::Part { node, old } => {
                let text = self.quote(*node);
                if *old {
                    format!("\\old({text})")
                } else {
                    text
                }
            }
            Label::Value { term, moment } => {
                let shown = term::show(term);
                match moment {
                    Moment::Now | Moment::Unknown => shown,
                    Moment::Start => format!("\\old({shown})"),
                    Moment::Since(event, node) => {
                        let line = self.line(*node);
                        match event {
                            Event::Loop => format!("{shown} at the head of the loop at line {line}"),
                            Event::Barrier => format!("{shown} at the barrier at line {line}"),
                            Event::Store => format!("{shown} after line {line}"),
                            Event::If => format!("{shown} after the `if` at line {line}"),
                            Event::Call => format!("{shown} after the call at line {line}"),
                            Event::Copy => format!("{shown} after the copy at line {line}"),
                            Event::Launch => format!("{shown} after the launch at line {line}"),
                            Event::Opened | Event::Step => {
                                format!("{shown} when the atomic step at line {line} begins")
                            }
                            Event::Moved | Event::Message | Event::Synchronised | Event::Gather | Event::Shuffle => {
                                format!("{shown} after line {line}")
                            }
                            Event::Par => format!("{shown} after the parallel block at line {line}"),
                            Event::Declared | Event::End => shown,
                        }
                    }
                }
            }
            // The symbols that stand for the other thread are marked.
            Label::OfOther(label) => self.label(label).replace('\'', ""),
            Label::Condition => "condition".to_owned(),
            Label::HandedOut => "handed out".to_owned(),
            Label::Available => "available".to_owned(),
            Label::Measure(n) => measure(*n),
            Label::MeasureOfCall(n) => format!("{} of the call", measure(*n)),
            Label::MeasureBefore(n) => format!("{} before the iteration", measure(*n)),
            Label::MeasureAfter(n) => format!("{} after the iteration", measure(*n)),
        }
    }
}

/// A measure, or one of its integers, by its number from 1 on.
fn measure(number: usize) -> String {
    match number {
        0 => "measure".to_owned(),
        n => format!("integer {n} of the measure"),
    }
}
