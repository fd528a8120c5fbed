//! Keys of obligations.
//!
//! In: a task and options. Out: for each obligation a hash of all that its proof depends on: the versions of Sepal and
//! of the solver, the limits and the other options, the definitions of functions, the hypotheses and the goal.
//!
//! Positions in the text, names of items and sentences of the report are no part of a key, since no proof depends on
//! them.

use std::fmt::Debug;

use imbl::Vector;
use ir::ItemId;
use logic::hyps::{Change, Hyp, Hyps, Keep};
use logic::obligation::{Definition, Mode, Obligation, Task};
use logic::reduction::Reduction;
use logic::term::Symbol;
use rustc_hash::FxHashMap;

use super::digest::{Digest, Digests, Writer};
use super::symbols::Symbols;
use crate::options::Options;

/// The identity of a question. Obligations with the same key are proved by the same proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub Digest);

impl Key {
    /// The key with these hexadecimal digits.
    pub fn of_hex(digits: &str) -> Option<Self> {
        blake3::Hash::from_hex(digits).ok().map(|hash| Self(*hash.as_bytes()))
    }

    /// 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// The key of some bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }
}

/// The keys of the obligations of a task, in their order.
pub fn keys(task: &Task, options: &Options, versions: &str) -> Vec<Option<Key>> {
    let digests = Digests::new(symbols(task).hashes());
    let mut table = Table { digests, changes: FxHashMap::default(), lists: Vec::new() };
    let shared = table.shared(task, options, versions);
    task.obligations.iter().map(|o| table.key(o, &shared)).collect()
}

/// The symbols that occur in a task.
fn symbols(task: &Task) -> Symbols {
    let mut all = Symbols::default();
    for d in &task.definitions {
        all.add(&d.symbol);
        d.params.iter().chain(d.footprint.iter().flat_map(|(_, indices, _)| indices)).for_each(|s| all.add(s));
        let terms = [&d.requires].into_iter().chain(&d.body).chain(&d.ensures).chain(&d.smaller);
        terms.chain(d.footprint.iter().map(|(_, _, condition)| condition)).for_each(|t| all.add_all(t));
    }
    task.obligations.iter().for_each(|o| all.add_all(&o.goal));
    Hyps::each_new(task.obligations.iter().map(|o| &o.hyps), |h| all.add_all(&h.term));
    all
}

/// The hashes of what the obligations of a task have in common.
struct Table {
    digests: Digests,
    /// Those of changes, by their addresses.
    changes: FxHashMap<usize, Digest>,
    /// For each number of a part: the last list of facts that was such a part.
    lists: Vec<List>,
}

/// A list of facts, and the hashes of its beginnings. The hash of a beginning is made from that of the beginning that
/// is one fact shorter. So a list that begins as the list of an earlier obligation costs only the facts that it adds.
#[derive(Default)]
struct List {
    facts: Vector<Hyp>,
    /// For each fact, the hash of the list that ends with the fact.
    beginnings: Vec<Digest>,
}

impl Table {
    /// The hash of what all obligations of the task depend on.
    fn shared(&mut self, task: &Task, options: &Options, versions: &str) -> Digest {
        let mut w = Writer::new("task");
        w.text(versions);
        // Whoever adds an option decides here whether a proof depends on it.
        let Options {
            threads: _,
            filter: _,
            keep_proofs: _,
            emit_smt2: _,
            explain: _,
            expand: _,
            hints: _,
            // The clauses themselves are a part of the obligations.
            infer: _,
            infer_info: _,
            annotate: _,
            // A proof is one, however long it was searched.
            only_runs: _,
            brief: _,
            reading,
            timeout,
            rlimit,
            seed,
            refute,
            normalise,
            check_proofs,
            granted,
            total,
            budget,
        } = options;
        debug(&mut w, &(reading, timeout, rlimit, seed, refute));
        debug(&mut w, &(normalise, check_proofs, granted, total, budget));
        let Task {
            item: _,
            node: _,
            obligations: _,
            attempts: _,
            trusted: _,
            restrictions: _,
            notes: _,
            rests_on: _,
            base: _,
            ranges: _,
            inputs: _,
            versions: _,
            id,
            definitions,
        } = task;
        w.text(match id {
            ItemId::Function(_) => "function",
            ItemId::Procedure(_) => "procedure",
            ItemId::Kernel(_) => "kernel",
        });
        w.number(definitions.len() as u64);
        definitions.iter().for_each(|definition| self.definition(&mut w, definition));
        w.end()
    }

