//! `goto` and labels.
//!
//! In: the statements of a block. Out: the statements that a jump leaves or repeats, as regions: a jump to a label
//! further down leaves a scope, and a jump back to a label repeats a loop.
//!
//! ```text
//! A; if (c) goto l; B; l: C       A; scope l { if (c) exit l; B }; C
//! l: A; if (c) goto l; B          scope end { while (true) { scope l { A; if (c) exit l; exit end } } }; B
//! ```
//!
//! The label stands in a block around the jump. So a jump never enters a block. A jump to a label inside the loop that
//! jumps back make is refused, too.

use super::state::{InFront, Lower};
use crate::c::tree::Node;
use ir::build::{At, LoopLabels};
use ir::{Block, Clause, LabelId, Stmt};

/// The statements of a block, from one number to another one, that a jump to a label leaves or repeats.
pub struct Region {
    start: usize,
    end: usize,
    /// The identity of the label.
    target: String,
    name: String,
    /// Whether jumps repeat the region; else they leave it.
    repeats: bool,
}

/// A region whose statements are being lowered.
pub struct Opened {
    end: usize,
    repeats: bool,
    /// The clauses of the loop.
    clauses: Vec<Clause>,
    /// Claims about two threads at the head of the loop, when control comes back there.
    pairs: Vec<Stmt>,
    at: At,
    label: LabelId,
    /// The statements in front of it.
    out: Vec<Stmt>,
    /// The number of names and of marks that were visible in front of it.
    visible: (usize, usize),
}

/// The labels of a statement, each with its name.
fn labels(mut stmt: &Node) -> Vec<(&str, &str)> {
    let mut out = Vec::new();
    while let ("LabelStmt", Some(inner)) = (stmt.kind.as_str(), stmt.proper().next_back()) {
        out.push((stmt.decl_id.as_str(), stmt.name.as_str()));
        stmt = inner;
    }
    out
}

/// A statement behind its labels.
fn without_labels(mut stmt: &Node) -> &Node {
    while let ("LabelStmt", Some(inner)) = (stmt.kind.as_str(), stmt.proper().next_back()) {
        stmt = inner;
    }
    stmt
}

/// Whether a statement contains a jump to a label.
fn jumps(stmt: &Node, target: &str) -> bool {
    let mut found = false;
    stmt.each(&mut |node| found |= node.kind == "GotoStmt" && node.target_label_decl_id == target);
    found
}

/// Whether a region that jumps repeat starts with a statement.
pub fn repeats(regions: &[Region], number: usize) -> bool {
    regions.iter().any(|region| region.repeats && region.start == number)
}

/// The regions of a block, the outer ones first.
pub fn regions(stmts: &[Node]) -> Vec<Region> {
    let mut out = Vec::new();
    for (n, stmt) in stmts.iter().enumerate() {
        for (target, name) in labels(stmt) {
            let region =
                |start, end, repeats| Region { start, end, target: target.to_owned(), name: name.to_owned(), repeats };
            let first = stmts.iter().take(n).position(|stmt| jumps(stmt, target));
            out.extend(first.map(|first| region(first, n, false)));
            let last = stmts.iter().rposition(|stmt| jumps(stmt, target)).filter(|last| *last >= n);
            out.extend(last.map(|last| region(n, last + 1, true)));
        }
    }
    nest(&mut out);
    out.sort_by_key(|region| (region.start, std::cmp::Reverse(region.end)));
    out
}

/// Lets each two regions be apart or one inside the other: a region that jumps leave may start earlier, since the
/// statements in front of its first jump are executed once in any case, and one that jumps repeat may end later, since
/// its end is left behind its last jump. A region that would have to start in front of a loop and end in it is none.
fn nest(regions: &mut Vec<Region>) {
    loop {
        let mut change = None;
        for (n, one) in regions.iter().enumerate() {
            for other in regions.iter() {
                let crosses = one.start < other.start && other.start < one.end && one.end < other.end;
                if crosses {
                    change = Some(match (one.repeats, other.repeats) {
                        // The second one starts with the first one.
                        (_, false) => (other.target.clone(), false, Some((one.start, other.end))),
                        (true, true) => (one.target.clone(), true, Some((one.start, other.end))),
                        (false, true) => (regions.get(n).map_or_else(String::new, |r| r.target.clone()), false, None),
                    });
                }
            }
        }
        let Some((target, repeats, to)) = change else { return };
        let is = |region: &Region| region.target == target && region.repeats == repeats;
        match to {
            Some((start, end)) => {
                for region in regions.iter_mut().filter(|region| is(region)) {
                    (region.start, region.end) = (start, end);
                }
            }
            None => regions.retain(|region| !is(region)),
        }
    }
}

