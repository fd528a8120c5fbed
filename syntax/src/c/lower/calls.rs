//! Calls of functions that the file defines.
//!
//! In: a call. Out: the body of the function in its place, with private variables for its parameters, and its result.

use super::references::Passed;
use super::state::{Around, Binding, Lower, Place, Value};
use super::touched::{Reads, Touched};
use crate::c::kernels::{body, callee, parameters};
use crate::c::spelling::of_spelling;
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::{Expr, ExprKind, Type, VarId};
use std::borrow::Borrow;

/// The greatest number of calls that are replaced in a kernel.
const CALLS: usize = 2000;

impl<'n> Lower<'_, 'n, '_> {
    /// The value of a call. A place that the function returns is read only if the value is `used`.
    pub fn call(&mut self, node: &Node, used: bool) -> Option<Value> {
        if node.part(0).map(callee).is_some_and(|named| named.kind == "MemberExpr") {
            return self.member_call(node, used);
        }
        if let Some(value) = self.called_through(node, used) {
            return value;
        }
        let Some(declared) = node.part(0).map(callee).and_then(|named| named.referenced_decl.as_deref()) else {
            return self.cannot(node, "this call", "call a function by its name");
        };
        let args = node.inner.get(1..).unwrap_or_default();
        match self.unit.function(&declared.id).filter(|f| body(f).is_some()) {
            // An operator that is a member function of its first operand.
            Some(function) if function.kind == "CXXMethodDecl" && node.kind == "CXXOperatorCallExpr" => {
                let (object, rest) = args.split_first()?;
                self.method(function, (object, false), rest, node, used)
            }
            // A static member function belongs to no object.
            Some(function) if function.kind == "CXXMethodDecl" && function.storage_class != "static" => {
                self.cannot(node, "this call of a member function", "call it on an object")
            }
            Some(function) => {
                let passed = self.passed(function, args)?;
                self.inline(function, None, passed, node, used)
            }
            None => match (self.group_of(&declared.name, args, node), self.unit.builtin(declared)) {
                (Some(group), _) => Some(group),
                (None, Some(name)) => self.builtin(name, args, node),
                (None, None) => {
                    let known = self.of_standard(declared, args, node);
                    let known = known.or_else(|| self.texture(&declared.name, args, node));
                    let known = known.or_else(|| self.user_specified(&declared.name, args, node));
                    match known.or_else(|| self.uninterpreted(&declared.name, args, node)) {
                        Some(value) => value,
                        None => {
                            let what = format!("a call of `{}`, which this file does not define", declared.name);
                            let help =
                                "define the function in the file, or in one that it includes, or say what it does \
                                        in a folder for `--specs`";
                            self.cannot(node, &what, help)
                        }
                    }
                }
            },
        }
    }

    /// The values of arguments.
    pub fn arguments(&mut self, args: &[Node]) -> Option<Vec<Value>> {
        self.in_any_order(args, Self::value)
    }

    /// Computes each of some operands, whose order C leaves open.
    pub fn in_any_order<T: Reads, N: Borrow<Node>>(
        &mut self,
        args: &[N],
        mut each: impl FnMut(&mut Self, &Node) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut all: Vec<(Option<T>, Vec<ir::Stmt>)> = Vec::new();
        for arg in args {
            all.push(self.collected(|lower| each(lower, arg.borrow())));
        }
        if all.iter().any(|(_, stmts)| !stmts.is_empty()) {
            let touched: Vec<Touched> = all.iter().map(|(value, stmts)| Touched::of(value.as_ref(), stmts)).collect();
            for (n, (one, left)) in touched.iter().zip(args).enumerate() {
                if let Some((_, right)) = touched.iter().zip(args).skip(n + 1).find(|(other, _)| one.conflicts(other)) {
                    self.unsequenced(left.borrow(), right.borrow());
                    return None;
                }
            }
        }
        let mut values = Vec::new();
        for (value, stmts) in all {
            self.out.extend(stmts);
            values.push(value);
        }
        values.into_iter().collect()
    }

