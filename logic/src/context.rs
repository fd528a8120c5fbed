//! The symbols of one kernel: those of the launch, scalars, arrays and pure functions.
//!
//! In: a typed program and one of its kernels. Out: the symbols that the kernel's terms mention, and the facts about
//! them that hold in every launch.

use crate::description::Descriptions;
use crate::fault::{Faults, Missing};
use crate::finding::Subject;
use crate::function_table::FunctionTable;
use crate::iterators;
use crate::origin::{Event, Version};
use crate::ranges::{self, Ranges};
use crate::reduction::Reductions;
use crate::sizes::equal_sizes;
use crate::syntactic::{is_shared, stored};
use crate::teams::Teams;
use crate::term::{self, Names, Reads, Role, Sort, Substitution, Symbol, Term};
use imbl::OrdMap;
use ir::{
    ArrayDecl, ArrayId, Depth, Dims, FieldId, Heap, Kernel, Node, Program, ScalarId, Space, Type, VarDecl, VarId, Width,
};
use std::collections::{BTreeMap, BTreeSet};

/// A private array of the thread.
#[derive(Clone, Debug)]
pub struct PrivateArray<'a> {
    /// Its declaration.
    pub decl: &'a VarDecl,
    /// Its lengths, one per dimension.
    pub lengths: Vec<Term>,
}

/// The symbols of one kernel, and everything else that its terms depend on.
#[derive(Debug)]
pub struct Context<'a> {
    /// The whole program.
    pub program: &'a Program,
    /// The kernel; `None` while a function of the top level is verified.
    pub kernel: Option<&'a Kernel>,
    /// Makes new symbols.
    pub names: Names,
    /// The positions and sizes of teams.
    pub teams: Teams,
    /// A constant for each scalar.
    pub scalars: Vec<Symbol>,
    /// The values of each array before the kernel. Those of local memory are functions of the group.
    pub initial: Vec<Symbol>,
    /// The lengths of each array, one per dimension.
    pub lengths: Vec<Vec<Term>>,
    /// The private arrays of the thread.
    pub private: BTreeMap<VarId, PrivateArray<'a>>,
    /// The heaps of what references refer to: elements of arrays, and fields of objects.
    pub referenced: BTreeSet<Heap>,
    /// The length of the array to which a reference refers, as a function.
    pub length: Symbol,
    /// Arrays that the kernel's code writes. All other arrays keep their values.
    pub written: BTreeSet<Heap>,
    /// The symbols of pure functions.
    pub functions: FunctionTable,
    /// The symbols of reductions such as `\sum`.
    pub reductions: Reductions,
    /// The symbols of descriptions of sets.
    pub descriptions: Descriptions,
    /// Origins of values, for reports.
    pub versions: Vec<Version>,
    /// The symbols that stand for machine integers or for arrays of them, each with its type.
    pub ranges: Ranges,
    /// The type of the variables of the launch, if all obligations know that it limits them, and that scalars are
    /// values of their types. Where another item launches the kernel, the limit is a claim about the launch.
    pub launch_width: Option<Width>,
    /// Replaces sizes that the preconditions make equal by one of them.
    pub same_sizes: Substitution,
    /// The reads of memory that were simplified before.
    pub reads: Reads,
    /// Parts of the program that should be known and are not.
    pub faults: Faults,
}

impl<'a> Context<'a> {
    /// Symbols for a kernel (or for functions of the top level alone).
    pub fn new(program: &'a Program, kernel: Option<&'a Kernel>) -> Self {
        Self::with_names(program, kernel, Names::default())
    }

    /// Symbols for a kernel that another item launches. Names are taken from the context `by` of that item, so that no
    /// symbol is made twice, and so are the symbols of functions of the top level and of reductions: both items speak
    /// of the same functions.
    pub fn of_launched(program: &'a Program, kernel: &'a Kernel, by: &mut Context<'_>) -> Self {
        let mut cx = Self::with_names(program, Some(kernel), std::mem::take(&mut by.names));
        cx.functions.share(program, &by.functions);
        cx.reductions = std::mem::take(&mut by.reductions);
        cx.descriptions = std::mem::take(&mut by.descriptions);
        cx.launch_width = None;
        cx
    }

