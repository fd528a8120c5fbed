//! Reductions: `\sum`, `\product`, `\count`, `\min` and `\max` in invariants and assertions, and what is true of them.
//!
//! A loop computes a reduction of elements that all threads read. Then come claims that follow from laws: parts of a
//! range, multiples, shifts, reversals, bounds, and a write to one element. Some of the claims are wrong.

use super::draft::Draft;

/// Elements that are read, a range of them, and a summand.
struct Over {
    /// The array.
    array: String,
    /// The ends of the range.
    lo: String,
    hi: String,
    /// The number of elements of the array.
    count: i64,
    /// The summand of the index `i`.
    summand: String,
}

impl Over {
    /// The summand of another index.
    fn at(&self, index: &str) -> String {
        self.summand.replace("[i]", &format!("[{index}]"))
    }

    /// A reduction over a range. The word is one such as `sum`.
    fn reduce(&self, word: &str, lo: &str, hi: &str) -> String {
        let body = if word == "count" { format!("{} > 1", self.summand) } else { self.summand.clone() };
        format!("(\\{word} int i = {lo} .. {hi}; {body})")
    }
}

/// Adds a loop that reduces, and claims about reductions.
pub fn add(d: &mut Draft) {
    let count = d.int(1, 5);
    let array = d.table(count, &[0, 1, 2, -1]);
    let n = d.scalar([0, 1, count]);
    let (lo, hi) = (d.one(&["0", "0", "1"]), d.one(&[&n, &n, &count.to_string()]));
    d.launch.push(format!("1 <= {n} && {n} <= {count}"));
    let shapes = [format!("{array}[i]"), format!("(2 * {array}[i] - 1)"), format!("({array}[i] * {array}[i])")];
    let summand = d.one(&[&shapes[0], &shapes[1], &shapes[2]]);
    let over = Over { array, lo, hi, count, summand };
    looped(d, &over);
    for _ in 0..2 {
        let claim = claim(d, &over);
        d.code.push(format!("assert {claim};"));
    }
    if d.rng.chance(50) {
        written(d);
    }
    let all = |word: &str| over.reduce(word, "0", &n);
    let value = d.int(-2, 6);
    d.probes.push(format!("assert {} == {value};", all("sum")));
    d.probes.push(format!("assert {} == {n};", all("count")));
    d.probes.push(format!("assert {} == {};", all("max"), all("min")));
    d.probes.push(format!("assert {} > 0;", all("product")));
}

/// A loop that computes a reduction.
fn looped(d: &mut Draft, over: &Over) {
    let word = d.one(&["sum", "sum", "count", "product", "max"]);
    let (s, at) = (d.name("s"), d.name("i"));
    let Over { lo, hi, count, array, .. } = over;
    let here = over.at(&at);
    let step = match word.as_str() {
        "sum" => d.slip(&format!("{s} := {s} + {here};"), &[&format!("{s} := {s} + {here} + 1;")]),
        "count" => format!("if ({here} > 1) {{ {s} := {s} + 1; }}"),
        "product" => format!("{s} := {s} * {here};"),
        _ => format!("if ({s} < {here}) {{ {s} := {here}; }}"),
    };
    // The greatest of a range needs a first element.
    let (first, begin) = match word.as_str() {
        "max" => (over.at("0"), "1".to_owned()),
        "product" => ("1".to_owned(), lo.clone()),
        _ => (d.slip("0", &["1"]), lo.clone()),
    };
    let lo = if word == "max" { "0" } else { lo };
    let end = d.slip(&at, &[&format!("{at} + 1"), &format!("{at} - 1")]);
    let reached = over.reduce(&word, lo, &end);
    d.code.push(format!(
        "int {s} := {first};\nint {at} := {begin};\n\
         loop_invariant {begin} <= {at} && ({begin} <= {hi} ==> {at} <= {hi});\n\
         loop_invariant (\\forall* int j; 0 <= j && j < {count}; Perm({array}[j], read));\n\
         loop_invariant {s} == {reached};\n\
         while ({at} < {hi}) {{ {step} {at} := {at} + 1; }}"
    ));
    if d.rng.chance(60) {
        let all = over.reduce(&word, lo, hi);
        d.code.push(format!("assert {lo} < {hi} ==> {s} == {all};"));
    }
}

