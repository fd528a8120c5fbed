//! Asynchronous copies of OpenCL: `async_work_group_copy`, `async_work_group_strided_copy`, `wait_group_events`.
//!
//! In: a statement that starts a copy or waits for some. Out: a loop in one work-item, and a barrier.
//!
//! ```text
//! e = async_work_group_copy(to, from, n, 0);      all work-items come here with equal arguments;
//!                                                 if (lid == copier) for (k < n) to[k] := from[k];
//! wait_group_events(1, &e);                       barrier of the memory in which nothing else waits for a barrier
//! ```
//!
//! Nobody knows which work-item copies, or when. So `copier` is a constant of the launch. A proof knows only that this
//! constant is the number of a work-item in its group, and so is about every such number. Why that finds every race:
//!
//! - *An access of a work-item and a copy.* The copy takes place between the last barrier in front of it and the wait.
//!   Whichever work-item accesses an element there, another one may be the copier, and nothing orders two work-items in
//!   this time. A group of one work-item has no other one; so where code between the copy and the wait accesses the
//!   same memory, the claim is that groups are larger ([`Lower::others_copy`]).
//! - *Two copies* that are under way at once have one copier. So they must not meet: the code of both says so, or a
//!   claim does ([`Lower::apart`]).
//! - *Two accesses of work-items.* Waiting is no barrier: who waits may go on before others come. So the barrier of the
//!   model must order nothing but copies, which `waits.rs` checks.
//!
//! All paths from a copy lead to the wait, since both stand in one list of statements, and nothing between them leaves
//! the list or is a barrier. Equal arguments are claimed as the claim that threads meet: `if (argument == any) meet`,
//! where `any` is a number that is the same for all work-items, and arbitrary. If two work-items have different
//! arguments, one of them comes and the other one does not, for some such number. Each argument has a claim of its own.

use super::events;
use super::state::{Array, Lower, Value};
use super::touched::Touched;
use super::under_way::{Copying, Event, Part, Wait};
use crate::c::kernels::{callee, Unit};
use crate::c::language::Language;
use crate::c::tree::Node;
use ir::{
    Among, Barrier, BinaryOp, Block, Clause, ClauseKind, Contract, Expr, ExprKind, Gather, Gathers, LabelId, LaunchVar,
    Space, Stmt, StmtKind, Type, Width,
};

/// The type of a number that all work-items know: each number of an element is one.
const ANY: Width = Width { bits: 64, signed: false };

/// Whether a name is that of a function that starts a copy.
fn starts(name: &str) -> bool {
    matches!(name, "async_work_group_copy" | "async_work_group_strided_copy")
}

/// The call of a function of copies and events, with its name and arguments.
fn call<'n>(unit: &Unit<'_>, node: &'n Node) -> Option<(&'n str, &'n [Node])> {
    let node = node.bare();
    let declared = node.part(0).filter(|_| node.kind == "CallExpr").map(callee)?.referenced_decl.as_deref()?;
    let name = unit.builtin(declared).filter(|_| unit.language == Language::OpenCl)?;
    let known = starts(name) || name == "wait_group_events";
    known.then(|| (declared.name.as_str(), node.inner.get(1..).unwrap_or_default()))
}

/// Whether a kernel, or a function that it calls, starts copies.
pub fn has_copies(unit: &Unit<'_>, kernel: &Node) -> bool {
    let mut found = false;
    for function in unit.reached(kernel) {
        function.each(&mut |node| found |= call(unit, node).is_some_and(|(name, _)| starts(name)));
    }
    found
}

impl<'n> Lower<'_, 'n, '_> {
    /// A statement that declares events, starts a copy or waits for some; nothing for another one.
    pub fn of_copies(&mut self, node: &'n Node) -> Option<Option<()>> {
        let done = self.event_statement(node);
        // A wait for a copy about which an error was reported is no error of its own.
        self.copies.lost |= done == Some(None);
        done
    }

    fn event_statement(&mut self, node: &'n Node) -> Option<Option<()>> {
        if self.unit.language != Language::OpenCl {
            return None;
        }
        if let ("DeclStmt", [declared]) = (node.kind.as_str(), node.inner.as_slice()) {
            if declared.kind != "VarDecl" || !events::is_event(declared) {
                return None;
            }
            // Annotations must not take the name for another declaration.
            let hidden = self.temporary(&declared.name, Type::Int);
            self.env.scope.push((format!("{}.", declared.name), hidden));
            let value = declared.proper().next_back().filter(|_| !declared.init.is_empty());
            return Some(match value {
                Some(value) if !events::is_none(value) => self.copy_starts(value, Some((declared.id.clone(), 0))),
                _ => Some(()),
            });
        }
        let bare = node.bare();
        if let ("BinaryOperator", "=", [place, value]) = (bare.kind.as_str(), bare.opcode.as_str(), &bare.inner[..]) {
            if !events::is_event(place) {
                return None;
            }
            return Some(match (events::event(place), events::is_none(value)) {
                (Some(event), true) => self.forgets(&event, node),
                (Some(event), false) => self.copy_starts(value, Some(event)),
                (None, _) => self.cannot(node, "an event that is computed", "use a variable of the type `event_t`"),
            });
        }
        let (name, args) = call(self.unit, bare)?;
        Some(match starts(name) {
            true => self.copy_starts(bare, None),
            false => self.waited(args, node),
        })
    }