impl<'u, 'n> Lower<'u, 'n, '_> {
    /// Opens the regions that start with a statement of a block.
    pub fn open_regions(
        &mut self,
        regions: &[Region],
        number: usize,
        (stmts, in_front): (&'n [Node], &mut InFront<'u>),
        open: &mut Vec<Opened>,
    ) {
        for region in regions.iter().filter(|region| region.start == number) {
            let (mut clauses, mut pairs) = (Vec::new(), Vec::new());
            if region.repeats {
                clauses = self.clauses_in_front(in_front);
                let within = stmts.get(number..region.end).unwrap_or_default();
                let said = self.called_first(within.iter().map(without_labels));
                if let Some(first) = within.first() {
                    clauses.extend(self.called_invariants(&said, first));
                }
                pairs = std::mem::take(&mut self.called.at_heads);
            }
            self.keeps_no_variables(region, stmts);
            let at = At::new(stmts.get(number).and_then(|stmt| stmt.at).unwrap_or(self.span));
            let label = self.env.exits.label(at.name(region.name.as_str()));
            self.jumps.push((region.target.clone(), label));
            let visible = (self.env.scope.len(), self.env.exits.visible());
            let out = std::mem::take(&mut self.out);
            self.begin_block();
            open.push(Opened { end: region.end, repeats: region.repeats, clauses, pairs, at, label, out, visible });
        }
    }

    /// Closes the regions that end in front of a statement of a block.
    pub fn close_regions(&mut self, number: usize, open: &mut Vec<Opened>) {
        while let Some(region) = open.pop_if(|region| region.end <= number) {
            self.end_block();
            // The names that the region declares are in scope up to the end of the block around it. Annotations must
            // not take them for other declarations.
            let declared = self.env.scope.split_off(region.visible.0.min(self.env.scope.len()));
            let root = |name: &str| name.split_once('.').map_or(name, |(root, _)| root).to_owned();
            let hidden = declared.into_iter().map(|(name, var)| (format!("{}.", root(&name)), var));
            self.env.scope.extend(hidden.collect::<std::collections::BTreeMap<_, _>>());
            self.env.exits.hide(region.visible.1);
            let _ = self.jumps.pop();
            let mut stmts = std::mem::replace(&mut self.out, region.out);
            let (at, label) = (region.at, Some(region.label));
            self.out.push(match region.repeats {
                true => {
                    let behind = self.env.exits.label(at.name("break"));
                    stmts.push(at.exit(behind));
                    let labels = LoopLabels { behind: Some(behind), again: label };
                    match region.pairs.is_empty() {
                        true => at.while_loop(region.clauses, at.truth(true), Block { stmts }, labels),
                        false => at.for_loop(region.clauses, at.truth(true), Block { stmts }, region.pairs, labels),
                    }
                }
                false => at.block(at.scope(label, Block { stmts })),
            });
        }
    }

    /// Reports variables that a region declares and that are used behind it: jumps may pass their declarations.
    fn keeps_no_variables(&mut self, region: &Region, stmts: &[Node]) {
        let within = stmts.get(region.start..region.end).unwrap_or_default();
        let behind = stmts.get(region.end..).unwrap_or_default();
        for stmt in within {
            let stmt = without_labels(stmt);
            for declared in stmt.inner.iter().filter(|part| stmt.kind == "DeclStmt" && part.kind == "VarDecl") {
                let mut used = false;
                let mut uses = |node: &Node| used |= node.refers_to() == Some(declared.id.as_str());
                behind.iter().for_each(|stmt| stmt.each(&mut |node| uses(node)));
                if used && !self.unit.is_local(declared) {
                    let what =
                        format!("a jump to `{}` past the declaration of a variable that is used there", region.name);
                    let help = format!("declare `{}` in front of the first jump, and assign it here", declared.name);
                    self.unsupported(declared.at.unwrap_or(self.span), &what, &help);
                }
            }
        }
    }

    /// `goto l;`
    pub fn jump(&mut self, node: &Node) -> Option<()> {
        let known = self.jumps.iter().rev().find(|(target, _)| *target == node.target_label_decl_id);
        match known.map(|(_, label)| *label) {
            Some(label) => {
                let exit = self.at(node).exit(label);
                self.out.push(exit);
                Some(())
            }
            None => {
                let help = "write the label in a block around the jump, and in no loop that other jumps make";
                self.cannot(node, "a jump into a block or into a loop", help)
            }
        }
    }
}
