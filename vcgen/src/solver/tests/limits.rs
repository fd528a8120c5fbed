//! Limits, repeated queries, threads, and the version.

use super::super::check::{self, in_batch};
use super::super::{version, EXPECTED_VERSION};
use super::{solve, solve_in_batch, Symbols};
use crate::solving::{Answer, Cancel, Limits, Query, Reason};
use logic::term::*;
use rayon::prelude::*;

/// A hard query: the solutions of `x³ + y³ + z³ = 33` have 16 digits.
fn hard() -> Query {
    let mut w = Symbols::new();
    let cubes = ["x", "y", "z"].map(|n| w.int(n)).map(|v| mul(v.clone(), mul(v.clone(), v)));
    Query::prove(vec![eq(add(cubes), int(33))], bool(false))
}

/// A valid query: in a matrix with rows of `n` elements, equal positions have equal rows and columns.
fn nonlinear() -> Query {
    let mut w = Symbols::new();
    let [i, j, k, l, n] = ["i", "j", "k", "l", "n"].map(|n| w.int(n));
    let row = |i: &Term, j: &Term| add([mul(i.clone(), n.clone()), j.clone()]);
    let within = |j: &Term| within(int(0), j.clone(), n.clone());
    let hyps = vec![within(&j), within(&l), eq(row(&i, &j), row(&k, &l))];
    Query::prove(hyps, and([eq(i.clone(), k.clone()), eq(j.clone(), l.clone())]))
}

#[test]
fn the_pinned_z3_is_linked() {
    assert_eq!(version(), EXPECTED_VERSION);
}

#[test]
fn exhausted_resources_are_unknown() {
    for rlimit in [1, 1_000, 200_000] {
        let solved = solve(&hard(), Limits { rlimit, timeout_ms: 0, mbqi: false, thorough: true, seed: 0 });
        assert_eq!(solved.answer, Answer::Unknown(Reason::ResourceLimit), "{rlimit}");
    }
    // A valid goal is unknown, too, if the limits do not suffice.
    let solved = solve(&nonlinear(), Limits { rlimit: 10, timeout_ms: 0, mbqi: false, thorough: true, seed: 0 });
    assert_eq!(solved.answer, Answer::Unknown(Reason::ResourceLimit));
    assert!(solve(&nonlinear(), Limits::default()).answer.is_unsat());
}

#[test]
fn exhausted_time_is_unknown() {
    let solved = solve(&hard(), Limits { rlimit: 0, timeout_ms: 30, mbqi: false, thorough: true, seed: 0 });
    assert_eq!(solved.answer, Answer::Unknown(Reason::Timeout));
}

#[test]
fn a_check_can_be_stopped() {
    let unlimited = Limits { rlimit: 0, timeout_ms: 0, mbqi: false, thorough: true, seed: 0 };
    let cancel = Cancel::new();
    let solved = std::thread::scope(|scope| {
        let check = scope.spawn(|| check::solve(&hard(), unlimited, &cancel));
        #[allow(clippy::disallowed_methods)] // The check must be under way before it is stopped.
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(!check.is_finished(), "the query is too easy for this test");
        cancel.cancel();
        check.join().unwrap()
    });
    assert_eq!(solved.answer, Answer::Unknown(Reason::Cancelled));
    // A question that is asked after the cancellation is not begun.
    assert_eq!(check::solve(&hard(), unlimited, &cancel).answer, Answer::Unknown(Reason::Cancelled));
    // A token that cancels nothing changes nothing.
    assert!(check::solve(&nonlinear(), Limits::default(), &Cancel::new()).answer.is_unsat());
}

#[test]
fn false_quantified_goals_need_models_of_quantifiers() {
    let mut w = Symbols::new();
    let f = w.symbol("f", vec![Sort::INT], Sort::INT);
    let (i, x) = (w.bound("i"), w.int("x"));
    let all = forall(vec![i.clone()], lt(int(0), app(&f, vec![constant(&i)])));
    let query = Query::prove(vec![all], lt(int(1), app(&f, vec![x])));
    assert!(matches!(solve(&query, Limits::default()).answer, Answer::Unknown(Reason::Incomplete(_))));
    let with = Limits { mbqi: true, ..Limits::default() };
    assert!(solve(&query, with).answer.model().is_some());
}

