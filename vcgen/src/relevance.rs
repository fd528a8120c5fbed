//! Selects the hypotheses that a goal is likely to need: those that share something with it.
//!
//! Straight-line code with many barriers gathers hundreds of facts. A goal needs a few of them. A fact is near a goal
//! if they share something that few facts mention: a version of memory, a private variable, a witness, the argument of
//! a function. Leaving facts out may lose a proof and cannot make one unsound, so the caller tries again with more
//! facts, and at last with all of them.
//!
//! The marks of a fact are computed once for a task. A fact that an obligation has a second time, for another thread,
//! gets its marks from the original, and is written out only if it is selected.
//!
//! In: an obligation, the marks of its facts and a distance. Out: the obligation with the facts within that distance.

use logic::hyps::{Change, Hyps, Keep, Part};
use logic::obligation::{Hyp, Obligation};
use logic::term::{self, Role, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// If an obligation has fewer hypotheses than this, none is left out.
const FEW: usize = 24;

/// A mark that more facts than this have is not followed, because it says little about what a goal needs.
const MANY: usize = 8;

/// Something that a fact mentions and few other facts mention.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Mark {
    /// The number of a symbol that is not a size, a scalar or a function. (Those occur in most facts.)
    Symbol(u32),
    /// An argument of a pure function, if it is not just a name.
    Argument(Term),
}

/// The marks of facts, by the facts' addresses: the obligations of a task share most of their facts.
#[derive(Default)]
pub struct Marks {
    numbers: FxHashMap<Mark, u32>,
    of: FxHashMap<usize, Row>,
    /// The lists of symbols whose facts some obligation leaves out.
    left_out: Vec<Vec<Symbol>>,
}

/// What is known of a fact.
#[derive(Default)]
struct Row {
    /// The numbers of its marks.
    marks: Vec<u32>,
    /// The arguments of pure functions among the marks.
    arguments: Vec<Term>,
    /// For each list of symbols that some obligation leaves out: whether the fact mentions one of them.
    mentions: Vec<bool>,
}

impl Marks {
    /// The marks of all facts of some obligations, before they are changed.
    pub fn of(obligations: &[Obligation]) -> Self {
        let mut all = Self::default();
        for change in obligations.iter().flat_map(|o| o.hyps.parts()).filter_map(Part::change) {
            if let Keep::Without(symbols) = &change.keep {
                if !all.left_out.contains(symbols) {
                    all.left_out.push(symbols.clone());
                }
            }
        }
        Hyps::each_new(obligations.iter().map(|o| &o.hyps), |h| {
            if !all.of.contains_key(&h.term.address()) {
                let row = all.row(&h.term);
                let _ = all.of.insert(h.term.address(), row);
            }
        });
        all
    }

    fn row(&mut self, t: &Term) -> Row {
        let mut row = Row { mentions: self.left_out.iter().map(|s| t.mentions(s)).collect(), ..Row::default() };
        for mark in marks(t) {
            if let Mark::Argument(argument) = &mark {
                row.arguments.push(argument.clone());
            }
            let next = self.numbers.len() as u32;
            row.marks.push(*self.numbers.entry(mark).or_insert(next));
        }
        row
    }
}

/// The numbers of marks for one obligation, which may have marks that no fact has before it is changed.
struct Numbers<'m> {
    known: &'m Marks,
    more: FxHashMap<Mark, u32>,
}

impl Numbers<'_> {
    fn of(&mut self, mark: Mark) -> u32 {
        if let Some(number) = self.known.numbers.get(&mark) {
            return *number;
        }
        let next = (self.known.numbers.len() + self.more.len()) as u32;
        *self.more.entry(mark).or_insert(next)
    }

    fn all_of<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) -> Vec<u32> {
        let mut all: Vec<u32> = terms.into_iter().flat_map(marks).map(|mark| self.of(mark)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn len(&self) -> usize {
        self.known.numbers.len() + self.more.len()
    }
}

/// A fact of an obligation that may be selected.
struct Candidate<'o> {
    fact: &'o Hyp,
    change: Option<&'o Change>,
    /// The marks that the fact has before it is changed, those of what replaces constants in it, and those of the
    /// premise under which it then holds.
    marks: [&'o [u32]; 3],
    /// The marks of replaced arguments of functions.
    arguments: Vec<u32>,
    kept: bool,
}

impl Candidate<'_> {
    fn marks(&self) -> impl Iterator<Item = usize> + '_ {
        let numbers = self.marks.iter().copied().flatten().chain(&self.arguments);
        numbers.map(|number| *number as usize)
    }

    /// The fact, as it is meant; `None` if it says nothing.
    fn fact(&self) -> Option<Hyp> {
        self.change.map_or_else(|| Some(self.fact.clone()), |change| change.apply(self.fact))
    }
}

