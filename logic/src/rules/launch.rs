//! Launches (placeholder).
use crate::exec::Exec;
use crate::state::State;
use ir::{Launch, Node};
impl Exec<'_> {
    /// Executes a launch.
    pub(super) fn launch(&mut self, _state: &mut State, _launch: &Launch, _node: Node) {}
}
