//! Prints classes.
//!
//! In: a class. Out: its text, with its fields, constructors and methods.

use super::resource::resource;
use super::{expr, parameters, type_name, Printer};
use crate::pvl::ast::{Class, ClassPartKind};

impl Printer {
    /// Writes a class.
    pub(super) fn class(&mut self, class: &Class) {
        let word = if class.is_data { "adt" } else { "class" };
        let types: Vec<&str> = class.types.iter().map(|ty| ty.text.as_str()).collect();
        let types = if types.is_empty() { String::new() } else { format!("<{}>", types.join(", ")) };
        self.line(&class.notes, &format!("{word} {}{types} {{", class.name.text));
        self.depth += 1;
        for part in &class.parts {
            let lead = if part.fixed && !class.is_data { "static " } else { "" };
            match &part.kind {
                ClassPartKind::Fields(fields) => {
                    let names: Vec<&str> = fields.names.iter().map(|name| name.text.as_str()).collect();
                    self.line(&fields.notes, &format!("{lead}{} {};", type_name(fields.ty), names.join(", ")));
                }
                ClassPartKind::Function(function) => self.function(lead, function, &function.notes),
                ClassPartKind::Procedure(procedure) => self.procedure(lead, procedure, &procedure.notes),
                ClassPartKind::Resource(declared) => {
                    self.line(&declared.notes, &format!("{lead}{}", resource(declared)));
                }
                ClassPartKind::Axiom(axiom) => {
                    self.line(&axiom.notes, &format!("axiom {};", expr(&axiom.expr)));
                }
                ClassPartKind::Constructor(constructor) => {
                    let head = format!("{}({})", constructor.name.text, parameters(&constructor.params));
                    self.headed(&head, constructor, &constructor.notes);
                }
            }
        }
        self.comments(&class.tail);
        self.depth -= 1;
        self.plain("}");
    }
}
