//! Private arrays: declared, filled by stores or by a loop, and read.
//!
//! In: the state of the generator. Out: the state with an array that the code may read.

use super::state::{Code, OwnArray};
use super::values::plus;

impl Code {
    /// Adds a private array, or a store to one that is there.
    pub fn private_array(&mut self) {
        if !self.arrays.is_empty() && self.rng.chance(40) {
            return self.store_element();
        }
        let name = self.fresh("q");
        let length = 2 + self.rng.below(3);
        match self.rng.below(5) {
            0 | 1 => self.by_stores(name, length),
            2 | 3 => self.by_loop(name, length),
            _ => self.as_table(&name),
        }
        self.use_element();
    }

    fn by_stores(&mut self, name: String, length: usize) {
        self.line(format!("int[{length}] {name};"));
        let mut values = vec![None; length];
        for (n, slot) in values.iter_mut().enumerate() {
            // An element that is never stored to has an arbitrary value, which no code below reads.
            if self.rng.chance(90) {
                let (code, value) = self.value();
                self.line(format!("{name}[{n}] := {code};"));
                *slot = Some(value);
            }
        }
        self.arrays.push(OwnArray { name, values });
    }

    /// Fills the array in a loop, which has an invariant about all elements so far.
    fn by_loop(&mut self, name: String, length: usize) {
        let i = self.fresh("i");
        let (code, value) = self.value();
        let base = if code.contains('[') { "tid".to_owned() } else { code.clone() };
        let specified = if code.contains('[') { "tid".to_owned() } else { value };
        let bound = self.slip(length as i64);
        self.line(format!("int[{length}] {name};"));
        self.line(format!("int {i} := 0;"));
        self.line(format!("loop_invariant 0 <= {i} && {i} <= {length};"));
        let so_far = plus(&base, "j");
        self.line(format!("loop_invariant (\\forall int j; 0 <= j && j < {i}; {name}[j] == {so_far});"));
        let element = plus(&base, &i);
        self.line(format!("while ({i} < {bound}) {{ {name}[{i}] := {element}; {i} := {i} + 1; }}"));
        let values = (0..length).map(|n| Some(plus(&specified, &n.to_string()))).collect();
        self.arrays.push(OwnArray { name, values });
    }

    /// An array of two dimensions, of which one row is used.
    fn as_table(&mut self, name: &str) {
        let (left, right) = (self.value(), self.value());
        self.line(format!("int[2][2] {name};"));
        self.line(format!("{name}[0][0] := {};", left.0));
        self.line(format!("{name}[1][0] := {};", right.0));
        let x = self.fresh("x");
        self.line(format!("int {x} := {name}[0][0] + {name}[1][0];"));
        self.variables.push((x, plus(&left.1, &right.1)));
    }

    fn store_element(&mut self) {
        let k = self.rng.below(self.arrays.len());
        let n = self.arrays.get(k).map_or(0, |a| a.values.len());
        let n = self.rng.below(n);
        let (code, value) = self.value();
        let Some(name) = self.arrays.get(k).map(|a| a.name.clone()) else { return };
        self.line(format!("{name}[{n}] := {code};"));
        if let Some(slot) = self.arrays.get_mut(k).and_then(|a| a.values.get_mut(n)) {
            *slot = Some(value);
        }
    }

    /// Stores an element of an array to a cell.
    fn use_element(&mut self) {
        let (Some(n), Some(array)) = (self.writable(), self.arrays.last()) else { return };
        let known: Vec<(String, String)> = (array.values.iter().enumerate())
            .filter_map(|(k, value)| Some((format!("{}[{k}]", array.name), value.clone()?)))
            .collect();
        let Some((code, value)) = self.rng.pick(&known).cloned() else { return };
        let place = self.place(n);
        self.line(format!("{place} := {code};"));
        self.set(n, Some(value));
    }
}
