//! Every rewrite of the normaliser is a theorem: Z3 shows that no value breaks it.
//!
//! For each rule, `guards ∧ lhs ≠ rhs` must be unsatisfiable, for every sort that its variables may have; floats are
//! bit-precise at a format of 3 exponent and 4 significand bits. Integer division is Euclidean in SMT-LIB as in our
//! terms, and unspecified for divisor 0, so a rule that relies on division by zero is refuted.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use dashu::integer::IBig;
use ir::{Bits, FloatArith, FloatFormat, Rounding};
use logic::normalise::pattern::{parse, FloatLiteral, Pattern, SortPattern};
use logic::normalise::rules::{Rule, GOALS, GRAPH_RULES, LAWS, LEMMAS, RULES, SUMS};
use logic::term::{FloatOp, Op, SortKind};
use std::collections::BTreeMap;
use std::fmt::Write;
use z3::{Params, SatResult, Solver};

/// What Z3 may spend on one rule. Exceeding it is a failure: the rule is then not known to be a theorem.
const RLIMIT: u32 = 20_000_000;

const FLOAT: &str = "(_ FloatingPoint 3 4)";

/// The SMT-LIB text of a pattern; collects its variables.
fn smt(pattern: &Pattern, vars: &mut BTreeMap<char, &'static str>) -> String {
    match pattern {
        Pattern::Var(v) => {
            vars.insert(v.name, sort(v.sorts));
            v.name.to_string()
        }
        Pattern::Float(FloatLiteral::One) => "((_ to_fp 3 4) RNE 1.0)".into(),
        Pattern::Float(FloatLiteral::MinusOne) => "((_ to_fp 3 4) RNE (- 1.0))".into(),
        Pattern::Float(FloatLiteral::Zero) => "(_ +zero 3 4)".into(),
        Pattern::Float(FloatLiteral::MinusZero) => "(_ -zero 3 4)".into(),
        Pattern::Float(FloatLiteral::Infinity) => "(_ +oo 3 4)".into(),
        Pattern::Float(FloatLiteral::MinusInfinity) => "(_ -oo 3 4)".into(),
        Pattern::Literal(t) => match t.op() {
            Op::Int(n) => n.to_string(),
            Op::Bool(b) => b.to_string(),
            Op::Real(r) => format!("{r}.0"),
            other => panic!("literal {other:?}"),
        },
        Pattern::Node(op, args) => {
            let args: Vec<String> = args.iter().map(|a| smt(a, vars)).collect();
            format!("({} {})", name(op), args.join(" "))
        }
    }
}

/// The SMT-LIB sort of a declared variable; `S` is a sort of which nothing is known.
fn sort(over: SortPattern) -> &'static str {
    match over {
        SortPattern::Sort(sort) => match sort.kind() {
            SortKind::Int => "Int",
            SortKind::Real => "Real",
            SortKind::Bool => "Bool",
            SortKind::Float(FloatFormat::Single) => FLOAT,
            other => panic!("no rule has a variable of sort {other:?}"),
        },
        SortPattern::Float => FLOAT,
        SortPattern::Array => "(Array Int S)",
        SortPattern::Any => "S",
    }
}

fn name(op: &Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Implies => "=>",
        Op::Ite => "ite",
        Op::Eq => "=",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Add => "+",
        Op::Mul => "*",
        Op::Div => "div",
        Op::Mod => "mod",
        Op::RealDiv => "/",
        Op::Select => "select",
        Op::Store => "store",
        Op::FloatOp(FloatOp::Arith(arith, rounding)) => match (arith, rounding) {
            (FloatArith::Add, Rounding::NearestEven) => "fp.add RNE",
            (FloatArith::Add, Rounding::Up) => "fp.add RTP",
            (FloatArith::Add, Rounding::Down) => "fp.add RTN",
            (FloatArith::Add, Rounding::Zero) => "fp.add RTZ",
            (FloatArith::Sub, Rounding::NearestEven) => "fp.sub RNE",
            (FloatArith::Sub, Rounding::Up) => "fp.sub RTP",
            (FloatArith::Sub, Rounding::Down) => "fp.sub RTN",
            (FloatArith::Sub, Rounding::Zero) => "fp.sub RTZ",
            (FloatArith::Mul, Rounding::NearestEven) => "fp.mul RNE",
            (FloatArith::Mul, Rounding::Up) => "fp.mul RTP",
            (FloatArith::Mul, Rounding::Down) => "fp.mul RTN",
            (FloatArith::Mul, Rounding::Zero) => "fp.mul RTZ",
            (FloatArith::Div, Rounding::NearestEven) => "fp.div RNE",
            (FloatArith::Div, Rounding::Up) => "fp.div RTP",
            (FloatArith::Div, Rounding::Down) => "fp.div RTN",
            (FloatArith::Div, Rounding::Zero) => "fp.div RTZ",
        },
        // A format with more bits stands for `double`.
        Op::FloatOp(FloatOp::Convert(FloatFormat::Double, _)) => "(_ to_fp 5 9) RNE",
        Op::FloatOp(FloatOp::Convert(FloatFormat::Single, rounding)) => match rounding {
            Rounding::NearestEven => "(_ to_fp 3 4) RNE",
            Rounding::Up => "(_ to_fp 3 4) RTP",
            Rounding::Down => "(_ to_fp 3 4) RTN",
            Rounding::Zero => "(_ to_fp 3 4) RTZ",
        },
        Op::FloatOp(FloatOp::Neg) => "fp.neg",
        Op::FloatOp(FloatOp::Eq) => "fp.eq",
        Op::FloatOp(FloatOp::Lt) => "fp.lt",
        Op::FloatOp(FloatOp::Le) => "fp.leq",
        other => panic!("no pattern has {other:?}"),
    }
}

