//! From an input to the first state.
//!
//! In: a kernel, a launch, arguments by name. Out: a machine in which no group has started, or the reason why the input
//! does not fit the kernel.

use std::rc::Rc;

use ir::{ArrayId, Expr, Kernel, LaunchVar, Program, Space, Type};

use super::sizes::Sizes;
use super::state::{Fixed, Frame, Group, Machine, State, Thread};
use crate::code::{self, compile, Code, Codes};
use crate::eval::eval;
use crate::happens::Happens;
use crate::history::History;
use crate::input::{BadInput, Input, Rule};
use crate::int::Int;
use crate::launch::Launch;
use crate::member::{Member, ThreadId};
use crate::memory::{Array, Bank, Source};
use crate::options::Options;
use crate::report::Outcome;
use crate::shape::Shape;
use crate::slot::{of_small, Bigs, Slot};
use crate::stop::Limit;
use crate::trace::Trace;
use crate::value::Value;

/// The constants of the launch, in the order of the kernel.
fn scalars(kernel: &Kernel, input: &Input) -> Result<Vec<Value>, BadInput> {
    let known = |name: &String| kernel.scalars.iter().any(|s| s.name.name == *name);
    if let Some(stranger) = input.scalars.keys().find(|name| !known(name)) {
        return Err(BadInput::Stranger(stranger.clone()));
    }
    let of = |s: &ir::ScalarDecl| {
        let name = &s.name.name;
        let value = input.scalars.get(name).ok_or_else(|| BadInput::NoScalar(name.clone()))?;
        given(value, s.ty, name).map(|()| value.clone())
    };
    kernel.scalars.iter().map(of).collect()
}

/// Checks that a value of the input has the declared type.
fn given(value: &Value, ty: Type, name: &str) -> Result<(), BadInput> {
    match ty.width() {
        _ if value.is_of(ty) => Ok(()),
        Some(width) if value.ty() == Some(ty.unbounded()) => Err(BadInput::Range(name.to_owned(), width)),
        _ => Err(BadInput::Type(name.to_owned())),
    }
}

/// Checks that the sizes of the launch have values of the type of launch variables.
fn bounded(kernel: &Kernel, launch: &Launch) -> Result<(), BadInput> {
    let Some(width) = kernel.launch.width() else { return Ok(()) };
    let sizes = [LaunchVar::Tcount, LaunchVar::Gsize, LaunchVar::Ngroups];
    let fits = |n: i64| Value::from(n).is_of(kernel.launch);
    let fit = sizes.iter().all(|var| launch.values(*var, Member::LAUNCH).into_iter().all(fits));
    if fit {
        Ok(())
    } else {
        Err(BadInput::Launch(width))
    }
}

/// The sizes of a kernel's arrays in a launch, in the order of their declaration.
pub fn shapes(program: &Program, kernel: &Kernel, launch: &Launch, input: &Input) -> Result<Vec<Shape>, BadInput> {
    let threads = launch.groups().checked_mul(launch.threads()).filter(|n| i32::try_from(*n).is_ok());
    if launch.groups() == 0 || launch.threads() == 0 || launch.warp == 0 || threads.is_none() {
        return Err(BadInput::Size);
    }
    let launch = launch.of(kernel.dims()).ok_or(BadInput::Dimensions(kernel.dims()))?;
    bounded(kernel, &launch)?;
    let scalars = scalars(kernel, input)?;
    let mut sizes = Sizes { program, kernel, launch, scalars: &scalars, work: 1 << 16 };
    let mut out = Vec::new();
    for array in &kernel.arrays {
        let name = &array.name.name;
        let dims = lengths(name, &array.dims, &mut sizes)?;
        let initial = array.initial.iter().filter_map(|literal| eval(literal, &mut sizes).ok()).collect();
        out.push(Shape { name: name.clone(), space: array.space, elem: array.elem, dims, initial });
    }
    Ok(out)
}

/// The lengths of an array of the kernel. A negative length is an error of the input.
fn lengths<'p>(name: &str, dims: &'p [Expr], sizes: &mut Sizes<'_, 'p>) -> Result<Vec<i64>, BadInput> {
    let bad = || BadInput::Shape(name.to_owned());
    let lengths = declared_lengths(name, dims, sizes)?.ok_or_else(bad)?;
    match lengths.iter().any(|length| *length < 0) {
        true => Err(bad()),
        false => Ok(lengths),
    }
}

