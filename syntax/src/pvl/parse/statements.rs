//! Parses statements.
//!
//! In: a range of tokens. Out: the statements that could be read. An error in one statement does not affect the others.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::words::{SAYS, STARTS, TYPES};
use super::{Parser, Range};
use crate::pvl::ast::{At, Block, Expr, ExprKind, Name, Notes, Stmt, StmtKind, Target};
use crate::pvl::brackets::{too_deep, MAX_DEPTH};
use crate::pvl::grammar::Rule;
use crate::pvl::parse::build::Builder;
use crate::pvl::parse::paths::Written;
use dashu::integer::IBig;
use ir::diagnostic::Diagnostic;
use ir::BinaryOp;
use ir::Span;
use pest::iterators::Pair;

impl Parser<'_> {
    /// Reads all statements of a range.
    pub(super) fn statements(&mut self, range: Range) -> Vec<Stmt> {
        let mut out = Vec::new();
        let mut at = range.from;
        while at < range.to {
            let (stmt, next) = self.statement(Range { from: at, to: range.to });
            out.extend(stmt);
            at = next.max(at + 1);
        }
        out
    }

    /// Reads the statement at the start of a range, and returns the index behind it.
    pub(super) fn statement(&mut self, range: Range) -> (Option<Stmt>, usize) {
        if self.depth >= MAX_DEPTH {
            self.diagnostics.push(too_deep(self.span(range.from), "statements"));
            return (None, range.to);
        }
        self.depth += 1;
        let out = match self.text(range.from) {
            ";" => self.nothing(range.from),
            "{" => self.braces(range),
            word if STARTS.contains(&word) && self.is_used_as_name(range.from) => {
                self.expected(range.from, "a statement");
                (None, self.recover(range))
            }
            "if" => self.conditional(range),
            "invariant" if self.is_invariant_block(range.from) => self.share(range),
            "while" | "for" | "invariant" | "loop_invariant" | "decreases" => self.looping(range),
            "barrier" => self.barrier(range),
            "atomic" => self.atomic(range),
            "fence" if self.is_fence(range) => self.fence(range),
            "requires" | "ensures" | "context" if self.has_iteration_contract(range) => self.looping(range),
            "requires" | "ensures" | "context" | "context_everywhere" => self.stray_contract(range),
            "else" => {
                self.expected(range.from, "a statement");
                (None, range.from + 1)
            }
            "break" | "continue" | "return" => self.one_line(range, Rule::exit_piece),
            "do" => self.do_while(range),
            "label" if self.is_word(range.from + 1) => self.one_line(range, Rule::label_piece),
            "device" if TYPES.contains(&self.text(range.from + 1)) => self.one_line(range, Rule::device_piece),
            "launch" if self.is_any_word(range.from + 1) => self.one_line(range, Rule::launch_piece),
            "stream" if self.is_point(range) => self.one_line(range, Rule::stream_piece),
            "event" if self.is_point(range) => self.one_line(range, Rule::event_piece),
            "wait" if self.is_wait(range) => self.one_line(range, Rule::call_piece),
            "copy" if self.is_copy_in(range) => self.one_line(range, Rule::copy_piece),
            "ghost" if self.is_ghost(range) => self.ghost(range),
            "fold" | "unfold" if self.is_fold(range) => self.one_line(range, Rule::fold_piece),
            "send" if self.is_send(range) => self.one_line(range, Rule::send_piece),
            "recv" if self.is_receive(range) => self.one_line(range, Rule::recv_piece),
            "synchronized" if self.is_synchronized(range) => self.synchronized(range),
            _ if self.is_sync(range) => self.one_line(range, Rule::sync_piece),
            _ if self.is_chevrons(range) => self.chevrons(range),
            "par" if self.is_par(range) => self.par(range),
            "parallel" | "sequential" if self.is_composition(range) => self.composition(range),
            word if TYPES.contains(&word) && self.text(range.from + 1) == "[" && self.text(range.from + 2) != "]" => {
                self.one_line(range, Rule::array_piece)
            }
            ")" | "]" | "}" | ":}" => (None, range.from + 1),
            _ if self.foreign(range.from).is_some() && self.starts_no_assignment(range) => {
                self.expected(range.from, "a statement");
                (None, self.recover(range))
            }
            _ if self.unread(range.from).is_some()
                && !self.is_collection_type(range.from)
                && (self.starts_no_assignment(range) || self.text(range.from + 1) == "<") =>
            {
                self.not_a_statement(range)
            }
            "given" | "yields" if self.clause_keyword(range.from).is_some() && self.is_type(range.from + 1) => {
                self.stray_contract(range)
            }
            "reveal" if self.is_any_word(range.from + 1) => self.revealing(range),
            _ if self.ghost_arguments(range).is_some() => self.call_with_ghosts(range),
            _ if self.is_call(range) => self.one_line(range, Rule::call_piece),
            _ if self.is_invocation(range) => self.one_line(range, Rule::invocation_piece),
            _ => self.simple(range),
        };
        self.depth -= 1;
        out
    }

    /// Whether the token behind the first word is a word, `(`, `;` or `{`. Then the statement is no assignment to a
    /// variable of this name.
    fn starts_no_assignment(&self, range: Range) -> bool {
        let next = range.from + 1;
        next < range.to && (self.is_any_word(next) || matches!(self.text(next), "(" | ";" | "{"))
    }

    /// Reports a construct of PVL that Sepal does not read.
    fn not_a_statement(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let Some(construct) = self.unread(range.from) else { return (None, self.recover(range)) };
        let error = self.not_read(construct, self.span(range.from));
        self.diagnostics.push(error);
        (None, self.skip_unread(construct, range))
    }

    /// Reads `{ … }` as a statement.
    fn braces(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let at = At(self.span(range.from));
        let notes = self.notes(at.0);
        let (block, next) = self.block(range);
        (Some(Stmt { kind: StmtKind::Block(block), at, notes }), next)
    }

    /// Reads the block that opens at the start of the range.
    pub(super) fn block(&mut self, range: Range) -> (Block, usize) {
        let close = self.partner(range.from).filter(|close| *close < range.to).unwrap_or(range.to);
        let stmts = self.statements(Range { from: range.from + 1, to: close });
        let tail = self.tail(self.span(close).start);
        (Block { stmts, tail }, (close + 1).min(range.to))
    }

    /// Reads a branch or a body: a block, or one statement.
    pub(super) fn body(&mut self, range: Range) -> (Block, usize) {
        if range.from >= range.to {
            self.expected(range.from, "a statement");
            return (Block::default(), range.to);
        }
        if self.text(range.from) == "{" {
            return self.block(range);
        }
        self.annotation_as_body(range.from);
        let (stmt, next) = self.statement(range);
        (Block { stmts: stmt.into_iter().collect(), tail: Notes::default() }, next)
    }

    /// The tokens in the parentheses behind a keyword, and the index behind them.
    pub(super) fn parenthesised(&mut self, range: Range) -> Option<(Range, usize)> {
        let open = range.from + 1;
        if open < range.to && self.text(open) == "(" {
            let close = self.partner(open).filter(|close| *close < range.to)?;
            return Some((Range { from: open + 1, to: close }, close + 1));
        }
        self.expected(open, "`(`");
        None
    }

    /// Reads `if (c) …`, and its `else` if there is one.
    fn conditional(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let Some((inside, next)) = self.parenthesised(range) else {
            return (None, self.recover(range));
        };
        let guard = self.expression(inside, "`)`", false);
        let at = At(self.span(range.from).to(self.span(next - 1)));
        let notes = self.notes(at.0);
        let (then, mut next) = self.body(Range { from: next, to: range.to });
        let mut other = None;
        if next < range.to && self.text(next) == "else" {
            let (block, behind) = self.body(Range { from: next + 1, to: range.to });
            (other, next) = (Some(block), behind);
        }
        (guard.map(|guard| Stmt { kind: StmtKind::If(guard, then, other), at, notes }), next)
    }

    /// Reads a declaration, an assignment, or a statement that starts with one of [`SAYS`].
    fn simple(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let (end, closed) = self.piece_end(range, &STARTS);
        // `x := new int[4];` would end in front of `int`.
        let new = end.saturating_sub(1);
        if let Some(construct) = self.unread(new).filter(|_| !closed && new > range.from) {
            let error = self.not_read(construct, self.span(new));
            self.diagnostics.push(error);
            return (None, self.skip_unread(construct, range));
        }
        let before = self.diagnostics.len();
        let stmt = self.simple_piece(Range { from: range.from, to: end }, "`;`");
        if !closed && self.diagnostics.len() == before {
            self.missing_semicolon(end);
        }
        let next = if closed { end + 1 } else { end };
        if SAYS.contains(&self.text(range.from)) {
            self.specification(Range { from: range.from, to: next });
        }
        let notes = self.notes(self.span(range.from).to(self.span(next.max(range.from + 1) - 1)));
        let next = if stmt.is_none() && !closed && self.text(next) == "{" { self.skip(next) } else { next };
        (stmt.map(|stmt| Stmt { notes, ..stmt }), next)
    }

    /// Reads a statement of [`Self::simple`] from exactly the tokens of a range. `end` names what stands behind it.
    pub(super) fn simple_piece(&mut self, range: Range, end: &str) -> Option<Stmt> {
        let assertion = SAYS.contains(&self.text(range.from));
        let (pair, mut builder) = self.piece(Rule::statement_piece, range, end, assertion)?;
        let stmt = pair.into_inner().next().and_then(|part| simple(&mut builder, part));
        self.absorb(builder);
        stmt
    }

    /// Reports a contract where a statement is expected.
    fn stray_contract(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let next = self.clauses(range).1;
        let span = self.span(range.from).to(self.span(next.max(range.from + 1) - 1));
        let error =
            Diagnostic::new("parse.stray-clause", span, "a contract is not a statement").label("a contract").help(
                "the contract of a barrier is written in braces behind it: `barrier(global) { requires …; \
                    ensures …; }`",
            );
        self.diagnostics.push(error);
        (None, next)
    }

    /// The index behind a statement whose head could not be read. Names in it will not be reported as unknown.
    pub(super) fn recover(&mut self, range: Range) -> usize {
        let (end, closed) = self.piece_end(Range { from: range.from + 1, to: range.to }, &[]);
        self.poison(Range { from: range.from, to: end });
        if closed {
            end + 1
        } else {
            end
        }
    }
}

