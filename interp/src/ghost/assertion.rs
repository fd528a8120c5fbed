//! Assertions in one state: the permissions that they give and the truth of what they say.
//!
//! ```text
//! R ** S        both
//! b ==> R       R where b is true
//! b ? R : S     one of them
//! \forall* i    R for each i in the range
//! Perm(a[e],p)  p of the location of a[e]
//! e             a fact
//! ```
//!
//! In: clauses, an environment that shows all of memory, and what frames the clauses. Out: an [`Assertion`]. What may
//! be read depends on the permissions of all clauses, so that the clauses are read without restriction first. If they
//! read something that the frame does not allow, facts and faults are those of a second reading, which may read only
//! what the frame allows. Faults behind a fact that is false do not count.

use super::amount::Amount;
use super::finding::{ill_formed, Finding, Unknown};
use super::footprint::Footprint;
use super::framed::{Framed, MayRead};
use super::span::{Locations, Span};
use crate::env::Env;
use crate::eval::{Evaluator, Memo, Seek, Seen};
use crate::location::Location;
use crate::member::Member;
use crate::message::{Blank, Message};
use crate::stop::{Cause, Stop};
use ir::finding::{What, Why};
use ir::Node;
use ir::{BinaryOp, Clause, Expr, ExprKind, LabelId, Place, QuantKind, Type};
use std::ops::ControlFlow;

/// The locations that an assertion may read.
#[derive(Clone, Copy, Debug)]
pub enum Framing<'f> {
    /// Those for which the assertion itself gives permission.
    Own,
    /// Those for which the assertion itself gives permission, and those of a footprint that stays with the holder.
    OwnAnd(&'f Footprint),
    /// Those of a footprint that somebody holds.
    Held(&'f Footprint),
    /// All of them, because nothing is known of permissions.
    All,
}

/// The locations that an assertion may read in past states.
#[derive(Clone, Copy, Debug)]
pub struct Past<'f> {
    /// In the state of `\old`.
    pub start: Framing<'f>,
    /// In the states of labels: what was held there, or `None` if that is not known.
    pub labels: &'f [(LabelId, Option<Footprint>)],
}

impl<'f> Past<'f> {
    /// As `start` says; there are no labels.
    pub fn start(start: Framing<'f>) -> Self {
        Self { start, labels: &[] }
    }
}

/// One permission of an assertion, or what one permission under a quantifier gives for neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission {
    /// Where it is written.
    pub node: Node,
    /// The locations.
    pub span: Span,
    /// How much of each of them.
    pub amount: Amount,
    /// Whether the amount is the whole in every run, by its text (`write`), and not only by the values of this run.
    pub everything: bool,
}

/// One conjunct without permission; under `\forall*`, for all instances together.
#[derive(Clone, Debug)]
pub struct Fact<'p> {
    /// The conjunct.
    pub expr: &'p Expr,
    /// Its place in the text.
    pub node: Node,
    /// Its truth; `None` where it has no value.
    pub truth: Option<bool>,
    /// If it is false, values that show why.
    pub seen: Vec<Seen>,
}

/// The permissions and facts of clauses in one state.
#[derive(Clone, Debug, Default)]
pub struct Assertion<'p> {
    /// Permissions, in the order of the text.
    pub permissions: Vec<Permission>,
    /// The sum of `permissions`.
    pub footprint: Footprint,
    /// Whether `permissions` are all; otherwise the footprint may be too small.
    pub complete: bool,
    /// Facts, in the order of the text. Where all facts are true, they may be left out.
    pub facts: Vec<Fact<'p>>,
    /// The faults of the clauses: parts that are not well defined.
    pub wrong: Vec<Finding>,
    /// The parts that could not be evaluated, with the reasons.
    pub unknown: Vec<Stop>,
}

impl<'p> Assertion<'p> {
    /// The first fact that is false.
    pub fn first_false(&self) -> Option<&Fact<'p>> {
        self.facts.iter().find(|fact| fact.truth == Some(false))
    }

    /// Whether all facts are true; `None` if none is false and some has no value.
    pub fn truth(&self) -> Option<bool> {
        match self.first_false() {
            Some(_) => Some(false),
            None => self.facts.iter().all(|fact| fact.truth == Some(true)).then_some(true),
        }
    }

    /// The parts that could not be evaluated, as unknown parts of a check.
    pub fn unknowns(&self, what: What, who: Member) -> Vec<Unknown> {
        self.unknown.iter().map(|stop| Unknown { what, who, stop: stop.clone() }).collect()
    }
}

