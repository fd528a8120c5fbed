//! Names and quotations of the parts of one item, in the words of its source.

use ir::{
    ArrayDecl, ArrayId, Axis, BinaryOp, Block, Contract, Dims, Expr, ExprKind, FloatFormat, FnId, Function, Heap,
    Ident, ItemId, Kernel, KernelId, LabelId, Language, LaunchVar, Node, PointId, ProcId, Procedure, Program, ScalarId,
    Space, Span, StmtKind, Type, VarDecl, VarId,
};
use logic::finding::Subject;
use logic::obligation::Task;
use logic::syntactic::has_barrier;

/// The name of something that the program does not declare. It is never printed, because every name is resolved.
const NAMELESS: &str = "?";

/// The words for findings about one item of a program.
#[derive(Clone, Copy, Debug)]
pub struct Words<'p> {
    pub(super) program: &'p Program,
    /// The kernel, or the one that a function belongs to.
    pub(super) kernel: Option<&'p Kernel>,
    /// The variables of the item.
    vars: &'p [VarDecl],
    /// The name of the item, if it is a procedure.
    pub(super) procedure: Option<&'p str>,
    /// The item.
    pub(super) item: ItemId,
    /// Whether the program has fractions.
    pub(super) fractions: bool,
}

impl<'p> Words<'p> {
    /// The words for the findings of a task.
    pub fn of(program: &'p Program, task: &Task) -> Self {
        let (kernel, vars) = match task.id {
            ItemId::Kernel(id) => {
                let kernel = program.kernel(id);
                (kernel, kernel.map(|k| k.vars.as_slice()))
            }
            ItemId::Function(id) => {
                let function = program.function(id);
                let kernel = function.and_then(|f| f.kernel).and_then(|id| program.kernel(id));
                (kernel, function.map(|f| f.vars.as_slice()))
            }
            ItemId::Procedure(id) => {
                let procedure = program.procedure(id);
                let kernel = procedure.and_then(|p| p.kernel).and_then(|k| program.kernel(k));
                (kernel, procedure.map(|p| p.vars.as_slice()))
            }
        };
        let procedure = match task.id {
            ItemId::Procedure(id) => program.procedure(id).map(|p| p.name.name.as_str()),
            ItemId::Kernel(_) | ItemId::Function(_) => None,
        };
        let fractions = program.has_fractions();
        Self { program, kernel, vars: vars.unwrap_or_default(), procedure, item: task.id, fractions }
    }

    /// The text of a part of the program, on one line; empty if the part has no text.
    pub fn quote(&self, node: Node) -> String {
        self.program.texts.get(&node.id).cloned().unwrap_or_else(|| self.program.quote(node))
    }

    /// The text at a place, on one line.
    pub(super) fn quote_at(&self, span: Span) -> String {
        self.program.quote(span)
    }

