//! Annotations about the accesses of a thread since the last barrier, as users of GPUVerify write them.
//!
//! In: calls such as `__write_implies(a, i < n)`, and the code of a kernel. Out: private variables that stand for the
//! calls, and the code with ghost statements that assign them.
//!
//! ```text
//! __write(a), __read(a)            whether an access was noted
//! __write_offset_bytes(a)          where it was
//! a[e] = v;                        if (any) { write(a) := true; where(a) := e; } a[e] := v;
//! barrier                          barrier  write(a) := false;
//! ```
//!
//! Whether an access is noted is a choice about which nothing is known (Betts et al., *GPUVerify: a verifier for GPU
//! kernels*, OOPSLA 2012, section 3.2). So an annotation must hold of each access since the last barrier, and also if
//! none was noted. Atomic steps are no such accesses.

use super::convert::wrapped;
use super::reads::each_read;
use super::state::{Array, Lower, Value};
use super::taken::{Log, Logged};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::{ArrayDecl, BinaryOp, Block, Expr, ExprKind, Heap, Place, Space, Stmt, StmtKind, Type, VarDecl, Width};

/// The type of numbers of bytes.
const BYTES: Width = Width { bits: 64, signed: false };

impl Lower<'_, '_, '_> {
    /// The value of a call about accesses; nothing for another function.
    pub fn about_accesses(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let of_writes = name.starts_with("__write");
        Some(match (name, args) {
            ("__read" | "__write", [pointer]) => self
                .log(of_writes, pointer, node)
                .map(|(log, _)| Value::Scalar(self.at(node).var(log.noted, Type::Bool))),
            ("__read_offset_bytes" | "__write_offset_bytes", [pointer]) => {
                self.log(of_writes, pointer, node).map(|(log, size)| {
                    let at = self.at(node);
                    let number = at.var(log.number, Type::Int);
                    let bytes = Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, number, at.int(size)) };
                    Value::Scalar(wrapped(bytes, BYTES))
                })
            }
            ("__ptr_offset_bytes", [pointer]) => self.whole_array(pointer, node).map(|(_, offset, size)| {
                let at = self.at(node);
                let bytes = Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, offset, at.int(size)) };
                Value::Scalar(wrapped(bytes, BYTES))
            }),
            _ => return None,
        })
    }

    /// The array to which a pointer points, the number of the element, and the number of bytes of one.
    pub fn whole_array(&mut self, pointer: &Node, node: &Node) -> Option<(Array, Expr, u64)> {
        let found = match self.value(super::copies::uncast(pointer))? {
            Value::Pointer(array, offset) => array.element.bytes().map(|size| (array, offset, size)),
            Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Address(_) | Value::Nothing => None,
        };
        match found.filter(|(array, ..)| array.heaps.len() == 1 && array.is_whole() && array.or.is_empty()) {
            Some(found) => Some(found),
            None => self.cannot(node, "an annotation about accesses to this", "name an array of numbers"),
        }
    }

    /// The variables about the accesses to an array, and the number of bytes of its elements.
    fn log(&mut self, writes: bool, pointer: &Node, node: &Node) -> Option<(Log, u64)> {
        let (array, ..) = self.whole_array(pointer, node)?;
        // The numbers of elements of rows count scalars.
        let mut scalar = &array.element;
        while let CType::Array(element, _) = scalar {
            scalar = element;
        }
        let size = scalar.scalar().and(scalar.bytes()).filter(|_| array.lanes.is_none());
        let heap = array.heaps.first().copied().filter(|heap| matches!(heap, Heap::Array(_)));
        let (Some(size), Some(heap)) = (size, heap) else {
            return self.cannot(
                node,
                "an annotation about accesses to this",
                "name an array of numbers in shared memory",
            );
        };
        let known = if writes { &self.logged.writes } else { &self.logged.reads };
        if let Some(log) = known.get(&heap) {
            return Some((*log, size));
        }
        let what = if writes { "write" } else { "read" };
        let log = Log {
            noted: self.temporary(&format!("{what} noted"), Type::Bool),
            number: self.temporary(&format!("{what} at"), Type::Int),
        };
        let known = if writes { &mut self.logged.writes } else { &mut self.logged.reads };
        let _ = known.insert(heap, log);
        Some((log, size))
    }

    /// The code of a kernel, with statements that note accesses.
    pub fn with_notes(&mut self, code: Block, arrays: &[ArrayDecl], at: At) -> Block {
        let logged = std::mem::take(&mut self.logged);
        let logs: Vec<Log> = logged.reads.values().chain(logged.writes.values()).copied().collect();
        if logs.is_empty() {
            return code;
        }
        if let Some(span) = logged.viewed {
            let what = "memory under a type of another size, in a kernel with annotations about accesses";
            self.unsupported(span, what, "access the array under the type of its elements");
        }
        let mut stmts = Vec::new();
        for log in logs {
            stmts.push(at.declare(log.noted, Some(at.truth(false))));
            stmts.push(at.declare(log.number, Some(at.int(0))));
        }
        let noted = Noting { logged: &logged, arrays, vars: &mut self.env.vars }.block(code);
        stmts.extend(noted.stmts);
        Block { stmts }
    }
}

