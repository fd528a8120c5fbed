//! Who gives what code gets in steps with locks and threads.
//!
//! In: code. Out: procedures: those that give back locks of the same class, and the `run` of threads.

use crate::{Block, ClassId, Heap, Moves, ProcId, Procedure, Program, StmtKind, Token, Type};
use std::collections::BTreeSet;

impl Program {
    /// The method `run` of a class whose objects are threads.
    pub fn run_of(&self, class: ClassId) -> Option<ProcId> {
        let _ = self.fields_of(class).find(|(_, field)| field.token == Some(Token::Thread))?;
        let name = format!("{}.run", self.classes.get(class.0 as usize)?.name.name);
        let is_run = |p: &Procedure| {
            p.name.name == name && p.params == 1 && p.vars.first().is_some_and(|this| this.ty == Type::Object(class))
        };
        (0..).map(ProcId).zip(&self.procedures).find(|(_, p)| is_run(p)).map(|(id, _)| id)
    }

    /// The procedures that give what the code gets in steps with locks and threads: those that give back a lock of the
    /// same class, and the `run` of each thread. What is proved of the code rests on them, as on those that it calls.
    pub fn gives_to(&self, code: &Block) -> BTreeSet<ProcId> {
        let mut out = BTreeSet::new();
        code.each(&mut |stmt| {
            let StmtKind::Synchronise(step) = &stmt.kind else { return };
            let Some(Type::Object(class)) = step.object().map(|object| object.ty) else { return };
            if step.op.is_of_thread() {
                out.extend(self.run_of(class));
            } else if step.op.moves() == Moves::Gets {
                out.extend(
                    (0..).map(ProcId).zip(&self.procedures).filter(|(_, p)| self.gives_lock(p, class)).map(|p| p.0),
                );
            }
        });
        out
    }

    /// Whether a procedure gives back a lock of an object of this class. One without body may do so if its contract
    /// speaks of such a lock, and a constructor does so at its end.
    fn gives_lock(&self, procedure: &Procedure, class: ClassId) -> bool {
        let Some(body) = &procedure.body else {
            let token = |heap: &Heap| match heap {
                Heap::Field(id) => {
                    self.fields_of(class).any(|(field, decl)| field == *id && decl.token == Some(Token::Lock))
                }
                Heap::Array(_) | Heap::Private(_) | Heap::Elements(_) => false,
            };
            let of_class =
                |v: &crate::VarId| procedure.vars.get(v.0 as usize).is_some_and(|decl| decl.ty == Type::Object(class));
            let speaks = procedure.contract.clauses.iter().any(|clause| clause.expr.heaps().iter().any(token));
            return speaks || procedure.results.iter().any(of_class);
        };
        body.first(&|stmt| match &stmt.kind {
            StmtKind::Synchronise(step) => {
                let same = step.object().is_some_and(|object| object.ty == Type::Object(class));
                same && !step.op.is_of_thread() && step.op.moves() == Moves::Gives
            }
            _ => false,
        })
        .is_some()
    }
}
