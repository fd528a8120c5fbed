//! Operations that have a name: integers of exact width, and floats that are rounded in a direction.
//!
//! ```text
//! \wrap(uN, e)    = e mod 2^N                                   \fits(T, e)  =  least(T) <= e && e <= greatest(T)
//! \wrap(iN, e)    = (e + 2^(N-1)) mod 2^N - 2^(N-1)             \checked(T, e)  =  e,   and \fits(T, e) is claimed
//! \quot(a, b)     = a >= 0 ? a / b : -(-a / b)                  \rem(a, b)   =  a >= 0 ? a % b : -(-a % b)
//! ```
//!
//! with Euclidean `/` and `%`, whose quotient of a dividend that is not negative is the one rounded towards zero. These are
//! exact. Operations on bits and rounded floats are not known to proofs: each is an unknown function of its arguments,
//! which is true of it, and every expression that has one is an obligation that is never proved.
//!
//! In: an operation and its arguments. Out: its term; what must hold for it to have a value.

use crate::eval::{Evaluator, Need};
use crate::term::{self, Role, Sort, Term};
use syntax::typed::{Expr, Intrinsic, Width};

impl Evaluator<'_, '_> {
    /// The value of an operation that has a name.
    pub fn intrinsic(&mut self, op: Intrinsic, args: &[Expr], e: &Expr) -> Term {
        let values: Vec<Term> = args.iter().map(|a| self.eval(a)).collect();
        match (op, values.as_slice()) {
            (Intrinsic::Wrap(width), [a]) => wrap(width, a),
            (Intrinsic::Fits(width), [a]) => fits(width, a),
            (Intrinsic::Checked(width), [a]) => {
                self.want(e.span, Need::Fits(fits(width, a), width, args.first().map_or(e.span, |a| a.span)));
                a.clone()
            }
            (Intrinsic::Quot | Intrinsic::Rem, [a, b]) => {
                self.want(args.get(1).map_or(e.span, |b| b.span), Need::NonZero(b.clone()));
                divided(op, a, b)
            }
            (
                Intrinsic::Wrap(_)
                | Intrinsic::Fits(_)
                | Intrinsic::Checked(_)
                | Intrinsic::Quot
                | Intrinsic::Rem
                | Intrinsic::Bits(..)
                | Intrinsic::Not(_)
                | Intrinsic::Arith(..)
                | Intrinsic::Fma(_)
                | Intrinsic::ToFloat(..)
                | Intrinsic::ToInt(_),
                _,
            ) => {
                self.want(e.span, Need::Unknown(op));
                self.unknown(op, values, Sort::of(e.ty))
            }
        }
    }

    /// An unknown function of the arguments, the same wherever the operation stands.
    fn unknown(&mut self, op: Intrinsic, args: Vec<Term>, sort: Sort) -> Term {
        let params: Vec<Sort> = args.iter().map(Term::sort).collect();
        let known = self.cx.unknown.get(&(op, params.clone(), sort)).cloned();
        let symbol = known.unwrap_or_else(|| {
            let symbol = self.cx.names.fresh(op.name(), params.clone(), sort, Role::Skolem);
            let _ = self.cx.unknown.insert((op, params, sort), symbol.clone());
            symbol
        });
        term::app(&symbol, args)
    }
}

fn wrap(width: Width, a: &Term) -> Term {
    let values = || term::int(width.values());
    match width.signed {
        false => term::modulo(a.clone(), values()),
        // From the least value on, as many as there are.
        true => {
            let least = || term::int(width.least());
            term::add([term::modulo(term::sub(a.clone(), least()), values()), least()])
        }
    }
}

fn fits(width: Width, a: &Term) -> Term {
    let above = term::le(term::int(width.least()), a.clone());
    term::and([above, term::le(a.clone(), term::int(width.greatest()))])
}

fn divided(op: Intrinsic, a: &Term, b: &Term) -> Term {
    let euclidean = |a: Term| match op {
        Intrinsic::Quot => term::div(a, b.clone()),
        _ => term::modulo(a, b.clone()),
    };
    let negative = term::neg(euclidean(term::neg(a.clone())));
    term::ite(term::le(term::int(0), a.clone()), euclidean(a.clone()), negative)
}
