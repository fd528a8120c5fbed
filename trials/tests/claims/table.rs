//! Writes the page of the book that lists every proof rule with its claim, and checks that every rule has a claim.
//!
//! In: the claims; the tables of the normaliser, the ids of obligations, and the files of the logic. Out: the text of
//! the page.

use crate::harness::{Claim, Instances};
use crate::{
    blocks, closed, collections, conversions, counters, descriptions, functions, kept, launches, locations, locks,
    messages, moves, objects, reductions, registry, statements, steps, streams, terms,
};
use logic::normalise::rules::{GOALS, GRAPH_RULES, LAWS, LEMMAS, RULES, STEPS, SUMS};
use logic::obligation::What;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const PAGE: &str = "book/src/proofs/rules.md";

/// Why the files of the checker of proofs have no claim.
const CHECKER: &str =
    "the checker of proofs: tests beside it reject wrong steps, judge accepted ones by models, and replay \
                       every proof of the corpus";

/// Files without a rule, and what they contain instead.
const NO_RULE: &[(&str, &str)] = &[
    ("advice.rs", "words of reports"),
    ("called.rs", "names of positions"),
    ("fault.rs", "what is missing; a task that has a fault is never proved"),
    ("finding/asked.rs", "words of reports"),
    ("finding/circumstance.rs", "words of reports"),
    ("finding/facts.rs", "words of reports"),
    ("finding/help.rs", "words of reports"),
    ("finding/host.rs", "words of reports"),
    ("finding/label.rs", "words of reports"),
    ("finding/mod.rs", "words of reports"),
    ("finding/note.rs", "words of reports"),
    ("finding/related.rs", "words of reports"),
    ("floats/assumption.rs", "data: names of assumptions about floats"),
    ("floats/up_to.rs", "laws that a user grants; tests beside it compute both sides where the laws hold exactly"),
    (
        "foundations.rs",
        "which functions and procedures an item mentions; `tests/foundations.rs` has one program for each place",
    ),
    ("guess.rs", "guesses of measures, which are proved where they are used"),
    ("hyps.rs", "lists that share their parts; tests beside it compare them with lists that are written out"),
    ("lib.rs", "the list of tasks"),
    ("mail.rs", "data: what the iterations of a parallel block send"),
    ("private.rs", "claims that lengths of private arrays are not negative; cases in `tests/reject`"),
    ("shared.rs", "data: a shared invariant"),
    ("shown_values.rs", "words of reports"),
    ("names.rs", "names of obligations"),
    ("need.rs", "data: what an expression needs"),
    ("procedures.rs", "which procedures code calls"),
    ("provenance.rs", "which clauses an obligation uses; no proof rests on it"),
    ("notes.rs", "words of reports"),
    ("obligation.rs", "data"),
    ("origin.rs", "names of values, for people; `trials` uses them to know what a symbol means in a run"),
    ("recursion.rs", "guesses of measures, which are verified as if they were written"),
    ("rules/refute.rs", "asks whether a condition is not proved, and adds no hypothesis; cases in `tests/reject`"),
    (
        "sizes.rs",
        "guesses of inverses, which are proved where they are used; facts at the end, under the \
        preconditions' equations",
    ),
    ("termination.rs", "the same last steps for guessed measures as for all obligations"),
    ("term/mod.rs", "the list of the parts of the language of terms"),
    ("term/show.rs", "words of reports"),
    ("term/show_collections.rs", "words of reports"),
    ("term/factors.rs", "sizes; what is too large is left as it is, or unknown"),
    ("normalise/mod.rs", "the order of the passes"),
    ("normalise/log.rs", "names of steps"),
    ("normalise/up_to.rs", "where laws that a user grants are applied; the checker replays it"),
    ("normalise/prover.rs", "names of the parts of the normaliser"),
    ("normalise/operators.rs", "a traversal"),
    ("normalise/order.rs", "an order for canonical forms; a wrong one proves less"),
    ("normalise/monomial.rs", "sums of polynomials, which `bounds` and the rewrites on sums execute"),
    ("normalise/linear.rs", "arithmetic of polynomials, which `bounds` and the rewrites on sums execute"),
    ("normalise/rational.rs", "arithmetic of rationals, which `bounds` and the rewrites on sums execute"),
    ("normalise/quotient.rs", "arithmetic of polynomials, for guesses of inverses and of instances"),
    ("normalise/simplex.rs", "factors of sums, which `products` adds up again before it believes them"),
    ("normalise/columns.rs", "numbers in place of monomials, for guesses of sums, which `products` adds up again"),
    ("normalise/products.rs", "guesses of what is multiplied, which `products` multiplies and adds up again"),
    ("normalise/sums.rs", "where rewrites on sums are applied; `expression-value` and the steps execute it"),
    ("normalise/pattern.rs", "matching; a rewrite is applied to what it matches"),
    ("normalise/graph/compile.rs", "the same rules for egg"),
    ("normalise/graph/language.rs", "the language of the e-graph"),
    ("normalise/graph/reasons.rs", "egg's explanations as steps of proofs, which the checker replays"),
    ("proof/mod.rs", "the list of the parts of proofs and their checker"),
    ("proof/step.rs", "data: the steps of proofs"),
    ("proof/law.rs", "names of steps"),
    ("proof/parts.rs", "a traversal of steps"),
    ("proof/release.rs", "frees proofs"),
    ("proof/recorder.rs", "makes steps, which the checker replays"),
    ("proof/check.rs", CHECKER),
    ("proof/claims.rs", CHECKER),
    ("proof/known.rs", CHECKER),
    ("proof/last.rs", CHECKER),
    ("proof/arithmetic.rs", CHECKER),
    ("proof/compare.rs", CHECKER),
    ("proof/sums.rs", CHECKER),
    ("proof/truth.rs", CHECKER),
    ("proof/places.rs", CHECKER),
    ("proof/instances.rs", CHECKER),
    ("proof/sorts.rs", CHECKER),
    ("proof/fill.rs", CHECKER),
    ("proof/witness.rs", CHECKER),
    ("proof/text/mod.rs", "proofs as text; tests beside it read what it writes"),
    ("proof/text/about.rs", "proofs as text; tests beside it read what it writes"),
    ("proof/text/fault.rs", "data: why a text is no proof"),
    ("proof/text/expr.rs", "proofs as text; tests beside it read what it writes"),
    ("proof/text/words.rs", "proofs as text; tests beside it read what it writes"),
    ("proof/text/read.rs", "proofs as text; tests beside it read what it writes"),
    ("proof/text/write.rs", "proofs as text; tests beside it read what it writes"),
    ("vcgen: query/mod.rs", "the list of the passes"),
    ("vcgen: query/derive.rs", "records proofs of consequences, which the checker replays"),
    ("vcgen: query/unmatched.rs", "words of reports: which universals have no instance"),
    ("vcgen: query/ground.rs", "the order of the passes"),
    ("vcgen: query/start.rs", "the first pass, on hypotheses and the negated goal"),
    ("vcgen: query/floats.rs", "values to try for a refutation; a model is replayed"),
    (
        "vcgen: query/sums/laws.rs",
        "laws; tests beside it prove each by induction with Z3, and that its guard is needed",
    ),
    (
        "vcgen: query/collections/laws.rs",
        "laws; tests beside it check each for all short values of each kind, and that wrong ones are found",
    ),
    ("vcgen: query/collections/mod.rs", "the choice of instances of laws, each of which is true"),
    ("vcgen: query/sums/mod.rs", "the choice of instances of laws, each of which is true"),
    ("vcgen: query/sums/points.rs", "the choice of instances of laws, each of which is true"),
    ("vcgen: query/world.rs", "values for a refutation; a model is replayed"),
    ("vcgen: query/cover.rs", "tests beside it compare the models of small worlds with the universals themselves"),
    ("rules/gather.rs", "votes; cases in `tests/clang/reject`, and no claim executes random kernels with them yet"),
    (
        "rules/shuffle.rs",
        "values of shuffles; cases in `tests/clang/reject`, and no claim executes random kernels with them yet",
    ),
    ("rules/pairwise.rs", "claims about two threads, of which nothing is concluded; cases in `tests/clang/reject`"),
    ("lanes.rs", "data: what shuffles have told of other lanes"),
    ("tiles.rs", "terms for tiles of threads; cases in `tests/clang/reject`, and no claim executes them yet"),
    ("rules/procedure_barrier.rs", "refuses procedures that wait at a barrier: nothing of their code is proved"),
    ("rules/shown.rs", "words of reports"),
    ("rules/supply.rs", "data: what is handed out, and from what"),
    ("suspects.rs", "words of reports: which loop or barrier took a permission"),
    ("term/float.rs", "data: operations on floats"),
    ("normalise/goal.rs", "data: a goal and the steps that simplified it"),
    ("normalise/conditionals.rs", "bounds of conditionals; tests beside it let the checker replay each proof"),
    ("normalise/variable.rs", "the sorts of variables of rewrites, which Z3 proves the rewrites for"),
    ("vcgen: query/bits/mod.rs", "the list of the parts"),
    (
        "vcgen: query/bits/lemmas.rs",
        "tests beside it compute each lemma for all small numbers, and Z3 proves it at the widths of programs",
    ),
    (
        "vcgen: query/bits/conversions.rs",
        "tests beside it compute each lemma in the interpreter, for random integers and those at the edges of formats",
    ),
    ("vcgen: query/bits/range.rs", "tests beside it compute each operation on all members of random intervals"),
    ("vcgen: query/bits/ranges.rs", "tests beside it compute all parts of random facts in all states of small numbers"),
    (
        "vcgen: query/bits/vectors.rs",
        "tests beside it compare the solver's answers about random facts with all states of small numbers",
    ),
    ("vcgen: query/products.rs", "tests beside it compute the tangents at all pairs of small factors"),
    ("vcgen: query/bits/trial.rs", "values to try for a refutation; a model is replayed"),
    (
        "vcgen: query/blast.rs",
        "the same query in bits; only a proof counts, and random operations are compared with the interpreter",
    ),
    (
        "rules/atomic.rs",
        "refuses kernels with atomics that open no invariant and need permissions that no contract gives: nothing of \
        their code is proved",
    ),
    ("permission_loss.rs", "words of reports: which loop or barrier took a permission"),
];

