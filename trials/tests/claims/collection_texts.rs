//! Random conditions about collections.
//!
//! In: a source of random numbers. Out: the text of a condition about these variables: sequences `s` and `t`, sets `a`
//! and `b`, bags `g` and `h`, maps `m` and `n`, options `o` and `p`, the tuple `u`, the either `e`, and the integers
//! `i`, `j` and `x`. Beside it stands a text that means something else where an operation does not commute.

use trials::random::Random;

/// A text, and the text in which the parts of each `++` and of each difference have changed places.
pub type Texts = (String, String);

fn both(one: impl Into<String>) -> Texts {
    let one = one.into();
    (one.clone(), one)
}

fn map(parts: &[&Texts], with: impl Fn(&[&str]) -> String) -> Texts {
    let first: Vec<&str> = parts.iter().map(|p| p.0.as_str()).collect();
    let second: Vec<&str> = parts.iter().map(|p| p.1.as_str()).collect();
    (with(&first), with(&second))
}

fn random_int(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(30) {
        return both(*r.pick(&["0", "1", "2", "i", "j", "x", "i - 1"]).unwrap());
    }
    let (s, i) = (random_seq(r, depth - 1), random_int(r, depth - 1));
    match r.below(12) {
        9 => both("e.left"),
        10 | 11 => map(&[&random_set(r, depth - 1)], |p| format!("|{}|", p[0])),
        6 => map(&[&random_option(r, depth - 1)], |p| format!("({}).get", p[0])),
        7 => map(&[&random_option(r, depth - 1), &i], |p| format!("({}).getOrElse({})", p[0], p[1])),
        8 => {
            let part = if r.chance(50) { "fst" } else { "snd" };
            map(&[&random_tuple(r, depth - 1)], |p| format!("({}).{part}", p[0]))
        }
        0 | 1 => map(&[&s], |p| format!("|{}|", p[0])),
        2 => map(&[&s], |p| format!("({}).head", p[0])),
        3 => map(&[&i, &s], |p| format!("(|{}| - {})", p[1], p[0])),
        _ => map(&[&s, &i], |p| format!("({})[{}]", p[0], p[1])),
    }
}

fn random_seq(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(15) {
        return both(*r.pick(&["s", "t", "[t: int]", "[x]", "[1, i]", "[0, 1, x]"]).unwrap());
    }
    let (s, t) = (random_seq(r, depth - 1), random_seq(r, depth - 1));
    let (i, j) = (random_int(r, depth - 1), random_int(r, depth - 1));
    match r.below(11) {
        0 => map(&[&i, &s], |p| format!("({} :: {})", p[0], p[1])),
        1 => map(&[&s], |p| format!("({}).tail", p[0])),
        2 => map(&[&s, &i], |p| format!("({})[.. {}]", p[0], p[1])),
        3 => map(&[&s, &i], |p| format!("({})[{} ..]", p[0], p[1])),
        4 => map(&[&s, &i, &j], |p| format!("({})[{} .. {}]", p[0], p[1], p[2])),
        5 => map(&[&s, &i, &j], |p| format!("({})[{} -> {}]", p[0], p[1], p[2])),
        6 => map(&[&s, &i], |p| format!("({}).removeAt({})", p[0], p[1])),
        7 => map(&[&s, &t, &i, &j], |p| format!("({} < {} ? {} : {})", p[2], p[3], p[0], p[1])),
        _ => (format!("({} ++ {})", s.0, t.0), format!("({} ++ {})", t.1, s.1)),
    }
}

/// In the second text, the operands of each difference have changed places.
fn random_set(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(20) {
        return both(
            *r.pick(&["a", "b", "set<int> {}", "set<int> {x}", "set<int> {1, i}", "set<int> {0, 1, x}"]).unwrap(),
        );
    }
    let (s, t, i) = (random_set(r, depth - 1), random_set(r, depth - 1), random_int(r, depth - 1));
    match r.below(5) {
        0 => map(&[&s, &t], |p| format!("({} + {})", p[0], p[1])),
        1 => map(&[&s, &t], |p| format!("({} * {})", p[0], p[1])),
        2 => map(&[&s, &i], |p| format!("({} + set<int> {{{}}})", p[0], p[1])),
        3 => map(&[&s, &t, &i], |p| format!("({} < 2 ? {} : {})", p[2], p[0], p[1])),
        _ => (format!("({} - {})", s.0, t.0), format!("({} - {})", t.1, s.1)),
    }
}

/// In the second text, the operands of each difference have changed places.
fn random_bag(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(20) {
        return both(*r.pick(&["g", "h", "b{t: int}", "b{x, 1}", "bag<int> {1, 1, i}", "b{0, x, x}"]).unwrap());
    }
    let (s, t, i) = (random_bag(r, depth - 1), random_bag(r, depth - 1), random_int(r, depth - 1));
    match r.below(5) {
        0 => map(&[&s, &t], |p| format!("({} + {})", p[0], p[1])),
        1 => map(&[&s, &t], |p| format!("({} * {})", p[0], p[1])),
        2 => map(&[&s, &i], |p| format!("({}).sum(b{{{}}})", p[0], p[1])),
        3 => map(&[&s, &t, &i], |p| format!("({} < 2 ? {} : {})", p[2], p[0], p[1])),
        _ => (format!("({} - {})", s.0, t.0), format!("({} - {})", t.1, s.1)),
    }
}

