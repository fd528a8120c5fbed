//! Functions of CUDA in which all threads of a block or of a warp take part: barriers with a value, votes and shuffles.
//!
//! In: a call by name. Out: a gather ([`ir::Gather`]), whose value is in a private variable.
//!
//! ```text
//! n = __syncthreads_count(p)              gather group n := count(p);  barrier(both);
//! x = __shfl_down_sync(full, e, d, w)     gather warp x := shuffle down(e, d) in parts of w lanes;
//! x = __activemask()                      x has any value, and so for clock()
//! ```
//!
//! The mask must name all 32 lanes. Functions of earlier versions of CUDA, without mask, count as if they named all
//! lanes, too.

use super::convert::INT;
use super::state::{Lower, Value};
use crate::c::tree::Node;
use ir::{
    Among, Barrier, BinaryOp, Block, Contract, Expr, ExprKind, Gather, Gathers, Gets, Intrinsic, Shuffle, Span,
    StmtKind, Type, UnaryOp, VarId, Width, WARP,
};
use std::collections::BTreeSet;

/// The type of masks.
pub const MASK: Width = Width { bits: 32, signed: false };

/// A function in which several threads take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    of: Of,
    /// Whether the first argument is the mask of the lanes that take part.
    masked: bool,
}

/// What such a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// A barrier of the block with a value.
    Barrier(Gathers),
    /// A vote of the warp, or its barrier.
    Vote(Gathers),
    Shuffle(Shuffle),
    /// The lanes that are active.
    Active,
    /// The clock: any number, for each thread and each time.
    Clock,
}

/// The function with a name.
pub fn operation(name: &str) -> Option<Operation> {
    let (of, masked) = match name {
        "__syncthreads_count" => (Of::Barrier(Gathers::Count), false),
        "__syncthreads_and" => (Of::Barrier(Gathers::All), false),
        "__syncthreads_or" => (Of::Barrier(Gathers::Any), false),
        "__syncwarp" => (Of::Vote(Gathers::Order), true),
        "__activemask" => (Of::Active, false),
        "clock" | "clock64" => (Of::Clock, false),
        _ => match name.strip_suffix("_sync").unwrap_or(name) {
            "__any" => (Of::Vote(Gathers::Any), name.ends_with("_sync")),
            "__all" => (Of::Vote(Gathers::All), name.ends_with("_sync")),
            "__ballot" => (Of::Vote(Gathers::Ballot), name.ends_with("_sync")),
            plain => (Of::Shuffle(shuffle(plain.strip_prefix("__")?)?), name.ends_with("_sync")),
        },
    };
    Some(Operation { of, masked })
}

/// The shuffle with a name, as tiles have them.
pub fn shuffle(name: &str) -> Option<Shuffle> {
    Some(match name {
        "shfl" => Shuffle::Lane,
        "shfl_up" => Shuffle::Up,
        "shfl_down" => Shuffle::Down,
        "shfl_xor" => Shuffle::Xor,
        _ => return None,
    })
}