/// Subjects of obligations that prove nothing.
const NO_CLAIM: &[(What, &str)] = &[
    (What::Vacuous, "asks whether a contract can be satisfied; no proof rests on it"),
    (What::Refute, "asks whether a condition is not proved; no proof rests on it"),
    (What::Inhale, "is not proved but assumed; the report lists it"),
];

fn sections() -> Vec<(&'static str, Vec<&'static Claim>)> {
    vec![
        ("Statements, contracts, levels", statements::CLAIMS.iter().collect()),
        ("Loops", kept::CLAIMS.iter().chain(counters::CLAIMS).collect()),
        ("Closed forms and sums", closed::CLAIMS.iter().collect()),
        ("Pure functions", functions::CLAIMS.iter().collect()),
        ("Reductions", reductions::CLAIMS.iter().collect()),
        ("Descriptions of sets", descriptions::CLAIMS.iter().collect()),
        ("Collections", collections::CLAIMS.iter().collect()),
        ("Launches", launches::CLAIMS.iter().collect()),
        ("Streams", streams::CLAIMS.iter().collect()),
        (
            "Parallel blocks",
            blocks::CLAIMS
                .iter()
                .chain(messages::CLAIMS)
                .chain(locks::CLAIMS)
                .chain(steps::CLAIMS)
                .chain(locations::CLAIMS)
                .collect(),
        ),
        ("Objects", objects::CLAIMS.iter().chain(moves::CLAIMS).collect()),
        ("Terms, and steps of the normaliser", terms::CLAIMS.iter().chain(conversions::CLAIMS).collect()),
        ("Rewrites, lemmas and goal rules of the normaliser", registry::rewrites().iter().collect()),
    ]
}

