//! Assembly of PTX that reads the number of a thread in its warp.
//!
//! In: a statement such as `asm("mov.u32 %0, %%laneid;" : "=r"(lane));`. Out: an assignment. clang does not print the
//! instructions, so the text of the statement must be this one, up to blanks.

use super::convert::wrapped;
use super::state::{Lower, Value};
use crate::c::language::Language;
use crate::c::tree::Node;
use ir::{BinaryOp, Expr, Type, WARP};

/// Whether a text is a statement that reads the number of the lane, and nothing else.
fn reads_lane(text: &str) -> bool {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let rest = ["__asm__", "asm"].iter().find_map(|word| text.strip_prefix(word));
    let rest = rest.map(|rest| ["__volatile__", "volatile"].iter().find_map(|w| rest.strip_prefix(w)).unwrap_or(rest));
    let operand = rest.and_then(|rest| rest.strip_prefix("(\"mov.u32%0,%%laneid;\":\"=r\"("));
    let operand = operand.and_then(|rest| rest.trim_end_matches(';').strip_suffix("))"));
    // Further operands stand behind commas and colons.
    operand.is_some_and(|operand| !operand.contains([':', ',', '"', '(', ')']))
}

impl Lower<'_, '_, '_> {
    /// A statement of assembly.
    pub fn assembly(&mut self, node: &Node) -> Option<()> {
        let text = node.at.map(|at| at.text(self.unit.source)).unwrap_or_default();
        let (true, [operand], Language::Cuda) = (reads_lane(text), node.inner.as_slice(), self.unit.language) else {
            let help = "use functions of the language; of assembly, Sepal reads `mov.u32 %0, %%laneid;` alone";
            return self.cannot(node, "this statement (assembly)", help);
        };
        let place = self.place(operand)?;
        let Some(width) = self.unit.type_of(operand.bare()).scalar().and_then(Type::width).filter(|w| w.bits == 32)
        else {
            return self.cannot(operand, "this operand of assembly", "use an integer of 32 bits");
        };
        let (at, rank) = (self.at(node), self.number_in_block(node)?);
        let lane = wrapped(Expr { ty: Type::Int, ..at.binary(BinaryOp::Mod, rank, at.int(WARP)) }, width);
        self.put(place, Value::Scalar(lane), operand, node, false).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::reads_lane;

    #[test]
    fn only_reads_of_the_lane_are_read() {
        for text in
            ["asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));", "asm volatile (\"mov.u32 %0, %%laneid;\":\"=r\"(x))"]
        {
            assert!(reads_lane(text), "{text}");
        }
        for text in [
            "asm(\"mov.u32 %0, %%smid;\" : \"=r\"(x));",
            "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x) : : \"memory\");",
            "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x), \"=r\"(y));",
            "asm(\"mov.u32 %0, %%laneid; bar.sync 0;\" : \"=r\"(x));",
            "asm(\"bar.sync 0;\");",
        ] {
            assert!(!reads_lane(text), "{text}");
        }
    }
}
