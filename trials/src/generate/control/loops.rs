//! Loops: `while`, `for` and `do … while`, with `break`, `continue` and `return`, with calls and with barriers.
//!
//! In: the state of the generator. Out: the state behind a loop. Each loop adds a constant to a cell in each iteration,
//! so that the value behind it is known.

use super::state::{Cell, Code, Effect, Exit};
use super::values::{plus, wrap};

impl Code {
    /// Adds a random loop.
    pub fn loop_(&mut self) {
        match self.rng.below(12) {
            0 => self.counting(),
            1 | 2 => self.breaking(),
            3 => self.skipping(),
            4 | 5 => self.returning(),
            6 | 7 => self.at_least_once(),
            8 => self.skipping_at_least_once(),
            9 => self.with_label(),
            10 => self.nested(),
            _ => self.with_barrier(),
        }
    }

    /// The statement that adds `by` to the cell: a store, or a call.
    fn adds(&mut self, n: usize, by: i64) -> String {
        let place = self.place(n);
        if self.rng.chance(35) {
            if let Some(call) = self.call_that(n, Effect::Add, &by.to_string()) {
                return call;
            }
        }
        format!("{place} := {place} + {by};")
    }

    /// The invariants of a loop in which the cell has the value `value`.
    fn invariants(&mut self, n: usize, bounds: &str, value: &str) {
        let Some(cell) = self.cells.get(n) else { return };
        let (perm, place) = (cell.perm(), cell.place());
        self.line(format!("loop_invariant {bounds};"));
        if self.rng.chance(50) {
            self.line(format!("loop_invariant {perm} ** {place} == {value};"));
        } else {
            self.line(format!("loop_invariant {perm};"));
            self.line(format!("loop_invariant {place} == {value};"));
        }
    }

    fn counting(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let (i, by, rounds) = (self.fresh("i"), 1 + self.rng.below(3) as i64, 1 + self.rng.below(4) as i64);
        let add = self.adds(n, by);
        let stated = self.slip(by);
        let so_far = plus(&before, &format!("{stated} * {i}"));
        self.for_loop((&i, rounds), n, &so_far, &add);
        self.set(n, Some(plus(&before, &(by * rounds).to_string())));
    }

    /// Writes a loop `for (int i := 0; i < rounds; i++)` whose invariant says that cell `n` has the value `so_far` at
    /// the beginning of each iteration.
    fn for_loop(&mut self, (i, rounds): (&str, i64), n: usize, so_far: &str, body: &str) {
        self.invariants(n, &format!("0 <= {i} && {i} <= {rounds}"), so_far);
        self.line(format!("for (int {i} := 0; {i} < {rounds}; {i}++) {{ {body} }}"));
    }

    /// A loop that a `break` leaves, after a number of rounds that is a constant or depends on the thread.
    fn breaking(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let (i, by, last) = (self.fresh("i"), 1 + self.rng.below(3) as i64, 1 + self.rng.below(3) as i64);
        let by_thread = self.rng.chance(40);
        let stop = if by_thread { format!("tid % {}", last + 1) } else { last.to_string() };
        let rounds = if self.rng.chance(40) { "true".to_owned() } else { format!("{i} < {}", last + 2) };
        let add = self.adds(n, by);
        let so_far = plus(&before, &format!("{by} * {i}"));
        self.line(format!("int {i} := 0;"));
        self.invariants(n, &format!("0 <= {i} && {i} <= {}", wrap(&stop)), &so_far);
        let at = if by_thread { stop.clone() } else { self.slip(last).to_string() };
        self.line(format!("while ({rounds}) {{ if ({i} == {at}) {{ break; }} {add} {i} := {i} + 1; }}"));
        let times = if by_thread { format!("{by} * ({stop})") } else { (by * last).to_string() };
        self.set(n, Some(plus(&before, &times)));
        self.variables.push((i, stop));
    }

