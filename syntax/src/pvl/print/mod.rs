//! Prints a syntax tree as canonical text; older spellings are replaced by current ones.
//!
//! In: a syntax tree. Out: text that parses to the same tree, with each comment in front of, or behind, the part of the
//! tree that has it.

mod classes;
mod clauses;
pub(crate) mod expr;
mod par;
mod resource;
mod simple;
mod types;

use crate::pvl::ast::{
    Block, Clause, File, Function, Item, Kernel, Member, MemberKind, Notes, Par, Procedure, Stmt, StmtKind,
};
use clauses::{clause_text, ghosts_text, level_word, measure_text};
pub use expr::expr;
use ir::{AtomicOrder, AtomicScope, Space};
use resource::resource;
use simple::simple;
pub use types::type_name;
pub(crate) use types::{parameters, type_kind};

/// Prints a file.
pub fn print(file: &File) -> String {
    let mut out = Printer::default();
    for (index, item) in file.items.iter().enumerate() {
        if index > 0 {
            out.text.push('\n');
        }
        match item {
            Item::Kernel(kernel) => out.kernel(kernel),
            Item::Function(function) => out.function("", function, &function.notes),
            Item::Procedure(procedure) => out.procedure("", procedure, &procedure.notes),
            Item::Class(class) => out.class(class),
            Item::Enum(declared) => {
                let constants: Vec<&str> = declared.constants.iter().map(|name| name.text.as_str()).collect();
                let text = format!("enum {} {{ {} }}", declared.name.text, constants.join(", "));
                out.line(&declared.notes, &text);
            }
            Item::Resource(declared) => out.line(&declared.notes, &resource(declared)),
        }
    }
    out.comments(&file.tail);
    out.text
}

/// The state of printing one file.
#[derive(Default)]
struct Printer {
    /// The text so far. It is empty or ends with a line break.
    text: String,
    /// The number of braces that are open; each indents by two blanks.
    depth: usize,
}

impl Printer {
    /// Writes a line at the current indentation, with the comments that belong to it.
    fn line(&mut self, notes: &Notes, text: &str) {
        if notes.blank && !self.text.is_empty() && !self.text.ends_with("{\n") && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
        self.comments(notes);
        self.plain(text);
        if let Some(after) = &notes.after {
            self.text.pop();
            self.text.push(' ');
            self.text.push_str(after);
            self.text.push('\n');
        }
    }

