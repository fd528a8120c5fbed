//! Refuses resources and inline functions that use themselves: a use stands for the body, and there would be no end.
//!
//! In: the declarations of resources, inline functions and other pure functions. Out: those whose uses stand for their
//! bodies, and a diagnostic for each that uses itself, directly, through others, or through the contract or the body of
//! a pure function.

use super::declared::{Declared, Resources, Transparent};
use super::home::Home;
use crate::pvl::ast::{Expr, ExprKind, Function};
use ir::diagnostic::Diagnostic;
use std::cell::Cell;
use std::collections::BTreeSet;

/// The resources and inline functions of a file.
pub fn resources<'a>(
    resources: &[(Home, Transparent<'a>)],
    functions: &[(Home, &'a Function)],
    out: &mut Vec<Diagnostic>,
) -> Resources<'a> {
    let names: Vec<(Home, &str)> = resources
        .iter()
        .map(|(home, r)| (*home, r.name.text.as_str()))
        .chain(functions.iter().map(|(home, f)| (*home, f.name.text.as_str())))
        .collect();
    let mut uses: Vec<BTreeSet<usize>> = Vec::new();
    for (home, resource) in resources {
        uses.push(called(&names, *home, resource.body.into_iter()));
    }
    for (home, f) in functions {
        uses.push(called(&names, *home, f.contract.iter().map(|clause| &clause.expr).chain(&f.body)));
    }
    let mut all = Vec::new();
    for (index, (home, tree)) in resources.iter().enumerate() {
        let itself = reaches(&uses, index);
        if itself {
            let name = &tree.name.text;
            let message = format!("the {} `{name}` uses itself", tree.noun());
            let help = match tree.ret {
                Some(_) => {
                    "a use of an inline function stands for the body, so recursion has no end; leave the word `inline` \
                    out"
                }
                None => {
                    "resources are transparent: a use stands for the body, so recursion has no end; describe all parts \
                    at once, as in `(\\forall* int i = 0 .. n; Perm(a[i], write))`"
                }
            };
            out.push(Diagnostic::new("parse.unsupported", tree.name.at.0, message).label("recursive").help(help));
        }
        all.push(Declared { home: *home, tree: *tree, usable: Cell::new(!itself) });
    }
    Resources { all, ..Resources::default() }
}

/// The declarations that expressions of a declaration mention.
fn called<'e>(names: &[(Home, &str)], home: Home, exprs: impl Iterator<Item = &'e Expr>) -> BTreeSet<usize> {
    fn go(e: &Expr, visit: &mut dyn FnMut(&str)) {
        if let ExprKind::Call(name, _) | ExprKind::Method(_, name, _) = &e.kind {
            visit(&name.text);
        }
        e.parts(&mut |part| go(part, visit));
    }
    let mut out = BTreeSet::new();
    let mut visit = |text: &str| {
        // A method can be called on an object of any class.
        let visible = |of: &Home| of.kernel.is_none() || of.kernel == home.kernel;
        let all = names.iter().enumerate().filter(|(_, (of, name))| *name == text && visible(of));
        out.extend(all.map(|(index, _)| index));
    };
    exprs.for_each(|e| go(e, &mut visit));
    out
}

/// Whether a declaration mentions itself, directly or through others.
fn reaches(uses: &[BTreeSet<usize>], start: usize) -> bool {
    let of = |index: usize| uses.get(index).into_iter().flatten().copied();
    let mut open: Vec<usize> = of(start).collect();
    let mut seen: BTreeSet<usize> = open.iter().copied().collect();
    while let Some(index) = open.pop() {
        open.extend(of(index).filter(|next| seen.insert(*next)));
    }
    seen.contains(&start)
}
