//! Kernels with atomics: no proof is attempted, and runs of tiny launches look for what goes wrong.
//!
//! In: the outcome that represents the whole body of the kernel. Out: if a run goes wrong, the outcome is refuted, with
//! the id, the place and the story of the first failure. If nobody wrote permissions, missing ones are no failures, and
//! neither are indices that some length of the array allows.

use ir::Node;

use super::attempt::Runs;
use super::behind::Judged;
use super::inferred::shows_a_mistake;
use super::replays::Replays;
use super::shown_by::{refuted_by, RefutedBy};
use super::{search, story};
use crate::outcome::{Outcome, Replay, Sentence, Verdict};

impl Replays<'_> {
    pub(super) fn atomic(&self, mut outcome: Outcome) -> Judged {
        let unknown = |outcome| Judged { outcome, own: Runs::default(), witness: None };
        let Some(kernel) = self.kernel else { return unknown(outcome) };
        let inferred = self.is_inferred();
        let stage = self.stage(kernel, inferred);
        let runs = if inferred { &self.bare } else { &self.searched };
        let searched = runs.get_or_init(|| search::runs(stage));
        // Failures of claims between the levels of the contract belong to other obligations.
        let told = |place: Node| self.claims.iter().any(|claim| claim.node == place);
        let of_code = searched.found.iter().filter(|f| !inferred || shows_a_mistake(f, Some(kernel))).find(|f| {
            refuted_by(self.program, self.task, (f.failure.code, f.failure.node)) == RefutedBy::Run
                && !told(f.failure.node)
        });
        let Some(found) = of_code.cloned() else { return unknown(outcome) };
        let story = story::tell(self.program, Some(stage), &found);
        outcome.code = found.failure.code;
        outcome.node = found.failure.node;
        outcome.related.clone_from(&found.failure.related);
        outcome.message = Sentence { possible: story.message.clone(), shown: story.message.clone(), quotes: false };
        outcome.values.clone_from(&story.values);
        outcome.verdict = Verdict::Refuted;
        outcome.help = None;
        outcome.reason = None;
        outcome.replay = Replay::Confirmed(Box::new(story));
        Judged { outcome, own: Runs::default(), witness: Some(found) }
    }
}
