//! The memory of a kernel.
//!
//! In: a kernel. Out: its arrays and the constants of its launch. A parameter that points to values is an array of its
//! own, whose length is a constant of the launch; so parameters do not overlap, which reports say. A parameter that is
//! a number is a constant of the launch. Arrays that the threads of a group share, in the kernel or in functions that
//! it calls, and variables outside of functions are further arrays.

use super::images::written;
use super::state::{Array, Binding, LAUNCH};
use crate::c::images::SIZE;
use crate::c::kernels::{parameters, points_to_local, Unit};
use crate::c::scan::Kind;
use crate::c::tree::Node;
use crate::c::types::{CType, Piece};
use crate::pvl::check::env::{ArraySignature, Memory};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{ArrayDecl, ArrayId, Axis, Dims, Expr, ExprKind, Heap, ScalarDecl, ScalarId, Space, Span, Type, Width};
use std::collections::{BTreeMap, BTreeSet};

/// The type of the length of an array that a parameter points to.
const LENGTH: Width = Width { bits: 64, signed: false };

/// The memory of a kernel.
pub struct KernelMemory<'n> {
    /// The names that annotations see.
    pub signatures: Memory,
    /// The arrays.
    pub arrays: Vec<ArrayDecl>,
    /// What each declaration declares, by identity.
    pub bindings: BTreeMap<&'n str, Binding>,
    /// The declarations about which an error was reported.
    pub lost: BTreeSet<&'n str>,
    /// The constants of the launch that say which work-item executes asynchronous copies.
    pub copiers: Vec<(Axis, ScalarId)>,
    /// The arrays of parameters that the kernel may compare with null, each with the constant that says whether the
    /// pointer is null, and with its length.
    pub nulls: Vec<(Heap, ScalarId, Expr)>,
    /// The array in shared memory whose length the host chooses.
    dynamic: Option<Span>,
    /// Every error.
    pub errors: Vec<Diagnostic>,
}

/// The memory of a kernel whose code names these dimensions.
pub fn of_kernel<'n>(unit: &Unit<'n>, kernel: &'n Node, dims: Dims) -> KernelMemory<'n> {
    let mut out = KernelMemory {
        signatures: Memory::default(),
        arrays: Vec::new(),
        bindings: BTreeMap::new(),
        lost: BTreeSet::new(),
        copiers: Vec::new(),
        nulls: Vec::new(),
        dynamic: None,
        errors: Vec::new(),
    };
    for parameter in parameters(kernel) {
        match written(unit, kernel, parameter) {
            Some((sizes, pixel)) => out.image(parameter, sizes, pixel),
            None => out.parameter(unit, parameter),
        }
    }
    if super::nulls::has_comparisons(unit, kernel) {
        parameters(kernel).for_each(|parameter| out.may_be_null(parameter));
    }
    if super::async_copies::has_copies(unit, kernel) {
        // No annotation can spell these names.
        let names = ["copier-x", "copier-y", "copier-z"];
        for (axis, name) in dims.axes().iter().zip(names) {
            let id = out.scalar(name, Type::Machine(LAUNCH), kernel.at.unwrap_or_default());
            out.copiers.push((*axis, id));
        }
    }
    for function in unit.reached(kernel) {
        function.each(&mut |node| {
            let Some(declared) = shared(unit, node) else { return };
            let id = declared.id.as_str();
            if !out.bindings.contains_key(id) && !out.lost.contains(id) {
                let space = if unit.is_local(declared) { Space::Local } else { Space::Global };
                out.one_extern(declared, space);
                out.variable(unit, (declared, kernel), space);
            }
        });
    }
    out
}

/// The variable in local or global memory that a node declares or refers to.
fn shared<'n>(unit: &Unit<'n>, node: &'n Node) -> Option<&'n Node> {
    match node.kind.as_str() {
        "VarDecl" => unit.is_local(node).then_some(node),
        "DeclRefExpr" => {
            let declared = *unit.globals.get(node.refers_to()?)?;
            // The value of a constant is computed where it is used.
            let memory = !unit.is_constant(declared) && !super::images::is_texture(declared);
            (memory && !super::launch::is_launch_variable(&declared.name)).then_some(declared)
        }
        _ => None,
    }
}