/// The statement of a pair: a declaration, an assertion, an assumption or an assignment.
fn simple(builder: &mut Builder, pair: Pair<'_, Rule>) -> Option<Stmt> {
    let at = At(builder.span(&pair));
    let rule = pair.as_rule();
    let mut parts = pair.into_inner();
    let kind = match rule {
        Rule::declaration | Rule::object_declaration => {
            let ty = builder.full_type(parts.next()?)?;
            let mut names: Vec<(Name, Option<Expr>)> = Vec::new();
            for declarator in parts.filter(|part| part.as_rule() == Rule::declarator) {
                let mut inner = declarator.into_inner();
                let name = builder.name(&inner.next()?);
                names.push((name, builder.exprs(inner).pop()));
            }
            StmtKind::Declare(ty, names)
        }
        Rule::assertion => StmtKind::Assert(builder.exprs(parts).pop()?),
        Rule::assumption => StmtKind::Assume(builder.exprs(parts).pop()?),
        Rule::movement => {
            let word = parts.next()?.as_rule();
            let said = builder.exprs(parts).pop()?;
            if word == Rule::kw_inhale {
                StmtKind::Inhale(said)
            } else {
                StmtKind::Exhale(said)
            }
        }
        Rule::refutation => StmtKind::Refute(builder.exprs(parts).pop()?),
        _ => {
            let target = builder.target(parts.next()?)?;
            let sign = parts.next()?;
            let (op, span) = (sign.as_str().trim().to_string(), builder.span(&sign));
            let value = builder.exprs(parts).pop();
            written_out(target, &op, span, value)?
        }
    };
    Some(Stmt { kind, at, notes: Notes::default() })
}

