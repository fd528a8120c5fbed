//! Procedures with contracts, and calls of them.
//!
//! In: the state of the generator. Out: the state with a call, and with the procedure if it was not there before. A
//! procedure changes a cell of the thread, reads one, or computes a result from its arguments. Its body has returns,
//! loops, calls, a label, a private array, or a call of itself with a measure.

use super::state::{Code, Effect, Known, Share};
use super::values::{plus, wrap, Pair};

impl Known {
    /// The call with an argument; `index` is that of the cell.
    fn call(&self, index: &str, argument: &str) -> String {
        match self.index {
            Some(_) => format!("{}({argument});", self.name),
            None => format!("{}({index}, {argument});", self.name),
        }
    }
}

impl Code {
    /// Adds a random call.
    pub fn call(&mut self) {
        match self.rng.below(14) {
            0..=3 => self.add_or_put(),
            4 => self.call_in_branch(),
            5 | 6 => self.exchange(),
            7 | 8 => self.read_by_call(),
            9..=11 => self.compute(),
            12 => self.lend(),
            _ => self.swap_or_fill(),
        }
    }

    fn add_or_put(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let effect = if self.rng.chance(65) { Effect::Add } else { Effect::Put };
        let Some(known) = self.procedure_for(n, effect) else { return };
        let (code, value) = self.argument(&known);
        let Some(index) = self.cells.get(n).map(|c| c.index.clone()) else { return };
        self.line(known.call(&index, &code));
        self.set(n, Some(if effect == Effect::Add { plus(&before, &value) } else { value }));
    }

    fn call_in_branch(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let Some(known) = self.procedure_for(n, Effect::Add) else { return };
        let (code, value) = self.argument(&known);
        let (condition, specified) = self.condition();
        let Some(index) = self.cells.get(n).map(|c| c.index.clone()) else { return };
        let call = known.call(&index, &code);
        self.line(format!("if ({condition}) {{ {call} }}"));
        let after = plus(&before, &value);
        self.set(n, Some(format!("({specified} ? {after} : {before})")));
    }

    /// An argument that the procedure accepts, or rarely one that it does not.
    fn argument(&mut self, known: &Known) -> Pair {
        match known.least {
            Some(least) if !self.rng.chance(4) => {
                let k = (least + self.rng.below(3) as i64).to_string();
                (k.clone(), k)
            }
            Some(_) | None => self.value(),
        }
    }

    /// A call with this effect on a cell.
    pub fn call_that(&mut self, n: usize, effect: Effect, argument: &str) -> Option<String> {
        let known = self.procedure_for(n, effect)?;
        let index = self.cells.get(n)?.index.clone();
        Some(known.call(&index, argument))
    }

    fn procedure_for(&mut self, n: usize, effect: Effect) -> Option<Known> {
        let cell = self.cells.get(n)?.clone();
        let fits = |k: &&Known| {
            k.effect == effect && k.array == cell.array && k.index.as_ref().is_none_or(|i| *i == cell.index)
        };
        if let (Some(known), true) = (self.known.iter().find(fits).cloned(), self.rng.chance(60)) {
            return Some(known);
        }
        let name = self.fresh(if effect == Effect::Add { "add" } else { "put" });
        let by_index = cell.index != self.own() && cell.index != "tid" || self.rng.chance(25);
        let mut known = Known {
            name: name.clone(),
            effect,
            array: cell.array,
            index: (!by_index).then(|| cell.index.clone()),
            least: None,
        };
        let index = if by_index { "at".to_owned() } else { cell.index.clone() };
        let place = format!("{}[{index}]", cell.array);
        let (least, body) = if effect == Effect::Add { self.body_that_adds(&known, &place) } else { (None, None) };
        known.least = least;
        let body = body.unwrap_or_else(|| match effect {
            Effect::Add => format!("{place} := {place} + v;"),
            Effect::Put => format!("{place} := v;"),
        });
        let ensured = match effect {
            Effect::Add => format!("{place} == \\old({place}) + v"),
            Effect::Put => format!("{place} == v"),
        };
        let mut head: Vec<String> = Vec::new();
        if by_index {
            let length = if cell.array == "s" { "gsize" } else { self.threads() };
            head.push(format!("requires 0 <= at && at < {length};"));
        }
        head.extend(least.map(|least| format!("requires v >= {least};")));
        if self.rng.chance(3) {
            head.push(format!("context Perm({place}, 1 \\ 2);"));
        } else {
            head.push(format!("context Perm({place}, write);"));
        }
        head.push(format!("ensures {ensured};"));
        if body.contains(&format!("{name}(")) {
            head.push("decreases v;".into());
        }
        let params = if by_index { "int at, int v" } else { "int v" };
        self.procedures.push(procedure(&head, &format!("void {name}({params})"), &body));
        self.known.push(known.clone());
        Some(known)
    }

