//! Asks Z3 about queries.
//!
//! In: a query and its limits. Out: the answer, and the time and resources that Z3 spent on it. A Z3 context belongs to
//! a thread. Each query, or each batch of queries, has a context of its own, and thread-local state is restored. So any
//! number of threads may ask at once, and none can change another's answer.

use super::dag::{Dag, Id};
use super::encode::encode;
use super::encoded::Encoded;
use super::fault::Fault;
use super::{enums, model, smtlib};
use crate::clock::Stopwatch;
use crate::shuffle::shuffle;
use crate::solving::{too_large, Answer, Cancel, Effort, Floats, Integers, Limits, Query, Reason, Solved};
use crate::threads;
use logic::term::{not, Term};
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Once;
use z3::ast::Bool;
use z3::{set_global_param, with_z3_config, Config, Context, Params, SatResult, Solver, StatisticsValue, Tactic};

/// Decides a query in a fresh context.
pub fn solve(query: &Query, limits: Limits, cancel: &Cancel) -> Solved {
    run(query, limits, cancel, check)
}

/// Decides a query in the context of the batch that this thread runs, or in a fresh context if it runs none. Earlier
/// queries of the batch may change whether Z3 finds an answer, but not whether the answer is right.
pub fn solve_in_batch(query: &Query, limits: Limits, cancel: &Cancel) -> Solved {
    if !BATCH.get() {
        return solve(query, limits, cancel);
    }
    timed(|started| guarded(query, limits, cancel, started, &check))
}

fn check(session: &Session) -> Result<Answer, Fault> {
    let result = session.check();
    Ok(session.answer(result))
}

/// Calls `body`, with one context for all its calls of [`solve_in_batch`].
pub fn in_batch<R: Send + Sync>(body: impl FnOnce() -> R + Send + Sync) -> R {
    in_new_context(|| {
        let before = BATCH.replace(true);
        let result = body();
        BATCH.set(before);
        result
    })
}

/// Makes the context that the first query of this thread will use, if it does not exist yet.
pub fn prepare() {
    configure();
    let _ = Context::thread_local();
}

thread_local! {
    /// Whether this thread runs a batch.
    static BATCH: Cell<bool> = const { Cell::new(false) };
    /// Whether the default context of this thread has not been used yet.
    static UNUSED: Cell<bool> = const { Cell::new(true) };
}

/// A query that is encoded in a context.
pub(super) struct Session<'a> {
    pub solver: Solver,
    dag: Dag,
    encoded: Encoded,
    observed: Vec<Id>,
    floats: Floats,
    limits: Limits,
    cancel: &'a Cancel,
    started: Stopwatch,
    /// The resources that the context had spent before this query, in Z3's units.
    spent: u32,
    query: &'a Query,
}

/// Runs `body` in a fresh context that holds the query.
pub(super) fn run(
    query: &Query,
    limits: Limits,
    cancel: &Cancel,
    body: impl Fn(&Session) -> Result<Answer, Fault> + Send + Sync,
) -> Solved {
    timed(|started| in_new_context(|| guarded(query, limits, cancel, started, &body)))
}

/// Measures the time that `solve` takes. A fault becomes an unknown answer.
fn timed(solve: impl FnOnce(Stopwatch) -> Result<(Answer, u32), Fault>) -> Solved {
    let started = Stopwatch::start();
    let (answer, rlimit) = solve(started).unwrap_or_else(|fault| {
        let reason = match fault {
            Fault::Defect(what) => Reason::Internal(what),
            Fault::UnknownSort(sort) => Reason::UnknownSort(sort),
        };
        (Answer::Unknown(reason), 0)
    });
    let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    Solved { answer, effort: Effort { rlimit, micros } }
}

