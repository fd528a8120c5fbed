//! Functions of OpenCL in which all work-items of a group or of a sub-group take part, and functions about sub-groups.
//!
//! In: a call by name. Out: a gather ([`ir::Gather`]), whose value is in a private variable; or a number.
//!
//! ```text
//! x = work_group_all(p)                   gather group x := all(p)
//! x = work_group_reduce_min(e)            gather group x := reduce min(e)
//! x = sub_group_scan_inclusive_add(e)     gather warp x := inclusive add(e)
//! x = work_group_broadcast(e, i, j)       assert i < size.x && …;  gather group x := broadcast(e, i + size.x * j)
//! x = sub_group_shuffle_xor(e, m)         assert m < 32;                gather warp x := shuffle xor(e, m)
//! x = get_sub_group_local_id()            x is the number of the work-item in its group, modulo 32
//! ```
//!
//! These functions order no accesses to memory: OpenCL says so, and a gather does not either. `sub_group_barrier`
//! orders accesses in runs, and no proof concludes anything from it.
//!
//! OpenCL leaves to the device which work-items are a sub-group. Sepal reads code for devices on which a sub-group is
//! 32 work-items with consecutive numbers, as each verdict says ([`ir::Platform`]).

use super::convert::{wrapped, INT};
use super::state::{Lower, Value};
use crate::c::tree::Node;
use ir::{Among, Axis, BinaryOp, Dims, Expr, Fold, Gather, Gathers, LaunchVar, Shuffle, Type, WARP};

/// A function in which several work-items take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Collective {
    among: Among,
    how: Gathers,
}

/// The function with a name.
fn collective(name: &str) -> Option<Collective> {
    let (among, rest) = match (name.strip_prefix("work_group_"), name.strip_prefix("sub_group_")) {
        (Some(rest), _) => (Among::Group, rest),
        (None, Some(rest)) => (Among::Tile(WARP), rest),
        (None, None) => return None,
    };
    let fold = |name: &str| {
        Some(match name {
            "add" => Fold::Add,
            "min" => Fold::Min,
            "max" => Fold::Max,
            _ => return None,
        })
    };
    let how = match (rest, among) {
        ("all", _) => Gathers::All,
        ("any", _) => Gathers::Any,
        ("broadcast", _) => Gathers::Broadcast,
        ("barrier", Among::Tile(_)) => Gathers::Order,
        ("shuffle", Among::Tile(_)) => Gathers::Shuffle(Shuffle::Lane),
        ("shuffle_xor", Among::Tile(_)) => Gathers::Shuffle(Shuffle::Xor),
        _ => {
            let of = |start: &str| rest.strip_prefix(start).map(fold);
            match (of("reduce_"), of("scan_inclusive_"), of("scan_exclusive_")) {
                (Some(by), _, _) => Gathers::Reduce(by?),
                (_, Some(by), _) => Gathers::Inclusive(by?),
                (_, _, Some(by)) => Gathers::Exclusive(by?),
                (None, None, None) => return None,
            }
        }
    };
    Some(Collective { among, how })
}

