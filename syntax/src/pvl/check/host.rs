//! Checks where host code stands, and that it leaves elements of device memory alone.
//!
//! In: statements of host code, and locations that code reads or writes. Out: diagnostics. What typed programs
//! guarantee is listed at [`ir::Program::host_procedures`] and [`ir::VarDecl`].

use super::env::{Env, ExprContext};
use crate::pvl::ast;
use ir::diagnostic::Diagnostic;
use ir::{Gets, Heap, HostReason, Place, Program, Span};

/// A statement of host code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostCode {
    /// A declaration of device memory.
    Device,
    /// A copy between arrays.
    Copy,
    /// A launch.
    Launch,
    /// A stream, an event, or a wait for them.
    Stream,
    /// A parallel block.
    Par,
    /// `new T[e]`
    New,
    /// `invariant inv(e) { … }`
    Share,
    /// A lock, or a thread that is started.
    Lock,
}

impl Env<'_> {
    /// Whether host code may stand here; if not, an error is reported.
    pub fn is_host_code(&mut self, what: HostCode, span: Span) -> bool {
        let name = match what {
            HostCode::Device => "device memory cannot be declared",
            HostCode::Copy => "arrays cannot be copied",
            HostCode::Launch => "a kernel cannot be launched",
            HostCode::Stream => "streams cannot be used",
            HostCode::Par => "a parallel block cannot stand",
            HostCode::New => "an array cannot be created",
            HostCode::Share => "an invariant cannot be shared",
            HostCode::Lock => "locks and threads cannot be used",
        };
        let (place, help) = match (self.kernel, self.in_atomic, what) {
            (None, false, _) => return self.may_stand_in_par(what, span),
            (None, true, _) => ("in an `atomic`", "write it in front of the `atomic` or behind it"),
            (Some(_), _, HostCode::Device) => (
                "in the code of a kernel",
                "global memory of a kernel is declared in front of its contract: `global int[n] d;`; a private array \
                of a thread is declared without `device`",
            ),
            (Some(_), _, HostCode::Copy) => (
                "in the code of a kernel",
                "threads copy elements, such as `b[tid] := a[tid];`; `copy` stands in a procedure of the top level, \
                and copies its arrays",
            ),
            (Some(_), _, HostCode::Par) => (
                "in the code of a kernel",
                "the threads of a launch run this code in parallel already; a parallel block stands in a procedure \
                of the top level",
            ),
            (Some(_), _, HostCode::New) => (
                "in the code of a kernel",
                "declare an array of the thread with a length that is known before the code runs, as in `int[4] q;`, \
                or memory of the kernel, as in `global int[n] a;`",
            ),
            (Some(_), _, HostCode::Share) => (
                "in the code of a kernel",
                "an invariant is shared by the iterations of a parallel block, in a procedure of the top level",
            ),
            (Some(_), _, HostCode::Lock) => (
                "in the code of a kernel",
                "threads of a kernel exclude each other in `atomic { … }`; locks are for procedures of the top level \
                and for methods",
            ),
            (Some(_), _, HostCode::Stream) => (
                "in the code of a kernel",
                "streams order launches and copies, in a procedure of the top level; the threads of a group wait for \
                each other at a barrier",
            ),
            (Some(_), _, HostCode::Launch) => (
                "in the code of a kernel",
                "write the `launch` in a procedure of the top level, behind the `launch` of this kernel",
            ),
        };
        let error = Diagnostic::new("type.host-code", span, format!("{name} {place}")).label("host code").help(help);
        self.diagnostics.push(error);
        false
    }

    /// Reports an element of device memory that code of the host reads or writes, as `done` says.
    pub fn on_device(&mut self, place: &Place, name: &ast::Name, span: Span, done: &str) -> Option<()> {
        let Heap::Private(var) = place.heap else { return Some(()) };
        let Some(decl) = self.vars.get(var.0 as usize).filter(|decl| decl.device) else { return Some(()) };
        if self.context != ExprContext::Code {
            return Some(());
        }
        let name = &name.text;
        let like = "declare an array `h` of the host like it, without `device`";
        let help = match done {
            "read" => format!(
                "{like}, write `copy(h, {name});` in front of this, and read `h` instead; annotations such as `assert` \
                may read `{name}`"
            ),
            _ => format!("{like}, assign to `h` instead, and write `copy({name}, h);` behind that"),
        };
        self.diagnostics.push(
            Diagnostic::new("type.device-access", span, format!("an element of device memory is {done} on the host"))
                .label("in device memory")
                .related(decl.name.node.span, "declared here")
                .help(help),
        );
        None
    }
}

/// The place that makes a procedure one of the host, in words.
fn because(why: HostReason<'_>) -> (ir::Node, &'static str) {
    let stmt = match why {
        HostReason::Parameter(decl) => return (decl.name.node, "this is a reference"),
        HostReason::Statement(stmt) => stmt,
    };
    let outline = stmt.outline();
    let because = match outline.gets {
        _ if outline.callee.is_some() => "this calls a host procedure",
        _ if outline.launches.is_some() => "this launches a kernel",
        Some(Gets::Anywhere(_)) => "this copies an array",
        Some(Gets::Iterators(_)) => "this runs a parallel block",
        None => "this orders operations of the device",
        Some(Gets::Declared(_) | Gets::Assigned(_) | Gets::Results(_) | Gets::Location(_)) => {
            "this declares an array of the host or the device"
        }
    };
    (stmt.node, because)
}

/// Diagnostics for calls of host procedures in kernels and in procedures of kernels.
pub fn called_by_kernels(program: &Program) -> Vec<Diagnostic> {
    let host = program.host_procedures();
    let kernels = program.kernels.iter().map(|kernel| &kernel.body);
    let procedures = program.procedures.iter().filter(|procedure| procedure.kernel.is_some());
    let mut out = Vec::new();
    for body in kernels.chain(procedures.filter_map(|procedure| procedure.body.as_ref())) {
        body.each(&mut |stmt| {
            let callee = stmt.outline().callee;
            let Some((id, why)) = callee.and_then(|id| Some((*id, *host.get(id)?))) else { return };
            let name = program.procedure(id).map_or("", |procedure| &procedure.name.name);
            let (node, because) = because(why);
            out.push(
                Diagnostic::new(
                    "type.host-code",
                    stmt.node.span,
                    format!("a kernel cannot call `{name}`, which is host code"),
                )
                .label("call of host code")
                .related(node.span, because)
                .help(
                    "move what the kernel needs into a procedure that does not copy arrays, launch kernels, use \
                        references or declare arrays whose length depends on a parameter",
                ),
            );
        });
    }
    out
}