/// Runs `body` in the present context. The bindings panic where Z3 reports an error. The encoder excludes those errors;
/// if one is left, this query fails and not the program.
fn guarded(
    query: &Query,
    limits: Limits,
    cancel: &Cancel,
    started: Stopwatch,
    body: &impl Fn(&Session) -> Result<Answer, Fault>,
) -> Result<(Answer, u32), Fault> {
    if let Some(large) = too_large(query) {
        return Ok((Answer::Unknown(Reason::TooLarge(large)), 0));
    }
    let inside = || {
        let session = Session::new(query, limits, cancel, started)?;
        let answer = body(&session)?;
        Ok((answer, session.rlimit()))
    };
    catch_unwind(AssertUnwindSafe(inside)).unwrap_or_else(|_| Err("the solver refused the query".into()))
}

/// Sets Z3's global parameters, once, for all contexts.
fn configure() {
    static CONFIGURED: Once = Once::new();
    CONFIGURED.call_once(|| set_global_param("auto_config", "false"));
}

/// Calls `body` with a fresh context.
///
/// A context takes 17 MB for its tables, and the bindings make a default context on each thread in any case. So the
/// first call on a thread that needs a context uses the default one.
fn in_new_context<R: Send + Sync>(body: impl FnOnce() -> R + Send + Sync) -> R {
    configure();
    if UNUSED.replace(false) {
        enums::numbered_anew(body)
    } else {
        with_z3_config(&Config::new(), || enums::numbered_anew(body))
    }
}

impl<'a> Session<'a> {
    fn new(query: &'a Query, limits: Limits, cancel: &'a Cancel, started: Stopwatch) -> Result<Self, Fault> {
        let mut dag = Dag::default();
        let mut roots: Vec<Term> = query.hyps.iter().cloned().chain([not(query.goal.clone())]).collect();
        // What the formulas declare is declared in their order, so it is shuffled, too.
        shuffle(&mut roots, limits.seed);
        let roots: Vec<Id> = roots.iter().map(|root| dag.add(root)).collect();
        let observed = query.observe.iter().map(|t| dag.add(t)).collect();
        dag.close();
        if let Integers::Bits(_) = query.integers {
            return Self::in_bits(query, limits, cancel, started, dag, &roots);
        }
        let (encoded, facts) = encode(&dag, query.floats)?;
        // `Solver::new()` is not used: for quantifier-free queries it tries strategies that depend on wall time and on
        // the memory of the whole process, so that the cost of a query would depend on other threads.
        let solver = if query.blast { blasting().solver() } else { Tactic::new("smt").solver() };
        solver.set_params(&parameters(limits));
        for fact in facts {
            solver.assert(&fact);
        }
        for root in roots {
            solver.assert(&encoded.formula(root)?);
        }
        let spent = if BATCH.get() { count(&solver) } else { 0 };
        Ok(Self { solver, dag, encoded, observed, floats: query.floats, limits, cancel, started, spent, query })
    }

    /// A session for a query whose integers are bit vectors. Z3 reads such a query as SMT-LIB text. If Z3 did not
    /// understand an assertion, it would lack a hypothesis, and would prove less.
    fn in_bits(
        query: &'a Query,
        limits: Limits,
        cancel: &'a Cancel,
        started: Stopwatch,
        dag: Dag,
        roots: &[Id],
    ) -> Result<Self, Fault> {
        enums::none(&dag)?;
        let text = smtlib::assertions(query, &dag, roots)?;
        let solver = if query.blast { blasting().solver() } else { Tactic::new("smt").solver() };
        solver.set_params(&parameters(limits));
        solver.from_string(text);
        let spent = if BATCH.get() { count(&solver) } else { 0 };
        let (encoded, observed, floats) = (Encoded::default(), vec![], query.floats);
        Ok(Self { solver, dag, encoded, observed, floats, limits, cancel, started, spent, query })
    }

