//! Calls of functions that are values: through pointers to functions, and of lambdas.
//!
//! In: an expression that names or chooses functions. Out: the bodies of these functions in place of the call.
//!
//! ```text
//! int (*f)(int) = c ? g : h;   f(x)          if (c) { body of g } else { body of h }
//! auto l = [a, &b](int x) { … };   l(x)      copy of a; … body, in which a is the copy and b is b
//! ```
//!
//! A variable with such a value is never assigned again, since an assignment of one is an error. A lambda outlives
//! nothing that it refers to: no function returns one, and no memory holds one.

use super::callable::{is_callable, is_lambda};
use super::references::Passed;
use super::state::{Callable, Lower, Value};
use crate::c::kernels::{body, callee};
use crate::c::tree::Node;

/// The parts of a lambda: its object, the captured values, and its body.
fn captured(lambda: &Node) -> Option<(Vec<&Node>, &[Node])> {
    let (record, rest) = lambda.inner.split_first()?;
    let fields: Vec<&Node> = record.inner.iter().filter(|part| part.kind == "FieldDecl").collect();
    let (_, values) = rest.split_last()?;
    (values.len() == fields.len()).then_some((fields, values))
}

impl<'n> Lower<'_, 'n, '_> {
    /// The functions that an expression names.
    pub fn callable(&mut self, node: &Node) -> Option<Callable<'n>> {
        self.nested(node, |lower| lower.callable_here(node.bare()))
    }

    fn callable_here(&mut self, node: &Node) -> Option<Callable<'n>> {
        let kind = (node.kind.as_str(), node.opcode.as_str(), node.cast_kind.as_str());
        match kind {
            ("DeclRefExpr", ..) => {
                let declared = node.referenced_decl.as_deref()?;
                if self.lost.contains(declared.id.as_str()) {
                    return None;
                }
                if let Some(known) = self.callables.get(declared.id.as_str()) {
                    return Some(known.clone());
                }
                match self.unit.function(&declared.id).filter(|function| body(function).is_some()) {
                    Some(function) if function.kind == "FunctionDecl" => {
                        Some(Callable::One(function, Vec::new(), Vec::new()))
                    }
                    _ => self.no_callable(node),
                }
            }
            ("UnaryOperator", "&" | "*", _)
            | ("ImplicitCastExpr" | "CStyleCastExpr", _, "FunctionToPointerDecay" | "LValueToRValue" | "NoOp")
            | ("CXXConstructExpr", ..)
                if node.inner.len() == 1 && is_callable_or_function(node) =>
            {
                self.callable(node.part(0)?)
            }
            ("ConditionalOperator", ..) => {
                let [guard, then, other] = node.inner.as_slice() else { return None };
                let guard = self.condition(guard)?;
                let guard = self.kept(guard, true);
                let (first, before) = self.collected(|lower| lower.callable(then));
                let (second, after) = self.collected(|lower| lower.callable(other));
                if !before.is_empty() || !after.is_empty() {
                    return self.no_callable(node);
                }
                Some(Callable::Either(guard, Box::new((first?, second?))))
            }
            ("LambdaExpr", ..) => self.lambda(node),
            _ => self.no_callable(node),
        }
    }

    fn no_callable<T>(&mut self, node: &Node) -> Option<T> {
        let help = "call a function of the file, or a lambda, also through a pointer that is initialised with them";
        self.cannot(node, "a call of a function that is not known here", help)
    }

    /// A lambda, with copies of what it captures by value.
    fn lambda(&mut self, node: &Node) -> Option<Callable<'n>> {
        let method = self.unit.lambdas.get(node.id.as_str()).copied();
        let (Some((lambda, method)), Some(_)) = (method, captured(node)) else {
            return self.cannot(node, "this lambda", "give its parameters types, and capture variables");
        };
        let (fields, values) = captured(lambda)?;
        let (depth, mut copies, mut referred) = (self.env.scope.len(), Vec::new(), Vec::new());
        for (field, value) in fields.into_iter().zip(values) {
            if field.ty.spelling().ends_with('&') {
                let Some(id) = value.bare().refers_to().filter(|_| value.bare().kind == "DeclRefExpr") else {
                    return self.cannot(node, "a lambda that captures this value", "capture variables");
                };
                referred.push(id.to_owned());
                continue;
            }
            let named = callee(value).referenced_decl.as_deref().filter(|_| callee(value).kind == "DeclRefExpr");
            let Some(named) = named.filter(|named| self.unit.type_of(named) == self.unit.type_of(value)) else {
                return self.cannot(node, "a lambda that captures this value", "capture numbers and pointers");
            };
            let copied = self.value(value)?;
            let outer = self.bindings.get(named.id.as_str()).cloned();
            self.bind(named, copied, node);
            let copy = match outer {
                Some(outer) => self.bindings.insert(&named.id, outer),
                None => self.bindings.remove(named.id.as_str()),
            };
            copies.push((named.id.as_str(), copy?));
        }
        self.env.scope.truncate(depth);
        if !copies.is_empty() && !method.ty.spelling().contains(") const") {
            return self.cannot(node, "a `mutable` lambda", "capture what it changes by reference");
        }
        Some(Callable::One(method, copies, referred))
    }

    /// Declares a variable whose value is a function or a lambda.
    pub fn declared_callable(&mut self, node: &'n Node, value: Option<&Node>) -> Option<()> {
        let Some(value) = value.filter(|_| node.storage_class.is_empty()) else {
            return self.cannot(node, "a pointer to a function without a value", "initialise it with a function");
        };
        let callable = self.callable(value)?;
        // Annotations must not take the name for another declaration.
        let hidden = self.temporary(&node.name, ir::Type::Int);
        self.env.scope.push((format!("{}.", node.name), hidden));
        let _ = self.callables.insert(&node.id, callable);
        Some(())
    }

    /// A call of a function that is a value; nothing for a function by its name.
    pub fn called_through(&mut self, node: &Node, used: bool) -> Option<Option<Value>> {
        let (named, args) = (node.part(0)?, node.inner.get(1..).unwrap_or_default());
        if node.kind == "CXXOperatorCallExpr" {
            let (object, args) = args.split_first().filter(|(object, _)| is_lambda(object.bare()))?;
            return Some(self.callable(object).and_then(|callable| self.call_of(callable, args, node, used)));
        }
        let is_name = callee(named).referenced_decl.as_deref().is_some_and(|named| named.kind.ends_with("VarDecl"));
        let is_value = is_name || callee(named).kind != "DeclRefExpr";
        if node.kind != "CallExpr" || !is_value || !is_callable(named) {
            return None;
        }
        Some(self.callable(named).and_then(|callable| self.call_of(callable, args, node, used)))
    }

    fn call_of(&mut self, callable: Callable<'n>, args: &[Node], node: &Node, used: bool) -> Option<Value> {
        let passed = self.passed(callable.first(), args)?;
        self.call_with(callable, passed, node, used)
    }

    fn call_with(&mut self, callable: Callable<'n>, args: Vec<Passed<'n>>, node: &Node, used: bool) -> Option<Value> {
        match callable {
            Callable::One(function, copies, referred) => {
                // The name of such a variable means the copy here, and the lambda refers to the variable itself.
                if self.copied.iter().any(|copied| referred.iter().any(|id| id == copied)) {
                    let what = "a lambda that refers to a variable of which the lambda around the call has a copy";
                    return self.cannot(node, what, "capture the variable by reference in both");
                }
                let (mut outer, active) = (Vec::new(), self.copied.len());
                for (variable, copy) in copies {
                    self.copied.push(variable);
                    outer.push((variable, self.bindings.insert(variable, copy)));
                }
                let value = self.inline(function, None, args, node, used);
                self.copied.truncate(active);
                for (variable, binding) in outer {
                    let _ = match binding {
                        Some(binding) => self.bindings.insert(variable, binding),
                        None => self.bindings.remove(variable),
                    };
                }
                value
            }
            Callable::Either(guard, both) => {
                let (first, second) = *both;
                let passed = args.clone();
                let then = self.collected(|lower| lower.call_with(first, passed, node, used));
                let other = self.collected(|lower| lower.call_with(second, args, node, used));
                self.chosen(guard, then, other, node)
            }
        }
    }
}

/// Whether an expression is a function, or a value that may be called.
fn is_callable_or_function(node: &Node) -> bool {
    let of_function = node.ty.spelling().ends_with(')') && !node.ty.spelling().starts_with("(lambda");
    is_callable(node) || of_function
}
