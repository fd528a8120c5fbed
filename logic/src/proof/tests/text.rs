//! Proofs as text.

use super::super::text::{read, write, About, ReadCause};
use super::*;
use crate::term::ClassId;

fn cause(text: &str) -> (usize, ReadCause) {
    let fault = read(text).unwrap_err();
    (fault.line, fault.cause)
}

#[test]
fn a_proof_is_written_and_read_again() {
    let mut make = Make::default();
    let [i, n] = make.ints(["i of a", "n"]);
    let hyps = [term::lt(int(0), n.clone()), term::le(i.clone(), n.clone())];
    let bindings = vec![('i', i.clone()), ('n', n.clone())];
    let lemma =
        p(Step::Rule { name: "mod-below", rounding: Rounding::NearestEven, bindings, guards: vec![assume(&hyps[0])] });
    let goal = term::le(term::modulo(i, n.clone()), n);
    let premises = vec![(frac(1, 1), lemma)];
    let proof = p(Step::Linear { condition: goal.clone(), flipped: false, premises, with: Sums::default() });
    accepts(&proof, &hyps, &goal);
    let text = write(&proof, &hyps, &goal);
    assert_eq!(
        text,
        "(symbol n#1 () Int)\n\
         (term t1 (< 0 n#1))\n\
         (hypothesis t1)\n\
         (symbol i_of_a#0 () Int)\n\
         (term t2 (<= (mod i_of_a#0 n#1) n#1))\n\
         (goal t2)\n\
         (step s1 assume t1)\n\
         (step s2 rule mod-below rn ((i i_of_a#0) (n n#1)) (s1))\n\
         (step s3 linear t2 plain ((1/1 s2)) () ())\n"
    );
    let document = read(&format!("; A comment.\n\n{text}")).unwrap();
    assert_eq!((&document.hypotheses[..], &document.goal), (&hyps[..1], &goal));
    accepts(&document.proof, &document.hypotheses, &document.goal);
}

/// Terms of every kind are read as they were written, exactly.
#[test]
fn every_operator_and_sort() {
    let mut make = Make::default();
    let [b, c] = make.bools(["b", "c"]);
    let [i, j] = make.ints(["1st", "j"]);
    let [r, s] = make.reals(["", "s"]);
    let single = Sort::float(FloatFormat::Single);
    let [f, g] = make.constants(["f", "g"], single);
    let [a] = make.constants(["a"], Sort::int_array(2, Sort::REAL));
    let x = make.symbol("x", Sort::INT);
    let mut conditions = Vec::new();
    for sort in [
        Sort::float(FloatFormat::Double),
        Sort::array(&[Sort::reference(ClassId(3)), Sort::BOOL], Sort::seq(Sort::INT)),
        Sort::set(Sort::bag(Sort::map(Sort::INT, Sort::tuple(&[])))),
        Sort::tuple(&[Sort::INT, Sort::option(Sort::BOOL)]),
        Sort::data(ir::DataType::named("Tree"), &[Sort::INT, Sort::REAL]),
        Sort::data(ir::DataType::named("pair<int, seq<bool>>"), &[]),
        Sort::enumeration(ir::Enumeration::of("Colour", &["Red".to_owned(), "Green".to_owned()])),
    ] {
        let [v, w] = make.constants(["v", "w"], sort);
        conditions.push(term::eq(v, w));
    }
    let function = make.0.fresh("h", vec![Sort::INT, single], Sort::BOOL, Role::Scalar);
    conditions.push(term::app(&function, vec![i.clone(), f.clone()]));
    let int_terms = [
        term::add([i.clone(), int(-7)]),
        term::sub(i.clone(), j.clone()),
        term::neg(i.clone()),
        term::mul(i.clone(), j.clone()),
        term::div(i.clone(), j.clone()),
        term::modulo(i.clone(), j.clone()),
        term::ite(b.clone(), i.clone(), j.clone()),
    ];
    conditions.extend(int_terms.map(|t| term::le(t, int(3))));
    for op in [ir::Bits::And, ir::Bits::Or, ir::Bits::Xor, ir::Bits::Shl, ir::Bits::Shr] {
        conditions.push(term::lt(term::bits(op, i.clone(), j.clone()), j.clone()));
    }
    let quotient = term::real_div(r.clone(), term::real(frac(-2, 3)));
    conditions.push(term::lt(term::select(&a, &[i.clone(), j.clone()]), quotient));
    let written = term::store(&a, &[i.clone(), j.clone()], term::to_real(i.clone()));
    conditions.push(term::eq(written, a));
    conditions.push(term::eq(s, r));
    for (_, rounding) in Rounding::ALL {
        for op in [FloatArith::Add, FloatArith::Sub, FloatArith::Mul, FloatArith::Div] {
            let value = term::float_op(FloatOp::Arith(op, rounding), vec![f.clone(), g.clone()]);
            conditions.push(term::float_op(FloatOp::Lt, vec![value, term::float(FloatFormat::Single, 0x7fc0_0000)]));
        }
        let of = |op, args: &[&Term]| term::float_op(op, args.iter().map(|t| (*t).clone()).collect());
        let other = of(FloatOp::Convert(FloatFormat::Double, rounding), &[&of(FloatOp::Sqrt(rounding), &[&f])]);
        conditions.push(of(FloatOp::Le, &[&other, &of(FloatOp::FromInt(FloatFormat::Double, rounding), &[&i])]));
        let fused = of(FloatOp::Fma(rounding), &[&f, &g, &of(FloatOp::Neg, &[&f])]);
        conditions.push(of(FloatOp::Eq, &[&fused, &of(FloatOp::Convert(FloatFormat::Single, rounding), &[&other])]));
        conditions.push(term::le(of(FloatOp::ToInt(rounding), &[&f]), j.clone()));
    }
    conditions.push(term::eq(term::float(FloatFormat::Double, u64::MAX), term::float(FloatFormat::Double, 0)));
    let vx = term::constant(&x);
    let inner = term::quant(false, vec![x], vec![vec![vx.clone(), term::add([vx.clone(), i])]], term::le(vx, j));
    conditions.push(term::implies(term::or([inner, c.clone()]), term::ite(b, c.clone(), term::not(c))));
    let goal = term::and(conditions.clone());
    let proof = assume(&goal);
    let text = write(&proof, std::slice::from_ref(&goal), &goal);
    let document = read(&text).unwrap();
    assert_eq!(document.goal, goal);
    for (a, b) in document.goal.args().iter().zip(&conditions) {
        assert_eq!((a, a.sort()), (b, b.sort()));
    }
    assert_eq!(write(&document.proof, &document.hypotheses, &document.goal).lines().count(), text.lines().count());
    accepts(&document.proof, &document.hypotheses, &document.goal);
}