    /// Asks Z3 whether the assertions are satisfiable. The answer is unknown if the token cancels the question.
    pub fn check(&self) -> SatResult {
        if !self.cancel.is_possible() {
            return self.solver.check();
        }
        if self.cancel.is_cancelled() {
            return SatResult::Unknown;
        }
        let context = Context::thread_local();
        let handle = context.handle();
        threads::interruptible(self.cancel, || handle.interrupt(), || self.solver.check())
    }

    /// The Z3 formula of a term of the query or of its observed terms.
    pub fn formula(&self, term: &Term) -> Result<Bool, Fault> {
        let id = self.dag.find(term).ok_or("a term that the query does not have")?;
        self.encoded.formula(id)
    }

    /// Translates Z3's result to an answer, with a model if there is one.
    pub fn answer(&self, result: SatResult) -> Answer {
        match result {
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => Answer::Unknown(self.reason()),
            SatResult::Sat => match (self.query.integers, self.solver.get_model()) {
                (Integers::Bits(width), Some(found)) => Answer::Sat(model::read_constants(&self.dag, width, &found)),
                (Integers::Bits(_), None) => Answer::Unknown(Reason::Incomplete("no model".to_owned())),
                (Integers::Exact, _) if self.query.blast => Answer::Unknown(Reason::Incomplete("no model".to_owned())),
                (Integers::Exact, Some(found)) => {
                    Answer::Sat(model::read(&self.dag, &self.observed, &self.encoded, &found, self.floats))
                }
                (Integers::Exact, None) => {
                    Answer::Unknown(Reason::Internal("a satisfiable query without a model".to_owned()))
                }
            },
        }
    }

    /// Z3 reports "canceled" for time as well as for resources, so the resource counter tells which limit was reached.
    fn reason(&self) -> Reason {
        if self.cancel.is_cancelled() {
            return Reason::Cancelled;
        }
        let said = self.solver.get_reason_unknown().unwrap_or_default();
        let stopped = said.contains("cancel") || said.contains("resource") || said.contains("timeout");
        if !stopped {
            return Reason::Incomplete(if said.is_empty() { "unknown".to_owned() } else { said });
        }
        let out_of_time = self.limits.timeout_ms > 0
            && self.started.elapsed().as_millis() >= u128::from(self.limits.timeout_ms)
            && (self.limits.rlimit == 0 || self.rlimit() < self.limits.rlimit);
        if out_of_time {
            Reason::Timeout
        } else {
            Reason::ResourceLimit
        }
    }

    fn rlimit(&self) -> u32 {
        count(&self.solver).saturating_sub(self.spent)
    }

    /// The query.
    pub fn query(&self) -> &Query {
        self.query
    }
}

/// A strategy that translates floats to bits and bits to truth values, and then searches. No step depends on wall time.
fn blasting() -> Tactic {
    let steps = ["simplify", "solve-eqs", "fpa2bv", "simplify", "max-bv-sharing", "bit-blast", "smt"];
    let mut steps = steps.iter().map(|name| Tactic::new(name));
    let first = steps.next().unwrap_or_else(|| Tactic::new("smt"));
    steps.fold(first, |before, step| before.and_then(&step))
}

/// The resources that the context of the solver has spent, in Z3's units.
fn count(solver: &Solver) -> u32 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(count)) => count,
        Some(StatisticsValue::Double(count)) => count as u32,
        None => 0,
    }
}

/// The parameters of Z3 for these limits. An unknown name would make every answer unknown; a test checks the names.
fn parameters(limits: Limits) -> Params {
    let mut params = Params::new();
    params.set_bool("smt.mbqi", limits.mbqi);
    params.set_bool("smt.arith.enable_hnf", limits.thorough);
    params.set_bool("smt.arith.nl.grobner", limits.thorough);
    if limits.seed > 0 {
        params.set_u32("smt.random_seed", limits.seed);
    }
    if limits.rlimit > 0 {
        params.set_u32("rlimit", limits.rlimit);
    }
    if limits.timeout_ms > 0 {
        params.set_u32("timeout", limits.timeout_ms);
    }
    params
}
