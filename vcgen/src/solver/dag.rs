//! Terms as a table of distinct nodes, arguments before what uses them.
//!
//! In: terms. Out: a [`Dag`] that the encoder, the SMT-LIB writer and the model share, so that each is one loop over
//! a list however deep the terms are. Equal subterms become one node even where they are not shared.

use logic::term::{FloatOp, Op, Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::typed::FloatFormat;

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

    /// Marks the nodes that are ground; call when all terms are in.
    pub fn close(&mut self) {
        for at in 0..self.nodes.len() {
            let ground = self.nodes.get(at).is_some_and(|node| match &node.op {
                Op::Quant(_) => false,
                Op::App(symbol) if self.bound.contains(&symbol.id()) => false,
                _ => node.args.iter().all(|a| self.nodes.get(*a).is_some_and(|n| n.ground)),
            });
            if let Some(node) = self.nodes.get_mut(at) {
                node.ground = ground;
            }
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
        if matches!(op, Op::FloatOp(FloatOp::Add | FloatOp::Mul | FloatOp::Eq)) {
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
        self.nodes.push(Node { op, args, triggers, sort: term.sort(), term: term.clone(), ground: false });
    }
}

/// All NaNs of a format are one value.
fn canonical(op: &Op) -> Op {
    match op {
        Op::Float(FloatFormat::Single, bits) if f32::from_bits(*bits as u32).is_nan() => {
            Op::Float(FloatFormat::Single, 0x7fc0_0000)
        }
        Op::Float(FloatFormat::Double, bits) if f64::from_bits(*bits).is_nan() => {
            Op::Float(FloatFormat::Double, 0x7ff8_0000_0000_0000)
        }
        _ => op.clone(),
    }
}
