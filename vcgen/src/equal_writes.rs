//! Verification that takes races of writes of equal values for harmless.
//!
//! In: a program, whose kernels are verified as they are. Out: for those that are not proved, the outcome of the kernel
//! in which such writes are atomic steps ([`ir::Kernel::with_equal_writes`]), if it is proved. A verdict about such a
//! kernel says so.

use ir::finding::Why;
use ir::{Heap, ItemId, Kernel, Language, Program, Unchecked};

use crate::options::Options;
use crate::outcome::{ItemOutcome, Outcome, Verdict};
use crate::tools::Tools;

/// The most arrays that are tried, each by itself.
const TRIED: usize = 4;

/// What verifies a program.
type Verify = fn(&Program, &Options, &Tools<'_>) -> Vec<ItemOutcome>;

/// Verifies every item that is selected. What is not proved is tried again, if a person asks for it; otherwise, a race
/// of equal values is an error, and is named as such.
pub fn verified(program: &Program, options: &Options, tools: &Tools<'_>, verify: Verify) -> Vec<ItemOutcome> {
    if !program.unchecked.equal_writes {
        let mut items = verify(program, options, tools);
        named(program, &mut items, (options, tools), verify);
        return items;
    }
    let strict = Unchecked { equal_writes: false, ..program.unchecked };
    let mut items = verify(&Program { unchecked: strict, ..program.clone() }, options, tools);
    for item in items.iter_mut().filter(|item| !item.all_proved) {
        if let Some(proved) = proved_with_steps(program, item.id, (options, tools), verify, |all| all) {
            *item = proved;
        }
    }
    items
}

/// Says of kernels with races that they are proved if races of equal values do no harm.
fn named(program: &Program, items: &mut [ItemOutcome], with: (&Options, &Tools<'_>), verify: Verify) {
    let (options, tools) = with;
    if options.only_runs || program.language == Language::Pvl {
        return;
    }
    let plain = Options { refute: false, explain: None, keep_proofs: false, emit_smt2: false, ..options.clone() };
    let is_race = |one: &Outcome| one.verdict == Verdict::Refuted && one.code.why == Why::DataRace;
    for item in items.iter_mut().filter(|item| item.obligations.iter().any(is_race)) {
        // To name a race is worth one more verification, not several.
        let last = |all: Vec<Kernel>| all.into_iter().last().into_iter().collect();
        if proved_with_steps(program, item.id, (&plain, tools), verify, last).is_some() {
            item.notes.push(
                "the race is one of writes of equal values, which is undefined and which some call benign; with \
                 `--benign-tolerance`, which takes such races for harmless, the kernel is proved"
                    .to_owned(),
            );
        }
    }
}

/// The outcome of a kernel in which writes of equal values are atomic steps, if it is proved. `choose` leaves out
/// changes that are not tried.
fn proved_with_steps(
    program: &Program,
    item: ItemId,
    (options, tools): (&Options, &Tools<'_>),
    verify: Verify,
    choose: fn(Vec<Kernel>) -> Vec<Kernel>,
) -> Option<ItemOutcome> {
    let ItemId::Kernel(id) = item else { return None };
    let kernel = program.kernel(id).filter(|kernel| kernel.is_silent())?;
    let only = Options { filter: Some(kernel.name.name.clone()), ..options.clone() };
    choose(changes(kernel)).into_iter().find_map(|changed| {
        let mut program = program.clone();
        program.unchecked.equal_writes = true;
        *program.kernels.get_mut(id.0 as usize)? = changed;
        let new = verify(&program, &only, tools);
        new.into_iter().find(|new| new.id == item && new.all_proved)
    })
}

/// The kernel with steps on one array, for each of some arrays, and with steps on all of them.
fn changes(kernel: &Kernel) -> Vec<Kernel> {
    let heaps: Vec<Heap> = kernel.with_equal_writes_to().into_iter().take(TRIED).collect();
    let mut out: Vec<Kernel> = heaps.iter().filter_map(|heap| kernel.with_equal_writes(*heap)).collect();
    if heaps.len() > 1 {
        out.extend(heaps.iter().try_fold(kernel.clone(), |changed, heap| changed.with_equal_writes(*heap)));
    }
    out
}
