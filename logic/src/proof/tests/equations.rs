//! Steps that show equations.

use super::*;

#[test]
fn equations_follow_each_other() {
    let [a, b, c, d] = Make::default().ints(["a", "b", "c", "d"]);
    let hyps = [term::eq(a.clone(), b.clone()), term::eq(b.clone(), c.clone())];
    let chain = p(Step::Chain(vec![given(&a, &b), given(&b, &c)]));
    equates(&chain, &hyps, &a, &c);
    equates(&p(Step::Flip(chain.clone())), &hyps, &c, &a);
    never_equates(&chain, &hyps, &a, &d);
    never_equates(&chain, &hyps[1..], &a, &c);
    never_equates(&p(Step::Chain(vec![given(&b, &c), given(&a, &b)])), &hyps, &a, &c);
    never_equates(&p(Step::Chain(vec![])), &hyps, &a, &a);
    never_equates(&p(Step::Flip(chain.clone())), &hyps, &a, &c);
    rejects(&chain, &hyps, &term::eq(a, c));
}
