//! What an item rests on: the functions and procedures that it mentions itself, the kernels that it launches, and the
//! procedures that give what it gets by locks and threads.
//!
//! An item is right only if they are. A function that the code evaluates may divide by zero, or may never return, also
//! where its value is not needed: in `0 * f(tid)`, or in the initial value of a variable that nothing reads. So the
//! program is asked, and not only the terms of the obligations, from which such applications have disappeared.
//!
//! In: an item, and the definitions of the functions that the terms of its obligations apply. Out: items. What these
//! items rest on in turn is not among them.

use ir::{Block, Contract, Expr, ItemId, Program};
use std::collections::BTreeSet;

use crate::obligation::Definition;
use crate::term::Role;
use crate::{procedures, syntactic};

/// The functions and procedures that an item mentions in its code, its contracts and its measure, and those that
/// `definitions` define. For an item of a kernel, also those that a precondition of the kernel mentions. (The lengths
/// of arrays mention no functions.)
pub fn foundations(program: &Program, item: ItemId, definitions: &[Definition]) -> BTreeSet<ItemId> {
    let mut out: BTreeSet<ItemId> = definitions.iter().filter_map(defined).collect();
    let preconditions = program.kernel_of(item).into_iter().flat_map(|k| k.contracts().flat_map(|c| c.pre()));
    preconditions.for_each(|clause| of_expr(&clause.expr, &mut out));
    match item {
        ItemId::Kernel(id) => {
            if let Some(kernel) = program.kernel(id) {
                kernel.contracts().for_each(|contract| of_contract(contract, &mut out));
                of_code(program, &kernel.body, &mut out);
            }
        }
        ItemId::Function(id) => {
            if let Some(function) = program.function(id) {
                of_contract(&function.contract, &mut out);
                function.decreases.iter().chain(&function.body).for_each(|e| of_expr(e, &mut out));
            }
        }
        ItemId::Procedure(id) => {
            if let Some(procedure) = program.procedure(id) {
                of_contract(&procedure.contract, &mut out);
                procedure.decreases.iter().for_each(|e| of_expr(e, &mut out));
                procedure.body.iter().for_each(|code| of_code(program, code, &mut out));
            }
        }
    }
    out
}

/// The function that a definition defines.
fn defined(definition: &Definition) -> Option<ItemId> {
    let Role::Function(f) = definition.symbol.role() else { return None };
    Some(ItemId::Function(f))
}

fn of_contract(contract: &Contract, out: &mut BTreeSet<ItemId>) {
    contract.clauses.iter().for_each(|clause| of_expr(&clause.expr, out));
}

fn of_code(program: &Program, code: &Block, out: &mut BTreeSet<ItemId>) {
    code.each_expr(&mut |e| of_expr(e, out));
    out.extend(procedures::called(code).into_iter().map(ItemId::Procedure));
    out.extend(program.gives_to(code).into_iter().map(ItemId::Procedure));
    out.extend(procedures::launched(code).into_iter().map(ItemId::Kernel));
}

fn of_expr(e: &Expr, out: &mut BTreeSet<ItemId>) {
    out.extend(syntactic::calls(e).into_iter().map(ItemId::Function));
}
