//! Every quantifier binds symbols of its own: in no obligation is a symbol free in one place and bound in another,
//! where a substitution could capture it.

use logic::term::{Op, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;

/// The symbols of some terms, by their numbers.
#[derive(Default)]
struct Symbols {
    /// The free symbols of each visited term, by the address of the term.
    free: FxHashMap<usize, FxHashSet<u32>>,
    /// The symbols that quantifiers in the visited terms bind.
    bound: FxHashSet<u32>,
    /// The visited terms. They are kept alive, so that no address is used twice.
    kept: Vec<Term>,
}

impl Symbols {
    fn free(&mut self, t: &Term) -> FxHashSet<u32> {
        if let Some(known) = self.free.get(&t.address()) {
            return known.clone();
        }
        let mut out: FxHashSet<u32> = FxHashSet::default();
        for a in t.args() {
            out.extend(self.free(a));
        }
        match t.op() {
            Op::App(s) => drop(out.insert(s.id())),
            Op::Quant(b) => {
                for t in b.triggers.iter().flatten() {
                    out.extend(self.free(t));
                }
                for s in &b.binders {
                    out.remove(&s.id());
                    self.bound.insert(s.id());
                }
            }
            _ => {}
        }
        self.kept.push(t.clone());
        self.free.insert(t.address(), out.clone());
        out
    }
}

#[test]
// The test reads the files of the corpus.
#[allow(clippy::disallowed_methods)]
fn no_symbol_is_free_here_and_bound_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut obligations, mut quantified) = (0, 0);
    for folder in ["examples", "tests/verify", "tests/reject"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let Some(program) = syntax::parse_program(&text).program else { continue };
            for task in logic::tasks(&program) {
                for o in &task.obligations {
                    let mut symbols = Symbols::default();
                    let mut free = symbols.free(&o.goal);
                    let hyps: Vec<_> = o.hyps.iter().collect();
                    for h in &hyps {
                        free.extend(symbols.free(&h.term));
                    }
                    let both: Vec<&u32> = symbols.bound.intersection(&free).collect();
                    assert!(both.is_empty(), "{}: {}: {}: {both:?}", path.display(), task.item, o.name);
                    obligations += 1;
                    quantified += usize::from(!symbols.bound.is_empty());
                }
            }
        }
    }
    assert!(obligations > 9_000 && quantified > 2_000, "{obligations} obligations, {quantified} with quantifiers");
}
