//! Texts of clauses that a help proposes, made of parts of the program.
//!
//! In: a permission or a condition in a contract. Out: a text that can stand in another contract, with the quantifiers
//! around it, or with the arguments of a call in place of the parameters; `None` if no such text is known.

use ir::{
    BinaryOp, Call, Clause, ClauseKind, Expr, ExprKind, Heap, Node, Procedure, Quant, Reduce, Span, StmtKind, VarId,
};

use logic::finding::Returned;

use super::Words;

/// What stands around a part of a clause.
enum Around<'p> {
    /// A quantifier.
    Quant(Node, &'p Quant),
    /// A reduction, in whose summand the part is.
    Reduce(&'p Reduce),
    /// The condition of an `==>`, on whose right side the part is.
    Under(Node),
}

/// A longer condition is not proposed for an `if`.
const LONGEST_GUARD: usize = 60;

impl Words<'_> {
    /// The advice that a procedure should give back a permission that it requires.
    pub(super) fn give_back(&self, permission: Node, heap: Heap, returned: Returned) -> Option<String> {
        let (procedure, clause) = self.clause_of_procedure(permission)?;
        let name = &procedure.name.name;
        match returned {
            Returned::Nothing => {}
            Returned::Part => {
                return Some(format!(
                    "`{name}` requires more of `{}` than it ensures: let it ensure all that it requires",
                    self.array(heap)
                ))
            }
            Returned::OtherLoan => {
                return Some(format!(
                    "a `read` is a share of unknown size, which is back only if the same `read` comes back: let \
                    `{name}` ensure each `read` of `{}` that it requires, in the same words and once, and no other, \
                    as `context` does",
                    self.array(heap)
                ))
            }
        }
        if self.is_only_required(clause) {
            return Some(format!(
                "write `context` instead of `requires` at line {}, so that `{name}` gives the permission back",
                self.line(clause.node)
            ));
        }
        let text = self.permission(permission)?;
        Some(format!("add `ensures {text};` to the contract of `{name}`, so that it gives the permission back"))
    }

    /// Whether a clause requires permissions and nothing else, so that it may hold at the end, too.
    pub(super) fn is_only_required(&self, clause: &Clause) -> bool {
        clause.kind == ClauseKind::Requires && gives_only_permissions(&clause.expr)
    }

    /// The advice to call a procedure only where a condition holds that it requires.
    pub(super) fn guard_call(&self, needs: Node, call: Node) -> Option<String> {
        if self.is_range(needs) {
            return Some(super::inlined::RANGE.to_owned());
        }
        let text = self.guard_of_call(needs, call)?;
        let (_, private) = self.with_arguments(needs, call)?;
        Some(match private {
            true => format!("guard the call with `if ({text})`, or let an invariant or `ensures` say it"),
            false => format!("guard the call with `if ({text})`, or require it"),
        })
    }

    /// The condition under which a procedure may be called that requires `needs`, with the other conditions of the same
    /// clause about the arguments; `None` if it is no condition for an `if`.
    pub(super) fn guard_of_call(&self, needs: Node, call: Node) -> Option<String> {
        // A condition that is the same in all runs guards nothing.
        let constant = |e: &Expr| !e.any(&|part| !is_constant(part));
        let arguments = &self.call(call)?.args;
        if !arguments.is_empty() && arguments.iter().all(constant) {
            return None;
        }
        // `null` cannot be compared with `null`, which has no type of its own.
        if arguments.iter().any(|e| matches!(e.kind, ExprKind::Null)) {
            return None;
        }
        let (_, clause) = self.clause_of_procedure(needs)?;
        let about = |e: &&Expr| e.node == needs || e.any(&|part| matches!(part.kind, ExprKind::Var(_)));
        let conditions = conjuncts(&clause.expr).into_iter().filter(|e| self.is_code(e.node)).filter(about);
        let nodes: Vec<Node> = conditions.map(|e| e.node).collect();
        let nodes = if nodes.contains(&needs) { nodes } else { vec![needs] };
        let texts: Option<Vec<String>> = nodes.iter().map(|n| Some(self.with_arguments(*n, call)?.0)).collect();
        let text = texts?.join(" && ");
        (self.is_code(needs) && text.len() <= LONGEST_GUARD).then_some(text)
    }

    /// A permission that a called procedure requires, in the words of the caller.
    pub(super) fn of_callee(&self, needs: Node, call: Node) -> Option<String> {
        let (text, private) = self.with_arguments(needs, call)?;
        (!private).then_some(text)
    }

    /// A permission of a contract, with the quantifiers around it.
    pub(super) fn permission(&self, node: Node) -> Option<String> {
        let mut of = None;
        for clause in self.clauses_around(node) {
            clause.expr.each(&mut |e| of = of.take().or((e.node == node).then_some(e)));
        }
        let text = match of.map(|e| &e.kind) {
            Some(ExprKind::PointsTo(place, amount, _)) => {
                format!("Perm({}, {})", self.quote(place.node), self.quote(amount.node))
            }
            _ => self.quote(node),
        };
        self.for_all(node, text)
    }

    /// A text about a part of a contract, inside the quantifiers around this part that bind a variable in it, and under
    /// the conditions under which the contract says it.
    pub(super) fn for_all(&self, part: Node, text: String) -> Option<String> {
        let mut around: Vec<Around<'_>> = Vec::new();
        let mut variables: Vec<VarId> = Vec::new();
        for clause in self.clauses_around(part) {
            clause.expr.each(&mut |e| match &e.kind {
                ExprKind::Quant(q) if part.is_inside(&e.node) => around.push(Around::Quant(e.node, q)),
                ExprKind::Reduce(r) if part.is_inside(&r.body.node) => around.push(Around::Reduce(r)),
                ExprKind::Binary(BinaryOp::Implies, condition, then) if part.is_inside(&then.node) => {
                    around.push(Around::Under(condition.node));
                }
                ExprKind::Var(v) if e.node.is_inside(&part) => variables.push(*v),
                _ => {}
            });
        }
        around.retain(|around| match around {
            Around::Quant(_, q) => q.binders.iter().any(|b| variables.contains(b)),
            Around::Reduce(r) => variables.contains(&r.binder),
            Around::Under(_) => true,
        });
        around.iter().rev().try_fold(text, |text, around| {
            let (node, q) = match around {
                Around::Quant(node, q) => (node, q),
                Around::Reduce(r) => {
                    let variable = &self.variable_decl(r.binder)?.name.name;
                    let (lo, hi) = (self.quote(r.lo.node), self.quote(r.hi.node));
                    return Some(format!("(\\forall* int {variable} = {lo} .. {hi}; {text})"));
                }
                Around::Under(condition) => return Some(format!("{} ==> {text}", self.quote(*condition))),
            };
            if !q.triggers.is_empty() {
                return None;
            }
            // The body may come from a resource that is used in the quantifier.
            let inner = self.program().seen_from(q.body.node.span, node.span.expansion);
            let body = Span { end: inner.start, ..node.span };
            let header = self.quote_at(body);
            let (_, bound) = header.split_once(' ')?;
            let bound = bound.trim_end_matches('(').trim_end();
            Some(format!("(\\forall* {bound} {text})"))
        })
    }

    /// Whether a part of a clause is in the summand of a reduction.
    pub(super) fn is_in_summand(&self, part: Node) -> bool {
        let mut found = false;
        for clause in self.clauses_around(part) {
            clause.expr.each(&mut |e| {
                if let ExprKind::Reduce(r) = &e.kind {
                    found |= part.is_inside(&r.body.node);
                }
            });
        }
        found
    }

    /// A part of the contract of a called procedure, with the arguments of the call in place of the parameters; and
    /// whether an argument mentions private variables.
    fn with_arguments(&self, part: Node, call: Node) -> Option<(String, bool)> {
        let (procedure, clause) = self.clause_of_procedure(part)?;
        let call = self.call(call)?;
        let whole = self.permission(part).filter(|_| gives_only_permissions(&clause.expr));
        let mut parameters: Vec<(Node, VarId)> = Vec::new();
        clause.expr.each(&mut |e| match e.kind {
            ExprKind::Var(v) if (v.0 as usize) < procedure.params => parameters.push((e.node, v)),
            _ => {}
        });
        parameters.retain(|(node, _)| node.is_inside(&part));
        if parameters.is_empty() {
            return Some((whole.unwrap_or_else(|| self.quote(part)), false));
        }
        if whole.is_some_and(|whole| whole != self.quote(part)) {
            return None;
        }
        // The text of a resource has no place for an argument of the call.
        if parameters.iter().any(|(node, _)| node.span.expansion != part.span.expansion) {
            return None;
        }
        parameters.sort_by_key(|(node, _)| node.span.start);
        // A resource can mention its parameter several times, and its argument is written once.
        parameters.dedup_by_key(|(node, _)| node.span.start);
        let mut private = false;
        let (mut text, mut from) = (String::new(), part.span.start);
        for (node, v) in parameters {
            let argument = call.args.get(v.0 as usize)?;
            argument.each(&mut |e| private |= matches!(e.kind, ExprKind::Var(_)));
            text.push_str(self.raw(Span { start: from, end: node.span.start, ..part.span }));
            text.push_str(&self.operand(argument.node));
            from = node.span.end;
        }
        text.push_str(self.raw(Span { start: from, ..part.span }));
        Some((text.split_whitespace().collect::<Vec<_>>().join(" "), private))
    }

    /// The procedure, and the clause of its contract, in which a part of the program stands.
    pub(super) fn clause_of_procedure(&self, part: Node) -> Option<(&Procedure, &Clause)> {
        let clauses = self.procedures().flat_map(|p| p.contract.clauses.iter().map(move |c| (p, c)));
        clauses.into_iter().find(|(_, c)| part.is_inside(&c.node))
    }

    /// The call that is this statement.
    fn call(&self, node: Node) -> Option<&Call> {
        self.bodies().find_map(|body| {
            match &body.first(&|stmt| stmt.node == node && matches!(stmt.kind, StmtKind::Call(_)))?.kind {
                StmtKind::Call(call) => Some(call),
                _ => None,
            }
        })
    }
}

