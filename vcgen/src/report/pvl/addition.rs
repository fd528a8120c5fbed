//! Advice to add a clause.
//!
//! In: the clause that would make an obligation hold. Out: the sentence that says what to write, and where.

use super::expression::amount;
use super::Words;
use ir::Node;
use logic::finding::{Add, Asserted, Edit, Help, Site};

impl Words<'_> {
    /// The sentence that says which clause to add, and where.
    pub(super) fn addition(&self, add: &Add, at: Node) -> String {
        let condition = if add.conditional { ", under the condition under which the thread has it" } else { "" };
        let again = if add.on_purpose {
            "; where that barrier gives it to other threads, a further barrier must come in between"
        } else {
            ""
        };
        match &add.edit {
            Edit::Thread { clause: Asserted::Some { heap, share }, .. } => {
                let whose = self.procedure.map_or(self.contract_place().to_owned(), |procedure| {
                    format!("in the contract of `{procedure}`, whose callers must hold it")
                });
                format!("give a `{}` permission for `{}` {whose}", amount(*share), self.array(*heap))
            }
            Edit::Thread { clause: clause @ Asserted::Location { place, heap, .. }, .. }
                if self.is_of_all_threads(clause) =>
            {
                format!(
                    "every thread writes {}, and only one may: write it in one thread, such as `if (tid == 0)`, and \
                    give `{}` to that thread alone",
                    self.location(*place, *heap),
                    self.array(*heap),
                )
            }
            Edit::Thread { clause, before } => {
                let add = self.clause(if *before && self.procedure.is_none() { "requires" } else { "context" }, clause);
                let loops: Vec<String> = self
                    .loops_that_need(clause, at)
                    .into_iter()
                    .map(|node| format!(", and the same as `loop_invariant` to the loop at line {}", self.line(node)))
                    .collect();
                let loops = loops.concat();
                match self.procedure {
                    // A procedure gives local memory back, too, since its caller goes on.
                    Some(procedure) => {
                        format!("{add} to the contract of `{procedure}`: its callers must hold this permission{loops}")
                    }
                    None => format!("{add} {}{loops}{}", self.contract_place(), self.contract_of_another()),
                }
            }
            Edit::Site { site: Site::Shared, clause } => match self.asserted(clause) {
                Ok(text) => format!(
                    "an invariant says something of memory only with a permission for it: write `{text} ** …`, with \
                    `write` or a fraction, since `read` cannot be shared"
                ),
                Err(what) => format!("share {what}, too, with `write` or a fraction"),
            },
            Edit::Site { site: Site::Message, clause } => match self.asserted(clause) {
                Ok(text) => format!(
                    "a message says something of memory only with a permission for it: write `{text} ** …` behind the \
                    colon, with `write` or a fraction, since `read` cannot be sent"
                ),
                Err(what) => format!("send {what}, too, with `write` or a fraction"),
            },
            Edit::Site { site: Site::Lock, clause } => match self.asserted(clause) {
                Ok(text) => format!(
                    "what comes from another thread says something of memory only with a permission for it: write \
                    `{text} ** …`, with `write` or a fraction, since `read` cannot be given back"
                ),
                Err(what) => format!("give {what}, too, with `write` or a fraction"),
            },
            Edit::Site { site, clause } => {
                format!(
                    "{}, or more than `read`",
                    self.clause(&format!("{}{}", self.level_of(at), keyword(*site)), clause)
                )
            }
            Edit::Loop { at, clause } => format!(
                "{}, or one that covers it, to the loop at line {}{condition}",
                self.clause("loop_invariant", clause),
                self.line(*at)
            ),
            Edit::LastBarrier { at, clause } => format!(
                "{}, or a clause that covers it, to the barrier at line {}{condition}",
                self.clause("ensures", clause),
                self.line(*at)
            ),
            Edit::Barrier { at, clause } => format!(
                "{}, or a clause that covers it, to the barrier at line {}{condition}{again}",
                self.clause("ensures", clause),
                self.line(*at)
            ),
        }
    }

    /// The sentence that takes the place of the advice if the change of it does not help.
    pub(super) fn otherwise(&self, help: &Help) -> Option<String> {
        let barrier = match help {
            Help::Add(Add { edit: Edit::Barrier { at, .. }, .. }) => *at,
            _ => return None,
        };
        Some(format!(
            "if the barrier at line {} gives the location to another thread, a further barrier must give it back, \
            behind the accesses of that thread",
            self.line(barrier)
        ))
    }

    /// ``add `context Perm(a[tid], read);` ``, or what the clause should give, if its text is not known.
    fn clause(&self, keyword: &str, clause: &Asserted) -> String {
        match self.asserted(clause) {
            Ok(text) => format!("add `{keyword} {text};`"),
            Err(what) => format!("add a `{keyword}` that gives {what}"),
        }
    }

    /// A hint if `main` has no contract and a procedure of the kernel has one, which may have been meant for `main`.
    fn contract_of_another(&self) -> String {
        match self.only_contract() {
            Some(procedure) => format!("; the clauses in front of `{procedure}` belong to `{procedure}` alone"),
            None => String::new(),
        }
    }
}

/// The keyword of the clause that can give a permission at this place.
pub(super) fn keyword(site: Site) -> &'static str {
    match site {
        Site::Code | Site::Requires | Site::Level => "context",
        Site::Ensures | Site::Barrier => "ensures",
        Site::Invariant => "loop_invariant",
        // No edit and no sentence names a clause of a shared invariant: it has none.
        Site::Shared => "invariant",
        // Nor of the invariant of a lock.
        Site::Lock => "lock_invariant",
        // Nor of a message.
        Site::Message => "send",
        Site::Function => "requires",
    }
}