/// All claims.
pub fn claims() -> Vec<&'static Claim> {
    sections().into_iter().flat_map(|(_, c)| c).collect()
}

/// The page of the book with the proof of the claim, if the proof is not in the paper.
fn proof(c: &Claim) -> &'static str {
    match (c.name, &c.instances) {
        (_, Instances::Rewrite(..)) => "Z3, `vcgen/tests/rewrites.rs`",
        ("closed-form" | "injective", _) => "[inverses](inverse.md)",
        ("sum-over-threads" | "kernel-resources" | "group-resources" | "barrier-redistribution", _) => {
            "[redistribution](redistribution.md)"
        }
        ("instances", _) => "[ownership](ownership.md)",
        ("barrier-frame" | "loop-frame", _) => "[frames](frames.md)",
        ("barrier-uniform" | "uniform-variables", _) => "[uniformity](uniformity.md)",
        ("function-contract" | "function-proved" | "footprint", _) => "[functions](functions.md)",
        ("kept" | "counters", _) => "[loops](loops.md)",
        ("theorem" | "race-freedom", _) => "[the theorem](index.md)",
        ("count", _) => "`logic/src/count.rs`",
        ("locks", _) => "[locks and threads](locks-and-threads.md)",
        ("messages", _) => "[parallel blocks](parallel-blocks.md)",
        _ => "",
    }
}

