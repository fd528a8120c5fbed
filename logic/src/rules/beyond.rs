//! What the rules do not know yet: exits, moments, calls of procedures, arrays of a thread.
//!
//! In: a kernel or a procedure that has one of them. Out: one obligation that is never proved, in place of the whole body.

use crate::chunk::Held;
use crate::context::Context;
use crate::exec::Exec;
use crate::finding::{Facts, Help, Site, Trust, Trusted};
use crate::obligation::{Task, What, Why};
use crate::syntactic;
use imbl::OrdMap;
use ir::{Block, ItemId, Node, ProcId, Procedure, Program};

/// What a procedure must prove: not known yet.
pub fn task(program: &Program, id: ProcId, procedure: &Procedure) -> Task {
    let kernel = procedure.kernel.and_then(|k| program.kernels.get(k));
    let mut exec = Exec {
        cx: Context::new(program, kernel),
        vars: &procedure.vars,
        out: vec![],
        trusted: vec![],
        base: vec![],
        old: OrdMap::new(),
        initial: Held::default(),
        group: vec![],
        site: Site::Code,
        unheld: Default::default(),
    };
    procedure.body.iter().for_each(|body| exec.refuse_beyond(body, procedure.node));
    if procedure.body.is_none() {
        exec.beyond(procedure.node);
    }
    Task {
        id: ItemId::Procedure(id),
        item: procedure.name.name.clone(),
        node: procedure.name.node,
        obligations: exec.out,
        trusted: exec.trusted,
        notes: vec![],
        definitions: vec![],
        base: vec![],
        inputs: Default::default(),
        versions: vec![],
        unknown: false,
    }
}

impl Exec<'_> {
    /// One obligation for a body that is not looked at, and the `assume`s in it.
    pub fn refuse_beyond(&mut self, body: &Block, node: Node) {
        let assumes = syntactic::assumes(body);
        self.trusted.extend(assumes.into_iter().map(|node| Trusted { what: Trust::Assume, node }));
        self.beyond(node);
    }

    /// Never proved.
    pub(super) fn beyond(&mut self, node: Node) {
        self.refuse(What::Expr, Why::Unsupported, node, Facts::Beyond, Help::WithoutThem);
    }
}
