//! Terms as a table of distinct nodes, in which arguments come before the nodes that use them.
//!
//! In: terms. Out: a [`Dag`], which the encoder, the SMT-LIB writer and the reader of models share. Each of them is one
//! loop over the table, so deep terms cost no stack. Equal subterms become one node, even if they were not shared.

use ir::{Bits, FloatFormat};
use logic::term::{Binding, Op, Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// The position of a node in the table.
pub type Id = usize;

/// A node of a term, with its arguments as positions in the table.
pub struct Node {
    /// The operator. All NaN literals of a format are replaced by one of them.
    pub op: Op,
    /// The arguments. Those of commutative operations on floats and on bits are sorted by position.
    pub args: Vec<Id>,
    /// Alternative triggers, if the node is a quantifier.
    pub triggers: Vec<Vec<Id>>,
    /// The sort.
    pub sort: Sort,
    /// The term that the node was made from.
    pub term: Term,
    /// Whether the node contains no quantifier, and no symbol that some quantifier of the table binds.
    pub ground: bool,
    /// Whether every bound symbol in the node is bound inside the node.
    pub closed: bool,
}

impl Node {
    /// The kind, the bound variables and the triggers, if the node is a quantifier.
    pub fn binding(&self) -> Option<&Binding> {
        if let Op::Quant(binding) = &self.op {
            Some(binding)
        } else {
            None
        }
    }
}

/// A table of nodes.
#[derive(Default)]
pub struct Dag {
    nodes: Vec<Node>,
    by_address: FxHashMap<usize, Id>,
    by_shape: FxHashMap<(Op, Vec<Id>), Id>,
    bound: FxHashSet<u32>,
    /// The terms that were added. They are kept alive, because the table identifies terms by their addresses.
    roots: Vec<Term>,
}

impl Dag {
    /// The nodes, arguments before the nodes that use them.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node at this position.
    pub fn node(&self, id: Id) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// Adds a term and all its subterms, and returns the position of its node.
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
            // Pushed in reverse order, so that the first argument gets the first number.
            stack.extend(below.into_iter().rev().map(|t| (t, false)));
        }
        self.id(root)
    }

    /// Computes which nodes are ground or closed. To be called after all terms were added.
    pub fn close(&mut self) {
        // The symbols of each node that a quantifier outside of it binds. Few nodes have any.
        let mut free: Vec<Vec<u32>> = Vec::with_capacity(self.nodes.len());
        let mut ground: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            // A trigger may mention a symbol that the body does not mention.
            let below = node.args.iter().chain(node.triggers.iter().flatten());
            let mut own: Vec<u32> = below.filter_map(|a| free.get(*a)).flatten().copied().collect();
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

    /// The position of a term that was added, or of a subterm of one.
    pub fn find(&self, term: &Term) -> Option<Id> {
        self.by_address.get(&term.address()).copied()
    }

    fn id(&self, term: &Term) -> Id {
        self.find(term).unwrap_or_default()
    }

    fn insert(&mut self, term: &Term) {
        let op = canonical(term.op());
        let mut args: Vec<Id> = term.args().iter().map(|a| self.id(a)).collect();
        if commutes(&op) {
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

fn commutes(op: &Op) -> bool {
    match op {
        Op::FloatOp(op) => op.is_commutative(),
        Op::Bits(op) => matches!(op, Bits::And | Bits::Or | Bits::Xor),
        _ => false,
    }
}

/// The operator, with all NaN literals of a format replaced by one.
fn canonical(op: &Op) -> Op {
    let Op::Float(format, bits) = op else { return op.clone() };
    let (nan, only) = match format {
        FloatFormat::Single => (f32::from_bits(*bits as u32).is_nan(), 0x7fc0_0000),
        FloatFormat::Double => (f64::from_bits(*bits).is_nan(), 0x7ff8_0000_0000_0000),
    };
    Op::Float(*format, if nan { only } else { *bits })
}
