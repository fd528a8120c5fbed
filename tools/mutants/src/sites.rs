//! The places of a source file that have mutants.
//!
//! In: the text of a file. Out: its mutants, and the text in which each of them can be switched on. An edit never
//! copies a part, so mutants of nested parts do not make the text grow.

use std::collections::BTreeMap;
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Expr, Item, ItemFn, Stmt, Type};

use crate::edits::Edits;
use crate::finder::{range, Finder, Mutant};
use crate::operators::{compares, DECIDE};

/// The mutants of a file, and the file with all of them.
pub struct Rewritten {
    pub mutants: Vec<Mutant>,
    pub text: String,
    /// Where each mutant is in the new text.
    pub places: Vec<(u32, Range<usize>)>,
    /// The first number for the next file.
    pub next: u32,
}

/// Rewrites a file. Numbers start with `first`. Mutants whose key is `left_out` get a number, and are not made.
pub fn rewrite(file: &str, text: &str, first: u32, left_out: &dyn Fn(&str) -> bool) -> syn::Result<Rewritten> {
    let tree = syn::parse_file(text)?;
    let mut finder = Finder {
        file,
        text,
        next: first,
        left_out,
        function: String::new(),
        found: Vec::new(),
        edits: Edits::default(),
        seen: BTreeMap::new(),
    };
    finder.visit_file(&tree);
    let (new, places) = finder.edits.apply(text);
    Ok(Rewritten { mutants: finder.found, text: new, places, next: finder.next })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Mod(m) if is_test(&m.attrs) => {}
            Item::Const(_) | Item::Static(_) | Item::Macro(_) => {}
            Item::Impl(i) if prints(i) => {}
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_item_fn(&mut self, f: &'ast ItemFn) {
        if f.sig.constness.is_none() && !is_test(&f.attrs) {
            let outer = std::mem::replace(&mut self.function, f.sig.ident.to_string());
            self.result(&f.sig, &f.block);
            self.function = outer;
        }
    }

    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        if f.sig.constness.is_none() && !is_test(&f.attrs) {
            let outer = std::mem::replace(&mut self.function, f.sig.ident.to_string());
            self.result(&f.sig, &f.block);
            self.function = outer;
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        self.dropped(statement);
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_if(&mut self, e: &'ast syn::ExprIf) {
        self.condition(&e.cond, true, true);
        self.visit_block(&e.then_branch);
        if let Some((_, otherwise)) = &e.else_branch {
            self.visit_expr(otherwise);
        }
    }

    fn visit_expr_while(&mut self, e: &'ast syn::ExprWhile) {
        // A loop that never ends tells nothing.
        self.condition(&e.cond, false, true);
        self.visit_block(&e.body);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.condition(guard, true, true);
        }
        self.visit_expr(&arm.body);
    }

    fn visit_expr_binary(&mut self, b: &'ast syn::ExprBinary) {
        let one =
            |e: &Expr| matches!(e, Expr::Lit(l) if matches!(&l.lit, syn::Lit::Int(i) if i.base10_digits() == "1"));
        match b.op {
            BinOp::And(_) | BinOp::Or(_) => self.condition(&Expr::Binary(b.clone()), true, true),
            _ if compares(&b.op) => self.condition(&Expr::Binary(b.clone()), true, true),
            BinOp::Add(_) | BinOp::Sub(_) if one(&b.right) => {
                if let Some(n) = self.new("one dropped", range(b)) {
                    let part = range(&b.right);
                    self.edits.wrap(part, format!("(if mutant::on({n}) {{ 0 }} else {{ "), " })".to_owned(), &[n]);
                }
                self.visit_expr(&b.left);
            }
            _ => visit::visit_expr_binary(self, b),
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let name = call.method.to_string();
        let part = range(call);
        let arguments = || call.args.first().map(|a| (range(a).start, range(call.args.last().unwrap_or(a)).end));
        if let (Some((start, end)), Some(operator)) = (
            arguments().filter(|_| call.args.len() == 1),
            match name.as_str() {
                "min" | "max" => Some("min and max"),
                "all" | "any" => Some("all and any"),
                _ => None,
            },
        ) {
            if let Some(n) = self.new(operator, part.clone()) {
                let reference = if operator == "all and any" { "&mut (" } else { "(" };
                self.edits.wrap(part, format!("mutant::{name}({n}, {reference}"), ")".to_owned(), &[n]);
                self.edits.replace(range(&call.receiver).end..start, "), ".to_owned(), n);
                self.edits.replace(end..range(call).end, String::new(), n);
            }
        }
        let by_receiver = matches!(name.as_str(), "then" | "then_some");
        if by_receiver && !matches!(&*call.receiver, Expr::Paren(_)) {
            self.condition(&call.receiver, true, true);
        } else {
            self.visit_expr(&call.receiver);
        }
        for argument in &call.args {
            match argument {
                Expr::Closure(c) if DECIDE.contains(&name.as_str()) => self.decision(c),
                _ => self.visit_expr(argument),
            }
        }
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.formula(call);
        let decides = matches!(&*call.func, Expr::Path(p)
            if p.path.segments.last().is_some_and(|s| DECIDE.iter().any(|word| s.ident == word)));
        for argument in &call.args {
            match argument {
                Expr::Closure(c) if decides => self.decision(c),
                _ => self.visit_expr(argument),
            }
        }
    }

    fn visit_expr_lit(&mut self, e: &'ast syn::ExprLit) {
        if let syn::Lit::Bool(b) = &e.lit {
            if let Some(n) = self.new("flipped", range(e)) {
                let text = format!("{}mutant::on({n})", if b.value { "!" } else { "" });
                self.edits.replace(range(e), text, n);
            }
        }
    }

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| match &a.meta {
        syn::Meta::Path(p) => p.is_ident("test"),
        syn::Meta::List(l) => l.path.is_ident("cfg") && l.tokens.to_string().contains("test"),
        syn::Meta::NameValue(_) => false,
    })
}

/// Whether it only says how a value is printed.
fn prints(i: &syn::ItemImpl) -> bool {
    i.trait_
        .as_ref()
        .and_then(|(_, path, _)| path.segments.last())
        .is_some_and(|s| ["Debug", "Display", "Hash", "PartialOrd", "Ord"].iter().any(|name| s.ident == name))
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    fn keys(text: &str) -> Vec<String> {
        let new = rewrite("f.rs", text, 0, &|_| false).expect("Rust");
        assert!(syn::parse_file(&new.text).is_ok(), "{}", new.text);
        new.mutants.into_iter().map(|m| m.key).collect()
    }

    #[test]
    fn conjuncts_bounds_and_statements() {
        let found = keys("fn f(a: i32, v: &mut Vec<i32>) -> bool { if a < 1 && g() { v.push(a + 1); } true }");
        let expected = [
            "f.rs | f | false | a < 1 && g()",
            "f.rs | f | true | a < 1",
            "f.rs | f | bound | a < 1",
            "f.rs | f | true | g()",
            "f.rs | f | dropped | v.push(a + 1);",
            "f.rs | f | one dropped | a + 1",
            "f.rs | f | flipped | true",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn formulas_and_decisions() {
        let found = keys("fn f() { g(term::and([a, term::le(b, c)])); s.iter().all(|x| x.max(y)) }");
        let operators: Vec<&str> = found.iter().filter_map(|key| key.split(" | ").nth(2)).collect();
        let expected =
            ["dropped", "fact dropped", "fact dropped", "bound", "all and any", "true", "false", "min and max"];
        assert_eq!(operators, expected);
    }
}
