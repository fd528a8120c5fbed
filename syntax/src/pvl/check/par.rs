//! Checks parallel blocks: their iterators, and what their bodies must not do.
//!
//! In: a parallel block as written, and statements and names in it. Out: its typed form, with the guarantees of
//! [`ir::Par`].

use super::around::Around;
use super::env::{Env, ExprContext};
use super::host::HostCode;
use super::names::duplicate;
use super::types::{of_name, show};
use crate::pvl::ast;
use dashu::integer::IBig;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Contract, Expr, ExprKind, Par, Span, StmtKind, Type, VarId};

const BODY: &str = "type.par-body";
const BARRIER: &str = "type.par-barrier";
const ITERATORS: &str = "type.par-iterators";
/// The greatest number of iterators.
const MAX_ITERATORS: usize = 3;

impl Env<'_> {
    /// Checks a parallel block, with its head at `span`.
    pub fn par(&mut self, par: &ast::Par, span: Span) -> Option<StmtKind> {
        let here = self.is_host_code(HostCode::Par, span);
        if let Some(name) = &par.name {
            let first = self.pars.iter().filter_map(|around| around.name.as_ref()).find(|n| n.text == name.text);
            if let Some(first) = first.map(|first| first.at.0) {
                self.diagnostics.push(duplicate(name, first));
            }
        }
        let mut ranges = Vec::new();
        for (_, _, bounds) in &par.iterators {
            if let Some((lo, hi)) = bounds {
                ranges.push(self.value(lo, Type::Int));
                let end = match par.looped {
                    Some(BinaryOp::Le) => self.behind(hi),
                    _ => self.value(hi, Type::Int),
                };
                ranges.push(end);
            }
        }
        self.check_iterators(par);
        let stable = par.looped.is_none() || self.bounds_stay(ranges.iter().flatten());
        let everywhere = std::mem::take(&mut self.everywhere);
        let loops = std::mem::take(&mut self.exits.loops);
        let (iterators, contract, body) = self.scoped(|env| {
            let outside = env.vars.len();
            let iterators: Vec<VarId> =
                par.iterators.iter().map(|(_, name, _)| env.declare(name, Type::Int, false)).collect();
            let channels = env.channels(&par.body);
            let (name, head) = (par.name.clone(), span);
            env.pars.push(Around { name, head, outside, iterators: env.vars.len(), channels });
            let clauses = env.clauses(&par.contract, ExprContext::Assertion);
            let body = env.block(&par.body);
            env.messages(&iterators, &body);
            let _ = env.pars.pop();
            (iterators, Contract { clauses }, body)
        });
        (self.everywhere, self.exits.loops) = (everywhere, loops);
        let ranges = ranges.into_iter().collect::<Option<Vec<Expr>>>()?;
        let name = par.name.as_ref().map(|name| name.text.clone());
        (here && stable).then_some(StmtKind::Par(Par { name, iterators, ranges, contract, body }))
    }

    /// The first integer behind the last one, `hi`, of a loop with the condition `i <= hi`. For the greatest machine
    /// integer, that condition is always true, and the loop is no parallel block.
    fn behind(&mut self, hi: &ast::Expr) -> Option<Expr> {
        if let Some(width) = self.width() {
            let message = "this loop has a contract of its iterations, and need not end";
            self.diagnostics.push(
                Diagnostic::new(ITERATORS, hi.at.0, message)
                    .label(format!("if this is {}, the condition is always true", width.greatest()))
                    .help("write `<` and one more, as in `i < n + 1`"),
            );
            return None;
        }
        let one = ast::Expr { kind: ast::ExprKind::Int(IBig::ONE), at: hi.at };
        let kind = ast::ExprKind::Binary(BinaryOp::Add, hi.at, Box::new(hi.clone()), Box::new(one));
        self.value(&ast::Expr { kind, at: hi.at }, Type::Int)
    }

    /// Whether the bounds of a loop have one value for all iterations. One that reads memory may change meanwhile, and
    /// is reported.
    fn bounds_stay<'e>(&mut self, bounds: impl Iterator<Item = &'e Expr>) -> bool {
        let reads = |e: &Expr| matches!(e.kind, ExprKind::Read(_) | ExprKind::Call(..));
        let Some(bound) = bounds.into_iter().find(|bound| bound.any(&reads)) else { return true };
        let message = "a bound of a loop with a contract of its iterations reads memory, which iterations may change";
        self.diagnostics.push(
            Diagnostic::new(ITERATORS, bound.node.span, message)
                .label("evaluated before each iteration")
                .help("keep the value in a variable in front of the loop, and write the variable here"),
        );
        false
    }

    /// Reports iterators that are too many or not of type `int`.
    fn check_iterators(&mut self, par: &ast::Par) {
        for (ty, name, _) in &par.iterators {
            let found = of_name(*ty);
            if found != Type::Int {
                let message = format!("an iterator is of type `int`, and this one of type `{}`", show(found));
                self.diagnostics.push(
                    Diagnostic::new(ITERATORS, ty.at.0, message)
                        .label("not `int`")
                        .help(format!("write `int {} = 0 .. n`, and compute other values from it", name.text)),
                );
            }
        }
        if let Some((ty, name, _)) = par.iterators.get(MAX_ITERATORS) {
            let message = format!("this parallel block has {} iterators", par.iterators.len());
            self.diagnostics.push(
                Diagnostic::new(ITERATORS, ty.at.0.to(name.at.0), message)
                    .label("one too many")
                    .help("a block has up to three iterators: write another block for the others in its body"),
            );
        }
    }

    /// Whether this host code may stand in the parallel blocks around it; if not, an error is reported.
    pub fn may_stand_in_par(&mut self, what: HostCode, span: Span) -> bool {
        let Some(around) = self.pars.last() else { return true };
        let (what, help) = match what {
            HostCode::Par | HostCode::New | HostCode::Share | HostCode::Lock => return true,
            HostCode::Device => ("declare device memory", "declare it in front of the parallel block"),
            HostCode::Copy => ("copy arrays", "assign the elements one by one, as in `b[i] = a[i];`"),
            HostCode::Stream => ("use streams", "use them in front of the parallel block or behind it"),
            HostCode::Launch => (
                "launch a kernel",
                "launch it in front of the parallel block or behind it; its threads run in parallel themselves",
            ),
        };
        let message = format!("an iteration of a parallel block cannot {what}");
        let error = Diagnostic::new(BODY, span, message).label("in a parallel block");
        self.diagnostics.push(error.related(around.head, "the parallel block").help(help));
        false
    }

    /// Reports an `atomic` in a parallel block that opens no invariant.
    pub fn atomic_in_par(&mut self, opens: &[ast::Name], span: Span) {
        let Some(around) = self.pars.last().filter(|_| opens.is_empty()) else { return };
        self.diagnostics.push(
            Diagnostic::new(BODY, span, "an `atomic` in a parallel block opens an invariant")
                .label("in a parallel block")
                .related(around.head, "the parallel block")
                .help(
                    "share what the iterations change together, and open it: `invariant inv(Perm(a[0], write)) { par \
                    … { atomic(inv) { … } } }`",
                ),
        );
    }

    /// Reports an exit that would leave the parallel block around it; `false` if it would.
    pub fn stays_in_par(&mut self, exit: &ast::Exit, span: Span) -> bool {
        let Some(around) = self.pars.last() else { return true };
        let (word, help) = match exit {
            ast::Exit::Break | ast::Exit::Continue if !self.exits.loops.is_empty() => return true,
            ast::Exit::Break => {
                ("break", "the other iterations run anyway: write `if (…) { … }` around what some skip")
            }
            ast::Exit::Continue => {
                ("continue", "the iterations of a block are no loop: write `if (…) { … }` around what some skip")
            }
            ast::Exit::Return(_) => {
                ("return", "write `if (…) { … }` around what some iterations skip, and `return` behind the block")
            }
        };
        self.diagnostics.push(
            Diagnostic::new(BODY, span, format!("this `{word}` would leave the parallel block"))
                .label("leaves the block")
                .related(around.head, "the parallel block")
                .help(help),
        );
        false
    }

    /// Whether the variable is an iterator of a parallel block around the current statement.
    pub fn is_iterator(&self, var: VarId) -> bool {
        self.pars.iter().any(|around| (around.outside..around.iterators).contains(&(var.0 as usize)))
    }

    /// Reports a variable that an iteration assigns although it is declared outside of the parallel block.
    pub fn writable_in_par(&mut self, var: VarId, span: Span) -> Option<()> {
        let Some(around) = self.pars.last() else { return Some(()) };
        if var.0 as usize >= around.iterators {
            return Some(());
        }
        let decl = self.vars.get(var.0 as usize)?;
        let name = &decl.name.name;
        let (message, help) = if self.is_iterator(var) {
            (
                format!("`{name}` is an iterator, and cannot be assigned"),
                format!("declare a variable in the block, and assign that: `int x = {name};`"),
            )
        } else {
            (
                format!("`{name}` is declared outside of the parallel block, whose iterations cannot assign it"),
                "declare a variable in the block; what the iterations compute is stored in elements of arrays, a \
                 different one for each iteration"
                    .to_owned(),
            )
        };
        self.diagnostics.push(
            Diagnostic::new(BODY, span, message)
                .label("assigned in a parallel block")
                .related(decl.name.node.span, "declared here")
                .help(help),
        );
        None
    }

    /// Reports an array of the procedure that is used in a parallel block although it is declared outside of it.
    pub fn array_in_par(&mut self, var: VarId, span: Span) -> Option<()> {
        let Some(around) = self.pars.last().filter(|around| (var.0 as usize) < around.outside) else { return Some(()) };
        let decl = self.vars.get(var.0 as usize)?;
        let (name, ty) = (&decl.name.name, show(decl.ty));
        let help = if decl.dims.len() == 1 && !decl.device {
            format!("declare it as a reference to a new array: `{ty}[] {name} = new {ty}[n];`, where `n` is its length")
        } else {
            format!("iterations share arrays of host memory with one dimension: `{ty}[] {name} = new {ty}[n];`")
        };
        self.diagnostics.push(
            Diagnostic::new(BODY, span, format!("`{name}` belongs to the procedure, and iterations cannot share it"))
                .label("used in a parallel block")
                .related(decl.name.node.span, "declared here")
                .related(around.head, "the parallel block")
                .help(help),
        );
        None
    }

    /// Checks that a barrier in a parallel block names that block. `of` is the name that the barrier has.
    pub fn barrier_in_par(&mut self, of: Option<&ast::Name>, span: Span) {
        let Some(around) = self.pars.last() else { return };
        let own = around.name.as_ref().map(|name| name.text.as_str());
        let help = match own {
            Some(own) => format!("write `barrier({own}) {{ … }}`, for the iterations of the innermost block"),
            None => {
                "give the innermost block a name, and write it here: `par p (…) { … barrier(p) { … } … }`".to_owned()
            }
        };
        let message = match of {
            Some(name) if own == Some(name.text.as_str()) => return,
            Some(name) => {
                let outer = self.pars.iter().any(|par| par.name.as_ref().is_some_and(|n| n.text == name.text));
                if outer {
                    format!("`{}` is not the innermost parallel block, whose iterations a barrier is for", name.text)
                } else {
                    format!("there is no parallel block `{}` around this barrier", name.text)
                }
            }
            None => "a barrier in a parallel block names the block, and fences all memory".to_owned(),
        };
        let at = of.map_or(span, |name| name.at.0);
        self.diagnostics.push(
            Diagnostic::new(BARRIER, at, message)
                .label("not the block")
                .related(around.head, "the innermost parallel block")
                .help(help),
        );
    }
}