#[test]
fn cost_and_answer_do_not_depend_on_threads_or_repetition() {
    let alone = solve(&nonlinear(), Limits::default());
    assert!(alone.answer.is_unsat() && alone.effort.rlimit > 0);
    let many: Vec<_> = (0..24_u32)
        .into_par_iter()
        .map(|n| {
            // Other queries on the same thread in between change nothing.
            if n % 3 == 0 {
                let _ = solve(&hard(), Limits { rlimit: 5_000, timeout_ms: 0, mbqi: false, thorough: true, seed: 0 });
            }
            solve(&nonlinear(), Limits::default())
        })
        .collect();
    for solved in many {
        assert_eq!((solved.answer, solved.effort.rlimit), (alone.answer.clone(), alone.effort.rlimit));
    }
}

/// Z3 ignores the first assertion behind a parameter that it does not know.
#[test]
fn a_seed_changes_the_effort_and_loses_no_hypothesis() {
    let seeded = |seed| solve(&nonlinear(), Limits { seed, ..Limits::default() });
    let efforts: std::collections::BTreeSet<u32> = (0..8).map(|seed| seeded(seed).effort.rlimit).collect();
    assert!((0..8).all(|seed| seeded(seed).answer.is_unsat()) && efforts.len() > 4, "{efforts:?}");
    assert_eq!(seeded(5).effort.rlimit, seeded(5).effort.rlimit);
    let mut w = Symbols::new();
    let x: Vec<Term> = (0..6).map(|n| w.int(&format!("x{n}"))).collect();
    let chain = || x.windows(2).map(|w| lt(w[0].clone(), w[1].clone()));
    let query = Query::prove(chain().collect(), lt(x[0].clone(), x[5].clone()));
    for seed in 0..20 {
        assert!(solve(&query, Limits { seed, ..Limits::default() }).answer.is_unsat(), "{seed}");
    }
}

#[test]
fn models_are_the_same_at_every_repetition() {
    let mut w = Symbols::new();
    let [x, y, z] = ["x", "y", "z"].map(|n| w.int(n));
    let query = Query::prove(vec![lt(x.clone(), y.clone()), lt(y, mul(z, int(3)))], lt(x, int(-10)));
    let first = solve(&query, Limits::default());
    for _ in 0..5 {
        let again = solve(&query, Limits::default());
        assert_eq!((again.answer, again.effort.rlimit), (first.answer.clone(), first.effort.rlimit));
    }
}

#[test]
fn a_batch_proves_what_is_proved_alone_and_touches_nothing_else() {
    let alone = solve(&nonlinear(), Limits::default());
    let wrong = Query::prove(vec![], bool(false));
    let all = in_batch(|| {
        let small = Limits { rlimit: 5_000, timeout_ms: 0, mbqi: false, thorough: true, seed: 0 };
        // The limits are those of one query, whatever the batch has spent before.
        let stopped: Vec<Answer> = (0..8).map(|_| solve_in_batch(&hard(), small).answer).collect();
        let proved: Vec<Answer> = (0..8).map(|_| solve_in_batch(&nonlinear(), Limits::default()).answer).collect();
        let not = solve_in_batch(&wrong, Limits::default()).answer;
        (stopped, proved, not, solve(&nonlinear(), Limits::default()))
    });
    assert!(all.0.iter().all(|a| *a == Answer::Unknown(Reason::ResourceLimit)), "{:?}", all.0);
    assert!(all.1.iter().all(Answer::is_unsat));
    assert!(all.2.model().is_some());
    // A query that needs a fresh context gets one inside a batch, too.
    assert_eq!(all.3.answer, alone.answer);
    assert!(all.3.effort.rlimit <= alone.effort.rlimit);
}
