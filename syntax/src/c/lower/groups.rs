//! Groups of threads of CUDA: `cooperative_groups::thread_block`, the block of a thread, and its tiles.
//!
//! In: a call of one of their functions. Out: its value. Such an object has no parts: all that it says is of the
//! launch, and of the type of a tile, which has the number of its threads. Other groups, such as grids and the threads
//! that are active together, are of types that Sepal does not read.

use super::convert::wrapped;
use super::operators::bounded;
use super::state::{Lower, Value};
use crate::c::kernels::{callee, Unit};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::{Among, Axis, BinaryOp, Dims, Expr, ExprKind, Gather, Gathers, LaunchVar, Type, Width};

/// The type of a dimension of a group.
const DIMENSION: Width = Width { bits: 32, signed: false };

/// The launch variable whose dimensions a function of a group gives.
fn of_dimensions(name: &str) -> Option<LaunchVar> {
    Some(match name {
        "group_index" => LaunchVar::Gid,
        "thread_index" => LaunchVar::Lid,
        "group_dim" | "dim_threads" => LaunchVar::Gsize,
        _ => return None,
    })
}

/// The number of dimensions that a kernel names, with the functions that it calls.
pub fn dims_named(unit: &Unit<'_>, kernel: &Node) -> Dims {
    let mut dims = Dims::up_to(Axis::X);
    for function in unit.reached(kernel) {
        // A whole variable of the launch has all dimensions.
        let (mut whole, mut parts) = (0_usize, 0_usize);
        function.each(&mut |node| {
            if let Some(axis) = of_work_item(unit, node) {
                dims = dims.max(Dims::up_to(axis));
            }
            let named = node.referenced_decl.as_ref().is_some_and(|d| super::launch::of_variable(&d.name).is_some());
            whole += usize::from(named && node.kind == "DeclRefExpr");
            let of = node.part(0).map(Node::bare).and_then(|of| of.referenced_decl.as_ref());
            let is_part = of.is_some_and(|declared| super::launch::of_variable(&declared.name).is_some());
            parts += usize::from(node.kind == "MemberExpr" && is_part);
            let axis = super::launch::axis(&node.name).filter(|_| node.kind == "MemberExpr");
            let of = node.part(0).map_or("", |of| of.bare().ty.spelling());
            let sizes = ["uint3", "dim3"].iter().any(|ty| of.split_whitespace().next_back() == Some(*ty));
            if let Some(axis) = axis.filter(|_| sizes) {
                dims = dims.max(Dims::up_to(axis));
            }
        });
        if whole > parts {
            dims = Dims::Three;
        }
    }
    dims
}

/// The dimension that a call of a work-item function of OpenCL names.
fn of_work_item(unit: &Unit<'_>, node: &Node) -> Option<Axis> {
    let called = node.part(0).filter(|_| node.kind == "CallExpr").map(callee)?.referenced_decl.as_deref()?;
    let _ = unit.builtin(called).and_then(super::launch::of_function)?;
    super::launch::axis(&super::builtins::literal(node.part(1)?)?)
}