    /// A loop in which a `continue` skips every other round.
    fn skipping(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let (i, by, rounds) = (self.fresh("i"), 1 + self.rng.below(2) as i64, 2 + self.rng.below(4) as i64);
        let odd = i64::from(self.rng.chance(50));
        let add = self.adds(n, by);
        // After i rounds, those of 0 … i - 1 that are not skipped have added.
        let count = if odd == 1 { format!("({i} + 1) / 2") } else { format!("{i} / 2") };
        let total = if odd == 1 { (rounds + 1) / 2 } else { rounds / 2 };
        let so_far = plus(&before, &format!("{by} * ({count})"));
        let skip = format!("if ({i} % 2 == {odd}) {{ continue; }}");
        self.for_loop((&i, rounds), n, &so_far, &format!("{skip} {add}"));
        self.set(n, Some(plus(&before, &(by * total).to_string())));
    }

    /// A loop from which some threads, or all, return.
    fn returning(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let (i, by, rounds) = (self.fresh("i"), 1 + self.rng.below(3) as i64, 2 + self.rng.below(2) as i64);
        let at = self.rng.below(3) as i64;
        let (condition, specified) = if self.rng.chance(25) {
            let c = self.uniform();
            (c.clone(), c)
        } else {
            let c = format!("{} == {}", self.own(), self.rng.below(3));
            self.parted = true;
            (c.clone(), c)
        };
        let add = self.adds(n, by);
        let so_far = plus(&before, &format!("{by} * {i}"));
        self.line(format!("int {i} := 0;"));
        let bounds = if at < rounds {
            format!("0 <= {i} && {i} <= {rounds} && ({specified} ==> {i} <= {at})")
        } else {
            format!("0 <= {i} && {i} <= {rounds}")
        };
        self.invariants(n, &bounds, &so_far);
        let leave = format!("if (({condition}) && {i} == {at}) {{ return; }}");
        self.line(format!("while ({i} < {rounds}) {{ {leave} {add} {i} := {i} + 1; }}"));
        if at < rounds {
            let mut values = self.values();
            if let Some(slot) = values.get_mut(n) {
                *slot = Some(plus(&before, &(by * at).to_string()));
            }
            self.exits.push(Exit { condition: wrap(&specified), values });
        }
        self.set(n, Some(plus(&before, &(by * rounds).to_string())));
    }

    fn at_least_once(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let (i, by, rounds) = (self.fresh("i"), 1 + self.rng.below(3) as i64, 1 + self.rng.below(3) as i64);
        let add = self.adds(n, by);
        let so_far = plus(&before, &format!("{by} * {i}"));
        self.line(format!("int {i} := 0;"));
        self.invariants(n, &format!("0 <= {i} && {i} < {rounds}"), &so_far);
        let bound = self.slip(rounds);
        self.line(format!("do {{ {add} {i} := {i} + 1; }} while ({i} < {bound});"));
        self.set(n, Some(plus(&before, &(by * rounds).to_string())));
        self.variables.push((i, rounds.to_string()));
    }

    /// A `do … while` with a `continue`, behind which the condition is evaluated, or a `break`.
    fn skipping_at_least_once(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let (i, rounds) = (self.fresh("i"), 2 + self.rng.below(3) as i64);
        let at = 1 + self.rng.below(rounds as usize) as i64;
        let breaks = self.rng.chance(50);
        let add = self.adds(n, 1);
        self.line(format!("int {i} := 0;"));
        if breaks {
            let so_far = plus(&before, &i);
            self.invariants(n, &format!("0 <= {i} && {i} < {at}"), &so_far);
            self.line(format!("do {{ {i} := {i} + 1; if ({i} == {at}) {{ break; }} {add} }} while ({i} < {rounds});"));
            self.set(n, Some(plus(&before, &(at - 1).to_string())));
            self.variables.push((i, at.to_string()));
        } else {
            let so_far = plus(&before, &format!("({i} >= {at} ? {i} - 1 : {i})"));
            self.invariants(n, &format!("0 <= {i} && {i} < {rounds}"), &so_far);
            let body = format!("{i} := {i} + 1; if ({i} == {at}) {{ continue; }} {add}");
            self.line(format!("do {{ {body} }} while ({i} < {rounds});"));
            self.set(n, Some(plus(&before, &(rounds - 1).to_string())));
            self.variables.push((i, rounds.to_string()));
        }
    }

