//! Components of vectors and structures in annotations.
//!
//! In: the tree of an expression of a specification. Out: the tree with the names of parts in place of components, and
//! the names of PVL in place of those of the launch. The name of a part has a dot in it, so that no declaration has it.
//!
//! ```text
//! v.x, a[i].pos.y, v.s0            the part with this name
//! Perm(a[i], p)                    Perm of each part, with ** between them
//! a[i] === v,  a[i] != \old(v)     the parts one by one
//! ```
//!
//! Elsewhere, a vector or a structure as a whole is an error.

use super::state::Lower;
use crate::c::language::Language;
use crate::pvl::ast::{At, Expr, ExprKind, Name};
use ir::{Axis, BinaryOp};

/// A component as it is written: the variable, the indices of an array, the names behind them, and the indices of
/// arrays in structures that stand between and behind the names.
struct Path {
    root: Name,
    index: Option<Vec<Expr>>,
    names: Vec<String>,
    within: Vec<Expr>,
}

/// The path with these parts, without arrays in structures.
fn plain(root: Name, index: Option<Vec<Expr>>, names: Vec<String>) -> Option<Path> {
    Some(Path { root, index, names, within: Vec::new() })
}

/// The path that an expression is, if it is one.
fn path(expr: &Expr) -> Option<Path> {
    let (of, name) = match &expr.kind {
        ExprKind::Name(text) => return plain(Name { text: text.clone(), at: expr.at }, None, Vec::new()),
        ExprKind::Index(root, index) => return plain(root.clone(), Some(index.clone()), Vec::new()),
        ExprKind::ElementOf(of, index) => {
            let mut path = path(of).filter(|path| !path.names.is_empty())?;
            path.within.extend(index.iter().cloned());
            return Some(path);
        }
        ExprKind::Along(root, axis) => {
            let name = match axis {
                Axis::X => "x",
                Axis::Y => "y",
                Axis::Z => "z",
            };
            return plain(root.clone(), None, vec![name.to_owned()]);
        }
        ExprKind::Length(root, None) => return plain(root.clone(), None, vec!["length".to_owned()]),
        ExprKind::Field(of, name) => (of, name.text.clone()),
        ExprKind::LengthOf(of) => (of, "length".to_owned()),
        _ => return None,
    };
    let mut path = path(of)?;
    path.names.push(name);
    Some(path)
}

/// Joins expressions with an operator.
fn joined(parts: Vec<Expr>, op: BinaryOp, at: At) -> Option<Expr> {
    let join = |a, b| Expr { kind: ExprKind::Binary(op, at, Box::new(a), Box::new(b)), at };
    parts.into_iter().reduce(join)
}

