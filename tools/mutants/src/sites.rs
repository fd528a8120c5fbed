//! The places of a source file that have mutants.
//!
//! In: the text of a file. Out: its mutants, and the text in which each of them can be switched on. An edit never
//! copies a part, so mutants of nested parts do not make the text grow.

use std::collections::BTreeMap;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, Item, ItemFn, ReturnType, Signature, Stmt, Type};

use crate::edits::Edits;

/// One change of one place.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub number: u32,
    pub file: String,
    pub line: usize,
    /// Names the mutant while other lines of the file change.
    pub key: String,
}

/// Methods whose last argument is a function that decides.
const DECIDE: &[&str] = &[
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

struct Finder<'a> {
    file: &'a str,
    text: &'a str,
    next: u32,
    left_out: &'a dyn Fn(&str) -> bool,
    function: String,
    found: Vec<Mutant>,
    edits: Edits,
    seen: BTreeMap<String, usize>,
}

impl Finder<'_> {
    /// A new mutant of this part. None: the mutant is left out.
    fn new(&mut self, operator: &str, part: Range<usize>) -> Option<u32> {
        let number = self.next;
        self.next += 1;
        let line = self.text[..part.start].matches('\n').count() + 1;
        let words: Vec<&str> = self.text[part].split_whitespace().collect();
        let mut part: String = words.join(" ").chars().take(90).collect();
        if words.join(" ").chars().count() > 90 {
            part.push('…');
        }
        let key = format!("{} | {} | {operator} | {part}", self.file, self.function);
        let same = self.seen.entry(key.clone()).or_default();
        *same += 1;
        let key = if *same == 1 { key } else { format!("{key} | {same}") };
        if (self.left_out)(&key) {
            return None;
        }
        self.found.push(Mutant { number, file: self.file.to_owned(), line, key });
        Some(number)
    }

    /// Mutants of a condition: each conjunct of it dropped, and all of it true or false.
    fn condition(&mut self, e: &Expr, make_true: bool, make_false: bool) {
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
    fn comparison(&mut self, b: &syn::ExprBinary) {
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
    fn result(&mut self, signature: &Signature, block: &Block) {
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
    fn formula(&mut self, call: &syn::ExprCall) {
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
    fn dropped(&mut self, statement: &Stmt) {
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

impl Finder<'_> {
    /// The body of a function that decides.
    fn decision(&mut self, closure: &syn::ExprClosure) {
        match &*closure.body {
            Expr::Block(_) | Expr::Match(_) | Expr::If(_) => self.visit_expr(&closure.body),
            body => self.condition(body, true, true),
        }
    }
}

fn compares(op: &BinOp) -> bool {
    matches!(op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_))
}

fn range(part: &impl Spanned) -> Range<usize> {
    part.span().byte_range()
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