    /// Reports an event that gets another value while its copy is under way.
    fn forgets(&mut self, event: &Event, node: &Node) -> Option<()> {
        match self.copies.has(event) {
            true => self.cannot(node, "a copy whose event is lost", "wait for the event first, or use another event"),
            false => Some(()),
        }
    }

    /// A copy whose event is assigned to a variable.
    fn copy_starts(&mut self, value: &'n Node, into: Option<Event>) -> Option<()> {
        let Some((_, args)) = call(self.unit, value).filter(|(name, _)| starts(name)) else {
            return self.cannot(value, "an event that is no copy's", "assign the result of `async_work_group_copy`");
        };
        let (event, args) = args.split_last()?;
        let given = if events::is_none(event) { None } else { Some(events::event(event)) };
        let event = match (given, into) {
            (None, Some(into)) => {
                self.forgets(&into, value)?;
                into
            }
            (Some(Some(given)), into) if into.as_ref().is_none_or(|into| *into == given) => {
                if !self.copies.has(&given) {
                    let help = "pass 0, and assign the event that the copy returns";
                    return self.cannot(value, "a copy with the event of no copy", help);
                }
                given
            }
            (None, None) => {
                return self.cannot(value, "a copy for which nothing can wait", "assign its event, and wait for it");
            }
            (Some(_), _) => {
                let help = "pass 0 or the variable to which the event is assigned";
                return self.cannot(value, "a copy with another event than the one that it returns", help);
            }
        };
        self.copy_of(args, event, value)
    }