/// Adds statements that note accesses.
struct Noting<'l> {
    logged: &'l Logged,
    arrays: &'l [ArrayDecl],
    /// The variables of the kernel.
    vars: &'l mut Vec<VarDecl>,
}

impl Noting<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Vec::new();
        for stmt in block.stmts {
            self.stmt(stmt, &mut out);
        }
        Block { stmts: out }
    }

    fn stmt(&mut self, mut stmt: Stmt, out: &mut Vec<Stmt>) {
        let at = At::new(stmt.node.span);
        match &mut stmt.kind {
            // An access under a `volatile` name is a step of one statement.
            StmtKind::Atomic { body, .. } if body.stmts.len() == 1 => {
                for access in &body.stmts {
                    access.exprs(&mut |e| self.reads(e, None, out));
                    if let StmtKind::Store(place, _) = &access.kind {
                        if let Some(log) = self.logged.writes.get(&place.heap).copied() {
                            self.note(log, place, None, at, out);
                        }
                    }
                }
                out.push(stmt);
            }
            // What annotations read, and what atomic functions access, is not noted.
            StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Inhale(_)
            | StmtKind::Exhale(_)
            | StmtKind::Send(_)
            | StmtKind::Receive(_)
            | StmtKind::Synchronise(_)
            | StmtKind::Refute(_)
            | StmtKind::Pairwise(_)
            | StmtKind::Atomic { .. } => out.push(stmt),
            StmtKind::While { guard, body, .. } => {
                // The guard is computed behind the invariants.
                let mut reads = Vec::new();
                self.reads(guard, None, &mut reads);
                let mut behind = Vec::new();
                self.reads(guard, None, &mut behind);
                reads.extend(self.block(std::mem::take(body)).stmts);
                *body = Block { stmts: reads };
                out.push(stmt);
                out.extend(behind);
            }
            StmtKind::Store(place, value) => {
                self.reads(value, None, out);
                place.index.iter().for_each(|index| self.reads(index, None, out));
                if let Some(log) = self.logged.writes.get(&place.heap).copied() {
                    self.note(log, place, None, at, out);
                }
                out.push(stmt);
            }
            StmtKind::Barrier(barrier) => {
                let fenced = [Space::Global, Space::Local].map(|space| (space, barrier.fences(space)));
                out.push(stmt);
                for (space, _) in fenced.into_iter().filter(|(_, fenced)| *fenced) {
                    self.forget(space, at, out);
                }
            }
            _ => {
                stmt.exprs(&mut |e| self.reads(e, None, out));
                stmt.blocks_mut(&mut |block| *block = self.block(std::mem::take(block)));
                out.push(stmt);
            }
        }
    }

    /// Notes the reads of an expression, which is computed if `when` holds.
    fn reads(&mut self, e: &Expr, when: Option<&Expr>, out: &mut Vec<Stmt>) {
        each_read(e, when, &mut |read, place, when| {
            if let Some(log) = self.logged.reads.get(&place.heap).copied() {
                self.note(log, place, when, At::new(read.node.span), out);
            }
        });
    }

    /// `if (when && any) { noted := true; number := …; }`
    fn note(&mut self, log: Log, place: &Place, when: Option<&Expr>, at: At, out: &mut Vec<Stmt>) {
        let dims = vec![at.int(1)];
        let any = VarDecl { name: at.name("noted"), ty: Type::Bool, dims, device: false };
        let any = ir::build::variable(self.vars, any);
        let chosen = at.expr(ExprKind::Read(at.place(Heap::Private(any), vec![at.int(0)])), Type::Bool);
        let guard = match when {
            Some(when) => at.binary(BinaryOp::And, when.clone(), chosen),
            None => chosen,
        };
        let then = vec![at.assign(log.noted, at.truth(true)), at.assign(log.number, self.number(place, at))];
        out.push(at.declare(any, None));
        out.push(at.branch(guard, Block { stmts: then }, Block::default()));
    }

    /// The number of an element, where the last index counts fastest.
    fn number(&self, place: &Place, at: At) -> Expr {
        let array = match place.heap {
            Heap::Array(id) => self.arrays.get(id.0 as usize),
            Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => None,
        };
        let lengths = array.map(|array| array.dims.as_slice()).unwrap_or_default();
        let int = |e: &Expr| Expr { ty: Type::Int, ..e.clone() };
        let mut number: Option<Expr> = None;
        for (n, index) in place.index.iter().enumerate() {
            number = Some(match (number, lengths.get(n)) {
                (Some(rows), Some(length)) => {
                    let rows = Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, rows, int(length)) };
                    Expr { ty: Type::Int, ..at.binary(BinaryOp::Add, rows, int(index)) }
                }
                _ => int(index),
            });
        }
        number.unwrap_or_else(|| at.int(0))
    }

    /// Forgets what was noted about memory of a space.
    fn forget(&self, space: Space, at: At, out: &mut Vec<Stmt>) {
        for (heap, log) in self.logged.reads.iter().chain(&self.logged.writes) {
            let Heap::Array(id) = heap else { continue };
            if self.arrays.get(id.0 as usize).is_some_and(|array| array.space == space) {
                out.push(at.assign(log.noted, at.truth(false)));
            }
        }
    }
}
