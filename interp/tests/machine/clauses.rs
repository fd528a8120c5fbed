//! A run evaluates contracts as compiled code. Each kind of clause is tested once where the clause is true, and once
//! where it is false; then the run must report the failure.

use dashu::rational::RBig;
use interp::ghost::{Amount, Footprint, Span};
use interp::{Fill, Launch, Location, Options, Rng, Value};
use ir::ArrayId;

use crate::support::{input, place, program, run_source, word};

const LAUNCH: Launch = Launch::new(2, 4);

/// The id of the failure and the text at it, in a run with two groups of four threads.
fn found(source: &str, n: i64) -> (String, String) {
    let run = run_source(source, LAUNCH, &[("n", Value::from(n))], &Options::default());
    let at = run.outcome.failure().map_or("", |_| place(&run, source));
    (word(&run), at.to_owned())
}

fn with(contract: &str, body: &str) -> String {
    format!(
        "kernel k {{ global int n; global int[tcount] a, b; global int[4][2] m; local int[gsize + 1] s; \
        kernel requires ngroups >= 1; {contract} void main() {{ {body} }} }}"
    )
}

fn passes(contract: &str, body: &str) {
    assert_eq!(found(&with(contract, body), 3).0, "finished", "{contract}");
}

fn fails(contract: &str, body: &str, why: &str, at: &str) {
    let (id, text) = found(&with(contract, body), 3);
    assert!(id.ends_with(why) && text == at, "{contract}: {id} at {text}");
}

const WRITES: &str = "context Perm(a[tid], write);";

/// The postcondition is true or false of what each thread wrote: its number.
fn judges(condition: &str, truth: bool) {
    let contract = format!("{WRITES} ensures {condition};");
    match truth {
        true => passes(&contract, "a[tid] := tid;"),
        false => {
            let run = found(&with(&contract, "a[tid] := tid;"), 3);
            assert!(run.0.ends_with(":condition-false"), "{condition}: {run:?}");
        }
    }
}

#[test]
fn preconditions_and_postconditions_share_clauses_and_are_told_apart() {
    // Both lists begin with the same clause and are equally long.
    passes("context Perm(a[tid], write); requires Perm(s[lid], write); ensures a[tid] == 7;", "a[tid] := 7;");
    passes("context Perm(a[tid], write); requires a[tid] == tid; ensures a[tid] == 7;", "a[tid] := 7;");
}

#[test]
fn conditions_are_true_and_false() {
    for (condition, truth) in [
        ("a[tid] == tid", true),
        ("a[tid] == tid + 1", false),
        ("a[tid] >= 0 && a[tid] < tcount", true),
        ("a[tid] != 5", false),
        ("tid > 0 ==> a[tid] / tid == 1", true),
        ("tid > 0 ==> a[tid] % tid == 1", false),
        ("tid == 0 || a[tid] / tid == 1", true),
        ("!(a[tid] < tid)", true),
        ("(tid > 3 ? a[tid] - 4 : a[tid]) == lid", true),
        ("(tid > 3 ? a[tid] - 4 : a[tid]) == tid", false),
        ("(a[tid] == tid) == true", true),
        ("a[tid] - 8 < 0 && (0 - a[tid]) % 3 >= 0", true),
        ("\\old(a[tid]) == tid", true),
        ("\\old(a[tid]) == a[tid] + 1", false),
        ("\\old(tid > 3 ==> a[tid] > 3)", true),
        ("(\\forall int i; 0 <= i && i < n; a[tid] + i >= i)", true),
        ("(\\forall int i; 0 <= i && i < n; a[tid] + i != 6)", false),
        ("(\\forall int i, int j; 0 <= i && i < 3 && i <= j && j < 3; i + j < 5)", true),
        ("(\\forall int i, int j; 0 <= i && i < 3 && i <= j && j < 3; i + j < 4)", false),
        ("(\\exists int i; 0 <= i && i < 8; a[tid] == i)", true),
        ("(\\exists int i; 0 <= i && i < 7; a[tid] == i)", false),
        ("(\\forall int i; 5 <= i && i < 5; a[tid] / 0 == i)", true),
        ("(\\forall int i; 0 <= i && i < 6 && i % 2 == 0; i != 3)", true),
        ("(\\forall int i; 0 <= i && i < 6 && i % 2 == 0; i != 4)", false),
        ("(\\forall int i; 0 <= i && i < 4 ==> i * i <= 9)", true),
        ("(\\forall int i; 0 <= i && i < 4 ==> i * i < 9)", false),
    ] {
        judges(condition, truth);
    }
}