/// Reads clauses. `framing` restricts what they read now, `past` what they read of the states before.
pub fn read<'p, E: Env<'p> + ?Sized>(
    env: &mut E,
    memo: &mut Memo,
    who: Member,
    clauses: &[&'p Expr],
    framing: Framing<'_>,
    past: Past<'_>,
) -> Assertion<'p> {
    let mut noting = Framed::noting(env);
    let given = Reader::new(&mut noting, memo, who).all(clauses);
    let reads = noting.into_reads();
    // If the footprint is incomplete, a missing permission in it does not mean that a read is unframed.
    let more = match framing {
        Framing::OwnAnd(more) => Footprint::sum([&given.footprint, more].into_iter()),
        Framing::Own | Framing::Held(_) | Framing::All => Footprint::default(),
    };
    let frame = |framing| match framing {
        Framing::Own => given.complete.then_some(&given.footprint),
        Framing::OwnAnd(_) => given.complete.then_some(&more),
        Framing::Held(held) => Some(held),
        Framing::All => None,
    };
    let frame = MayRead { now: frame(framing), start: frame(past.start), labels: past.labels };
    if reads.iter().all(|(span, when)| frame.allows(*span, *when)) {
        return given;
    }
    let mut framed = Framed::new(env, frame);
    let said = Reader::new(&mut framed, memo, who).all(clauses);
    Assertion { facts: said.facts, wrong: said.wrong, unknown: said.unknown, ..given }
}

/// The expressions of clauses.
pub fn expressions<'p>(clauses: impl IntoIterator<Item = &'p Clause>) -> Vec<&'p Expr> {
    clauses.into_iter().map(|clause| &clause.expr).collect()
}

struct Reader<'e, 'p, E: Env<'p> + ?Sized> {
    ev: Evaluator<'e, 'p, E>,
    out: Out<'p>,
}

/// What a reader collects, apart from its evaluator so that the two can be borrowed together.
struct Out<'p> {
    who: Member,
    assertion: Assertion<'p>,
    /// Quantifiers around the current part.
    inside: usize,
    /// For each permission under a quantifier, and its amount, as written, what it named.
    named: Vec<(Node, Node, Named)>,
}

/// What one permission under a quantifier named.
#[derive(Default)]
struct Named {
    locations: Locations,
    /// The number of the last one in the list of permissions.
    last: Option<usize>,
}

impl<'e, 'p, E: Env<'p> + ?Sized> Reader<'e, 'p, E> {
    fn new(env: &'e mut E, memo: &'e mut Memo, who: Member) -> Self {
        let assertion = Assertion { complete: true, ..Assertion::default() };
        let out = Out { who, assertion, inside: 0, named: Vec::new() };
        Self { ev: Evaluator::new(env, memo), out }
    }

    fn all(mut self, clauses: &[&'p Expr]) -> Assertion<'p> {
        for clause in clauses {
            resource(&mut self.ev, &mut self.out, clause);
        }
        let given = self.out.assertion.permissions.iter();
        self.out.assertion.footprint = Footprint::of(given.map(|p| (p.span, &p.amount)));
        self.out.assertion
    }
}

#[allow(clippy::wildcard_enum_match_arm)] // whatever is no resource is a fact
fn resource<'p, E: Env<'p> + ?Sized>(ev: &mut Evaluator<'_, 'p, E>, out: &mut Out<'p>, e: &'p Expr) {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Star | BinaryOp::And, a, b) => {
            resource(ev, out, a);
            resource(ev, out, b);
        }
        ExprKind::Binary(BinaryOp::Implies, c, r) if r.ty == Type::Resource => match ev.truth(c) {
            Ok(true) => resource(ev, out, r),
            Ok(false) => {}
            Err(stop) => out.stopped(stop),
        },
        ExprKind::Cond(c, a, b) if e.ty == Type::Resource => match ev.truth(c) {
            Ok(truth) => resource(ev, out, if truth { a } else { b }),
            Err(stop) => out.stopped(stop),
        },
        ExprKind::Quant(q) if q.kind == QuantKind::Star => {
            out.inside += 1;
            let end = ev.instances(q, Seek::Resource, e.node, &mut |ev| {
                resource(ev, out, &q.body);
                Ok(ControlFlow::Continue(()))
            });
            out.inside -= 1;
            if let Err(stop) = end {
                out.stopped(stop);
            }
        }
        ExprKind::Perm(place, amount) => permission(ev, out, place, amount, e.node),
        ExprKind::PointsTo(place, amount, value) => {
            permission(ev, out, place, amount, e.node);
            let truth = ev.load(place).and_then(|current| Ok(current == ev.value(value)?));
            out.fact(e, truth, Vec::new());
        }
        _ => {
            let truth = ev.truth(e);
            let seen = if truth == Ok(false) { ev.why_false(e) } else { Vec::new() };
            out.fact(e, truth, seen);
        }
    }
}