    fn with_names(program: &'a Program, kernel: Option<&'a Kernel>, mut names: Names) -> Self {
        let dims = kernel.map_or(Dims::One, Kernel::dims);
        let teams = Teams::of_kernel(&mut names, dims, kernel.is_none_or(Kernel::mentions_groups));
        let scalars = kernel.map_or(&[][..], |k| &k.scalars);
        let scalars: Vec<Symbol> =
            scalars.iter().map(|s| names.fresh(&s.name.name, vec![], Sort::of(s.ty), Role::Scalar)).collect();
        let same_sizes = kernel.map_or_else(Substitution::new, |k| equal_sizes(k, &teams, &scalars));
        let arrays = kernel.map_or(&[][..], |k| &k.arrays);
        let initial = (0..).map(ArrayId).zip(arrays).map(|(id, a)| {
            let owner = kernel.map_or(Depth::LAUNCH, |k| k.depth_of(id));
            names.values(Heap::Array(id), &a.name.name, teams.params(owner), array_sort(a))
        });
        let initial: Vec<Symbol> = initial.collect();
        let mut ranges = Ranges::default();
        let declared = kernel.map_or(&[][..], |k| &k.scalars).iter().map(|s| s.ty);
        declared.zip(&scalars).for_each(|(ty, symbol)| ranges.record(symbol, ty));
        arrays.iter().zip(&initial).for_each(|(a, symbol)| ranges.record(symbol, a.elem));
        let mut written = kernel.map(|k| stored(&k.body, program)).unwrap_or_default();
        written.retain(is_shared);
        let functions = FunctionTable::new(program, kernel, &mut names);
        let length = names.fresh("length", vec![Sort::INT], Sort::INT, Role::Length);
        ranges.record_natural(&length);
        let referenced = if kernel.is_none() { referenced(program) } else { BTreeSet::new() };
        let (lengths, versions) = (vec![], vec![]);
        Self {
            program,
            kernel,
            names,
            teams,
            scalars,
            initial,
            lengths,
            private: BTreeMap::new(),
            referenced,
            length,
            written,
            functions,
            reductions: Reductions::default(),
            descriptions: Descriptions::default(),
            versions,
            ranges,
            launch_width: kernel.and_then(|k| k.launch.width()),
            same_sizes,
            reads: Reads::default(),
            faults: Faults::default(),
        }
    }

