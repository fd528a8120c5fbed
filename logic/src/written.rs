//! Private variables are written before they are read.
//!
//! ```text
//! {}                    T v;            {¬w(v)}                        w(v): v has been written
//! {}                    v := e;         {w(v)}
//! {w(v)}                … v …           {w(v)}
//! {w(v) = b}            while (g) S     {w(v) = b'}                    b' is arbitrary, and b ⇒ b'
//! {w(v) = b, x = X}     while (g) S     {w(v) = b', b' ∨ x = X}        if S writes v on all paths; S writes x only
//! ```
//!
//! The last rule holds since a loop without iterations changes nothing.
//!
//! In: states, and reads of variables in code and in annotations. Out: a claim for each read of a variable whose
//! declaration gave it no value, and the condition `w(v)` at the head of a loop.

use crate::definite::on_all_paths;
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Help};
use crate::hyps::Hyps;
use crate::obligation::{What, Why};
use crate::state::State;
use crate::syntactic::assigned;
use crate::term::{self, Term};
use ir::{Block, Node, Procedure, Type, VarId};

impl Exec<'_> {
    /// Claims that the variable, which is read at `node`, has been written.
    pub fn claim_written(
        &mut self,
        hyps: Hyps,
        state: Option<&State>,
        what: What,
        node: Node,
        variable: VarId,
        condition: &Term,
    ) {
        let facts = Facts::NotWritten(variable);
        let mut check = Check::new(what, Why::Uninitialised, node, condition.clone(), facts);
        check.help = Some(Help::Initialise(variable));
        let _ = self.claim(hyps, state, check);
    }

    /// Claims that a procedure whose end is reached has all its results.
    pub fn claim_results(&mut self, procedure: &Procedure, state: &mut State) {
        for v in &procedure.results {
            let Some(written) = state.written.get(v).cloned() else { continue };
            let node = procedure.name.node;
            let mut check = Check::new(What::Expr, Why::Uninitialised, node, written.clone(), Facts::NoResult(*v));
            check.help = Some(Help::Initialise(*v));
            let _ = self.claim(self.hyps(state), Some(state), check);
            // What is said of the result in the postcondition is a failure of its own.
            state.assume(written, Some(node));
        }
    }

    /// The conditions at the head of a loop, after any number of iterations. `before` is the state in front of the
    /// loop. The other parts of `head` have been given arbitrary values already.
    pub fn written_at_head(&mut self, head: &mut State, before: &State, body: &Block) {
        let changed = assigned(body);
        if !before.written.keys().any(|v| changed.contains(v)) {
            return;
        }
        let always = on_all_paths(body);
        let pairs = head.store.iter().filter(|(v, _)| changed.contains(*v));
        let same = pairs.filter_map(|(v, now)| Some(term::eq(now.clone(), before.store.get(v)?.clone())));
        let unchanged = term::and(same.collect::<Vec<_>>());
        for (v, was) in before.written.iter().filter(|(v, _)| changed.contains(*v)) {
            let (name, _) = self.cx.variable(self.vars, *v);
            let is = self.cx.fresh_private(&format!("{name}_written"), Type::Bool, self.cx.teams.innermost);
            head.assume(term::implies(was.clone(), is.clone()), None);
            if always.contains(v) {
                head.assume(term::or([is.clone(), unchanged.clone()]), None);
            }
            let _ = head.written.insert(*v, is);
        }
    }
}
