//! Accesses under a `volatile` name to memory that threads share.
//!
//! In: a place and the node that names it. Out: its value, or statements that assign it.
//!
//! In most kernels `volatile` changes nothing: such accesses race like others. Kernels with fences, and in CUDA those
//! with atomic functions, use it for flags and for what flags announce. There each access of CUDA is a relaxed atomic
//! step of the launch, as PTX defines `ld.volatile` and `st.volatile`. OpenCL says nothing of the kind, and C calls the
//! accesses races, so they are refused in OpenCL.

use super::atomics::relaxed;
use super::state::{Lower, Place, Value};
use crate::c::language::Language;
use crate::c::tree::Node;
use ir::{AtomicScope, ExprKind, Heap, StmtKind};

/// Whether threads may share a place.
fn is_shared(place: &Place) -> bool {
    match place {
        Place::Element(place, _) => !matches!(place.heap, Heap::Private(_)),
        Place::Parts(parts) | Place::Lanes(parts, _) => parts.iter().any(is_shared),
        Place::Array(array) => {
            array.length.is_some() && array.heaps.iter().any(|heap| !matches!(heap, Heap::Private(_)))
        }
        Place::Recast(recast) => !matches!(recast.place.heap, Heap::Private(_)),
        Place::Bytes(bytes) => bytes.slices.iter().any(|slice| !matches!(slice.place.heap, Heap::Private(_))),
        Place::Either(either) => is_shared(&either.1) || is_shared(&either.2),
        Place::Cell(_) => true,
        Place::Variable(..) | Place::Constant(_) | Place::Pointer(..) | Place::Address(_) | Place::Unset => false,
    }
}

impl Lower<'_, '_, '_> {
    /// Whether an access to a place under this name is a step of its own; an error in OpenCL.
    fn is_step(&mut self, place: &Place, named: &Node) -> Option<bool> {
        let own = named.bare().ty.spelling().rsplit('*').next().unwrap_or_default();
        let volatile = own.split_whitespace().any(|word| word == "volatile");
        let step = self.flags && volatile && is_shared(place);
        if step && self.unit.language == Language::OpenCl {
            let help = "use `atomic_or(p, 0)` to read and `atomic_xchg(p, x)` to write";
            return self.cannot(named, "a `volatile` access in a kernel with fences", help);
        }
        Some(step)
    }

    /// The value at a place that has this name.
    pub fn fetch(&mut self, place: Place, named: &Node) -> Option<Value> {
        if !self.is_step(&place, named)? {
            return self.load(place, named);
        }
        let at = self.at(named);
        match place {
            Place::Element(mut place, ty) => {
                place.index = self.computed(place.index);
                let var = self.temporary("value", ty);
                self.out.push(at.declare(var, None));
                let read = at.assign(var, at.expr(ExprKind::Read(place), ty));
                self.out.push(relaxed(at, AtomicScope::Launch, vec![read]));
                Some(Value::Scalar(at.var(var, ty)))
            }
            Place::Parts(parts) => {
                let parts: Option<Vec<Vec<Place>>> = parts.iter().map(|part| super::pieces::leaves(part, at)).collect();
                let Some(parts) = parts else { return self.no_pieces(named) };
                let mut values = Vec::new();
                for part in parts.into_iter().flatten() {
                    values.extend(self.fetch(part, named)?.scalars());
                }
                Some(Value::Parts(values))
            }
            Place::Either(_) => self.no_either(named),
            Place::Recast(_) | Place::Bytes(_) | Place::Cell(_) => self.no_cast(named),
            Place::Variable(..)
            | Place::Constant(_)
            | Place::Array(_)
            | Place::Pointer(..)
            | Place::Address(_)
            | Place::Unset
            | Place::Lanes(..) => self.load(place, named),
        }
    }

    /// Assigns a value to a place that has this name.
    pub fn put(&mut self, place: Place, value: Value, named: &Node, node: &Node, used: bool) -> Option<Value> {
        if !self.is_step(&place, named)? {
            return self.assign(place, value, node, used);
        }
        match place {
            Place::Either(_) => return self.no_either(named),
            Place::Recast(_) | Place::Bytes(_) | Place::Cell(_) => return self.no_cast(named),
            _ => {}
        }
        let at = self.at(node);
        let (assigned, stmts) = self.collected(|lower| lower.assign(place, value, node, used));
        for mut stmt in stmts {
            if let StmtKind::Store(place, value) = &mut stmt.kind {
                *value = self.kept(value.clone(), true);
                place.index = self.computed(std::mem::take(&mut place.index));
                stmt = relaxed(at, AtomicScope::Launch, vec![stmt]);
            }
            self.out.push(stmt);
        }
        assigned
    }
}