impl Lower<'_, '_, '_> {
    /// Puts names of parts in place of components, and names of PVL in place of those of the launch, in an expression
    /// and all its parts.
    pub fn localise(&mut self, expr: &mut Expr) {
        // A vector or a structure of the code may have the name of a launch variable.
        let own = |path: Path| self.parts_of(&path.root.text, path.index.is_some()).is_some();
        if !path(expr).is_some_and(own) && super::specs::localised(expr, self.unit.language) {
            return;
        }
        if let Some(replaced) = self.together(expr) {
            *expr = replaced;
            return;
        }
        match self.several(expr).map(<[Expr; 1]>::try_from) {
            Some(Ok([one])) => *expr = one,
            Some(Err(_)) => {
                let mut named = &*expr;
                while let ExprKind::Old(_, inner) = &named.kind {
                    named = inner;
                }
                let names = path(named).map(|path| path.root.text);
                self.env.reported.extend(names);
                let help = "name its components, as in `v.x`; a permission for all of them is `Perm(a[i], write)`";
                self.unsupported(expr.at.0, "a whole vector or structure at this place of an annotation", help);
            }
            None => {
                self.bound_names(expr);
                expr.parts_mut(&mut |part| self.localise(part));
            }
        }
    }

    /// A permission for a whole vector or structure, or a comparison of two of them: about each part.
    fn together(&mut self, expr: &Expr) -> Option<Expr> {
        let at = expr.at;
        match &expr.kind {
            ExprKind::Perm(place, amount) | ExprKind::Percent(place, amount) => {
                let parts = self.several(place)?;
                let mut amount = amount.clone();
                self.localise(&mut amount);
                let permission = |part: Expr| {
                    let (part, amount) = (Box::new(part), amount.clone());
                    let kind = match &expr.kind {
                        ExprKind::Perm(..) => ExprKind::Perm(part, amount),
                        _ => ExprKind::Percent(part, amount),
                    };
                    Expr { kind, at }
                };
                joined(parts.into_iter().map(permission).collect(), BinaryOp::Star, at)
            }
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Same), sign, a, b) => {
                let (a, b) = (self.several(a)?, self.several(b)?);
                if a.len() != b.len() {
                    return None;
                }
                let compare = |(a, b)| Expr { kind: ExprKind::Binary(*op, *sign, Box::new(a), Box::new(b)), at };
                let all = if *op == BinaryOp::Ne { BinaryOp::Or } else { BinaryOp::And };
                joined(a.into_iter().zip(b).map(compare).collect(), all, at)
            }
            _ => None,
        }
    }

    /// The parts that an expression names, if it names a component of a vector or of a structure, or a whole one.
    fn several(&mut self, expr: &Expr) -> Option<Vec<Expr>> {
        if let ExprKind::Old(label, inner) = &expr.kind {
            let old = |part| Expr { kind: ExprKind::Old(label.clone(), Box::new(part)), at: expr.at };
            return Some(self.several(inner)?.into_iter().map(old).collect());
        }
        let Path { root, index, names, within } = path(expr)?;
        let parts = self.parts_of(&root.text, index.is_some())?;
        // The length of an array is that of the array of each part.
        let length = index.is_none() && names.len() == 1 && matches!(&expr.kind, ExprKind::Length(..));
        // An element of a parameter that is no array in the program has a name of its own.
        if let Some(element) = element(&root.text, &names, &within).filter(|element| parts.contains(element)) {
            return Some(vec![Expr { kind: ExprKind::Name(element), at: expr.at }]);
        }
        let selected = match self.selected(&parts, &root.text, &names) {
            Some(selected) => selected,
            None if self.pointed(&root.text, &names).is_some() => {
                let text = self.pointed(&root.text, &names)?;
                return Some(vec![Expr { kind: ExprKind::Length(Name { text, at: root.at }, None), at: expr.at }]);
            }
            None if length && !parts.is_empty() => {
                let first = Name { text: parts.first()?.clone(), at: root.at };
                return Some(vec![Expr { kind: ExprKind::Length(first, None), at: expr.at }]);
            }
            None => {
                let help = match parts.is_empty() {
                    true => "name the variable or the element for which the name stands".to_owned(),
                    false => format!("the components are {}", shown(&parts)),
                };
                if self.env.reported.insert(root.text.clone()) {
                    self.unsupported(expr.at.0, &format!("this component of `{}`", root.text), &help);
                }
                return Some(vec![expr.clone()]);
            }
        };
        let mut index = match (index, within.is_empty()) {
            (None, true) => None,
            (index, _) => Some(index.into_iter().flatten().chain(within).collect::<Vec<Expr>>()),
        };
        index.iter_mut().flatten().for_each(|index| self.localise(index));
        let part = |text: String| {
            let kind = match &index {
                Some(index) => ExprKind::Index(Name { text, at: root.at }, index.clone()),
                None => ExprKind::Name(text),
            };
            Expr { kind, at: expr.at }
        };
        Some(selected.into_iter().map(part).collect())
    }

    /// The names of the parts of the variable, or of the array, that a name means here; `None` if the name means
    /// something else.
    fn parts_of(&self, name: &str, indexed: bool) -> Option<Vec<String>> {
        let mark = format!("{name}.");
        let innermost = self.env.scope.iter().rposition(|(known, _)| *known == name || *known == mark);
        if let Some(at) = innermost {
            let behind = self.env.scope.get(at..)?;
            let is_mark = behind.first().is_some_and(|(known, _)| *known == mark);
            let own = behind.iter().skip(1).take_while(|(known, _)| known.starts_with(&mark) && *known != mark);
            return is_mark.then(|| own.map(|(known, _)| known.clone()).collect());
        }
        let memory = self.env.memory;
        let arrays = || memory.arrays.iter().map(|array| &array.name.name);
        let scalars = || memory.scalars.iter().map(|scalar| &scalar.name.name);
        let of = |known: &&String| known.starts_with(&mark);
        let mut found: Vec<String> = arrays().filter(of).cloned().collect();
        if !indexed && !arrays().any(|array| array == name) {
            let length = |known: &&String| arrays().any(|array| known.strip_suffix(".length") == Some(array));
            found.extend(scalars().filter(of).filter(|known| !length(known)).cloned());
        }
        (!found.is_empty()).then_some(found)
    }

    /// The array of which names behind a variable name the length: `v.a.length` for a pointer of a structure.
    fn pointed(&self, root: &str, names: &[String]) -> Option<String> {
        let (_, before) = names.split_last().filter(|(last, _)| *last == "length")?;
        let name = [root].into_iter().chain(before.iter().map(String::as_str)).collect::<Vec<_>>().join(".");
        let length = format!("{name}.length");
        let known = self.env.memory.scalars.iter().any(|scalar| scalar.name.name == length);
        (known && self.env.memory.arrays.iter().any(|array| array.name.name == name)).then_some(name)
    }

    /// The parts that names behind a variable select.
    fn selected(&self, parts: &[String], root: &str, names: &[String]) -> Option<Vec<String>> {
        let inside = |names: &[String]| {
            let name = [root].into_iter().chain(names.iter().map(String::as_str)).collect::<Vec<_>>().join(".");
            let mark = format!("{name}.");
            parts.iter().filter(|part| **part == name || part.starts_with(&mark)).cloned().collect::<Vec<_>>()
        };
        let found = inside(names);
        if !found.is_empty() {
            return Some(found);
        }
        let (last, before) = names.split_last()?;
        let lanes = self.selected(parts, root, before)?;
        // The lanes of a part of a vector are in the order in which the part names them.
        let vector = super::vectors::are_lanes(&lanes) || inside(before).is_empty();
        if self.unit.language != Language::OpenCl || !vector {
            return None;
        }
        super::aggregates::chosen(&lanes, &super::vectors::numbers(last, lanes.len())?)
    }

    /// Reports names that a quantifier binds, and that a vector or a structure has, too.
    fn bound_names(&mut self, expr: &Expr) {
        let names: Vec<&Name> = match &expr.kind {
            ExprKind::Quant { binders, .. } | ExprKind::Reduce { binders, .. } => {
                binders.iter().map(|(_, name, _)| name).collect()
            }
            ExprKind::Let(_, name, ..) => vec![name],
            _ => return,
        };
        for name in names {
            if self.parts_of(&name.text, false).is_some() {
                let what = format!("a variable of an annotation with the name of `{}`", name.text);
                self.unsupported(name.at.0, &what, "give it another name");
            }
        }
    }
}

/// The name of an element with literal indices: `c.w[0]`.
fn element(root: &str, names: &[String], within: &[Expr]) -> Option<String> {
    let mut name = [root].into_iter().chain(names.iter().map(String::as_str)).collect::<Vec<_>>().join(".");
    for index in within {
        let ExprKind::Int(number) = &index.kind else { return None };
        name.push_str(&format!("[{number}]"));
    }
    (!within.is_empty()).then_some(name)
}

/// The names of parts, as a part of a sentence.
fn shown(parts: &[String]) -> String {
    parts.iter().map(|part| format!("`{part}`")).collect::<Vec<_>>().join(", ")
}