    /// Writes a line at the current indentation.
    fn plain(&mut self, text: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Writes the comments in front of a part of the tree, each on a line of its own.
    fn comments(&mut self, notes: &Notes) {
        for comment in &notes.before {
            self.plain(comment);
        }
    }

    fn kernel(&mut self, kernel: &Kernel) {
        self.line(&kernel.notes, &format!("kernel {} {{", kernel.name.text));
        self.depth += 1;
        for member in &kernel.members {
            self.member(member);
        }
        self.comments(&kernel.tail);
        self.depth -= 1;
        self.plain("}");
    }

    fn member(&mut self, member: &Member) {
        match &member.kind {
            MemberKind::Memory { space, ty, dims, names } => {
                let space = match space {
                    Space::Global => "global",
                    Space::Local => "local",
                };
                let dims: String = dims.iter().map(|dim| format!("[{}]", expr(dim))).collect();
                let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
                self.line(&member.notes, &format!("{space} {}{dims} {};", type_name(*ty), names.join(", ")));
            }
            MemberKind::Function(function) => self.function("", function, &member.notes),
            MemberKind::Procedure(procedure) => self.procedure("", procedure, &member.notes),
            MemberKind::Resource(declared) => self.line(&member.notes, &resource(declared)),
            MemberKind::Clause(level, clause) => {
                self.line(&member.notes, &format!("{} {}", level_word(*level), clause_text(clause)));
            }
            MemberKind::Invariant(level, name, invariant) => {
                let text = format!("{} invariant {}({});", level_word(*level), name.text, expr(invariant));
                self.line(&member.notes, &text);
            }
            MemberKind::Main { contract, body } => {
                self.clauses(contract);
                self.line(&member.notes, "void main() {");
                self.body(body, "}");
            }
        }
    }

    /// Writes a pure function with its contract, with `lead` in front of its head.
    fn function(&mut self, lead: &str, function: &Function, notes: &Notes) {
        self.clauses(&function.contract);
        for measure in &function.decreases {
            self.line(&measure.notes, &measure_text(measure));
        }
        let params = parameters(&function.params);
        let opaque = if function.opaque.is_some() { "opaque " } else { "" };
        let inline = if function.inline { "inline " } else { opaque };
        let head = format!("{lead}{inline}pure {} {}({params})", type_name(function.ret), function.name.text);
        let text = match &function.body {
            Some(body) => format!("{head} = {};", expr(body)),
            None => format!("{head};"),
        };
        self.line(notes, &text);
    }

    /// Writes a procedure with its contract, with `lead` in front of its head.
    fn procedure(&mut self, lead: &str, procedure: &Procedure, notes: &Notes) {
        let ret = procedure.ret.map_or_else(|| "void".to_owned(), type_name);
        let head = format!("{lead}{ret} {}({})", procedure.name.text, parameters(&procedure.params));
        self.headed(&head, procedure, notes);
    }

    /// Writes a procedure or a constructor with its contract, with this head.
    fn headed(&mut self, head: &str, procedure: &Procedure, notes: &Notes) {
        for ghosts in &procedure.ghosts {
            self.line(&ghosts.notes, &ghosts_text(ghosts));
        }
        self.clauses(&procedure.contract);
        for measure in &procedure.decreases {
            self.line(&measure.notes, &measure_text(measure));
        }
        match &procedure.body {
            Some(body) => {
                self.line(notes, &format!("{head} {{"));
                self.body(body, "}");
            }
            None => self.line(notes, &format!("{head};")),
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            self.line(&clause.notes, &clause_text(clause));
        }
    }

    /// Writes the statements between braces, and the line with the closing brace.
    fn body(&mut self, block: &Block, close: &str) {
        self.inside(block);
        self.plain(close);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(..)
            | StmtKind::DeclareArray(..)
            | StmtKind::DeclareDevice(..)
            | StmtKind::Launch { .. }
            | StmtKind::CopyIn(..)
            | StmtKind::Streams(_)
            | StmtKind::Event(..)
            | StmtKind::Assign(..)
            | StmtKind::Store(..)
            | StmtKind::Call(..)
            | StmtKind::Invoke(_)
            | StmtKind::Given { .. }
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Inhale(_)
            | StmtKind::Exhale(_)
            | StmtKind::Send(_)
            | StmtKind::Receive(..)
            | StmtKind::Sync(..)
            | StmtKind::Refute(_)
            | StmtKind::Fold { .. }
            | StmtKind::Exit(_)
            | StmtKind::Fence(_)
            | StmtKind::Label(_) => {
                self.line(&stmt.notes, &format!("{};", simple(stmt)));
            }
            StmtKind::Synchronized(object, body) => {
                self.line(&stmt.notes, &format!("synchronized ({}) {{", expr(object)));
                self.body(body, "}");
            }
            StmtKind::If(..) => {
                self.comments(&stmt.notes);
                self.conditional(stmt, "");
            }
            StmtKind::While { invariants, guard, body } => {
                self.clauses(invariants);
                self.line(&stmt.notes, &format!("while ({}) {{", expr(guard)));
                self.body(body, "}");
            }
            StmtKind::DoWhile { invariants, body, guard } => {
                self.clauses(invariants);
                self.line(&stmt.notes, "do {");
                self.body(body, &format!("}} while ({});", expr(guard)));
            }
            StmtKind::For { invariants, init, guard, update, body } => {
                self.clauses(invariants);
                let part = |stmt: &Option<Box<Stmt>>| stmt.as_deref().map(simple).unwrap_or_default();
                let head = format!("for ({}; {}; {}) {{", part(init), expr(guard), part(update));
                self.line(&stmt.notes, &head);
                self.body(body, "}");
            }
            StmtKind::Barrier { global, local, of, opens, contract } => {
                let opened: Vec<&str> = opens.iter().map(|name| name.text.as_str()).collect();
                let opened = if opened.is_empty() { String::new() } else { format!("; {}", opened.join(", ")) };
                let fences = match (global, local) {
                    _ if of.is_some() => of.as_ref().map_or("", |name| &name.text),
                    (true, true) => "both",
                    (true, false) => "global",
                    (false, true) => "local",
                    (false, false) => "none",
                };
                if contract.is_empty() {
                    self.line(&stmt.notes, &format!("barrier({fences}{opened});"));
                    return;
                }
                self.line(&stmt.notes, &format!("barrier({fences}{opened}) {{"));
                self.depth += 1;
                self.clauses(contract);
                self.depth -= 1;
                self.plain("}");
            }
            StmtKind::Par(par) => {
                let (head, Par { contract, body, .. }) = (par::head(par), par);
                if contract.is_empty() {
                    self.line(&stmt.notes, &format!("{head} {{"));
                } else {
                    self.line(&stmt.notes, &head);
                    self.depth += 1;
                    self.clauses(contract);
                    self.depth -= 1;
                    self.plain("{");
                }
                self.body(body, "}");
            }
            StmtKind::Ghost { braces, body } => {
                let texts: Vec<String> = body.stmts.iter().map(simple).collect();
                if *braces || texts.iter().any(String::is_empty) {
                    self.line(&stmt.notes, "ghost {");
                    self.body(body, "}");
                } else {
                    let text: Vec<String> = texts.iter().map(|text| format!("ghost {text};")).collect();
                    self.line(&stmt.notes, &text.join(" "));
                }
            }
            StmtKind::Parallel(block) => {
                self.line(&stmt.notes, "parallel {");
                self.body(block, "}");
            }
            StmtKind::Block(block) => {
                self.line(&stmt.notes, "{");
                self.body(block, "}");
            }
            StmtKind::Share { name, invariant, body } => {
                self.line(&stmt.notes, &format!("invariant {}({}) {{", name.text, expr(invariant)));
                self.body(body, "}");
            }
            StmtKind::Atomic { order, scope, opens, body } => {
                let order = match order {
                    AtomicOrder::Synchronising => "",
                    AtomicOrder::Relaxed => " relaxed",
                };
                let scope = match scope {
                    AtomicScope::Launch => "",
                    AtomicScope::Group => " group",
                };
                let names = opens.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ");
                let opens = if opens.is_empty() { String::new() } else { format!("({names})") };
                self.line(&stmt.notes, &format!("atomic{opens}{order}{scope} {{"));
                self.body(body, "}");
            }
        }
    }

    /// Writes an `if`. `lead` is the `} else ` in front of an `if` in an else branch.
    fn conditional(&mut self, stmt: &Stmt, lead: &str) {
        let StmtKind::If(guard, then, other) = &stmt.kind else { return };
        let notes = Notes {
            before: Vec::new(),
            blank: stmt.notes.blank && lead.is_empty() && stmt.notes.before.is_empty(),
            after: stmt.notes.after.clone(),
        };
        self.line(&notes, &format!("{lead}if ({}) {{", expr(guard)));
        match other {
            None => self.body(then, "}"),
            Some(Block { stmts, tail }) => match stmts.as_slice() {
                [only]
                    if matches!(only.kind, StmtKind::If(..))
                        && only.notes.before.is_empty()
                        && tail.before.is_empty() =>
                {
                    self.inside(then);
                    self.conditional(only, "} else ");
                }
                _ => {
                    self.body(then, "} else {");
                    self.body(&Block { stmts: stmts.clone(), tail: tail.clone() }, "}");
                }
            },
        }
    }

    /// Writes the statements between braces.
    fn inside(&mut self, block: &Block) {
        self.depth += 1;
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        self.comments(&block.tail);
        self.depth -= 1;
    }
}