/// Terms that are exponentially large as trees, and deep ones, stay small.
#[test]
fn shared_and_deep_terms() {
    let [x] = Make::default().ints(["x"]);
    let doubled = (0..60).fold(x.clone(), |t, _| Term::raw(Op::Add, vec![t.clone(), t], Sort::INT));
    let deep = (0..500).fold(doubled, |t, _| term::modulo(t, x.clone()));
    let goal = term::le(deep, x);
    let text = write(&assume(&goal), std::slice::from_ref(&goal), &goal);
    assert!(text.len() < 20_000, "{}", text.len());
    let document = read(&text).unwrap();
    assert_eq!(document.goal, goal);
    accepts(&document.proof, &document.hypotheses, &document.goal);
}

#[test]
fn mistakes_have_a_line_and_a_cause() {
    let word = |w: &str| w.to_owned();
    let start = "(symbol n#1 () Int)\n";
    for (line, wrong) in [
        ("(goal (< 0 n#1)", ReadCause::Parentheses),
        ("goal", ReadCause::Parentheses),
        ("(goal true) (goal true)", ReadCause::Parentheses),
        (")(", ReadCause::Parentheses),
        ("()", ReadCause::Short),
        ("(goal)", ReadCause::Short),
        ("(goal true true)", ReadCause::Unexpected(word("true"))),
        ("(goal ((x)))", ReadCause::Unexpected(String::new())),
        ("(lemma true)", ReadCause::Unexpected(word("lemma"))),
        ("(goal (< 0 m#1))", ReadCause::Unknown(word("m#1"))),
        ("(goal t1)", ReadCause::Unknown(word("t1"))),
        ("(goal (less 0 n#1))", ReadCause::Unknown(word("less"))),
        ("(goal (< 0/1 n#1))", ReadCause::Sorts),
        ("(goal (not))", ReadCause::Sorts),
        ("(goal (n#1 n#1))", ReadCause::Sorts),
        ("(goal (< 1/0 1/2))", ReadCause::Unexpected(word("1/0"))),
        ("(goal (< 1x 2))", ReadCause::Unexpected(word("1x"))),
        ("(goal (= f32:1ffffffff f32:0))", ReadCause::Unexpected(word("f32:1ffffffff"))),
        ("(symbol n#1 () Bool)", ReadCause::Twice(word("n#1"))),
        ("(symbol m#1 () Int)", ReadCause::Twice(word("m#1"))),
        ("(symbol m () Int)", ReadCause::Unexpected(word("m"))),
        ("(symbol m#99999999999 () Int)", ReadCause::Unexpected(word("m#99999999999"))),
        ("(symbol m#2 () Colour)", ReadCause::Sorts),
        // No term is called like a literal, an operator or a symbol.
        ("(term true false)", ReadCause::Unexpected(word("true"))),
        ("(term 1 2)", ReadCause::Unexpected(word("1"))),
        ("(term n#1 2)", ReadCause::Unexpected(word("n#1"))),
        ("(step s1 rule prove-negation rn () ())", ReadCause::Unknown(word("prove-negation"))),
        ("(step s1 rule mod-self up () ())", ReadCause::Direction(word("up"))),
        ("(step s1 rule mod-self ru () ())", ReadCause::NoInstance(word("mod-self"), word("ru"))),
        ("(goal 1)", ReadCause::NoCondition),
        ("(hypothesis n#1)", ReadCause::NoCondition),
        ("(assuming float-finite float-finite)", ReadCause::Again(word("float-finite"))),
        ("(about k.pvl k store)", ReadCause::Late(word("about"))),
        ("(step s1 believe true)", ReadCause::Unknown(word("believe"))),
        ("(step s1 flip s1)", ReadCause::Unknown(word("s1"))),
        ("(step t1 assume true)", ReadCause::Unexpected(word("t1"))),
        ("(step s1 linear false maybe () () ())", ReadCause::Unexpected(word("maybe"))),
    ] {
        assert_eq!(cause(&format!("{start}; A comment.\n{line}")), (3, wrong), "{line}");
    }
    assert_eq!(cause("(term t1 2)\n(term t1 3)"), (2, ReadCause::Twice(word("t1"))));
    assert_eq!(cause("(goal true)\n(goal false)"), (2, ReadCause::Again(word("goal"))));
    let behind = "(goal true)\n(step s1 evaluate true ())\n";
    for (late, line) in
        [("assuming", "(assuming float-finite)"), ("hypothesis", "(hypothesis true)"), ("goal", "(goal true)")]
    {
        assert_eq!(cause(&format!("{behind}{line}")), (3, ReadCause::Late(word(late))));
    }
    let twice = "(assuming float-finite)\n(assuming float-reassociation)";
    assert_eq!(cause(twice), (2, ReadCause::Again(word("assuming"))));
    let unused = format!("\n(assuming float-finite)\n{behind}");
    assert_eq!(cause(&unused), (2, ReadCause::Unused(word("float-finite"))));
    assert_eq!(cause("(about k.pvl k s%2g)"), (1, ReadCause::Unexpected(word("s%2g"))));
    assert_eq!(cause("(goal true)\n"), (1, ReadCause::Incomplete));
    assert_eq!(cause(""), (1, ReadCause::Incomplete));
    assert_eq!(cause(&"(".repeat(100_000)), (1, ReadCause::Parentheses));
}