/// The obligation with the facts that are at most `distance` shared marks away from the goal; `None` if these are all,
/// and none of them is changed.
pub fn relevant(o: &Obligation, known: &Marks, distance: usize) -> Option<Obligation> {
    let changed = o.hyps.parts().iter().any(|part| part.change().is_some());
    if o.hyps.size() < FEW {
        return changed.then(|| Obligation { hyps: o.hyps.iter().collect(), ..o.clone() });
    }
    let mut numbers = Numbers { known, more: FxHashMap::default() };
    let goal = numbers.all_of([&o.goal]);
    let gained: Vec<[Vec<u32>; 2]> = o.hyps.parts().iter().map(|part| gained(part, &mut numbers)).collect();
    let mut all: Vec<Candidate<'_>> = Vec::with_capacity(o.hyps.size());
    for (part, gained) in o.hyps.parts().iter().zip(&gained) {
        all.extend(part.facts().iter().filter_map(|fact| candidate(fact, part, gained, &mut numbers)));
    }
    let mut frequency: Vec<usize> = vec![0; numbers.len()];
    for mark in all.iter().flat_map(Candidate::marks) {
        frequency.get_mut(mark).into_iter().for_each(|n| *n += 1);
    }
    // Marks that many facts have are ignored.
    let common = |mark: usize| frequency.get(mark).is_none_or(|n| *n > MANY);
    let mut reached: Vec<bool> = vec![false; numbers.len()];
    let reach = |reached: &mut Vec<bool>, mark: usize| {
        reached.get_mut(mark).filter(|_| !common(mark)).into_iter().for_each(|r| *r = true);
    };
    goal.iter().for_each(|mark| reach(&mut reached, *mark as usize));
    for c in &mut all {
        let kept = c.marks().all(common);
        c.kept = kept;
    }
    for _ in 0..distance {
        let mut next: Vec<usize> = Vec::new();
        for c in all.iter_mut().filter(|c| !c.kept) {
            if c.marks().any(|mark| reached.get(mark) == Some(&true)) {
                c.kept = true;
                next.extend(c.marks());
            }
        }
        next.into_iter().for_each(|mark| reach(&mut reached, mark));
    }
    if !changed && all.iter().all(|c| c.kept) {
        return None;
    }
    let hyps = all.iter().filter(|c| c.kept).filter_map(Candidate::fact).collect();
    Some(Obligation { hyps, ..o.clone() })
}

/// The marks that facts of a part gain when they are changed: those of what replaces constants, and those of the
/// premise.
fn gained(part: &Part, numbers: &mut Numbers<'_>) -> [Vec<u32>; 2] {
    let Some(change) = part.change() else { return [vec![], vec![]] };
    [numbers.all_of(change.by.values()), numbers.all_of([&change.under])]
}

/// The fact of a part, if the change of the part does not leave it out.
fn candidate<'o>(
    fact: &'o Hyp,
    part: &'o Part,
    [replaced, under]: &'o [Vec<u32>; 2],
    numbers: &mut Numbers<'o>,
) -> Option<Candidate<'o>> {
    let known = numbers.known;
    let row = known.of.get(&fact.term.address());
    let own = row.map_or(&[][..], |row| row.marks.as_slice());
    let Some(change) = part.change() else {
        return Some(Candidate { fact, change: None, marks: [own, &[], &[]], arguments: vec![], kept: false });
    };
    let is_hit = !change.by.misses(&fact.term);
    let belongs = match &change.keep {
        Keep::All => true,
        Keep::Changed => is_hit,
        Keep::Without(symbols) => {
            let at = known.left_out.iter().position(|list| list == symbols);
            !at.and_then(|at| row?.mentions.get(at).copied()).unwrap_or_else(|| fact.term.mentions(symbols))
        }
    };
    let arguments = row.filter(|_| is_hit).map(|row| row.arguments.as_slice()).unwrap_or_default();
    let arguments = arguments.iter().map(|a| numbers.of(Mark::Argument(term::substitute(a, &change.by)))).collect();
    let marks = [own, if is_hit { replaced } else { &[] }, under];
    belongs.then_some(Candidate { fact, change: Some(change), marks, arguments, kept: false })
}

fn marks(t: &Term) -> Vec<Mark> {
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    term::for_each_subterm(t, &mut |s| {
        let Some(symbol) = s.as_app() else { return };
        match symbol.role() {
            Role::Private | Role::Inverse(_) | Role::Memory | Role::Skolem => {
                let mark = Mark::Symbol(symbol.id());
                if seen.insert(mark.clone()) {
                    out.push(mark);
                }
            }
            Role::Function(_) | Role::Reduction | Role::Description => {
                let telling = s.args().iter().filter(|a| !a.args().is_empty());
                for mark in telling.map(|a| Mark::Argument(a.clone())) {
                    if seen.insert(mark.clone()) {
                        out.push(mark);
                    }
                }
            }
            Role::Launch | Role::Scalar | Role::Bound | Role::Length | Role::Collection(_) => {}
        }
    });
    out
}
