//! Files of witnesses: the runs that confirm the findings of `sepal verify`, which `sepal run` repeats.
//!
//! In: the outcomes of a verification; or a file of witnesses, and the kernel that one of them is about. Out: such a
//! file; or the launch, the input and the options of a run.

use std::collections::BTreeMap;
use std::path::Path;

use interp::{Fill, Input, Launch, Options, Rule, Schedule, Shape, Uninitialised, Value};
use ir::{Kernel, Type, ValueOf};
use serde::{Deserialize, Serialize};
use vcgen::outcome::{Again, FileOutcome, Outcome, Replay, Witness};
use vcgen::report::place::Lines;

use crate::run::arguments;

/// Version of the document.
const SCHEMA: u32 = 1;

/// The document.
#[derive(Debug, Serialize, Deserialize)]
struct Document {
    schema: u32,
    /// Version of the command that wrote it.
    sepal: String,
    runs: Vec<Run>,
}

/// A run that goes wrong.
#[derive(Debug, Serialize, Deserialize)]
pub struct Run {
    /// The file with the kernel, as the command line named it.
    pub file: String,
    /// The id of the finding that the run confirms.
    pub code: String,
    /// Where the run goes wrong, counted from 1.
    pub line: usize,
    column: usize,
    message: String,
    pub kernel: String,
    /// `groups=2,threads=4`.
    launch: String,
    arguments: BTreeMap<String, String>,
    arrays: BTreeMap<String, Contents>,
    /// Arrays that are the same memory as an earlier one, with the name of that one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    same: BTreeMap<String, String>,
    /// The threads that the finding is about, each with its `tid`, `gid` and `lid`.
    threads: Vec<BTreeMap<String, String>>,
    schedule: String,
    contracts: bool,
    races: bool,
    strict_fences: bool,
    /// The seed for the values that memory has before it is written.
    uninitialised: Option<u64>,
}

/// What an array holds before the run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Contents {
    /// A value for each element, in row-major order.
    Elements(Vec<String>),
    /// A way to fill it, as `sepal run --array` has it.
    Rule(String),
}

/// The document with each run that confirms a finding about a kernel, and the number of these runs. Findings that are
/// printed under another finding have none of their own.
pub fn document(outcomes: &[FileOutcome]) -> Result<(String, usize), String> {
    let mut runs = Vec::new();
    for file in outcomes {
        let lines = Lines::new(&file.source);
        for outcome in file.items.iter().flat_map(|item| &item.obligations).filter(|o| o.under.is_none()) {
            runs.extend(of_outcome(file, &lines, outcome));
        }
    }
    let count = runs.len();
    let document = Document { schema: SCHEMA, sepal: env!("CARGO_PKG_VERSION").to_owned(), runs };
    let text = serde_json::to_string_pretty(&document).map_err(|error| error.to_string())?;
    Ok((format!("{text}\n"), count))
}

fn of_outcome(file: &FileOutcome, lines: &Lines<'_>, outcome: &Outcome) -> Option<Run> {
    let Replay::Confirmed(witness) = &outcome.replay else { return None };
    let Again { kernel, launch, input, options } = witness.again.as_deref()?;
    let place = lines.place(witness.node);
    let rules = input.rules.iter().map(|(name, rule)| Some((name.clone(), Contents::Rule(rule_text(rule)?))));
    let arrays = input.arrays.iter().map(|(name, values)| {
        let values = values.iter().map(written).collect::<Option<_>>()?;
        Some((name.clone(), Contents::Elements(values)))
    });
    let [groups, threads] = launch.sizes();
    let warp = if launch.warp == Launch::new(1, 1).warp { String::new() } else { format!(",warp={}", launch.warp) };
    Some(Run {
        file: file.path.clone(),
        code: outcome.code.to_string(),
        line: place.line,
        column: place.column,
        message: witness.message.clone(),
        kernel: kernel.clone(),
        launch: format!("groups={groups},threads={threads}{warp}"),
        arguments: input.scalars.iter().map(|(name, v)| Some((name.clone(), written(v)?))).collect::<Option<_>>()?,
        arrays: rules.chain(arrays).collect::<Option<_>>()?,
        same: input.same.clone(),
        threads: threads_of(witness),
        schedule: options.schedule.to_string(),
        contracts: options.contracts,
        races: options.races,
        strict_fences: options.strict_fences,
        uninitialised: match options.uninitialised {
            Uninitialised::OfMemory(seed) => Some(seed),
            Uninitialised::Fails => None,
            // No run that confirms a finding gives variables values that nobody wrote.
            Uninitialised::Arbitrary(_) => return None,
        },
    })
}

