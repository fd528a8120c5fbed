//! Kernels of two and three dimensions: one element per thread, tiles in local memory, exchanges at a barrier, rows.
//!
//! In: random numbers. Out: a program. It is generated as text and then parsed, because formulas over several
//! dimensions are easier to read as text. Most kernels are right; some have indices, sizes or conditions mixed up.

use super::layout::{Layout, AXES};
use crate::random::Random;
use std::fmt::Write as _;
use syntax::pvl::ast::File;

/// A kernel of several dimensions that is being generated.
struct KernelText {
    rng: Random,
    dims: usize,
    /// Whether the launch may have several groups.
    groups: bool,
    /// Preconditions on the sizes of the launch.
    launch: Vec<String>,
}

/// The element of its group that a thread works on: its own, or that of another thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Own,
    Reverse,
    Rotate,
}

/// A position in a group, as one text per dimension, x first.
type Position = Vec<String>;

/// A random kernel of two or three dimensions.
pub fn kernel(mut rng: Random) -> File {
    let dims = if rng.chance(78) { 2 } else { 3 };
    let groups = rng.chance(55);
    let mut s = KernelText { rng, dims, groups, launch: vec![] };
    let text = match s.rng.below(10) {
        0..=2 => s.elements(),
        3..=5 => s.tile(),
        6 | 7 => s.exchange(),
        8 => s.rows(),
        _ => s.neighbours(),
    };
    syntax::parse_program(&text).ast
}