fn random_map(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(20) {
        return both(*r.pick(&["m", "n", "map<int, int> {}", "map<int, int> {x -> 1, i -> 2}"]).unwrap());
    }
    let (m, n) = (random_map(r, depth - 1), random_map(r, depth - 1));
    let (i, j) = (random_int(r, depth - 1), random_int(r, depth - 1));
    match r.below(4) {
        0 => map(&[&m, &i], |p| format!("({}).remove({})", p[0], p[1])),
        1 => map(&[&m, &n, &i], |p| format!("({} < 2 ? {} : {})", p[2], p[0], p[1])),
        2 => map(&[&m, &i, &j], |p| format!("(({}) ++ ({}, {}))", p[0], p[1], p[2])),
        _ => map(&[&m, &i, &j], |p| format!("({})[{} -> {}]", p[0], p[1], p[2])),
    }
}

/// A condition about bags and maps.
fn of_bags_and_maps(r: &mut Random) -> Texts {
    let (i, j) = (random_int(r, 1), random_int(r, 1));
    let (a, b) = (random_bag(r, 2), random_bag(r, 2));
    let (m, n) = (random_map(r, 2), random_map(r, 2));
    match r.below(12) {
        0 => map(&[&a, &b], |p| format!("{} == {}", p[0], p[1])),
        1 => map(&[&a, &b], |p| format!("{} <= {}", p[0], p[1])),
        2 => map(&[&a, &b], |p| format!("{} < {} || |{}| == |{}|", p[0], p[1], p[1], p[0])),
        3 => map(&[&i, &a, &j], |p| format!("({} \\in {}) == {}", p[0], p[1], p[2])),
        4 => map(&[&i, &a, &b], |p| format!("({}).count({}) <= |{}|", p[1], p[0], p[2])),
        5 => map(&[&m, &n], |p| format!("{} == {}", p[0], p[1])),
        6 => map(&[&m, &i, &j], |p| format!("({})[{}] == {}", p[0], p[1], p[2])),
        7 => map(&[&m, &i, &j], |p| format!("{} \\in ({}).keys && {} \\in ({}).values", p[1], p[0], p[2], p[0])),
        8 => map(&[&m, &n], |p| format!("({}).disjoint({}) || |{}| == |{}|", p[0], p[1], p[0], p[1])),
        9 => map(&[&m, &n], |p| format!("({}).items == ({}).items", p[0], p[1])),
        10 => map(&[&m, &i, &j], |p| format!("({}).keys * {{{} .. {}}} == {{t: int}}", p[0], p[1], p[2])),
        _ => map(&[&i, &j, &m], |p| format!("[{} .. {}] == [0 .. |{}|]", p[0], p[1], p[2])),
    }
}

fn random_option(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(30) {
        return both(*r.pick(&["o", "p", "Some(x)"]).unwrap());
    }
    let (i, j) = (random_int(r, depth - 1), random_int(r, depth - 1));
    let (o, p) = (random_option(r, depth - 1), random_option(r, depth - 1));
    match r.below(3) {
        0 => map(&[&i], |p| format!("Some({})", p[0])),
        1 => map(&[&i, &j, &o], |p| format!("({} < {} ? {} : None)", p[0], p[1], p[2])),
        _ => map(&[&i, &j, &o, &p], |p| format!("({} < {} ? {} : {})", p[0], p[1], p[2], p[3])),
    }
}

fn random_tuple(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(30) {
        return both("u");
    }
    let (i, j) = (random_int(r, depth - 1), random_int(r, depth - 1));
    map(&[&i, &j], |p| format!("tuple<int, int> {{{}, {}}}", p[0], p[1]))
}

/// A random condition.
pub fn random_condition(r: &mut Random) -> Texts {
    if r.chance(35) {
        return of_bags_and_maps(r);
    }
    let (s, t) = (random_seq(r, 2), random_seq(r, 2));
    let (i, j) = (random_int(r, 2), random_int(r, 2));
    let (o, q, u) = (random_option(r, 2), random_option(r, 2), random_tuple(r, 2));
    let (a, b) = (random_set(r, 2), random_set(r, 2));
    match r.below(16) {
        12 => map(&[&a, &b], |p| format!("{} == {}", p[0], p[1])),
        13 => map(&[&a, &b], |p| format!("{} <= {}", p[0], p[1])),
        14 => map(&[&i, &a], |p| format!("{} \\in {}", p[0], p[1])),
        15 => map(&[&a, &b], |p| format!("{} < {} || |{}| == |{}|", p[0], p[1], p[1], p[0])),
        10 => map(&[&i, &j], |p| format!("e == ({} < {} ? Left({}) : Right({} < 2))", p[0], p[1], p[1], p[0])),
        11 => map(&[&i, &j], |p| format!("e.isRight && {} < {} ==> !e.right || e == Right(true)", p[0], p[1])),
        6 => map(&[&o, &q], |p| format!("{} == {}", p[0], p[1])),
        7 => map(&[&o, &i], |p| format!("{} != None ==> ({}).get == {}", p[0], p[0], p[1])),
        8 => map(&[&o, &i], |p| format!("None == {} || {} < 2", p[0], p[1])),
        9 => map(&[&u, &i, &j], |p| format!("{} == tuple<int, int> {{{}, {}}}", p[0], p[1], p[2])),
        0 | 1 => map(&[&s, &t], |p| format!("{} == {}", p[0], p[1])),
        2 => map(&[&i, &s], |p| format!("{} \\in {}", p[0], p[1])),
        3 => map(&[&s, &i, &j], |p| format!("|{}| > {} ==> {} == {}", p[0], p[1], p[1], p[2])),
        4 => map(&[&s, &i, &t], |p| format!("|{}| > 1 && 0 <= {} ==> {} == {}", p[0], p[1], p[0], p[2])),
        _ => map(&[&i, &j], |p| format!("{} <= {}", p[0], p[1])),
    }
}
