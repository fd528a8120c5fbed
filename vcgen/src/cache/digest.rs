//! Hashes of terms.
//!
//! In: terms of one task, and hashes of its symbols. Out: a hash for each term. Terms with the same hash are the same
//! up to the numbers of symbols, and up to the names of bound variables. Each node of a term is hashed once, from the
//! hashes of its arguments.

use logic::term::{Binding, Op, Symbol, Term};
use rustc_hash::FxHashMap;

/// A BLAKE3 hash.
pub type Digest = [u8; 32];

/// Writes parts, each with its length, so that different lists of parts are different bytes, and hashes them.
pub struct Writer(blake3::Hasher);

impl Writer {
    /// Starts a list of parts of this kind.
    pub fn new(kind: &str) -> Self {
        let mut new = Self(blake3::Hasher::new());
        new.text(kind);
        new
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        let _ = self.0.update(text.as_bytes());
    }

    /// Adds a number.
    pub fn number(&mut self, number: u64) {
        let _ = self.0.update(&number.to_le_bytes());
    }

    /// Adds a hash.
    pub fn digest(&mut self, digest: &Digest) {
        let _ = self.0.update(digest);
    }

    /// The hash of the parts.
    pub fn end(self) -> Digest {
        *self.0.finalize().as_bytes()
    }
}

/// The hashes of the terms of a task. All terms live as long as this table, which knows them by their addresses.
pub struct Digests {
    symbols: FxHashMap<u32, Digest>,
    known: FxHashMap<usize, Digest>,
}

/// The numbers of the variables that the quantifiers around a term bind, from the outside.
type Bound = Vec<u32>;

impl Digests {
    /// A table for terms with these symbols.
    pub fn new(symbols: FxHashMap<u32, Digest>) -> Self {
        Self { symbols, known: FxHashMap::default() }
    }

    /// The hash of a symbol, by its number.
    pub fn symbol(&self, id: u32) -> Digest {
        let unknown = || {
            let mut w = Writer::new("number");
            w.number(u64::from(id));
            w.end()
        };
        self.symbols.get(&id).copied().unwrap_or_else(unknown)
    }

    /// The hash of a term.
    pub fn of(&mut self, term: &Term) -> Digest {
        let mut known = std::mem::take(&mut self.known);
        let digest = self.walk(term, &Bound::new(), &mut known);
        self.known = known;
        digest
    }

    /// The hash of a term over these parameters, whose numbers do not matter.
    pub fn over(&self, params: &[Symbol], term: &Term) -> Digest {
        self.walk(term, &params.iter().map(Symbol::id).collect(), &mut FxHashMap::default())
    }

    /// The hash of a term inside of quantifiers. `known` has hashes of terms inside of the same quantifiers.
    fn walk(&self, root: &Term, bound: &Bound, known: &mut FxHashMap<usize, Digest>) -> Digest {
        let mut open = vec![(root, false)];
        while let Some((term, ready)) = open.pop() {
            if known.contains_key(&term.address()) {
                continue;
            }
            if let Op::Quant(binding) = term.op() {
                let _ = known.insert(term.address(), self.quantifier(term, binding, bound));
            } else if ready {
                let digest = self.node(term, bound, known);
                let _ = known.insert(term.address(), digest);
            } else {
                open.push((term, true));
                open.extend(term.args().iter().map(|argument| (argument, false)));
            }
        }
        known.get(&root.address()).copied().unwrap_or_default()
    }

    fn node(&self, term: &Term, bound: &Bound, known: &FxHashMap<usize, Digest>) -> Digest {
        let mut w = Writer::new("term");
        // `Debug` leaves out digits of long numbers.
        if let Op::App(symbol) = term.op() {
            self.application(&mut w, symbol, bound);
        } else if let Op::Int(n) = term.op() {
            w.text(&format!("int {n}"));
        } else if let Op::Real(r) = term.op() {
            w.text(&format!("real {}/{}", r.numerator(), r.denominator()));
        } else {
            w.text(&format!("{:?}", term.op()));
        }
        w.text(&format!("{:?}", term.sort()));
        w.number(term.args().len() as u64);
        for argument in term.args() {
            w.digest(&known.get(&argument.address()).copied().unwrap_or_default());
        }
        w.end()
    }

    fn application(&self, w: &mut Writer, symbol: &Symbol, bound: &Bound) {
        match bound.iter().rposition(|id| *id == symbol.id()) {
            Some(position) => {
                w.text("bound");
                w.number(position as u64);
            }
            None => {
                w.text("symbol");
                w.digest(&self.symbol(symbol.id()));
            }
        }
    }

    fn quantifier(&self, term: &Term, binding: &Binding, around: &Bound) -> Digest {
        let mut bound = around.clone();
        bound.extend(binding.binders.iter().map(Symbol::id));
        let mut known = FxHashMap::default();
        let mut w = Writer::new(if binding.universal { "forall" } else { "exists" });
        w.number(binding.binders.len() as u64);
        for binder in &binding.binders {
            w.text(&format!("{:?} {:?} {:?} {:?}", binder.params(), binder.sort(), binder.role(), binder.meaning()));
        }
        w.number(binding.triggers.len() as u64);
        for trigger in &binding.triggers {
            w.number(trigger.len() as u64);
            trigger.iter().for_each(|term| w.digest(&self.walk(term, &bound, &mut known)));
        }
        w.number(term.args().len() as u64);
        term.args().iter().for_each(|body| w.digest(&self.walk(body, &bound, &mut known)));
        w.end()
    }
}
