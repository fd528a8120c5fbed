//! `inhale` and `exhale`: what is proved of code that moves permissions is true in each run.
//!
//! In: random procedures that exhale and inhale shares of a field, in branches and loops too, and call a procedure that
//! does the same and writes in between, as another thread would. About half of the procedures are wrong. If all
//! obligations are proved, the procedure is run and must not go wrong. A run checks permissions and conditions. It says
//! nothing if more than the whole of a location is inhaled.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::verified::{is_proved, read, went_well};
use interp::host::{run_host, HostInput};
use interp::{Options, Outcome, Value};
use ir::{ProcId, Program};
use logic::obligation::What;
use trials::random::Random;

const SEEDS: u64 = 2;
/// The budget of Z3 for each query.
const RLIMIT: u32 = 400_000;

/// A procedure that is being written.
struct Draft {
    text: String,
    /// How many halves of the field are held.
    held: usize,
    /// The value of the field, while it is known.
    value: Option<usize>,
}

fn amount(halves: usize) -> &'static str {
    if halves == 2 {
        "write"
    } else {
        "1\\2"
    }
}

impl Draft {
    /// A number of halves: at most so many, or, in one of sixteen cases, any number.
    fn halves(r: &mut Random, most: usize) -> usize {
        let most = if r.below(16) == 0 { 2 } else { most };
        1 + r.below(most.max(1))
    }

    fn exhale(&mut self, r: &mut Random) -> usize {
        let n = Self::halves(r, self.held);
        self.text += &format!("  exhale Perm(o.x, {});\n", amount(n));
        self.held = self.held.saturating_sub(n);
        self.value = self.value.filter(|_| self.held > 0 || r.below(16) == 0);
        n
    }

    fn inhale(&mut self, n: usize) {
        self.text += &format!("  inhale Perm(o.x, {});\n", amount(n));
        self.held = (self.held + n).min(2);
    }

    /// Calls a procedure that inhales what is exhaled here, and may write.
    fn other(&mut self, r: &mut Random) {
        let (v, name) = (r.below(3), if self.held == 0 || r.below(16) == 0 { "all" } else { "half" });
        self.text += &format!("  {name}(o, {v});\n");
        self.value = self.value.filter(|_| self.held > 0 || r.below(16) == 0);
    }

    fn assert(&mut self, r: &mut Random) {
        if let Some(v) = self.value.filter(|_| self.held > 0) {
            let v = if r.below(16) == 0 { r.below(3) } else { v };
            self.text += &format!("  assert o.x == {v};\n");
        }
    }

    fn step(&mut self, r: &mut Random) {
        let v = r.below(3);
        match r.below(7) {
            0 if self.held == 2 || r.below(16) == 0 => {
                self.text += &format!("  o.x = {v};\n");
                self.value = Some(v);
            }
            1 if self.held > 0 => drop(self.exhale(r)),
            2 if self.held < 2 => self.inhale(Self::halves(r, 2 - self.held)),
            3 if self.held == 0 => {
                self.text += &format!("  inhale Perm(o.x, 1\\2) ** o.x == {v};\n");
                (self.held, self.value) = (1, Some(v));
            }
            4 if self.held < 2 => self.other(r),
            5 if self.held > 0 => {
                // The code in the block leaves as much as it finds.
                let is_loop = r.below(2) == 0;
                self.text += &match (is_loop, r.below(4)) {
                    (true, 0) => "  loop_invariant Perm(o.x, 1\\2);\n  while (b) {\n".to_owned(),
                    (true, _) => format!("  loop_invariant Perm(o.x, {});\n  while (b) {{\n", amount(self.held)),
                    (false, _) => "  if (b) {\n".to_owned(),
                };
                let before = self.held;
                let n = self.exhale(r);
                self.other(r);
                self.inhale(n.min(before));
                self.held = before;
                self.text += if is_loop { "    b = !b;\n  }\n" } else { "  }\n" };
            }
            _ => self.assert(r),
        }
    }
}

/// A procedure that gets some halves from outside, and may write.
fn other(r: &mut Random, name: &str, halves: usize) -> String {
    let writes = if (halves == 2) == (r.below(16) > 0) { "o.x = v;\n" } else { "" };
    let of = amount(halves);
    format!(
        "requires o != null;\nvoid {name}(C o, int v) {{\n  inhale Perm(o.x, {of});\n{writes}  \
         exhale Perm(o.x, {of});\n}}\n"
    )
}

fn random_program(r: &mut Random) -> String {
    let held = 1 + r.below(2);
    let mut draft = Draft { text: String::new(), held, value: Some(1) };
    for _ in 0..3 + r.below(4) {
        draft.step(r);
    }
    draft.assert(r);
    let (half, all) = (other(r, "half", 1), other(r, "all", 2));
    format!(
        "class C {{ int x; }}\n{half}{all}requires o != null ** Perm(o.x, {}) ** o.x == 1;\n\
         void program(C o, bool b) {{\n{}}}\n",
        amount(held),
        draft.text
    )
}

/// How a run ends.
fn run(program: &Program, seed: u64) -> Outcome {
    let args = vec![Value::Reference(1), Value::Bool(seed == 1)];
    let input = HostInput { objects: vec![vec![Value::from(1)]], ..HostInput::new(args, seed) };
    let named = |n: &u32| program.procedure(ProcId(*n)).is_some_and(|p| p.name.name == "program");
    let id = (0..program.procedures.len() as u32).find(named).expect("the procedure");
    run_host(program, ProcId(id), &input, &Options::default()).outcome
}

/// The mutants leave out the obligations of one kind.
fn dropped(variant: Variant, what: What) -> bool {
    match variant {
        Variant::Rule => false,
        Variant::Mutant(0) => what == What::Exhale,
        Variant::Mutant(1) => what == What::Store,
        Variant::Mutant(_) => what == What::Assert,
    }
}

fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = random_program(r);
    let program = read(&text);
    if !is_proved(&program, RLIMIT, None, |o| dropped(variant, o.code.what)) {
        tally.put(Some(false), || None, String::new);
        return;
    }
    for seed in 0..SEEDS {
        let seen = run(&program, seed);
        tally.put(Some(true), || went_well(&seen), || format!("seed {seed}: {:?}\n{text}", seen.failure()));
    }
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "moves",
    law: "a run in which every obligation of code with `inhale` and `exhale` holds does not go wrong, also if another \
        procedure inhales what was exhaled, and writes",
    files: &["rules/inhale.rs", "rules/exchange.rs", "frame.rs"],
    covers: &["exhale"],
    mutants: &[
        "an `exhale` needs no permission",
        "a field may be written without its permission",
        "an `assert` may be false",
    ],
    least: 100,
    instances: Instances::Seeds(600, instance),
}];