/// The assignment that `target op value` stands for: `x++` is `x := x + 1`, and `x += e` is `x := x + e`. `sign` is the
/// position of the operator.
fn written_out(target: Written, op: &str, sign: Span, value: Option<Expr>) -> Option<StmtKind> {
    let one = || Expr { kind: ExprKind::Int(IBig::ONE), at: At(sign) };
    let (op, value) = match op {
        "++" => (BinaryOp::Add, one()),
        "--" => (BinaryOp::Sub, one()),
        "+=" => (BinaryOp::Add, value?),
        "-=" => (BinaryOp::Sub, value?),
        "*=" => (BinaryOp::Mul, value?),
        _ => return Some(assigned(target, value?)),
    };
    let old = match &target {
        Written::Place(place) => place.clone(),
        Written::Target(Target { name, index, at }) if index.is_empty() => {
            Expr { kind: ExprKind::Name(name.text.clone()), at: *at }
        }
        Written::Target(Target { name, index, at }) => {
            Expr { kind: ExprKind::Index(name.clone(), index.clone()), at: *at }
        }
    };
    let at = At(old.at.0.to(value.at.0).to(sign));
    let sum = Expr { kind: ExprKind::Binary(op, At(sign), Box::new(old), Box::new(value)), at };
    Some(assigned(target, sum))
}

/// The assignment of a value to what is written on the left.
fn assigned(target: Written, value: Expr) -> StmtKind {
    match target {
        Written::Target(target) => StmtKind::Assign(target, value),
        Written::Place(place) => StmtKind::Store(place, value),
    }
}
