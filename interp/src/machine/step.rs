//! Operations of one thread: the inner loop.
//!
//! In: a thread that is ready. Out: the same thread later: at a barrier, at its end, at the next visible operation, or
//! at a failure. Operations that need more than the thread's registers and memory (contracts, barriers, functions)
//! leave the loop and come back.

use ir::finding::What;
use ir::{ArrayId, FloatFormat, Heap, Space};

use super::advance::{Fault, Leave};
use super::compute::{arithmetic, comparison, named};
use super::state::{Access, Frame, Group, Machine, Thread};
use crate::code::{Op, Special};
use crate::happens::Accessed;
use crate::int::MAX_BITS;
use crate::location::Location;
use crate::member::ThreadId;
use crate::memory::{arbitrary, index_of, own_salt, row_major};
use crate::race::{self, Now};
use crate::slot::{float, of_small, small, Slot};
use crate::stop::{Cause, Limit};
use crate::trace::Event;

impl<'p> Machine<'p> {
    /// Runs operations up to one that this loop does not execute. `WATCHED`: whether accesses are recorded or checked.
    pub(super) fn inner<const WATCHED: bool>(&mut self, thread: ThreadId, left: &mut u64) -> Leave {
        let Self { fixed, bigs, global, groups, steps, mark, trace, accesses, ghost, happens, history, atomic, .. } =
            self;
        // No contract says what atomics share that open no invariant, so accesses inside of them are not judged.
        let judged = ghost.as_ref().filter(|_| atomic.is_none_or(|atomic| atomic.opens));
        let held = judged.and_then(|ghost| ghost.held(thread));
        let fixed = &**fixed;
        let codes = &fixed.codes;
        let lost = || {
            Leave::Fault(Fault::Other(Cause::NotComputable("this is not the code that the thread was made for".into())))
        };
        let group = groups.get_mut(thread.group as usize).and_then(|g| g.as_deref_mut());
        let Some(Group { local, phases, threads, .. }) = group else { return lost() };
        let Some(Thread { frame, callers, .. }) = threads.get_mut(thread.lid as usize) else { return lost() };
        let Frame { code, pc: next, registers, .. } = frame;
        let Some(code) = codes.code(*code) else { return lost() };
        let regs = registers.as_mut_slice();
        let tid = fixed.launch.tid(thread);
        let [global_phase, local_phase, all] = *phases;
        let strict = fixed.options.strict_fences;
        let races = fixed.phases;
        let limit = *mark;
        let mut pc = *next;

        macro_rules! leave {
            ($leave:expr) => {{
                *next = pc;
                return $leave;
            }};
        }
        macro_rules! get {
            ($r:expr) => {
                match regs.get($r as usize) {
                    Some(slot) => *slot,
                    None => leave!(lost()),
                }
            };
        }
        macro_rules! set {
            ($r:expr, $v:expr) => {{
                let value: Slot = $v;
                match regs.get_mut($r as usize) {
                    Some(slot) => *slot = value,
                    None => leave!(lost()),
                }
            }};
        }
        // Integers of any size: the fast path above has failed.
        macro_rules! exact {
            ($r:expr, $value:expr) => {
                match $value {
                    Some(value) => match bigs.pack(&value) {
                        Ok(slot) => set!($r, slot),
                        Err(cause) => leave!(Leave::Fault(Fault::Other(cause))),
                    },
                    None => leave!(Leave::Fault(Fault::DivisionByZero)),
                }
            };
        }
        macro_rules! compare {
            ($d:expr, $a:expr, $b:expr, $how:tt) => {{
                let (x, y) = (get!($a), get!($b));
                let holds = if small(x, y) { (x as i64) $how (y as i64) } else { bigs.int(x) $how bigs.int(y) };
                set!($d, Slot::from(holds));
            }};
        }
        macro_rules! outside {
            ($heap:expr, $first:expr, $what:expr) => {
                Leave::Fault(Fault::Bounds { heap: $heap, first: $first, what: $what })
            };
        }
        // The cell of an access, or its failure.
        macro_rules! cell {
            ($array:expr, $index:expr, $what:expr) => {{
                let Some(info) = fixed.arrays.get($array as usize) else {
                    leave!(outside!(Heap::Array(ArrayId($array)), $index, $what))
                };
                let slot = get!($index);
                // A small integer below the length; a large one has its lowest bit set, a negative one its highest.
                if slot & 1 != 0 || slot >> 1 >= info.single {
                    leave!(outside!(Heap::Array(ArrayId($array)), $index, $what))
                }
                (info, info.base + (slot >> 1) as u32)
            }};
        }
        macro_rules! cells {
            ($array:expr, $first:expr, $what:expr) => {{
                let Some(info) = fixed.arrays.get($array as usize) else {
                    leave!(outside!(Heap::Array(ArrayId($array)), $first, $what))
                };
                let indices = regs.iter().skip($first as usize).map(|slot| index_of(*slot));
                let Ok(offset) = info.offset(indices) else {
                    leave!(outside!(Heap::Array(ArrayId($array)), $first, $what))
                };
                (info, info.base + offset)
            }};
        }
        // A variable that may have no value.
        macro_rules! unset {
            ($number:expr) => {
                match code.unset.get($number as usize) {
                    Some(unset) => *unset,
                    None => leave!(lost()),
                }
            };
        }
        macro_rules! place {
            ($array:expr, $info:expr, $cell:expr) => {
                Location::shared(ArrayId($array), $info.space, thread.group, $cell - $info.base)
            };
        }
        // A private array and the position of an element.
        macro_rules! own {
            ($own:expr, $first:expr, $what:expr) => {{
                let Some(array) = code.arrays.get($own as usize) else { leave!(lost()) };
                let indices = regs.iter().skip($first as usize).map(|slot| index_of(*slot));
                match row_major(indices, &array.dims) {
                    Ok(at) => (array, at),
                    Err(_) => leave!(outside!(Heap::Private(array.var), $first, $what)),
                }
            }};
        }
        // The memory of a cell, after checks that the thread may access it and that the access races with no other.
        macro_rules! access {
            ($array:expr, $info:expr, $cell:expr, $writes:expr, $may:ident, $race:expr, $what:expr) => {{
                let (bank, phase) = match $info.space {
                    Space::Global => (&mut *global, global_phase),
                    Space::Local => (&mut *local, local_phase),
                };
                if WATCHED {
                    let location = place!($array, $info, $cell);
                    if fixed.explores {
                        accesses.push(Access { location, writes: $writes });
                    }
                    // A missing permission is reported before a race.
                    if held.is_some_and(|held| !held.$may(location)) {
                        leave!(Leave::Fault(Fault::Other(Cause::NoPermission(location))))
                    }
                    if let Some(happens) = &mut *happens {
                        let access = Accessed { location, space: $info.space, op: pc, writes: $writes };
                        if let Some(race) = happens.access(tid, access) {
                            leave!(Leave::Fault(Fault::Raced(race)))
                        }
                    }
                }
                if races {
                    let passed = if strict { phase } else { all };
                    let now = Now { thread: tid, op: pc, fenced: phase, passed };
                    if let Some(shadow) = bank.shadow.get_mut($cell as usize) {
                        if let Some(conflict) = $race(shadow, now, &fixed.launch) {
                            let location = place!($array, $info, $cell);
                            leave!(Leave::Fault(Fault::Race { location, conflict, what: $what, now }))
                        }
                    }
                }
                bank
            }};
        }
        macro_rules! load {
            ($dst:expr, $array:expr, $at:expr) => {{
                let (info, cell) = $at;
                let bank = access!($array, info, cell, false, reads, race::read, What::Load);
                if !bank.is_known(cell) {
                    let value = match (info.before(cell - info.base), fixed.options.uninitialised.of_memory()) {
                        (Some(value), _) => value,
                        (None, None) => {
                            leave!(Leave::Fault(Fault::Unknown { location: place!($array, info, cell) }))
                        }
                        (None, Some(seed)) => arbitrary(seed, info.elem, u64::from(cell)),
                    };
                    bank.set(cell, value);
                }
                let Some(value) = bank.cells.get(cell as usize).copied() else { leave!(lost()) };
                if WATCHED {
                    if let Some(trace) = trace {
                        let event = Event::Read(place!($array, info, cell), bigs.value(value, info.elem));
                        trace.push(thread, codes.node(pc), event);
                    }
                }
                set!($dst, value);
            }};
        }
        macro_rules! store {
            ($array:expr, $at:expr, $value:expr) => {{
                let (info, cell) = $at;
                let value = get!($value);
                let bank = access!($array, info, cell, true, writes, race::write, What::Store);
                if WATCHED {
                    let location = place!($array, info, cell);
                    if let Some(history) = history {
                        let before = bank.is_known(cell).then(|| bank.cells.get(cell as usize).copied()).flatten();
                        if !history.overwrite(location, before) {
                            leave!(Leave::Fault(Fault::Other(Cause::Limit(Limit::Memory))))
                        }
                    }
                    if let Some(trace) = trace {
                        let event = Event::Write(location, bigs.value(value, info.elem));
                        trace.push(thread, codes.node(pc), event);
                    }
                }
                bank.set(cell, value);
            }};
        }
        // A visible operation: what other threads may see or change.
        macro_rules! visible {
            () => {
                match left.checked_sub(1) {
                    Some(rest) => *left = rest,
                    None => leave!(Leave::Quantum),
                }
            };
        }

        loop {
            let Some(op) = codes.ops.get(pc as usize).copied() else { leave!(lost()) };
            match op {
                Op::Step => {
                    if *steps >= limit {
                        leave!(Leave::Steps)
                    }
                    *steps += 1;
                }
                Op::Copy(d, a) => set!(d, get!(a)),
                Op::Add(d, a, b) => {
                    let (x, y) = (get!(a), get!(b));
                    match (x as i64).checked_add(y as i64) {
                        Some(sum) if small(x, y) => set!(d, sum as Slot),
                        Some(_) | None => exact!(d, Some(bigs.int(x).add(&bigs.int(y)))),
                    }
                }
                Op::Sub(d, a, b) => {
                    let (x, y) = (get!(a), get!(b));
                    match (x as i64).checked_sub(y as i64) {
                        Some(difference) if small(x, y) => set!(d, difference as Slot),
                        Some(_) | None => exact!(d, Some(bigs.int(x).sub(&bigs.int(y)))),
                    }
                }
                Op::Mul(d, a, b) => {
                    let (x, y) = (get!(a), get!(b));
                    match ((x as i64) >> 1).checked_mul(y as i64) {
                        Some(product) if small(x, y) => set!(d, product as Slot),
                        _ if bigs.int(x).bits() + bigs.int(y).bits() > MAX_BITS => {
                            leave!(Leave::Fault(Fault::Other(Cause::Limit(Limit::Integer))))
                        }
                        Some(_) | None => exact!(d, Some(bigs.int(x).mul(&bigs.int(y)))),
                    }
                }
                Op::Div(d, a, b) => {
                    let (x, y) = (get!(a), get!(b));
                    let quotient = ((x as i64) >> 1).checked_div_euclid((y as i64) >> 1);
                    match quotient.and_then(|q| q.checked_mul(2)) {
                        Some(slot) if small(x, y) => set!(d, slot as Slot),
                        Some(_) | None => exact!(d, bigs.int(x).div_euclid(&bigs.int(y))),
                    }
                }
                Op::Mod(d, a, b) => {
                    let (x, y) = (get!(a), get!(b));
                    match ((x as i64) >> 1).checked_rem_euclid((y as i64) >> 1) {
                        Some(rest) if small(x, y) => set!(d, of_small(rest)),
                        Some(_) | None => exact!(d, bigs.int(x).rem_euclid(&bigs.int(y))),
                    }
                }
                Op::EqInt(d, a, b) => compare!(d, a, b, ==),
                Op::NeInt(d, a, b) => compare!(d, a, b, !=),
                Op::LtInt(d, a, b) => compare!(d, a, b, <),
                Op::LeInt(d, a, b) => compare!(d, a, b, <=),
                Op::EqBits(d, a, b) => set!(d, Slot::from(get!(a) == get!(b))),
                Op::NeBits(d, a, b) => set!(d, Slot::from(get!(a) != get!(b))),
                Op::Not(d, a) => set!(d, Slot::from(get!(a) == 0)),
                Op::Single(arith, d, a, b) => set!(d, arithmetic(FloatFormat::Single, arith, get!(a), get!(b))),
                Op::Double(arith, d, a, b) => set!(d, arithmetic(FloatFormat::Double, arith, get!(a), get!(b))),
                Op::NegFloat(format, d, a) => set!(d, float(get!(a), format).negated().bits()),
                Op::CompareSingle(how, d, a, b) => {
                    set!(d, Slot::from(comparison(FloatFormat::Single, how, get!(a), get!(b))));
                }
                Op::CompareDouble(how, d, a, b) => {
                    set!(d, Slot::from(comparison(FloatFormat::Double, how, get!(a), get!(b))));
                }
                Op::Intrinsic(d, number, first) => match named(bigs, codes, number, regs, first) {
                    Ok(slot) => set!(d, slot),
                    Err(cause) => leave!(Leave::Fault(Fault::Other(cause))),
                },
                Op::Meet => visible!(),
                Op::Jump(to) => {
                    pc = to;
                    continue;
                }
                Op::JumpIf(c, to) => {
                    if get!(c) != 0 {
                        pc = to;
                        continue;
                    }
                }
                Op::JumpUnless(c, to) => {
                    if get!(c) == 0 {
                        pc = to;
                        continue;
                    }
                }
                Op::Load(d, array, index) => {
                    visible!();
                    load!(d, array, cell!(array, index, What::Load));
                }
                Op::LoadMany(d, array, first) => {
                    visible!();
                    load!(d, array, cells!(array, first, What::Load));
                }
                Op::Store(array, index, value) => {
                    visible!();
                    store!(array, cell!(array, index, What::Store), value);
                }
                Op::StoreMany(array, first, value) => {
                    visible!();
                    store!(array, cells!(array, first, What::Store), value);
                }
                Op::LoadOwn(d, own, first) => {
                    let (array, at) = own!(own, first, What::Load);
                    let known = array.flags + at;
                    if get!(known) == 0 {
                        let Some(seed) = fixed.options.uninitialised.of_memory() else {
                            let location = Location::private(array.var, thread, callers.len() as u32, at);
                            leave!(Leave::Fault(Fault::Unknown { location }))
                        };
                        set!(array.first + at, arbitrary(seed, array.elem, own_salt(tid, array.var, at)));
                        set!(known, 1);
                    }
                    set!(d, get!(array.first + at));
                }
                Op::StoreOwn(own, first, value) => {
                    let (array, at) = own!(own, first, What::Store);
                    set!(array.first + at, get!(value));
                    set!(array.flags + at, 1);
                }
                Op::ForgetOwn(own) => {
                    let Some(array) = code.arrays.get(own as usize) else { leave!(lost()) };
                    for flag in array.flags..array.flags + array.len {
                        set!(flag, 0);
                    }
                }
                Op::Forget(number) => set!(unset!(number).flag, 0),
                Op::Known(number) => set!(unset!(number).flag, 1),
                Op::Demand(number) => {
                    let unset = unset!(number);
                    if get!(unset.flag) == 0 {
                        let Some(seed) = fixed.options.uninitialised.of_variables() else {
                            leave!(Leave::Fault(Fault::Unset(unset.var)))
                        };
                        let Some(info) = code.vars.get(unset.var.0 as usize) else { leave!(lost()) };
                        set!(codes.first_var + unset.var.0, arbitrary(seed, info.ty, own_salt(tid, unset.var, 0)));
                        set!(unset.flag, 1);
                    }
                }
                // If contracts are not checked, a loop only counts its iterations.
                Op::Special(Special::LoopEnter(number)) if !fixed.options.contracts => {
                    if let Some(counter) = codes.loops.get(number as usize).and_then(|l| l.counter) {
                        set!(counter, 0);
                    }
                }
                Op::Special(Special::LoopAgain(number)) if !fixed.options.contracts => {
                    if let Some(counter) = codes.loops.get(number as usize).and_then(|l| l.counter) {
                        set!(counter, get!(counter) + 1);
                    }
                }
                Op::Special(special) => {
                    if op.is_visible(fixed.options.contracts) {
                        visible!();
                    }
                    leave!(Leave::Special(special))
                }
            }
            pc += 1;
        }
    }
}