/// The type of the elements to which a kernel casts an array whenever the kernel names the array; `None` if there is no
/// one such type.
fn elements_as_used(unit: &Unit<'_>, declared: &Node, kernel: &Node) -> Option<CType> {
    let (mut uses, mut casts) = (0_usize, Vec::new());
    for function in unit.reached(kernel) {
        function.each(&mut |node| {
            uses += usize::from(node.refers_to() == Some(&declared.id));
            let named = node.part(0).filter(|_| node.cast_kind == "BitCast").and_then(decayed);
            if let (true, CType::Pointer(to)) = (named == Some(&declared.id), unit.type_of(node)) {
                casts.push(*to);
            }
        });
    }
    let first = casts.first().filter(|ty| ty.stored().is_some_and(|pieces| !pieces.is_empty()))?;
    (casts.len() == uses && casts.iter().all(|ty| ty == first)).then(|| first.clone())
}

/// Whether an annotation of the file has a name.
fn is_annotated(unit: &Unit<'_>, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let texts = unit.scan.pieces.iter().filter(|piece| matches!(piece.kind, Kind::Line | Kind::Block));
    let mut texts = texts.map(|piece| piece.at.text(unit.source));
    texts.any(|text| text.contains('@') && text.split(|c: char| !word(c)).any(|other| other == name))
}

/// The identity of the array to whose start an expression points.
fn decayed(node: &Node) -> Option<&str> {
    let node = node.bare();
    match (node.cast_kind.as_str(), node.part(0)) {
        ("ArrayToPointerDecay", Some(array)) => array.bare().refers_to(),
        ("NoOp", Some(inner)) => decayed(inner),
        _ => None,
    }
}

impl<'n> KernelMemory<'n> {
    /// The arrays in local memory.
    pub fn local(&self) -> std::collections::BTreeSet<ir::Heap> {
        let all = (0..).map(ir::ArrayId).zip(&self.arrays);
        all.filter(|(_, array)| array.space == Space::Local).map(|(id, _)| ir::Heap::Array(id)).collect()
    }

    /// Adds a parameter of the kernel.
    fn parameter(&mut self, unit: &Unit<'n>, parameter: &'n Node) {
        let span = parameter.at.unwrap_or_default();
        match unit.type_of(parameter) {
            CType::Pointer(to) => {
                let space = if points_to_local(parameter) { Space::Local } else { Space::Global };
                let (mut dims, mut element) = (vec![self.length(&parameter.name, span)], *to);
                // A pointer to arrays is an array of several dimensions.
                while let CType::Array(of, Some(length)) = element {
                    dims.push(At::new(span).int(length));
                    element = *of;
                }
                self.array(parameter, element, space, dims);
            }
            ty => match (ty.scalar(), ty.pieces()) {
                (Some(scalar), _) => {
                    let id = self.scalar(&parameter.name, scalar, span);
                    let _ = self.bindings.insert(&parameter.id, Binding::Scalar(id, scalar));
                }
                (None, Some(pieces)) => {
                    let (name, fixed) = (&parameter.name, parameter.is_const());
                    let bindings: Option<Vec<Binding>> =
                        pieces.iter().map(|piece| self.piece((name, fixed), piece, span)).collect();
                    match bindings {
                        Some(bindings) => {
                            let _ = self.bindings.insert(&parameter.id, Binding::Parts(bindings));
                        }
                        None => self.unsupported(parameter),
                    }
                }
                (None, None) => self.unsupported(parameter),
            },
        }
    }

    /// Adds a parameter that is an image which the kernel writes: an array with an element for each pixel.
    fn image(&mut self, parameter: &'n Node, sizes: Vec<&str>, pixel: CType) {
        let (span, ty) = (parameter.at.unwrap_or_default(), Type::Machine(SIZE));
        self.has_own_name(parameter);
        let mut dims = Vec::new();
        for size in sizes {
            let id = self.scalar(&format!("{}.{size}", parameter.name), ty, span);
            dims.push(At::new(span).expr(ExprKind::Scalar(id), ty));
        }
        self.declare(parameter, pixel, Space::Global, dims);
    }

