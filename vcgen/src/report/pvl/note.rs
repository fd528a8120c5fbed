//! Notes, which are printed with a verdict.

use ir::{By, Clause, Dims, ExprKind, ItemId, Language};
use logic::finding::{Note, Trust};

use super::annotated::word;
use super::Words;

impl Words<'_> {
    /// A note, in one sentence.
    pub fn note(&self, note: &Note) -> String {
        match note {
            Note::MachineInt(width) if self.program.language != Language::Pvl => format!(
                "these are launches of {}, with at most {} threads in each{}",
                self.launch_dimensions(),
                width.greatest(),
                match self.program.language {
                    Language::OpenCl => ", without a global offset, and with work-groups of one size",
                    Language::Cuda | Language::Pvl => "",
                }
            ),
            Note::MachineInt(width) => format!(
                "`int` is `{}`, from {} to {}: so are the values of the code and the sizes of a launch",
                width.name(),
                width.least(),
                width.greatest()
            ),
            Note::Inlined(procedure) => format!(
                "`{procedure}` has a barrier, so its code is inlined where it is called: its contract is only asserted \
                there, and does not limit what its code may access"
            ),
            Note::WholeAmount(amount) => {
                let share = match self.expression(*amount).map(|e| &e.kind) {
                    Some(ExprKind::Binary(_, a, b)) => {
                        format!(", `{}\\{}`", self.operand(a.node), self.operand(b.node))
                    }
                    _ => String::new(),
                };
                format!(
                    "line {}: the amount `{}` is integer division, and so 0 or a whole number; a share is written \
                    with a backslash{share}",
                    self.line(*amount),
                    self.quote(*amount)
                )
            }
        }
    }

    /// Why no contract could be inferred for the kernel, if that was tried.
    pub fn not_inferred(&self) -> Option<String> {
        let ItemId::Kernel(id) = self.item else { return None };
        let (span, what) = self.program().inferred.get(&id)?.missing?;
        let line = self.program().line(span);
        let some = self.program().kernel(id).is_some_and(|kernel| kernel.of_thread().clauses.iter().any(is_inferred));
        let which = if some { "not all" } else { "no" };
        Some(format!("{which} permissions could be inferred for this kernel, because of {what} (line {line})"))
    }

    /// The clauses that were inferred for the kernel, each with where it belongs.
    pub fn inferred(&self) -> Vec<String> {
        let ItemId::Kernel(id) = self.item else { return vec![] };
        let Some(kernel) = self.program().kernel(id) else { return vec![] };
        let mut out = Vec::new();
        let mut list = |clauses: &[Clause], place: &str| {
            for clause in clauses.iter().filter(|clause| clause.by == By::Inferred) {
                let word = format!("{}{}", self.level_of(clause.node), word(clause.kind));
                out.push(format!("inferred {place}: `{word} {};`", self.quote(clause.expr.node)));
            }
        };
        for (depth, contract) in kernel.levels() {
            list(
                &contract.clauses,
                match depth {
                    ir::Depth(0) => "for the launch",
                    depth if depth == kernel.innermost() => "for each thread",
                    ir::Depth(_) => "for each group",
                },
            );
        }
        kernel.body.each(&mut |stmt| {
            let what = if stmt.outline().waits.is_some() { "barrier" } else { "loop" };
            list(stmt.clauses(), &format!("for the {what} in line {}", self.line(stmt.node)));
        });
        out
    }

    /// The number of dimensions of a launch of the kernel, in words.
    pub fn launch_dimensions(&self) -> &'static str {
        match self.dims() {
            Dims::One => "one dimension",
            Dims::Two => "two dimensions",
            Dims::Three => "three dimensions",
        }
    }

    /// The name of something that a proof trusts.
    pub fn trust(&self, trust: Trust) -> String {
        match trust {
            Trust::Assume => "assume".to_owned(),
            Trust::Inhale => "inhale".to_owned(),
            Trust::Axiom(data) => format!("axiom of `{}`", data.name()),
            Trust::AbstractProcedure(p) => format!("abstract procedure `{}`", self.procedure(p)),
            Trust::AbstractFunction(f) => match self.program().function(f).is_some_and(|f| f.body.is_some()) {
                true => format!("specification of `{}`", self.function(f)),
                false => format!("abstract function `{}`", self.function(f)),
            },
        }
    }
}

/// Whether a clause was inferred.
fn is_inferred(clause: &Clause) -> bool {
    clause.by == By::Inferred
}