/// The lengths with which an array is declared; `None` if one of them has no value. Those of a private array may be
/// negative or have no value as long as the code does not come to its declaration.
fn declared_lengths<'p>(name: &str, dims: &'p [Expr], sizes: &mut Sizes<'_, 'p>) -> Result<Option<Vec<i64>>, BadInput> {
    let mut lengths = Vec::new();
    for dim in dims {
        let Some(length) = eval(dim, sizes).ok().and_then(|value| value.as_int().cloned()) else { return Ok(None) };
        let least = (length < Int::ZERO).then_some(i64::MIN);
        let large = || BadInput::TooLarge { array: Some((name.to_owned(), None)), limit: u32::MAX as usize };
        lengths.push(length.to_i64().or(least).ok_or_else(large)?);
    }
    Ok(Some(lengths))
}

impl<'p> Machine<'p> {
    /// The first state.
    pub fn new(
        program: &'p Program,
        kernel: &'p Kernel,
        launch: &Launch,
        input: &Input,
        options: &Options,
        explores: bool,
    ) -> Result<Self, BadInput> {
        let launch = &launch.of(kernel.dims()).ok_or(BadInput::Dimensions(kernel.dims()))?;
        let shapes = shapes(program, kernel, launch, input)?;
        let scalars = scalars(kernel, input)?;
        let mut sizes = Sizes { program, kernel, launch: *launch, scalars: &scalars, work: 1 << 16 };
        let codes =
            compile(program, kernel, options, &mut |decl| declared_lengths(&decl.name.name, &decl.dims, &mut sizes))?;
        let mut bigs = Bigs::new(options.limits.memory);
        let mut room = options.limits.memory.min(u32::MAX as usize);
        // One word for each group, and with contracts 16 words for each thread.
        let threads = launch.groups() as usize * launch.threads() as usize;
        let bookkeeping = launch.groups() as usize + if options.contracts { 16 * threads } else { 0 };
        let limit = options.limits.memory.min(u32::MAX as usize);
        room = room.checked_sub(bookkeeping).ok_or(BadInput::TooLarge { array: None, limit })?;
        strangers(&shapes, input)?;
        let same = same(&shapes, input)?;
        // In a kernel with atomics, races are looked for by the names of locations, and so is what memory held before.
        let by_name = codes.has_other_orders() || codes.remembers && !options.contracts;
        if let (Some(name), true) = (input.same.keys().next(), by_name) {
            return Err(BadInput::Shared(name.clone()));
        }
        let mut arrays: Vec<Array> = Vec::new();
        let mut used = [0_usize; 2];
        for (shape, first) in shapes.iter().zip(&same) {
            let large = || BadInput::TooLarge { array: Some((shape.name.clone(), shape.len())), limit };
            let len = shape.len().filter(|len| *len <= room).ok_or_else(large)?;
            let [global, local] = &mut used;
            let mut shared = arrays.get(first.0 as usize).map(|first| first.base as usize);
            // Under the first of its names, memory has all elements that it has under any.
            let names = shapes.iter().zip(&same).filter(|(_, of)| *of == first);
            let taken = match shared {
                Some(_) => 0,
                None => names.filter_map(|(shape, _)| shape.len()).max().filter(|n| *n <= room).ok_or_else(large)?,
            };
            let base = match shape.space {
                Space::Global => {
                    room -= taken;
                    shared.as_mut().unwrap_or(global)
                }
                // The room for local memory is taken when a group starts.
                Space::Local => local,
            };
            arrays.push(Array {
                name: shape.name.clone(),
                space: shape.space,
                elem: shape.elem,
                dims: shape.dims.clone(),
                single: if shape.dims.len() == 1 { len as u64 } else { 0 },
                base: u32::try_from(*base).map_err(|_| large())?,
                len: u32::try_from(len).map_err(|_| large())?,
                source: source(shape, input, &mut bigs, limit)?,
            });
            *base += taken;
            if u32::try_from(*base).is_err() || !Bank::is_possible(*base, options.races) {
                return Err(large());
            }
        }
        // If not only barriers order threads, races are looked for by vector clocks.
        let atomics = codes.has_other_orders();
        let (races, phases) = (options.races, options.races && !atomics);
        let happens = (races && atomics).then(|| Box::new(Happens::new(*launch, options.strict_fences)));
        let [global_cells, local_cells] = used;
        let large = || BadInput::TooLarge { array: None, limit };
        let template = |code| template(&codes, code, launch, &scalars, &mut bigs, room).ok_or_else(large);
        let templates = codes.all.iter().map(template).collect::<Result<Vec<_>, _>>()?;
        let history = codes.remembers.then(|| History::new(room / 8));
        let global = Bank::new(global_cells, phases);
        let groups = (0..launch.groups()).map(|_| None).collect();
        let trace = options.trace.then(Trace::default);
        let fixed = Fixed {
            program,
            kernel,
            codes,
            launch: *launch,
            arrays,
            same,
            scalars,
            templates,
            local_cells,
            options: options.clone(),
            explores,
            phases,
        };
        let work = options.limits.work;
        Ok(Self {
            fixed: Rc::new(fixed),
            bigs,
            global,
            groups,
            steps: 0,
            mark: 0,
            runs: 0,
            work,
            room,
            trace,
            history,
            happens,
            atomic: None,
            accesses: Vec::new(),
            ghost: None,
            findings: Vec::new(),
            unknown: Vec::new(),
            ended: false,
        })
    }