/// The text of the page.
pub fn page() -> String {
    let mut out = String::from(HEAD);
    for (title, claims) in sections() {
        out.push_str(&format!("\n## {title}\n\n"));
        let rewrites = claims.iter().all(|c| matches!(c.instances, Instances::Rewrite(..)));
        out.push_str(if rewrites {
            "| rule | law | at least | mutants |\n|---|---|---|---|\n"
        } else {
            "| rule | law | files | proof | at least | mutants |\n|---|---|---|---|---|---|\n"
        });
        for c in claims {
            let law = c.law.replace('|', "\\|");
            let mutants = c.mutants.join("; ");
            if rewrites {
                out.push_str(&format!("| `{}` | {law} | {} | {mutants} |\n", c.name, c.least));
                continue;
            }
            let files: Vec<String> = c.files.iter().map(|f| path(f)).collect();
            out.push_str(&format!(
                "| `{}` | {law} | {} | {} | {} | {mutants} |\n",
                c.name,
                files.join(", "),
                proof(c),
                c.least
            ));
        }
    }
    out.push_str("\n## Files without a rule\n\n| file | what it holds |\n|---|---|\n");
    for (file, why) in NO_RULE {
        out.push_str(&format!("| {} | {why} |\n", path(file)));
    }
    out
}

/// The path of a claim's file in the repository.
fn path(file: &str) -> String {
    match file.strip_prefix("vcgen: ") {
        Some(file) => format!("`vcgen/src/{file}`"),
        None => format!("`logic/src/{file}`"),
    }
}

const HEAD: &str = "# Each rule, executed

Every proof rule has a claim that is executed: the test draws random instances, keeps those whose premises hold *in
the interpreter*, and there the conclusion must hold in the interpreter, too. The interpreter shares no code with the
logic. The tests are in `trials/tests/claims/`, and this page is made from them
(`CLAIMS_UPDATE=1 cargo test -p sepal-trials --test claims`). The tests fail where a file of the logic, an id of an
obligation or a name among the normaliser's rules has no claim.

