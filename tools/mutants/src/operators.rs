//! The operators: how one place of a source file is changed.
//!
//! In: conditions, functions, calls and statements that the walk of [`crate::sites`] comes to. Out: their mutants, as
//! edits.

use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ReturnType, Signature, Stmt, Type};

use crate::finder::{range, Finder};

/// Methods whose last argument is a function that decides.
pub const DECIDE: &[&str] = &[
    "filter",
    "all",
    "any",
    "take_while",
    "skip_while",
    "retain",
    "position",
    "find",
    "partition",
    "is_some_and",
    "is_none_or",
    "is_ok_and",
    "any_subterm",
    "then_some",
];

impl Finder<'_> {
    /// Mutants of a condition: each conjunct of it dropped, and all of it true or false.
    pub fn condition(&mut self, e: &Expr, make_true: bool, make_false: bool) {
        if let Expr::Paren(p) = e {
            return self.condition(&p.expr, make_true, make_false);
        }
        let part = range(e);
        let (yes, no) = match e {
            Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => (false, true),
            Expr::Binary(b) if matches!(b.op, BinOp::Or(_)) => (true, false),
            Expr::Let(_) | Expr::Lit(_) => (false, false),
            Expr::Macro(m) if m.mac.path.is_ident("cfg") => (false, false),
            _ => (true, true),
        };
        let yes = (yes && make_true).then(|| self.new("true", part.clone())).flatten();
        let no = (no && make_false).then(|| self.new("false", part.clone())).flatten();
        let before = match yes {
            Some(n) => format!("((mutant::on({n}) || ("),
            None => "(((".to_owned(),
        };
        let after = match no {
            Some(n) => format!(")) && !mutant::on({n}))"),
            None => ")))".to_owned(),
        };
        let mutants: Vec<u32> = yes.into_iter().chain(no).collect();
        if !mutants.is_empty() {
            self.edits.wrap(part, before, after, &mutants);
        }
        match e {
            Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => {
                self.condition(&b.left, true, false);
                self.condition(&b.right, true, false);
            }
            Expr::Binary(b) if matches!(b.op, BinOp::Or(_)) => {
                self.condition(&b.left, false, true);
                self.condition(&b.right, false, true);
            }
            Expr::Binary(b) if compares(&b.op) => self.comparison(b),
            _ => visit::visit_expr(self, e),
        }
    }

    /// `<` and `<=`, and so on, exchanged.
    pub fn comparison(&mut self, b: &syn::ExprBinary) {
        let name = match b.op {
            BinOp::Lt(_) => Some("lt"),
            BinOp::Le(_) => Some("le"),
            BinOp::Gt(_) => Some("gt"),
            BinOp::Ge(_) => Some("ge"),
            _ => None,
        };
        let part = range(b);
        if let Some((name, n)) = name.and_then(|name| Some((name, self.new("bound", part.clone())?))) {
            self.edits.wrap(part, format!("mutant::{name}({n}, &("), "))".to_owned(), &[n]);
            self.edits.replace(range(&b.left).end..range(&b.right).start, "), &(".to_owned(), n);
        }
        visit::visit_expr_binary(self, b);
    }

    /// The value of a function whose result is a truth value.
    pub fn result(&mut self, signature: &Signature, block: &Block) {
        let ReturnType::Type(_, t) = &signature.output else { return visit::visit_block(self, block) };
        let truth = matches!(&**t, Type::Path(p) if p.path.is_ident("bool"));
        let Some((Stmt::Expr(last, None), before)) = block.stmts.split_last().filter(|_| truth) else {
            return visit::visit_block(self, block);
        };
        before.iter().for_each(|s| self.visit_stmt(s));
        match last {
            Expr::Match(_) | Expr::If(_) | Expr::Block(_) => self.visit_expr(last),
            _ => self.condition(last, true, true),
        }
    }

    /// One of the parts of a conjunction, a disjunction or an implication of formulas replaced by true or false.
    pub fn formula(&mut self, call: &syn::ExprCall) {
        let Expr::Path(path) = &*call.func else { return };
        let words: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let Some((name, prefix)) = words.split_last() else { return };
        if prefix.last().is_none_or(|word| word != "term") {
            return;
        }
        let prefix = prefix.join("::");
        let replace = |this: &mut Self, part: &Expr, value: bool| {
            let part = range(part);
            if let Some(n) = this.new(if value { "fact dropped" } else { "case dropped" }, part.clone()) {
                let before = format!("(if mutant::on({n}) {{ {prefix}::bool({value}) }} else {{ ");
                this.edits.wrap(part, before, " })".to_owned(), &[n]);
            }
        };
        match (name.as_str(), call.args.first()) {
            ("and" | "or", Some(Expr::Array(parts))) => {
                parts.elems.iter().for_each(|part| replace(self, part, name == "and"));
            }
            ("implies", Some(premise)) => replace(self, premise, true),
            ("lt" | "le", _) => {
                let part = range(&call.func);
                let (text, other) = (&self.text[part.clone()], if name == "lt" { "le" } else { "lt" });
                let new = format!("(if mutant::on(N) {{ {prefix}::{other} }} else {{ {text} }})");
                if let Some(n) = self.new("bound", range(call)) {
                    self.edits.replace(part, new.replace('N', &n.to_string()), n);
                }
            }
            _ => {}
        }
    }

    /// A statement left out.
    pub fn dropped(&mut self, statement: &Stmt) {
        let can = match statement {
            Stmt::Expr(Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_), Some(_)) => true,
            Stmt::Expr(Expr::Binary(b), Some(_)) => !compares(&b.op),
            Stmt::Local(l) => matches!(l.pat, syn::Pat::Wild(_)),
            _ => false,
        };
        let part = range(statement);
        if can {
            if let Some(n) = self.new("dropped", part.clone()) {
                self.edits.wrap(part, format!("if !mutant::on({n}) {{ "), " }".to_owned(), &[n]);
            }
        }
    }

    /// The body of a function that decides.
    pub fn decision(&mut self, closure: &syn::ExprClosure) {
        match &*closure.body {
            Expr::Block(_) | Expr::Match(_) | Expr::If(_) => self.visit_expr(&closure.body),
            body => self.condition(body, true, true),
        }
    }
}

pub fn compares(op: &BinOp) -> bool {
    matches!(op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_))
}
