//! Resolves names.
//!
//! In: declarations, and a name at a position. Out: the declaration that the name refers to, or a diagnostic that
//! proposes similar names.

use super::env::Named;
use super::env::{Env, ExprContext};
use super::launch::launch;
use super::types::show;
use crate::pvl::ast;
use crate::pvl::habits::{function_instead, instead, launch_instead};
use crate::pvl::similar::nearest;
use crate::pvl::unread::unread;
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{ArrayId, Axis, ExprKind, Heap, Ident, LaunchVar, Origin, ScalarId, Space, Type, VarDecl, VarId};

/// The array that a name refers to.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The heap of its elements.
    pub heap: Heap,
    /// Number of dimensions.
    pub dims: usize,
    /// Type of an element.
    pub elem: Type,
}

impl Env<'_> {
    /// The innermost variable with this name.
    pub fn variable(&self, name: &str) -> Option<VarId> {
        self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, var)| *var)
    }

    /// The array with this name.
    pub fn array(&self, name: &str) -> Option<ArrayId> {
        index(self.memory.arrays.iter().position(|array| array.name.name == name)?).map(ArrayId)
    }

    /// The scalar with this name.
    pub fn scalar(&self, name: &str) -> Option<ScalarId> {
        index(self.memory.scalars.iter().position(|scalar| scalar.name.name == name)?).map(ScalarId)
    }

    /// The type of a variable.
    pub fn type_of(&self, var: VarId) -> Type {
        self.vars.get(var.0 as usize).map_or(Type::Int, |decl| decl.ty)
    }

    /// Declares a variable. If a quantifier binds it (`bound`), it may have the name `tid`, `gid` or `lid`, as in
    /// `(\forall* int tid; …)`.
    pub fn declare(&mut self, name: &ast::Name, ty: Type, bound: bool) -> VarId {
        self.check_new(name, bound);
        let var = VarId(u32::try_from(self.vars.len()).unwrap_or(u32::MAX));
        self.vars.push(VarDecl { name: ident(name), ty, dims: Vec::new(), device: false });
        self.scope.push((name.text.clone(), var));
        if bound {
            let _ = self.bound.insert(var);
        } else if self.in_ghost {
            let _ = self.ghosts.insert(var);
        }
        var
    }

    /// Declares a variable that has no name in the program.
    pub fn hidden(&mut self, decl: VarDecl) -> VarId {
        ir::build::variable(&mut self.vars, decl)
    }

    /// The number of dimensions, if the variable is a private array.
    pub(super) fn private_dims(&self, var: VarId) -> Option<usize> {
        self.vars.get(var.0 as usize).map(|decl| decl.dims.len()).filter(|dims| *dims > 0)
    }

    /// Reports a declaration whose name is reserved or already visible.
    pub(super) fn check_new(&mut self, name: &ast::Name, bound: bool) {
        if let Some(var) = launch(&name.text) {
            self.mentions.record(var);
            if !(bound && matches!(var, LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid)) {
                self.diagnostics.push(reserved(name));
            }
        }
        if let Some(first) = self.visible(&name.text) {
            self.diagnostics.push(duplicate(name, first));
        }
    }

    /// The position of the declaration that a name refers to, if there is one.
    pub(super) fn visible(&self, name: &str) -> Option<Span> {
        if let Some(var) = self.variable(name) {
            return self.vars.get(var.0 as usize).map(|decl| decl.name.node.span);
        }
        if let Some(declared) = self.points.declared(name) {
            return Some(declared);
        }
        let array = self.memory.arrays.iter().find(|array| array.name.name == name).map(|array| array.name.node.span);
        let scalar =
            || self.memory.scalars.iter().find(|scalar| scalar.name.name == name).map(|scalar| scalar.name.node.span);
        let signature = || self.function(name).and_then(|f| self.signatures.get(f.0 as usize));
        // A name that only a file of specifications declares is free for others.
        let function = || signature().filter(|f| f.origin == Origin::File).map(|f| f.name.node.span);
        let procedure =
            || self.procedure(name).and_then(|p| self.procedures.get(p.0 as usize)).map(|p| p.name.node.span);
        let resource = || self.resource(name).map(|r| r.tree.name.at.0);
        let enumeration = || self.enumeration(name).map(|(_, declared)| declared);
        let array = array.or_else(enumeration);
        array.or_else(scalar).or_else(function).or_else(procedure).or_else(resource)
    }

    /// Resolves a name that stands for a value.
    pub fn name(&mut self, name: &str, span: Span) -> Option<(ExprKind, Type)> {
        if let Some(var) = self.variable(name) {
            if self.context == ExprContext::Length {
                let parameter = self.parameters.iter().find(|(visible, _)| *visible == var);
                return match parameter.copied() {
                    Some((_, parameter)) => {
                        self.ghost_value(var, span);
                        Some((ExprKind::Var(parameter), self.read_as(self.type_of(parameter))))
                    }
                    None => self.in_length(span, "a variable"),
                };
            }
            if let Some(dims) = self.private_dims(var) {
                return self.array_as_value(name, dims, "0", span);
            }
            self.ghost_value(var, span);
            return Some((ExprKind::Var(var), self.read_as(self.type_of(var))));
        }
        if let Some(found) = self.bare_field(name, span) {
            return found.map(|(place, ty)| (ExprKind::Read(place), self.read_as(ty)));
        }
        if let Some(scalar) = self.scalar(name) {
            let ty = self.memory.scalars.get(scalar.0 as usize)?.ty;
            return Some((ExprKind::Scalar(scalar), self.read_as(ty)));
        }
        if let Some(var) = launch(name) {
            return self.launch_variable(var, None, span);
        }
        if let Some(found) = self.enumeration(name) {
            self.enumeration_as_value(found, span);
            return None;
        }
        if let Some(array) = self.array(name) {
            let dims = self.memory.arrays.get(array.0 as usize).map_or(1, |array| array.dims);
            return self.array_as_value(name, dims, "tid", span);
        }
        if self.procedure(name).is_some() {
            self.diagnostics.push(
                Diagnostic::new("type.arguments", span, format!("`{name}` is a procedure, a value was expected"))
                    .label("a procedure")
                    .help(format!("call it, as a statement of its own: `{name}(…);`")),
            );
            return None;
        }
        let resource = self.resource(name);
        if self.function(name).is_some() || resource.is_some_and(|found| found.tree.ret.is_some()) {
            self.diagnostics.push(
                Diagnostic::new("type.arguments", span, format!("`{name}` is a function, a value was expected"))
                    .label("a function")
                    .help(format!("call it: `{name}(…)`")),
            );
            return None;
        }
        if resource.is_some() {
            self.diagnostics.push(
                Diagnostic::new("type.resource-position", span, format!("`{name}` is a resource, without arguments"))
                    .label("a resource")
                    .help(format!("write its arguments: `{name}(…)`")),
            );
            return None;
        }
        if !self.point_as_value(name, span) {
            self.unknown(name, span, Named::Value, None);
        }
        None
    }

    /// Reports an array that is used as a value.
    fn array_as_value<T>(&mut self, name: &str, dims: usize, index: &str, span: Span) -> Option<T> {
        self.diagnostics.push(
            Diagnostic::new("type.dimensions", span, format!("`{name}` is an array, a value was expected"))
                .label("an array")
                .help(format!("write an element of it, such as `{name}{}`", format!("[{index}]").repeat(dims))),
        );
        None
    }

    /// Resolves the name of an array whose elements are used.
    pub fn array_named(&mut self, name: &ast::Name) -> Option<Known> {
        self.array_used(name, true)
    }

    /// Resolves the name of an array whose length is used, which is a constant of the launch also in local memory.
    pub fn array_with_length(&mut self, name: &ast::Name) -> Option<Known> {
        self.array_used(name, !matches!(self.context, ExprContext::Group | ExprContext::Kernel))
    }

    fn array_used(&mut self, name: &ast::Name, elements: bool) -> Option<Known> {
        let span = name.at.0;
        let variable = self.variable(&name.text);
        if let Some((var, dims)) = variable.and_then(|var| Some((var, self.private_dims(var)?))) {
            self.array_in_par(var, span)?;
            return Some(Known { heap: Heap::Private(var), dims, elem: self.type_of(var) });
        }
        let of_collection = variable.is_some_and(|var| self.type_of(var).as_collection().is_some());
        let variable = variable.is_some();
        if let Some(array) = self.array(&name.text).filter(|_| !variable) {
            let local = self.memory.arrays.get(array.0 as usize).is_some_and(|array| array.space == Space::Local);
            let place = match self.context {
                ExprContext::Group if self.in_invariant => None,
                ExprContext::Group => Some("the contract of a group"),
                ExprContext::Kernel => Some("the contract of a kernel"),
                ExprContext::Requires | ExprContext::Ensures | ExprContext::Body => Some("a pure function"),
                ExprContext::Code | ExprContext::Assertion | ExprContext::Thread | ExprContext::Length => None,
            };
            if let (true, Some(place)) = (local && elements, place) {
                self.diagnostics.push(
                    Diagnostic::new(
                        "resolve.local-array",
                        span,
                        format!("`{}` is in local memory, which does not exist in {place}", name.text),
                    )
                    .label("local memory")
                    .help("each group has its own local memory, from its start to its end"),
                );
                return None;
            }
            let signature = self.memory.arrays.get(array.0 as usize)?;
            return Some(Known { heap: Heap::Array(array), dims: signature.dims, elem: signature.elem });
        }
        if variable
            || self.scalar(&name.text).is_some()
            || launch(&name.text).is_some()
            || self.function(&name.text).is_some()
            || self.procedure(&name.text).is_some()
        {
            self.diagnostics.push(
                Diagnostic::new("type.dimensions", span, format!("`{}` is not an array", name.text))
                    .label("not an array")
                    .help(match self.kernel {
                        _ if of_collection => "a collection is a value: assign another one, as in `m = m[k -> v];`",
                        Some(_) => "arrays are declared in the kernel: `global int[n] a;`",
                        None => "an array of a procedure is `int[n] a;`, and a reference to an array `int[] a`",
                    }),
            );
            return None;
        }
        self.unknown(&name.text, span, Named::Array, None);
        None
    }

    /// Reports an unknown name: once per item, and not if its declaration may be in a part that could not be read.
    /// `axis` is the dimension that is written behind the name.
    pub fn unknown(&mut self, name: &str, span: Span, what: Named, axis: Option<Axis>) {
        if self.poisoned.contains(name) || !self.reported.insert(name.to_string()) {
            return;
        }
        if self.private.contains(name) {
            self.diagnostics.push(
                Diagnostic::new(
                    "resolve.private-in-contract",
                    span,
                    format!("`{name}` is private to the code of a thread"),
                )
                .label("not visible in this contract")
                .help(
                    "a contract can mention memory, scalars and launch variables; relate them to the variable with an \
                        `assert` or a `loop_invariant` in the code",
                ),
            );
            return;
        }
        let function = matches!(what, Named::Function | Named::Procedure | Named::Resource);
        if let Some(error) = self.out_of_scope(name, span).filter(|_| !function) {
            self.diagnostics.push(error);
            return;
        }
        let code = if function { "resolve.unknown-function" } else { "resolve.unknown-name" };
        let error = Diagnostic::new(code, span, format!("there is no {} `{name}` here", what.word())).label("unknown");
        let error = match self.declaration(name, true).filter(|_| !function) {
            Some(decl) => error.related(decl.name.node.span, format!("this `{name}` exists only in its quantifier")),
            None => error,
        };
        let known = if function { function_instead(name) } else { instead(name) };
        let known = known.or_else(|| unread(name).map(|unread| unread.help));
        let known = axis.and_then(|axis| launch_instead(name, axis)).or_else(|| known.map(str::to_owned));
        let written = |constant| format!("a constant is written with its enumeration: `{constant}`");
        let other = || self.constants_named(name).map(written).or_else(|| self.with_types(name));
        let known = if function { self.with_type(name).or(known) } else { other().or(known) };
        let error = match self.nearest(name, function) {
            _ if known.is_some() => error.help(known.unwrap_or_default()),
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None if what == Named::Resource => error.help(format!("declare it: `resource {name}(…) = …;`")),
            None if what == Named::Procedure => error.help(format!("declare it: `void {name}(…) {{ … }}`")),
            None if function => error.help(format!("declare it: `pure int {name}(…) = …;`")),
            None => error.help(
                "declare it before it is used: `int x := 0;` in `main`, `global int[n] a;` or `global \
                int n;` in the kernel",
            ),
        };
        self.diagnostics.push(error);
    }

    /// The last declaration of a variable with this name in the item, by a quantifier (`bound`) or by the code.
    fn declaration(&self, name: &str, bound: bool) -> Option<&VarDecl> {
        let ids = (0..).map(VarId);
        let of_kind = |id: VarId| self.bound.contains(&id) == bound;
        let named = self.vars.iter().zip(ids).filter(|(decl, id)| decl.name.name == name && of_kind(*id));
        named.last().map(|(decl, _)| decl)
    }

    /// The diagnostic for the name of a variable whose scope has ended.
    fn out_of_scope(&self, name: &str, span: Span) -> Option<Diagnostic> {
        let decl = self.declaration(name, false)?;
        let error = Diagnostic::new("resolve.unknown-name", span, format!("`{name}` does not exist here any more"))
            .label("behind the end of its scope")
            .related(decl.name.node.span, "declared here");
        let ty = show(decl.ty);
        Some(error.help(if decl.dims.is_empty() {
            format!(
                "`{name}` exists up to the end of the block or loop that declares it: declare it in front of that, \
                `{ty} {name};`, and assign it where it is declared now"
            )
        } else {
            format!("`{name}` exists up to the end of the block or loop that declares it: declare it in front of that")
        }))
    }

    /// The known name that is most similar.
    fn nearest(&self, name: &str, function: bool) -> Option<String> {
        let functions =
            self.signatures.iter().filter(|f| self.is_visible(f.kernel, f.class)).map(|f| f.name.name.as_str());
        let procedures = self.procedures.iter().filter(|p| self.is_visible(p.kernel, p.class));
        let functions = functions.chain(procedures.map(|p| p.name.name.as_str()));
        let resources = self.resources.all.iter().filter(|r| self.is_visible(r.home.kernel, r.home.class));
        let functions = functions.chain(resources.map(|r| r.tree.name.text.as_str()));
        let fields = self.class.and_then(|(class, _)| self.classes.get(class.0 as usize));
        let fields = fields.into_iter().flat_map(|class| &class.fields).map(|field| field.name.name.as_str());
        let values = self.scope.iter().map(|(known, _)| known.as_str());
        let values = values.chain(self.memory.arrays.iter().map(|array| array.name.name.as_str()));
        let values = values.chain(self.memory.scalars.iter().map(|scalar| scalar.name.name.as_str()));
        let values = values.chain(fields).chain(LaunchVar::ALL.iter().map(|var| var.name()));
        let mut known: Vec<&str> = if function { functions.collect() } else { values.collect() };
        self.words(function).for_each(|word| known.push(word));
        nearest(name, known.into_iter()).map(str::to_string)
    }

    /// The words of the language that an expression of the current context may contain, where a function (`function`)
    /// or a value is expected.
    fn words(&self, function: bool) -> impl Iterator<Item = &'static str> {
        let specification = match self.context {
            ExprContext::Code | ExprContext::Length | ExprContext::Body => false,
            ExprContext::Assertion
            | ExprContext::Thread
            | ExprContext::Group
            | ExprContext::Kernel
            | ExprContext::Requires
            | ExprContext::Ensures => true,
        };
        let words: &[&str] = match (function, specification) {
            (true, true) => &["Perm", "PointsTo"],
            (true, false) => &[],
            (false, true) => &["true", "false", "write", "read", "none"],
            (false, false) => &["true", "false"],
        };
        words.iter().copied()
    }
}

/// The diagnostic for a second declaration of a name.
pub fn duplicate(name: &ast::Name, first: Span) -> Diagnostic {
    Diagnostic::new("resolve.duplicate-name", name.at.0, format!("`{}` is declared already", name.text))
        .label("declared again")
        .related(first, "declared here first")
        .help("choose another name: a declaration may not hide another one")
}

/// The diagnostic for a declaration of a launch variable's name.
pub fn reserved(name: &ast::Name) -> Diagnostic {
    Diagnostic::new("resolve.reserved-name", name.at.0, format!("`{}` is reserved", name.text))
        .label("a name of every launch")
        .help("choose another name; `tid`, `gid`, `lid`, `tcount`, `gsize` and `ngroups` are known everywhere")
}

/// A name of the typed program.
pub fn ident(name: &ast::Name) -> Ident {
    Ident { name: name.text.clone(), node: name.at.0.into() }
}

/// The position in a list as the number of an identity.
fn index(position: usize) -> Option<u32> {
    u32::try_from(position).ok()
}
