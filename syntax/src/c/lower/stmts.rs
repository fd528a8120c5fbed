//! Statements.
//!
//! In: the node of a statement. Out: typed statements. Annotations between two statements are statements, too, or
//! belong to the loop or barrier behind them.

use super::state::{Binding, InFront, Lower, Value};
use crate::c::kernels::{assigned, body, parameters};
use crate::c::tree::Node;
use crate::c::types::CType;
use crate::pvl::check::env::ExprContext;
use ir::build::At;
use ir::{Barrier, Block, Contract, Expr, ExprKind, StmtKind, Type, VarDecl, VarId};

impl<'u, 'n> Lower<'u, 'n, '_> {
    /// The body of a kernel or of a function, in a scope of its own; `first` declares what is declared in front of it.
    pub fn body_of(&mut self, code: &'n Node, first: impl FnOnce(&mut Self)) -> Block {
        let (depth, marks) = (self.env.scope.len(), self.env.exits.visible());
        self.begin_block();
        let ((), stmts) = self.collected(|lower| {
            first(lower);
            lower.statements(code);
        });
        self.end_block();
        self.env.scope.truncate(depth);
        self.env.exits.hide(marks);
        Block { stmts }
    }

    /// Declares private copies of the kernel's parameters that its code assigns.
    pub fn own_parameters(&mut self, kernel: &'n Node) {
        let changed = body(kernel).map(assigned).unwrap_or_default();
        for parameter in parameters(kernel) {
            let (at, changed) = (self.at(parameter), changed.contains(parameter.id.as_str()));
            if let Some(Binding::Parts(parts)) = self.bindings.get(parameter.id.as_str()).cloned() {
                if changed || parts.iter().any(|part| matches!(part, Binding::Parts(_))) {
                    let done = self.own_parts(parameter, &parts, changed);
                    self.records(parameter, done);
                }
                continue;
            }
            if !changed {
                continue;
            }
            match self.bindings.get(parameter.id.as_str()).cloned() {
                Some(Binding::Scalar(id, ty)) => {
                    let var = self.declared(parameter, ty, Vec::new());
                    self.out.push(at.declare(var, Some(at.expr(ExprKind::Scalar(id), ty))));
                    let _ = self.bindings.insert(&parameter.id, Binding::Variable(var, ty));
                }
                Some(Binding::Array(array)) => {
                    if let Some(arrays) = self.several_arrays(parameter, &array.element) {
                        let start = Value::Pointer(array, at.int(0));
                        let done = self.declare_several(parameter, arrays, Some(start));
                        self.records(parameter, done);
                        continue;
                    }
                    // Annotations in the body must not take the name for the array, to whose start it points no more.
                    let var = self.declared(parameter, Type::Int, Vec::new());
                    self.out.push(at.declare(var, Some(at.int(0))));
                    let _ = self.bindings.insert(&parameter.id, Binding::Pointer(array, var));
                }
                Some(
                    Binding::Variable(..)
                    | Binding::Pointer(..)
                    | Binding::Unset(..)
                    | Binding::Parts(_)
                    | Binding::Place(_)
                    | Binding::Cell(..)
                    | Binding::Address(_),
                )
                | None => {}
            }
        }
    }

    /// Declares a private variable, which annotations see under its name.
    pub fn declared(&mut self, node: &Node, ty: Type, dims: Vec<Expr>) -> VarId {
        let name = self.at(node).name(node.name.as_str());
        let var = self.env.hidden(VarDecl { name, ty, dims, device: false });
        self.env.scope.push((node.name.clone(), var));
        var
    }

    /// Lowers the statements between the braces of a node, with the annotations between them.
    fn statements(&mut self, block: &'n Node) {
        // A block of the language has no place, and no annotations.
        let whole = block.at.unwrap_or_default();
        let mut from = whole.start;
        let is_here =
            |stmt: &Node| stmt.at.map_or(block.at.is_none(), |at| whole.start <= at.start && at.end <= whole.end);
        if !block.inner.iter().all(is_here) {
            // Annotations could not be told to stand in front of such a statement or behind it.
            let done: Option<()> =
                self.cannot(block, "a block with statements of another file", "include whole functions");
            return self.records(block, done);
        }
        self.take_barrier_invariants(block);
        let (regions, mut open) = (super::jumps::regions(&block.inner), Vec::new());
        let mut stmts = block.inner.iter().peekable();
        for number in 0.. {
            let next = stmts.next();
            let to = next.map_or(Some(whole.end), |stmt| stmt.at.map(|at| at.start)).unwrap_or(from);
            let behind = next.and_then(|stmt| stmt.at).map_or(from, |at| at.end);
            let repeats = super::jumps::repeats(&regions, number);
            let mut in_front = self.annotations((from, to), next, repeats);
            self.close_regions(number, &mut open);
            let Some(stmt) = next else { break };
            self.open_regions(&regions, number, (&block.inner, &mut in_front), &mut open);
            from = behind.max(from);
            // A contract may also stand between a barrier and its semicolon.
            let until = stmts.peek().map_or(Some(whole.end), |stmt| stmt.at.map(|at| at.start)).unwrap_or(from);
            let (in_front, taken) = self.behind_barrier(stmt, in_front, from, until);
            // The contract belongs to this barrier, and not to one that follows.
            from = from.max(taken);
            self.statement(stmt, &in_front);
        }
    }

    /// Lowers a statement as a block of its own.
    pub fn block(&mut self, node: &'n Node) -> Block {
        let (depth, marks) = (self.env.scope.len(), self.env.exits.visible());
        self.begin_block();
        let ((), stmts) = self.collected(|lower| match node.kind.as_str() {
            "CompoundStmt" => lower.within(node, |lower| lower.statements(node)),
            _ => lower.statement(node, &InFront::default()),
        });
        self.end_block();
        self.env.scope.truncate(depth);
        self.env.exits.hide(marks);
        Block { stmts }
    }

    /// Lowers a statement.
    pub fn statement(&mut self, node: &'n Node, in_front: &InFront<'u>) {
        let done = self.nested(node, |lower| lower.statement_here(node, in_front));
        self.records(node, done);
    }

    fn statement_here(&mut self, node: &'n Node, in_front: &InFront<'u>) -> Option<()> {
        if let Some(done) = self.of_copies(node) {
            return done;
        }
        let at = self.at(node);
        match node.kind.as_str() {
            "CompoundStmt" => {
                let block = self.block(node);
                self.out.push(at.block(block));
            }
            "DeclStmt" => node.inner.iter().for_each(|part| {
                let declared = self.declaration(part);
                self.records(part, declared);
                self.declared_constant(part);
                if declared.is_none() {
                    let _ = self.lost.insert(&part.id);
                    let _ = self.env.reported.insert(part.name.clone());
                }
            }),
            "NullStmt" => {}
            "IfStmt" => {
                let [guard, then, rest @ ..] = node.inner.as_slice() else { return None };
                let parts = if node.has_else { 3 } else { 2 };
                if node.inner.len() != parts {
                    return self.cannot(node, "an `if` with a declaration", "write the declaration in front of it");
                }
                let condition = self.condition(guard);
                let (then, other) = (self.block(then), rest.first().map(|other| self.block(other)));
                let head = guard.at.unwrap_or(self.span);
                self.out.push(At::new(head).branch(condition?, then, other.unwrap_or_default()));
            }
            "ForStmt" | "WhileStmt" | "DoStmt" => self.looping(node, in_front)?,
            "SwitchStmt" => self.switch(node)?,
            "BreakStmt" => self.leave(false, node),
            "ContinueStmt" => self.leave(true, node),
            "ReturnStmt" => self.returned(node.part(0), node)?,
            "AttributedStmt" => {
                let inner = node.inner.iter().find(|part| !part.kind.ends_with("Attr"))?;
                self.statement(inner, in_front);
            }
            "GCCAsmStmt" => self.assembly(node)?,
            "GotoStmt" => self.jump(node)?,
            // Jumps to the label are regions of the block around it.
            "LabelStmt" => {
                let inner = node.proper().next_back()?;
                let in_front = match (node.at, inner.at) {
                    (Some(whole), Some(inside)) => self.annotations((whole.start, inside.start), Some(inner), false),
                    _ => InFront::default(),
                };
                self.statement(inner, &in_front);
            }
            "IndirectGotoStmt" | "MSAsmStmt" | "CXXTryStmt" | "CXXThrowExpr" | "CaseStmt" | "DefaultStmt"
            | "CXXForRangeStmt" => {
                let what = format!("this statement ({})", super::state::words(&node.kind));
                return self.cannot(node, &what, "use `if`, loops, `switch`, `break` and `return`");
            }
            _ => match self.unit.barrier(node) {
                Some((name, args)) => self.barrier(name, args, node, in_front)?,
                None => self.effect(node),
            },
        }
        Some(())
    }

    /// Declares a variable in a block.
    fn declaration(&mut self, node: &'n Node) -> Option<()> {
        match node.kind.as_str() {
            "VarDecl" => {}
            // Names of types have no effect.
            "TypedefDecl" | "TypeAliasDecl" | "RecordDecl" | "CXXRecordDecl" | "EnumDecl" | "StaticAssertDecl"
            | "UsingDecl" | "UsingDirectiveDecl" | "NamespaceAliasDecl" | "EmptyDecl" => return Some(()),
            kind => {
                let what = format!("this declaration ({})", super::state::words(kind));
                return self.cannot(node, &what, "declare variables, and functions outside of functions");
            }
        }
        if self.unit.is_local(node) {
            return Some(());
        }
        let at = self.at(node);
        if !matches!(node.storage_class.as_str(), "" | "auto" | "register") {
            let what = format!("a variable that is `{}`", node.storage_class);
            return self.cannot(node, &what, "pass an array with its value");
        }
        let value = node.proper().next_back().filter(|_| !node.init.is_empty());
        // A pointer that is null at first points into the arrays from which its assignments come.
        let null = value.is_some_and(super::nulls::is_null) && self.is_set_later(node);
        let integer = value.and_then(super::nulls::integer).filter(|_| self.is_set_later(node));
        if let Some(integer) = integer {
            self.no_address(integer, node)?;
        }
        let value = value.filter(|_| !null && integer.is_none());
        if super::callable::is_callable(node) {
            return self.declared_callable(node, value);
        }
        if let Some(done) = self.declared_union(node, value) {
            return done;
        }
        if node.ty.spelling().ends_with('&') {
            let ty = self.referred_type(node)?;
            let place = self.place_of(&ty, value?)?;
            return self.refer(node, place);
        }
        match self.unit.type_of(node) {
            CType::Pointer(to) => {
                if let Some(arrays) = self.several_arrays(node, &to) {
                    let value = match value {
                        Some(value) => Some(self.value(value)?),
                        None => None,
                    };
                    self.declare_several(node, arrays, value)?;
                    if null {
                        self.set_null(node);
                    }
                    return Some(());
                }
                let pointer = value.map(|value| self.value(value));
                match pointer {
                    Some(Some(Value::Pointer(array, offset))) if *to == array.element => {
                        let array = self.frozen(array);
                        let var = self.declared(node, Type::Int, Vec::new());
                        self.out.push(at.declare(var, Some(offset)));
                        let _ = self.bindings.insert(&node.id, Binding::Pointer(array, var));
                    }
                    Some(Some(Value::Address(place))) if super::addresses::leads_to(&place, &to) => {
                        self.point(node, *place);
                    }
                    Some(None) => return None,
                    None => {
                        let var = self.declared(node, Type::Int, Vec::new());
                        self.out.push(at.declare(var, None));
                        let _ = self.bindings.insert(&node.id, Binding::Unset(*to, var));
                        if null {
                            self.set_null(node);
                        }
                    }
                    _ => {
                        return self.cannot(
                            node,
                            "a pointer that does not start in an array of its type",
                            "initialise the pointer where it is declared, with an array or an element of one",
                        )
                    }
                }
            }
            CType::Array(..) => self.private_array(node, value)?,
            ty @ (CType::Vector(..) | CType::Struct(_)) => self.declared_aggregate(node, &ty, value)?,
            ty => {
                let Some(ty) = ty.scalar() else {
                    let what = format!("a variable of type `{}`", node.ty.qual_type);
                    return self.cannot(node, &what, "use integers, `bool`, `float`, `double`, arrays and pointers");
                };
                let value = match value {
                    Some(value) => {
                        let value = self.scalar(value)?;
                        Some(self.convert(value, ty, node)?)
                    }
                    None => None,
                };
                let var = self.declared(node, ty, Vec::new());
                self.out.push(at.declare(var, value));
                let _ = self.bindings.insert(&node.id, Binding::Variable(var, ty));
            }
        }
        Some(())
    }

    /// The value of the last expression of a block, `({ int a = x; a * a; })`, behind its declarations.
    pub fn statement_expression(&mut self, node: &Node) -> Option<Value> {
        let block = self.unit.blocks.get(node.id.as_str()).and_then(|block| block.part(0));
        let Some((last, declarations)) = block.and_then(|block| block.inner.split_last()) else {
            return self.no_statement_expression(node);
        };
        if declarations.iter().any(|stmt| stmt.kind != "DeclStmt") || last.kind.ends_with("Stmt") {
            return self.no_statement_expression(node);
        }
        let depth = self.env.scope.len();
        declarations.iter().for_each(|stmt| self.statement(stmt, &InFront::default()));
        let value = self.value(last);
        self.env.scope.truncate(depth);
        value
    }

    fn no_statement_expression<T>(&mut self, node: &Node) -> Option<T> {
        let help = "use declarations, and one expression behind them";
        self.cannot(node, "this block in an expression", help)
    }

    /// A barrier, with its contract.
    fn barrier(&mut self, name: &str, args: &'n [Node], node: &Node, in_front: &InFront<'u>) -> Option<()> {
        let at = self.at(node);
        let (fences_global, fences_local) = match (name, args) {
            ("__syncthreads", []) => (true, true),
            (_, [flags, ..]) => match super::integers::flags(flags) {
                // The first bit is about local memory, the second one about global memory, and the third one about
                // images.
                Some(flags) if flags > 7 => {
                    let help = "combine `CLK_LOCAL_MEM_FENCE` and `CLK_GLOBAL_MEM_FENCE`";
                    return self.cannot(node, "a barrier with flags that mean nothing", help);
                }
                Some(flags) => {
                    if let Some(scope) = args.get(1) {
                        let _ = self.scope(name, scope)?;
                    }
                    (flags & 2 != 0, flags & 1 != 0)
                }
                None => {
                    return self.cannot(node, "a barrier whose flags are computed", "write the flags at the barrier")
                }
            },
            _ => return self.cannot(node, "this barrier", "write its flags"),
        };
        let clauses = in_front.of_barrier.iter().copied();
        let mut clauses = self.clauses_of(clauses, ExprContext::Assertion);
        clauses.extend(self.barrier_invariants(node));
        let contract = Contract { clauses };
        self.out.push(at.stmt(StmtKind::Barrier(Barrier { fences_global, fences_local, opens: vec![], contract })));
        Some(())
    }
}
