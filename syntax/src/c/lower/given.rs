//! Preconditions that the command line states.
//!
//! In: the sizes and values that a person gives ([`Given`]). Out: clauses of the contract of the launch, and the number
//! of dimensions that the sizes have. What a size says of a dimension that the kernel does not name is kept: the launch
//! then has this dimension.

use super::state::{Binding, Lower, LAUNCH};
use crate::c::given::{Given, Sizes, Values};
use crate::c::kernels::parameters;
use crate::c::tree::Node;
use dashu::integer::IBig;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{
    ArrayDecl, Axis, BinaryOp, By, Clause, ClauseKind, Dims, Expr, ExprKind, FloatFormat, Heap, LaunchVar, Span, Type,
    Width,
};

/// The axes, in the order of sizes.
const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

/// The sizes that a person may give.
fn sizes(given: &Given) -> impl Iterator<Item = (LaunchVar, &Sizes)> {
    let all = [
        (LaunchVar::Gsize, &given.threads),
        (LaunchVar::Ngroups, &given.groups),
        (LaunchVar::Tcount, &given.all_threads),
    ];
    all.into_iter().filter_map(|(var, sizes)| Some((var, sizes.as_ref()?)))
}

/// The number of dimensions in which the given sizes may differ from 1.
pub fn dims(given: &Given) -> Dims {
    let axis = |sizes: &Sizes| sizes.0.iter().rposition(|size| *size != Some(1)).unwrap_or(0);
    let last = sizes(given).map(|(_, sizes)| axis(sizes)).max().unwrap_or(0);
    Dims::up_to(AXES.get(last).copied().unwrap_or(Axis::Z))
}

/// Whether values are given for a kernel: for all instances of a template, or for one of them.
fn concerns(values: &Values, kernel: &str) -> bool {
    values.kernel == kernel || kernel.split_once('<').is_some_and(|(template, _)| values.kernel == template)
}

/// An error for each kernel that the command line names and the file does not have.
pub fn unknown_kernels(given: &Given, kernels: &[String], first: Span) -> Vec<Diagnostic> {
    let named = given.arguments.iter().chain(&given.sizes_of_arrays);
    let unknown = named.filter(|values| !kernels.iter().any(|kernel| concerns(values, kernel)));
    let error = |values: &Values| {
        let message =
            format!("the command line names a kernel `{}`, and this file has none of that name", values.kernel);
        let names: Vec<String> = kernels.iter().map(|name| format!("`{name}`")).collect();
        let help = format!(
            "the file has {}; options for one of several files stand in its first line, behind `//`, and \
             `--header-flags` reads them",
            names.join(", ")
        );
        Diagnostic::new("c.command-line", first, message).label("the first kernel of this file").help(help)
    };
    unknown.map(error).collect()
}

impl<'n> Lower<'_, 'n, '_> {
    /// The conditions about the parameters of a kernel that a person gives. The bindings must be those of the
    /// parameters in front of the body.
    pub fn given_parameters(&mut self, kernel: &'n Node, arrays: &[ArrayDecl]) -> Vec<Expr> {
        let (given, name, mut out) = (self.unit.given, self.unit.name_of(kernel), Vec::new());
        let is_about = |one: &&Values| concerns(one, &name);
        for one in given.arguments.iter().filter(is_about) {
            out.extend(self.given_arguments(kernel, one).unwrap_or_default());
        }
        for one in given.sizes_of_arrays.iter().filter(is_about) {
            out.extend(self.given_lengths(kernel, one, arrays).unwrap_or_default());
        }
        out
    }

    /// The conditions about the sizes of the launch that a person gives, and those about parameters, as clauses of the
    /// contract of the launch.
    pub fn given(&mut self, kernel: &'n Node, of_parameters: Vec<Expr>) -> Vec<Clause> {
        let given = self.unit.given;
        let at = self.at(kernel);
        let mut conditions = Vec::new();
        for (var, sizes) in sizes(given) {
            self.env.mentions.record(var);
            for (n, axis) in AXES.into_iter().enumerate() {
                // A dimension that the sizes do not have has one element.
                let size = sizes.0.get(n).copied().unwrap_or(Some(1));
                if let Some(size) = size.filter(|_| Dims::up_to(axis) <= self.env.mentions.dims) {
                    let var = at.expr(ExprKind::Launch(var, axis), Type::Machine(LAUNCH));
                    conditions.push(equals(at, var, size.into()));
                }
            }
        }
        conditions.extend(of_parameters);
        let clause = |e| Clause { by: By::CommandLine, ..at.clause(ClauseKind::Requires, e) };
        conditions.into_iter().map(clause).collect()
    }