    /// A body that adds `v`, and the least `v` for which it does so.
    fn body_that_adds(&mut self, known: &Known, place: &str) -> (Option<i64>, Option<String>) {
        let added = if self.rng.chance(3) { "v + 1" } else { "v" };
        let again = |v: &str| known.call("at", v);
        let rounds = format!("loop_invariant Perm({place}, write) ** {place} == \\old({place}) + i;");
        let step = format!("{place} := {place} + 1; i := i + 1;");
        match self.rng.below(10) {
            0 | 1 => (None, Some(format!("if (v == 0) {{ return; }} {place} := {place} + {added};"))),
            2 => {
                let head = format!("int i := 0; loop_invariant 0 <= i && i <= v; {rounds}");
                (Some(0), Some(format!("{head} while (i < v) {{ {step} }}")))
            }
            3 => {
                let head = format!("int i := 0; loop_invariant 0 <= i && i < v; {rounds}");
                (Some(1), Some(format!("{head} do {{ {step} }} while (i < v);")))
            }
            4 => {
                let head = format!("int i := 0; loop_invariant 0 <= i && i <= v; {rounds}");
                (Some(0), Some(format!("{head} while (true) {{ if (i == v) {{ return; }} {step} }}")))
            }
            5 => (Some(0), Some(format!("if (v > 0) {{ {place} := {place} + 1; {} }}", again("v - 1")))),
            6 => {
                let check = format!("assert {place} == \\old[M]({place}) + {added};");
                (None, Some(format!("label M; {place} := {place} + {added}; {check}")))
            }
            7 => (None, Some(format!("int[2] q; q[0] := {place}; q[1] := {added}; {place} := q[0] + q[1];"))),
            _ => (None, Some(format!("{place} := {place} + {added};"))),
        }
    }

    /// A procedure that stores its argument and returns what was there.
    fn exchange(&mut self) {
        let Some((n, before)) = self.known_cell() else { return };
        let (name, x) = (self.fresh("exchange"), self.fresh("x"));
        let Some(cell) = self.cells.get(n).cloned() else { return };
        if cell.index.contains(' ') {
            return;
        }
        let place = cell.place();
        let head = [
            format!("requires {};", cell.perm()),
            format!("ensures {} ** {place} == v && \\result == \\old({place});", cell.perm()),
        ];
        let body = if self.rng.chance(50) {
            format!("int was := {place}; {place} := v; return was;")
        } else {
            format!("int[1] was; was[0] := {place}; {place} := v; return was[0];")
        };
        self.procedures.push(procedure(&head, &format!("int {name}(int v)"), &body));
        let (code, value) = self.value();
        if self.rng.chance(20) {
            self.line(format!("{name}({code});"));
        } else {
            self.line(format!("int {x} := {name}({code});"));
            self.variables.push((x, before));
        }
        self.set(n, Some(value));
    }

    /// A procedure that only reads its cell, with some share of it.
    fn read_by_call(&mut self) {
        let Some((n, value)) = self.known_cell() else { return };
        let (name, x, k) = (self.fresh("get"), self.fresh("x"), self.rng.below(3));
        let Some(cell) = self.cells.get(n).cloned() else { return };
        if cell.index.contains(' ') {
            return;
        }
        let place = cell.place();
        let amount = if self.rng.chance(60) { "read" } else { "1 \\ 2" };
        let stated = self.slip(k as i64);
        let head = [
            format!("context Perm({place}, {amount});"),
            format!("ensures \\result == {};", plus(&place, &stated.to_string())),
        ];
        self.procedures.push(procedure(&head, &format!("int {name}()"), &format!("return {place} + {k};")));
        self.line(format!("int {x} := {name}();"));
        self.variables.push((x, plus(&value, &k.to_string())));
    }

