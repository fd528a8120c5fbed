//! Kernels with procedures, exits, labels, private arrays and `do … while`.
//!
//! In: random numbers. Out: a program. It is generated as text and then parsed. The generator runs the code that it
//! writes symbolically: for each location that the thread holds it knows the value, as an expression over the thread,
//! the constant `n` and memory at the start. Contracts, invariants and assertions state these values, so they are true
//! by construction. A few programs in a hundred have a wrong number, a wrong condition or a missing permission; and
//! the mutations of [`super::generate`] change more than half of the programs. Sepal proves about half of all programs,
//! and 95 of 100 that no mutation changed.
//!
//! Of 100 programs about 80 have procedures (50 one with a result, 4 one that calls itself), 50 have a `break`,
//! `continue` or `return` in `main` (33 of them a `return`), 35 a label, 33 a private array, 25 a `do … while` and 23 a
//! barrier. `trials/tests/generator.rs` tests that these constructs occur, and that Sepal proves at least a quarter of
//! the programs with each of them.

mod arrays;
mod loops;
mod procedures;
mod state;
mod steps;
mod values;

use crate::random::Random;
use state::{Cell, Code, Share};
use std::fmt::Write as _;
use syntax::pvl::ast::File;
use values::plus;

/// A random kernel.
pub fn kernel(mut rng: Random) -> File {
    let groups = rng.chance(40);
    let mut code = Code {
        rng,
        groups,
        cells: vec![],
        variables: vec![],
        arrays: vec![],
        labels: vec![],
        exits: vec![],
        parted: false,
        row: None,
        procedures: vec![],
        outside: vec![],
        known: vec![],
        launch: vec![],
        lines: vec![],
        names: 0,
    };
    let start = code.choose_cells();
    let steps = 2 + code.rng.below(4);
    for _ in 0..steps {
        code.step();
    }
    if code.rng.chance(60) {
        code.store();
    }
    syntax::parse_program(&code.finish(&start)).ast
}

impl Code {
    fn choose_cells(&mut self) -> Vec<Cell> {
        let cell = |array: &'static str, index: &str| {
            let place = format!("{array}[{index}]");
            Cell { array, index: index.into(), share: Share::Write, value: Some(format!("\\old({place})")) }
        };
        self.cells.push(cell("a", "tid"));
        if self.rng.chance(35) {
            self.cells.push(cell("b", "tid"));
        }
        if self.rng.chance(20) {
            let own = self.own();
            self.cells.push(Cell { value: None, ..cell("s", own) });
        }
        self.row = self.rng.chance(20).then_some(None);
        self.cells.clone()
    }

    /// The permission for the row, and what is known of its elements.
    fn row_clauses(&self) -> Vec<String> {
        let Some(value) = &self.row else { return vec![] };
        let permission = "(\\forall* int j; 0 <= j && j < 3; Perm(row[3 * tid + j], write))".to_owned();
        let known = value.as_ref().map(|value| {
            let value = plus(value, "j");
            format!("(\\forall int j; 0 <= j && j < 3; row[3 * tid + j] == {value})")
        });
        std::iter::once(permission).chain(known).collect()
    }

    /// The values of the cells now.
    fn values(&self) -> Vec<Option<String>> {
        self.cells.iter().map(|cell| cell.value.clone()).collect()
    }

    fn finish(mut self, start: &[Cell]) -> String {
        let mut contract: Vec<String> = self.launch.iter().map(|c| format!("requires {c};")).collect();
        contract.extend(start.iter().map(|cell| format!("requires {};", cell.perm())));
        let forgets = self.rng.chance(2);
        let cells = self.cells.clone();
        for (n, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.array != "s") {
            // A return keeps the permission that the thread had then, so what moved later cannot be promised.
            let moved = start.get(n).is_none_or(|s| s.index != cell.index || s.share != cell.share);
            if (moved && !self.exits.is_empty()) || (forgets && n == 0) {
                continue;
            }
            contract.push(format!("ensures {};", cell.perm()));
            if let (Some(value), true) = (self.final_value(n), self.rng.chance(85)) {
                contract.push(format!("ensures {} == {value};", cell.place()));
            }
        }
        let row = self.row_clauses();
        contract.extend(row.first().map(|c| format!("context {c};")));
        // A return may come before the row is filled.
        contract.extend(row.get(1).filter(|_| self.exits.is_empty()).map(|c| format!("ensures {c};")));
        let mut out = self.outside.concat();
        out.push_str("kernel k {\n  global int n;\n");
        let threads = self.threads();
        if self.row.is_some() {
            let _ = writeln!(out, "  global int[3 * {threads}] row;");
        }
        let mut declared = vec![];
        for cell in start.iter().filter(|cell| !declared.contains(&cell.array)).collect::<Vec<_>>() {
            let (space, length) = if cell.array == "s" { ("local", "gsize") } else { ("global", threads) };
            let _ = writeln!(out, "  {space} int[{length}] {};", cell.array);
            declared.push(cell.array);
        }
        self.procedures.iter().for_each(|p| out.push_str(p));
        for clause in &contract {
            let _ = writeln!(out, "  {clause}");
        }
        let _ = writeln!(out, "  void main() {{\n    {}\n  }}\n}}", self.lines.join("\n    "));
        out
    }

    /// The value of a cell at the end, whichever exit was taken; `None` if it is not known on some way.
    fn final_value(&self, n: usize) -> Option<String> {
        let mut value = self.cells.get(n)?.value.clone()?;
        for exit in self.exits.iter().rev() {
            let there = exit.values.get(n)?.clone()?;
            if there != value {
                value = format!("({} ? {there} : {value})", exit.condition);
            }
        }
        Some(value)
    }
}
