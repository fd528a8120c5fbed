//! Makes a program smaller that shows some property.
//!
//! In: a program, and a test for the property. Out: a program with the property, from which no single part can be
//! removed without losing it.

use crate::tree::{edited, walk, Edit, Spot};
use ir::BinaryOp;
use syntax::parse_program;
use syntax::pvl::ast::{Block, Expr, ExprKind, File, Item, MemberKind, Stmt};
use syntax::pvl::print::print;

/// Removes parts as long as the text still passes `shows`, with at most `tries` calls of it.
pub fn shrink(file: &File, tries: usize, shows: &dyn Fn(&str) -> bool) -> File {
    let mut best = file.clone();
    let mut left = tries;
    loop {
        let mut improved = false;
        let mut smaller = candidates(&best);
        smaller.sort_by_cached_key(|f| print(f).len());
        let size = print(&best).len();
        for candidate in smaller {
            let text = print(&candidate);
            if text.len() >= size || parse_program(&text).program.is_none() {
                continue;
            }
            if left == 0 {
                return best;
            }
            left -= 1;
            if shows(&text) {
                best = candidate;
                improved = true;
                break;
            }
        }
        if !improved {
            return best;
        }
    }
}

/// The copies of the file that have one part less.
fn candidates(file: &File) -> Vec<File> {
    let mut edits: Vec<(usize, Edit)> = Vec::new();
    let mut number = 0;
    walk(&mut file.clone(), &mut |spot, _| {
        match spot {
            Spot::Expr(e) => edits.extend(parts(e).into_iter().map(|part| (number, Edit::Expr(part)))),
            Spot::Stmts(list) => edits.extend(shorter(list).into_iter().map(|l| (number, Edit::Stmts(l)))),
            Spot::Clauses(list) => {
                edits.extend((0..list.len()).map(|n| (number, Edit::Clauses(without(list, n)))));
            }
            Spot::Members(list) => {
                let removable = list.iter().enumerate().filter(|(_, m)| !matches!(m.kind, MemberKind::Main { .. }));
                edits.extend(removable.map(|(n, _)| (number, Edit::Members(without(list, n)))));
            }
        }
        number += 1;
    });
    let mut out: Vec<File> = edits.iter().map(|(n, edit)| edited(file, *n, edit)).collect();
    let functions = file.items.iter().enumerate().filter(|(_, item)| !matches!(item, Item::Kernel(_)));
    out.extend(functions.map(|(n, _)| File { items: without(&file.items, n), ..file.clone() }));
    out
}

fn without<T: Clone>(list: &[T], index: usize) -> Vec<T> {
    list.iter().enumerate().filter(|(n, _)| *n != index).map(|(_, item)| item.clone()).collect()
}

/// Expressions that are smaller than `e` and probably of the same type.
fn parts(e: &Expr) -> Vec<Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Implies, _, _, r) => vec![r.as_ref().clone()],
        ExprKind::Binary(
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Star,
            _,
            l,
            r,
        ) => vec![l.as_ref().clone(), r.as_ref().clone()],
        ExprKind::Cond(_, a, b) => vec![a.as_ref().clone(), b.as_ref().clone()],
        ExprKind::Unary(_, inner) | ExprKind::Old(_, inner) | ExprKind::Reveal(inner) => vec![inner.as_ref().clone()],
        ExprKind::Call(_, args) => args.clone(),
        _ => vec![],
    }
}

/// The copies of the block that lack one statement, or have the contents of a statement in its place.
fn shorter(list: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut out: Vec<Vec<Stmt>> = (0..list.len()).map(|n| without(list, n)).collect();
    for (n, stmt) in list.iter().enumerate() {
        let mut inside: Vec<&Block> = Vec::new();
        stmt.blocks(&mut |block| inside.push(block));
        for block in inside {
            let mut unwrapped = list.to_vec();
            unwrapped.splice(n..=n, block.stmts.iter().cloned());
            out.push(unwrapped);
        }
    }
    out
}