/// Proofs that Z3 does not find by itself: a rule, and instances of rules before it in the table that it follows from.
/// An instance says which terms the variables of that rule stand for.
const STEPS: &[(&str, &[(&str, &str)])] = &[
    ("mod-of-multiple", &[("div-of-multiple", "(i i)")]),
    (
        "mod-of-inner-mod",
        &[("div-mod-whole", "(k k)"), ("mod-of-multiple", "(j (- (* k (div i n)))) (i (+ (* k i) j))")],
    ),
];

/// The instances that a rule follows from, each `guards ⇒ lhs = rhs` of a rule that stands before it.
fn steps(rule: &Rule) -> Vec<String> {
    let parse = |text: &str| parse(text, Rounding::NearestEven);
    let instances = STEPS.iter().filter(|(name, _)| *name == rule.name).flat_map(|(_, steps)| *steps);
    instances
        .map(|(theorem, bindings)| {
            let before = SUMS.iter().take_while(|r| r.name != rule.name);
            let theorem = before.into_iter().find(|r| r.name == *theorem).expect("a rule before this one");
            let side = |text| smt(&parse(text).unwrap(), &mut BTreeMap::new());
            let guards: Vec<String> = theorem.guards.iter().map(|g| side(g)).collect();
            let claim = format!("(= {} {})", side(theorem.lhs), side(theorem.rhs));
            format!("(let ({bindings}) (=> (and true {}) {claim}))", guards.join(" "))
        })
        .collect()
}

/// Whether a rule is about bits of integers.
fn is_about_bits(rule: &Rule) -> bool {
    [rule.lhs, rule.rhs].iter().any(|side| ["(bit-", "(shl", "(shr"].iter().any(|op| side.contains(op)))
}

/// The script of a rule about bits: its variables are the integers from -16 to 15, and all numbers have 48 bits, so
/// that nothing overflows (the largest one is `15 << 15`, times 2). A shift by a negative distance may have any value.
/// The laws say of all bits the same, or compare numbers by their highest bits; that they hold for few bits shows that
/// they hold for many.
fn script_of_bits(rule: &Rule, lemma: bool) -> String {
    let mut text = String::from(
        "(define-sort Bits () (_ BitVec 48))
(declare-fun any (Bits Bits) Bits)
(define-fun literal ((n Int)) Bits ((_ int2bv 48) n))
(define-fun left ((a Bits) (b Bits)) Bits (ite (bvslt b (literal 0)) (any a b) (bvshl a b)))
(define-fun right ((a Bits) (b Bits)) Bits (ite (bvslt b (literal 0)) (any b a) (bvashr a b)))
",
    );
    let mut vars = BTreeMap::new();
    let read = |text: &str| parse(text, Rounding::NearestEven).unwrap_or_else(|| panic!("{}: {text}", rule.name));
    let sides = [rule.lhs, rule.rhs].map(|side| smt_of_bits(&read(side), &mut vars));
    let guards: Vec<String> = rule.guards.iter().map(|g| smt_of_bits(&read(g), &mut vars)).collect();
    for v in vars.keys() {
        writeln!(text, "(declare-const {v} (_ BitVec 48))").unwrap();
        writeln!(text, "(assert (and (bvsle (literal (- 16)) {v}) (bvsle {v} (literal 15))))").unwrap();
    }
    for g in guards {
        writeln!(text, "(assert {g})").unwrap();
    }
    let [lhs, rhs] = sides;
    let claim = if lemma { rhs } else { format!("(= {lhs} {rhs})") };
    writeln!(text, "(assert (not {claim}))").unwrap();
    text
}

