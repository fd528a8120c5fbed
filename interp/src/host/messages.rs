//! Messages between the iterations of a parallel block.
//!
//! In: a statement that sends or receives. Out: what the iteration holds behind it; or the failure, if what it sends is
//! false, or if it does not hold the permissions.

use ir::finding::What;
use ir::{LabelId, Message, Messages, StmtKind};

use super::said::Reads;
use super::state::{Done, State};

impl<'p> State<'p, '_> {
    /// The iteration to whose message this statement must wait, if it has to.
    pub fn awaits(&self, stmt: &StmtKind) -> Option<usize> {
        let StmtKind::Receive(label) = stmt else { return None };
        let (team, sender) = (self.teams.last()?, self.sender(*label)?);
        let came = team.ended.contains(&sender) || team.sent.contains_key(&(*label, sender));
        (!came).then_some(sender)
    }

    /// Executes `send L, d: R;`. Nothing happens if there is no iteration that could receive the message.
    pub fn send(&mut self, send: &'p Message) -> Done<()> {
        let distance = i64::try_from(send.distance).ok();
        let Some(_) = distance.and_then(|distance| self.teams.last()?.later(distance)) else { return Ok(()) };
        let mut footprint = None;
        if self.options.contracts {
            let said = self.said(&[&send.resource], Reads::Own, None)?;
            self.consume(What::Send, &said, "where it is sent")?;
            self.frame_mut()?.holdings.lend(&said.footprint);
            footprint = Some((said.footprint, said.complete));
        }
        if let Some(team) = self.teams.last_mut() {
            team.send(send.label, footprint);
        }
        Ok(())
    }

    /// Executes `recv L;`, for which [`Self::awaits`] says that nothing is to wait for.
    pub fn receive(&mut self, label: LabelId) -> Done<()> {
        let sender = self.sender(label);
        let got = self.teams.last_mut().zip(sender).and_then(|(team, sender)| team.receive(label, sender));
        if let Some((footprint, complete)) = got {
            self.frame_mut()?.holdings.gain(&footprint, complete);
        }
        Ok(())
    }

    /// The iteration that may send to the one that is executed now.
    fn sender(&self, label: LabelId) -> Option<usize> {
        let team = self.teams.last()?;
        let distance = team.distances.get(&label).copied()?;
        team.later(distance.checked_neg()?)
    }
}

/// The distances of the messages of a block.
pub(super) fn distances(body: &ir::Block) -> impl Iterator<Item = (LabelId, i64)> + '_ {
    let sent = Messages::of(body).sent;
    sent.into_iter().filter_map(|sent| Some((sent.send.label, i64::try_from(sent.send.distance).ok()?)))
}
