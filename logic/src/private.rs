//! The lengths of private arrays.
//!
//! In: declarations of private arrays. Out: their lengths as terms, and the claims where they are declared.

use crate::context::PrivateArray;
use crate::eval::Evaluator;
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Help};
use crate::need::Env;
use crate::obligation::{What, Why};
use crate::state::State;
use crate::term::{self, Term};
use ir::{Expr, Heap, VarDecl, VarId};

impl<'a> Exec<'a> {
    /// Evaluates the lengths of private arrays. `env` has the values of the parameters of a procedure, which no code
    /// assigns, so the terms exist throughout the item. What the lengths need to be well defined is claimed where the
    /// array is declared ([`Self::private_lengths`]); only code and contracts behind the declaration can name it.
    pub fn private_arrays(&mut self, vars: &'a [VarDecl], env: &Env) {
        for (n, decl) in vars.iter().enumerate().filter(|(_, decl)| !decl.dims.is_empty()) {
            let mut ev = Evaluator::new(&mut self.cx, self.vars, env.clone());
            let lengths = decl.dims.iter().map(|d| ev.eval(d)).collect();
            let _ = self.cx.private.insert(VarId(n as u32), PrivateArray { decl, lengths });
        }
    }

    /// Claims, where a private array is declared, that its lengths are well defined and that none of them is negative.
    /// Without this claim a kernel would be proved whose code has no meaning in some launch, although it never uses an
    /// element there.
    pub fn private_lengths(&mut self, state: &mut State, array: VarId) {
        let Some(PrivateArray { decl, lengths }) = self.cx.private.get(&array) else { return };
        let lengths: Vec<(&Expr, Term)> = decl.dims.iter().zip(lengths.iter().cloned()).collect();
        let mut settled = Vec::new();
        for (written, _) in &lengths {
            // The term is the one of `private_arrays`, because lengths mention nothing that changes.
            settled.extend(self.eval_with_facts(state, written).1);
        }
        for (written, length) in lengths {
            let constant = term::free_symbols(&length).is_empty();
            let goal = term::le(term::int(0), length);
            // A literal needs no proof.
            if goal.is_true() {
                continue;
            }
            let facts = Facts::NegativeLength { length: written.node, heap: Heap::Private(array) };
            let mut check = Check::new(What::Expr, Why::NegativeLength, written.node, goal, facts);
            check.help = Some(Help::NotNegative { length: written.node, constant });
            let hyps = self.hyps(state).with(settled.iter().cloned());
            let _ = self.claim(hyps, Some(state), check);
        }
    }
}
