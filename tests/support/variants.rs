//! Metamorphic variants: texts with the same meaning as a given one, for which Sepal must give the same answers.
//!
//! In: a syntax tree. Out: a text. The text has no expectations drawn under the code; only error ids and verdicts are
//! compared.

use std::collections::BTreeMap;

use super::items::{functions, kernels, procedures, resources};

use ir::{Axis, BinaryOp, Space, UnaryOp};
use syntax::pvl::ast::{At, TypeKind, TypeName};
use syntax::pvl::ast::{Block, Expr, ExprKind, File, Member, MemberKind, Name, Notes, Stmt, StmtKind};
use syntax::pvl::print::print;
use syntax::pvl::StmtPartMut;

/// A change of a file that keeps its meaning.
pub type Variant = fn(File) -> String;

/// All of them, by name.
pub const ALL: [(&str, Variant); 6] = [
    ("renamed", renamed),
    ("reordered", reordered),
    ("with unused data", with_unused_data),
    ("with idle statements", with_idle_statements),
    ("commuted", commuted),
    ("branches swapped", branches_swapped),
];

/// The file with other names for all declarations, in another alphabetical order.
fn renamed(mut file: File) -> String {
    let mut names = BTreeMap::new();
    let declared = declared(&mut file);
    for (n, name) in declared.iter().enumerate() {
        let _ = names.entry(name.clone()).or_insert_with(|| format!("v{}_", declared.len() - n));
    }
    let mut out = String::new();
    let mut word = String::new();
    for c in print(&file).chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        // `\old` is no name, and neither are the axis in `tid.x` and the letter of `b{1, 2}`.
        let bag = word == "b" && c == '{';
        let front = out.strip_suffix('.').map(|front| front.rsplit(|c: char| !c.is_ascii_alphanumeric()).next());
        let axis = front.flatten().is_some_and(|front| ir::LaunchVar::ALL.iter().any(|var| var.name() == front));
        let name = names.get(&word).filter(|_| !out.ends_with('\\') && !axis && !bag);
        out.push_str(name.unwrap_or(&word));
        word.clear();
        out.push(c);
    }
    out
}

/// Functions and kernels in reverse; in kernels scalars and arrays in reverse, then functions, then the rest. If there
/// are launches, the order of the scalars and arrays has a meaning, and stays.
fn reordered(mut file: File) -> String {
    file.items.reverse();
    let launched = launches(&mut file);
    for kernel in kernels(&mut file) {
        let place = |member: &Member| match member.kind {
            MemberKind::Memory { .. } => 0,
            MemberKind::Function(_) | MemberKind::Procedure(_) | MemberKind::Resource(_) => 1,
            MemberKind::Clause(..) | MemberKind::Invariant(..) | MemberKind::Main { .. } => 2,
        };
        let (mut first, rest): (Vec<_>, Vec<_>) = kernel.members.drain(..).partition(|member| place(member) < 2);
        if !launched {
            first.reverse();
        }
        first.sort_by_key(place);
        first.extend(rest);
        kernel.members = first;
    }
    print(&file)
}

/// An array and a scalar more in each kernel; if there are launches, which would have arguments for them, an array in
/// local memory.
fn with_unused_data(mut file: File) -> String {
    let launched = launches(&mut file);
    for kernel in kernels(&mut file) {
        let memory = |name: &str, dims: Vec<Expr>| Member {
            kind: MemberKind::Memory {
                space: if launched { Space::Local } else { Space::Global },
                ty: TypeName { kind: TypeKind::Int, brackets: 0, at: At::default() },
                dims,
                names: vec![Name { text: name.to_owned(), at: At::default() }],
            },
            at: At::default(),
            notes: Notes::default(),
        };
        kernel.members.insert(
            0,
            memory(
                "unused_array",
                vec![expr(ExprKind::Along(Name { text: "gsize".to_owned(), at: At::default() }, Axis::X))],
            ),
        );
        if !launched {
            kernel.members.insert(0, memory("unused_scalar", vec![]));
        }
    }
    print(&file)
}

/// `assert true;` and an empty block in front of every statement.
fn with_idle_statements(mut file: File) -> String {
    let idle = |kind| Stmt { kind, at: At::default(), notes: Notes::default() };
    blocks(&mut file, &mut |block| {
        let busy = std::mem::take(&mut block.stmts);
        for stmt in busy {
            block.stmts.push(idle(StmtKind::Assert(expr(ExprKind::Bool(true)))));
            block.stmts.push(idle(StmtKind::Block(Block::default())));
            block.stmts.push(stmt);
        }
    });
    // `parallel { … }` has parallel blocks only, and a `ghost` without braces has one statement.
    blocks(&mut file, &mut |block| {
        for stmt in &mut block.stmts {
            if let StmtKind::Parallel(body) = &mut stmt.kind {
                body.stmts.retain(|s| matches!(s.kind, StmtKind::Par(_)));
            }
            let StmtKind::Ghost { braces: false, body } = &mut stmt.kind else { continue };
            body.stmts.retain(|s| !matches!(s.kind, StmtKind::Assert(_) | StmtKind::Block(_)));
        }
    });
    // An atomic contains no `assert`.
    blocks(&mut file, &mut |block| {
        for stmt in &mut block.stmts {
            let StmtKind::Atomic { body, .. } = &mut stmt.kind else { continue };
            inside(body, &mut |block| block.stmts.retain(|s| !matches!(s.kind, StmtKind::Assert(_))));
        }
    });
    print(&file)
}