    /// The text at a place.
    pub(super) fn raw(&self, span: Span) -> &'p str {
        span.text(&self.program.text)
    }

    /// The text of the file.
    pub(super) fn source(&self) -> &'p str {
        &self.program.text
    }

    /// The contract of the item: of each thread, if the item is a kernel.
    pub(super) fn contract(&self) -> Option<&'p Contract> {
        match self.item {
            ItemId::Kernel(id) => self.program.kernel(id).map(Kernel::of_thread),
            ItemId::Function(id) => self.program.function(id).map(|f| &f.contract),
            ItemId::Procedure(id) => self.program.procedure(id).map(|p| &p.contract),
        }
    }

    /// The item.
    pub(super) fn item_node(&self) -> Option<Node> {
        match self.item {
            ItemId::Kernel(id) => self.program.kernel(id).map(|k| k.node),
            ItemId::Function(id) => self.program.function(id).map(|f| f.node),
            ItemId::Procedure(id) => self.program.procedure(id).map(|p| p.node),
        }
    }

    /// How many of the variables of the item are parameters.
    pub(super) fn parameters(&self) -> usize {
        match self.item {
            ItemId::Kernel(_) => 0,
            ItemId::Function(id) => self.program.function(id).map_or(0, |f| f.params),
            ItemId::Procedure(id) => self.program.procedure(id).map_or(0, |p| p.params),
        }
    }

    /// Whether the variable is a result of the item, of which each path needs a value.
    pub(super) fn is_result(&self, variable: VarId) -> bool {
        match self.item {
            ItemId::Procedure(id) => self.program.procedure(id).is_some_and(|p| p.results.contains(&variable)),
            ItemId::Kernel(_) | ItemId::Function(_) => false,
        }
    }

    /// Whether a part of the program stands in a contract of the item.
    pub(super) fn is_in_contract(&self, part: Node) -> bool {
        let inside = |contract: &Contract| contract.clauses.iter().any(|clause| part.is_inside(&clause.node));
        self.contract().is_some_and(inside) || self.kernel.is_some_and(|kernel| kernel.contracts().any(inside))
    }

    /// The word in front of a clause at the level of this one, with a blank: `kernel `, `group `, or nothing.
    pub(super) fn level_of(&self, part: Node) -> &'static str {
        let Some(kernel) = self.kernel else { return "" };
        let inside = |contract: &Contract| contract.clauses.iter().any(|clause| part.is_inside(&clause.node));
        match kernel.levels().find(|(_, contract)| inside(contract)) {
            Some((depth, _)) if depth == kernel.innermost() => "",
            Some((depth, _)) if depth == ir::Depth::LAUNCH => "kernel ",
            Some(_) => "group ",
            None => "",
        }
    }

    /// The program.
    pub(crate) fn program(&self) -> &'p Program {
        self.program
    }

    /// All procedures.
    pub(super) fn procedures(&self) -> impl Iterator<Item = &'p Procedure> {
        self.program.procedures.iter()
    }

    /// Whether some code of the program waits at a barrier.
    pub(super) fn waits(&self) -> bool {
        self.bodies().any(has_barrier)
    }

    /// Where the contract of a kernel's threads stands.
    pub(super) fn contract_place(&self) -> &'static str {
        match self.program.language {
            Language::Pvl => "in front of `void main()`",
            Language::OpenCl | Language::Cuda => "in front of the kernel",
        }
    }

    /// Whether a kernel or a procedure has atomic steps.
    pub(super) fn has_steps(&self) -> bool {
        let mut found = false;
        self.bodies().for_each(|body| body.each(&mut |stmt| found |= matches!(stmt.kind, StmtKind::Atomic { .. })));
        found
    }

    /// The bodies of all kernels and procedures.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &'p Block> {
        let of_procedures = self.program.procedures.iter().filter_map(|p| p.body.as_ref());
        self.program.kernels.iter().map(|k| &k.body).chain(of_procedures)
    }

    /// The line on which a part of the program begins.
    pub fn line(&self, node: Node) -> ir::Line {
        self.program.line(node)
    }

    /// A location between backquotes, or the name of its array where there is no text.
    pub(super) fn location(&self, node: Node, heap: Heap) -> String {
        let text = self.quote(node);
        if text.is_empty() {
            format!("`{}`", self.array(heap))
        } else {
            format!("`{text}`")
        }
    }

    /// A part of the program between backquotes.
    pub(super) fn written(&self, node: Node) -> String {
        let text = self.quote(node);
        if text.is_empty() {
            "this".to_owned()
        } else {
            format!("`{text}`")
        }
    }

    /// The name of an array.
    pub(super) fn array(&self, heap: Heap) -> &'p str {
        match heap {
            Heap::Array(_) => self.declaration(heap).map_or(NAMELESS, |a| &a.name.name),
            Heap::Private(id) => self.variable(id),
            Heap::Elements(elem) => arrays_of(elem),
            Heap::Field(id) => self.program.field(id).map_or(NAMELESS, |field| &field.name.name),
        }
    }

    fn declaration(&self, heap: Heap) -> Option<&'p ArrayDecl> {
        match heap {
            Heap::Array(ArrayId(n)) => self.kernel.and_then(|k| k.arrays.get(n as usize)),
            Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => None,
        }
    }

    /// The lengths of an array, as they are declared.
    pub(super) fn lengths(&self, heap: Heap) -> Option<&'p [Expr]> {
        self.declaration(heap).map(|array| array.dims.as_slice())
    }

    /// The length of an array, as a clause can mention it. The declaration of a pointer in C says none.
    pub(super) fn length(&self, heap: Heap, written: Node) -> String {
        let pointer = matches!(self.lengths(heap), Some([Expr { kind: ExprKind::Scalar(_), .. }]));
        match self.program.language {
            Language::OpenCl | Language::Cuda if pointer => format!("{}.length", self.array(heap)),
            Language::Pvl | Language::OpenCl | Language::Cuda => self.quote(written),
        }
    }

    /// The name of an array.
    pub fn array_name(&self, heap: Heap) -> &'p str {
        self.array(heap)
    }

    /// The factors of the length of an array with one dimension, if the length is declared as a product.
    pub(super) fn factors(&self, heap: Heap) -> Option<Vec<String>> {
        let [length] = self.lengths(heap)? else { return None };
        let (mut factors, mut rest) = (Vec::new(), length);
        while let ExprKind::Binary(BinaryOp::Mul, a, b) = &rest.kind {
            factors.push(self.quote(b.node));
            rest = a;
        }
        factors.push(self.quote(rest.node));
        factors.reverse();
        (factors.len() > 1).then_some(factors)
    }

    /// How many dimensions an array has.
    pub(super) fn dimensions(&self, heap: Heap) -> usize {
        self.declaration(heap).map_or(1, |a| a.dims.len())
    }

    /// The name of a variable of the item.
    pub(super) fn variable(&self, id: VarId) -> &'p str {
        self.vars.get(id.0 as usize).map_or(NAMELESS, |v| &v.name.name)
    }

    /// The declaration of a variable of the item.
    pub(super) fn variable_decl(&self, id: VarId) -> Option<&'p VarDecl> {
        self.vars.get(id.0 as usize)
    }

    /// The name of an array or variable.
    pub fn subject(&self, of: Subject) -> &'p str {
        match of {
            Subject::Heap(heap) => self.array(heap),
            Subject::Variable(id) => self.variable(id),
        }
    }

    /// The name of a constant of the kernel.
    pub(super) fn scalar(&self, id: ScalarId) -> &'p str {
        let decl = self.kernel.and_then(|k| k.scalars.get(id.0 as usize));
        decl.map_or(NAMELESS, |s| &s.name.name)
    }

    /// The name of a function.
    pub(super) fn function(&self, id: FnId) -> &'p str {
        self.function_of(id).map_or(NAMELESS, |f| &f.name.name)
    }

    /// The name of a label of the item.
    pub(super) fn label_name(&self, id: LabelId) -> &'p str {
        let labels = match self.item {
            ItemId::Kernel(kernel) => self.program.kernel(kernel).map(|k| &k.labels),
            ItemId::Procedure(procedure) => self.program.procedure(procedure).map(|p| &p.labels),
            ItemId::Function(_) => None,
        };
        labels.and_then(|labels| labels.get(id.0 as usize)).map_or(NAMELESS, |label| &label.name)
    }

    /// The name of a procedure.
    pub(super) fn procedure(&self, id: ProcId) -> &'p str {
        self.program.procedure(id).map_or(NAMELESS, |p| &p.name.name)
    }

    /// The streams and events of the item.
    fn points(&self) -> &'p [Ident] {
        match self.item {
            ItemId::Procedure(id) => self.program.procedure(id).map_or(&[], |p| &p.points),
            ItemId::Kernel(_) | ItemId::Function(_) => &[],
        }
    }

    /// The name of a stream or an event.
    pub(super) fn point(&self, id: PointId) -> &'p str {
        self.points().get(id.0 as usize).map_or(NAMELESS, |ident| &ident.name)
    }

    /// Whether the item declares a variable, a stream or an event of this name.
    pub(super) fn declares(&self, name: &str) -> bool {
        let variables = self.vars.iter().map(|decl| &decl.name);
        variables.chain(self.points()).any(|ident| ident.name == name)
    }

    /// The name of a kernel.
    pub(super) fn kernel_name(&self, id: KernelId) -> &'p str {
        self.program.kernel(id).map_or(NAMELESS, |k| &k.name.name)
    }

    /// The name of an array of a kernel.
    pub(super) fn array_of(&self, kernel: KernelId, array: ArrayId) -> &'p str {
        let decl = self.program.kernel(kernel).and_then(|k| k.arrays.get(array.0 as usize));
        decl.map_or(NAMELESS, |a| &a.name.name)
    }

    /// The name of a parameter of a function.
    pub(super) fn parameter(&self, function: FnId, id: VarId) -> &'p str {
        let decl = self.function_of(function).and_then(|f| f.vars.get(id.0 as usize));
        decl.map_or(NAMELESS, |v| &v.name.name)
    }

    fn function_of(&self, id: FnId) -> Option<&'p Function> {
        self.program.function(id)
    }

    /// The first procedure of the kernel that has a contract, if the `main` of the kernel has none.
    pub(super) fn only_contract(&self) -> Option<&'p str> {
        let kernel = self.kernel?;
        let of_kernel =
            |p: &&ir::Procedure| p.kernel.and_then(|id| self.program.kernel(id)).is_some_and(|k| k.node == kernel.node);
        let with_contract = |p: &&ir::Procedure| !p.contract.clauses.is_empty();
        let main_has_none = kernel.contracts().all(|contract| contract.clauses.is_empty());
        let mut procedures = self.program.procedures.iter().filter(of_kernel).filter(with_contract);
        main_has_none.then(|| procedures.next()).flatten().map(|p| p.name.name.as_str())
    }

    /// When the code of the item starts, which is the moment that `\old` means.
    pub(super) fn start(&self) -> &'static str {
        if self.procedure.is_some() {
            "when the procedure was called"
        } else {
            "when the kernel started"
        }
    }

    /// How many dimensions the launch has.
    pub(super) fn dims(&self) -> Dims {
        self.kernel.map_or(Dims::One, ir::Kernel::dims)
    }

    /// The name of a size or position of the launch in one dimension.
    pub(super) fn launch(&self, var: LaunchVar, axis: Axis) -> String {
        format!("{}{}", var.name(), self.dims().suffix(axis))
    }

    /// A name in some dimensions: `` `tid.x`, `tid.y` and `tid.z` ``.
    pub(super) fn listed(&self, var: LaunchVar, axes: &[Axis], word: &str) -> String {
        let names: Vec<String> = axes.iter().map(|axis| format!("`{}`", self.launch(var, *axis))).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }
}

/// The word for a memory.
pub(super) fn memory(space: Space) -> &'static str {
    match space {
        Space::Global => "global",
        Space::Local => "local",
    }
}

/// What a report calls the arrays to which references refer: their type.
fn arrays_of(elem: Type) -> &'static str {
    match elem {
        Type::Int | Type::Machine(_) => "int[]",
        Type::Bool => "bool[]",
        Type::Float(FloatFormat::Single) => "float[]",
        Type::Float(FloatFormat::Double) => "double[]",
        Type::Array(Type::Int | Type::Machine(_)) => "int[][]",
        Type::Array(Type::Bool) => "bool[][]",
        Type::Array(Type::Float(FloatFormat::Single)) => "float[][]",
        Type::Array(Type::Float(FloatFormat::Double)) => "double[][]",
        Type::Array(_) => "arrays of references",
        Type::Frac | Type::Resource | Type::Object(_) | Type::Collection(..) => NAMELESS,
        Type::Enum(_) | Type::Data(_) => NAMELESS,
    }
}