    /// What is given of the parameters of a kernel that are numbers.
    fn given_arguments(&mut self, kernel: &'n Node, given: &Values) -> Option<Vec<Expr>> {
        let mut numbers = Vec::new();
        for parameter in parameters(kernel) {
            if let Some(Binding::Scalar(id, ty)) = self.bindings.get(parameter.id.as_str()) {
                numbers.push((parameter, At::new(parameter.at.unwrap_or(self.span)).expr(ExprKind::Scalar(*id), *ty)));
            }
        }
        self.fit("of a number type", numbers.len(), kernel, given)?;
        let mut out = Vec::new();
        for ((parameter, scalar), value) in numbers.into_iter().zip(&given.values) {
            let Some(value) = value else { continue };
            let at = self.at(parameter);
            match scalar.ty {
                Type::Machine(width) if !has_bits(width, value) => {
                    let help = format!("the parameter has {} bits", width.bits);
                    return self.misfit(parameter, "the value that is given does not fit the parameter", &help);
                }
                // The bits of a negative number may be given as a number without a sign.
                Type::Machine(width) => out.push(equals(at, scalar, width.modulo(value))),
                Type::Bool
                | Type::Float(_)
                | Type::Int
                | Type::Frac
                | Type::Resource
                | Type::Array(_)
                | Type::Object(_)
                | Type::Enum(_)
                | Type::Data(_)
                | Type::Collection(..) => {
                    let help = "give `*` for parameters that are no integers, and `requires` for their values";
                    return self.misfit(parameter, "a value is given for a parameter that is no integer", help);
                }
            }
        }
        Some(out)
    }

    /// What is given of the arrays to which the parameters of a kernel point.
    fn given_lengths(&mut self, kernel: &'n Node, given: &Values, arrays: &[ArrayDecl]) -> Option<Vec<Expr>> {
        let mut pointers = Vec::new();
        for parameter in parameters(kernel) {
            if let Some(Binding::Array(array)) = self.bindings.get(parameter.id.as_str()) {
                pointers.push((parameter, array.heaps.clone()));
            }
        }
        self.fit("that points to an array", pointers.len(), kernel, given)?;
        let mut out = Vec::new();
        for ((parameter, heaps), value) in pointers.into_iter().zip(&given.values) {
            let Some(value) = value else { continue };
            let of = |heap: &Heap| match heap {
                Heap::Array(id) => arrays.get(id.0 as usize),
                Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => None,
            };
            // The parts of a structure may have bytes between them.
            let array = if let [heap] = heaps.as_slice() { of(heap) } else { None };
            let shape = array.and_then(|array| Some((array.dims.as_slice(), bytes(array.elem)?)));
            let Some(([length], bytes)) = shape else {
                let help = "give `*` for this parameter, and `requires` for its length";
                return self.misfit(parameter, "a size is given for an array whose elements have no simple size", help);
            };
            if value < &bytes || value % &bytes != IBig::ZERO {
                let help = format!("an element has {bytes} bytes; the size is in bytes, too");
                return self.misfit(parameter, "the size that is given is no number of whole elements", &help);
            }
            out.push(equals(self.at(parameter), length.clone(), value / bytes));
        }
        Some(out)
    }

    /// Reports a value that does not fit a parameter.
    fn misfit<T>(&mut self, parameter: &Node, message: &str, help: &str) -> Option<T> {
        let span = parameter.at.unwrap_or(self.span);
        self.env.diagnostics.push(Diagnostic::new("c.command-line", span, message).label("this one").help(help));
        None
    }

    /// Reports values that are too few or too many for the parameters of a kernel.
    fn fit(&mut self, what: &str, parameters: usize, kernel: &'n Node, given: &Values) -> Option<()> {
        if parameters == given.values.len() {
            return Some(());
        }
        let s = |count: usize| if count == 1 { "" } else { "s" };
        let (values, name) = (given.values.len(), &given.kernel);
        let message = format!(
            "the command line gives {values} value{} for `{name}`, which has {parameters} parameter{} {what}",
            s(values),
            s(parameters)
        );
        let error = Diagnostic::new("c.command-line", crate::c::kernels::head(kernel), message);
        self.env.diagnostics.push(
            error
                .label("this kernel")
                .help("give one value for each of these parameters, in order, and `*` for any value"),
        );
        None
    }
}

/// Whether a number can be written with the bits of a type, with or without a sign.
fn has_bits(width: Width, value: &IBig) -> bool {
    let of = |signed| Width { signed, ..width };
    *value >= of(true).least() && *value <= of(false).greatest()
}

fn equals(at: At, a: Expr, value: IBig) -> Expr {
    let ty = a.ty;
    at.binary(BinaryOp::Eq, a, Expr { ty, ..at.int(value) })
}

/// The size of an element in bytes.
fn bytes(ty: Type) -> Option<IBig> {
    match ty {
        Type::Machine(width) => Some(IBig::from(width.bits / 8)),
        Type::Float(FloatFormat::Single) => Some(4.into()),
        Type::Float(FloatFormat::Double) => Some(8.into()),
        Type::Bool => Some(IBig::ONE),
        Type::Int | Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_) => None,
        Type::Enum(_) | Type::Data(_) | Type::Collection(..) => None,
    }
}
