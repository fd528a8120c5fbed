//! Advice: what would make a failed obligation hold, in the words of the source.
//!
//! In: what was needed, and what the thread has. Out: sentences and places for a [`Claim`](crate::exec::Claim). Nothing
//! here is part of a proof.

use crate::chunk::{Chunk, Held};
use crate::eval::Wanted;
use crate::exec::Exec;
use crate::iterators::Over;
use crate::launch::Dim;
use crate::obligation::ObligationId;
use crate::origin::Event;
use crate::term::{self, Term};
use ir::Node;
use ir::{Heap, Space};

/// Which text an expression stands in: whose permissions frame it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// A statement, an `assert`, the `requires` of a barrier: what the thread holds frames it.
    Code,
    /// The precondition of the thread.
    Requires,
    /// The postcondition of the thread.
    Ensures,
    /// A loop invariant.
    Invariant,
    /// The `ensures` of a barrier.
    Barrier,
    /// A contract of the group or the kernel.
    Level,
    /// A pure function.
    Function,
}

impl Site {
    /// What gives the permissions that the text may use.
    fn giver(self) -> &'static str {
        match self {
            Self::Code => "the thread",
            Self::Requires => "the precondition itself",
            Self::Ensures => "the postcondition itself",
            Self::Invariant => "the loop invariant itself",
            Self::Barrier => "the `ensures` of the barrier itself",
            Self::Level => "the contract itself",
            Self::Function => "the function's `requires`",
        }
    }

    /// The clause that would give it.
    fn keyword(self) -> &'static str {
        match self {
            Self::Code | Self::Requires => "context",
            Self::Ensures | Self::Barrier => "ensures",
            Self::Invariant => "loop_invariant",
            Self::Level => "context",
            Self::Function => "requires",
        }
    }
}

/// What is wrong with a read, and what would work.
pub struct Advice {
    /// One sentence.
    pub message: String,
    /// What would work.
    pub help: String,
    /// Other places.
    pub related: Vec<(Node, String)>,
    /// The failure that says the same already.
    pub after: Option<ObligationId>,
}

/// How many clauses of what the thread holds are shown.
const CLAUSES: usize = 2;