    /// Puts the body of a function in place of a call; in the body of a member function, `this` points to a place.
    pub fn inline(
        &mut self,
        function: &'n Node,
        this: Option<Place>,
        passed: Vec<Passed<'n>>,
        node: &Node,
        used: bool,
    ) -> Option<Value> {
        let span = node.at.unwrap_or(self.span);
        let Some(code) = body(function) else {
            let what = format!("a call of `{}`, which this file does not define", function.name);
            return self.cannot(node, &what, "define the function in the file, or in one that it includes");
        };
        if self.calls.contains(&function.id.as_str()) {
            return self.cannot(node, "recursion", "write a loop; devices have small stacks");
        }
        if self.replaced >= CALLS {
            let what = format!("more than {CALLS} calls of functions in a kernel");
            return self.cannot(node, &what, "split the kernel");
        }
        if parameters(function).count() != passed.len() {
            return self.cannot(node, "a call with another number of arguments than parameters", "give each parameter");
        }
        self.replaced += 1;
        let at = At::new(span);
        let returned = returned(function);
        // The value at the place that a function returns is all that is known of the place.
        let is_place = returned.ends_with('&') && !returned.ends_with("&&");
        let result = of_spelling(returned.strip_suffix('&').filter(|_| is_place).unwrap_or(returned), &self.unit.names);
        // The type of a vector may stand behind the parameters, too.
        let returned_type = result.clone();
        let result = match (&result, result.parts().filter(|_| result == self.unit.type_of(node))) {
            (CType::Void, _) => None,
            (_, Some(_)) if is_place && !used => None,
            (CType::Pointer(_), _) if returns_once(code) && result == self.unit.type_of(node) => None,
            (_, Some(_)) => Some(self.unnamed(&result, &function.name, node)?),
            (_, None) => {
                let what = format!("the result of `{}`, which is no number", function.name);
                return self.cannot(node, &what, "let the function store its result in an array");
            }
        };
        let outer_reached = std::mem::take(&mut self.reached);
        if let Some(Place::Parts(parts)) = &result {
            if !parts.iter().any(|part| matches!(part, Place::Variable(..))) {
                // Elements of arrays that nobody wrote are arbitrary, so a missing `return` would not show.
                let var = self.temporary(&function.name, Type::Bool);
                self.out.push(at.declare(var, None));
                self.reached = Some(var);
            }
        }
        let mut pointer = None;
        if let CType::Pointer(_) = returned_type {
            let var = self.temporary("pointer", Type::Int);
            self.out.push(at.declare(var, None));
            pointer = Some((var, None));
        }
        let outer_pointer = std::mem::replace(&mut self.pointer, pointer);
        let this_type = this.as_ref().and_then(|_| self.type_of_this(function));
        let outer_this = (std::mem::replace(&mut self.this, this), std::mem::replace(&mut self.this_type, this_type));
        let outer_place = std::mem::replace(&mut self.returns_place, is_place.then_some(self.blocks.len()));
        self.begin_block();
        // Annotations in the body see the names of the function, and neither those of the caller nor the parameters of
        // the kernel.
        let scope = std::mem::take(&mut self.env.scope);
        let memory = std::mem::replace(&mut self.env.memory, self.env.no_memory);
        for (parameter, passed) in parameters(function).zip(passed) {
            match passed {
                Passed::Value(value) => {
                    self.bind(parameter, value, node);
                    if super::references::target(parameter).is_some() {
                        self.refers_to_temporary(parameter);
                    }
                }
                Passed::Place(place) => {
                    let done = self.refer(parameter, place);
                    self.records(parameter, done);
                }
                Passed::Callable(callable) => {
                    let _ = self.callables.insert(&parameter.id, callable);
                    continue;
                }
            }
            self.declared_constant(parameter);
        }
        self.calls.push(&function.id);
        // Exits in the body lead to its end, and not out of loops around the call.
        let around = std::mem::take(&mut self.around);
        let end = self.env.exits.end.take();
        let outer = std::mem::replace(&mut self.result, result.clone());
        let called = std::mem::take(&mut self.called);
        let _ = self.takes(code, false);
        let block = self.body_of(code, |lower| lower.initialise(function));
        let mut block = at.scope(self.env.exits.end.take(), block);
        self.framed(&mut block);
        block.stmts.extend(self.asserted_at_end());
        self.called = called;
        (self.env.exits.end, self.result, self.around) = (end, outer, around);
        self.end_block();
        let _ = self.calls.pop();
        ((self.this, self.this_type), self.returns_place) = (outer_this, outer_place);
        (self.env.scope, self.env.memory) = (scope, memory);
        self.out.push(at.block(block));
        let pointer = std::mem::replace(&mut self.pointer, outer_pointer);
        if let CType::Pointer(_) = returned_type {
            return match pointer {
                Some((_, Some(value))) => Some(value),
                Some((_, None)) | None => {
                    self.cannot(node, "the pointer that this call returns", "return a pointer into an array")
                }
            };
        }
        if let Some(var) = std::mem::replace(&mut self.reached, outer_reached) {
            // The variable has a value only behind a `return`.
            let _ = self.kept(at.var(var, Type::Bool), true);
        }
        match result {
            Some(place) => self.load(place, node),
            None => Some(Value::Nothing),
        }
    }