    /// A loop whose body compares with the state at a label in it.
    fn with_label(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let (i, label, by) = (self.fresh("i"), self.fresh("L"), 1 + self.rng.below(3) as i64);
        let rounds = 1 + self.rng.below(3) as i64;
        let add = self.adds(n, by);
        let place = self.place(n);
        let stated = self.slip(by);
        let so_far = plus(&before, &format!("{by} * {i}"));
        let check = format!("assert {place} == \\old[{label}]({place}) + {stated};");
        self.for_loop((&i, rounds), n, &so_far, &format!("label {label}; {add} {check}"));
        self.set(n, Some(plus(&before, &(by * rounds).to_string())));
    }

    /// Two loops, of which a `break` leaves the inner one.
    fn nested(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let (i, j) = (self.fresh("i"), self.fresh("j"));
        let (rounds, at) = (1 + self.rng.below(2) as i64, 1 + self.rng.below(2) as i64);
        let add = self.adds(n, 1);
        let so_far = plus(&before, &format!("{at} * {i}"));
        let inner = plus(&so_far, &j);
        let Some(cell) = self.cells.get(n) else { return };
        let (perm, place) = (cell.perm(), cell.place());
        self.invariants(n, &format!("0 <= {i} && {i} <= {rounds}"), &so_far);
        self.line(format!("for (int {i} := 0; {i} < {rounds}; {i}++) {{"));
        self.line(format!("  loop_invariant 0 <= {j} && {j} <= {at} && 0 <= {i} && {i} < {rounds};"));
        self.line(format!("  loop_invariant {perm} ** {place} == {inner};"));
        self.line(format!("  for (int {j} := 0; {j} < 5; {j}++) {{ if ({j} == {at}) {{ break; }} {add} }}"));
        self.line("}");
        self.set(n, Some(plus(&before, &(at * rounds).to_string())));
    }

    /// A loop with a barrier, which all threads of a group leave in the same round.
    fn with_barrier(&mut self) {
        if self.parted && !self.rng.chance(8) {
            return;
        }
        let Some((n, before)) = self.known_cell() else { return };
        let (i, rounds) = (self.fresh("i"), 1 + self.rng.below(3) as i64);
        let add = self.adds(n, 1);
        let so_far = plus(&before, &i);
        let mut keep: Vec<String> = Vec::new();
        for (m, cell) in self.cells.iter().enumerate() {
            let value = if m == n { Some(&so_far) } else { cell.value.as_ref() };
            keep.push(match value {
                Some(value) => format!("{} ** {} == {value}", cell.perm(), cell.place()),
                None => cell.perm(),
            });
        }
        let row = self.row_clauses();
        keep.extend(row.iter().map(|c| format!("({c})")));
        let keep = keep.join(" ** ");
        let mut perms: Vec<String> = self.cells.iter().map(Cell::perm).collect();
        perms.extend(row.first().map(|c| format!("({c})")));
        let perms = perms.join(" ** ");
        let fence = if self.cells.iter().any(|c| c.array == "s") { "global, local" } else { "global" };
        let condition = if self.rng.chance(12) { "tid == 0 || " } else { "" };
        self.line(format!("int {i} := 0;"));
        self.line(format!("loop_invariant 0 <= {i} && {i} <= {rounds};"));
        self.line(format!("loop_invariant {keep};"));
        let leave = format!("if ({condition}{i} == {rounds}) {{ break; }}");
        self.line(format!("while (true) {{ {leave} barrier({fence}) {{ ensures {perms}; }} {add} {i} := {i} + 1; }}"));
        self.set(n, Some(plus(&before, &rounds.to_string())));
    }
}
