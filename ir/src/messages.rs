//! The messages between the iterations of a parallel block: where they are sent, and where they are received.
//!
//! In: the body of a parallel block. Out: its statements that send and receive, each with the branches around it; and
//! those that could be executed twice by one iteration, or be skipped by an exit.

use crate::{Block, Expr, Inside, LabelId, Message, Node, Stmt, StmtKind};

/// A statement that sends, in the body of a parallel block.
#[derive(Clone, Debug)]
pub struct Sent<'p> {
    /// The message.
    pub send: &'p Message,
    /// The conditions of the branches around the statement, the outermost first, each with the value that it has if the
    /// statement is executed.
    pub when: Vec<(&'p Expr, bool)>,
    /// The place of the statement.
    pub node: Node,
}

/// The statements in the body of a parallel block that send and receive. Those of blocks inside of it do not count.
#[derive(Clone, Debug, Default)]
pub struct Messages<'p> {
    /// Those that send.
    pub sent: Vec<Sent<'p>>,
    /// The labels of those that receive, with the places of the statements.
    pub received: Vec<(LabelId, Node)>,
    /// The places of those that have more around them than blocks and branches.
    pub misplaced: Vec<Node>,
}

impl<'p> Messages<'p> {
    /// The messages of the body.
    pub fn of(body: &'p Block) -> Self {
        let mut out = Self::default();
        out.block(body, &[]);
        out
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sent.is_empty() && self.received.is_empty() && self.misplaced.is_empty()
    }

    /// The statement that sends what the label means, if there is exactly one, and at most one that receives it.
    pub fn only(&self, label: LabelId) -> Option<&Sent<'p>> {
        let mut with = self.sent.iter().filter(|sent| sent.send.label == label);
        let only = with.next().filter(|_| with.next().is_none());
        only.filter(|_| self.received.iter().filter(|(l, _)| *l == label).count() <= 1)
    }

    fn block(&mut self, block: &'p Block, when: &[(&'p Expr, bool)]) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt, when));
    }

    fn stmt(&mut self, stmt: &'p Stmt, when: &[(&'p Expr, bool)]) {
        match &stmt.kind {
            StmtKind::Send(send) => self.sent.push(Sent { send, when: when.to_vec(), node: stmt.node }),
            StmtKind::Receive(label) => self.received.push((*label, stmt.node)),
            StmtKind::Block(inner) => self.block(inner, when),
            StmtKind::If(condition, then, otherwise) => {
                self.block(then, &[when, &[(condition, true)]].concat());
                self.block(otherwise, &[when, &[(condition, false)]].concat());
            }
            _ => self.inside(stmt),
        }
    }

    /// Finds the messages in another statement.
    fn inside(&mut self, stmt: &'p Stmt) {
        let inside = stmt.outline().inside.filter(|inside| !matches!(inside, Inside::Members(_)));
        for inner in inside.into_iter().flat_map(Inside::blocks).flat_map(|block| &block.stmts) {
            if let StmtKind::Send(_) | StmtKind::Receive(_) = inner.kind {
                self.misplaced.push(inner.node);
            }
            self.inside(inner);
        }
    }
}
