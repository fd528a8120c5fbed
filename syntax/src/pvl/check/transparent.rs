//! Resources and inline functions are transparent: the use `P(e)` of `resource P(int x) = R;` is `R` with `e` in place
//! of `x`, and so is the use `f(e)` of `inline pure int f(int x) = v;`.
//!
//! In: a use. Out: the typed body, with the typed arguments in place of the parameters.
//!
//! No name can mean something else by that. Arguments are resolved where the use stands. The body is resolved in a
//! scope of its own, which has the parameters and no variable of the place of use; in it, a parameter is a variable
//! that nothing else has. Only then these variables are replaced, by expressions in which all names are resolved. The
//! body may mention launch variables such as `tid`, which mean what they mean at the place of use.

use super::declared::{Declared, Transparent};
use super::env::{Env, ExprContext};
use super::extent::{nesting, nesting_of, parts};
use super::home::Role;
use super::resources::Permissions;
use super::uses::Use;
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Expansion, ExpansionId, Expr, ExprKind, PartMut, Span, Type, VarDecl, VarId};

/// The greatest number of uses in a file, with the uses in bodies that were put in place of others.
const MAX_USES: usize = 5_000;
/// The greatest number of expressions that one use may become.
const MAX_SIZE: usize = 20_000;
/// How deeply expressions may nest in one use, with the bodies of the resources that are used in it.
const MAX_NESTING: usize = 300;

impl<'a> Env<'a> {
    /// Checks the declaration of a resource or an inline function by itself, so that each error in it is reported once.
    pub fn declared_resource(&mut self, declared: &Declared<'_>) {
        let (tree, before) = (declared.tree, self.diagnostics.len());
        let _ = self.receiver(At::new(tree.name.at.0));
        if let Some(ret) = tree.ret {
            self.reference_type(ret);
        }
        for (ty, name) in tree.params {
            self.reference_type(*ty);
            let ty = self.declared(*ty);
            let _ = self.declare(name, ty, false);
        }
        match tree.body {
            Some(body) => {
                self.in_resource = true;
                let _ = self.at(ExprContext::Assertion, |env| env.body(&tree, body));
            }
            None => {
                let (name, params) = (&tree.name.text, tree.params.len());
                let (noun, params) = (tree.noun(), if params == 0 { "" } else { "…" });
                let message = format!("the {noun} `{name}` has no body");
                let help = match tree.ret {
                    Some(_) => {
                        "a use of an inline function stands for its body: write the body behind `=`, or leave the \
                        word `inline` out"
                            .to_owned()
                    }
                    None => format!("a use of a resource stands for its body: write `resource {name}({params}) = …;`"),
                };
                let error =
                    Diagnostic::new("parse.unsupported", tree.name.at.0, message).label("without a body").help(help);
                self.diagnostics.push(error);
            }
        }
        if self.diagnostics.len() > before {
            declared.usable.set(false);
        }
    }

    /// Checks the body of a declaration: the value of an inline function, or the assertion of a resource.
    fn body(&mut self, tree: &Transparent<'_>, body: &ast::Expr) -> Option<Expr> {
        match tree.ret {
            Some(ret) => self.value(body, self.read_as(self.declared(ret))),
            None => self.assertion(body),
        }
    }

    /// Checks `P(e, …)`, `[p]P(e, …)` or `f(e, …)`.
    #[inline(never)]
    pub fn used(
        &mut self,
        declared: &Declared<'a>,
        scale: Option<&ast::Expr>,
        used: &Use<'_>,
        span: Span,
    ) -> Option<Expr> {
        if declared.tree.ret.is_none() {
            self.resources_allowed(span, Permissions::Named)?;
        }
        let name = used.name;
        let (args, scale) = self.arguments_of_resource(declared, scale, used, span)?;
        if !declared.usable.get() {
            return None;
        }
        let body = declared.tree.body?;
        if self.in_resource && self.nested == 0 {
            // The declaration is checked by itself: what it uses has a declaration that is checked, too.
            if let Some(ret) = declared.tree.ret {
                let ty = self.declared(ret);
                let unknown = self.hidden(At::new(span).scalar(&name.text, ty));
                return Some(At::new(span).var(unknown, self.read_as(ty)));
            }
            return Some(At::new(span).both_resource(At::new(span).truth(true), At::new(span).truth(true)));
        }
        let nested = self.nested;
        if nested + nesting_of(body) > MAX_NESTING {
            self.too_large(format!("the uses in `{}` nest too deeply", name.text), span);
            return None;
        }
        let id = self.next_expansion(&name.text, span)?;
        self.nested += nesting_of(body);
        let (params, body) = self.body_of(declared, body, id);
        self.nested = nested;
        let mut whole = body?;
        self.comes_from(&mut whole, id);
        let receiver = matches!(declared.home.class, Some((_, Role::Method)));
        self.put(&mut whole, &params, (&args, receiver), id)?;
        self.without(&mut whole, &params);
        if let Some(scale) = scale {
            self.scaled_by(&mut whole, &scale, span)?;
        }
        if declared.tree.ret.is_none() && whole.ty != Type::Resource {
            whole = At::new(span).both_resource(At::new(span).truth(true), whole);
        }
        Some(whole)
    }