    /// Starts a group: makes its local memory and its threads.
    pub fn start_group(&mut self, number: u32) -> Result<(), Outcome> {
        let fixed = self.fixed.clone();
        let threads = fixed.launch.threads() as usize;
        let need = threads.checked_mul(self.width() + THREAD).and_then(|n| n.checked_add(fixed.local_cells));
        let room = need.and_then(|need| self.room.checked_sub(need)).ok_or(Outcome::Limit(Limit::Memory))?;
        self.room = room;
        let template = fixed.templates.first().map_or(&[][..], Vec::as_slice);
        let thread = |lid: u32| {
            let mut registers = template.to_vec();
            let who = Member::thread(ThreadId { group: number, lid });
            for (var, axis) in code::positions(fixed.kernel.dims()) {
                let at = code::launch_register(var, axis) as usize;
                if let (Some(register), Some(value)) = (registers.get_mut(at), fixed.launch.value(var, axis, who)) {
                    *register = of_small(value);
                }
            }
            let frame = Frame { code: 0, pc: 0, registers, began: 0, marks: Vec::new() };
            Thread { state: State::Ready, frame, callers: Vec::new() }
        };
        let group = Group {
            local: Bank::new(fixed.local_cells, fixed.phases),
            phases: [1; 3],
            threads: (0..fixed.launch.threads()).map(thread).collect(),
            waiting: 0,
            done: 0,
            first: 0,
        };
        if let Some(place) = self.groups.get_mut(number as usize) {
            *place = Some(Box::new(group));
        }
        Ok(())
    }

    /// Ends a group whose threads have all ended: frees its memory.
    pub fn finish_group(&mut self, number: u32) {
        let fixed = self.fixed.clone();
        self.room += fixed.launch.threads() as usize * (self.width() + THREAD) + fixed.local_cells;
        if let Some(happens) = &mut self.happens {
            happens.finish(number);
        }
        if let Some(place) = self.groups.get_mut(number as usize) {
            *place = None;
        }
    }

    /// Registers of a thread in the kernel's body.
    fn width(&self) -> usize {
        self.fixed.templates.first().map_or(0, Vec::len)
    }

    /// How many elements and registers the whole launch has.
    pub fn size(&self) -> usize {
        let (launch, width) = (self.fixed.launch, self.width());
        let group = (launch.threads() as usize).saturating_mul(width).saturating_add(self.fixed.local_cells);
        self.global.cells.len().saturating_add(group.saturating_mul(launch.groups() as usize))
    }