impl Lower<'_, '_, '_> {
    /// A call of a function that gives the block of a thread or a tile, or of the barrier of a tile; nothing for
    /// another function.
    pub fn group_of(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Value> {
        if self.unit.own.contains(name) {
            return None;
        }
        let group = Value::Parts(Vec::new());
        let of = args.first().map(|of| self.unit.type_of(super::methods::creation(of)));
        match (name, self.unit.type_of(node)) {
            ("this_thread_block", ty) => ty.is_block().then_some(group),
            ("tiled_partition", ty) => {
                // A tile is a part of the block, or of a tile that is not smaller.
                let known = of.is_some_and(|of| of.is_block() || of.tile() >= ty.tile());
                (known && ty.tile().is_some() && args.len() == 1 && is_named(args.first()?)).then_some(group)
            }
            ("sync", CType::Void) => {
                let size = of?.tile().filter(|_| args.len() == 1)?;
                is_named(args.first()?).then(|| self.ordered(of_tile(size, Gathers::Order), node))
            }
            _ => None,
        }
    }

    /// A call of a function of the block of a thread; nothing for another object.
    pub fn of_group(&mut self, member: &Node, object: &Node, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let group = self.unit.type_of(object.bare());
        if let Some(size) = group.tile() {
            return Some(self.of_tile(member, size, (object, args), node));
        }
        if !group.is_block() {
            return None;
        }
        if member.is_arrow || !args.is_empty() || object.bare().kind != "DeclRefExpr" && !is_fresh(object) {
            return Some(self.cannot(node, "this call of a function of a group", "call it on a variable"));
        }
        Some(match member.name.as_str() {
            "sync" => self.cannot(node, "a barrier in an expression", "write it as a statement of its own"),
            "thread_rank" => self.rank(node).map(Value::Scalar),
            "size" | "num_threads" => self.size_of_block(node).map(Value::Scalar),
            name => match of_dimensions(name) {
                Some(var) => Some(Value::Parts(self.dimensions(var, node))),
                None => {
                    let what = format!("the function `{name}` of a group");
                    self.cannot(node, &what, "use `sync`, `thread_rank`, `size`, `group_index` and `thread_index`")
                }
            },
        })
    }

    /// A call of a function of a tile.
    fn of_tile(&mut self, member: &Node, size: u32, (object, args): (&Node, &[Node]), node: &Node) -> Option<Value> {
        if member.is_arrow || !is_named(object) {
            return self.cannot(node, "this call of a function of a tile", "call it on a variable");
        }
        let name = member.name.as_str();
        if let (Some(shuffle), [_, _]) = (super::gathers::shuffle(name), args) {
            return self.shuffled(name, of_tile(size, Gathers::Shuffle(shuffle)), args, node);
        }
        let at = self.at(node);
        let vote = match (name, args) {
            ("any", [_]) => Some(Gathers::Any),
            ("all", [_]) => Some(Gathers::All),
            ("ballot", [_]) => Some(Gathers::Ballot),
            _ => None,
        };
        if let (Some(how), [voted]) = (vote, args) {
            let args = vec![self.condition(voted)?];
            let ty = self.unit.type_of(node).scalar()?;
            return Some(self.gathered(Gather { args, ..of_tile(size, how) }, ty, node));
        }
        let value = match (name, args) {
            ("sync", []) => return Some(self.ordered(of_tile(size, Gathers::Order), node)),
            ("size" | "num_threads", []) => at.int(size),
            ("thread_rank", []) => at.binary(BinaryOp::Mod, self.rank(node)?, at.int(size)),
            ("meta_group_rank", []) => {
                let rank = self.rank(node)?;
                let inside = match parent(object.bare().ty.spelling()) {
                    Some(Parent::Block) => rank,
                    Some(Parent::Tile(of)) => Expr { ty: Type::Int, ..at.binary(BinaryOp::Mod, rank, at.int(of)) },
                    None => {
                        let help =
                            "let the type of the tile name the group of which the tile is a part, or write `auto`";
                        return self.cannot(node, "the rank of a tile of an unknown group", help);
                    }
                };
                at.binary(BinaryOp::Div, inside, at.int(size))
            }
            _ => {
                let what = format!("the function `{name}` of a tile");
                let help = "use `sync`, `thread_rank`, `meta_group_rank`, `size`, `shfl` with its relatives, `any`, \
                    `all` and `ballot`";
                return self.cannot(node, &what, help);
            }
        };
        let width = self.unit.type_of(node).scalar().and_then(Type::width)?;
        Some(Value::Scalar(wrapped(Expr { ty: Type::Int, ..value }, width)))
    }

    /// A launch variable in all dimensions.
    fn dimensions(&mut self, var: LaunchVar, node: &Node) -> Vec<Expr> {
        let ty = Type::Machine(DIMENSION);
        [Axis::X, Axis::Y, Axis::Z].map(|axis| Expr { ty, ..self.in_launch(var, axis, node) }).into()
    }

    /// A launch variable in one dimension. In a dimension that the kernel does not name, all sizes are 1.
    fn in_launch(&mut self, var: LaunchVar, axis: Axis, node: &Node) -> Expr {
        if Dims::up_to(axis) <= self.dims {
            return self.launch(var, axis, node);
        }
        let _ = self.counted.get_or_insert(node.at.unwrap_or(self.span));
        let size = matches!(var, LaunchVar::Gsize | LaunchVar::Ngroups | LaunchVar::Tcount);
        self.at(node).int(u8::from(size))
    }

    /// The number of a thread in its block.
    fn rank(&mut self, node: &Node) -> Option<Expr> {
        let number = self.number_in_block(node)?;
        self.of_size(number, node)
    }

    /// The number of the thread in its block, as a mathematical integer.
    pub fn number_in_block(&mut self, node: &Node) -> Option<Expr> {
        let _ = self.counted.get_or_insert(node.at.unwrap_or(self.span));
        let mut out: Option<Expr> = None;
        for axis in self.dims.axes().iter().rev().copied() {
            let own = self.launch(LaunchVar::Lid, axis, node);
            out = Some(match out {
                Some(outer) => {
                    let size = self.launch(LaunchVar::Gsize, axis, node);
                    let at = self.at(node);
                    let rows = Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, outer, size) };
                    Expr { ty: Type::Int, ..at.binary(BinaryOp::Add, rows, own) }
                }
                None => own,
            });
        }
        out
    }

    /// The number of threads of a block.
    fn size_of_block(&mut self, node: &Node) -> Option<Expr> {
        let _ = self.counted.get_or_insert(node.at.unwrap_or(self.span));
        let mut out: Option<Expr> = None;
        for axis in self.dims.axes().iter().copied() {
            let size = self.launch(LaunchVar::Gsize, axis, node);
            let at = self.at(node);
            out = Some(match out {
                Some(before) => Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, before, size) },
                None => size,
            });
        }
        self.of_size(out?, node)
    }

    /// A number of threads as a value of the type of a node.
    fn of_size(&mut self, value: Expr, node: &Node) -> Option<Expr> {
        match (self.unit.type_of(node).scalar().and_then(Type::width), &value.kind) {
            (Some(_), ExprKind::Launch(..)) => {
                self.unit.type_of(node).scalar().map(|ty| super::launch::of_launch(value, ty))
            }
            (Some(width), _) => Some(bounded(wrapped(value, width), Type::Machine(width))),
            (None, _) => self.cannot(node, "this number of threads", "use an integer"),
        }
    }
}