/// A pattern over bit vectors; collects its variables.
fn smt_of_bits(pattern: &Pattern, vars: &mut BTreeMap<char, &'static str>) -> String {
    let name = |op: &Op| match op {
        Op::Add => "bvadd",
        Op::Mul => "bvmul",
        Op::Lt => "bvslt",
        Op::Le => "bvsle",
        Op::Bits(Bits::And) => "bvand",
        Op::Bits(Bits::Or) => "bvor",
        Op::Bits(Bits::Xor) => "bvxor",
        Op::Bits(Bits::Shl) => "left",
        Op::Bits(Bits::Shr) => "right",
        other => name(other),
    };
    match pattern {
        Pattern::Literal(t) if t.as_int().is_some_and(|n| *n < IBig::ZERO) => {
            format!("(literal (- {}))", -t.as_int().unwrap())
        }
        Pattern::Literal(t) if t.as_int().is_some() => format!("(literal {})", t.as_int().unwrap()),
        Pattern::Node(op, args) => {
            let args: Vec<String> = args.iter().map(|a| smt_of_bits(a, vars)).collect();
            format!("({} {})", name(op), args.join(" "))
        }
        Pattern::Var(_) | Pattern::Float(_) | Pattern::Literal(_) => smt(pattern, vars),
    }
}

/// `guards ∧ claim is false`, as a script, where operations on floats round in this direction.
fn script(rule: &Rule, rounding: Rounding, lemma: bool) -> String {
    if is_about_bits(rule) {
        return script_of_bits(rule, lemma);
    }
    let mut vars = BTreeMap::new();
    let read = |text: &str| parse(text, rounding).unwrap_or_else(|| panic!("{}: cannot read {text}", rule.name));
    let lhs = smt(&read(rule.lhs), &mut vars);
    let rhs = smt(&read(rule.rhs), &mut vars);
    let guards: Vec<String> = rule.guards.iter().map(|g| smt(&read(g), &mut vars)).collect();
    let mut text = String::from("(declare-sort S 0)\n");
    for (v, sort) in vars {
        writeln!(text, "(declare-const {v} {sort})").unwrap();
    }
    for g in guards {
        writeln!(text, "(assert {g})").unwrap();
    }
    for step in steps(rule) {
        writeln!(text, "(assert {step})").unwrap();
    }
    let claim = if lemma { rhs } else { format!("(= {lhs} {rhs})") };
    writeln!(text, "(assert (not {claim}))").unwrap();
    text
}

fn check(script: &str) -> SatResult {
    let solver = Solver::new();
    let mut limit = Params::new();
    limit.set_u32("rlimit", RLIMIT);
    solver.set_params(&limit);
    solver.from_string(script);
    let asserted = script.matches("(assert ").count();
    assert_eq!(solver.get_assertions().len(), asserted, "Z3 does not read\n{script}");
    solver.check()
}