impl Exec<'_> {
    /// The text at a node between backquotes, or the name of an array where there is no text.
    pub fn quoted(&self, node: Node, heap: Heap) -> String {
        let text = self.cx.program.quote(node);
        if text.is_empty() {
            format!("`{}`", self.cx.array_name(heap))
        } else {
            format!("`{text}`")
        }
    }

    /// Whether no contract of the thread and nothing that it holds speaks of the array.
    pub fn forgotten(&self, heap: Heap, held: &Held) -> bool {
        let has = |h: &Held| h.given.iter().any(|c| c.heap == heap);
        self.cx.kernel.is_some() && !has(&self.initial) && !has(held)
    }

    /// Why a location cannot be read or written, `verb`.
    pub fn no_permission(&self, w: &Wanted, heap: Heap, held: &Held, verb: &str) -> Advice {
        let (quote, name) = (self.quoted(w.node, heap), self.cx.array_name(heap));
        if self.forgotten(heap, held) {
            let after = self.unheld.get(&heap).copied();
            let message =
                format!("no contract gives the thread a permission for `{name}`, so it cannot {verb} {quote}");
            let help = format!("add `{}` in front of `void main()`", self.clause(w, heap));
            return Advice { message, help, related: vec![], after };
        }
        let (message, help) = match self.site {
            Site::Code => (
                format!("the thread may have no permission to {verb} {quote} here"),
                if verb == "write" {
                    "writing needs `write`: all of the location, and no share of it".to_owned()
                } else {
                    self.where_from(heap)
                },
            ),
            site
            @ (Site::Requires | Site::Ensures | Site::Invariant | Site::Barrier | Site::Level | Site::Function) => (
                format!("this reads {quote}, for which {} gives no permission", site.giver()),
                format!("add `{} Perm({}, read);`, or more than `read`", site.keyword(), quote.trim_matches('`')),
            ),
        };
        Advice { message, help, related: self.held_clauses(heap, held), after: None }
    }

    /// Where a permission can come from.
    pub fn where_from(&self, heap: Heap) -> String {
        let space = if self.cx.space(heap) == Space::Local { "local" } else { "global" };
        format!("give it in the contract, in the loop invariant, or in the `ensures` of the last barrier; if another thread writes it, a `barrier({space})` must come in between")
    }

    /// What `\old` reads must have been held at the start.
    pub fn no_permission_before(&self, w: &Wanted, heap: Heap) -> Advice {
        let (quote, name) = (self.quoted(w.node, heap), self.cx.array_name(heap));
        if self.forgotten(heap, &Held::default()) {
            return self.no_permission(w, heap, &Held::default(), "read");
        }
        let quote = quote.trim_matches('`');
        Advice {
            message: format!("`\\old` reads `{quote}`, for which the thread had no permission when the kernel started"),
            help: format!(
                "a thread knows old values only of locations that its `requires` or `context` gives it: `Perm({quote}, read)`; what others know of `{name}` reaches it through a barrier's `requires`"
            ),
            related: self.held_clauses(heap, &self.initial),
            after: None,
        }
    }

    /// The clauses that give the thread something of an array.
    pub fn held_clauses(&self, heap: Heap, held: &Held) -> Vec<(Node, String)> {
        let mut out: Vec<(Node, String)> = Vec::new();
        let label = match self.site {
            Site::Code => "what the thread holds here of",
            Site::Requires | Site::Ensures | Site::Invariant | Site::Barrier | Site::Level | Site::Function => {
                "what is given of"
            }
        };
        for c in held.given.iter().filter(|c| c.heap == heap) {
            if out.len() < CLAUSES && out.iter().all(|(s, _)| *s != c.node) {
                let label = if out.is_empty() { label } else { "and of" };
                out.push((c.node, format!("{label} `{}`", self.cx.array_name(heap))));
            }
        }
        out
    }

    /// A clause that would give the thread the location, or all of the array where the index is the thread's own affair.
    fn clause(&self, w: &Wanted, heap: Heap) -> String {
        let written = self.cx.written.contains(&heap);
        let keyword = if self.cx.space(heap) == Space::Local { "requires" } else { "context" };
        let amount = if written { "write" } else { "read" };
        let text = self.cx.program.quote(w.node);
        let names =
            |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect::<Vec<_>>();
        let own = names(&text).into_iter().any(|n| self.vars.iter().any(|v| v.name.name == n));
        match self.cx.array(heap).map(|a| a.dims.as_slice()) {
            Some([length]) if own && !written => {
                let name = self.cx.array_name(heap);
                let length = self.cx.program.quote(length.node);
                format!("{keyword} (\\forall* int i; 0 <= i && i < {length}; Perm({name}[i], {amount}));")
            }
            _ if own => format!("{keyword} Perm({}[…], {amount});", self.cx.array_name(heap)),
            _ => format!("{keyword} Perm({text}, {amount});"),
        }
    }

    /// What would keep an index inside its array; `inside` is what must hold, one condition a dimension.
    pub fn in_bounds_help(&self, goal: &Term, code: bool, inside: &[String]) -> Option<String> {
        let written = inside.iter().all(|c| c.len() > " < ".len());
        self.unknown_value(goal).or_else(|| match inside {
            [one] if written && code => {
                Some(format!("guard it with `if ({one})`, or let the contract or the loop invariant exclude it"))
            }
            [one] if written => Some(format!("speak of it only where it exists, as in `{one} ==> …`")),
            [] => None,
            several => {
                written.then(|| format!("each index has its own length: `{}` must hold", several.join("` and `")))
            }
        })
    }

    /// Why nothing is known of a value that a term mentions.
    pub fn unknown_value(&self, t: &Term) -> Option<String> {
        let v = *self.cx.unsaid(t).first()?;
        let line = self.cx.program.line(v.node);
        let name = &v.name;
        let heap = v.term.sort().is_array();
        Some(match v.event {
            Event::Declared => format!("`{name}` can have any value here: its declaration at line {line} gives it none"),
            Event::Loop | Event::Store | Event::Barrier | Event::If | Event::End if heap => format!(
                "the loop at line {line} writes to `{name}`, and no `loop_invariant` speaks of its values: behind the head of the loop they are arbitrary"
            ),
            Event::Loop | Event::Store | Event::Barrier | Event::If | Event::End => format!(
                "the loop at line {line} changes `{name}`, and no `loop_invariant` mentions it: behind the head of the loop it is arbitrary; add an invariant such as `0 <= {name}`, with an upper bound"
            ),
        })
    }

    /// How two threads would not get the same location.
    pub fn two_writers_help(&self, over: Over, clause: &Chunk) -> String {
        let l = &self.cx.launch;
        let mentions = |s: &term::Symbol| clause.index.iter().any(|i| term::free_symbols(i).contains(s));
        let own = l.dims.iter().any(|d| mentions(&d.lid));
        let group = l.dims.iter().any(|d| [&d.tid, &d.gid, &d.gbase].into_iter().any(mentions));
        if over == Over::Launch && !l.one_group && own && !group {
            let used = l.dims.iter().filter(|d| mentions(&d.lid)).collect::<Vec<_>>();
            return if used.len() < l.dims.len() { self.dims_help(&used) } else { self.lid_help(&used) };
        }
        "let each location belong to one thread, or give all of them `read`".into()
    }

    /// `lid` in some of the dimensions tells neither the threads of a group apart nor those of two groups.
    fn dims_help(&self, used: &[&Dim]) -> String {
        let all: Vec<&Dim> = self.cx.launch.dims.iter().collect();
        let rest: Vec<&Dim> = all.iter().copied().filter(|d| !used.iter().any(|u| u.lid == d.lid)).collect();
        format!(
            "threads of a group that differ in {} alone have the same {lid}, and every group has a thread with it: let the index use {}",
            listed(&rest, "lid", "or"),
            listed(&all, "tid", "and"),
            lid = listed(used, "lid", "and"),
        )
    }

    /// `lid`, in all dimensions, does not tell the threads of two groups apart.
    fn lid_help(&self, dims: &[&Dim]) -> String {
        let one: Vec<String> = self.cx.launch.dims.iter().map(|d| format!("{} == 1", d.name("ngroups"))).collect();
        let number = if dims.len() > 1 { "number" } else { "numbers" };
        format!(
            "{lid} {number} the threads of one group, and every group has a thread with the same {lid}: write {}, or require `{}`",
            listed(dims, "tid", "and"),
            one.join(" && "),
            lid = listed(dims, "lid", "and"),
        )
    }

    /// Local memory starts with arbitrary values.
    pub fn uninitialised(&self, t: &Term) -> Option<String> {
        let t = &read_over_write(t);
        let local = self.cx.heaps().into_iter().filter(|a| self.cx.space(*a) == Space::Local);
        let mut fresh = local.filter(|a| {
            let start = self.cx.initial_of(*a);
            // Where nothing was stored on the way; what a branch may have stored is not told apart.
            let reads = |s: &Term| s.args().first().is_some_and(|a| a.as_app().is_some() && a.as_app() == start);
            term::any_subterm(t, |s| matches!(s.op(), term::Op::Select) && reads(s))
        });
        let name = self.cx.array_name(fresh.next()?);
        Some(format!("`{name}` is local memory, which has no initial value: store to it before you read it"))
    }
}

/// The goal without what was stored over before it is read: `c ⇒ … a[i := v] …` where `c` holds.
pub fn read_over_write(goal: &Term) -> Term {
    let (condition, then) = match (goal.op(), goal.args()) {
        (term::Op::Implies, [condition, then]) => (Some(condition), then),
        _ => (None, goal),
    };
    let known = condition.into_iter().flat_map(crate::invert::conjuncts);
    let then = known.fold(then.clone(), |t, c| term::replace(&t, &c, &term::bool(true)));
    crate::normalise::simplify(&then).0
}

/// A name in some dimensions: `` `tid.x`, `tid.y` and `tid.z` ``.
fn listed(dims: &[&Dim], shown: &str, word: &str) -> String {
    let names: Vec<String> = dims.iter().map(|d| format!("`{}`", d.name(shown))).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