impl KernelText {
    fn axes(&self) -> impl Iterator<Item = &'static str> {
        AXES.into_iter().take(self.dims)
    }

    fn each(&self, text: impl Fn(&str) -> String) -> Vec<String> {
        self.axes().map(text).collect()
    }

    /// A random dimension: its number and its name.
    fn some_axis(&mut self) -> (usize, &'static str) {
        let n = self.rng.below(self.dims);
        (n, self.axes().nth(n).unwrap_or("x"))
    }

    /// The sizes of the launch, in threads.
    fn all(&self) -> Vec<String> {
        let name = if self.groups { "tcount" } else { "gsize" };
        self.each(|axis| format!("{name}.{axis}"))
    }

    fn group(&self) -> Vec<String> {
        self.each(|axis| format!("gsize.{axis}"))
    }

    /// The position of the thread in its group.
    fn own(&self) -> Position {
        let name = if self.groups { "lid" } else { "tid" };
        self.each(|axis| format!("{name}.{axis}"))
    }

    /// The position in the launch of what has the given position in the group.
    fn place(&self, position: &[String]) -> Position {
        let place = |(axis, p): (&str, &String)| match (self.groups, p == &format!("lid.{axis}")) {
            (false, _) => p.clone(),
            (true, true) => format!("tid.{axis}"),
            (true, false) => format!("gid.{axis} * gsize.{axis} + ({p})"),
        };
        self.axes().zip(position).map(place).collect()
    }

    fn layout(&mut self) -> Layout {
        use Layout::{Border, Crossed, Flat, FlatTurned, Forgetful, Matrix, Swapped, Turned};
        let rest = [(14, Turned), (20, Flat), (8, FlatTurned), (8, Border), (5, Swapped), (5, Crossed), (4, Forgetful)];
        self.rng.weighted((36, Matrix), &rest)
    }

    /// A random value that depends on the position in the launch and on the constant `n`.
    fn value(&mut self) -> impl Fn(&[String]) -> String {
        let factors: Vec<usize> = (0..self.dims).map(|_| self.rng.below(4)).collect();
        let product = self.rng.chance(15);
        move |place| {
            let terms: Vec<String> = place.iter().zip(&factors).map(|(p, k)| format!("{k} * ({p})")).collect();
            if product {
                format!("n * ({})", place.first().map_or("0", String::as_str))
            } else {
                format!("{} + n", terms.join(" + "))
            }
        }
    }

    /// A bijection on the threads of a group. If the group must be square for it, a precondition may say so.
    fn partner(&mut self) -> Position {
        let mut out: Position = Vec::new();
        for (axis, p) in self.axes().zip(self.own()).collect::<Vec<_>>() {
            let turn = self.rng.weighted((60, Turn::Own), &[(20, Turn::Reverse), (20, Turn::Rotate)]);
            out.push(match turn {
                Turn::Own => p,
                Turn::Reverse => format!("gsize.{axis} - 1 - {p}"),
                Turn::Rotate => format!("({p} + 1) % gsize.{axis}"),
            });
        }
        if self.rng.chance(35) {
            out.swap(0, 1);
            match self.rng.below(6) {
                0..=2 => self.launch.push("gsize.x == gsize.y".into()),
                3 | 4 => self.launch.push("gsize.x == 2 && gsize.y == 2".into()),
                // Without that precondition, the partner may be outside of the group.
                _ => {}
            }
        }
        out
    }

    /// A condition on which all threads of a group agree (if `uniform`), or one on which they may differ.
    fn condition(&mut self, uniform: bool) -> String {
        let (k, axis) = (1 + self.rng.below(2), self.some_axis().1);
        let own = if self.groups { "lid" } else { "tid" };
        match (uniform, self.rng.below(3)) {
            (true, 0) if self.groups => format!("gid.{axis} < {k}"),
            (true, 1) => format!("gsize.{axis} > {k}"),
            (true, _) => format!("n < {k}"),
            (false, 0) => format!("tid.{axis} < n"),
            (false, 1) => format!("{own}.{axis} == 0"),
            (false, _) => format!("tid.x <= tid.y + {k}"),
        }
    }

    fn kernel(&self, declarations: &str, contract: &[String], body: &str) -> String {
        let mut out = format!("kernel k {{ global int n; {declarations}\n");
        for c in &self.launch {
            let _ = writeln!(out, "kernel requires {c};");
        }
        for c in contract {
            let _ = writeln!(out, "{c};");
        }
        let _ = writeln!(out, "void main() {{ {body} }} }}");
        out
    }

    /// A kernel in which each thread writes its element. Some launches are larger than the array.
    fn elements(&mut self) -> String {
        let (layout, value) = (self.layout(), self.value());
        let padded = self.rng.chance(35);
        let names = ["w", "h", "d"];
        let sizes: Vec<String> =
            if padded { names.iter().take(self.dims).map(ToString::to_string).collect() } else { self.all() };
        let mut place = self.place(&self.own());
        if self.groups && self.rng.chance(8) {
            // The size of one dimension is the size of the group.
            let (n, axis) = self.some_axis();
            put(&mut place, n, format!("lid.{axis}"));
        }
        let own = format!("out{}", layout.at(&sizes, &place));
        let v = value(&place);
        let mut declarations = format!("global int{} out;", layout.lengths(&sizes));
        let mut guard = String::new();
        if padded {
            declarations = format!("global int {}; {declarations}", sizes.join(", "));
            let inside: Vec<String> = place.iter().zip(&sizes).map(|(p, n)| format!("{p} < {n}")).collect();
            let few = if self.rng.chance(10) { self.dims - 1 } else { self.dims };
            guard = inside.iter().take(few).cloned().collect::<Vec<_>>().join(" && ");
            self.launch.push(sizes.iter().map(|n| format!("{n} > 0")).collect::<Vec<_>>().join(" && "));
        }
        let when = |e: String| if guard.is_empty() { e } else { format!("{guard} ==> {e}") };
        let mut contract = vec![
            format!("context {}", when(format!("Perm({own}, write)"))),
            format!("ensures {}", when(format!("{own} == {v}"))),
        ];
        if !padded && self.rng.chance(35) {
            contract.extend(self.upper(layout, &value));
        }
        let store = format!("{own} := {v};");
        let body = if guard.is_empty() { store } else { format!("if ({guard}) {{ {store} }}") };
        self.kernel(&declarations, &contract, &body)
    }

    /// The contract of the kernel, which states for all elements what the contract of each thread states for its own.
    fn upper(&mut self, layout: Layout, value: &impl Fn(&[String]) -> String) -> Vec<String> {
        let sizes = self.all();
        let at: Position = ["i", "j", "l"].into_iter().take(self.dims).map(str::to_owned).collect();
        let binders = at.iter().map(|p| format!("int {p}")).collect::<Vec<_>>().join(", ");
        let mut range: Vec<String> = at.iter().zip(&sizes).map(|(p, n)| format!("0 <= {p} && {p} < {n}")).collect();
        if self.rng.chance(10) {
            range.swap(0, 1);
            range = range.iter().map(|r| r.replace("gsize.x", "gsize.y")).collect();
        }
        let range = range.join(" && ");
        let element = format!("out{}", layout.at(&sizes, &at));
        vec![
            format!("kernel requires (\\forall* {binders}; {range}; Perm({element}, write))"),
            format!("kernel ensures (\\forall* {binders}; {range}; Perm({element}, write))"),
            format!("kernel ensures (\\forall {binders}; {range}; {element} == {})", value(&at)),
        ]
    }

    fn barrier(&mut self, space: &str) -> String {
        let fence = self.rng.weighted((78, space), &[(14, "both"), (4, "global"), (4, "local")]);
        format!("barrier({fence})")
    }

    /// A kernel that copies through a tile in local memory.
    fn tile(&mut self) -> String {
        let (layout, tile, value) = (self.layout(), self.layout(), self.value());
        let (own, partner) = (self.own(), self.partner());
        let (mine, all) = (self.place(&own), self.all());
        let out = format!("out{}", layout.at(&all, &mine));
        let cell = |p: &[String], s: &Self| format!("tile{}", tile.at(&s.group(), p));
        let (here, there) = (cell(&own, self), cell(&partner, self));
        let (v, w) = (value(&mine), value(&self.place(&partner)));
        let declarations =
            format!("global int{} out; local int{} tile;", layout.lengths(&all), tile.lengths(&self.group()));
        let amount = self.rng.weighted((1, "read"), &[(1, "write"), (1, "1\\2")]);
        let contract = vec![
            format!("context Perm({out}, write)"),
            format!("requires Perm({here}, write)"),
            format!("ensures {out} == {w}"),
        ];
        let clauses = format!(
            "context Perm({out}, write); requires {here} == {v}; ensures Perm({there}, {amount}); \
            ensures {there} == {w};"
        );
        let barrier = format!("{} {{ {clauses} }}", self.barrier("local"));
        let barrier = match self.rng.below(12) {
            0 => format!("if ({}) {{ {barrier} }}", self.condition(false)),
            1 => {
                let c = self.condition(true);
                format!("if ({c}) {{ {barrier} {out} := {there}; }} else {{ {out} := {w}; }}")
            }
            2 => String::new(),
            _ => barrier,
        };
        self.kernel(&declarations, &contract, &format!("{here} := {v}; {barrier} {out} := {there};"))
    }

    /// A kernel in which each thread writes its element, and, behind a barrier, the element of its partner.
    fn exchange(&mut self) -> String {
        let (layout, value) = (self.layout(), self.value());
        let (own, partner) = (self.own(), self.partner());
        let all = self.all();
        let mine = self.place(&own);
        let other = self.place(&partner);
        let (here, there) = (format!("out{}", layout.at(&all, &mine)), format!("out{}", layout.at(&all, &other)));
        let (v, w) = (value(&mine), value(&other));
        let contract = vec![
            format!("requires Perm({here}, write)"),
            format!("ensures Perm({there}, write)"),
            format!("ensures {there} == {w} + 1"),
        ];
        let barrier = self.barrier("global");
        let body = format!(
            "{here} := {v}; {barrier} {{ requires {here} == {v}; ensures Perm({there}, write); \
            ensures {there} == {w}; }} \
             {there} := {there} + 1;"
        );
        self.kernel(&format!("global int{} out;", layout.lengths(&all)), &contract, &body)
    }

    /// A kernel in which one thread of each row writes the row's element, which all threads of the row may read.
    fn rows(&mut self) -> String {
        let (all, row) = (self.all(), nth(&self.place(&self.own()), 1));
        let first = match (self.rng.chance(85), self.dims) {
            (true, 2) => "tid.x == 0",
            (true, _) => "tid.x == 0 && tid.z == 0",
            (false, _) => "tid.y == 0",
        };
        let share = match (self.rng.below(4), self.dims) {
            (0, _) => "read".into(),
            (1, 2) => "1\\gsize.x".into(),
            (2, 2) => format!("1\\{}", nth(&all, 0)),
            (_, _) => format!("1\\({})", all.join(" * ")),
        };
        let rows = format!("[{}]", nth(&all, 1));
        let contract = vec![
            format!("context {first} ==> Perm(rows[{}], write)", row),
            format!("context Perm(in[{}], {share})", row),
            format!("ensures {first} ==> rows[{0}] == in[{0}] + n", row),
        ];
        let mention = if self.dims == 3 { "int u := tid.z;" } else { "" };
        let body = format!("{mention} if ({first}) {{ rows[{0}] := in[{0}] + n; }}", row);
        self.kernel(&format!("global int{rows} rows, in;"), &contract, &body)
    }

    /// A kernel that reads the neighbours' elements, in an array with or without a border.
    fn neighbours(&mut self) -> String {
        let (all, place) = (self.all(), self.place(&self.own()));
        let input = if self.rng.chance(80) { Layout::Border } else { Layout::Matrix };
        let (n, _) = self.some_axis();
        let mut right = place.clone();
        let next = format!("{} + 1", nth(&place, n));
        put(&mut right, n, next.clone());
        let (here, there) = (format!("in{}", input.at(&all, &place)), format!("in{}", input.at(&all, &right)));
        let layout = self.layout();
        let out = format!("out{}", layout.at(&all, &place));
        let guard = match input {
            Layout::Matrix => format!("{next} < {}", nth(&all, if self.rng.chance(20) { 0 } else { n })),
            _ => "true".into(),
        };
        let contract = vec![
            format!("context Perm({here}, read)"),
            format!("context {guard} ==> Perm({there}, read)"),
            format!("context Perm({out}, write)"),
            format!("ensures {guard} ==> {out} == {here} + {there}"),
        ];
        let declarations = format!("global int{} in; global int{} out;", input.lengths(&all), layout.lengths(&all));
        let body = format!("{out} := {here}; if ({guard}) {{ {out} := {out} + {there}; }}");
        self.kernel(&declarations, &contract, &body)
    }
}

/// The text for one dimension.
fn nth(texts: &[String], n: usize) -> String {
    texts.get(n).cloned().unwrap_or_default()
}

/// Replaces the text for one dimension.
fn put(texts: &mut [String], n: usize, text: String) {
    if let Some(old) = texts.get_mut(n) {
        *old = text;
    }
}
