//! The checker of proofs takes every term of every obligation, and reads it again as it was written.

use logic::proof::text::{read, write};
use logic::proof::{check, Proof, Step};
use logic::term::Term;
use std::path::Path;

#[test]
// The test reads the files of the corpus.
#[allow(clippy::disallowed_methods)]
fn each_obligation_follows_from_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut obligations = 0;
    for folder in ["examples", "tests/verify", "tests/reject"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let Some(program) = syntax::parse_program(&text).program else { continue };
            for task in logic::tasks(&program) {
                for o in &task.obligations {
                    let mut assumed: Vec<Term> = o.hyps.iter().map(|h| h.term.clone()).collect();
                    assumed.push(o.goal.clone());
                    let from = assumed.iter().map(|h| Proof::new(Step::Assume(h.clone()))).collect();
                    let proof = Proof::new(Step::Evaluate { condition: o.goal.clone(), from });
                    let place = format!("{}: {}: {}", path.display(), task.item, o.name);
                    if let Err(fault) = check(&proof, &assumed, &o.goal) {
                        panic!("{place}: {:?}", fault.cause);
                    }
                    let written = write(&proof, &assumed, &o.goal);
                    let document = read(&written).unwrap_or_else(|fault| panic!("{place}: {fault:?}\n{written}"));
                    assert_eq!((&document.goal, &document.hypotheses), (&o.goal, &assumed), "{place}");
                    if let Err(fault) = check(&document.proof, &document.hypotheses, &document.goal) {
                        panic!("{place}: {:?}", fault.cause);
                    }
                    obligations += 1;
                }
            }
        }
    }
    assert!(obligations > 9_000, "{obligations} obligations");
}
