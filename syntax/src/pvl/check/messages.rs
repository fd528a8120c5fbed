//! Checks messages between the iterations of a parallel block, or of a loop with a contract of its iterations.
//!
//! In: statements that send and receive. Out: typed ones, with the guarantees of [`ir::Message`], or diagnostics.

use super::around::Channel;
use super::env::{Env, ExprContext};
use super::names::ident;
use crate::pvl::ast;
use crate::pvl::walk::StmtPart;
use dashu::integer::IBig;
use ir::diagnostic::Diagnostic;
use ir::{Block, Expr, ExprKind, Heap, Message, Messages, Moment, Node, Span, StmtKind, VarId};
use std::collections::BTreeSet;

const CODE: &str = "type.message";

/// A diagnostic about a message.
fn wrong(at: Span, message: impl Into<String>, label: &str, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(CODE, at, message.into()).label(label).help(help.into())
}

impl Env<'_> {
    /// What the iterations of a block with this body send. The statements that receive may stand in front of those that
    /// send.
    pub fn channels(&mut self, body: &ast::Block) -> Vec<Channel> {
        let mut found = Vec::new();
        collect(body, None, &mut found);
        let mut out: Vec<Channel> = Vec::new();
        for (send, own) in found {
            if let Some(first) = out.iter().find(|channel| channel.name.text == send.label.text) {
                let message = format!("two statements send with the label `{}`", send.label.text);
                let help = "give each its own label: a message is received by the one statement with its label";
                let error = wrong(send.label.at.0, message, "the second one", help);
                self.diagnostics.push(error.related(first.name.at.0, "the first one"));
            }
            let label = self.exits.label(ident(&send.label));
            let (name, distance) = (send.label.clone(), send.distance.clone());
            out.push(Channel { name, own, distance, label, received: None });
        }
        out
    }

    /// Checks `send L, d: R;`.
    pub fn send(&mut self, send: &ast::Send, span: Span) -> Option<StmtKind> {
        self.in_a_block(span)?;
        let local: BTreeSet<VarId> = self.scope.iter().map(|(_, var)| *var).filter(|var| self.is_local(*var)).collect();
        let resource = self.at(ExprContext::Assertion, |env| env.assertion(&send.resource));
        let distance = self.distance(&send.distance);
        let resource = resource?;
        self.same_in_all(&resource, &local)?;
        let here = |channel: &&Channel| channel.name.text == send.label.text;
        let label = self.pars.last()?.channels.iter().find(here)?.label;
        Some(StmtKind::Send(Message { label, distance: distance?, resource }))
    }

    /// How many iterations later a message is received.
    fn distance(&mut self, distance: &ast::Distance) -> Option<u64> {
        let (message, label, help) = if distance.value < IBig::ONE {
            let help = "write how many iterations later the message is received, as in `send L, 1: …`: an iteration \
                that waits for itself or for a later one may wait forever";
            ("a message goes to a later iteration", "not at least 1", help)
        } else if let Ok(distance) = u64::try_from(distance.value.clone()) {
            return Some(distance);
        } else {
            let help = "leave the message out: no block has so many iterations, so nobody receives it";
            ("the distance of a message has at most 64 bits", "too large", help)
        };
        self.diagnostics.push(wrong(distance.at.0, message, label, help));
        None
    }

    /// Checks `recv L;`. `distance` is written in `recv R from L, d;`.
    pub fn receive(&mut self, name: &ast::Name, distance: Option<&ast::Distance>, span: Span) -> Option<StmtKind> {
        self.in_a_block(span)?;
        let own = self.exits.marks.last().and_then(|(id, _)| self.exits.labels.get(id.0 as usize)).map(|l| &l.name);
        let channels = &mut self.pars.last_mut()?.channels;
        let by_name = channels.iter().position(|channel| channel.name.text == name.text);
        // `send R to S2, 1;` behind `label S1;`, and `recv R from S1, 1;` behind `label S2;`.
        let by_labels = |channel: &Channel| channel.own.as_ref() == Some(&name.text) && Some(&channel.name.text) == own;
        let found = by_name.or_else(|| channels.iter().position(by_labels));
        let Some(channel) = channels.get_mut(found.unwrap_or(usize::MAX)) else {
            let message = format!("no statement of this parallel block sends with the label `{}`", name.text);
            let help = format!(
                "write `send {}, 1: R;` in the block, where an iteration has what the next one needs",
                name.text
            );
            self.diagnostics.push(wrong(name.at.0, message, "nothing is sent", help));
            return None;
        };
        let sent = channel.name.at.0;
        if let Some(first) = channel.received.replace(span) {
            let message = format!("two statements receive what is sent with the label `{}`", channel.name.text);
            let help = "receive it once: the permissions of a message exist once";
            let error = wrong(span, message, "the second one", help);
            self.diagnostics.push(error.related(first, "the first one").related(sent, "sent here"));
            return None;
        }
        let label = channel.label;
        let other = distance.filter(|distance| distance.value != channel.distance.value);
        if let Some(distance) = other {
            let message = format!("this message is sent over a distance of {}", channel.distance.value);
            let error = wrong(distance.at.0, message, "another distance", "write the same distance in both statements");
            self.diagnostics.push(error.related(channel.distance.at.0, "sent over this distance"));
            return None;
        }
        Some(StmtKind::Receive(label))
    }

    /// Reports a message in no parallel block.
    fn in_a_block(&mut self, span: Span) -> Option<()> {
        if !self.pars.is_empty() {
            return Some(());
        }
        let help =
            "messages are for the iterations of `par (int i = lo .. hi) … { … }`, or of `requires …; ensures …; \
            for (int i = lo; i < hi; i++) { … }`, in a procedure of the top level";
        let message = "no iteration of a parallel block sends or receives here";
        self.diagnostics.push(wrong(span, message, "not in a parallel block", help));
        None
    }

    /// Whether the innermost parallel block declares the variable in its body.
    fn is_local(&self, var: VarId) -> bool {
        self.pars.last().is_some_and(|around| var.0 as usize >= around.iterators)
    }

    /// Reports a message that speaks of what only the sender has: variables of the body, and moments of its code.
    fn same_in_all(&mut self, resource: &Expr, local: &BTreeSet<VarId>) -> Option<()> {
        let mut found: Option<(Span, String)> = None;
        resource.each(&mut |part| {
            let what = match &part.kind {
                ExprKind::Var(var) if local.contains(var) => {
                    self.vars.get(var.0 as usize).map(|decl| format!("`{}`, a variable of its body", decl.name.name))
                }
                ExprKind::At(Moment::Label(_), _) => Some("a moment in the code of one iteration".to_owned()),
                _ => None,
            };
            let own = part.place().filter(|place| matches!(place.heap, Heap::Private(_)));
            let what = what.or(own.map(|_| "an array of the procedure itself".to_owned()));
            found = found.take().or(what.map(|what| (part.node.span, what)));
        });
        let Some((at, what)) = found else { return Some(()) };
        let message = format!("a message cannot speak of {what}");
        let help = "say it with the iterator and variables that are declared outside: the iteration that receives has \
            variables of its own";
        self.diagnostics.push(wrong(at, message, "the receiver has another one", help));
        None
    }

    /// Checks where the messages of a parallel block stand. Its body has been checked.
    pub fn messages(&mut self, iterators: &[VarId], body: &Block) {
        let messages = Messages::of(body);
        let Some(at) = first(&messages) else { return };
        for node in &messages.misplaced {
            let message = "only blocks and branches may stand between a message and the parallel block";
            let help = "move it out of the loop or the step: each iteration sends and receives a message once";
            self.diagnostics.push(wrong(node.span, message, "in another statement", help));
        }
        if iterators.len() != 1 {
            let help = "write a block with one iterator, and another one for the others around it or in its body";
            let message = "messages are for parallel blocks with one iterator: which iteration is the next one?";
            self.diagnostics.push(wrong(at.span, message, "in a block with several iterators", help));
        }
        if body.has_barrier() {
            let help =
                "write two blocks one behind the other in place of the barrier, or exchange at the barrier alone";
            let message = "a parallel block with messages has no barrier: an iteration could wait for a message at \
                which the sender never comes, because it waits at the barrier";
            self.diagnostics.push(wrong(at.span, message, "in a block with a barrier", help));
        }
        for (condition, _) in messages.sent.iter().flat_map(|sent| &sent.when) {
            self.decided_alike(condition);
        }
    }

    /// Reports a condition around a `send` that the receiver does not know.
    fn decided_alike(&mut self, condition: &Expr) {
        let local = |e: &Expr| match &e.kind {
            ExprKind::Var(var) => self.is_local(*var),
            ExprKind::Read(_) | ExprKind::Call(..) | ExprKind::At(..) => true,
            _ => false,
        };
        if !condition.any(&local) {
            return;
        }
        let message = "the iteration that receives does not know whether something is sent under this condition";
        let help = "send in each case, or write a condition of the iterator and of variables that are declared outside";
        self.diagnostics.push(wrong(condition.node.span, message, "around a `send`", help));
    }
}

/// The place of the first statement of messages.
fn first(messages: &Messages<'_>) -> Option<Node> {
    let sent = messages.sent.iter().map(|sent| sent.node);
    let all = sent.chain(messages.received.iter().map(|(_, node)| *node)).chain(messages.misplaced.iter().copied());
    all.min_by_key(|node| node.span.start)
}

/// The statements of a body that send, each with the label in front of it. Those of parallel blocks inside of it do not
/// count.
fn collect<'a>(block: &'a ast::Block, outside: Option<&str>, out: &mut Vec<(&'a ast::Send, Option<String>)>) {
    let mut own = outside.map(str::to_owned);
    for stmt in &block.stmts {
        match &stmt.kind {
            ast::StmtKind::Label(name) => own = Some(name.text.clone()),
            ast::StmtKind::Send(send) => out.push((send, own.clone().filter(|_| send.to))),
            ast::StmtKind::Par(_) => {}
            _ => stmt.each_part(&mut |part| {
                if let StmtPart::Block(inner) = part {
                    collect(inner, own.as_deref(), out);
                }
            }),
        }
    }
}