/// The threads that the finding is about, by the names of their positions.
fn threads_of(witness: &Witness) -> Vec<BTreeMap<String, String>> {
    let of = |thread: u8| {
        let values = witness.values.iter().filter(|v| v.thread == thread && matches!(v.of, ValueOf::Launch(..)));
        values.map(|v| (v.label.clone(), v.value.clone())).collect::<BTreeMap<_, _>>()
    };
    [1, 2].map(of).into_iter().filter(|thread| !thread.is_empty()).collect()
}

/// A value as [`arguments::value`] reads it; `None` for one that no text has.
fn written(value: &Value) -> Option<String> {
    let text = value.to_string();
    match value {
        Value::Float(x) if x.is_nan() => Some(format!("bits:{:x}", x.bits())),
        Value::Int(_) | Value::Bool(_) | Value::Float(_) | Value::Fraction(_) | Value::Enum(..) => {
            let again = arguments::value(&text, value.ty()?);
            (again.as_ref() == Some(value)).then_some(text)
        }
        Value::Reference(_) | Value::Collection(_) => None,
    }
}

fn rule_text(rule: &Rule) -> Option<String> {
    Some(match rule {
        Rule::Fill(Fill::Zero) => "zero".to_owned(),
        Rule::Fill(Fill::Iota) => "iota".to_owned(),
        Rule::Fill(Fill::Random(seed)) => format!("random:{seed}"),
        Rule::Same(value) => format!("const:{}", written(value)?),
    })
}

/// Reads a file of witnesses, and chooses the run with this number, counted from 1; without a number, the first one
/// about the file. Returns it with its number and the number of all runs.
pub fn read(path: &Path, about: &str, number: Option<u32>) -> Result<(Run, usize, usize), String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let document: Document = serde_json::from_str(&text)
        .map_err(|error| format!("{shown} is no file that `sepal verify --witness` wrote: {error}"))?;
    if document.schema != SCHEMA {
        return Err(format!("{shown} is a document of version {}, and this is for {SCHEMA}", document.schema));
    }
    let all = document.runs.len();
    let at = match number {
        Some(number) => Some(number as usize - 1),
        None => document.runs.iter().position(|run| run.file == about).or(Some(0)),
    };
    let chosen = at.and_then(|at| Some((document.runs.into_iter().nth(at)?, at + 1, all)));
    chosen.ok_or_else(|| match all {
        0 => format!("{shown} has no run: no finding about a kernel was confirmed by one"),
        1 => format!("{shown} has one run; write `--witness-run 1`"),
        many => format!("{shown} has {many} runs; write `--witness-run` with a number from 1 to {many}"),
    })
}

impl Run {
    /// The launch.
    pub fn launch(&self, kernel: &Kernel) -> Result<Launch, String> {
        arguments::launch(&self.launch, kernel.dims())
    }

    /// The constants of the launch.
    pub fn scalars(&self, kernel: &Kernel) -> Result<BTreeMap<String, Value>, String> {
        let given: Vec<String> = self.arguments.iter().map(|(name, value)| format!("{name}={value}")).collect();
        arguments::scalars(kernel, &given)
    }

    /// Fills the arrays of these shapes.
    pub fn fill(&self, shapes: &[Shape], input: &mut Input) -> Result<(), String> {
        for (name, contents) in &self.arrays {
            let shape = shapes.iter().find(|shape| shape.name == *name);
            let shape = shape.ok_or_else(|| format!("the kernel has no global array `{name}`"))?;
            match contents {
                Contents::Elements(texts) => {
                    let values = texts.iter().map(|text| element(text, shape.elem, name)).collect::<Result<_, _>>()?;
                    let _ = input.arrays.insert(name.clone(), values);
                }
                Contents::Rule(rule) => {
                    let _ = input.rules.insert(name.clone(), arguments::rule(shape, rule)?);
                }
            }
        }
        input.same.clone_from(&self.same);
        Ok(())
    }

    /// What is checked, and in which order threads run. `given` has what the command line says of limits and output.
    pub fn options(&self, launch: &Launch, given: Options) -> Result<Options, String> {
        let schedule: Schedule = self.schedule.parse()?;
        schedule.fits(launch)?;
        Ok(Options {
            schedule,
            races: self.races,
            strict_fences: self.strict_fences,
            contracts: self.contracts,
            keep_going: true,
            uninitialised: self.uninitialised.map_or(Uninitialised::Fails, Uninitialised::OfMemory),
            ..given
        })
    }
}

fn element(text: &str, elem: Type, array: &str) -> Result<Value, String> {
    arguments::value(text, elem).ok_or_else(|| format!("`{text}` is no value for an element of `{array}`"))
}
