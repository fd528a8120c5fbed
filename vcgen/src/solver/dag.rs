//! Terms as a table of distinct nodes, arguments before what uses them.
//!
//! In: terms. Out: a [`Dag`] that the encoder, the SMT-LIB writer and the model share, so that each is one loop over
//! a list however deep the terms are. Equal subterms become one node even where they are not shared.

use ir::FloatFormat;
use logic::term::{Op, Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Index of a node in its table.
pub type Id = usize;

/// A node: like a term's, with its arguments by index.
pub struct Node {
    /// The operator; NaNs are one literal.
    pub op: Op,
    /// The arguments; those of commutative float operations by index.
    pub args: Vec<Id>,
    /// Alternative triggers, if it is a quantifier.
    pub triggers: Vec<Vec<Id>>,
    /// The sort.
    pub sort: Sort,
    /// The term that it was made from.
    pub term: Term,
    /// Whether no quantifier occurs in it and no symbol that some quantifier binds.
    pub ground: bool,
    /// Whether every bound symbol in it is bound in it.
    pub closed: bool,
}

/// A table of nodes.
#[derive(Default)]
pub struct Dag {
    nodes: Vec<Node>,
    by_address: FxHashMap<usize, Id>,
    by_shape: FxHashMap<(Op, Vec<Id>), Id>,
    bound: FxHashSet<u32>,
    /// Kept, because addresses identify terms only while they live.
    roots: Vec<Term>,
}

impl Dag {
    /// The nodes, arguments first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node with this index.
    pub fn node(&self, id: Id) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// Adds a term, and all below it; the index of its node.
    pub fn add(&mut self, root: &Term) -> Id {
        self.roots.push(root.clone());
        let mut stack = vec![(root.clone(), false)];
        while let Some((term, ready)) = stack.pop() {
            if self.by_address.contains_key(&term.address()) {
                continue;
            }
            if ready {
                self.insert(&term);
                continue;
            }
            let mut below: Vec<Term> = term.args().to_vec();
            if let Op::Quant(binding) = term.op() {
                below.extend(binding.triggers.iter().flatten().cloned());
            }
            stack.push((term, true));
            // Reversed, so that the first argument is numbered first.
            stack.extend(below.into_iter().rev().map(|t| (t, false)));
        }
        self.id(root)
    }

    /// Marks the nodes that are ground or closed; call when all terms are in.
    pub fn close(&mut self) {
        // Free bound symbols of each node; few have any.
        let mut free: Vec<Vec<u32>> = Vec::with_capacity(self.nodes.len());
        let mut ground: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let mut own: Vec<u32> = node.args.iter().filter_map(|a| free.get(*a)).flatten().copied().collect();
            let mut plain = node.args.iter().all(|a| ground.get(*a).copied().unwrap_or_default());
            if let Op::App(symbol) = &node.op {
                if self.bound.contains(&symbol.id()) {
                    own.push(symbol.id());
                    plain = false;
                }
            } else if let Op::Quant(binding) = &node.op {
                own.retain(|id| binding.binders.iter().all(|b| b.id() != *id));
                plain = false;
            }
            own.sort_unstable();
            own.dedup();
            free.push(own);
            ground.push(plain);
        }
        for ((node, free), ground) in self.nodes.iter_mut().zip(free).zip(ground) {
            node.closed = free.is_empty();
            node.ground = ground;
        }
    }

    /// The node of a term that was added, or of one below it.
    pub fn find(&self, term: &Term) -> Option<Id> {
        self.by_address.get(&term.address()).copied()
    }

    fn id(&self, term: &Term) -> Id {
        self.find(term).unwrap_or_default()
    }

    fn insert(&mut self, term: &Term) {
        let op = canonical(term.op());
        let mut args: Vec<Id> = term.args().iter().map(|a| self.id(a)).collect();
        if matches!(op, Op::FloatOp(op) if op.is_commutative()) {
            args.sort_unstable();
        }
        let mut triggers = Vec::new();
        if let Op::Quant(binding) = &op {
            self.bound.extend(binding.binders.iter().map(|b| b.id()));
            triggers = binding.triggers.iter().map(|set| set.iter().map(|t| self.id(t)).collect()).collect();
        } else {
            let shape = (op.clone(), args.clone());
            if let Some(same) = self.by_shape.get(&shape) {
                let _ = self.by_address.insert(term.address(), *same);
                return;
            }
            let _ = self.by_shape.insert(shape, self.nodes.len());
        }
        let _ = self.by_address.insert(term.address(), self.nodes.len());
        self.nodes.push(Node {
            op,
            args,
            triggers,
            sort: term.sort(),
            term: term.clone(),
            ground: false,
            closed: false,
        });
    }
}

/// All NaNs of a format are one value.
fn canonical(op: &Op) -> Op {
    let Op::Float(format, bits) = op else { return op.clone() };
    let (nan, only) = match format {
        FloatFormat::Single => (f32::from_bits(*bits as u32).is_nan(), 0x7fc0_0000),
        FloatFormat::Double => (f64::from_bits(*bits).is_nan(), 0x7ff8_0000_0000_0000),
    };
    Op::Float(*format, if nan { only } else { *bits })
}
