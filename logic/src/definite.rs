//! Which variables code assigns on all paths. The analysis is syntactic: each condition may be true and may be false.
//!
//! In: a block. Out: the private variables that have been assigned whenever control comes to the end of the block.

use ir::{Block, Gets, Inside, LabelId, Labelled, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The variables that are assigned on all paths to a point; `None` if no path leads there.
type Assigned = Option<BTreeSet<VarId>>;

/// The variables that each path to the end of the block assigns. If control never comes there, there are none.
pub fn on_all_paths(block: &Block) -> BTreeSet<VarId> {
    let mut now = Some(BTreeSet::new());
    Exits::default().block(block, &mut now);
    now.unwrap_or_default()
}

/// For each label, the variables that are assigned on all paths to its exits so far.
#[derive(Default)]
struct Exits(BTreeMap<LabelId, BTreeSet<VarId>>);

impl Exits {
    fn block(&mut self, block: &Block, now: &mut Assigned) {
        for stmt in &block.stmts {
            self.statement(stmt, now);
        }
    }

    fn statement(&mut self, stmt: &Stmt, now: &mut Assigned) {
        if now.is_none() {
            return;
        }
        let outline = stmt.outline();
        match outline.inside {
            Some(Inside::Once(block) | Inside::Step(block)) => self.block(block, now),
            Some(Inside::Branch(_, then, otherwise)) => {
                let mut other = now.clone();
                self.block(then, now);
                self.block(otherwise, &mut other);
                *now = both(now.take(), other);
            }
            // The body may be executed not at all. Its exits come in an iteration, and the first one has assigned the
            // fewest variables.
            Some(Inside::Loop(_, body)) => self.block(body, &mut now.clone()),
            // There may be no iteration, and none assigns variables of the code around.
            Some(Inside::Members(_)) | None => {}
        }
        match outline.label {
            Some(Labelled::Exit(label)) => {
                let earlier = self.0.remove(label);
                let exit = both(now.take(), earlier);
                self.0.extend(exit.map(|exit| (*label, exit)));
            }
            Some(Labelled::Scope(label)) => *now = both(now.take(), self.0.remove(label)),
            Some(Labelled::Moment(_) | Labelled::Shared(_) | Labelled::Message(_)) | None => {}
        }
        let Some(assigned) = now else { return };
        match outline.gets {
            // Without an initial value, a declaration has no expression.
            Some(Gets::Declared(v)) if outline.says.is_none_or(|says| says.exprs().is_empty()) => {
                let _ = assigned.remove(v);
            }
            Some(Gets::Declared(v) | Gets::Assigned(v)) => drop(assigned.insert(*v)),
            Some(Gets::Results(vars)) => assigned.extend(vars),
            Some(Gets::Location(_) | Gets::Anywhere(_) | Gets::Iterators(_)) | None => {}
        }
    }
}

/// The variables that are assigned on the paths of both kinds.
fn both(a: Assigned, b: Assigned) -> Assigned {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.intersection(&b).copied().collect()),
        (one, None) | (None, one) => one,
    }
}
