//! Launch variables: which of them a kernel mentions, in which dimensions, and where they may be used.
//!
//! In: names, in the order in which they are found. Out: typed expressions, and at the end of a kernel the number of
//! dimensions of its launch. In a launch of several dimensions, a launch variable without axis is an error, because
//! `tid` could mean `tid.x` or a number of all threads.

use super::env::Named;
use super::env::{Env, ExprContext};
use crate::pvl::ast;
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{Axis, Dims, ExprKind, LaunchVar, Type};

/// The launch variable with this name. Other front ends write a backslash in front of it, so that no variable of the
/// program has the name.
pub fn launch(name: &str) -> Option<LaunchVar> {
    let name = match name {
        // The numbers of a thread in the launch and in its group, as VerCors names them in files of C.
        "\\gtid" => "tid",
        "\\ltid" => "lid",
        _ => name.strip_prefix('\\').unwrap_or(name),
    };
    LaunchVar::ALL.into_iter().find(|var| var.name() == name)
}

impl Env<'_> {
    /// Checks a launch variable with an axis, such as `tid.y`.
    #[inline(never)]
    pub fn along(&mut self, name: &ast::Name, axis: Axis, span: Span) -> Option<(ExprKind, Type)> {
        let text = name.text.as_str();
        let hidden = self.variable(text).is_some();
        if let Some(var) = launch(text).filter(|_| !hidden) {
            return self.launch_variable(var, Some(axis), span);
        }
        if hidden || self.scalar(text).is_some() || self.array(text).is_some() || self.function(text).is_some() {
            let what = if hidden { "a variable" } else { "declared" };
            self.diagnostics.push(
                Diagnostic::new("resolve.axis", span, format!("`{text}` is {what} here, and has no axis"))
                    .label("not a name of the launch")
                    .help("an axis is written behind `tid`, `lid`, `gid`, `gsize`, `ngroups` and `tcount`"),
            );
            return None;
        }
        self.unknown(text, span, Named::Value, Some(axis));
        None
    }

    /// The expression for a launch variable, with its axis if one is written.
    pub fn launch_variable(&mut self, var: LaunchVar, axis: Option<Axis>, span: Span) -> Option<(ExprKind, Type)> {
        self.mentions.record(var);
        match axis {
            Some(axis) => self.mentions.dims = self.mentions.dims.max(Dims::up_to(axis)),
            None => self.mentions.bare.push((var, span)),
        }
        let kind = ExprKind::Launch(var, axis.unwrap_or(Axis::X));
        self.launch_visible(var, axis, span).then_some((kind, self.read_as(self.int)))
    }

    /// Whether a launch variable may be used at this position; if not, an error is reported.
    fn launch_visible(&mut self, var: LaunchVar, axis: Option<Axis>, span: Span) -> bool {
        let thread = matches!(var, LaunchVar::Tid | LaunchVar::Lid);
        let of_group = var == LaunchVar::Gid;
        let dot = axis.map_or_else(String::new, |axis| format!(".{}", axis.name()));
        let (wrong, place, help) = match self.context {
            ExprContext::Code | ExprContext::Assertion | ExprContext::Thread => (
                self.kernel.is_none(),
                "a procedure outside of kernels",
                "pass it as a parameter, or write the procedure into the kernel".to_owned(),
            ),
            ExprContext::Group => (
                thread,
                "the contract of a group",
                format!("quantify over the threads: `(\\forall int t = 0 .. gsize{dot}; …)`"),
            ),
            ExprContext::Kernel => (
                thread || of_group,
                "the contract of a kernel",
                format!("quantify over the threads: `(\\forall int t = 0 .. tcount{dot}; …)`"),
            ),
            ExprContext::Length if self.kernel.is_none() => {
                (true, "a procedure outside of kernels", "write the procedure into the kernel".to_owned())
            }
            ExprContext::Length => (
                thread || of_group,
                "the length of an array",
                format!("a length may read scalars, `gsize{dot}`, `ngroups{dot}` and `tcount{dot}`"),
            ),
            ExprContext::Requires | ExprContext::Ensures | ExprContext::Body => {
                (thread || of_group || self.kernel.is_none(), "a pure function", "pass it as a parameter".to_owned())
            }
        };
        if wrong {
            let name = var.name();
            self.diagnostics.push(
                Diagnostic::new("resolve.out-of-level", span, format!("`{name}{dot}` has no meaning in {place}"))
                    .label("no meaning here")
                    .help(help),
            );
        }
        !wrong
    }

    /// At the end of a kernel: reports names without axis if the launch has several dimensions.
    pub fn missing_axes(&mut self) {
        let dims = self.mentions.dims;
        if dims == Dims::One {
            return;
        }
        let many = if dims == Dims::Two { "two" } else { "three" };
        for (var, span) in std::mem::take(&mut self.mentions.bare) {
            let name = var.name();
            let all: Vec<String> = dims.axes().iter().map(|axis| format!("{name}.{}", axis.name())).collect();
            let help = match (var, all.as_slice()) {
                (LaunchVar::Tcount | LaunchVar::Gsize | LaunchVar::Ngroups, all) => {
                    format!("write `{}` for all dimensions together, or `{name}.x` for one of them", all.join(" * "))
                }
                (LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid, [init @ .., last]) => {
                    let init: Vec<String> = init.iter().map(|name| format!("`{name}`")).collect();
                    format!("write {} or `{last}`", init.join(", "))
                }
                (LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid, []) => format!("write `{name}.x`"),
            };
            let message = format!("the launch of this kernel has {many} dimensions, and `{name}` does not name one");
            self.diagnostics.push(Diagnostic::new("resolve.axis", span, message).label("without axis").help(help));
        }
    }
}