/// Each line nests a term a little deeper, which no limit of a single line sees.
#[test]
fn terms_have_a_greatest_depth() {
    let most = crate::proof::text::DEEPEST_TERM;
    let nested = |depth: usize| {
        let lines: String = (0..depth).map(|n| format!("(term t{} (p#2 t{n}))\n", n + 1)).collect();
        let last = format!("t{depth}");
        let start = "(symbol c#1 () Bool)\n(symbol p#2 (Bool) Bool)\n(term t0 c#1)\n";
        format!("{start}{lines}(hypothesis {last})\n(goal {last})\n(step s1 assume {last})\n")
    };
    let document = read(&nested(most)).unwrap();
    accepts(&document.proof, &document.hypotheses, &document.goal);
    assert_eq!(cause(&nested(most + 1)), (most + 4, ReadCause::Deep));
    // What is nested in a trigger counts, too.
    let in_trigger = "(symbol x#3 () Int)\n(term t9999 (forall (x#3) ((t4000)) (= x#3 x#3)))\n";
    assert_eq!(cause(&format!("{}{in_trigger}", nested(most))), (most + 8, ReadCause::Deep));
}

/// A proof that is deeper than the stack is checked, written, read and freed.
#[test]
fn deep_proofs() {
    let [x, y] = Make::default().ints(["x", "y"]);
    let hyps = [term::eq(x.clone(), y.clone())];
    let deep = (0..200_000).fold(given(&x, &y), |proof, _| p(Step::Flip(proof)));
    equates(&deep, &hyps, &x, &y);
    let (goal, proof) = equation(&deep, &x, &y);
    let text = write(&proof, &hyps, &goal);
    let document = read(&text).unwrap();
    accepts(&document.proof, &document.hypotheses, &document.goal);
}

#[test]
fn a_comment_hides_no_line() {
    for hidden in ["\r", "\u{85}", "\u{2028}", "\u{b}"] {
        let text = format!("; A comment.{hidden}(goal false)\n(goal true)\n(step s1 evaluate true ())\n");
        assert!(read(&text).is_err(), "{hidden:?}");
    }
    assert!(read("; A comment.\r\n(goal true)\r\n(step s1 evaluate true ())\r\n").is_ok());
}

/// Any name of a file is read again, and steps have the numbers of their lines.
#[test]
fn a_text_says_what_it_is_about() {
    for file in ["k.pvl", "a (b)/c%20 d.pvl", "é\u{2028}\n.pvl", ""] {
        let about = About { file: file.to_owned(), item: "k".to_owned(), obligation: "store.bounds.3fa2c1".to_owned() };
        let text = format!("{}(goal true)\n(step s1 evaluate true ())\n", about.head());
        assert_eq!(read(&text).map(|d| d.about).ok().flatten(), (!file.is_empty()).then_some(about), "{text}");
    }
    let document = read("; A comment.\n(goal true)\n\n(step s1 evaluate true ())\n").unwrap();
    assert_eq!((document.line_of(&document.proof), &document.about), (Some(4), &None));
}
