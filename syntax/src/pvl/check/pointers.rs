//! Words about pointers that users of C write in annotations.
//!
//! ```text
//! \pointer(p, n, w)          n <= p.length ** (\forall* int k = 0 .. n; Perm(p[k], w))
//! \pointer_index(p, i, w)    0 <= i && i < p.length ** Perm(p[i], w)
//! \pointer_length(p)         p.length
//! \shared_mem_size(s)        s.length
//! ```
//!
//! A pointer of a kernel leads to the start of an array, and is never `null` where the kernel has an element.
//!
//! In: the name behind the backslash and the arguments as written. Out: the typed expression that the table says, or a
//! diagnostic.

use super::env::Env;
use crate::pvl::ast::{Expr as Ast, ExprKind as Kind, Name, TypeKind, TypeName};
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Expr, QuantKind, Span, Type};

/// How a word is written; `None` for a word that is not about pointers.
fn usage(name: &str) -> Option<&'static str> {
    Some(match name {
        "pointer" => {
            "write `\\pointer(p, n, write)`: the first `n` elements of the array `p`, with a permission for each"
        }
        "pointer_index" => "write `\\pointer_index(p, i, write)`: the element `p[i]`, with a permission for it",
        "pointer_length" => "write `\\pointer_length(p)`, which is `p.length`",
        "shared_mem_size" => "write `\\shared_mem_size(s)`, which is `s.length`",
        _ => return None,
    })
}

/// Whether a word is about pointers.
pub fn is_about_pointers(name: &str) -> bool {
    usage(name).is_some()
}

impl Env<'_> {
    /// Checks a use of one of these words.
    pub fn about_pointer(&mut self, word: &Name, args: &[Ast], hint: Option<Type>, span: Span) -> Option<Expr> {
        let at = word.at;
        let ast = |kind: Kind| Ast { kind, at: crate::pvl::ast::At(span) };
        let both = |op: BinaryOp, a: Ast, b: Ast| ast(Kind::Binary(op, at, Box::new(a), Box::new(b)));
        let named = args.first().and_then(|array| match &array.kind {
            Kind::Name(text) => Some(Name { text: text.clone(), at: array.at }),
            _ => None,
        });
        let Some(array) = named else { return self.wrong_pointer(word, span) };
        let length = || ast(Kind::Length(array.clone(), None));
        // What is no array is reported once.
        let measured = self.expr(&length(), hint)?;
        let held = |index: Ast, amount: &Ast| {
            let place = ast(Kind::Index(array.clone(), vec![index]));
            ast(Kind::Perm(Box::new(place), Box::new(amount.clone())))
        };
        let meant = match (word.text.as_str(), args) {
            ("pointer_length" | "shared_mem_size", [_]) => return Some(measured),
            ("pointer_index", [_, index, amount]) => {
                let above = both(BinaryOp::Le, ast(Kind::Int(0.into())), index.clone());
                let inside = both(BinaryOp::And, above, both(BinaryOp::Lt, index.clone(), length()));
                both(BinaryOp::Star, inside, held(index.clone(), amount))
            }
            ("pointer", [_, count, amount]) => {
                // No name in a text has a backslash in front, except those of the language.
                let k = Name { text: "\\k".to_owned(), at };
                let bounds = Some((ast(Kind::Int(0.into())), count.clone()));
                let all = ast(Kind::Quant {
                    kind: QuantKind::Star,
                    binders: vec![(TypeName { kind: TypeKind::Int, brackets: 0, at }, k.clone(), bounds)],
                    range: None,
                    body: Box::new(held(ast(Kind::Name(k.text)), amount)),
                });
                both(BinaryOp::Star, both(BinaryOp::Le, count.clone(), length()), all)
            }
            _ => return self.wrong_pointer(word, span),
        };
        self.expr(&meant, hint)
    }

    /// Reports arguments that a word about pointers does not take.
    fn wrong_pointer(&mut self, word: &Name, span: Span) -> Option<Expr> {
        let message = format!("`\\{}` does not take these arguments", word.text);
        let error = Diagnostic::new("type.arguments", span, message).label("wrong arguments");
        self.diagnostics.push(error.help(usage(&word.text).unwrap_or_default()));
        None
    }
}
