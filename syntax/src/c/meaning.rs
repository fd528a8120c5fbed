//! Names that mean one thing in the code and another in annotations, or that annotations do not see.
//!
//! Annotations see the parameters, variables and arrays of a kernel, the variables of the launch, and what annotations
//! declare. The code knows more: macros, types, constants of enumerations, functions. Where the code gives a name such
//! a meaning, an annotation that uses the name would seem to speak about that meaning.
//!
//! In: the tree and the macros of a file, and the words in its annotations. Out: an error for each such name.

use super::kernels::Unit;
use super::language::Language;
use super::lower::launch;
use super::macros::Macro;
use super::scan::{Kind, Piece, Scan};
use super::tree::Node;
use crate::pvl::ast::{File, Item, Name};
use crate::pvl::parse::words::is_keyword;
use ir::diagnostic::Diagnostic;
use ir::{LaunchVar, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What the errors are about.
pub struct Meanings<'m> {
    /// The file.
    pub unit: &'m Unit<'m>,
    /// The words in the annotations of the file, each with the place of its first use.
    pub words: BTreeMap<&'m str, Span>,
    /// What annotations outside of functions declare.
    pub items: &'m File,
}

/// The errors for macros that annotations name, and for macros that enclose a part of the text that has no end in them.
pub fn of_macros(scan: &Scan<'_>, macros: &[Macro], words: &BTreeMap<&str, Span>) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = Vec::new();
    for one in macros {
        let used = words.get(one.name.as_str()).filter(|_| !is_keyword(&one.name));
        if let Some(used) = used {
            let message = format!("the macro `{}` has no meaning in annotations", one.name);
            let error = Diagnostic::new("c.annotation", *used, message)
                .label("this is not the macro")
                .help("give the macro another name, and write here what it stands for");
            out.push(match one.at {
                Some(at) => error.related(at, "the macro"),
                None => error,
            });
        }
        let is_use = |piece: &&Piece| piece.kind == Kind::Word && scan.text(piece) == one.name;
        let place = || one.at.or_else(|| scan.pieces.iter().find(is_use).map(|piece| piece.at));
        if let Some(at) = place().filter(|_| !one.closed) {
            let message = "this macro opens a parenthesis that another text closes, or the other way around";
            let error = Diagnostic::new("c.annotation", at, message).label("what it encloses is not plain");
            out.push(error.help("write the parentheses where the macro is used"));
        }
    }
    out.dedup_by(|a, b| a.span.start == b.span.start && a.message == b.message);
    out
}

impl Meanings<'_> {
    /// The errors for declarations.
    pub fn errors(&self, tree: &Node) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let kernels: BTreeSet<&str> = self.unit.kernels.iter().map(|kernel| kernel.id.as_str()).collect();
        self.of_parts(tree, false, &mut |declared, inside| {
            // A kernel cannot be named in an annotation.
            let used = self.words.contains_key(name_of(declared)) && !kernels.contains(declared.id.as_str());
            if let Some(why) = self.problem(declared, inside).filter(|_| used) {
                out.push(self.error(declared, why));
            }
        });
        for kernel in &self.unit.kernels {
            self.arrays(kernel, &mut out);
        }
        for name in
            self.items.items.iter().filter_map(name_in).filter(|name| is_of_language(&name.text, self.unit.language))
        {
            let message = format!("`{}` is a name of the language, and cannot be declared", name.text);
            let error = Diagnostic::new("c.annotation", name.at.0, message).label("declared here");
            out.push(error.help("give the function another name"));
        }
        out
    }

    /// Calls `visit` for the declarations of the user's files, and says whether each is inside of a function.
    fn of_parts<'n>(&self, node: &'n Node, inside: bool, visit: &mut impl FnMut(&'n Node, bool)) {
        for part in &node.inner {
            if part.of_user && part.kind.ends_with("Decl") && !part.name.is_empty() {
                visit(part, inside);
            }
            self.of_parts(part, inside || part.kind == "CompoundStmt", visit);
        }
    }

    /// Why an annotation that uses the name of a declaration does not mean the declaration.
    fn problem(&self, declared: &Node, inside: bool) -> Option<&'static str> {
        let name = name_of(declared);
        let by_annotation = self.items.items.iter().filter_map(name_in).any(|known| known.text == name);
        let of_launch = LaunchVar::ALL.iter().any(|var| var.name() == name);
        match declared.kind.as_str() {
            // The name of a member stands behind a dot.
            "FieldDecl" | "CXXMethodDecl" | "LabelDecl" => None,
            _ if is_of_language(name, self.unit.language) => Some("annotations take the name for that of the language"),
            // A variable of a function hides what else has its name, also in annotations.
            "VarDecl" if inside && !self.unit.is_local(declared) => None,
            "ParmVarDecl" => None,
            _ if of_launch => Some("annotations take the name for a variable of the launch"),
            _ if by_annotation => Some("an annotation declares another thing of this name"),
            "TemplateTypeParmDecl" | "NonTypeTemplateParmDecl" => {
                Some("annotations do not see parameters of templates")
            }
            "VarDecl" => None,
            _ => inside.then_some("annotations do not see this declaration"),
        }
    }

    /// The errors for arrays in a kernel whose names are also those of variables or parameters of the kernel.
    fn arrays(&self, kernel: &Node, out: &mut Vec<Diagnostic>) {
        let (mut arrays, mut others) = (Vec::new(), Vec::new());
        kernel.each(&mut |node| match node.kind.as_str() {
            "VarDecl" if self.unit.is_local(node) => arrays.push(node),
            "VarDecl" | "ParmVarDecl" => others.push(node),
            _ => {}
        });
        for array in arrays {
            let same = others.iter().any(|other| other.name == array.name);
            if same && self.words.contains_key(array.name.as_str()) {
                out.push(self.error(array, "a variable or a parameter of the kernel has this name, too"));
            }
        }
    }

    fn error(&self, declared: &Node, why: &str) -> Diagnostic {
        let name = name_of(declared);
        let message = format!("an annotation uses the name `{name}`, which the code declares here");
        let at = declared.at.unwrap_or_default();
        let error = Diagnostic::new("c.annotation", at, message).label(why).help("give one of them another name");
        match self.words.get(name) {
            Some(used) => error.related(*used, "the name in an annotation"),
            None => error,
        }
    }
}

/// The name that a declaration declares: `using N::n` declares `n`.
fn name_of(declared: &Node) -> &str {
    declared.name.rsplit("::").next().unwrap_or_default()
}

/// Whether a name is one of the launch in the words of a language.
fn is_of_language(name: &str, language: Language) -> bool {
    match language {
        Language::OpenCl => launch::of_function(name).is_some(),
        Language::Cuda => launch::of_variable(name).is_some(),
    }
}

/// The name that an item declares.
fn name_in(item: &Item) -> Option<&Name> {
    match item {
        Item::Function(function) => Some(&function.name),
        Item::Procedure(procedure) => Some(&procedure.name),
        Item::Resource(resource) => Some(&resource.name),
        Item::Kernel(_) | Item::Class(_) | Item::Enum(_) => None,
    }
}
