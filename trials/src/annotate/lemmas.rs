//! Lemmas: a recursive function, a closed form of it, a function whose postcondition claims that both are equal, and
//! code that uses the claim.

use super::draft::Draft;

/// Adds a function with a lemma about it.
pub fn add(d: &mut Draft) {
    let (f, lemma) = (d.name("f"), d.name("lemma"));
    let (k, c) = (d.int(-2, 3), d.int(-3, 3));
    let off = d.slip("", &["+ 1", "- n"]);
    let (step, closed) = match d.rng.below(5) {
        0 => (format!("+ {k}"), format!("{f}(n) == {k} * n + {c}")),
        1 => ("+ n".into(), format!("2 * {f}(n) == n * (n + 1) + 2 * {c}")),
        2 => ("+ 2 * n - 1".into(), format!("{f}(n) == n * n + {c}")),
        3 => (format!("+ (n % 2 == 0 ? {k} : 0)"), format!("{f}(n) == {k} * (n / 2) + {c}")),
        _ => (format!("+ {}", k.abs()), format!("{f}(n) >= {c}")),
    };
    let measure = d.slip("n", &["n - 1", "0 - n"]);
    d.functions.push(format!(
        "requires n >= 0;\ndecreases {measure};\npure int {f}(int n) = n == 0 ? {c} : {f}(n - 1) {step};"
    ));
    let smaller = d.slip("n - 1", &["n", "n - 2"]);
    let claim = format!("{closed} {off}");
    let induction = d.slip(&format!("{lemma}({smaller})"), &["true"]);
    d.functions.push(format!(
        "requires n >= 0;\nensures \\result;\nensures {claim};\ndecreases n;\n\
         pure bool {lemma}(int n) = n == 0 ? true : {induction};"
    ));
    let m = d.scalar([0, 1, 2, 5]);
    d.launch.push(format!("0 <= {m} && {m} < 20"));
    let at = |text: &str| replaced(text, &m);
    let used = d.slip(&format!("assert {lemma}({m});"), &[""]);
    d.code.push(used);
    d.code.push(format!("assert {};", at(&claim)));
    if d.rng.chance(40) {
        // The lemma for the numbers of all threads.
        let own = d.own().x;
        d.launch.push(format!("{} < 20", d.sizes.of("tcount")));
        d.code.push(format!("assert {lemma}({own});"));
        d.code.push(format!("assert {};", replaced(&claim, &own)));
    }
    d.probes.push(format!("assert {f}({m}) == {f}({m} + 1) + {};", k + 1));
    d.probes.push(format!("assert !{lemma}({m});"));
}

/// The text with `n` as a word of its own replaced.
fn replaced(text: &str, by: &str) -> String {
    let mut out = String::new();
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c == 'n' && !word(before) && !word(rest.peek().copied()) {
            out.push_str(by);
        } else {
            out.push(c);
        }
        before = Some(c);
    }
    out
}
