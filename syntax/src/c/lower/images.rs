//! Reads of textures, and images.
//!
//! In: a call such as `tex2D(t, x, y)` or `read_imagef(image, sampler, at)`. Out: its value, or a statement.
//!
//! ```text
//! tex2D(t, x, y)                     an abstract function of the texture and the coordinates
//! read_imagef(image, sampler, at)    an abstract function of the image, the sampler and the coordinates
//! get_image_width(image)             a constant of the launch
//! write_imagef(image, at, colour)    a store to an array with an element for each pixel
//! ```
//!
//! How a sampler filters, and what is read outside of the image, is not known. No work-item writes what the launch
//! reads as a texture or through `read_only`: both languages leave the values of such reads open, and `sepal audit`
//! lists the abstract functions. A write outside of an image is an error, as in OpenCL 1.2 (section 6.12.14.4).

use super::convert::wrapped;
use super::state::{Array, Lower, Place, Value};
use crate::c::images::{sizes, SIZE};
use crate::c::kernels::{callee, parameters, Unit};
use crate::c::language::Language;
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::{BinaryOp, Clause, ClauseKind, Expr, ExprKind, FloatFormat, ScalarId, Type, Width};

/// The functions of CUDA that read textures.
const READS: [&str; 8] =
    ["tex1Dfetch", "tex1D", "tex2D", "tex3D", "tex1DLayered", "tex2DLayered", "tex2DLod", "texCubemap"];

/// The sizes of an image that the kernel writes, the outermost one first, and the type of its pixels. `None` for
/// another parameter, and for an image that the kernel writes with functions for different types of pixels.
pub fn written(unit: &Unit<'_>, kernel: &Node, parameter: &Node) -> Option<(Vec<&'static str>, CType)> {
    let ty = parameter.ty.spelling().trim_start_matches("__private ").strip_prefix("__write_only ")?;
    let mut kinds = Vec::new();
    for function in unit.reached(kernel) {
        function.each(&mut |node| {
            let name = node.part(0).filter(|_| node.kind == "CallExpr").map(callee);
            let name = name.and_then(|named| unit.builtin(named.referenced_decl.as_deref()?));
            kinds.extend(name.and_then(|name| name.strip_prefix("write_image")).map(str::to_owned));
        });
    }
    let pixel = match kinds.first().map_or("f", String::as_str) {
        "f" => Type::Float(FloatFormat::Single),
        "i" => Type::Machine(Width { bits: 32, signed: true }),
        "ui" => Type::Machine(Width { bits: 32, signed: false }),
        _ => return None,
    };
    let same = kinds.iter().all(|kind| Some(kind) == kinds.first());
    same.then(|| Some((sizes(ty)?.iter().rev().copied().collect(), CType::Vector(pixel, 4))))?
}

/// Whether a variable outside of functions is a texture.
pub fn is_texture(variable: &Node) -> bool {
    variable.ty.spelling().trim_start_matches("const ").starts_with("texture<")
}

