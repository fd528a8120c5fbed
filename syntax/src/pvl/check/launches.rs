//! Checks launches of kernels, `launch k(groups = e, threads = e)(e, …);`.
//!
//! In: the parts as written, and the signatures of the kernels. Out: a typed launch, with the guarantees of [`Launch`].

use super::copies::dimensions;
use super::env::{Env, Formal, KernelSignature, Named};
use super::host::HostCode;
use super::launch::launch;
use super::types::show;
use crate::pvl::ast;
use crate::pvl::print;
use crate::pvl::similar::nearest;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Expr, Heap, KernelId, Launch, Span, Type, VarId};

const LAUNCH: &str = "type.launch-argument";

impl Env<'_> {
    /// Whether a name is that of a kernel which can be launched here, and not that of a procedure or a function.
    pub fn is_kernel(&self, name: &ast::Name) -> bool {
        self.kernels.iter().any(|kernel| kernel.name.name == name.text) && self.function(&name.text).is_none()
    }

    /// Reports a kernel that is called as if it were a procedure.
    pub fn called_kernel(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) {
        let name = &name.text;
        let args: Vec<String> = args.iter().map(print::expr).collect();
        let help = format!(
            "write `launch {name}(groups = …, threads = …)({});`, with the number of groups and the number of threads \
            in each group",
            args.join(", ")
        );
        let error = Diagnostic::new("type.procedure-call", span, format!("`{name}` is a kernel, and no procedure"));
        self.diagnostics.push(error.label("call of a kernel").help(help));
    }

    /// Checks `launch k(groups = e, threads = e)(e, …);`.
    pub fn launch(
        &mut self,
        name: &ast::Name,
        (groups, threads): (&[ast::Expr], &[ast::Expr]),
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Launch> {
        if !self.is_host_code(HostCode::Launch, span) {
            return None;
        }
        let kernels = self.kernels;
        let found = (0u32..).map(KernelId).zip(kernels).find(|(_, kernel)| kernel.name.name == name.text);
        let Some((kernel, signature)) = found else {
            self.unknown_kernel(name);
            return None;
        };
        let sizes = [self.sizes("groups", groups, signature), self.sizes("threads", threads, signature)];
        if signature.damaged {
            return None;
        }
        if args.len() != signature.formals.len() {
            self.wrong_number(signature, args.len(), span);
            return None;
        }
        let (mut scalars, mut buffers) = (Vec::new(), Vec::new());
        for (formal, arg) in signature.formals.iter().zip(args) {
            if formal.dims == 0 {
                scalars.push(self.scalar_argument(signature, formal, arg));
            } else {
                buffers.push(self.buffer(signature, formal, arg).map(Heap::Private));
            }
        }
        let sizes: Option<Vec<Vec<Expr>>> = sizes.into_iter().collect();
        let mut args: Vec<Expr> = sizes?.into_iter().flatten().collect();
        args.extend(scalars.into_iter().collect::<Option<Vec<Expr>>>()?);
        Some(Launch { kernel, args, buffers: buffers.into_iter().collect::<Option<_>>()?, stream: None })
    }

    /// Checks the numbers of groups, or of threads in each group.
    fn sizes(&mut self, word: &str, sizes: &[ast::Expr], kernel: &KernelSignature) -> Option<Vec<Expr>> {
        let typed: Vec<Option<Expr>> = sizes.iter().map(|size| self.value(size, Type::Int)).collect();
        let dims = kernel.dims.axes().len();
        if let (true, [first, .., last] | [first @ last]) = (sizes.len() != dims, sizes) {
            let name = &kernel.name.name;
            let numbers = if sizes.len() == 1 { "1 number".to_owned() } else { format!("{} numbers", sizes.len()) };
            let message = format!("`{name}` has {}, and `{word}` has {numbers}", dimensions(dims));
            let proposed = match dims {
                1 => {
                    let product = |a: ast::Expr, b: &ast::Expr| ast::Expr {
                        kind: ast::ExprKind::Binary(BinaryOp::Mul, a.at, Box::new(a), Box::new(b.clone())),
                        at: b.at,
                    };
                    print::expr(&sizes.iter().skip(1).fold(first.clone(), product))
                }
                _ => {
                    let sizes = sizes.iter().map(print::expr).chain(std::iter::repeat("1".to_owned()));
                    format!("({})", sizes.take(dims).collect::<Vec<_>>().join(", "))
                }
            };
            let help = format!("write a number for each dimension of the kernel, as in `{word} = {proposed}`");
            self.diagnostics.push(
                Diagnostic::new(LAUNCH, first.at.0.to(last.at.0), message)
                    .label("another number of dimensions")
                    .related(kernel.name.node.span, "the kernel has the dimensions whose axes it mentions")
                    .help(help),
            );
            return None;
        }
        typed.into_iter().collect()
    }

    /// Reports a launch with too few or too many arguments.
    fn wrong_number(&mut self, kernel: &KernelSignature, found: usize, span: Span) {
        let name = &kernel.name.name;
        let count = kernel.formals.len();
        let plural = if count == 1 { "" } else { "s" };
        self.diagnostics.push(
            Diagnostic::new(
                LAUNCH,
                span,
                format!("a launch of `{name}` takes {count} argument{plural}, found {found}"),
            )
            .label("wrong number of arguments")
            .related(kernel.name.node.span, "the kernel")
            .help(in_order(kernel)),
        );
    }

    /// Checks an argument for a global scalar.
    fn scalar_argument(&mut self, kernel: &KernelSignature, formal: &Formal, arg: &ast::Expr) -> Option<Expr> {
        if self.named(arg).is_none() {
            return self.value(arg, formal.ty);
        }
        self.unfit(
            kernel,
            formal,
            arg,
            format!("`{}` is an array, and", print::expr(arg)),
            "an array",
            in_order(kernel),
        )
    }

    /// Checks an argument for a global array, and returns the device array.
    fn buffer(&mut self, kernel: &KernelSignature, formal: &Formal, arg: &ast::Expr) -> Option<VarId> {
        let Some(named) = self.named(arg) else {
            if let ast::ExprKind::Name(name) = &arg.kind {
                if self.visible(name).is_none() && launch(name).is_none() {
                    self.unknown(name, arg.at.0, Named::Array, None);
                    return None;
                }
            }
            let found = format!("`{}` is not an array, and", print::expr(arg));
            return self.unfit(kernel, formal, arg, found, "not an array", in_order(kernel));
        };
        let name = print::expr(arg);
        let ty = show(formal.ty);
        if named.elem != formal.ty || named.dims != formal.dims {
            let found = format!(
                "`{name}` is an array of {} with elements of type `{}`, and",
                dimensions(named.dims),
                show(named.elem)
            );
            let help = format!(
                "declare the array like that of the kernel, `device {ty}{} {name};`; the parameters of `{}` are {}",
                "[…]".repeat(formal.dims),
                kernel.name.name,
                parameters(kernel)
            );
            return self.unfit(kernel, formal, arg, found, "another kind of array", help);
        }
        if !named.device {
            let found = format!("`{name}` is in host memory, and");
            let help = format!(
                "kernels work on device memory: declare `device {ty}{} d;` like `{name}`, write `copy(d, {name});` in \
                front of the launch, pass `d`, and write `copy({name}, d);` behind it",
                "[…]".repeat(formal.dims)
            );
            return self.unfit(kernel, formal, arg, found, "in host memory", help);
        }
        Some(named.var)
    }

    /// Reports an argument that does not fit the member of the kernel that it is for. `found` starts the message.
    fn unfit<T>(
        &mut self,
        kernel: &KernelSignature,
        formal: &Formal,
        arg: &ast::Expr,
        found: String,
        label: &str,
        help: String,
    ) -> Option<T> {
        let what = match formal.dims {
            0 => "a scalar of".to_owned(),
            1 => "a device array with elements of".to_owned(),
            dims => format!("a device array of {} with elements of", dimensions(dims)),
        };
        let (kernel, name) = (&kernel.name.name, &formal.name.name);
        let of = format!("`{name}` of `{kernel}` is {what} type `{}`", show(formal.ty));
        self.diagnostics.push(
            Diagnostic::new(LAUNCH, arg.at.0, format!("{found} {of}"))
                .label(label)
                .related(formal.name.node.span, "the argument is for this")
                .help(help),
        );
        None
    }

    /// Reports a launch of a kernel that does not exist.
    fn unknown_kernel(&mut self, name: &ast::Name) {
        let text = name.text.as_str();
        if self.poisoned.contains(text) || !self.reported.insert(text.to_owned()) {
            return;
        }
        let near = nearest(text, self.kernels.iter().map(|kernel| kernel.name.name.as_str()));
        let help = match near {
            _ if self.procedure(text).is_some() => format!("`{text}` is a procedure: call it, `{text}(…);`"),
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it: `kernel {text} {{ … void main() {{ … }} }}`"),
        };
        let error = Diagnostic::new("resolve.unknown-name", name.at.0, format!("there is no kernel `{text}`"));
        self.diagnostics.push(error.label("unknown").help(help));
    }
}

/// The global scalars and arrays of a kernel, with their types.
fn parameters(kernel: &KernelSignature) -> String {
    let each = |formal: &Formal| format!("`{}{} {}`", show(formal.ty), "[]".repeat(formal.dims), formal.name.name);
    kernel.formals.iter().map(each).collect::<Vec<_>>().join(", ")
}

/// The help that says which arguments a launch of a kernel takes.
fn in_order(kernel: &KernelSignature) -> String {
    let name = &kernel.name.name;
    if kernel.formals.is_empty() {
        return format!("`{name}` declares no global scalars and arrays: write `()`");
    }
    format!(
        "write an argument for each global scalar and array that `{name}` declares, in this order: {}",
        parameters(kernel)
    )
}