/// A claim that follows from a law, or a wrong one.
fn claim(d: &mut Draft, over: &Over) -> String {
    let Over { hi, count, .. } = over;
    let sum = |lo: &str, hi: &str| over.reduce("sum", lo, hi);
    let counted = over.reduce("count", "0", hi);
    match d.rng.below(9) {
        0 => {
            let m = d.scalar([0, 1, *count]);
            let guard = d.slip(&format!("0 <= {m} && {m} <= {hi}"), &[&format!("{m} <= {hi}"), &format!("0 <= {m}")]);
            let (from, word) = (d.slip(&m, &[&format!("{m} + 1")]), d.one(&["sum", "count"]));
            let part = |lo: &str, hi: &str| over.reduce(&word, lo, hi);
            // What is outside of the array has no value, so the claim is about parts that exist.
            format!(
                "({guard} && 0 <= {m} && {from} >= 0 && {m} <= {count}) ==> {} == {} + {}",
                part("0", hi),
                part("0", &m),
                part(&from, hi)
            )
        }
        1 => {
            let by = d.int(-3, 3);
            let wrong = by + 1;
            let times = d.slip(&by.to_string(), &[&wrong.to_string()]);
            format!("(\\sum int i = 0 .. {hi}; ({by}) * {}) == ({times}) * {}", over.summand, sum("0", hi))
        }
        2 => {
            let plus = d.int(1, 3);
            let all = d.slip(hi, &[&format!("({hi} - 1)")]);
            format!("(\\sum int i = 0 .. {hi}; {} + {plus}) == {} + {plus} * {all}", over.summand, sum("0", hi))
        }
        3 => {
            let back = over.at(&format!("{hi} - 1 - i"));
            let word = d.one(&["sum", "product", "max", "min"]);
            let end = d.slip(hi, &[&format!("{hi} - 1")]);
            let turned = format!("(\\{word} int i = 0 .. {hi}; {back})");
            format!("0 < {end} ==> {} == {turned}", over.reduce(&word, "0", &end))
        }
        4 => {
            let by = d.int(1, 3);
            let shifted = over.at(&format!("i - {by}"));
            let from = d.slip(&by.to_string(), &[&(by + 1).to_string()]);
            format!("(\\sum int i = {from} .. {hi} + {by}; {shifted}) == {}", sum("0", hi))
        }
        5 => d.slip(
            &format!("0 <= {counted} && {counted} <= {hi}"),
            &[&format!("{counted} < {hi}"), &format!("0 < {counted}")],
        ),
        6 => {
            let (least, most) = (over.reduce("min", "0", hi), over.reduce("max", "0", hi));
            let (first, second) = if d.slip("", &["swapped"]).is_empty() { (least, most) } else { (most, least) };
            format!("(\\forall int k; 0 <= k && k < {hi}; {first} <= {0} && {0} <= {second})", over.at("k"))
        }
        7 => {
            let premise = d.slip("0 <=", &["0 - 1 <="]);
            let positive = format!("(\\forall int k; 0 <= k && k < {hi}; {premise} {})", over.at("k"));
            format!("{positive} ==> {} <= {}", over.at("0"), sum("0", hi))
        }
        _ => {
            let all = d.slip(&format!("{counted} == {hi}"), &[&format!("{counted} >= {hi} - 1")]);
            format!("{all} ==> (\\forall int k; 0 <= k && k < {hi}; {} > 1)", over.at("k"))
        }
    }
}

/// A write to one element of a row, and the sum of the row.
fn written(d: &mut Draft) {
    let width = d.int(1, 4);
    let lengths = format!("{}[{width}]", d.sizes.lengths());
    let b = d.array("b", "global", &lengths);
    let q = d.scalar([0, width - 1]);
    d.launch.push(format!("0 <= {q} && {q} < {width}"));
    d.hold(&|t| format!("(\\forall* int y; 0 <= y && y < {width}; Perm({b}{}[y], write))", t.slot()));
    let own = format!("{b}{}", d.own().slot());
    let value = d.int(-2, 3);
    let (label, end) = (d.name("l"), d.one(&[&width.to_string(), &q, &format!("{q} + 1")]));
    let before = format!("(\\sum int y = 0 .. {end}; \\old[{label}]({own}[y]))");
    let right = format!("{before} + (0 <= {q} && {q} < {end} ? {value} - \\old[{label}]({own}[{q}]) : 0)");
    let change = d.slip(&right, &[&before, &format!("{before} + {value}")]);
    d.code.push(format!(
        "label {label};\n{own}[{q}] := {value};\nassert (\\sum int y = 0 .. {end}; {own}[y]) == {change};"
    ));
    d.probes.push(format!("assert (\\sum int y = 0 .. {width}; {own}[y]) == 0;"));
}