#[test]
fn integers_have_no_limits() {
    let large = "9223372036854775807";
    judges(&format!("a[tid] + {large} > {large} || tid == 0"), true);
    judges(&format!("a[tid] + {large} < {large}"), false);
    judges(&format!("(a[tid] + {large}) * {large} >= {large} * {large}"), true);
    judges(&format!("0 - {large} - 2 - a[tid] < 0 - {large}"), true);
    judges("a[tid] < 170141183460469231731687303715884105728", true);
}

#[test]
fn parts_without_value_are_found() {
    let of = |condition: &str| format!("{WRITES} ensures {condition};");
    fails(&of("a[tid] / lid >= 0"), "", ":division-by-zero", "lid");
    fails(&of("tid < n ==> a[tid + 99] == 0"), "", ":out-of-bounds", "a[tid + 99]");
    passes(&of("tid < n && lid != 0 ==> a[tid] / lid >= 0"), "");
    passes(&of("tid < 1 ==> a[tid] == 0 || a[tid + 99] == 7"), "");
}

#[test]
fn reads_need_permission() {
    let run = found(&with(&format!("{WRITES} ensures b[tid] == tid;"), ""), 3);
    assert!(run.0.ends_with(":unframed"), "{run:?}");
    // Under a condition that is false, nothing is read.
    passes(&format!("{WRITES} ensures tid > 99 ==> b[tid] == 0;"), "");
    let run = found(&with("requires Perm(a[tid], read); ensures a[tid] == tid;", ""), 3);
    assert!(run.0.ends_with(":unframed"), "{run:?}");
}

#[test]
fn permissions_have_to_be_there() {
    let run = found(&with("requires Perm(a[tid], 1\\2); ensures Perm(a[tid], write);", ""), 3);
    assert!(run.0.ends_with(":insufficient-permission") && run.1 == "Perm(a[tid], write)", "{run:?}");
    passes("requires Perm(a[tid], write); ensures Perm(a[tid], 1\\2);", "");
    passes("requires Perm(a[tid], 1\\2) ** Perm(a[tid], 1\\2); ensures Perm(a[tid], write);", "a[tid] := 1;");
    passes("context tid > 2 ? Perm(a[tid], write) : Perm(b[tid], write);", "");
    passes("context Perm(a[tid], tid > 2 ? write : 1\\2);", "");
    let two = found(&with("requires Perm(a[tid / 2], 2\\3);", ""), 3);
    assert!(two.0.contains("resources"), "{two:?}");
}

#[test]
fn variables_and_floats() {
    passes("", "int x := tid; int y := x + 1; assert y == tid + 1 && x < tcount;");
    fails("", "int x := tid; assert x * x < 49;", "assert:condition-false", "x * x < 49");
    passes("", "float x := 0.0f / 0.0f; assert x === x && x != x && !(x < 1.0f) && !(x >= 1.0f);");
    fails("", "float x := 0.0f / 0.0f; assert x == x;", "assert:condition-false", "x == x");
    fails("", "float x := 0.0f; assert x === -x;", "assert:condition-false", "x === -x");
    passes("", "double x := 0.1; assert x + x + x != 0.3 && -x < 0.0;");
}

#[test]
fn each_location_once() {
    // Rising, falling, and in a matrix column by column.
    passes("requires (\\forall* int i; 0 <= i && i < tcount; Perm(a[i], 1\\tcount));", "");
    passes("requires (\\forall* int i; 0 <= i && i < tcount; Perm(a[tcount - 1 - i], 1\\tcount));", "");
    passes("requires (\\forall* int j, int i; 0 <= j && j < 2 && 0 <= i && i < 4; Perm(m[i][j], 1\\tcount));", "");
    for index in ["i / 2", "i % 4", "(i * 3) % 6", "(tcount - i) % 7"] {
        let source = with(&format!("requires (\\forall* int i; 0 <= i && i < tcount; Perm(a[{index}], 1\\99));"), "");
        let run = found(&source, 3);
        assert!(run.0.contains("not-injective"), "{index}: {run:?}");
    }
}