impl Lower<'_, '_, '_> {
    /// A call of such a function; nothing for another function.
    pub fn collective(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if let Some(number) = self.of_sub_group(name, args, node) {
            return Some(number);
        }
        let Collective { among, how } = collective(name)?;
        Some(self.gathered_of(name, Gather { among, all: true, result: None, how, args: Vec::new() }, args, node))
    }

    fn gathered_of(&mut self, name: &str, gather: Gather, args: &[Node], node: &Node) -> Option<Value> {
        match (gather.how, args) {
            (Gathers::Order, [flags, ..]) => {
                self.effect(flags);
                Some(self.ordered(gather, node))
            }
            (Gathers::All | Gathers::Any, [voted]) => {
                let args = vec![self.condition(voted)?];
                Some(self.gathered(Gather { args, ..gather }, Type::Machine(INT), node))
            }
            (Gathers::Shuffle(_), [_, by]) => {
                let at = self.at(by);
                let mut values = self.arguments(args)?.into_iter().flat_map(Value::scalars);
                let (Some(value), Some(by)) = (values.next(), values.next()) else {
                    return self.no_collective(name, node);
                };
                let ty = self.unit.type_of(node).scalar().filter(|ty| *ty == value.ty);
                let Some(ty) = ty else { return self.no_collective(name, node) };
                let by = self.short(by);
                // What a sub-group without such a work-item gives, OpenCL leaves open.
                let limit = Expr { ty: by.ty, ..at.int(WARP) };
                self.out.push(at.assert(at.binary(BinaryOp::Lt, by.clone(), limit)));
                let width = Expr { ty: Type::Machine(INT), ..at.int(WARP) };
                Some(self.gathered(Gather { args: vec![value, by, width], ..gather }, ty, node))
            }
            (Gathers::Broadcast, [_, _, ..]) => {
                let mut values = self.arguments(args)?.into_iter().flat_map(Value::scalars);
                let (value, numbers): (Option<Expr>, Vec<Expr>) = (values.next(), values.collect());
                let Some(value) = value.filter(|value| self.unit.type_of(node).scalar() == Some(value.ty)) else {
                    return self.no_collective(name, node);
                };
                let from = match gather.among {
                    Among::Group => self.number_said(numbers, node)?,
                    Among::Tile(_) => self.lane_said(numbers, node)?,
                };
                let ty = value.ty;
                Some(self.gathered(Gather { args: vec![value, from], ..gather }, ty, node))
            }
            (Gathers::Reduce(_) | Gathers::Inclusive(_) | Gathers::Exclusive(_), [arg]) if !self.is_half(arg) => {
                let value = self.scalar(arg)?;
                let is_number = matches!(value.ty, Type::Machine(_) | Type::Float(_));
                if !is_number || self.unit.type_of(node).scalar() != Some(value.ty) {
                    return self.no_collective(name, node);
                }
                let ty = value.ty;
                Some(self.gathered(Gather { args: vec![value], ..gather }, ty, node))
            }
            _ => self.no_collective(name, node),
        }
    }

    fn no_collective<T>(&mut self, name: &str, node: &Node) -> Option<T> {
        self.cannot(node, &format!("`{name}` of values of this type"), "use integers, `float` and `double`")
    }

    /// The number in its group of the work-item with these numbers in each dimension, which must exist.
    fn number_said(&mut self, numbers: Vec<Expr>, node: &Node) -> Option<Expr> {
        let at = self.at(node);
        let mut out: Option<Expr> = None;
        for (axis, number) in [Axis::X, Axis::Y, Axis::Z].into_iter().zip(numbers).rev() {
            let number = self.short(Expr { ty: Type::Int, ..number });
            let size = match Dims::up_to(axis) <= self.dims {
                true => Expr { ty: Type::Int, ..self.launch(LaunchVar::Gsize, axis, node) },
                false => at.int(1),
            };
            let is_there = at.binary(BinaryOp::Lt, number.clone(), size.clone());
            self.out.push(at.assert(is_there));
            out = Some(match out {
                Some(rows) => {
                    let rows = Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, rows, size) };
                    Expr { ty: Type::Int, ..at.binary(BinaryOp::Add, rows, number) }
                }
                None => number,
            });
        }
        out
    }

    /// The number of a work-item in its sub-group, which must exist.
    fn lane_said(&mut self, numbers: Vec<Expr>, node: &Node) -> Option<Expr> {
        let at = self.at(node);
        let number = numbers.into_iter().next()?;
        let number = self.short(Expr { ty: Type::Int, ..number });
        let size = self.work_items_of_sub_group(node)?;
        self.out.push(at.assert(at.binary(BinaryOp::Lt, number.clone(), size)));
        Some(number)
    }

    /// A function that gives a number of sub-groups or of their work-items; nothing for another function.
    fn of_sub_group(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let at = self.at(node);
        let int = |e: Expr| Expr { ty: Type::Int, ..e };
        let all = at.int(WARP);
        let number = match (name, args) {
            ("get_max_sub_group_size", []) => Some(all),
            ("get_sub_group_size", []) => self.work_items_of_sub_group(node),
            ("get_sub_group_local_id", []) => {
                self.number_in_block(node).map(|own| int(at.binary(BinaryOp::Mod, int(own), all)))
            }
            ("get_sub_group_id", []) => {
                self.number_in_block(node).map(|own| int(at.binary(BinaryOp::Div, int(own), all)))
            }
            ("get_num_sub_groups" | "get_enqueued_num_sub_groups", []) => {
                let more = int(at.binary(BinaryOp::Add, self.work_items(node), at.int(WARP - 1)));
                Some(int(at.binary(BinaryOp::Div, more, all)))
            }
            _ => return None,
        };
        let width = self.unit.type_of(node).scalar().and_then(Type::width)?;
        Some(number.map(|number| Value::Scalar(wrapped(number, width))))
    }

    /// The number of work-items of the group.
    fn work_items(&mut self, node: &Node) -> Expr {
        let at = self.at(node);
        let _ = self.counted.get_or_insert(node.at.unwrap_or(self.span));
        let axes = self.dims.axes().to_vec();
        let sizes = axes.into_iter().map(|axis| Expr { ty: Type::Int, ..self.launch(LaunchVar::Gsize, axis, node) });
        let sizes: Vec<Expr> = sizes.collect();
        let product = sizes.into_iter().reduce(|a, b| Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, a, b) });
        product.unwrap_or_else(|| at.int(1))
    }

    /// The number of work-items of the sub-group: 32, or what is left in the last one of the group.
    fn work_items_of_sub_group(&mut self, node: &Node) -> Option<Expr> {
        let at = self.at(node);
        let int = |e: Expr| Expr { ty: Type::Int, ..e };
        let own = self.number_in_block(node)?;
        let own = self.short(int(own));
        let lane = int(at.binary(BinaryOp::Mod, own.clone(), at.int(WARP)));
        let first = int(at.binary(BinaryOp::Sub, own, lane));
        let left = int(at.binary(BinaryOp::Sub, self.work_items(node), first));
        let left = self.short(left);
        let is_last = at.binary(BinaryOp::Lt, left.clone(), at.int(WARP));
        Some(Expr { ty: Type::Int, ..at.cond(is_last, left, at.int(WARP)) })
    }
}

#[cfg(test)]
mod tests {
    use super::{collective, Among, Collective, Fold, Gathers, WARP};

    #[test]
    fn names_say_who_takes_part_and_how() {
        let of = |among, how| Some(Collective { among, how });
        assert_eq!(collective("work_group_all"), of(Among::Group, Gathers::All));
        assert_eq!(collective("work_group_reduce_max"), of(Among::Group, Gathers::Reduce(Fold::Max)));
        let scan = of(Among::Tile(WARP), Gathers::Exclusive(Fold::Add));
        assert_eq!(collective("sub_group_scan_exclusive_add"), scan);
        for other in ["work_group_barrier", "work_group_reduce_mul", "sub_group_ballot", "work_group_shuffle", "add"] {
            assert_eq!(collective(other), None, "{other}");
        }
    }
}