impl Lower<'_, '_, '_> {
    /// That images have pixels: no host can create an image without (OpenCL 1.2, section 5.3.1).
    pub fn pixels_of_images(&self, kernel: &Node) -> Vec<Clause> {
        let is_image = |parameter: &&Node| {
            parameter.ty.spelling().contains("__read_only image")
                || parameter.ty.spelling().contains("__write_only image")
        };
        let mut out = Vec::new();
        for parameter in parameters(kernel).filter(is_image) {
            let at = self.at(parameter);
            for (n, scalar) in (0_u32..).zip(&self.env.memory.scalars) {
                let size =
                    scalar.name.name.strip_prefix(parameter.name.as_str()).and_then(|rest| rest.strip_prefix('.'));
                if size.is_some_and(|size| size != "number") {
                    let size = at.expr(ExprKind::Scalar(ScalarId(n)), Type::Machine(SIZE));
                    let one = Expr { ty: Type::Machine(SIZE), ..at.int(1) };
                    out.push(at.clause(ClauseKind::Requires, at.binary(BinaryOp::Le, one, size)));
                }
            }
        }
        out
    }

    /// A read of a texture; nothing for another function.
    pub fn texture(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let known = READS.contains(&name) && !self.unit.own.contains(name);
        let (texture, coordinates) = args.split_first()?;
        if !known || self.unit.language != Language::Cuda || self.unit.type_of(node) == CType::Void {
            return None;
        }
        let mut reference = texture.bare();
        while let ("ImplicitCastExpr", "NoOp", Some(inner)) =
            (reference.kind.as_str(), reference.cast_kind.as_str(), reference.part(0))
        {
            reference = inner.bare();
        }
        let global = reference.refers_to().and_then(|id| self.unit.globals.get(id)).filter(|one| is_texture(one));
        Some(match global {
            Some(declared) => self.sampled(&format!("{name}({})", declared.name), coordinates, node),
            // A number that the host made for the texture.
            None => self.sampled(name, args, node),
        })
    }

    /// A function of images; nothing for another function.
    pub fn image(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if self.unit.language != Language::OpenCl {
            return None;
        }
        Some(match (name, args) {
            ("read_imagef" | "read_imagei" | "read_imageui", [_, ..]) => self.sampled(name, args, node),
            ("write_imagef" | "write_imagei" | "write_imageui", [image, at, colour]) => {
                self.written_pixel([image, at, colour], node)
            }
            ("get_image_width", [image]) => self.image_size(image, "width", node).map(Value::Scalar),
            ("get_image_height", [image]) => self.image_size(image, "height", node).map(Value::Scalar),
            ("get_image_depth", [image]) => self.image_size(image, "depth", node).map(Value::Scalar),
            ("get_image_array_size", [image]) => self.image_size(image, "array_size", node).map(Value::Scalar),
            ("get_image_dim", [image]) => self.image_sizes(image, node),
            _ => return None,
        })
    }

    /// The value of an abstract function of all scalars of the arguments: a number, a vector, or a structure.
    fn sampled(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Value> {
        let values = self.arguments(args)?;
        if values.iter().any(|value| !matches!(value, Value::Scalar(_) | Value::Parts(_))) {
            return self.unknown_function(name, node);
        }
        let number = |e: Expr| if e.ty.is_int() { Expr { ty: Type::Int, ..e } } else { e };
        let scalars: Vec<Expr> = values.into_iter().flat_map(Value::scalars).map(number).collect();
        let scalars: Vec<Expr> = scalars.into_iter().map(|value| self.short(value)).collect();
        let ty = self.unit.type_of(node);
        let Some(parts) = ty.parts() else { return self.unknown_function(name, node) };
        let mut out = Vec::new();
        for (number, (part, of)) in parts.into_iter().enumerate() {
            // The last argument says which component of a vector the value is.
            let component = (!part.is_empty()).then(|| self.at(node).int(number));
            let scalars = scalars.iter().cloned().chain(component).collect();
            out.push(match of {
                Type::Machine(width) => wrapped(self.abstract_function(name, scalars, Type::Int, node), width),
                Type::Float(_) => self.abstract_function(name, scalars, of, node),
                _ => return self.unknown_function(name, node),
            });
        }
        match ty.scalar() {
            Some(_) => out.pop().map(Value::Scalar),
            None => Some(Value::Parts(out)),
        }
    }

    /// A store of a pixel. The coordinates are the numbers of the column, of the row, and of the plane.
    fn written_pixel(&mut self, [image, at, colour]: [&Node; 3], node: &Node) -> Option<Value> {
        let values = <[Value; 3]>::try_from(self.arguments_of(&[image, at, colour])?);
        let Ok([Value::Pointer(mut array, _), at, colour]) = values else {
            return self.cannot(node, "a write of this image", "write to a parameter of the kernel");
        };
        let mut coordinates = at.scalars();
        let dimensions = self.dimensions_of(&array);
        // A coordinate that has no meaning for the image fills a vector.
        coordinates.truncate(dimensions);
        let Some(column) = coordinates.first().cloned().filter(|_| coordinates.len() == dimensions) else {
            return self.cannot(node, "a write of this image", "give a coordinate for each of its dimensions");
        };
        array.index = coordinates.into_iter().skip(1).rev().collect();
        array.element = pixel(array.element);
        let place: Place = self.select(array, column, node)?;
        self.put(place, colour, image, node, false).map(|_| Value::Nothing)
    }

    /// The values of arguments.
    pub fn arguments_of(&mut self, args: &[&Node]) -> Option<Vec<Value>> {
        self.in_any_order(args, Self::value)
    }

    /// The number of dimensions of an array.
    fn dimensions_of(&self, array: &Array) -> usize {
        let heap = array.heaps.first().copied();
        let declared = heap.and_then(|heap| match heap {
            ir::Heap::Array(id) => self.env.memory.arrays.get(id.0 as usize),
            ir::Heap::Private(_) | ir::Heap::Elements(_) | ir::Heap::Field(_) => None,
        });
        declared.map_or(0, |array| array.dims)
    }

    /// The number of pixels of an image in one dimension.
    fn image_size(&mut self, image: &Node, size: &str, node: &Node) -> Option<Expr> {
        let known = match self.value(image)? {
            Value::Parts(parts) => {
                let ty = self.unit.type_of(image);
                ty.field_of_value(size).and_then(|(numbers, _)| parts.get(numbers.start).cloned())
            }
            Value::Pointer(array, _) => self.size_of_written(&array, size, node),
            Value::Scalar(_) | Value::Pieces(_) | Value::Address(_) | Value::Nothing => None,
        };
        match known {
            Some(size) => Some(size),
            None => self.cannot(node, "the size of this image", "pass the size as a parameter"),
        }
    }

    /// The constant of the launch that is a size of an image which the kernel writes.
    fn size_of_written(&self, array: &Array, size: &str, node: &Node) -> Option<Expr> {
        let Some(ir::Heap::Array(id)) = array.heaps.first() else { return None };
        let declared = self.env.memory.arrays.get(id.0 as usize)?;
        let name = format!("{}.{size}", declared.name.name.split('.').next()?);
        let number = self.env.memory.scalars.iter().position(|scalar| scalar.name.name == name)?;
        let id = ScalarId(u32::try_from(number).ok()?);
        Some(self.at(node).expr(ExprKind::Scalar(id), Type::Machine(SIZE)))
    }

    /// The width and the height of an image; of one with planes, also their number, and a 0.
    fn image_sizes(&mut self, image: &Node, node: &Node) -> Option<Value> {
        let CType::Vector(_, lanes) = self.unit.type_of(node) else { return self.unknown_function("this", node) };
        let mut out = vec![self.image_size(image, "width", node)?, self.image_size(image, "height", node)?];
        if lanes == 4 {
            out.push(self.image_size(image, "depth", node)?);
            out.push(Expr { ty: Type::Machine(SIZE), ..self.at(node).int(0) });
        }
        Some(Value::Parts(out))
    }
}

/// The type of the pixels of an image.
fn pixel(mut ty: CType) -> CType {
    while let CType::Array(element, _) = ty {
        ty = *element;
    }
    ty
}
