//! Random terms.

use super::lab::Lab;
use super::*;

impl Lab {
    pub fn symbol(&mut self, sort: Sort) -> Symbol {
        let fitting: Vec<Symbol> = self.symbols.iter().filter(|s| s.sort() == sort).cloned().collect();
        self.dice.one(&fitting).clone()
    }

    pub fn literal(&mut self, sort: Sort) -> Term {
        let n = self.dice.below(6) as i32 - 2;
        match sort {
            Sort::BOOL => term::bool(n > 0),
            Sort::REAL => term::real(frac(n, 1 + self.dice.below(2) as i32)),
            _ => int(n),
        }
    }

    pub fn one(&self, sort: Sort) -> Term {
        if sort == Sort::REAL {
            term::one()
        } else {
            int(1)
        }
    }

    pub fn term(&mut self, sort: Sort, depth: usize) -> Term {
        if depth == 0 || self.dice.below(6) == 0 {
            return match self.dice.below(3) {
                0 => self.literal(sort),
                _ => term::constant(&self.symbol(sort)),
            };
        }
        let d = depth - 1;
        if self.dice.below(7) == 0 {
            return term::ite(self.term(Sort::BOOL, d), self.term(sort, d), self.term(sort, d));
        }
        if sort == Sort::BOOL {
            let number = [Sort::INT, Sort::REAL][self.dice.below(2)];
            return match self.dice.below(9) {
                0 => term::not(self.term(sort, d)),
                1 => term::and([self.term(sort, d), self.term(sort, d)]),
                2 => term::or([self.term(sort, d), self.term(sort, d), self.term(sort, d)]),
                3 => term::implies(self.term(sort, d), self.term(sort, d)),
                4 => term::eq(self.term(sort, d), self.term(sort, d)),
                5 => {
                    let binders = (0..1 + self.dice.below(2)).map(|_| self.symbol(Sort::BOOL)).collect();
                    let body = self.term(sort, d);
                    let made = term::quant(self.dice.below(3) > 0, binders, vec![], body.clone());
                    if super::super::sorts::sort_of(made.op(), made.args()).is_some() {
                        made
                    } else {
                        body
                    }
                }
                6 => term::eq(self.term(number, d), self.term(number, d)),
                7 => term::lt(self.term(number, d), self.term(number, d)),
                _ => term::le(self.term(number, d), self.term(number, d)),
            };
        }
        match (self.dice.below(7), sort) {
            (0, _) => term::mul(self.term(sort, d), self.term(sort, d)),
            (1, _) => term::sub(self.term(sort, d), self.term(sort, d)),
            (2, _) => term::neg(self.term(sort, d)),
            (3, Sort::INT) => term::div(self.term(sort, d), self.term(sort, d)),
            (4, Sort::INT) => term::modulo(self.term(sort, d), self.term(sort, d)),
            (3, _) => term::real_div(self.term(sort, d), self.term(sort, d)),
            (4, _) => term::to_real(self.term(Sort::INT, d)),
            _ => term::add([self.term(sort, d), self.term(sort, d)]),
        }
    }

    /// A comparison of numbers.
    pub fn comparison(&mut self, sort: Sort) -> Term {
        let (a, b) = (self.term(sort, 2), self.term(sort, 2));
        let t = match self.dice.below(3) {
            0 => term::le(a, b),
            1 => term::lt(a, b),
            _ => term::eq(a, b),
        };
        if self.dice.below(3) == 0 {
            term::not(t)
        } else {
            t
        }
    }

    /// Nearly the same number or comparison.
    pub fn similar(&mut self, t: &Term) -> Term {
        let sort = t.sort();
        if let ([a, b], Op::Le | Op::Lt | Op::Eq) = (t.args(), t.op()) {
            if a.sort() != Sort::BOOL {
                let k = if self.dice.below(2) == 0 { self.literal(a.sort()) } else { self.one(a.sort()) };
                let scale = |t: &Term| term::mul(k.clone(), t.clone());
                let plus = |t: Term, n: Term| term::add([t, n]);
                let c = self.literal(a.sort());
                let d = if self.dice.below(2) == 0 { self.literal(a.sort()) } else { c.clone() };
                let (a, b) = (plus(scale(a), c), plus(scale(b), d));
                return match self.dice.below(12) {
                    6.. => term::rebuild(t.op(), vec![a, b], Sort::BOOL),
                    0 => term::le(a, b),
                    1 => term::not(term::lt(b, a)),
                    2 => term::not(term::le(b, a)),
                    3 => term::eq(b, a),
                    4 => term::not(term::eq(b, a)),
                    _ => term::lt(a, b),
                };
            }
        }
        if let (Op::Not, [a]) = (t.op(), t.args()) {
            return term::not(self.similar(a));
        }
        if sort == Sort::BOOL {
            return term::bool(self.dice.below(2) == 0);
        }
        let (u, v) = (self.term(sort, 1), self.term(sort, 1));
        let product = term::mul(u.clone(), v.clone());
        let more = term::add([t.clone(), product]);
        match self.dice.below(4) {
            0 => term::sub(more, term::mul(v, u)),
            1 => term::sub(term::add([u.clone(), t.clone()]), u),
            2 => term::sub(more, v),
            _ => term::add([self.literal(sort), t.clone()]),
        }
    }
}