fn prove(rules: &[Rule], lemma: bool) {
    let failed: Vec<String> = rules
        .iter()
        .flat_map(|rule| rule.roundings.iter().map(move |rounding| (rule, *rounding)))
        .filter_map(|(rule, rounding)| {
            let script = script(rule, rounding, lemma);
            let answer = check(&script);
            (answer != SatResult::Unsat).then(|| format!("`{}` is not a theorem ({answer:?}):\n{script}", rule.name))
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn rewrites_are_theorems() {
    prove(RULES, false);
}

#[test]
fn rewrites_of_sums_are_theorems() {
    prove(SUMS, false);
}

#[test]
fn rewrites_of_the_e_graph_are_theorems() {
    prove(GRAPH_RULES, false);
}

#[test]
fn goals_are_taken_apart_by_theorems() {
    prove(GOALS, false);
}

#[test]
fn lemmas_are_theorems() {
    prove(LEMMAS, true);
}

#[test]
fn laws_are_theorems() {
    prove(LAWS, true);
}

/// What must not be a rule is refuted by the same machinery: it can tell a theorem from a mistake.
#[test]
fn wrong_rules_are_refuted() {
    let wrong: &[(&str, &str, &[&str])] = &[
        ("(/ ?p ?p)", "1.0", &[]),
        ("(div ?n ?n)", "1", &[]),
        ("(mod ?n ?n)", "0", &[]),
        ("(* (/ ?p ?q) ?q)", "?p", &[]),
        ("(mod ?i ?n)", "?i", &["(<= 0 ?i)"]),
        ("(mod ?i ?n)", "?i", &["(< ?i ?n)"]),
        ("(mod (mod ?i ?n) ?n)", "(mod ?i ?n)", &[]),
        ("(div (+ (* ?n ?j) ?i) ?n)", "?j", &["(not (= ?n 0))"]),
        ("(/ 1.0 (* ?p ?q))", "(* (/ 1.0 ?p) (/ 1.0 ?q))", &[]),
        ("(select (store ?a ?i ?s) ?j)", "(select ?a ?j)", &[]),
        ("(feq ?f ?f)", "true", &[]),
        ("(fle ?f ?f)", "true", &[]),
        ("(feq ?f ?g)", "(= ?f ?g)", &[]),
        ("(not (flt ?f ?g))", "(fle ?g ?f)", &[]),
        ("(fsub ?f ?f)", "(fadd f-0 f-0)", &[]),
        ("(fneg (fadd ?f ?g))", "(fadd (fneg ?f) (fneg ?g))", &[]),
        ("(fadd ?f (fneg f-0))", "?f", &[]),
        ("(fdiv ?f ?f)", "f1", &[]),
        ("(fadd (fadd ?f ?g) f1)", "(fadd ?f (fadd ?g f1))", &[]),
        ("(fmul ?f (fadd ?g f1))", "(fadd (fmul ?f ?g) ?f)", &[]),
        ("(=> ?b ?c)", "(=> ?c ?b)", &[]),
        ("(= (bit-and ?i ?j) (bit-and ?i ?k))", "(= ?j ?k)", &[]),
        ("(= (bit-xor ?i ?j) (bit-xor ?k ?i))", "(= ?i ?k)", &[]),
        ("(shr (shl ?i ?j) ?j)", "?i", &[]),
        ("(shl (shr ?i ?j) ?j)", "?i", &["(<= 0 ?j)"]),
        ("(bit-or ?i ?j)", "(+ (+ ?i ?j) (bit-and ?i ?j))", &[]),
        ("(< (bit-or ?i ?j) ?k)", "true", &["(<= (* -1 ?k) ?i)", "(< ?i ?k)", "(<= (* -1 ?k) ?j)", "(< ?j ?k)"]),
        ("(<= (bit-and ?i ?j) ?i)", "true", &[]),
        ("(<= 0 (bit-and ?i ?j))", "true", &[]),
        ("(<= ?i (shl ?i ?j))", "true", &["(<= 0 ?j)"]),
    ];
    for (lhs, rhs, guards) in wrong {
        let rule = Rule { name: "wrong", lhs, rhs, guards, roundings: &[] };
        assert_eq!(
            check(&script(&rule, Rounding::NearestEven, false)),
            SatResult::Sat,
            "{lhs} = {rhs} should be refuted"
        );
    }
}

/// A rule is for as many directions of rounding as it can be: in each other one it is refuted.
#[test]
fn rules_are_for_the_directions_in_which_they_hold() {
    let mut refuted = 0;
    for rule in RULES.iter().chain(GRAPH_RULES) {
        let rounds = script(rule, Rounding::Up, false).contains("RTP");
        let all = Rounding::ALL.iter().map(|(_, rounding)| *rounding);
        for rounding in all.filter(|r| rounds && !rule.roundings.contains(r)) {
            assert_eq!(
                check(&script(rule, rounding, false)),
                SatResult::Sat,
                "{} in direction {rounding:?}",
                rule.name
            );
            refuted += 1;
        }
    }
    assert!(refuted >= 10, "{refuted}");
}

/// A guard that is never true would make any rule a theorem.
#[test]
fn every_guard_can_hold() {
    for rule in RULES.iter().chain(SUMS).chain(LEMMAS).chain(LAWS) {
        let guards_only = script(rule, Rounding::NearestEven, false);
        let asserts: Vec<&str> = guards_only.lines().collect();
        let without_claim = asserts[..asserts.len() - 1].join("\n");
        assert_eq!(check(&without_claim), SatResult::Sat, "{}: the guards exclude each other", rule.name);
    }
}

#[test]
fn names_are_unique() {
    let all: Vec<&str> =
        [RULES, SUMS, GRAPH_RULES, LEMMAS, LAWS, GOALS].iter().flat_map(|t| t.iter().map(|r| r.name)).collect();
    let unique: std::collections::BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(all.len(), unique.len());
}