    /// Contents of the global arrays, by name.
    pub fn memory(&self) -> std::collections::BTreeMap<String, Vec<Value>> {
        let global = self.fixed.arrays.iter().filter(|a| a.space == Space::Global);
        let of = |a: &Array| {
            let cells = (a.base..a.base + a.len).filter_map(|cell| self.global.get(a, cell));
            (a.name.clone(), cells.map(|slot| self.bigs.value(slot, a.elem)).collect())
        };
        global.map(of).collect()
    }
}

/// Refuses contents for a name that is no global array.
fn strangers(shapes: &[Shape], input: &Input) -> Result<(), BadInput> {
    let known = |name: &String| shapes.iter().any(|s| s.space == Space::Global && s.name == *name);
    match input.arrays.keys().chain(input.rules.keys()).find(|name| !known(name)) {
        Some(stranger) => Err(BadInput::Stranger(stranger.clone())),
        None => Ok(()),
    }
}

/// For each array the first one that is the same memory.
fn same(shapes: &[Shape], input: &Input) -> Result<Vec<ArrayId>, BadInput> {
    let position = |name: &String| shapes.iter().position(|s| s.space == Space::Global && s.name == *name);
    let of = |(n, shape): (usize, &Shape)| {
        let first = match input.same.get(&shape.name) {
            Some(name) => position(name).ok_or_else(|| BadInput::Stranger(name.clone()))?,
            None => n,
        };
        // A chain of names, or a name in front of the first one, is no such list.
        let is_first = shapes.get(first).is_some_and(|first| !input.same.contains_key(&first.name)) || first == n;
        let known = u32::try_from(first).ok().filter(|_| first <= n && is_first);
        known.map(ArrayId).ok_or_else(|| BadInput::Shared(shape.name.clone()))
    };
    shapes.iter().enumerate().map(of).collect()
}

/// The values of an array before the kernel.
fn source(shape: &Shape, input: &Input, bigs: &mut Bigs, limit: usize) -> Result<Source, BadInput> {
    let name = || shape.name.clone();
    if shape.space == Space::Local {
        return Ok(Source::Unknown);
    }
    let large = |_| BadInput::TooLarge { array: Some((name(), shape.len())), limit };
    if !shape.initial.is_empty() {
        return shape.initial.iter().map(|v| bigs.slot(v).map_err(large)).collect::<Result<_, _>>().map(Source::Slots);
    }
    if let Some(rule) = input.rules.get(&shape.name) {
        return match rule {
            Rule::Same(value) => {
                given(value, shape.elem, &shape.name)?;
                bigs.slot(value).map(Source::Same).map_err(large)
            }
            Rule::Fill(_) => Ok(Source::Rule(rule.clone())),
        };
    }
    let values = input.arrays.get(&shape.name).ok_or_else(|| BadInput::NoArray(name()))?;
    let len = shape.len().unwrap_or(0);
    if values.len() != len {
        return Err(BadInput::Length(name(), len, values.len()));
    }
    let slot = |value: &Value| {
        given(value, shape.elem, &shape.name)?;
        bigs.slot(value).map_err(large)
    };
    values.iter().map(slot).collect::<Result<_, _>>().map(Source::Slots)
}

/// Registers of a frame when it begins; `None` if there is no room for them.
fn template(
    codes: &Codes<'_>,
    code: &Code<'_>,
    launch: &Launch,
    scalars: &[Value],
    bigs: &mut Bigs,
    room: usize,
) -> Option<Vec<Slot>> {
    let width = usize::try_from(code.registers).ok().filter(|width| *width <= room)?;
    let mut out = vec![of_small(0); width];
    for axis in launch.axes() {
        for var in [LaunchVar::Tcount, LaunchVar::Gsize, LaunchVar::Ngroups] {
            let register = out.get_mut(code::launch_register(var, *axis) as usize)?;
            *register = of_small(launch.value(var, *axis, Member::LAUNCH)?);
        }
    }
    for (register, value) in out.iter_mut().skip(codes.first_scalar as usize).zip(scalars) {
        *register = bigs.slot(value).ok()?;
    }
    for (register, value) in &code.constants {
        *out.get_mut(*register as usize)? = bigs.slot(value).ok()?;
    }
    // The registers that say whether a variable or element has a value are 0: none has.
    Some(out)
}

/// How many words a thread takes besides its registers.
const THREAD: usize = 2;