    /// The declaration of the array that a heap belongs to.
    pub fn array(&self, heap: Heap) -> Option<&'a ArrayDecl> {
        let Heap::Array(ArrayId(n)) = heap else { return None };
        self.kernel.and_then(|k| k.arrays.get(n as usize))
    }

    /// The symbol for the values of a heap before the kernel.
    pub fn initial_of(&self, heap: Heap) -> Option<&Symbol> {
        let Heap::Array(ArrayId(n)) = heap else { return None };
        self.initial.get(n as usize)
    }

    /// All heaps of the kernel, or of what references refer to.
    pub fn heaps(&self) -> Vec<Heap> {
        let declared = (0..self.initial.len()).map(|n| Heap::Array(ArrayId(n as u32)));
        declared.chain(self.referenced.iter().copied()).collect()
    }

    /// The memory that the array is in.
    pub fn space(&self, heap: Heap) -> Space {
        self.array(heap).map_or(Space::Global, |a| a.space)
    }

    /// The name and the type of a variable that is declared in `vars`.
    pub fn variable<'v>(&self, vars: &'v [VarDecl], v: VarId) -> (&'v str, Type) {
        let Some(decl) = vars.get(v.0 as usize) else {
            self.faults.note(Missing::Variable(v));
            return ("?", Type::Int);
        };
        (&decl.name.name, decl.ty)
    }

    /// Name of the array.
    pub fn array_name(&self, heap: Heap) -> &'a str {
        self.shape(heap).map_or("?", |(name, _)| name)
    }

    /// The name of a heap, its number of dimensions, and the type of its elements.
    fn declared(&self, heap: Heap) -> Option<(&'a str, usize, Type)> {
        match heap {
            Heap::Array(_) => self.array(heap).map(|a| (a.name.name.as_str(), a.dims.len(), a.elem)),
            Heap::Private(v) => {
                let decl = self.private.get(&v)?.decl;
                Some((&decl.name.name, decl.dims.len(), decl.ty))
            }
            Heap::Elements(elem) => Some(("elements", 2, elem)),
            Heap::Field(f) => self.program.field(f).map(|field| (field.name.name.as_str(), 1, field.ty)),
        }
    }

    /// The name of a heap, and the sort of its values.
    fn shape(&self, heap: Heap) -> Option<(&'a str, Sort)> {
        self.declared(heap).map(|(name, dims, elem)| (name, Sort::int_array(dims, Sort::of(elem))))
    }

    /// The type of the elements of a heap.
    pub fn element(&self, heap: Heap) -> Option<Type> {
        self.declared(heap).map(|(_, _, elem)| elem)
    }

    /// The lengths of the array, one per dimension.
    pub fn lengths_of(&self, heap: Heap) -> &[Term] {
        let lengths = match heap {
            Heap::Array(ArrayId(n)) => self.lengths.get(n as usize),
            Heap::Private(v) => self.private.get(&v).map(|p| &p.lengths),
            Heap::Elements(_) | Heap::Field(_) => None,
        };
        lengths.map_or(&[], Vec::as_slice)
    }

    /// The constant of a scalar.
    pub fn scalar(&self, id: ScalarId) -> Term {
        let known = self.scalars.get(id.0 as usize).map(term::constant);
        known.unwrap_or_else(|| self.faults.arbitrary(Missing::Scalar(id), Sort::INT))
    }

    /// The facts that follow from the types of constants and launch variables in every launch. Launch variables that
    /// are positions need no such fact, since they are smaller than sizes.
    pub fn range_facts(&self) -> Vec<Term> {
        let scalars = self.scalars.iter().map(term::constant);
        let mut out: Vec<Term> =
            scalars.filter_map(|s| self.ranges.of(&s).map(|width| ranges::fits(width, &s))).collect();
        if let Some(width) = self.kernel.and_then(|k| k.launch.width()) {
            let most = |size: Term| term::le(size, term::int(width.greatest()));
            for position in self.teams.dims.iter().flat_map(|d| &d.positions) {
                out.push(most(term::constant(&position.count)));
                if position.base.is_some() {
                    out.push(most(term::constant(&position.total)));
                }
            }
        }
        out
    }

    /// The length of the array to which a reference refers.
    pub fn length_of(&self, array: Term) -> Term {
        term::app(&self.length, vec![array])
    }

    /// The condition that the index is inside of the array.
    pub fn in_bounds(&self, heap: Heap, index: &[Term]) -> Term {
        if let (Heap::Elements(_), [array, i]) = (heap, index) {
            let exists = term::ne(array.clone(), null());
            return term::and([exists, term::within(term::int(0), i.clone(), self.length_of(array.clone()))]);
        }
        if let (Heap::Field(_), [object]) = (heap, index) {
            return term::ne(object.clone(), null());
        }
        let lengths = self.lengths_of(heap);
        if lengths.len() != index.len() {
            return self.faults.arbitrary(Missing::Heap(heap), Sort::BOOL);
        }
        term::and(index.iter().zip(lengths).map(|(i, n)| term::within(term::int(0), i.clone(), n.clone())))
    }

    /// An arbitrary location of the array, as one fresh constant per dimension.
    pub fn fresh_location(&mut self, heap: Heap) -> Vec<Symbol> {
        let sort = self.shape(heap).map(|(_, sort)| sort);
        let keys = sort.and_then(Sort::as_array).map_or(&[Sort::INT][..], |(keys, _)| keys);
        let name = self.array_name(heap);
        let one =
            |(n, key): (usize, &Sort)| self.names.fresh(location_name(name, keys.len(), n), vec![], *key, Role::Skolem);
        keys.iter().enumerate().map(one).collect()
    }

    /// New values of an array, introduced for a member at this depth. Other members have other values.
    pub fn fresh_memory(&mut self, heap: Heap, depth: Depth) -> Term {
        let Some((name, sort)) = self.shape(heap) else {
            return self.faults.arbitrary(Missing::Heap(heap), Sort::INT);
        };
        let symbol = self.names.values(heap, name, self.teams.params(depth), sort);
        self.element(heap).into_iter().for_each(|ty| self.ranges.record(&symbol, ty));
        term::app(&symbol, self.teams.members(depth))
    }

    /// The values of each array before the kernel, for the generic member that owns the array: each group has its own
    /// local memory.
    pub fn initial_values(&self) -> OrdMap<Heap, Term> {
        let values = |h: Heap| Some((h, term::app(self.initial_of(h)?, self.teams.members(self.owner(h)))));
        self.heaps().into_iter().filter_map(values).collect()
    }

    /// The depth of the members that own an array: each group owns its local memory, and the launch owns global memory.
    pub fn owner(&self, heap: Heap) -> Depth {
        match (heap, self.kernel) {
            (Heap::Array(a), Some(kernel)) => kernel.depth_of(a),
            (Heap::Array(_), None) | (Heap::Elements(_) | Heap::Field(_), _) => Depth::LAUNCH,
            (Heap::Private(_), _) => self.teams.innermost,
        }
    }

    /// An arbitrary value, introduced for a member at this depth. Other members have other values.
    pub fn fresh_private(&mut self, shown: &str, ty: Type, depth: Depth) -> Term {
        let symbol = self.names.fresh(shown, self.teams.params(depth), Sort::of(ty), Role::Private);
        self.ranges.record(&symbol, ty);
        term::app(&symbol, self.teams.members(depth))
    }

    /// Records the origin of a value.
    pub fn note(&mut self, term: &Term, of: Subject, event: Event, node: Node, mentioned: bool) {
        self.versions.push(Version { term: term.clone(), of, event, node, mentioned });
    }

    /// The values in a term that come from a loop or a declaration and that no clause mentions, in the order in which
    /// they were introduced. The value of a declaration does not count if another one has followed.
    pub fn undescribed(&self, t: &Term) -> Vec<&Version> {
        let undescribed =
            self.versions.iter().filter(|v| !v.mentioned && matches!(v.event, Event::Loop | Event::Declared));
        let last = |v: &&Version| self.versions.iter().rev().find(|w| w.of == v.of).is_some_and(|w| w.term == v.term);
        let present = undescribed.filter(|v| v.event != Event::Declared || last(v));
        present.filter(|v| term::any_subterm(t, |s| *s == v.term)).collect()
    }

    /// A second, arbitrary thread of the group, as one term per dimension.
    pub fn other_thread(&mut self) -> Vec<Term> {
        iterators::other_thread(&self.teams, &mut self.names)
    }
}

/// The reference to no array.
pub fn null() -> Term {
    term::int(0)
}

/// The heaps of what references refer to in procedures and functions.
fn referenced(program: &Program) -> BTreeSet<Heap> {
    let mut out = BTreeSet::new();
    let mut record = |ty: Type| {
        let mut inner = ty.element();
        while let Some(elem) = inner {
            let _ = out.insert(Heap::Elements(elem));
            inner = elem.element();
        }
    };
    program.fields.iter().for_each(|field| record(field.ty));
    let of_procedures = program.procedures.iter().flat_map(|p| &p.vars);
    of_procedures.chain(program.functions.iter().flat_map(|f| &f.vars)).for_each(|decl| record(decl.ty));
    out.extend((0u32..).map(FieldId).zip(&program.fields).map(|(id, _)| Heap::Field(id)));
    out
}

fn location_name(heap: &str, dims: usize, dim: usize) -> String {
    if dims == 1 {
        format!("index of {heap}")
    } else {
        format!("index {dim} of {heap}")
    }
}

fn array_sort(decl: &ArrayDecl) -> Sort {
    Sort::int_array(decl.dims.len(), Sort::of(decl.elem))
}