    /// Adds a piece of a parameter that is a structure: a constant of the launch, one for each element of an array, or
    /// an array to which a pointer points. A long array of a parameter that is `fixed`, which no thread writes, is an
    /// array of the launch.
    fn piece(&mut self, (of, fixed): (&str, bool), piece: &Piece, span: Span) -> Option<Binding> {
        let name = format!("{of}.{}", piece.name);
        if let CType::Pointer(to) = &piece.ty {
            let dims = vec![self.length(&name, span)];
            return self.arrays_of(&name, (**to).clone(), Space::Global, dims, span).map(Binding::Array);
        }
        let (scalar, all) = (piece.ty.scalar()?, Piece { name, ..piece.clone() });
        let mut constants = Vec::new();
        let Some(names) = all.names() else {
            let dims = all.dims.iter().map(|length| At::new(span).int(*length)).collect();
            let array = self.arrays_of(&all.name, all.ty.clone(), Space::Global, dims, span).filter(|_| fixed)?;
            return Some(Binding::Array(Array { length: all.dims.first().copied(), ..array }));
        };
        for name in names {
            constants.push(Binding::Scalar(self.scalar(&name, scalar, span), scalar));
        }
        match piece.dims.is_empty() {
            true => constants.pop(),
            false => Some(Binding::Parts(constants)),
        }
    }

    /// Reports a second array whose length the host chooses: all of them are the same memory.
    fn one_extern(&mut self, declared: &'n Node, space: Space) {
        if space != Space::Local || declared.storage_class != "extern" {
            return;
        }
        let span = declared.at.unwrap_or_default();
        if let Some(first) = self.dynamic.replace(span) {
            self.errors.push(
                Diagnostic::new("c.unsupported", span, "Sepal does not read two `extern` arrays in shared memory yet")
                    .label("the same memory as the first one")
                    .related(first, "the first one")
                    .help("use one array, and its parts"),
            );
        }
    }

    /// Adds a variable in local or global memory.
    fn variable(&mut self, unit: &Unit<'n>, (declared, kernel): (&'n Node, &'n Node), space: Space) {
        let span = declared.at.unwrap_or_default();
        let mut ty = unit.type_of(declared);
        if let CType::Pointer(to) = &ty {
            let origin = super::cells::origin(&self.bindings, declared, kernel, to);
            if let Some(array) = origin.filter(|_| space == Space::Local && !is_annotated(unit, &declared.name)) {
                return self.cell(declared, array);
            }
        }
        if let (CType::Array(written, None), Some(element)) = (&ty, elements_as_used(unit, declared, kernel)) {
            // The length is one that the host chooses, so the memory is just as well an array of these elements. A
            // person who writes of the array may count the elements of the declared type.
            if **written != element && is_annotated(unit, &declared.name) {
                let name = &declared.name;
                let message = format!("annotations name `{name}`, which the code uses as an array of another type");
                self.errors.push(
                    Diagnostic::new("c.unsupported", span, message)
                        .label("an index of which elements?")
                        .help("declare the array with the type to which the code casts it"),
                );
            }
            ty = CType::Array(Box::new(element), None);
        }
        let mut dims = Vec::new();
        while let CType::Array(element, length) = ty {
            dims.push(match length {
                Some(length) => At::new(span).int(length),
                None => self.length(&declared.name, span),
            });
            ty = *element;
        }
        if dims.is_empty() {
            // One value is an array of one element.
            dims.push(At::new(span).int(1));
        }
        self.array(declared, ty, space, dims);
    }

    /// Adds the constant that says whether a parameter is null.
    fn may_be_null(&mut self, parameter: &Node) {
        let Some(Binding::Array(array)) = self.bindings.get(parameter.id.as_str()) else { return };
        let heap = array.heaps.first().copied();
        let length = match heap {
            Some(Heap::Array(id)) => self.arrays.get(id.0 as usize).and_then(|array| array.dims.first().cloned()),
            _ => None,
        };
        if let (Some(heap), Some(length)) = (heap, length) {
            // No annotation can spell this name.
            let name = format!("{} is null", parameter.name);
            let id = self.scalar(&name, Type::Bool, parameter.at.unwrap_or_default());
            self.nulls.push((heap, id, length));
        }
    }

    /// Adds a pointer in local memory, which points into an array.
    fn cell(&mut self, declared: &'n Node, array: Array) {
        let (span, heap) =
            (declared.at.unwrap_or_default(), ArrayId(u32::try_from(self.arrays.len()).unwrap_or(u32::MAX)));
        let at = At::new(span);
        // No annotation can spell this name: what it says of the pointer would be about the memory of the pointer.
        let (name, dims) = (at.name(format!("element of {}", declared.name)), vec![at.int(1)]);
        let (space, elem) = (Space::Local, Type::Int);
        self.signatures.arrays.push(ArraySignature { name: name.clone(), space, elem, dims: 1 });
        self.arrays.push(ArrayDecl { name, space, elem, dims, initial: Vec::new(), node: span.into() });
        let _ = self.bindings.insert(&declared.id, Binding::Cell(array, Heap::Array(heap)));
    }

