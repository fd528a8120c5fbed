//! Permissions of host code: what a procedure, or an iteration of a parallel block, holds of arrays and objects.
//!
//! In: accesses and loops. Out: what is held behind them; or the failure, if a permission is missing. Without
//! contracts, nothing is held, and no access fails for that.

use ir::finding::{What, Why};
use ir::{Clause, Heap, LoopKeeps, Node};

use super::said::Reads;
use super::state::{Done, State};
use crate::ghost::{expressions, Finding};
use crate::location::Location;
use crate::member::Member;
use crate::message::{Blank, Message};

impl<'p> State<'p, '_> {
    /// Comes to the head of a loop: checks the invariant, and sets other permissions aside. `enters` is `Some` when the
    /// loop is reached, and says whether it has a barrier.
    pub fn head(
        &mut self,
        what: What,
        (clauses, keeps): (&'p [Clause], &LoopKeeps),
        hint: &str,
        enters: Option<bool>,
    ) -> Done<()> {
        if !self.options.contracts {
            return Ok(());
        }
        let said = self.said(&expressions(ir::invariants(clauses)), Reads::OwnAndKept(keeps), None)?;
        self.consume(what, &said, hint)?;
        let lost = enters.is_none().then(|| self.frame().map(|f| f.holdings.lost_in_iteration(Member::LAUNCH, keeps)));
        if let Some(finding) = lost.transpose()?.flatten() {
            self.found(self.told(&finding))?;
        }
        self.frame_mut()?.holdings.at_head(said, keeps, enters, None);
        Ok(())
    }

    /// Leaves a loop.
    pub fn leave_loop(&mut self) -> Done<()> {
        self.frame_mut()?.holdings.leave_loop(true);
        Ok(())
    }

    /// The code accesses an element or a field to which a reference leads: there is permission for that, and no other
    /// iteration races with it.
    pub fn access(&mut self, location: Location, writes: bool, node: Node) -> Done<()> {
        let holdings = &self.frame()?.holdings;
        let may = if writes { holdings.may_write(location) } else { holdings.may_read(location) };
        if !may {
            let held = holdings.held.at(location);
            let who = match self.teams.last() {
                Some(team) => format!("the iteration {}", team.told(team.now)),
                None => "the procedure".to_owned(),
            };
            let what = if writes { What::Store } else { What::Load };
            let message = Message::from(format!("{who} holds {held} of ")).blank(Blank::Location, "this location");
            let finding = Finding::new(what, Why::InsufficientPermission, node, vec![Member::LAUNCH], message);
            self.found(self.told(&finding.at(location)))?;
        }
        self.race(location, writes, node)
    }

    /// A location as the code may write it: an element of an array to which a variable refers, or of a row of such an
    /// array.
    pub fn place(&self, location: Location) -> Option<String> {
        let (frame, number) = (self.frames.last()?, location.object.frame);
        let vars = frame.procedure.vars.iter().zip(&frame.now.vars);
        let mut known = vars.filter_map(|(decl, value)| Some((&decl.name.name, value.as_ref()?.as_reference()?)));
        let of = |array: String| match location.object.heap {
            Heap::Elements(_) => Some(format!("{array}[{}]", location.offset)),
            Heap::Field(field) => {
                let field = self.program.field(field)?;
                match field.token {
                    Some(ir::Token::Lock) => Some(format!("held({array})")),
                    Some(ir::Token::Thread) | None => Some(format!("{array}.{}", field.name.name)),
                }
            }
            Heap::Array(_) | Heap::Private(_) => None,
        };
        let rows = |array: u32| self.objects.elements(array).unwrap_or_default().iter().enumerate();
        let row = |array: u32| rows(array).find(|(_, value)| value.as_reference() == Some(number)).map(|(i, _)| i);
        if let Some((name, _)) = known.clone().find(|(_, array)| *array == number) {
            return of(name.clone());
        }
        let (name, i) = known.find_map(|(name, array)| Some((name, row(array)?)))?;
        of(format!("{name}[{i}]"))
    }
}