/// Whether the expression itself, without its parts, is the same in all runs: a literal or an operator.
fn is_constant(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Float(_) | ExprKind::Unary(..) | ExprKind::Binary(..)
    )
}

/// The conjuncts of an assertion.
pub(super) fn conjuncts(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Star | BinaryOp::And, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![e],
    }
}

/// Whether a clause consists of permissions alone, so that it may hold at the end where it holds at the start.
pub(super) fn gives_only_permissions(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Perm(..) => true,
        ExprKind::Binary(BinaryOp::Star | BinaryOp::And, a, b) => {
            gives_only_permissions(a) && gives_only_permissions(b)
        }
        ExprKind::Quant(q) => gives_only_permissions(&q.body),
        _ => false,
    }
}

impl Words<'_> {
    /// The clause in which a part of the program stands: in a contract, at a loop or at a barrier.
    pub(super) fn clauses_around(&self, part: Node) -> Vec<&Clause> {
        let program = self.program();
        let kernels = program.kernels.iter().flat_map(ir::Kernel::contracts);
        let functions = program.functions.iter().map(|f| &f.contract);
        let contracts = kernels.chain(program.procedures.iter().map(|p| &p.contract)).chain(functions);
        let mut out: Vec<&Clause> = contracts.flat_map(|c| &c.clauses).collect();
        self.bodies().for_each(|body| body.each(&mut |stmt| out.extend(stmt.clauses())));
        out.retain(|c| part.is_inside(&c.node));
        out
    }
}