    /// Reports `\old` in a resource.
    pub fn old_in_resource(&mut self, span: Span) {
        self.diagnostics.push(
            Diagnostic::new("resolve.old-outside", span, "`\\old` has no meaning in a resource or an inline function")
                .label("no meaning here")
                .help("the body is about one state: add a parameter for the value, and pass `\\old(e)`"),
        );
    }

    /// A number for one more use; `None` if there are too many, which is reported.
    fn next_expansion(&mut self, name: &str, span: Span) -> Option<ExpansionId> {
        let mut expansions = self.resources.expansions.borrow_mut();
        if self.resources.too_many.get() {
            return None;
        }
        if expansions.len() >= MAX_USES {
            self.resources.too_many.set(true);
            let message =
                format!("there are more than {MAX_USES} uses of resources and inline functions, with those in bodies");
            drop(expansions);
            self.too_large(message, span);
            return None;
        }
        let id = ExpansionId(u32::try_from(expansions.len()).unwrap_or(u32::MAX));
        expansions.push(Expansion { name: name.to_owned(), at: span, puts: Vec::new() });
        Some(id)
    }

    /// The typed body of a resource at the current position, and the variables that are its parameters. The body sees
    /// the parameters and what its declaration sees, and nothing of the place of use.
    fn body_of(&mut self, declared: &Declared<'a>, body: &ast::Expr, id: ExpansionId) -> (Vec<VarId>, Option<Expr>) {
        let (outside, known, mentioned) =
            (std::mem::take(&mut self.scope), self.diagnostics.len(), self.mentions.bare.len());
        let (kernel, memory, class, result) = (self.kernel, self.memory, self.class, self.result.take());
        let (triggers, marks) = (std::mem::take(&mut self.triggers), std::mem::take(&mut self.exits.marks));
        let (reported, inside) = (std::mem::take(&mut self.reported), std::mem::replace(&mut self.in_resource, true));
        if declared.home.kernel.is_none() {
            (self.kernel, self.memory) = (None, self.no_memory);
        }
        self.class = declared.home.class;
        let mut params = Vec::new();
        if let Some((class, Role::Method)) = self.class {
            let this = self.hidden(At::new(declared.tree.name.at.0).scalar("this", Type::Object(class)));
            self.scope.push(("this".to_owned(), this));
            params.push(this);
        }
        for (ty, name) in declared.tree.params {
            let ty = self.declared(*ty);
            let decl = VarDecl { name: super::names::ident(name), ty, dims: Vec::new(), device: false };
            let var = self.hidden(decl);
            self.scope.push((name.text.clone(), var));
            params.push(var);
        }
        let typed = self.body(&declared.tree, body);
        self.scope = outside;
        (self.kernel, self.memory, self.class, self.result) = (kernel, memory, class, result);
        (self.triggers, self.exits.marks) = (triggers, marks);
        (self.reported, self.in_resource) = (reported, inside);
        // The declaration mentions them already.
        self.mentions.bare.truncate(mentioned);
        for error in self.diagnostics.iter_mut().skip(known).filter(|error| error.span.expansion.is_none()) {
            error.span.expansion = Some(id);
        }
        (params, typed)
    }

    /// Marks the parts of a body, and the uses in it, as parts of an expansion.
    fn comes_from(&self, body: &mut Expr, id: ExpansionId) {
        let mark = |span: &mut Span| span.expansion = span.expansion.or(Some(id));
        body.each_mut(&mut |e| {
            mark(&mut e.node.span);
            e.each_part_mut(&mut |part| {
                if let PartMut::Value(place) | PartMut::Permission(place) = part {
                    mark(&mut place.node.span);
                }
            });
        });
        for inner in self.resources.expansions.borrow_mut().iter_mut().skip(id.0 as usize + 1) {
            mark(&mut inner.at);
            inner.puts.iter_mut().for_each(|(_, argument)| mark(argument));
        }
    }