    fn array(&mut self, declared: &'n Node, element: CType, space: Space, dims: Vec<Expr>) {
        self.has_own_name(declared);
        self.declare(declared, element, space, dims);
    }

    /// Reports a parameter or array with the name of another one.
    fn has_own_name(&mut self, declared: &Node) {
        let span = declared.at.unwrap_or_default();
        let name = At::new(span).name(declared.name.as_str());
        let arrays = self.signatures.arrays.iter().map(|known| &known.name);
        let known = arrays.chain(self.signatures.scalars.iter().map(|known| &known.name));
        // `a.x` is a part of `a`, and `a.length` is the length of an array.
        let same = |known: &&ir::Ident| known.name.split('.').next() == Some(declared.name.as_str());
        let lengths = |known: &&ir::Ident| !known.name.ends_with(".length");
        if let Some(first) = known.into_iter().filter(lengths).find(same) {
            let message = format!("two parameters or arrays of this kernel have the name `{}`", name.name);
            self.errors.push(
                Diagnostic::new("c.unsupported", span, message)
                    .label("the second one")
                    .related(first.node.span, "the first one")
                    .help("give one of them another name, so that annotations can tell them apart"),
            );
        }
    }

    fn declare(&mut self, declared: &'n Node, element: CType, space: Space, dims: Vec<Expr>) {
        let span = declared.at.unwrap_or_default();
        match self.arrays_of(&declared.name, element, space, dims, span) {
            Some(array) => {
                let _ = self.bindings.insert(&declared.id, Binding::Array(array));
            }
            None => self.unsupported(declared),
        }
    }

    /// Adds an array for each piece of an element; `None` if the elements are none that memory may have.
    fn arrays_of(&mut self, name: &str, element: CType, space: Space, dims: Vec<Expr>, span: Span) -> Option<Array> {
        let (pieces, at) = (element.stored()?, At::new(span));
        // The type of what the first index selects.
        let mut element = element;
        for length in dims.iter().skip(1).rev() {
            let length = match &length.kind {
                ExprKind::Int(n) => u64::try_from(n.clone()).ok(),
                _ => None,
            };
            element = CType::Array(Box::new(element), length);
        }
        let mut heaps = Vec::new();
        for piece in pieces {
            let name = at.name(if piece.name.is_empty() { name.to_owned() } else { format!("{name}.{}", piece.name) });
            let elem = piece.ty.scalar()?;
            let dims: Vec<Expr> = dims.iter().cloned().chain(piece.dims.iter().map(|length| at.int(*length))).collect();
            heaps.push(Heap::Array(ArrayId(u32::try_from(self.arrays.len()).unwrap_or(u32::MAX))));
            self.signatures.arrays.push(ArraySignature { name: name.clone(), space, elem, dims: dims.len() });
            self.arrays.push(ArrayDecl { name, space, elem, dims, initial: Vec::new(), node: span.into() });
        }
        Some(Array::new(heaps, element, Vec::new(), None))
    }

    /// Adds a constant of the launch that is the length of an array.
    fn length(&mut self, name: &str, span: Span) -> Expr {
        let ty = Type::Machine(LENGTH);
        let id = self.scalar(&format!("{name}.length"), ty, span);
        At::new(span).expr(ExprKind::Scalar(id), ty)
    }

    fn scalar(&mut self, name: &str, ty: Type, span: Span) -> ScalarId {
        let id = ScalarId(u32::try_from(self.signatures.scalars.len()).unwrap_or(u32::MAX));
        self.signatures.scalars.push(ScalarDecl { name: At::new(span).name(name), ty });
        id
    }

    fn unsupported(&mut self, declared: &'n Node) {
        let (span, ty) = (declared.at.unwrap_or_default(), &declared.ty.qual_type);
        let _ = self.lost.insert(&declared.id);
        self.errors.push(
            Diagnostic::new("c.unsupported", span, format!("Sepal does not read memory of type `{ty}` yet"))
                .label("not supported")
                .help("use numbers, vectors, structures and arrays of them, and no pointers in the memory itself"),
        );
    }
}
