//! Parses launches of kernels: `launch k(groups = e, threads = e)(e, …);`, and CUDA's `k<<<e, e>>>(e, …);`, which is
//! reported.
//!
//! In: the parts of a launch that the grammar has matched, or the tokens of a launch of CUDA. Out: the statement, or a
//! diagnostic that says how the launch is written.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::build::Builder;
use super::{Parser, Range};
use crate::pvl::ast::{Name, Stmt, StmtKind};
use crate::pvl::grammar::Rule;
use ir::diagnostic::Diagnostic;
use pest::iterators::Pair;

/// The launch whose parts behind the word `launch` are given.
pub(super) fn launch<'p>(builder: &mut Builder, parts: impl Iterator<Item = Pair<'p, Rule>>) -> Option<StmtKind> {
    let (mut kernel, mut sizes, mut stream, mut args) = (None, Vec::new(), None, Vec::new());
    for part in parts {
        match part.as_rule() {
            Rule::ident => kernel = Some(builder.name(&part)),
            Rule::sizes => sizes.push(builder.exprs(part.into_inner())),
            Rule::in_stream => stream = named(builder, part),
            Rule::arguments => args = builder.exprs(part.into_inner()),
            _ => {}
        }
    }
    let [groups, threads] = <[_; 2]>::try_from(sizes).ok()?;
    Some(StmtKind::Launch { kernel: kernel?, groups, threads, stream, args })
}

/// `copy(a, b, stream = s)`, whose name is `name`.
pub(super) fn copy_in<'p>(
    builder: &mut Builder,
    name: &Pair<'p, Rule>,
    parts: impl Iterator<Item = Pair<'p, Rule>>,
) -> Option<StmtKind> {
    let (mut args, mut stream) = (Vec::new(), None);
    for part in parts {
        match part.as_rule() {
            Rule::in_stream => stream = named(builder, part),
            Rule::expr => args.push(builder.expr(part)?),
            Rule::creation => args.push(builder.creation(part)?),
            _ => {}
        }
    }
    Some(StmtKind::CopyIn(builder.name(name), args, stream?))
}

/// The names that stand in the parts.
pub(super) fn names<'p>(builder: &Builder, parts: impl Iterator<Item = Pair<'p, Rule>>) -> Vec<Name> {
    parts.filter(|part| part.as_rule() == Rule::ident).map(|part| builder.name(&part)).collect()
}

/// The name in `stream = s`.
fn named(builder: &Builder, part: Pair<'_, Rule>) -> Option<Name> {
    names(builder, part.into_inner()).pop()
}

impl Parser<'_> {
    /// Whether the declaration of a stream or an event starts here: the word, and a name. Where a class has the word as
    /// its name, it is the type of a variable.
    pub(super) fn is_point(&self, range: Range) -> bool {
        self.is_word(range.from + 1) && !self.classes.contains(self.text(range.from))
    }

    /// Whether `wait(s, e)` starts here, and not the `wait` of a lock.
    pub(super) fn is_wait(&self, range: Range) -> bool {
        self.text(range.from + 1) == "(" && self.is_any_word(range.from + 2) && self.text(range.from + 3) == ","
    }

    /// Whether `copy(…, stream = s)` starts here.
    pub(super) fn is_copy_in(&self, range: Range) -> bool {
        let close = self.partner(range.from + 1).filter(|_| self.text(range.from + 1) == "(");
        close.is_some_and(|close| {
            (range.from + 2..close).any(|at| self.text(at) == "stream" && self.text(at + 1) == "=")
        })
    }

    /// Whether `k<<<` starts here.
    pub(super) fn is_chevrons(&self, range: Range) -> bool {
        self.is_word(range.from) && (1..=3).all(|n| self.text(range.from + n) == "<")
    }

    /// Reports a launch as CUDA writes it, with the launch that means the same.
    pub(super) fn chevrons(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let end = self.piece_end(range, &[]).0;
        let open = range.from + 4;
        let close = (open..end).find(|at| (0..3).all(|n| self.text(at + n) == ">"));
        let kernel = self.text(range.from);
        let form = close.and_then(|close| {
            let sizes = self.separated(Range { from: open, to: close });
            let arguments = self.partner(close + 3).filter(|_| self.text(close + 3) == "(")?;
            let arguments = self.between(Range { from: close + 3, to: arguments + 1 });
            let [groups, threads, further @ ..] = sizes.as_slice() else { return None };
            let more = match further {
                [] => "",
                _ => "; the kernel declares the lengths of its local arrays",
            };
            let stream = match further {
                [_, stream] if stream != "0" => format!(", stream = {stream}"),
                _ => String::new(),
            };
            Some(format!(
                "write `launch {kernel}(groups = {groups}, threads = {threads}{stream}){arguments};`, with an argument \
                for each global scalar and array of the kernel, in the order in which it declares them{more}"
            ))
        });
        let help = form.unwrap_or_else(|| {
            format!(
                "write `launch {kernel}(groups = …, threads = …)(…);`, with an argument for each global scalar and \
                array of the kernel, in the order in which it declares them"
            )
        });
        let span = self.span(range.from).to(self.span(close.map_or(range.from + 3, |close| close + 2)));
        self.diagnostics.push(
            Diagnostic::new("parse.expected", span, "`<<<` and `>>>` are not part of the language")
                .label("a launch as CUDA writes it")
                .help(help),
        );
        (None, self.recover(range))
    }

    /// The texts between the commas of a range, without CUDA's word for several sizes.
    fn separated(&self, range: Range) -> Vec<String> {
        let mut out = Vec::new();
        let mut from = range.from;
        let mut at = range.from;
        while at <= range.to {
            if at == range.to || self.text(at) == "," {
                let first = if self.text(from) == "dim3" { from + 1 } else { from };
                out.push(self.between(Range { from: first, to: at }));
                from = at + 1;
            }
            at = if at < range.to { self.skip(at).min(range.to) } else { at + 1 };
        }
        out
    }

    /// The text of a range, as one line.
    fn between(&self, range: Range) -> String {
        if range.from >= range.to {
            return "…".to_owned();
        }
        let span = self.span(range.from).to(self.span(range.to - 1));
        span.text(self.source).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