    /// Declares a parameter of a function that is called.
    pub fn bind(&mut self, parameter: &'n Node, value: Value, node: &Node) {
        let at = self.at(node);
        let ty = match super::references::target(parameter) {
            Some(to) => of_spelling(&to, &self.unit.names),
            None => self.unit.type_of(parameter),
        };
        match (value, ty) {
            (Value::Scalar(value), ty) if ty.scalar().is_some() => {
                let ty = ty.scalar().unwrap_or(Type::Int);
                let var = self.declared(parameter, ty, Vec::new());
                self.out.push(at.declare(var, Some(value)));
                let _ = self.bindings.insert(&parameter.id, Binding::Variable(var, ty));
            }
            (value @ (Value::Parts(_) | Value::Pieces(_)), ty @ (CType::Vector(..) | CType::Struct(_)))
                if self.in_pieces(&ty, value.clone()).is_some() =>
            {
                let values = self.in_pieces(&ty, value);
                let done = self.declared_pieces(parameter, &ty, values, at);
                self.records(parameter, done);
            }
            (Value::Address(place), CType::Pointer(to)) if super::addresses::leads_to(&place, &to) => {
                self.point(parameter, *place);
            }
            // A reference to a whole array.
            (Value::Pointer(array, offset), CType::Array(element, _))
                if *element == array.element && is_zero(&offset) =>
            {
                let array = self.frozen(array);
                let hidden = self.temporary(&parameter.name, Type::Int);
                self.env.scope.push((format!("{}.", parameter.name), hidden));
                let _ = self.bindings.insert(&parameter.id, Binding::Array(array));
            }
            (Value::Pointer(array, offset), CType::Pointer(to)) if *to == array.element => {
                let array = self.frozen(array);
                let var = self.declared(parameter, Type::Int, Vec::new());
                self.out.push(at.declare(var, Some(offset)));
                let _ = self.bindings.insert(&parameter.id, Binding::Pointer(array, var));
            }
            _ => {
                let what = format!("a parameter of type `{}`", parameter.ty.qual_type);
                self.unsupported(
                    parameter.at.or(node.at).unwrap_or(self.span),
                    &what,
                    "pass numbers, and pointers to elements of the type that the function expects",
                );
                let _ = self.lost.insert(&parameter.id);
            }
        }
    }