/// The operands of `&&` and `**` the other way round, unless the left one guards the right one: a condition holds in
/// what stands to its right, a permission on both sides. A left operand that says which references are null guards,
/// whatever else it has, and so may a resource. A permission under a condition on memory comes after the permission to
/// read that memory: the other way round the same failures have other ids.
fn commuted(mut file: File) -> String {
    let names: Vec<String> = resources(&mut file).iter().map(|resource| resource.name.text.clone()).collect();
    exprs(&mut file, &mut |expr| {
        let ExprKind::Binary(op, _, left, right) = &mut expr.kind else { return };
        let free = match op {
            BinaryOp::And => cannot_fail(left) && cannot_fail(right),
            BinaryOp::Star => {
                (has_permission(left) && !says_null(left, &names) && !asks_memory(right)) || cannot_fail(right)
            }
            _ => false,
        };
        if free {
            std::mem::swap(left, right);
        }
    });
    print(&file)
}

/// `if (c) A else B` is `if (!c) B else A`.
fn branches_swapped(mut file: File) -> String {
    blocks(&mut file, &mut |block| {
        for stmt in &mut block.stmts {
            let StmtKind::If(guard, then, other) = &mut stmt.kind else { continue };
            let positive = std::mem::replace(&mut guard.kind, ExprKind::Bool(true));
            guard.kind = ExprKind::Unary(UnaryOp::Not, Box::new(expr(positive)));
            let negative = other.take().unwrap_or_default();
            *other = Some(std::mem::replace(then, negative));
        }
    });
    print(&file)
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, at: At::default() }
}

fn cannot_fail(expr: &Expr) -> bool {
    let mut safe = true;
    each(&mut expr.clone(), &mut |part| {
        safe &= match &part.kind {
            ExprKind::Binary(op, ..) => !matches!(op, BinaryOp::Div | BinaryOp::Mod | BinaryOp::Frac),
            // A reference may be null.
            ExprKind::Length(..)
            | ExprKind::LengthOf(_)
            | ExprKind::Elements(_)
            | ExprKind::Index(..)
            | ExprKind::ElementOf(..)
            | ExprKind::Field(..)
            | ExprKind::Method(..)
            | ExprKind::Call(..)
            | ExprKind::Intrinsic { .. }
            | ExprKind::Perm(..)
            | ExprKind::Percent(..)
            | ExprKind::PointsTo(..) => false,
            _ => true,
        };
    });
    safe
}

fn has_permission(expr: &Expr) -> bool {
    let mut found = false;
    each(&mut expr.clone(), &mut |part| {
        found |= matches!(part.kind, ExprKind::Perm(..) | ExprKind::Percent(..) | ExprKind::PointsTo(..));
    });
    found
}

/// Whether an expression has `null`, or a resource with one of these names.
fn says_null(expr: &Expr, resources: &[String]) -> bool {
    let mut found = false;
    each(&mut expr.clone(), &mut |part| {
        found |= match &part.kind {
            ExprKind::Name(name) => name == "null",
            ExprKind::Call(name, _) => resources.contains(&name.text),
            _ => false,
        };
    });
    found
}

/// Whether a permission stands under a condition that can fail.
fn asks_memory(expr: &Expr) -> bool {
    let mut found = false;
    each(&mut expr.clone(), &mut |part| {
        if let ExprKind::Binary(BinaryOp::Implies, _, condition, then) = &part.kind {
            found |= !cannot_fail(condition) && has_permission(then);
        }
    });
    found
}

/// Whether the file launches a kernel.
fn launches(file: &mut File) -> bool {
    let mut found = false;
    blocks(file, &mut |block| found |= block.stmts.iter().any(|stmt| matches!(stmt.kind, StmtKind::Launch { .. })));
    found
}

