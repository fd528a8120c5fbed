//! The state in which an expression is evaluated.
//!
//! In: nothing. Out: [`Env`], the interface through which an evaluation reads variables, constants and memory. The
//! machine implements it for a thread, a group and a launch.

use ir::Node;
use ir::{Axis, Heap, Kernel, LaunchVar, Moment, Program, ScalarId, VarDecl, VarId};

use crate::int::Int;
use crate::location::Location;
use crate::stop::Stop;
use crate::value::Value;

/// Which state an expression is evaluated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// The current state.
    Now,
    /// The state at an earlier moment.
    At(Moment),
}

impl When {
    /// `\old`: the state in which the kernel or the procedure began.
    pub const OLD: Self = Self::At(Moment::Start);
}

/// The state in which an expression is evaluated. It does not know bound variables and parameters: the evaluation keeps
/// their values itself, and asks [`Env::var`] for all other variables.
pub trait Env<'p> {
    /// The program, for its pure functions.
    fn program(&self) -> &'p Program;

    /// The kernel that runs.
    fn kernel(&self) -> &'p Kernel;

    /// The variables of the code that the expressions belong to: of the kernel, or of a procedure.
    fn vars(&self) -> &'p [VarDecl];

    /// A private variable of the thread.
    fn var(&mut self, var: VarId, when: When, node: Node) -> Result<Value, Stop>;

    /// A name that every kernel knows, in one dimension. [`crate::Cause::NotComputable`] where it has no meaning, as
    /// `tid` in a contract of a group.
    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop>;

    /// A constant of the launch.
    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop>;

    /// Length of one dimension of an array.
    fn length(&mut self, array: Heap, dim: usize, node: Node) -> Result<Int, Stop>;

    /// Length of the array with this number, to which references refer.
    fn length_of(&mut self, array: u32, node: Node) -> Result<Int, Stop> {
        let _ = array;
        Err(Stop::ill_typed("there are no references here", node))
    }

    /// The location of an element; [`crate::Cause::OutOfBounds`] if there is none.
    fn locate(&mut self, array: Heap, index: &[Int], node: Node) -> Result<Location, Stop>;

    /// The value at a location. [`crate::ghost::Framed`] wraps this method to check that an assertion has permission
    /// for what it reads.
    fn load(&mut self, location: Location, when: When, node: Node) -> Result<Value, Stop>;

    /// Counts one evaluated node of an expression. The error is [`crate::Limit::Work`] if too many nodes were
    /// evaluated.
    fn tick(&mut self, node: Node) -> Result<(), Stop>;
}