impl Lower<'_, '_, '_> {
    /// A call of such a function.
    pub fn taken_together(&mut self, name: &str, operation: Operation, args: &[Node], node: &Node) -> Option<Value> {
        let mut rest = args;
        if operation.masked {
            let (mask, others) = args.split_first()?;
            self.full_mask(name, mask)?;
            rest = others;
        }
        let warp = Gather { among: Among::Tile(WARP), all: true, result: None, how: Gathers::Order, args: vec![] };
        match operation.of {
            Of::Barrier(how) => {
                let voted = self.condition(rest.first()?)?;
                let of_group = Gather { among: Among::Group, how, args: vec![voted], ..warp };
                let value = self.gathered(of_group, Type::Machine(INT), node);
                let barrier =
                    Barrier { fences_global: true, fences_local: true, opens: vec![], contract: Contract::default() };
                self.out.push(self.at(node).stmt(StmtKind::Barrier(barrier)));
                Some(value)
            }
            Of::Vote(Gathers::Order) => Some(self.ordered(warp, node)),
            Of::Vote(how) => {
                let voted = self.condition(rest.first()?)?;
                let ty = Type::Machine(if how == Gathers::Ballot { MASK } else { INT });
                Some(self.gathered(Gather { how, args: vec![voted], all: operation.masked, ..warp }, ty, node))
            }
            Of::Shuffle(shuffle) => {
                let how = Gathers::Shuffle(shuffle);
                self.shuffled(name, Gather { how, all: operation.masked, ..warp }, rest, node)
            }
            Of::Clock => {
                let ty = self.unit.type_of(node).scalar()?;
                let alone = Gather { among: Among::Tile(1), how: Gathers::Active, ..warp };
                Some(self.gathered(alone, ty, node))
            }
            Of::Active => {
                let alone = Gather { among: Among::Tile(1), how: Gathers::Active, ..warp };
                Some(self.gathered(alone, Type::Machine(MASK), node))
            }
        }
    }

    /// A shuffle of a value, with the number that says from which lane, and with the number of lanes of a part if it is
    /// given; else a part is the whole tile.
    pub fn shuffled(&mut self, name: &str, gather: Gather, args: &[Node], node: &Node) -> Option<Value> {
        let mut values: Vec<Expr> = self.arguments(args)?.into_iter().flat_map(Value::scalars).collect();
        if values.len() == 2 {
            let lanes = if let Among::Tile(size) = gather.among { size } else { WARP };
            values.push(Expr { ty: Type::Machine(INT), ..self.at(node).int(lanes) });
        }
        match (values.as_slice(), self.unit.type_of(node).scalar()) {
            ([value, by, width], Some(ty))
                if value.ty == ty && by.ty.width().is_some() && width.ty.width().is_some() =>
            {
                let width = self.width_of_parts(name, width.clone(), args.get(2).unwrap_or(node))?;
                let args = vec![value.clone(), by.clone(), width];
                Some(self.gathered(Gather { args, ..gather }, ty, node))
            }
            _ => {
                let what = format!("`{name}` of a value of this type");
                self.cannot(node, &what, "exchange integers and floats, one at a time")
            }
        }
    }

    /// A gather with a value.
    pub fn gathered(&mut self, gather: Gather, ty: Type, node: &Node) -> Value {
        let _ = self.counted.get_or_insert(node.at.unwrap_or(self.span));
        let at = self.at(node);
        let result = self.temporary("gathered", ty);
        self.out.push(at.declare(result, None));
        self.out.push(at.stmt(StmtKind::Gather(Gather { result: Some(result), ..gather })));
        Value::Scalar(at.var(result, ty))
    }

    /// A gather without value.
    pub fn ordered(&mut self, gather: Gather, node: &Node) -> Value {
        let _ = self.counted.get_or_insert(node.at.unwrap_or(self.span));
        self.out.push(self.at(node).stmt(StmtKind::Gather(gather)));
        Value::Nothing
    }

    /// The number of lanes of the parts of a shuffle, with the claim that the number is a power of two up to 32: CUDA
    /// leaves the value open otherwise.
    fn width_of_parts(&mut self, name: &str, width: Expr, node: &Node) -> Option<Expr> {
        let powers = || (0..=WARP.ilog2()).map(|n| 1_u32 << n);
        if let Some(n) = constant(&width) {
            if powers().any(|power| n == i128::from(power)) {
                return Some(width);
            }
            let what = format!("`{name}` with a width that is no power of two up to 32");
            return self.cannot(node, &what, "write a power of two, or leave the width out");
        }
        let (width, at) = (self.short(width), self.at(node));
        let is = |power: u32| at.binary(BinaryOp::Eq, width.clone(), Expr { ty: width.ty, ..at.int(power) });
        let known = powers().map(is).reduce(|a, b| at.binary(BinaryOp::Or, a, b));
        self.out.extend(known.map(|known| at.assert(known)));
        Some(width)
    }

    /// Checks that a mask names all lanes. If it is a variable, that is checked when the kernel is complete.
    fn full_mask(&mut self, name: &str, node: &Node) -> Option<()> {
        let (value, effects) = self.collected(|lower| lower.scalar(node));
        match value.map(|value| mask(&value)).filter(|_| effects.is_empty()) {
            Some(Mask::Full) => Some(()),
            Some(Mask::Variable(var)) => {
                self.masks.push((var, name.to_owned(), node.at.unwrap_or(self.span)));
                Some(())
            }
            Some(Mask::Other) | None => {
                self.other_mask(name, node.at.unwrap_or(self.span));
                None
            }
        }
    }

    fn other_mask(&mut self, name: &str, span: Span) {
        let what = format!("`{name}` with a mask that may be another one than 0xffffffff");
        self.unsupported(span, &what, "name all lanes of the warp: 0xffffffff");
    }

    /// Reports variables that are used as masks and may not name all lanes.
    pub fn masks_are_full(&mut self, code: &Block) {
        for (var, name, span) in std::mem::take(&mut self.masks) {
            if !is_always_full(var, code) {
                self.other_mask(&name, span);
            }
        }
    }
}

