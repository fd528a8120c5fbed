//! Prints declarations of resources.
//!
//! In: a declaration. Out: its text.

use super::expr::expr;
use super::types::parameters;
use crate::pvl::ast::Resource;

/// The text of a declaration.
pub fn resource(resource: &Resource) -> String {
    if let (true, Some(body)) = (resource.lock, &resource.body) {
        return format!("lock_invariant {};", expr(body));
    }
    let inline = if resource.inline { "inline " } else { "" };
    let (name, params) = (&resource.name.text, parameters(&resource.params));
    let body = resource.body.as_ref().map_or_else(String::new, |body| format!(" = {}", expr(body)));
    format!("{inline}resource {name}({params}){body};")
}