    /// The copy itself.
    fn copy_of(&mut self, args: &[Node], event: Event, node: &Node) -> Option<()> {
        let values = self.arguments(args)?;
        let mut values = values.into_iter();
        let (Some(Value::Pointer(to, i)), Some(Value::Pointer(from, j)), Some(Value::Scalar(count))) =
            (values.next(), values.next(), values.next())
        else {
            return self.cannot(node, "this copy", "copy between arrays in global and local memory");
        };
        let stride = values.next().and_then(|stride| stride.scalars().pop());
        if to.element != from.element || !to.or.is_empty() || !from.or.is_empty() {
            return self.cannot(node, "a copy between several arrays", "write an `if` with a copy in each branch");
        }
        let at = self.at(node);
        let mut alike = vec![i.clone(), j.clone(), count.clone()];
        alike.extend(to.index.iter().chain(&from.index).chain(&stride).cloned());
        self.all_alike(alike, node);
        // The copy must not change which elements it copies.
        let (to, from) = (self.frozen(to), self.frozen(from));
        let (i, j) = (self.kept(i, true), self.kept(j, true));
        let count = Expr { ty: Type::Int, ..self.kept(count, true) };
        let stride = stride.map(|stride| Expr { ty: Type::Int, ..self.kept(stride, true) });
        if let Some(stride) = &stride {
            self.out.push(at.assert(at.binary(BinaryOp::Ne, stride.clone(), at.int(0))));
        }
        // In a copy with a stride, the elements in global memory have distances.
        let space = |array: &Array| array.heaps.first().and_then(|heap| self.copies.space(*heap));
        let strided = |array: &Array| stride.clone().filter(|_| space(array) == Some(Space::Global));
        let (apart_to, apart_from) = (strided(&to), strided(&from));
        let part = |array: &Array, first: &Expr, stride: &Option<Expr>| Part {
            heaps: array.heaps.clone(),
            range: (stride.is_none() && array.is_plain()).then(|| (first.clone(), count.clone())),
        };
        let (to_part, from_part) = (part(&to, &i, &apart_to), part(&from, &j, &apart_from));
        let mark = self.temporary("copy", Type::Bool);
        let copy = Copying { mark, event, to: to_part, from: from_part, place: node.at.unwrap_or(self.span) };
        self.apart(&copy, node)?;
        let (done, stmts) = self.collected(|lower| {
            let element = |lower: &Self, first: &Expr, stride: &Option<Expr>, k: &Expr| {
                let k = match stride {
                    Some(stride) => Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, k.clone(), stride.clone()) },
                    None => k.clone(),
                };
                lower.moved(first.clone(), BinaryOp::Add, k, node)
            };
            lower.for_each_below(count.clone(), node, |lower, k| {
                let source = element(lower, &j, &apart_from, &k);
                let source = lower.select(from.clone(), source, node)?;
                let value = lower.load(source, node)?;
                let target = element(lower, &i, &apart_to, &k);
                let target = lower.select(to.clone(), target, node)?;
                lower.assign(target, value, node, false).map(|_| ())
            })
        });
        done?;
        let copies = self.is_copier(node)?;
        // Nothing else stands between the mark and the statement that copies.
        self.out.push(at.declare(mark, Some(at.truth(true))));
        self.out.push(at.branch(copies, Block { stmts }, Block::default()));
        let _ = self.copies.marks.insert(mark);
        self.copies.under_way.push(copy);
        Some(())
    }

    /// Whether this work-item copies.
    fn is_copier(&mut self, node: &Node) -> Option<Expr> {
        let at = self.at(node);
        let _ = self.counted.get_or_insert(node.at.unwrap_or(self.span));
        let mut conditions = Vec::new();
        for (axis, scalar) in self.copies.copiers.clone() {
            let lid = self.launch(LaunchVar::Lid, axis, node);
            conditions.push(at.binary(BinaryOp::Eq, lid.clone(), at.expr(ExprKind::Scalar(scalar), lid.ty)));
        }
        conditions.into_iter().reduce(|a, b| at.binary(BinaryOp::And, a, b))
    }

    /// What is known of the work-item that copies: it is one of the group.
    pub fn copiers(&mut self, kernel: &Node) -> Vec<Clause> {
        let (at, mut out) = (self.at(kernel), Vec::new());
        for (axis, scalar) in self.copies.copiers.clone() {
            self.env.mentions.record(LaunchVar::Gsize);
            let ty = Type::Machine(super::state::LAUNCH);
            let size = at.expr(ExprKind::Launch(LaunchVar::Gsize, axis), ty);
            let copier = at.expr(ExprKind::Scalar(scalar), ty);
            let zero = Expr { ty, ..at.int(0) };
            out.push(at.clause(ClauseKind::Requires, at.binary(BinaryOp::Le, zero, copier.clone())));
            out.push(at.clause(ClauseKind::Requires, at.binary(BinaryOp::Lt, copier, size)));
        }
        out
    }

    /// The claims that all work-items of the group come here, and that these values are alike for all of them.
    fn all_alike(&mut self, values: Vec<Expr>, node: &Node) {
        let at = self.at(node);
        // A vote in which nobody votes: of its value is nothing known, so it may be each number.
        let meet = |lower: &mut Self| {
            let args = vec![at.truth(false)];
            let all = Gather { among: Among::Group, all: true, result: None, how: Gathers::Any, args };
            lower.gathered(all, Type::Machine(ANY), node)
        };
        for value in values.into_iter().filter(|value| !is_alike(value)) {
            if let Value::Scalar(any) = meet(self) {
                let int = |e: Expr| Expr { ty: Type::Int, ..e };
                let same = at.binary(BinaryOp::Eq, int(value), int(any));
                let (_, stmts) = self.collected(meet);
                self.out.push(at.branch(same, Block { stmts }, Block::default()));
            }
        }
        let _ = meet(self);
    }

    /// The claim that a copy does not meet those under way.
    fn apart(&mut self, copy: &Copying, node: &Node) -> Option<()> {
        let at = self.at(node);
        let (mut claims, mut meets) = (Vec::new(), false);
        for other in &self.copies.under_way {
            for (one, two) in [(&copy.to, &other.to), (&copy.to, &other.from), (&copy.from, &other.to)] {
                if one.heaps.iter().all(|heap| !two.heaps.contains(heap)) {
                    continue;
                }
                let (Some((i, n)), Some((j, m))) = (&one.range, &two.range) else {
                    meets = true;
                    continue;
                };
                let end = |first: &Expr, n: &Expr| Expr {
                    ty: Type::Int,
                    ..at.binary(BinaryOp::Add, first.clone(), n.clone())
                };
                let before = at.binary(BinaryOp::Le, end(i, n), j.clone());
                let behind = at.binary(BinaryOp::Le, end(j, m), i.clone());
                claims.push(at.assert(at.binary(BinaryOp::Or, before, behind)));
            }
        }
        if meets {
            let help = "wait for the first copy in front of the second one";
            return self.cannot(node, "two copies of one array that are under way at once", help);
        }
        self.out.extend(claims);
        Some(())
    }

    /// `wait_group_events(n, list);`
    fn waited(&mut self, args: &[Node], node: &Node) -> Option<()> {
        let (at, events) = (self.at(node), self.events(args, node)?);
        let (waited, left): (Vec<Copying>, Vec<Copying>) =
            std::mem::take(&mut self.copies.under_way).into_iter().partition(|copy| events.contains(&copy.event));
        self.copies.under_way = left;
        if !self.copies.lost && events.iter().any(|event| !waited.iter().any(|copy| copy.event == *event)) {
            return self.cannot(node, "a wait for an event of no copy", "wait once for each event, behind its copy");
        }
        let mut all = std::mem::take(&mut self.copies.waiting);
        all.extend(waited);
        for copy in &all {
            self.under_way(copy, node)?;
        }
        if !self.copies.under_way.is_empty() {
            // The next wait is the one behind which the memory may be used.
            self.copies.waiting = all;
            self.all_alike(Vec::new(), node);
            return Some(());
        }
        let mark = self.temporary("waited", Type::Bool);
        let heaps = |part: fn(&Copying) -> &Part| all.iter().flat_map(|copy| part(copy).heaps.clone()).collect();
        let (to, from) = (heaps(|copy| &copy.to), heaps(|copy| &copy.from));
        let _ = self.copies.waits.insert(mark, Wait { place: node.at.unwrap_or(self.span), to, from });
        self.out.push(at.declare(mark, Some(at.truth(true))));
        let barrier = Barrier { fences_global: true, fences_local: true, opens: vec![], contract: Contract::default() };
        self.out.push(at.stmt(StmtKind::Barrier(barrier)));
        Some(())
    }

    /// Checks the statements between a copy and the wait behind it.
    #[allow(clippy::wildcard_enum_match_arm)] // other statements neither leave nor wait
    fn under_way(&mut self, copy: &Copying, node: &Node) -> Option<()> {
        let is_mark = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Declare(var, _) if var == copy.mark);
        let Some(start) = self.out.iter().position(is_mark) else {
            let help = "write the copy and the wait in one block, so that no path leads from one past the other";
            return self.cannot(node, "a wait in another block than its copy", help);
        };
        let between = self.without_copies(self.out.get(start..).unwrap_or_default());
        let (mut inside, mut left, mut barriers) = (Vec::<LabelId>::new(), Vec::new(), 0_usize);
        let between = Block { stmts: between };
        between.each(&mut |stmt| match &stmt.kind {
            StmtKind::Scope(label, _) => inside.push(*label),
            StmtKind::Exit(label) => left.push(*label),
            StmtKind::Barrier(_) => barriers += 1,
            _ => {}
        });
        if left.iter().any(|label| !inside.contains(label)) {
            let help = "leave the block behind the wait";
            return self.cannot(node, "a jump between an asynchronous copy and the wait for it", help);
        }
        if barriers > 0 {
            let help = "write the barrier in front of the copy, or behind the wait";
            return self.cannot(node, "a barrier between an asynchronous copy and the wait for it", help);
        }
        if Touched::of(None::<&Expr>, &between.stmts).meets(&copy.to.heaps, &copy.from.heaps) {
            self.others_copy(node);
        }
        Some(())
    }

    /// The statements without those that copy, which stand behind their marks.
    fn without_copies(&self, stmts: &[Stmt]) -> Vec<Stmt> {
        let is_mark = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Declare(var, _) if self.copies.marks.contains(var));
        let mut copies = false;
        let mut is_other = |stmt: &&Stmt| !std::mem::replace(&mut copies, is_mark(stmt));
        stmts.iter().filter(|stmt| is_other(stmt)).cloned().collect()
    }

    /// The claim that groups have more than one work-item, so that another one than this one may copy.
    fn others_copy(&mut self, node: &Node) {
        let at = self.at(node);
        let mut several = Vec::new();
        for (axis, _) in self.copies.copiers.clone() {
            let size = self.launch(LaunchVar::Gsize, axis, node);
            several.push(at.binary(BinaryOp::Lt, Expr { ty: size.ty, ..at.int(1) }, size));
        }
        // What a group of one work-item does may be right, so no run may say that it is wrong: an abstract function has
        // no value in a run.
        several.push(self.abstract_function("copied_by_another", Vec::new(), Type::Bool, node));
        let several = several.into_iter().reduce(|a, b| at.binary(BinaryOp::Or, a, b));
        self.out.extend(several.map(|several| at.assert(several)));
    }

    /// Reports copies that nothing waits for.
    pub fn all_waited_for(&mut self) {
        for copy in std::mem::take(&mut self.copies.under_way) {
            self.unsupported(copy.place, "a copy for which nothing waits", "wait for its event in the same block");
        }
    }
}

/// Whether the form of a value says that it is the same for all work-items of a group.
#[allow(clippy::wildcard_enum_match_arm)] // other expressions may differ
fn is_alike(value: &Expr) -> bool {
    !value.any(&|e| match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Scalar(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cond(..)
        | ExprKind::Intrinsic(..) => false,
        ExprKind::Launch(var, _) => matches!(var, LaunchVar::Tid | LaunchVar::Lid),
        _ => true,
    })
}