fn permission<'p, E: Env<'p> + ?Sized>(
    ev: &mut Evaluator<'_, 'p, E>,
    out: &mut Out<'p>,
    place: &'p Place,
    amount: &'p Expr,
    node: Node,
) {
    // An amount that depends on a condition is that of one of its branches.
    let mut leaf = amount;
    while let ExprKind::Cond(c, a, b) = &leaf.kind {
        match ev.truth(c) {
            Ok(truth) => leaf = if truth { a } else { b },
            Err(stop) => return out.stopped(stop),
        }
    }
    let location = match ev.locate(place) {
        Ok(location) => location,
        Err(stop) => return out.stopped(stop),
    };
    // Runs do not judge atomic steps by permissions, so a permission for steps gives nothing.
    if matches!(leaf.kind, ExprKind::AtomicAmount) {
        return;
    }
    #[allow(clippy::wildcard_enum_match_arm)] // all others are computed
    let size = match leaf.kind {
        ExprKind::ReadAmount => Ok(Amount::read()),
        ExprKind::Write => Ok(Amount::write()),
        _ => ev.fraction(leaf).map(Amount::fraction),
    };
    match size {
        Ok(size) => out.permission(node, leaf, location, size),
        Err(stop) => out.stopped(stop),
    }
}

impl<'p> Out<'p> {
    fn permission(&mut self, node: Node, leaf: &Expr, location: Location, amount: Amount) {
        if amount.is_negative() {
            self.wrong(Finding::new(
                What::WellFormed,
                Why::NegativeAmount,
                node,
                vec![self.who],
                format!("the amount of this permission is {amount}"),
            ));
            return;
        }
        let everything = amount.is_write() && is_literal(leaf);
        let given = Permission { node, span: Span::one(location), amount, everything };
        if self.inside == 0 {
            self.assertion.permissions.push(given);
        } else if !self.instance(leaf.node, location, given) {
            let message = Message::from("this `\\forall*` gives permission to ");
            let message = message.blank(Blank::Location, "one location").text(" more than once");
            let finding = Finding::new(What::WellFormed, Why::NotInjective, node, vec![self.who], message);
            self.wrong(finding.at(location));
        }
    }

    /// Adds what a permission under a quantifier gives in one instance; whether it has not named the location before.
    fn instance(&mut self, amount: Node, location: Location, given: Permission) -> bool {
        let node = given.node;
        if !self.named.iter().any(|(p, a, _)| (*p, *a) == (node, amount)) {
            self.named.push((node, amount, Named::default()));
        }
        let named = self.named.iter_mut().find(|(p, a, _)| (*p, *a) == (node, amount));
        let Some((_, _, named)) = named else { return true };
        let permissions = &mut self.assertion.permissions;
        let last = named.last.and_then(|n| permissions.get_mut(n));
        let alike = |last: &&mut Permission| last.amount == given.amount && last.everything == given.everything;
        if !last.filter(alike).is_some_and(|last| last.span.grow(location)) {
            named.last = Some(permissions.len());
            permissions.push(given);
        }
        named.locations.insert(location)
    }

    fn fact(&mut self, e: &'p Expr, truth: Result<bool, Stop>, seen: Vec<Seen>) {
        let truth = match truth {
            Ok(truth) => Some(truth),
            Err(stop) => {
                self.fault(stop);
                None
            }
        };
        // Instances of one conjunct are one fact: false if one is, unknown if one is and none is false.
        match self.assertion.facts.iter_mut().find(|fact| fact.node == e.node) {
            Some(fact) => {
                if fact.seen.is_empty() {
                    fact.seen = seen;
                }
                fact.truth = match (fact.truth, truth) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    (None, _) | (_, None) => None,
                }
            }
            None => self.assertion.facts.push(Fact { expr: e, node: e.node, truth, seen }),
        }
    }

    /// Notes that a part has no value that permissions depend on.
    fn stopped(&mut self, stop: Stop) {
        self.assertion.complete = false;
        self.fault(stop);
    }

    /// Notes that a part has no value.
    fn fault(&mut self, stop: Stop) {
        match ill_formed(&stop, self.who) {
            Some(finding) => self.wrong(finding),
            None => self.unknown(stop),
        }
    }

    fn unknown(&mut self, stop: Stop) {
        let known = matches!(stop.cause, Cause::Limit(_)) && !self.assertion.unknown.is_empty();
        if !known && !self.assertion.unknown.contains(&stop) {
            self.assertion.unknown.push(stop);
        }
    }

    /// Notes a fault, unless a fact before it is false.
    fn wrong(&mut self, finding: Finding) {
        let dead = self.assertion.facts.iter().any(|fact| fact.truth == Some(false));
        let said = self.assertion.wrong.iter().any(|f| f.code == finding.code && f.node == finding.node);
        if !dead && !said {
            self.assertion.wrong.push(finding);
        }
    }
}

/// Whether an amount is made of literals, so that it is the same in every run.
pub(super) fn is_literal(e: &Expr) -> bool {
    let mut literal = true;
    e.each(&mut |e| {
        literal &= !matches!(
            e.kind,
            ExprKind::Var(_)
                | ExprKind::Scalar(_)
                | ExprKind::Launch(..)
                | ExprKind::Read(_)
                | ExprKind::Length(..)
                | ExprKind::Call(..)
                | ExprKind::Reveal(_)
        );
    });
    literal
}
