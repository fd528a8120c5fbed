//! Hashes of the text of parts of a program. Parts with the same text have the same hash, wherever they stand.
//!
//! In: a program that is numbered. Out: [`Contents`], a hash for each part of an item. Names count by their spelling,
//! not by their index in a list, so that an edit elsewhere does not change the hash. Hashes are used for the names of
//! obligations and as keys of caches. To compare the identities of parts, use [`crate::NodeId`].

use crate::{
    Block, Clause, Contract, Expr, ExprKind, Function, Gets, Heap, Ident, Inside, Kernel, Moment, Node, NodeId, Place,
    Procedure, Program, Says, SharedInvariant, Stmt, StmtKind, VarDecl, VarId,
};
use std::collections::BTreeMap;

/// The hashes of the parts of one item. The hash of an expression also depends on the clause or the statement that
/// contains it.
#[derive(Clone, Debug, Default)]
pub struct Contents(BTreeMap<NodeId, u64>);

impl Contents {
    /// The hash of a part of the item; 0 for parts of other items.
    pub fn of(&self, node: Node) -> u64 {
        self.0.get(&node.id).copied().unwrap_or(0)
    }
}

/// The hash FNV-1a (by Fowler, Noll and Vo) of some words, each followed by a byte that occurs in no word.
fn hash(words: &[&str]) -> u64 {
    let bytes = words.iter().flat_map(|w| w.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// The hash of a whole, from a hash that tells its kind and the hashes of its parts.
fn of_parts(head: u64, parts: &[u64]) -> u64 {
    let all = std::iter::once(head).chain(parts.iter().copied());
    all.fold(hash(&[]), |h, part| (h.rotate_left(5) ^ part).wrapping_mul(0x0100_0000_01b3))
}

impl Program {
    /// The hashes of the parts of a kernel.
    pub fn contents_of_kernel(&self, kernel: &Kernel) -> Contents {
        let mut reader = Reader::new(self, Some(kernel), &kernel.vars);
        for array in &kernel.arrays {
            reader.ident(&array.name);
            array.dims.iter().for_each(|e| {
                let _ = reader.whole(e, hash(&["length", &array.name.name]));
            });
        }
        let names = ["kernel", "group", "thread"].into_iter().chain(std::iter::repeat("member"));
        for (name, contract) in names.zip(kernel.contracts()) {
            reader.contract(name, contract);
        }
        kernel.invariants.iter().for_each(|invariant| reader.shared(invariant));
        reader.block(&kernel.body);
        reader.item(&kernel.name, kernel.node)
    }

    /// The hashes of the parts of a pure function.
    pub fn contents_of_function(&self, function: &Function) -> Contents {
        let kernel = function.kernel.and_then(|id| self.kernel(id));
        let mut reader = Reader::new(self, kernel, &function.vars);
        reader.contract("function", &function.contract);
        let parts =
            function.decreases.iter().map(|e| ("decreases", e)).chain(function.body.iter().map(|e| ("body", e)));
        parts.for_each(|(what, e)| {
            let _ = reader.whole(e, hash(&[what]));
        });
        reader.item(&function.name, function.node)
    }

    /// The hashes of the parts of a procedure.
    pub fn contents_of_procedure(&self, procedure: &Procedure) -> Contents {
        let kernel = procedure.kernel.and_then(|id| self.kernel(id));
        let mut reader = Reader::new(self, kernel, &procedure.vars);
        reader.contract("procedure", &procedure.contract);
        procedure.decreases.iter().for_each(|e| {
            let _ = reader.whole(e, hash(&["decreases"]));
        });
        procedure.body.iter().for_each(|b| reader.block(b));
        reader.item(&procedure.name, procedure.node)
    }
}

/// Computes the hashes of one item.
struct Reader<'p> {
    program: &'p Program,
    /// The kernel that the item is or belongs to.
    kernel: Option<&'p Kernel>,
    /// The variables of the item.
    vars: &'p [VarDecl],
    out: Contents,
}

impl<'p> Reader<'p> {
    fn new(program: &'p Program, kernel: Option<&'p Kernel>, vars: &'p [VarDecl]) -> Self {
        let mut reader = Self { program, kernel, vars, out: Contents::default() };
        vars.iter().for_each(|v| reader.ident(&v.name));
        reader
    }

    /// Adds the hash of the item itself.
    fn item(mut self, name: &Ident, node: Node) -> Contents {
        self.ident(name);
        let _ = self.out.0.insert(node.id, hash(&["item", &name.name]));
        self.out
    }

    fn ident(&mut self, ident: &Ident) {
        let _ = self.out.0.insert(ident.node.id, hash(&["name", &ident.name]));
    }

    fn variable(&self, v: VarId) -> &'p str {
        self.vars.get(v.0 as usize).map_or("?", |d| &d.name.name)
    }

    fn heap(&self, heap: Heap) -> &'p str {
        match heap {
            Heap::Array(a) => self.kernel.and_then(|k| k.arrays.get(a.0 as usize)).map_or("?", |a| &a.name.name),
            Heap::Private(v) => self.variable(v),
            Heap::Elements(_) => "elements",
            Heap::Field(f) => self.program.field(f).map_or("?", |field| &field.name.name),
        }
    }

    fn contract(&mut self, level: &str, contract: &Contract) {
        contract.clauses.iter().for_each(|c| {
            let _ = self.clause(level, c);
        });
    }

    fn shared(&mut self, invariant: &SharedInvariant) {
        let words = hash(&["shared", &invariant.depth.0.to_string()]);
        let parts: Vec<u64> = invariant.clauses.iter().map(|c| self.clause("shared", c)).collect();
        let _ = self.out.0.insert(invariant.node.id, of_parts(words, &parts));
    }

    fn clause(&mut self, around: &str, clause: &Clause) -> u64 {
        let head = hash(&[around, &format!("{:?}", clause.kind)]);
        let content = self.whole(&clause.expr, head);
        let _ = self.out.0.insert(clause.node.id, content);
        content
    }

    fn block(&mut self, block: &Block) {
        block.each(&mut |stmt| self.statement(stmt));
    }

    fn statement(&mut self, stmt: &Stmt) {
        let outline = stmt.outline();
        let callee = outline.callee.map(|id| self.program.procedure(*id).map_or("?", |p| &p.name.name));
        let launched = outline.launches.map(|id| self.program.kernel(*id).map_or("?", |k| &k.name.name));
        let head = match (callee, outline.gets) {
            (Some(callee), _) => hash(&["call", callee]),
            (None, Some(Gets::Anywhere(heaps))) => {
                let names = heaps.iter().map(|heap| self.heap(*heap));
                hash(&["anywhere", launched.unwrap_or_default()].into_iter().chain(names).collect::<Vec<_>>())
            }
            (None, Some(Gets::Declared(v))) => hash(&["declare", self.variable(*v)]),
            (None, Some(Gets::Results(_))) => hash(&["call", "?"]),
            (None, Some(Gets::Assigned(v))) => hash(&["assign", self.variable(*v)]),
            (None, Some(Gets::Location(place))) => hash(&["store", self.heap(place.heap)]),
            (None, Some(Gets::Iterators(vars))) => {
                hash(&std::iter::once("par").chain(vars.iter().map(|v| self.variable(*v))).collect::<Vec<_>>())
            }
            (None, None) => hash(&["statement"]),
        };
        let head = match &stmt.kind {
            StmtKind::Synchronise(step) => hash(&["synchronise", &format!("{:?}", step.op), &head.to_string()]),
            _ => head,
        };
        let place = outline.gets.and_then(Gets::location);
        let exprs = outline.says.into_iter().flat_map(Says::exprs);
        let condition = outline.inside.and_then(Inside::condition);
        let mut parts: Vec<u64> = place.into_iter().map(|place| self.place(place)).collect();
        parts.extend(exprs.chain(condition).map(|e| self.expr(e)));
        let content = of_parts(head, &parts);
        stmt.exprs(&mut |e| self.within(e, content));
        let _ = self.out.0.insert(stmt.node.id, content);
        stmt.clauses().iter().for_each(|c| {
            let _ = self.clause("statement", c);
        });
    }

    /// The hash of something that consists of one expression, such as a clause. It also becomes part of the hashes of
    /// the expression's parts.
    fn whole(&mut self, e: &Expr, around: u64) -> u64 {
        let content = of_parts(around, &[self.expr(e)]);
        self.within(e, content);
        content
    }

    /// Makes the hash `around` of what contains an expression part of the hashes of the expression and its parts.
    fn within(&mut self, e: &Expr, around: u64) {
        e.each(&mut |part| {
            let places = part.place().map(|p| p.node.id);
            for id in std::iter::once(part.node.id).chain(places) {
                self.out.0.entry(id).and_modify(|content| *content = of_parts(*content, &[around]));
            }
        });
    }

    fn place(&mut self, place: &Place) -> u64 {
        let parts: Vec<u64> = place.index.iter().map(|e| self.expr(e)).collect();
        let content = of_parts(hash(&["place", self.heap(place.heap)]), &parts);
        let _ = self.out.0.insert(place.node.id, content);
        content
    }

    fn expr(&mut self, e: &Expr) -> u64 {
        let head = self.head(e);
        let mut parts = Vec::new();
        parts.extend(e.place().map(|place| self.place(place)));
        e.parts(&mut |part| parts.push(self.expr(part)));
        let content = of_parts(head, &parts);
        let _ = self.out.0.insert(e.node.id, content);
        content
    }

    /// The hash of an expression without its parts.
    fn head(&self, e: &Expr) -> u64 {
        match &e.kind {
            ExprKind::Int(n) => hash(&["int", &n.to_string()]),
            ExprKind::Bool(b) => hash(&["bool", &b.to_string()]),
            ExprKind::Float(bits) => hash(&["float", &bits.to_string()]),
            ExprKind::Write => hash(&["write"]),
            ExprKind::NoAmount => hash(&["none"]),
            ExprKind::ReadAmount => hash(&["read"]),
            ExprKind::AtomicAmount => hash(&["atomic"]),
            ExprKind::Var(v) => hash(&["var", self.variable(*v)]),
            ExprKind::Scalar(s) => {
                let decl = self.kernel.and_then(|k| k.scalars.get(s.0 as usize));
                hash(&["scalar", decl.map_or("?", |s| &s.name.name)])
            }
            ExprKind::Launch(var, axis) => hash(&["launch", var.name(), axis.name()]),
            ExprKind::Result => hash(&["result"]),
            ExprKind::Read(_) => hash(&["location"]),
            ExprKind::Null => hash(&["null"]),
            ExprKind::EnumConstant(number) => hash(&["constant", &number.to_string(), &format!("{:?}", e.ty)]),
            ExprKind::LengthOf(_) => hash(&["length of"]),
            ExprKind::Length(heap, dim) => hash(&["length", self.heap(*heap), &dim.to_string()]),
            ExprKind::Unary(op, _) => hash(&["unary", &format!("{op:?}")]),
            ExprKind::Binary(op, ..) => hash(&["binary", &format!("{op:?}")]),
            ExprKind::Cond(..) => hash(&["cond"]),
            ExprKind::Quant(q) => {
                let names = q.binders.iter().map(|b| self.variable(*b)).collect::<Vec<_>>();
                hash(&[&["quant", &format!("{:?}", q.kind)][..], &names].concat())
            }
            ExprKind::Reduce(r) => hash(&["reduce", r.kind.name(), self.variable(r.binder)]),
            ExprKind::Describe(d) => {
                let names = d.generators.iter().map(|g| self.variable(g.binder)).collect::<Vec<_>>();
                hash(&[&["describe"][..], &names].concat())
            }
            ExprKind::At(Moment::Start, _) => hash(&["old"]),
            ExprKind::At(Moment::Label(_), _) => hash(&["at"]),
            ExprKind::Call(f, _) => {
                let function = self.program.functions.get(f.0 as usize);
                hash(&["call", function.map_or("?", |f| &f.name.name)])
            }
            ExprKind::Reveal(_) => hash(&["reveal"]),
            ExprKind::Intrinsic(op, _) => hash(&["intrinsic", &format!("{op:?}")]),
            ExprKind::Collection(op, _) => hash(&["collection", &format!("{op:?}"), &format!("{:?}", e.ty)]),
            ExprKind::Perm(..) => hash(&["perm"]),
            ExprKind::PointsTo(..) => hash(&["points-to"]),
        }
    }
}
