//! The evaluation of compiled clauses.
//!
//! In: [`Clauses`], and a state as one member sees it. Out: [`Found`]: what the clauses give and what they read.
//! Nothing if a fact is false, if something is not well defined, or if a number does not fit 64 bits.

use super::op::{Clauses, Op, Position};
use crate::memory::index_of;
use crate::sight::Sight;

/// What clauses give and read, in one evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The permissions, in the order of the text: for each its number, and the first and the last element. Of one under
    /// a quantifier, neighbours that follow each other are together.
    pub given: Vec<(u16, u32, u32)>,
    /// The elements that were read: the number of the read, and the first and the last element.
    pub seen: Vec<(u16, u32, u32)>,
    /// How many nodes of expressions were evaluated.
    pub nodes: u64,
    /// For each read 1 + the position of the last one in `seen`; 0 if there is none.
    last_seen: Vec<usize>,
    /// For each permission under a quantifier what it named.
    named: Vec<Named>,
}

/// What a permission under a quantifier named.
#[derive(Clone, Debug, Default)]
struct Named {
    /// 1 + the position in the list of permissions of what was named last; 0 if nothing was.
    last: usize,
    /// The greatest element that was named.
    greatest: u32,
    /// For each element whether it was named; empty while each element is greater than those before.
    all: Vec<bool>,
}

impl Found {
    fn clear(&mut self, clauses: &Clauses<'_>) {
        self.given.clear();
        self.seen.clear();
        self.nodes = clauses.nodes;
        self.last_seen.clear();
        self.last_seen.resize(clauses.reads.len(), 0);
        self.named.clear();
        if clauses.given.iter().any(|given| given.repeated) {
            self.named.resize(clauses.given.len(), Named::default());
        }
    }

    #[inline(always)]
    fn read(&mut self, number: u16, offset: u32) -> Option<()> {
        let place = self.last_seen.get_mut(usize::from(number))?;
        if let Some((_, first, last)) = place.checked_sub(1).and_then(|last| self.seen.get_mut(last)) {
            if (*first..=*last).contains(&offset) {
                return Some(());
            }
            if last.checked_add(1) == Some(offset) {
                *last = offset;
                return Some(());
            }
        }
        self.seen.push((number, offset, offset));
        *place = self.seen.len();
        Some(())
    }

    /// A permission under a quantifier. Nothing if it names an element for a second time, which is a fault.
    fn repeat(&mut self, number: u16, offset: u32, len: u32) -> Option<()> {
        let named = self.named.get_mut(usize::from(number))?;
        let last = named.last.checked_sub(1).and_then(|last| self.given.get_mut(last));
        let Some((_, _, last)) = last else {
            self.given.push((number, offset, offset));
            (named.last, named.greatest) = (self.given.len(), offset);
            return Some(());
        };
        let grows = last.checked_add(1) == Some(offset);
        if grows {
            *last = offset;
        }
        if offset <= named.greatest && named.all.is_empty() {
            named.all.resize(len as usize, false);
            for (n, (_, first, last)) in self.given.iter().enumerate().filter(|(_, (other, ..))| *other == number) {
                // What was added just now is marked below.
                let end = if grows && n + 1 == named.last { *last } else { last.checked_add(1)? };
                named.all.get_mut(*first as usize..end as usize)?.fill(true);
            }
        }
        if !named.all.is_empty() {
            let known = named.all.get_mut(offset as usize)?;
            if std::mem::replace(known, true) {
                return None;
            }
        }
        named.greatest = named.greatest.max(offset);
        if !grows {
            self.given.push((number, offset, offset));
            named.last = self.given.len();
        }
        Some(())
    }
}

impl Clauses<'_> {
    /// Evaluates the clauses in a state.
    pub fn evaluate(&mut self, sight: &Sight<'_>, found: &mut Found) -> Option<()> {
        found.clear(self);
        for Position { of, axis, register, known } in &self.positions {
            let known = known.and_then(|known| sight.registers?.get(known as usize).copied());
            let value = known.map_or_else(|| sight.launch(*of, *axis), index_of);
            self.registers.set(*register, value?);
        }
        let Self { ops, registers, variables, reads, given: all, .. } = self;
        let mut at = 0;
        while let Some(op) = ops.get(at) {
            at += 1;
            match *op {
                Op::Jump(to) => at = to as usize,
                Op::JumpUnless(condition, to) => {
                    if registers.get(condition) == 0 {
                        at = to as usize;
                    }
                }
                Op::Holds(fact) => {
                    if registers.get(fact) == 0 {
                        return None;
                    }
                }
                Op::Variable(dst, number) => {
                    let variable = variables.get(usize::from(number))?;
                    registers.set(dst, sight.private(*variable)?);
                }
                Op::Load(dst, number, offset) => {
                    let read = reads.get(usize::from(number))?;
                    let offset = u32::try_from(registers.get(offset)).ok()?;
                    let value = sight.element(sight.array(read.array)?, offset, read.kind, read.before)?;
                    registers.set(dst, value);
                    found.read(number, offset)?;
                }
                Op::Give(number, offset) => {
                    let offset = u32::try_from(registers.get(offset)).ok()?;
                    let given = all.get(usize::from(number))?;
                    if given.repeated {
                        found.repeat(number, offset, sight.array(given.array)?.len)?;
                    } else {
                        found.given.push((number, offset, offset));
                    }
                }
                Op::Begin(variable, first, last, exit) => {
                    let first = registers.get(first);
                    registers.set(variable, first);
                    if first > registers.get(last) {
                        at = exit as usize;
                    }
                }
                Op::Again(variable, last, body) => {
                    let value = registers.get(variable);
                    if value < registers.get(last) {
                        registers.set(variable, value + 1);
                        found.nodes += at as u64 - u64::from(body);
                        if found.nodes > sight.work {
                            return None;
                        }
                        at = body as usize;
                    }
                }
                Op::Add(..)
                | Op::Sub(..)
                | Op::Mul(..)
                | Op::Div(..)
                | Op::Mod(..)
                | Op::Quot(..)
                | Op::Rem(..)
                | Op::Max(..)
                | Op::Min(..)
                | Op::Within(..)
                | Op::Compare(..)
                | Op::Not(..)
                | Op::And(..)
                | Op::Or(..)
                | Op::Arith(..)
                | Op::CompareFloats(..)
                | Op::NegFloat(..)
                | Op::Copy(..)
                | Op::First(..)
                | Op::Next(..) => {
                    let (dst, value) = op.compute(|register| Some(registers.get(register)))?;
                    registers.set(dst, value);
                }
            }
        }
        (found.nodes <= sight.work).then_some(())
    }
}