/// Every name that is declared, in the order of the text as far as that matters.
fn declared(file: &mut File) -> Vec<String> {
    let mut out = Vec::new();
    for kernel in kernels(file) {
        out.push(kernel.name.text.clone());
        for member in &kernel.members {
            if let MemberKind::Memory { names, .. } = &member.kind {
                out.extend(names.iter().map(|name| name.text.clone()));
            }
        }
    }
    for function in functions(file) {
        out.push(function.name.text.clone());
        out.extend(function.params.iter().map(|(_, name)| name.text.clone()));
    }
    for procedure in procedures(file) {
        out.push(procedure.name.text.clone());
        let ghosts = procedure.ghosts.iter().flat_map(|clause| &clause.names);
        out.extend(procedure.params.iter().chain(ghosts).map(|(_, name)| name.text.clone()));
    }
    for resource in resources(file) {
        out.push(resource.name.text.clone());
        out.extend(resource.params.iter().map(|(_, name)| name.text.clone()));
    }
    blocks(file, &mut |block| {
        for stmt in &block.stmts {
            let init = match &stmt.kind {
                StmtKind::For { init: Some(init), .. } => &init.kind,
                kind => kind,
            };
            if let StmtKind::Declare(_, names) = init {
                out.extend(names.iter().map(|(name, _)| name.text.clone()));
            }
            if let StmtKind::DeclareArray(_, _, names) | StmtKind::DeclareDevice(_, _, names) = init {
                out.extend(names.iter().map(|name| name.text.clone()));
            }
            if let StmtKind::Label(name) = init {
                out.push(name.text.clone());
            }
        }
    });
    exprs(file, &mut |expr| {
        if let ExprKind::Quant { binders, .. } | ExprKind::Reduce { binders, .. } = &expr.kind {
            out.extend(binders.iter().map(|(_, name, _)| name.text.clone()));
        }
    });
    out
}

/// Every block of every kernel, inner ones first.
fn blocks(file: &mut File, action: &mut dyn FnMut(&mut Block)) {
    for kernel in kernels(file) {
        for member in &mut kernel.members {
            if let MemberKind::Main { body, .. } = &mut member.kind {
                inside(body, action);
            }
        }
    }
    for procedure in procedures(file) {
        procedure.body.iter_mut().for_each(|body| inside(body, action));
    }
}

fn inside(block: &mut Block, action: &mut dyn FnMut(&mut Block)) {
    for stmt in &mut block.stmts {
        stmt.blocks_mut(&mut |inner| inside(inner, action));
    }
    action(block);
}

/// Every expression of specifications and code, parts first.
fn exprs(file: &mut File, action: &mut dyn FnMut(&mut Expr)) {
    for function in functions(file) {
        function.contract.iter_mut().for_each(|clause| each(&mut clause.expr, action));
        function.decreases.iter_mut().flat_map(|measure| &mut measure.exprs).for_each(|e| each(e, action));
        function.body.iter_mut().for_each(|body| each(body, action));
    }
    for kernel in kernels(file) {
        for member in &mut kernel.members {
            match &mut member.kind {
                MemberKind::Memory { dims, .. } => dims.iter_mut().for_each(|dim| each(dim, action)),
                MemberKind::Clause(_, clause) => each(&mut clause.expr, action),
                MemberKind::Invariant(_, _, invariant) => each(invariant, action),
                MemberKind::Main { contract, .. } => {
                    contract.iter_mut().for_each(|clause| each(&mut clause.expr, action));
                }
                MemberKind::Function(_) | MemberKind::Procedure(_) | MemberKind::Resource(_) => {}
            }
        }
    }
    for resource in resources(file) {
        resource.body.iter_mut().for_each(|body| each(body, action));
    }
    for procedure in procedures(file) {
        procedure.contract.iter_mut().for_each(|clause| each(&mut clause.expr, action));
        procedure.decreases.iter_mut().flat_map(|measure| &mut measure.exprs).for_each(|e| each(e, action));
    }
    blocks(file, &mut |block| block.stmts.iter_mut().for_each(|stmt| of_statement(stmt, action)));
}

/// The expressions of a statement itself; those of the blocks inside it come with the blocks.
fn of_statement(stmt: &mut Stmt, action: &mut dyn FnMut(&mut Expr)) {
    stmt.each_part_mut(&mut |part| match part {
        StmtPartMut::Clauses(clauses) => clauses.iter_mut().for_each(|clause| each(&mut clause.expr, action)),
        StmtPartMut::Head(head) => of_statement(head, action),
        StmtPartMut::Index(e)
        | StmtPartMut::Place(e)
        | StmtPartMut::Invokes(e)
        | StmtPartMut::Value(e)
        | StmtPartMut::Condition(e)
        | StmtPartMut::Guard(e)
        | StmtPartMut::Says(e) => each(e, action),
        StmtPartMut::Declares(_) | StmtPartMut::Writes(_) | StmtPartMut::Block(_) => {}
    });
}

fn each(expr: &mut Expr, action: &mut dyn FnMut(&mut Expr)) {
    expr.parts_mut(&mut |part| each(part, action));
    action(expr);
}