    /// A procedure whose result depends on its arguments alone, inside or outside of the kernel.
    fn compute(&mut self) {
        let (name, x) = (self.fresh("f"), self.fresh("x"));
        let (code, value) = self.value();
        let v = wrap(&value);
        let k = 1 + self.rng.below(3) as i64;
        let stated = self.slip(k);
        let (head, body, result) = match self.rng.below(5) {
            0 => (
                format!("ensures \\result == (u > {k} ? {k} : u);"),
                format!("if (u > {stated}) {{ return {k}; }} return u;"),
                format!("({v} > {k} ? {k} : {v})"),
            ),
            1 => (
                "ensures \\result == (u < 0 ? 0 - u : u);".to_owned(),
                "if (u < 0) { return 0 - u; } else { return u; }".to_owned(),
                format!("({v} < 0 ? 0 - {v} : {v})"),
            ),
            2 => (
                format!("ensures \\result == (0 <= u && u < {k} ? u : {k});"),
                format!(
                    "int i := 0; loop_invariant 0 <= i && i <= {k} && (0 <= u ==> i <= u || i <= {k}); \
                     loop_invariant u < 0 || u >= i; while (i < {stated}) {{ if (i == u) {{ return i; }} i++; }} \
                     return {k};"
                ),
                format!("(0 <= {v} && {v} < {k} ? {v} : {k})"),
            ),
            3 => (
                format!("ensures \\result == 2 * u + {k};"),
                format!("int[3] q; q[0] := u; q[1] := u + {stated}; q[2] := q[0] + q[1]; return q[2];"),
                format!("2 * {v} + {k}"),
            ),
            _ => (
                format!("ensures \\result == {k} * u;"),
                format!(
                    "int i := 0; int r := 0; loop_invariant 0 <= i && i < {k} && r == i * u; \
                     do {{ i := i + 1; r := r + u; }} while (i < {stated}); return r;"
                ),
                format!("{k} * {v}"),
            ),
        };
        let text = procedure(&[head], &format!("int {name}(int u)"), &body);
        if self.rng.chance(40) {
            self.outside.push(text);
        } else {
            self.procedures.push(text);
        }
        self.line(format!("int {x} := {name}({code});"));
        self.variables.push((x, result));
    }

    /// A procedure that takes a cell and gives half of the permission back.
    fn lend(&mut self) {
        if self.cells.len() < 2 {
            return self.compute();
        }
        let Some((n, before)) = self.known_cell() else { return };
        let Some(cell) = self.cells.get(n).cloned() else { return };
        if cell.index.contains(' ') || cell.array == "s" || self.cells.iter().any(|c| c.share == Share::Half) {
            return;
        }
        let (name, place) = (self.fresh("lend"), cell.place());
        let head = [
            format!("requires {};", cell.perm()),
            format!("ensures Perm({place}, 1 \\ 2) ** {place} == \\old({place}) + 1;"),
        ];
        self.procedures.push(procedure(&head, &format!("void {name}()"), &format!("{place} := {place} + 1;")));
        self.line(format!("{name}();"));
        // Rarely, the thread stores nevertheless.
        let share = if self.rng.chance(6) { Share::Write } else { Share::Half };
        if let Some(cell) = self.cells.get_mut(n) {
            cell.share = share;
        }
        self.set(n, Some(plus(&before, "1")));
        self.known.retain(|k| k.array != cell.array);
    }

    /// A procedure that changes two cells, or the elements of the row.
    fn swap_or_fill(&mut self) {
        if self.row.is_some() {
            return self.fill();
        }
        let both: Vec<(usize, String, String)> = (self.cells.iter().enumerate())
            .filter(|(_, c)| c.share == Share::Write && !c.index.contains(' '))
            .filter_map(|(n, c)| Some((n, c.place(), c.value.clone()?)))
            .collect();
        let [(m, p, x), (n, q, y), ..] = both.as_slice() else { return self.compute() };
        let name = self.fresh("swap");
        let head = [
            format!("context Perm({p}, write) ** Perm({q}, write);"),
            format!("ensures {p} == \\old({q}) && {q} == \\old({p});"),
        ];
        let body = format!("int was := {p}; {p} := {q}; {q} := was;");
        self.procedures.push(procedure(&head, &format!("void {name}()"), &body));
        self.line(format!("{name}();"));
        self.set(*m, Some(y.clone()));
        self.set(*n, Some(x.clone()));
    }

    fn fill(&mut self) {
        let name = self.fresh("fill");
        let all = "(\\forall* int j; 0 <= j && j < 3; Perm(row[3 * tid + j], write))";
        let filled = |n: &str| format!("(\\forall int j; 0 <= j && j < {n}; row[3 * tid + j] == v + j)");
        let bound = self.slip(3);
        let head = [format!("context {all};"), format!("ensures {};", filled("3"))];
        let body = format!(
            "loop_invariant 0 <= i && i <= 3; loop_invariant {all}; loop_invariant {}; \
             for (int i := 0; i < {bound}; i++) {{ row[3 * tid + i] := v + i; }}",
            filled("i")
        );
        self.procedures.push(procedure(&head, &format!("void {name}(int v)"), &body));
        let (code, value) = self.value();
        self.line(format!("{name}({code});"));
        self.row = Some(Some(value));
    }
}

fn procedure(head: &[String], signature: &str, body: &str) -> String {
    format!("  {}\n  {signature} {{\n    {body}\n  }}\n", head.join("\n  "))
}
