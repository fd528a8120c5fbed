//! Notes, which are printed with a verdict.

use ir::{ExprKind, Node};
use logic::finding::{Note, Trust};

use super::Words;

/// Largest number of conditions that one note lists.
const LISTED: usize = 4;

impl Words<'_> {
    /// A note, in one sentence.
    pub fn note(&self, note: &Note) -> String {
        match note {
            Note::OneGroup => "kernel requires ngroups == 1 (implicit: the kernel does not mention groups)".to_owned(),
            Note::MachineInt(width) => format!(
                "`int` is `{}`, from {} to {}: so are the values of the code and the sizes of a launch",
                width.name(),
                width.least(),
                width.greatest()
            ),
            Note::OnlyLaunchesWith(conditions) => self.conditions(conditions),
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

    fn conditions(&self, conditions: &[Node]) -> String {
        let mut said: Vec<String> = Vec::new();
        for node in conditions {
            let text = format!("`{}` (line {})", self.quote(*node), self.line(*node));
            if !said.contains(&text) {
                said.push(text);
            }
        }
        let more = said.len().saturating_sub(LISTED);
        said.truncate(LISTED);
        if more > 0 {
            said.push(format!("{more} more conditions"));
        }
        let last = said.pop().unwrap_or_default();
        let all = if said.is_empty() { last } else { format!("{} and {last}", said.join(", ")) };
        format!(
            "only for launches in which every thread has {all}: this is a condition on the launch, since no \
            `kernel` or `group` clause promises it"
        )
    }

    /// The name of something that a proof trusts.
    pub fn trust(&self, trust: Trust) -> String {
        match trust {
            Trust::Assume => "assume".to_owned(),
            Trust::AbstractProcedure(p) => format!("abstract procedure `{}`", self.procedure(p)),
            Trust::AbstractFunction(f) => format!("abstract function `{}`", self.function(f)),
        }
    }
}