    /// `return e;`
    pub fn returned(&mut self, value: Option<&Node>, node: &Node) -> Option<()> {
        let at = self.at(node);
        if let (Some((var, _)), Some(value)) = (self.pointer.clone(), value) {
            let value = self.value(value)?;
            return self.returned_pointer(var, value, node);
        }
        if let (Some(depth), Some(value)) = (self.returns_place, value) {
            self.returned_place_outlives(value, depth, node);
        }
        match (self.result.clone(), value) {
            (Some(place), Some(value)) => {
                let value = self.value(value)?;
                let _ = self.assign(place, value, node, false)?;
                if let Some(var) = self.reached {
                    self.out.push(at.assign(var, at.truth(true)));
                }
            }
            (None, Some(value)) if self.returns_place.is_some() => {
                let place = self.place(value)?;
                self.unused(Value::Address(Box::new(place)), node);
            }
            (None, Some(value)) => self.effect(value),
            (_, None) => {}
        }
        let label = match self.env.exits.end {
            Some(label) => label,
            None => self.env.exits.label(at.name("return")),
        };
        self.env.exits.end = Some(label);
        self.out.push(at.exit(label));
        Some(())
    }

    /// `return p;` for a pointer: it is the last statement of the function.
    fn returned_pointer(&mut self, var: VarId, value: Value, node: &Node) -> Option<()> {
        let at = self.at(node);
        self.must_outlive(&value, self.depth_of(var), node);
        match value {
            // The variable with the choice among several arrays belongs to the function.
            Value::Pointer(array, _) if !array.or.is_empty() => self.no_either(node),
            Value::Pointer(array, offset) if array.index.is_empty() => {
                self.out.push(at.assign(var, offset));
                self.pointer = Some((var, Some(Value::Pointer(array, at.var(var, Type::Int)))));
                Some(())
            }
            Value::Pointer(..)
            | Value::Scalar(_)
            | Value::Parts(_)
            | Value::Pieces(_)
            | Value::Address(_)
            | Value::Nothing => {
                self.cannot(node, "the pointer that this function returns", "return a pointer into an array")
            }
        }
    }

    /// `break;`, or `continue;` if it goes on with the loop.
    pub fn leave(&mut self, again: bool, node: &Node) {
        let at = self.at(node);
        let word = if again { "continue" } else { "break" };
        let index = self.around.iter().rposition(|around| !again || !around.switch);
        let Some(index) = index else { return };
        let known = self.around.get(index).map(|around| if again { around.labels.again } else { around.labels.behind });
        let label = match known.flatten() {
            Some(label) => label,
            None => self.env.exits.label(at.name(word)),
        };
        if let Some(Around { labels, .. }) = self.around.get_mut(index) {
            *(if again { &mut labels.again } else { &mut labels.behind }) = Some(label);
        }
        self.out.push(at.exit(label));
    }

    /// An assertion of the code: `assert(c)`.
    pub fn asserted(&mut self, condition: &Node, node: &Node) -> Option<Value> {
        let condition = self.condition(condition)?;
        let at = self.at(node);
        self.out.push(at.assert(condition));
        Some(Value::Nothing)
    }
}

/// The type that a function returns, as it is spelled in front of the parameters or behind an arrow.
fn returned(function: &Node) -> &str {
    let spelled = function.ty.spelling();
    match spelled.rsplit_once("-> ").filter(|_| spelled.starts_with("auto ")) {
        Some((_, behind)) => behind,
        None => spelled.split_once('(').map_or("void", |(ret, _)| ret).trim_end(),
    }
}

/// Whether the only `return` of a body is its last statement.
fn returns_once(code: &Node) -> bool {
    let mut returns = 0_usize;
    code.each(&mut |node| returns += usize::from(node.kind == "ReturnStmt"));
    returns == 1 && code.inner.last().is_some_and(|last| last.kind == "ReturnStmt")
}

/// Whether an expression is the number 0.
fn is_zero(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Int(n) if n.is_zero())
}
