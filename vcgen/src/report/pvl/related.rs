//! Labels of the places that are shown besides the one that is wrong.

use ir::Node;
use logic::finding::Related;

use super::Words;

impl Words<'_> {
    /// The label of a place.
    pub fn related(&self, related: Related) -> String {
        match related {
            Related::Holds(heap) => format!("what the thread holds here of `{}`", self.array(heap)),
            Related::Given(heap) => format!("what is given of `{}`", self.array(heap)),
            Related::AndOf(heap) => format!("and of `{}`", self.array(heap)),
            Related::Requires(f) => format!("`{}` requires this of its arguments", self.function(f)),
            Related::ProcedureRequires(p) => format!("`{}` requires this", self.procedure(p)),
            Related::LaunchRequires(k) => format!("`{}` requires this", self.kernel_name(k)),
            Related::ProcedureNeeds(p) => format!("`{}` requires this permission", self.procedure(p)),
            Related::Needs(f) => format!("`{}` needs this permission", self.function(f)),
            Related::MayRun => "nobody has waited for this".to_owned(),
            Related::InLoop => "the loop".to_owned(),
            Related::AlsoHandedOut => "and this".to_owned(),
            Related::ToOther => "and this clause gives it to the other one".to_owned(),
            Related::Unfenced => "no other thread learns this".to_owned(),
            Related::Unsatisfiable => "nothing satisfies this".to_owned(),
            Related::Contradicts => "contradicts the others".to_owned(),
            Related::LostInLoop => "the thread held it here, and no invariant of this loop keeps it".to_owned(),
            Related::LostAtBarrier => {
                "the thread held it here, and the `ensures` of this barrier do not give it back".to_owned()
            }
            Related::LostInExhale => "it was held here, and this gives it away".to_owned(),
            Related::LostInCall(p) => {
                format!("the thread held it here, and `{}` does not give it back", self.procedure(p))
            }
        }
    }

    /// Places with their labels.
    pub fn places(&self, related: &[(Node, Related)]) -> Vec<(Node, String)> {
        related.iter().map(|(node, why)| (*node, self.related(*why))).collect()
    }
}
