//! A launch that a test drives by hand: the test says what its threads do, and the permissions and contracts of the
//! launch say what is wrong with that. No code is executed.

use crate::world::TestLaunch;
use interp::ghost::{Checks, Ghost};
use interp::Location;
use interp::{Member, ThreadId};
use ir::{Barrier, Block, Clause, Expr, LoopKeeps, StmtKind};

pub struct Session {
    /// Memory and variables of the launch.
    pub world: TestLaunch,
    /// The permissions of its threads.
    pub ghost: Ghost<'static>,
    /// The findings at the start.
    pub start: Checks,
}

pub fn thread(group: u32, lid: u32) -> ThreadId {
    ThreadId { group, lid }
}

impl Session {
    pub fn new(mut world: TestLaunch) -> Self {
        let (ghost, start) = Ghost::start(&mut world);
        Self { world, ghost, start }
    }

    /// A launch at whose start nothing is wrong.
    pub fn fine(world: TestLaunch) -> Self {
        let session = Self::new(world);
        assert!(session.start.passed(), "{:#?}", session.start);
        session
    }

    pub fn location(&self, array: &str, group: u32, offset: u32) -> Location {
        self.world.element(self.world.array(array), group, offset)
    }

    pub fn may_read(&self, thread: ThreadId, array: &str, offset: u32) -> bool {
        self.ghost.holdings(thread).unwrap().may_read(self.location(array, 0, offset))
    }

    pub fn may_write(&self, thread: ThreadId, array: &str, offset: u32) -> bool {
        self.ghost.holdings(thread).unwrap().may_write(self.location(array, 0, offset))
    }

    /// All threads of the group arrive at the barrier and leave it.
    pub fn barrier(&mut self, group: u32, number: usize) -> Checks {
        let barrier = barriers(&self.world.kernel().body)[number];
        let mut checks = Checks::default();
        for lid in 0..self.world.threads {
            checks.extend(self.ghost.arrive(&mut self.world, thread(group, lid), barrier));
        }
        checks.extend(self.ghost.meet(&mut self.world, Member::group(group), barrier));
        checks
    }

    /// The thread enters the loop with this number. `waits` says that there is a barrier in the loop.
    pub fn enter(&mut self, thread: ThreadId, number: usize, waits: bool) -> Checks {
        let (invariants, keeps) = self.of_loop(number);
        self.ghost.enter_loop(&mut self.world, thread, (invariants, &keeps), waits)
    }

    /// The thread comes to the head of the loop again.
    pub fn again(&mut self, thread: ThreadId, number: usize) -> Checks {
        let (invariants, keeps) = self.of_loop(number);
        self.ghost.again_loop(&mut self.world, thread, (invariants, &keeps))
    }

    /// The invariants of the loop with this number, and what the loop keeps besides.
    fn of_loop(&self, number: usize) -> (&'static [Clause], LoopKeeps) {
        let kernel = self.world.kernel();
        let (invariants, guard, body) = loops(&kernel.body)[number];
        (invariants, LoopKeeps::new(invariants, guard, body, &kernel.vars, self.world.program))
    }

    /// The thread comes to the assertion or assumption with this number.
    pub fn assert(&mut self, thread: ThreadId, number: usize) -> Checks {
        let e = asserts(&self.world.kernel().body)[number];
        self.ghost.assert(&mut self.world, thread, e)
    }

    /// All threads end, and then the launch.
    pub fn end(&mut self) -> Checks {
        let mut checks = Checks::default();
        for group in 0..self.world.groups {
            for lid in 0..self.world.threads {
                checks.extend(self.ghost.end(&mut self.world, thread(group, lid)));
            }
        }
        checks.extend(self.ghost.finish(&mut self.world));
        checks
    }
}

/// The ids of the findings, each with the words of the source that it is about.
pub fn said(source: &str, checks: &Checks) -> Vec<String> {
    assert!(checks.unknown.is_empty(), "{:#?}", checks.unknown);
    let mut out: Vec<String> =
        checks.findings.iter().map(|f| format!("{} {}", f.code, f.node.span.text(source))).collect();
    out.dedup();
    out
}

/// The ids of the findings, without repetition.
pub fn codes(checks: &Checks) -> Vec<String> {
    assert!(checks.unknown.is_empty(), "{:#?}", checks.unknown);
    let mut out: Vec<String> = checks.findings.iter().map(|f| f.code.to_string()).collect();
    out.dedup();
    out
}

/// The first finding's participants, as numbers in the launch.
pub fn threads(checks: &Checks) -> Vec<(u32, u32)> {
    let who = checks.findings.first().map(|f| f.who.clone()).unwrap_or_default();
    who.into_iter().filter_map(Member::as_thread).map(|thread| (thread.group, thread.lid)).collect()
}

#[allow(clippy::wildcard_enum_match_arm)] // other statements are not looked for
/// Visits all statements of a block.
fn each<'b>(block: &'b Block, visit: &mut dyn FnMut(&'b StmtKind)) {
    for stmt in &block.stmts {
        visit(&stmt.kind);
        match &stmt.kind {
            StmtKind::If(_, a, b) => {
                each(a, visit);
                each(b, visit);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) | StmtKind::Atomic { body, .. } => each(body, visit),
            _ => {}
        }
    }
}

pub fn barriers(block: &Block) -> Vec<&Barrier> {
    let mut out = Vec::new();
    each(block, &mut |s| {
        if let StmtKind::Barrier(b) = s {
            out.push(b);
        }
    });
    out
}

pub fn loops(block: &Block) -> Vec<(&[Clause], &Expr, &Block)> {
    let mut out: Vec<(&[Clause], &Expr, &Block)> = Vec::new();
    each(block, &mut |s| {
        if let StmtKind::While { invariants, guard, body } = s {
            out.push((invariants, guard, body));
        }
    });
    out
}

/// The conditions of assertions and assumptions, in the order of the text.
pub fn asserts(block: &Block) -> Vec<&Expr> {
    let mut out = Vec::new();
    each(block, &mut |s| {
        if let StmtKind::Assert(e) | StmtKind::Assume(e) = s {
            out.push(e);
        }
    });
    out
}
