//! The kernels of a file, the functions that they may call, and the memory of each kernel.
//!
//! In: the tree of a file. Out: a [`Unit`].

use super::classes;
use super::given::Given;
use super::language::Language;
use super::macros::Macro;
use super::scan::Scan;
use super::spelling::of_spelling;
use super::tree::Node;
use super::types::{CType, Names};
use ir::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A file.
pub struct Unit<'n> {
    /// The text.
    pub source: &'n str,
    /// The pieces of the text.
    pub scan: &'n Scan<'n>,
    /// The language.
    pub language: Language,
    /// The names of types.
    pub names: Names,
    /// The functions with a body, by the identities of all their declarations and by name.
    pub functions: BTreeMap<&'n str, &'n Node>,
    /// The lambdas, by identity, each with its function.
    pub lambdas: BTreeMap<&'n str, (&'n Node, &'n Node)>,
    /// The blocks in expressions, by identity.
    pub blocks: BTreeMap<&'n str, &'n Node>,
    /// The names of all functions that the user declares, anywhere.
    pub own: BTreeSet<&'n str>,
    /// The variables outside of functions, by identity.
    pub globals: BTreeMap<&'n str, &'n Node>,
    /// The structures of C++, by their names.
    pub records: BTreeMap<String, Vec<&'n Node>>,
    /// The values of the constants of enumerations, by identity.
    pub constants: BTreeMap<&'n str, i128>,
    /// The kernels, in the order of the text.
    pub kernels: Vec<&'n Node>,
    /// The places of the arguments of macros.
    pub arguments: Vec<Span>,
    /// The kernels of the user whose texts are not in one file that is known.
    pub unplaced: Vec<&'n Node>,
    /// The places of all declarations outside of functions.
    pub declarations: Vec<Span>,
    /// What a person says of the launches.
    pub given: &'n Given,
}

/// Collects the declarations of a file.
pub fn unit<'n>(
    tree: &'n Node,
    scan: &'n Scan<'n>,
    macros: &[Macro],
    (language, given): (Language, &'n Given),
) -> Unit<'n> {
    let mut unit = Unit {
        source: scan.source,
        scan,
        language,
        names: super::records::names(tree, language),
        functions: BTreeMap::new(),
        lambdas: BTreeMap::new(),
        blocks: BTreeMap::new(),
        own: BTreeSet::new(),
        globals: BTreeMap::new(),
        records: BTreeMap::new(),
        constants: BTreeMap::new(),
        kernels: Vec::new(),
        arguments: super::macros::arguments(scan, macros, &tree.expansions),
        unplaced: Vec::new(),
        declarations: Vec::new(),
        given,
    };
    collect(tree, &mut unit);
    tree.each(&mut |node| {
        if node.of_user && node.kind == "FunctionDecl" {
            let _ = unit.own.insert(&node.name);
        }
        if node.kind == "StmtExpr" {
            let _ = unit.blocks.insert(&node.id, node);
        }
        let called = |part: &&Node| part.kind == "CXXMethodDecl" && part.name == "operator()";
        let function = node.part(0).filter(|_| node.kind == "LambdaExpr");
        if let Some(function) = function.and_then(|record| record.inner.iter().find(called)) {
            let _ = unit.lambdas.insert(&node.id, (node, function));
        }
    });
    unit.kernels.retain(|kernel| body(kernel).is_some());
    let kernels = std::mem::take(&mut unit.kernels).into_iter();
    let is_placed = |kernel: &&Node| kernel.at.is_some() && body(kernel).is_some_and(|body| body.at.is_some());
    (unit.kernels, unit.unplaced) = kernels.partition(is_placed);
    // A call may name an earlier declaration of a function, which has no body.
    let named: BTreeMap<_, &Node> =
        unit.functions.values().filter(|f| body(f).is_some()).map(|f| (signature(f), *f)).collect();
    for function in unit.functions.values_mut() {
        if let Some(defined) = named.get(&signature(function)).filter(|_| body(function).is_none()) {
            *function = defined;
        }
    }
    unit
}

/// What tells functions apart: the name for the linker, where clang has one, and in CUDA whether the function is one of
/// the device, of the host or of both.
fn signature(function: &Node) -> (&str, bool, bool) {
    let name = if function.mangled_name.is_empty() { &function.name } else { &function.mangled_name };
    (name, function.has("CUDADeviceAttr"), function.has("CUDAHostAttr"))
}

/// Adds a function. A node that only refers to a function does not replace the function.
fn add<'n>(function: &'n Node, unit: &mut Unit<'n>) {
    let known = unit.functions.get(function.id.as_str()).is_some_and(|known| body(known).is_some());
    if !known {
        let _ = unit.functions.insert(&function.id, function);
    }
}