/// What `tiled_partition` has divided into tiles: the block, or a larger tile with this number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parent {
    Block,
    Tile(u32),
}

/// What was divided into tiles, as the type of such a tile says: `thread_block_tile<8, thread_block_tile<32, …>>`.
fn parent(spelling: &str) -> Option<Parent> {
    let (_, inside) = spelling.split_once("thread_block_tile<")?;
    let (_, parent) = inside.split_once(',')?;
    let (name, rest) = parent.split_once('<').map_or((parent, None), |(name, rest)| (name, Some(rest)));
    let name = name.trim_end_matches('>').trim().rsplit([':', ' ']).next()?;
    match (name, rest) {
        ("thread_block", None) => Some(Parent::Block),
        ("thread_block_tile", Some(rest)) => {
            let size = rest.split([',', '>']).next()?.trim().trim_end_matches('U').parse().ok()?;
            Some(Parent::Tile(size))
        }
        _ => None,
    }
}

/// A gather of the threads of a tile.
fn of_tile(size: u32, how: Gathers) -> Gather {
    Gather { among: Among::Tile(size), all: true, result: None, how, args: Vec::new() }
}

/// Whether an expression names a group, or asks for the block, and does nothing else.
fn is_named(node: &Node) -> bool {
    let node = node.bare();
    match (node.kind.as_str(), node.inner.last()) {
        ("ImplicitCastExpr", Some(inner)) => is_named(inner),
        ("DeclRefExpr", _) => true,
        _ => is_fresh(node),
    }
}

/// Whether an expression asks for the block, and does nothing else.
fn is_fresh(node: &Node) -> bool {
    let called = node.bare().part(0).map(crate::c::kernels::callee).and_then(|named| named.referenced_decl.as_deref());
    node.bare().kind == "CallExpr" && called.is_some_and(|declared| declared.name == "this_thread_block")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_of_a_tile_names_its_parent() {
        let in_block = "const cooperative_groups::thread_block_tile<32, cooperative_groups::thread_block>";
        assert_eq!(parent(in_block), Some(Parent::Block));
        let in_tile = "cooperative_groups::thread_block_tile<8U, class cooperative_groups::thread_block_tile<16U, \
            cooperative_groups::thread_block>>";
        assert_eq!(parent(in_tile), Some(Parent::Tile(16)));
        for unknown in ["cooperative_groups::thread_block_tile<8>", "cooperative_groups::thread_block_tile<8, void>"] {
            assert_eq!(parent(unknown), None);
        }
    }
}
