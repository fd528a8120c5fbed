//! Memory that stays the same while a kernel runs.
//!
//! In: the declarations of constants, what is read through the cache of constant data, and the code. Out: an error for
//! each write of such memory:
//!
//! - of a variable that is declared `const` in a function, which a pointer without `const` may lead to (C++
//!   \[dcl.type.cv\]);
//! - of `__constant__` memory of CUDA, of `__constant` memory of OpenCL, and of a constant outside of functions;
//! - of an array that the kernel reads with `__ldg`, since the cache behind that may hold old values.

use super::lifetimes::{memory, variables};
use super::state::{Binding, Lower, Place};
use crate::c::kernels::parameters;
use crate::c::tree::Node;
use ir::diagnostic::Diagnostic;
use ir::{Block, Gets, Heap, Span};

/// Whether a declaration is about memory that no kernel writes.
fn is_constant_memory(declared: &Node) -> bool {
    let to = declared.ty.spelling().split('*').next().unwrap_or_default();
    declared.has("CUDAConstantAttr") || to.split_whitespace().any(|word| word == "__constant")
}

impl<'n> Lower<'_, 'n, '_> {
    /// Notes that a variable which was just declared is a constant.
    pub fn declared_constant(&mut self, declared: &'n Node) {
        let mut vars = Vec::new();
        if let Some(binding) = self.bindings.get(declared.id.as_str()).filter(|_| declared.is_const()) {
            variables(binding, &mut vars);
        }
        self.constants.extend(vars);
    }

    /// Whether a place belongs to a constant of the code. Then an error is reported.
    pub fn is_constant_place(&mut self, place: &Place, node: &Node) -> bool {
        if self.constants.is_empty() {
            return false;
        }
        let written = match place {
            Place::Variable(var, _) => Some(*var),
            Place::Element(ir::Place { heap: Heap::Private(var), .. }, _) => Some(*var),
            Place::Recast(super::state::Recast { place: ir::Place { heap: Heap::Private(var), .. }, .. }) => Some(*var),
            Place::Bytes(bytes) => bytes.slices.iter().find_map(|slice| match slice.place.heap {
                Heap::Private(var) => Some(var),
                Heap::Array(_) | Heap::Elements(_) | Heap::Field(_) => None,
            }),
            _ => None,
        };
        let Some(var) = written.filter(|var| self.constants.contains(var)) else { return false };
        let name = self.env.vars.get(var.0 as usize).map(|var| var.name.clone());
        let (span, declared) = (node.at.unwrap_or(self.span), name.as_ref().map(|name| name.node.span));
        let name = name.map_or_else(String::new, |name| name.name);
        self.written_constant(span, &name, "a variable that is declared `const`", declared);
        true
    }

    /// Notes a read of a place through the cache of constant data; an error if the place is not in global memory.
    pub fn is_cached(&mut self, place: &Place, node: &Node) -> Option<()> {
        let (mut heaps, span) = (Vec::new(), node.at.unwrap_or(self.span));
        memory(place, &mut heaps);
        if !heaps.iter().all(|heap| matches!(heap, Heap::Array(_)) && !self.local.contains(heap)) {
            return self.cannot(node, "`__ldg` of memory that is not global", "read this memory without `__ldg`");
        }
        self.cached.extend(heaps.into_iter().map(|heap| (heap, span)));
        Some(())
    }

    /// Reports writes of memory that stays the same while the kernel runs.
    pub fn constants_stay(&mut self, kernel: &'n Node, block: &Block) {
        let unit = self.unit;
        let mut known: Vec<(Heap, &'n Node, &str)> = Vec::new();
        let globals = unit.globals.values().copied();
        let globals = globals.filter(|global| is_constant_memory(global) || global.is_const());
        for declared in parameters(kernel).filter(|parameter| is_constant_memory(parameter)).chain(globals) {
            let of = if is_constant_memory(declared) { "constant memory" } else { "declared `const`" };
            if let Some(Binding::Array(array)) = self.bindings.get(declared.id.as_str()) {
                known.extend(array.heaps.iter().map(|heap| (*heap, declared, of)));
            }
        }
        let mut found: Vec<(Span, String, &str, Option<Span>)> = Vec::new();
        let cached = &self.cached;
        block.each(&mut |stmt| {
            let Some(heap) = stmt.outline().gets.and_then(Gets::location).map(|place| place.heap) else { return };
            if let Some((_, declared, of)) = known.iter().find(|(of, ..)| *of == heap) {
                found.push((stmt.node.span, declared.name.clone(), of, declared.at));
            } else if let Some((_, read)) = cached.iter().find(|(of, _)| *of == heap) {
                found.push((stmt.node.span, String::new(), "what the kernel reads with `__ldg`", Some(*read)));
            }
        });
        found.sort_by_key(|(span, ..)| (span.start, span.end));
        found.dedup_by_key(|(span, ..)| (span.start, span.end));
        for (span, name, of, declared) in found {
            self.written_constant(span, &name, of, declared);
        }
    }

    fn written_constant(&mut self, span: Span, name: &str, of: &str, declared: Option<Span>) {
        let name = if name.is_empty() { String::new() } else { format!("`{name}`, which is ") };
        let error = Diagnostic::new("c.constant", span, format!("the kernel writes {name}{of}"))
            .label("memory that must not change")
            .help("write other memory, or declare this memory without the words that make it constant");
        self.env.diagnostics.push(match declared {
            Some(declared) => error.related(declared, "the declaration, or the read that relies on it"),
            None => error,
        });
    }
}