fn collect<'n>(node: &'n Node, unit: &mut Unit<'n>) {
    for part in &node.inner {
        match part.kind.as_str() {
            "FunctionDecl" => {
                unit.declarations.extend(part.at);
                add(part, unit);
                if part.has("OpenCLKernelAttr") || part.has("CUDAGlobalAttr") {
                    unit.kernels.push(part);
                }
            }
            "VarDecl" => {
                unit.declarations.extend(part.at);
                let _ = unit.globals.insert(&part.id, part);
            }
            "VarTemplateDecl" => {
                unit.declarations.extend(part.at);
                // The instances stand behind the variable itself, whose type has no values.
                for instance in part.inner.iter().filter(|v| v.kind == "VarTemplateSpecializationDecl") {
                    let _ = unit.globals.insert(&instance.id, instance);
                }
            }
            "VarTemplateSpecializationDecl" => {
                unit.declarations.extend(part.at);
                let _ = unit.globals.insert(&part.id, part);
            }
            "EnumDecl" => {
                unit.declarations.extend(part.at);
                enumeration(part, unit);
            }
            "LinkageSpecDecl" | "NamespaceDecl" => collect(part, unit),
            "CXXMethodDecl" | "CXXConstructorDecl" | "CXXConversionDecl" => {
                unit.declarations.extend(part.at);
                add(part, unit);
            }
            "CXXRecordDecl" => {
                unit.declarations.extend(part.at);
                of_record(part, unit);
            }
            "ClassTemplateDecl" => {
                unit.declarations.extend(part.at);
                let instances = part.inner.iter().filter(|of| of.kind == "ClassTemplateSpecializationDecl");
                instances.for_each(|instance| of_record(instance, unit));
            }
            "ClassTemplateSpecializationDecl" => {
                unit.declarations.extend(part.at);
                of_record(part, unit);
            }
            "FunctionTemplateDecl" => {
                unit.declarations.extend(part.at);
                // The instances stand behind the template itself, which has types without a name.
                for instance in part.inner.iter().filter(|f| f.kind == "FunctionDecl" && is_instance(f)) {
                    add(instance, unit);
                    if instance.has("CUDAGlobalAttr") {
                        unit.kernels.push(instance);
                    }
                }
            }
            _ => unit.declarations.extend(part.at.filter(|_| part.kind.ends_with("Decl"))),
        }
    }
}

/// Adds the members of a structure of C++.
fn of_record<'n>(record: &'n Node, unit: &mut Unit<'n>) {
    if !record.complete_definition || record.is_implicit {
        return;
    }
    unit.records.entry(classes::name(record)).or_default().push(record);
    for member in classes::members(record) {
        match member.kind.as_str() {
            "VarDecl" => {
                let _ = unit.globals.insert(&member.id, member);
            }
            _ => add(member, unit),
        }
    }
    record.inner.iter().filter(|part| part.kind == "CXXRecordDecl").for_each(|inner| of_record(inner, unit));
}

/// Whether a function is the instance of a template.
fn is_instance(function: &Node) -> bool {
    function.has("TemplateArgument")
}

/// Adds the constants of an enumeration.
fn enumeration<'n>(node: &'n Node, unit: &mut Unit<'n>) {
    // A constant whose value is not known is an error where it is used.
    let known = super::enumerations::values(node)
        .into_iter()
        .filter_map(|(constant, value)| Some((constant.id.as_str(), value?)));
    unit.constants.extend(known);
}

/// The body of a function.
pub fn body(function: &Node) -> Option<&Node> {
    function.inner.iter().find(|part| part.kind == "CompoundStmt")
}

/// The parameters of a function.
pub fn parameters(function: &Node) -> impl Iterator<Item = &Node> {
    function.inner.iter().filter(|part| part.kind == "ParmVarDecl")
}

/// The expression that names the function of a call.
pub fn callee(node: &Node) -> &Node {
    match (node.bare().kind.as_str(), node.bare().part(0)) {
        ("ImplicitCastExpr", Some(inner)) => callee(inner),
        _ => node.bare(),
    }
}

/// The place of the head of a function: from its start to its body.
pub fn head(function: &Node) -> Span {
    let whole = function.at.unwrap_or_default();
    let start = body(function).and_then(|body| body.at).map_or(whole.end, |at| at.start);
    Span { end: start.max(whole.start), ..whole }
}

