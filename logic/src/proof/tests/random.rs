//! Random steps: whatever the checker accepts is true in every model that is tried.

use super::super::claims::Claim;
use super::super::text;
use super::lab::Lab;
use super::models::Model;
use super::*;

#[test]
fn what_random_steps_show_is_true() {
    let mut accepted = std::collections::BTreeMap::<String, usize>::new();
    let mut all = 0;
    for seed in 1..=60 {
        let mut lab = Lab::new(seed);
        lab.run(400);
        all += lab.kept.len();
        lab.accepted.into_iter().for_each(|(name, n)| *accepted.entry(name).or_default() += n);
    }
    let total: usize = accepted.values().sum();
    assert!(accepted.len() >= 28 && accepted.values().all(|n| *n >= 5), "{accepted:?}");
    assert!(total > 5000 && total < all * 9 / 10, "{total} of {all}");
}

/// Words of the text of a proof are exchanged for others. What is still a proof shows something true.
#[test]
fn what_mutated_proofs_show_is_true() {
    let (mut read, mut still, mut all) = (0, 0, 0);
    for seed in 1..=25 {
        let mut lab = Lab::new(seed);
        lab.run(300);
        let proofs: Vec<(Proof, Term, Vec<Term>)> = lab
            .shown
            .iter()
            .filter_map(|(p, claim, open)| match claim {
                Claim::Holds(t) => Some((p.clone(), t.clone(), open.clone())),
                Claim::Equal(..) => None,
            })
            .collect();
        for (proof, goal, open) in proofs.iter().rev().take(60) {
            accepts(proof, open, goal);
            let written = text::write(proof, open, goal);
            let document = text::read(&written).unwrap();
            assert!(document.goal == *goal && text::write(&document.proof, &document.hypotheses, goal) == written);
            accepts(&document.proof, &document.hypotheses, goal);
            for _ in 0..20 {
                let mut lines: Vec<Vec<&str>> = written.lines().map(|l| l.split(' ').collect()).collect();
                let words: Vec<&str> = written.split_whitespace().collect();
                let from = lab.dice.below(lines.len());
                let at = lab.dice.below(lines[from].len());
                let word = *lab.dice.one(&words);
                match lab.dice.below(4) {
                    0 => lines[from].insert(at, word),
                    1 => drop(lines[from].remove(at)),
                    _ => lines[from][at] = word,
                }
                let mutated: Vec<String> = lines.into_iter().map(|l| l.join(" ")).collect();
                all += 1;
                let Ok(document) = text::read(&mutated.join("\n")) else { continue };
                read += 1;
                if check(&document.proof, &document.hypotheses, &document.goal).is_ok() {
                    still += 1;
                    let terms: Vec<&Term> = document.hypotheses.iter().chain([&document.goal]).collect();
                    for _ in 0..40 {
                        let model = Model::random(&terms, &mut lab.dice);
                        let given = document.hypotheses.iter().all(|h| model.holds(h));
                        assert!(!given || model.holds(&document.goal), "{}", mutated.join("\n"));
                    }
                }
            }
        }
    }
    assert!(read > 1000 && still > 100 && still < read, "{still} of {read} of {all}");
}