    fn definition(&mut self, w: &mut Writer, definition: &Definition) {
        let Definition { symbol, params, requires, body, ensures, smaller, footprint, recursive, hidden, reduction } =
            definition;
        self.list(w, std::slice::from_ref(symbol));
        w.number(params.len() as u64);
        debug(w, &params.iter().map(Symbol::sort).collect::<Vec<_>>());
        w.digest(&self.digests.over(params, requires));
        for optional in [body, smaller] {
            w.number(u64::from(optional.is_some()));
            optional.iter().for_each(|term| w.digest(&self.digests.over(params, term)));
        }
        w.number(ensures.len() as u64);
        ensures.iter().for_each(|term| w.digest(&self.digests.over(params, term)));
        w.number(footprint.len() as u64);
        for (parameter, indices, condition) in footprint {
            w.number(*parameter as u64);
            w.number(indices.len() as u64);
            w.digest(&self.digests.over(&[params.as_slice(), indices].concat(), condition));
        }
        w.number(u64::from(*recursive));
        w.number(u64::from(hidden.is_some()));
        w.number(u64::from(reduction.is_some()));
        if let Some(Reduction { symbol: _, kind, index, params, summand }) = reduction {
            debug(w, kind);
            let bound = [params.as_slice(), std::slice::from_ref(index)].concat();
            debug(w, &bound.iter().map(Symbol::sort).collect::<Vec<_>>());
            w.digest(&self.digests.over(&bound, summand));
        }
    }

    fn list(&self, w: &mut Writer, symbols: &[Symbol]) {
        w.number(symbols.len() as u64);
        symbols.iter().for_each(|s| w.digest(&self.digests.symbol(s.id())));
    }

    fn key(&mut self, o: &Obligation, shared: &Digest) -> Option<Key> {
        // Whoever adds a field decides here whether a proof depends on it.
        let Obligation {
            id: _,
            name: _,
            node: _,
            related: _,
            permissions: _,
            takers: _,
            shown: _,
            parts: _,
            inputs: _,
            consequence_of: _,
            implied_by: _,
            facts: _,
            help: _,
            suspects: _,
            code,
            mode,
            hyps,
            goal,
            partial,
        } = o;
        let mut w = Writer::new("obligation");
        w.digest(shared);
        w.text(match mode {
            Mode::Prove => "prove",
            Mode::Lemma => "lemma",
            Mode::Satisfiable => "satisfiable",
            Mode::Refute => "refute",
            Mode::Unsupported => return None,
        });
        w.text(&code.to_string());
        w.number(u64::from(*partial));
        w.digest(&self.digests.of(goal));
        w.number(hyps.parts().len() as u64);
        for (n, part) in hyps.parts().iter().enumerate() {
            w.number(u64::from(part.change().is_some()));
            part.change().iter().for_each(|change| w.digest(&self.change(change)));
            w.number(part.facts().len() as u64);
            w.digest(&self.facts(n, part.facts()));
        }
        Some(Key(w.end()))
    }

    /// The hash of the facts of the part with this number.
    fn facts(&mut self, part: usize, facts: &Vector<Hyp>) -> Digest {
        if self.lists.len() <= part {
            self.lists.resize_with(part + 1, List::default);
        }
        let mut list = self.lists.get_mut(part).map(std::mem::take).unwrap_or_default();
        if !list.facts.ptr_eq(facts) {
            let same = list.facts.iter().zip(facts).take_while(|(a, b)| a.term.address() == b.term.address()).count();
            list.beginnings.truncate(same);
            for fact in facts.iter().skip(same) {
                let mut w = Writer::new("facts");
                list.beginnings.last().iter().for_each(|shorter| w.digest(shorter));
                w.digest(&self.digests.of(&fact.term));
                list.beginnings.push(w.end());
            }
            list.facts = facts.clone();
        }
        let digest = list.beginnings.last().copied().unwrap_or_default();
        if let Some(place) = self.lists.get_mut(part) {
            *place = list;
        }
        digest
    }

    fn change(&mut self, change: &Change) -> Digest {
        let address = std::ptr::from_ref(change) as usize;
        if let Some(known) = self.changes.get(&address) {
            return *known;
        }
        let Change { by, under, keep } = change;
        let mut w = Writer::new("change");
        let mut pairs: Vec<(Digest, Digest)> =
            by.pairs().map(|(id, term)| (self.digests.symbol(id), self.digests.of(term))).collect();
        pairs.sort_unstable();
        w.number(pairs.len() as u64);
        for (symbol, term) in &pairs {
            w.digest(symbol);
            w.digest(term);
        }
        w.digest(&self.digests.of(under));
        match keep {
            Keep::All => w.text("all"),
            Keep::Changed => w.text("changed"),
            Keep::Without(symbols) => {
                w.text("without");
                self.list(&mut w, symbols);
            }
        }
        let digest = w.end();
        let _ = self.changes.insert(address, digest);
        digest
    }
}

/// Adds values as their derived `Debug` writes them, which is different for different values.
fn debug(w: &mut Writer, values: &impl Debug) {
    w.text(&format!("{values:?}"));
}