- *At least*: how many instances must satisfy the premises with `CLAIMS=3`, and a third of them by default; with fewer
  the test fails. `CLAIMS=20` draws twenty times as many as the default.
- *Mutants*: the rule with a mistake. The same instances must show that each mutant is false, so no claim passes that
  could not fail.

The rules of statements, contracts and levels are executed together. Kernels of the corpus and generated kernels,
about half of them wrong, run from many starts. After a run each symbol of each obligation gets the value that it
stood for: a variable at the head of a loop, memory when a barrier opened, the other thread. Then the claim is: *as
long as the goals are true in the states that the run reaches, the hypotheses are true in them, and nothing goes
wrong*. The theorem asks for less, since there the goals hold in all states. The mutant of a rule leaves its
obligations out: then some run goes wrong that no other rule refuses.

The obligations of a procedure are compared with each execution of the procedure: its parameters have the values of
the arguments, memory is that of the call, and behind the call the caller's symbols have the values of the return.

Some values are not known. No trace tells the value of a variable without initial value, the elements of a private array
that were not stored to, or a result of a procedure that the caller does not use. Obligations whose truth depends on
them are skipped and counted. Symbols of launches of several dimensions are evaluated by enumeration in
`logic/tests/laws/`, and generated kernels of several dimensions are run against their proofs.
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Checks that the page in the book is up to date, or writes it.
pub fn compare() {
    let path = root().join(PAGE);
    let page = page();
    if std::env::var_os("CLAIMS_UPDATE").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == page,
        "{PAGE} is not what the claims say: CLAIMS_UPDATE=1 cargo test -p sepal-trials --test claims"
    );
}

/// Collects the names of the source files in a folder, without its tests.
fn sources(folder: &Path, prefix: &str, out: &mut Vec<String>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for p in entries {
        let name = p.file_name().expect("a name").to_string_lossy().into_owned();
        if p.is_dir() && name != "tests" {
            sources(&p, &format!("{prefix}{name}/"), out);
        } else if name.ends_with(".rs") {
            out.push(format!("{prefix}{name}"));
        }
    }
}

/// Checks that every rule has a claim.
pub fn complete() {
    let all = claims();
    let mut missing: Vec<String> = Vec::new();
    let covered: BTreeSet<&str> = all.iter().flat_map(|c| c.covers).copied().collect();
    let names = [RULES, SUMS, GRAPH_RULES, LEMMAS, LAWS, GOALS]
        .into_iter()
        .flatten()
        .map(|r| r.name)
        .chain(STEPS.iter().copied());
    missing.extend(names.filter(|n| !covered.contains(n)).map(|n| format!("the rule `{n}` of the normaliser")));
    for what in What::ALL {
        let of_run = |c: &&Claim| matches!(&c.instances, Instances::Runs(whats) if whats.contains(what));
        let known = covered.contains(what.id()) || all.iter().any(of_run) || NO_CLAIM.iter().any(|(w, _)| w == what);
        if !known {
            missing.push(format!("obligations `{}`", what.id()));
        }
    }
    let mut files = Vec::new();
    sources(&root().join("logic/src"), "", &mut files);
    sources(&root().join("vcgen/src/query"), "vcgen: query/", &mut files);
    let listed: BTreeSet<&str> =
        all.iter().flat_map(|c| c.files).copied().chain(NO_RULE.iter().map(|(f, _)| *f)).collect();
    missing.extend(files.iter().filter(|f| !listed.contains(f.as_str())).map(|f| format!("the file {f}")));
    let gone = listed.iter().filter(|f| !files.iter().any(|g| g == *f)).map(|f| format!("{f} does not exist"));
    missing.extend(gone);
    let mut seen = BTreeSet::new();
    missing.extend(all.iter().filter(|c| !seen.insert(c.name)).map(|c| format!("two claims are called {}", c.name)));
    assert!(missing.is_empty(), "without a claim: {missing:#?}");
}