impl<'n> Unit<'n> {
    /// The function that a call calls, by the identity that the call names.
    pub fn function(&self, id: &str) -> Option<&'n Node> {
        self.functions.get(id).copied()
    }

    /// A kernel or a function, and all functions that it may call, each once.
    pub fn reached(&self, from: &'n Node) -> Vec<&'n Node> {
        let mut out: Vec<&'n Node> = Vec::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut next = vec![from];
        while let Some(function) = next.pop() {
            if !seen.insert(&function.id) {
                continue;
            }
            out.push(function);
            if let Some(body) = body(function) {
                let mut visit = |node: &'n Node| {
                    next.extend(self.called(node).filter(|called| called.id != function.id));
                };
                // What a constructor initialises stands in front of its body.
                body.each(&mut visit);
                let initialised = function.inner.iter().filter(|part| part.kind == "CXXCtorInitializer");
                initialised.for_each(|part| part.each(&mut visit));
            }
        }
        out
    }

    /// The type of a declaration or of an expression.
    pub fn type_of(&self, node: &Node) -> CType {
        of_spelling(node.ty.spelling(), &self.names)
    }

    /// The function of the language that a call names, if it is one: no file of the user declares it.
    pub fn builtin<'d>(&self, declared: &'d Node) -> Option<&'d str> {
        let of_language = match (self.functions.get(declared.id.as_str()), self.language) {
            (Some(known), _) => !known.of_user && body(known).is_none(),
            // clang knows the functions of OpenCL by itself, and the tree has no declarations of them.
            (None, Language::OpenCl) => !self.own.contains(declared.name.as_str()),
            (None, Language::Cuda) => false,
        };
        (declared.kind == "FunctionDecl" && of_language).then_some(declared.name.as_str())
    }

    /// The name and the arguments, if a statement is a barrier.
    pub fn barrier<'d>(&self, node: &'d Node) -> Option<(&'d str, &'d [Node])> {
        let node = node.bare();
        if node.kind != "CallExpr" {
            return None;
        }
        if self.is_sync(node) {
            return Some(("__syncthreads", &[]));
        }
        let name = self.builtin(callee(node.part(0)?).referenced_decl.as_deref()?)?;
        let known = match self.language {
            Language::OpenCl => matches!(name, "barrier" | "work_group_barrier"),
            Language::Cuda => name == "__syncthreads",
        };
        known.then(|| (name, node.inner.get(1..).unwrap_or_default()))
    }

    /// Whether a call is `b.sync()` or `sync(b)` for a variable with the block of a thread.
    fn is_sync(&self, node: &Node) -> bool {
        let named = node.part(0).map(callee);
        let function = named.and_then(|named| named.referenced_decl.as_deref());
        let object = match (named, function, node.inner.get(1..)) {
            (Some(member), None, Some([])) if member.kind == "MemberExpr" && member.name == "sync" => member.part(0),
            (_, Some(declared), Some([object])) => Some(object)
                .filter(|_| declared.kind == "FunctionDecl" && declared.name == "sync" && !self.own.contains("sync")),
            _ => None,
        };
        object.map(callee).is_some_and(|object| object.kind == "DeclRefExpr" && self.type_of(object).is_block())
    }

    /// The name of a kernel. An instance of a template has the arguments of the template in its name: `fill<int>`.
    pub fn name_of(&self, kernel: &Node) -> String {
        classes::name(kernel)
    }

    /// Whether a variable is in the memory that the threads of a group share.
    pub fn is_local(&self, variable: &Node) -> bool {
        // Behind the last star stands the address space of the variable itself.
        let own = variable.ty.spelling().rsplit('*').next().unwrap_or_default();
        let local = own.split_whitespace().any(|word| word == "__local");
        variable.has("CUDASharedAttr") || (self.language == Language::OpenCl && local)
    }

    /// Whether a variable outside of functions always has the value with which it is initialised.
    pub fn is_constant(&self, variable: &Node) -> bool {
        let ty = &variable.ty;
        let word =
            |name: &str| [&ty.qual_type, ty.spelling()].iter().any(|ty| ty.split_whitespace().any(|w| w == name));
        let scalar = self.type_of(variable).scalar().is_some();
        let constant = word("const") || self.language == Language::OpenCl && word("__constant");
        scalar && constant && !word("volatile") && !variable.init.is_empty()
    }
}

/// Whether a parameter points to local memory.
pub fn points_to_local(parameter: &Node) -> bool {
    let spelled = parameter.ty.spelling();
    spelled.split('*').next().is_some_and(|to| to.split_whitespace().any(|word| word == "__local"))
}

/// The variables that the parts of a node assign, or whose address they take, by identity.
pub fn assigned(node: &Node) -> BTreeSet<&str> {
    let mut out = BTreeSet::new();
    node.each(&mut |part| {
        let writes = match part.kind.as_str() {
            "BinaryOperator" => part.opcode == "=",
            "CompoundAssignOperator" => true,
            "UnaryOperator" => matches!(part.opcode.as_str(), "++" | "--" | "&"),
            _ => false,
        };
        let target = match part.kind.as_str() {
            "CXXOperatorCallExpr" => part.part(1),
            "CXXMemberCallExpr" => classes::object(part).map(|(object, _)| object),
            _ => part.part(0).filter(|_| writes),
        };
        if let Some(target) = target.map(whole) {
            out.extend(target.refers_to());
        }
    });
    out
}

/// The place whose component an expression is, without the names of components: `a[i]` for `a[i].pos.x`.
fn whole(node: &Node) -> &Node {
    let node = node.bare();
    match (node.kind.as_str(), node.part(0)) {
        ("ExtVectorElementExpr", Some(of)) => whole(of),
        ("MemberExpr", Some(of)) if !node.is_arrow => whole(of),
        // The index of a vector stands behind the vector itself, and that of an array behind a pointer.
        ("ArraySubscriptExpr", Some(of)) if of.bare().kind != "ImplicitCastExpr" => whole(of),
        _ => node,
    }
}