/// What is known of a mask.
enum Mask {
    Full,
    /// The value of this variable.
    Variable(VarId),
    Other,
}

fn mask(value: &Expr) -> Mask {
    match &value.kind {
        ExprKind::Var(var) => Mask::Variable(*var),
        // A conversion between types of at least 32 bits keeps the lowest 32.
        ExprKind::Intrinsic(Intrinsic::Wrap(width) | Intrinsic::Checked(width), args) if width.bits >= 32 => {
            args.first().map_or(Mask::Other, mask)
        }
        _ => match constant(value) {
            Some(n) if n & 0xffff_ffff == 0xffff_ffff => Mask::Full,
            Some(_) | None => Mask::Other,
        },
    }
}

/// The value of an expression of literals, modulo 2^32 where a type is one of 32 bits.
pub fn constant(value: &Expr) -> Option<i128> {
    match &value.kind {
        ExprKind::Int(n) => i128::try_from(n.clone()).ok(),
        ExprKind::Unary(UnaryOp::Neg, of) => constant(of)?.checked_neg(),
        ExprKind::Intrinsic(Intrinsic::Not(width), args) if width.bits >= 32 => Some(-1 - constant(args.first()?)?),
        ExprKind::Intrinsic(Intrinsic::Wrap(width) | Intrinsic::Checked(width), args) if width.bits >= 32 => {
            constant(args.first()?)
        }
        _ => None,
    }
}

/// Whether all values that the code gives to a variable name all lanes.
fn is_always_full(var: VarId, code: &Block) -> bool {
    let (mut seen, mut todo, mut full) = (BTreeSet::from([var]), vec![var], true);
    while let Some(var) = todo.pop() {
        let mut values = 0_usize;
        code.each(&mut |stmt| {
            let gets = match stmt.outline().gets {
                Some(Gets::Declared(v) | Gets::Assigned(v)) => *v == var,
                Some(Gets::Results(all) | Gets::Iterators(all)) => all.contains(&var),
                Some(Gets::Location(_) | Gets::Anywhere(_)) | None => false,
            };
            if !gets {
                return;
            }
            values += 1;
            match &stmt.kind {
                StmtKind::Declare(_, Some(value)) | StmtKind::Assign(_, value) => match mask(value) {
                    Mask::Full => {}
                    Mask::Variable(of) => todo.extend(seen.insert(of).then_some(of)),
                    Mask::Other => full = false,
                },
                _ => full = false,
            }
        });
        full &= values > 0;
    }
    full
}