#[test]
fn barriers_give_what_was_brought() {
    let barrier = |ensures: &str| {
        with(
            "context Perm(a[tid], write); requires Perm(s[lid], write); ensures a[tid] == gsize - 1 - lid;",
            &format!(
                "s[lid] := lid; barrier(local) {{ context Perm(a[tid], write); requires Perm(s[lid], write); \
                requires s[lid] == lid; ensures {ensures}; }} a[tid] := s[gsize - 1 - lid];"
            ),
        )
    };
    let good = "Perm(s[gsize - 1 - lid], read) ** s[gsize - 1 - lid] == gsize - 1 - lid";
    assert_eq!(found(&barrier(good), 3).0, "finished");
    let twice = found(&barrier("Perm(s[gsize - 1 - lid], write) ** Perm(s[0], read)"), 3);
    assert!(twice.0.starts_with("barrier"), "{twice:?}");
    let wrong = found(&barrier("Perm(s[gsize - 1 - lid], read) ** s[gsize - 1 - lid] == lid"), 3);
    assert!(wrong.0.starts_with("barrier"), "{wrong:?}");
    let moved = with(
        "requires Perm(a[tid], write);",
        "a[tid] := 1; barrier(local) { requires Perm(a[tid], write); \
        ensures Perm(a[gid * gsize + gsize - 1 - lid], write); }",
    );
    let unfenced = found(&moved, 3);
    assert!(unfenced.0.contains("unfenced"), "{unfenced:?}");
}

#[test]
fn sums_of_many_permissions_are_those_of_each_location() {
    let mut rng = Rng::new(7);
    for round in 0..60 {
        let (threads, range) = (100 + rng.below(200), 1 + rng.below(300));
        let amounts = [Amount::read(), Amount::write(), Amount::fraction(RBig::from_parts(1.into(), 4_u8.into()))];
        let permission = |rng: &mut Rng| {
            let first = u32::try_from(rng.below(range)).unwrap();
            let last = first + u32::try_from(rng.below(if round % 3 == 0 { 40 } else { 3 })).unwrap();
            let (array, group) = (ArrayId(u32::try_from(rng.below(3)).unwrap()), u32::try_from(rng.below(4)).unwrap());
            let object = match round % 2 {
                0 => Location::global(array, 0).object,
                _ => Location::local(array, group, 0).object,
            };
            (Span { object, first, last }, amounts[rng.below(3)].clone())
        };
        let all: Vec<(Span, Amount)> = (0..threads).map(|_| permission(&mut rng)).collect();
        let one = |(span, amount): &(Span, Amount)| Footprint::of([(*span, amount)].into_iter());
        let parts: Vec<Footprint> = all.iter().map(one).collect();
        let sum = Footprint::sum(parts.iter());
        assert_eq!(sum, Footprint::of(all.iter().map(|(span, amount)| (*span, amount))));
        for location in all.iter().flat_map(|(span, _)| span.locations()) {
            let of = all.iter().filter(|(span, _)| span.contains(location));
            let counted = of.fold(Amount::NONE, |sum, (_, amount)| sum.plus(amount));
            assert_eq!(sum.at(location), counted);
        }
        let mut spans = sum.spans();
        let mut before = spans.next().unwrap();
        for next in spans {
            assert!(before.0.is_before(&next.0), "in order, apart");
            assert!(!before.0.is_followed_by(&next.0) || before.1 != next.1, "joined");
            before = next;
        }
    }
}

#[test]
fn an_evaluation_has_a_limit() {
    let source = with("ensures (\\forall int i; 0 <= i && i < 1000000000000; i >= 0);", "");
    let program = program(&source);
    let input = input(&program, &LAUNCH, &[("n", Value::from(3))], Fill::Iota);
    let run = interp::run(&program, "k", &LAUNCH, &input, &Options::default()).unwrap();
    assert!(word(&run).starts_with("limit"), "{:?}", run.outcome);
}