    /// Puts the arguments in place of the parameters. The first argument is the object, if there is a `receiver`: it is
    /// not quoted in place of a part of the text, since a field without `this.` in front is such a part.
    fn put(
        &mut self,
        body: &mut Expr,
        params: &[VarId],
        (args, receiver): (&[Expr], bool),
        id: ExpansionId,
    ) -> Option<()> {
        let object = params.first().copied().filter(|_| receiver);
        let put = |v: &VarId| params.iter().position(|param| param == v).and_then(|n| args.get(n));
        let (mut size, mut nesting) = (0, nesting(body));
        body.each(&mut |e| {
            size += match &e.kind {
                ExprKind::Var(v) => put(v).map_or(1, parts),
                _ => 1,
            };
        });
        nesting += args.iter().map(super::extent::nesting).max().unwrap_or(0);
        let at = self.resources.expansions.borrow().get(id.0 as usize).map(|expansion| expansion.at)?;
        if size > MAX_SIZE || nesting > MAX_NESTING {
            self.too_large(
                "this use becomes too long, with the body and the arguments put in its place".to_owned(),
                at,
            );
            return None;
        }
        let mut puts = Vec::new();
        body.each_mut(&mut |e| {
            let ExprKind::Var(v) = &e.kind else { return };
            if let Some(argument) = put(v) {
                if object != Some(*v) {
                    puts.push((e.node.span, argument.node.span));
                }
                *e = argument.clone();
            }
        });
        if let Some(expansion) = self.resources.expansions.borrow_mut().get_mut(id.0 as usize) {
            expansion.puts = puts;
        }
        Some(())
    }

    /// Removes the variables that were parameters, which the body does not mention any more. Variables behind them are
    /// those that its quantifiers bind.
    fn without(&mut self, body: &mut Expr, params: &[VarId]) {
        let (Some(first), Ok(count)) = (params.first().copied(), u32::try_from(params.len())) else { return };
        let moved = |v: VarId| if v < first { v } else { VarId(v.0.saturating_sub(count)) };
        body.each_mut(&mut |e| {
            e.each_part_mut(&mut |part| {
                if let PartMut::Variable(v) = part {
                    *v = moved(*v);
                }
            });
        });
        let _ = self.vars.drain(first.0 as usize..(first.0 + count) as usize);
        self.bound = self.bound.iter().map(|v| moved(*v)).collect();
    }

    /// Multiplies the amount of each permission with `scale`. `read` has no fixed size, so it is no factor: `[read]P`
    /// makes `read` of each `write`, and other products with it are refused.
    fn scaled_by(&mut self, body: &mut Expr, scale: &Expr, span: Span) -> Option<()> {
        let mut refused = false;
        body.each_mut(&mut |e| {
            if let ExprKind::Perm(_, amount) | ExprKind::PointsTo(_, amount, _) = &mut e.kind {
                refused |= multiply(amount, scale).is_none();
            }
        });
        if refused {
            self.diagnostics.push(
                Diagnostic::new("type.read-amount", span, "`read` has no fixed size, so it is not multiplied")
                    .label("a product with `read`")
                    .help("write the permissions of the body here, each with the amount that is meant"),
            );
            return None;
        }
        Some(())
    }

    /// Reports a use that becomes too large.
    fn too_large(&mut self, message: String, span: Span) {
        self.diagnostics.push(
            Diagnostic::new("parse.too-long", span, message)
                .label("too long")
                .help("use fewer resources or inline functions inside of others, or shorter arguments"),
        );
    }
}

/// Multiplies an amount; `None` if there is a product with `read`.
fn multiply(amount: &mut Expr, scale: &Expr) -> Option<()> {
    let reads = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::ReadAmount | ExprKind::AtomicAmount));
    let fixed = !reads(amount) && !reads(scale);
    match &mut amount.kind {
        ExprKind::Cond(_, then, other) => {
            multiply(then, scale)?;
            return multiply(other, scale);
        }
        ExprKind::Write => *amount = scale.clone(),
        ExprKind::NoAmount => {}
        _ if matches!(scale.kind, ExprKind::Write) => {}
        _ if !fixed => return None,
        _ => {
            let at = At::new(amount.node.span);
            let old = std::mem::replace(amount, at.truth(true));
            *amount = at.binary(BinaryOp::Mul, scale.clone(), old);
        }
    }
    Some(())
}
