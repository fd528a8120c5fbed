//! All claims: those of the other files, and one for each rewrite in the normaliser's tables.

use crate::harness::{Claim, Instances};
use crate::rewrites::Kind;
use logic::normalise::rules::{Rule, GOALS, GRAPH_RULES, LAWS, LEMMAS, RULES, SUMS};
use std::sync::OnceLock;

fn rewrite(rule: &'static Rule, kind: Kind) -> Claim {
    let guards = if rule.guards.is_empty() { String::new() } else { format!(" where {}", rule.guards.join(", ")) };
    let law = match kind {
        Kind::Equal => format!("`{} = {}`{guards}", rule.lhs, rule.rhs),
        Kind::Lemma => format!("`{}`{guards}", rule.rhs),
        Kind::Goal => format!("`{}` if `{}`", rule.lhs, rule.rhs),
    };
    // The guard of this rule is not needed: for `n = 0` the two sides are the same term.
    let needed = !rule.guards.is_empty() && rule.name != "mod-of-multiple";
    let guarded: &'static [&'static str] = &["a wrong right side", "its guards are not required"];
    Claim {
        name: rule.name,
        law: Box::leak(law.into_boxed_str()),
        files: &["normalise/rules.rs"],
        covers: Box::leak(Box::new([rule.name])),
        mutants: if needed { guarded } else { &["a wrong right side"] },
        least: 30,
        instances: Instances::Rewrite(rule, kind),
    }
}

/// One claim for each rewrite.
pub fn rewrites() -> &'static [Claim] {
    static ALL: OnceLock<Vec<Claim>> = OnceLock::new();
    ALL.get_or_init(|| {
        let equal = RULES.iter().chain(SUMS).chain(GRAPH_RULES).map(|r| rewrite(r, Kind::Equal));
        let lemmas = LEMMAS.iter().chain(LAWS).map(|r| rewrite(r, Kind::Lemma));
        equal.chain(lemmas).chain(GOALS.iter().map(|r| rewrite(r, Kind::Goal))).collect()
    })
}
