//! Copies (placeholder).
use crate::exec::Exec;
use crate::state::State;
use ir::{Node, Transfer};
impl Exec<'_> {
    /// Executes a copy.
    pub(super) fn copy(&mut self, _state: &mut State, _copy: &Transfer, _node: Node) {}
}
