//! Steps of a kernel: stores, branches, returns, labels, assertions and barriers.
//!
//! In: the state of the generator. Out: the state with code added.

use super::state::{Cell, Code, Exit, Label, Share};
use super::values::wrap;

impl Code {
    /// Adds a random step.
    pub fn step(&mut self) {
        match self.rng.below(100) {
            0..=11 => self.store(),
            12..=43 => self.call(),
            44..=61 => self.loop_(),
            62..=69 => self.return_(),
            70..=76 => self.branch(),
            77..=85 => self.label(),
            86..=92 => self.private_array(),
            _ => self.barrier(),
        }
        if self.rng.chance(30) {
            self.assert();
        }
    }

    /// The number of a random cell that the thread may write.
    pub fn writable(&mut self) -> Option<usize> {
        let all: Vec<usize> =
            self.cells.iter().enumerate().filter(|(_, c)| c.share == Share::Write).map(|(n, _)| n).collect();
        self.rng.pick(&all).copied()
    }

    /// The number of a random cell that the thread may write and whose value is known. If there is none, a store makes
    /// the value known.
    pub fn known_cell(&mut self) -> Option<(usize, String)> {
        let n = self.writable()?;
        let value = self.cells.get(n)?.value.clone();
        match value.filter(|value| value.len() < 90) {
            Some(value) => Some((n, value)),
            None => {
                let place = self.cells.get(n)?.place();
                let k = self.rng.below(4).to_string();
                self.line(format!("{place} := {k};"));
                self.set(n, Some(k.clone()));
                Some((n, k))
            }
        }
    }

    pub fn set(&mut self, n: usize, value: Option<String>) {
        if let Some(cell) = self.cells.get_mut(n) {
            cell.value = value;
        }
    }

    pub fn place(&self, n: usize) -> String {
        self.cells.get(n).map(Cell::place).unwrap_or_default()
    }

    /// Adds a store.
    pub fn store(&mut self) {
        let Some(n) = self.writable() else { return };
        let (code, value) = self.value();
        let place = self.place(n);
        self.line(format!("{place} := {code};"));
        self.set(n, Some(value));
    }

    fn branch(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let place = self.place(n);
        let (condition, specified) = self.condition();
        let (code, value) = self.value();
        if self.rng.chance(50) {
            let (other, other_value) = self.value();
            self.line(format!("if ({condition}) {{ {place} := {code}; }} else {{ {place} := {other}; }}"));
            self.set(n, Some(format!("({specified} ? {value} : {other_value})")));
        } else {
            self.line(format!("if ({condition}) {{ {place} := {code}; }}"));
            self.set(n, Some(format!("({specified} ? {value} : {before})")));
        }
    }

    /// Adds a return from `main`, under a condition on which the threads agree or not.
    fn return_(&mut self) {
        let (condition, specified) = if self.rng.chance(40) {
            let c = self.uniform();
            (c.clone(), c)
        } else {
            self.parted = true;
            self.condition()
        };
        let specified = wrap(&specified);
        if self.rng.chance(50) {
            let Some((n, _)) = self.known_cell() else { return };
            let (place, (code, value)) = (self.place(n), self.value());
            self.line(format!("if ({condition}) {{ {place} := {code}; return; }}"));
            let mut values = self.values();
            if let Some(slot) = values.get_mut(n) {
                *slot = Some(value);
            }
            self.exits.push(Exit { condition: specified, values });
        } else {
            self.line(format!("if ({condition}) {{ return; }}"));
            self.exits.push(Exit { condition: specified, values: self.values() });
        }
    }

    /// Adds a label. Sometimes code behind it changes a cell.
    fn label(&mut self) {
        let name = self.fresh("L");
        self.line(format!("label {name};"));
        let values = self.values();
        self.labels.push(Label { name, values });
        if self.rng.chance(70) {
            self.store();
        }
        if self.rng.chance(70) {
            self.recall();
        }
    }

    /// Adds an assertion about a value at a label.
    fn recall(&mut self) {
        let labels: Vec<(String, Vec<Option<String>>)> =
            self.labels.iter().map(|l| (l.name.clone(), l.values.clone())).collect();
        let Some((label, values)) = self.rng.pick(&labels).cloned() else { return };
        let known: Vec<(usize, String)> =
            values.into_iter().enumerate().filter_map(|(n, value)| Some((n, value?))).collect();
        let Some((n, value)) = self.rng.pick(&known).cloned() else { return };
        let place = self.place(n);
        self.line(format!("assert \\old[{label}]({place}) == {value};"));
    }

    fn assert(&mut self) {
        if !self.labels.is_empty() && self.rng.chance(40) {
            return self.recall();
        }
        let mut known: Vec<(String, String)> =
            self.cells.iter().filter_map(|c| Some((c.place(), c.value.clone()?))).collect();
        known.extend(self.variables.iter().cloned());
        for array in &self.arrays {
            let elements = array.values.iter().enumerate();
            known.extend(elements.filter_map(|(n, v)| Some((format!("{}[{n}]", array.name), v.clone()?))));
        }
        let Some((e, value)) = self.rng.pick(&known).cloned() else { return };
        self.line(format!("assert {e} == {value};"));
    }

    /// Adds a barrier. The threads keep what they have, or a cell moves to the next thread of the group.
    fn barrier(&mut self) {
        if self.parted && !self.rng.chance(8) {
            return;
        }
        let moves = self.rng.chance(40).then(|| self.movable()).flatten();
        let mut contract: Vec<String> = Vec::new();
        let next = format!("({} + 1) % gsize", self.own());
        for n in 0..self.cells.len() {
            let Some(cell) = self.cells.get(n).cloned() else { continue };
            if let Some(value) = &cell.value {
                contract.push(format!("requires {} == {value};", cell.place()));
            }
            let mut after = cell;
            if moves == Some(n) {
                let own = self.own();
                after.value = after.value.map(|value| replaced(&value, own, &format!("({next})")));
                after.index.clone_from(&next);
            }
            contract.push(format!("ensures {};", after.perm()));
            if let Some(value) = &after.value {
                contract.push(format!("ensures {} == {value};", after.place()));
            }
            if let Some(slot) = self.cells.get_mut(n) {
                *slot = after;
            }
        }
        if moves.is_some() {
            // What a label says of the cell is about another location now.
            self.labels.clear();
        }
        contract.extend(self.row_clauses().into_iter().map(|c| format!("context {c};")));
        let local = self.cells.iter().any(|c| c.array == "s");
        let fence = if self.rng.chance(4) {
            "local"
        } else if local {
            "global, local"
        } else {
            "global"
        };
        let contract = contract.join(" ");
        if self.rng.chance(20) && moves.is_none() {
            let condition = self.uniform();
            self.line(format!("if ({condition}) {{ barrier({fence}) {{ {contract} }} }}"));
        } else {
            self.line(format!("barrier({fence}) {{ {contract} }}"));
        }
    }

    /// A cell that may move: its index is the thread's own position, and another thread can compute its value.
    fn movable(&mut self) -> Option<usize> {
        let own = self.own();
        let depends = |v: &str| v.contains(['\\', '[']) || (own == "lid" && v.contains("tid"));
        let constant = |v: &str| !depends(v);
        let can = self
            .cells
            .iter()
            .position(|c| c.index == own && c.share == Share::Write && c.value.as_deref().is_some_and(constant));
        can.filter(|_| self.exits.is_empty())
    }
}

/// The expression with a variable replaced.
fn replaced(e: &str, variable: &str, by: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in e.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out.push_str(if word == variable { by } else { &word });
        word.clear();
        out.push(c);
    }
    out.trim_end().to_owned()
}
