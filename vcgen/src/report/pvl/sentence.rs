//! One sentence that says what failed.

use ir::finding::Code;
use ir::{Among, Depth, Heap, Language};
use logic::finding::{Asked, Decides, Facts, Holder, Lacking, When};
use logic::term;

use super::names::memory;
use super::phrase::{framing, ground, hands_out, part, receivers, subject, verb, when, who, Mood};
use super::Words;

impl Words<'_> {
    /// One sentence on what fails, without values.
    pub fn sentence(&self, code: Code, facts: &Facts, mood: Mood) -> String {
        let (is, not) = (mood.is(), mood.not());
        match facts {
            Facts::Fault(missing) => {
                format!(
                    "this cannot be verified because of a mistake in Sepal, please report it: {} is missing",
                    part(*missing)
                )
            }
            Facts::NoLaunch => {
                let so = mood.verb("perhaps no", "no");
                let then = mood.verb("; then", ", so");
                format!(
                    "{so} launch and no memory satisfy these preconditions together{then} everything would follow from \
                    them"
                )
            }
            Facts::NoArgument { with_launch } => {
                let so = mood.verb("perhaps no", "no");
                let then = mood.verb("; then", ", so");
                if *with_launch {
                    format!(
                        "{so} launch and no argument satisfy these preconditions together{then} everything would \
                         follow from them"
                    )
                } else {
                    format!("{so} argument satisfies this precondition{then} everything would follow from it")
                }
            }
            Facts::NoData(data) => {
                let so = mood.verb("perhaps nothing satisfies", "nothing satisfies");
                let then = mood.verb("; then", ", so");
                format!("{so} the axioms of `{}` together{then} everything would follow from them", data.name())
            }
            Facts::NegativeAmount => format!("the amount of this permission {is} negative"),
            Facts::NegativeLength { length, heap } => match self.quote(*length).as_str() {
                "" => format!("a length of `{}` {is} negative", self.array(*heap)),
                text => format!("the length `{text}` of `{}` {is} negative", self.array(*heap)),
            },
            Facts::NamedTwice => "this `\\forall*` gives permission to one location more than once".to_owned(),
            Facts::NoMember => format!("the range {is} empty, and an empty range has no least or greatest value"),
            Facts::MemberUnknown => {
                "which value of the bound variables a location belongs to is not known here".to_owned()
            }
            Facts::ZeroDivisor { divisor } => match self.quote(*divisor).as_str() {
                "" => format!("the divisor {is} zero"),
                text => format!("the divisor `{text}` {is} zero"),
            },
            Facts::SharedRead => {
                "an amount of unknown size, such as `read`, cannot be shared or sent: write a fraction, such as `1\\4`"
                    .to_owned()
            }
            Facts::NotInSequence { index, asked, sequence, length } => {
                let (index, sequence) = (self.written(*index), self.written(*sequence));
                let what = match asked {
                    Asked::Value => return format!("the option {sequence} {is} `None`, and {index} needs its value"),
                    Asked::Key => return format!("the key {index} {is} missing in the map {sequence}"),
                    Asked::Left => return format!("{sequence} {is} a `Right(…)`, and {index} needs a `Left(…)`"),
                    Asked::Right => return format!("{sequence} {is} a `Left(…)`, and {index} needs a `Right(…)`"),
                    Asked::First => return format!("the sequence {sequence} {is} empty, and {index} needs an element"),
                    Asked::Element | Asked::Side => format!("the index {index}"),
                    Asked::UpTo(end) => format!("the range from {index} to {}", self.written(*end)),
                };
                let length = length.as_int().map_or_else(String::new, |n| format!(", which has length {n}"));
                format!("{what} {is} outside the sequence {sequence}{length}")
            }
            Facts::IsNull { written, of } => {
                let place = match of {
                    None => "",
                    Some(Heap::Field(_)) => "the object of ",
                    Some(Heap::Array(_) | Heap::Private(_) | Heap::Elements(_)) => "the array of ",
                };
                format!("{place}{} {is} `null`", self.written(*written))
            }
            Facts::NoValue { written, width } => {
                format!("{} {is} no value of `{}`", self.written(*written), width.name())
            }
            Facts::NoShiftDistance { written, width } => format!(
                "{} {is} no number of places by which a `{}` is shifted: from 0 to {}",
                self.written(*written),
                width.name(),
                width.bits - 1
            ),
            Facts::NotFinite { written } => {
                format!("{} {is} infinite or no number, and becomes an integer", self.written(*written))
            }
            Facts::NotWritten(v) => {
                format!("`{}` {} read before it was written", self.variable(*v), mood.verb("may be", "is"))
            }
            Facts::NoResult(v) => {
                format!("`{}` {} no value when the procedure ends", self.variable(*v), mood.verb("may have", "has"))
            }
            Facts::OutOfBounds { place, heap, lengths } => {
                let lengths: Vec<String> = lengths.iter().map(term::show).collect();
                // The length of an array of a reference is not declared.
                let long = if lengths.is_empty() {
                    String::new()
                } else {
                    format!(", which has length {}", lengths.join(" by "))
                };
                format!(
                    "the {} of {} {} outside the array{long}",
                    if lengths.len() > 1 { "indices" } else { "index" },
                    self.location(*place, *heap),
                    if lengths.len() > 1 { mood.verb("may be", "are") } else { is },
                )
            }
            Facts::NoContract { access, place, heap } => format!(
                "{} permission for `{}`, so it cannot {} {}",
                match self.procedure {
                    Some(procedure) => format!("the contract of `{procedure}` gives no"),
                    None => "no contract gives the thread a".to_owned(),
                },
                self.array(*heap),
                verb(*access),
                self.location(*place, *heap)
            ),
            Facts::NoPermission { access, place, heap } => {
                format!(
                    "the thread {} no permission to {} {} here",
                    mood.verb("may have", "has"),
                    verb(*access),
                    self.location(*place, *heap)
                )
            }
            Facts::Unframed { place, heap, site } => {
                format!("this reads {}, for which {} gives no permission", self.location(*place, *heap), framing(*site))
            }
            Facts::NoPermissionBefore { place, heap, at_label } => format!(
                "`\\old{}` reads {}, for which the thread had no permission {}",
                if *at_label { "[…]" } else { "" },
                self.location(*place, *heap),
                if *at_label { "at the label" } else { self.start() }
            ),
            Facts::CallRequires(f) => {
                format!("`{}` requires something that {not} hold in this call", self.function(*f))
            }
            Facts::CallReads { function, heap } => format!(
                "`{}` reads a location of `{}` here that {} held",
                self.function(*function),
                self.array(*heap),
                mood.verb("may not be", "is not")
            ),
            Facts::ProcedureRequires(p) => {
                format!("`{}` requires something that {not} hold in this call", self.procedure(*p))
            }
            Facts::ProcedureNeeds { procedure, heap } => format!(
                "`{}` requires a permission for `{}` that the thread {not} hold here",
                self.procedure(*procedure),
                self.array(*heap)
            ),
            Facts::Host(facts) => self.host_sentence(facts, mood),
            Facts::ProcedureWithoutMeasure { procedure, through } => {
                let through = through.map(|p| format!(" through `{}`", self.procedure(p))).unwrap_or_default();
                format!(
                    "`{}` calls itself{through} and has no `decreases`, so nothing says that it ends",
                    self.procedure(*procedure)
                )
            }
            Facts::NotHeld(When::Start) => {
                format!("the permission {} there to be shared at the start", mood.verb("may not be", "is not"))
            }
            Facts::NotHeld(at) => format!("the thread {not} hold this permission {}", when(*at)),
            Facts::NotKept(heap) => format!(
                "an iteration {} without the permission of `{}` with which it started: no invariant names one, so the \
                 loop keeps what the thread held in front of it",
                mood.verb("may end", "ends"),
                self.array(*heap)
            ),
            Facts::TooMuchTogether { heap, holder } => {
                let held = match holder {
                    Holder::Thread(at) => format!("the thread holds {}", when(*at)),
                    Holder::Caller => "the thread holds where it calls".to_owned(),
                    Holder::ThreadsAtEnd => "the threads hold at the end".to_owned(),
                };
                format!(
                    "the permissions for `{}` together {} more than {held}",
                    self.array(*heap),
                    mood.verb("may be", "are")
                )
            }
            Facts::FalseThen(at) => format!("{} {not} hold {}", subject(code.what), when(*at)),
            Facts::DoesNotFollow(from) => format!("{} {not} follow from {}", subject(code.what), ground(*from)),
            Facts::NotGivenBack(heap) => {
                format!(
                    "the threads {} give back this permission for `{}`",
                    mood.verb("may not", "do not"),
                    self.array(*heap)
                )
            }
            Facts::AsksTooMuch(heap) => format!(
                "the kernel's precondition asks for more than there is of one location of `{}`",
                self.array(*heap)
            ),
            Facts::TwoThreads { .. }
            | Facts::AtomicAndPlain { .. }
            | Facts::NotAllForSteps { .. }
            | Facts::UnknownShares { .. }
            | Facts::TooMuchHandedOut { .. }
            | Facts::MissingHandedOut { .. }
            | Facts::NothingForReaders { .. }
            | Facts::AmountOfThread => self.handed_out(facts, mood),
            Facts::Unfenced { heap, space } => format!(
                "another thread could write this location of `{}` before the barrier, which does not fence {} memory",
                self.array(*heap),
                memory(*space)
            ),
            Facts::NonUniform(decides, among) => {
                let opencl = self.program.language == Language::OpenCl;
                let (of, threads) = match among {
                    Among::Group => ("a barrier", "a group"),
                    Among::Tile(ir::WARP) if opencl => ("an operation of sub-groups", "a sub-group"),
                    Among::Tile(ir::WARP) => ("an operation of warps", "a warp"),
                    Among::Tile(_) => ("an operation of tiles", "a tile"),
                };
                let what = match decides {
                    Decides::Whether => "whether",
                    Decides::HowOften => "how often",
                    Decides::Whose => {
                        return format!(
                            "this number says whose value is broadcast, and two threads of {threads} {} another one",
                            mood.verb("may say", "say")
                        )
                    }
                };
                format!(
                    "this condition decides {what} {of} is reached, and two threads of {threads} {} differently",
                    mood.verb("may decide", "decide")
                )
            }
            Facts::Atomic => {
                "an `atomic` that opens no invariant does not say what its threads share, so no code of the kernel is \
                proved"
                    .to_owned()
            }
            Facts::BarrierInProcedure => "a procedure that waits at a barrier cannot be proved by itself".to_owned(),
            Facts::AssumedPermission => "`assume` cannot create permissions; write them in a contract".to_owned(),
            Facts::ExhaledBeforeBarrier => {
                "a barrier of this kernel hands out all that the group has, so nothing can be exhaled".to_owned()
            }
            Facts::Provable => match mood {
                Mood::Shown => "this condition is proved here, and `refute` claims that it cannot be".to_owned(),
                Mood::Possible => "this condition may follow from what is known here, which `refute` denies".to_owned(),
            },
            Facts::OwnPrecondition => "a precondition may not call its own function".to_owned(),
            Facts::NamesThread => "a pure function cannot name a thread; pass it as an argument".to_owned(),
            Facts::CircularMeasure(f) => format!(
                "this measure of `{}` depends on `{0}` itself, so it does not say that the recursion ends",
                self.function(*f)
            ),
            Facts::CallsItself(f) => format!(
                "`{}` calls itself here and has no `decreases`, so it {not} be a function at all",
                self.function(*f)
            ),
            Facts::NoMeasure(f) => format!("`{}` is recursive and has no `decreases`", self.function(*f)),
            Facts::MayWaitForEver => "nothing shows that this wait for another thread ends".to_owned(),
            Facts::MayStartForEver => "the thread that is started here starts threads of the same class, and nothing \
                shows that this ends"
                .to_owned(),
            Facts::LoopWithoutMeasure => "this loop has no `decreases`, and no measure was found that shows that it \
                ends"
                .to_owned(),
            Facts::LoopNotDecreasing => {
                format!("the measure {not} decrease in an iteration of the loop, or {is} negative before it")
            }
            Facts::NotDecreasing => format!("the measure {not} decrease in this call, or {is} negative"),
        }
    }

    /// The sentence about permissions that are handed out to threads or groups.
    fn handed_out(&self, facts: &Facts, mood: Mood) -> String {
        match facts {
            Facts::TwoThreads { giver, heap } => format!(
                "{} gives one location of `{}` to two {}, to at least one of them for writing",
                who(*giver),
                self.array(*heap),
                receivers(*giver)
            ),
            Facts::AtomicAndPlain { giver, heap } => format!(
                "{} gives one location of `{}` for atomic steps and for other accesses",
                who(*giver),
                self.array(*heap)
            ),
            Facts::NotAllForSteps { giver, heap } => format!(
                "{} {} a location of `{}` for atomic steps, and others may have it for other accesses",
                who(*giver),
                mood.verb("may give", "gives"),
                self.array(*heap)
            ),
            Facts::UnknownShares { giver, heap } => format!(
                "{} {} shares of one location of `{}` to several {}, and how many is not known",
                who(*giver),
                mood.verb("may give", "gives"),
                self.array(*heap),
                receivers(*giver)
            ),
            Facts::TooMuchHandedOut { giver, heap, certain } => format!(
                "{} {} more than there is of one location of `{}`",
                who(*giver),
                hands_out(*certain, mood),
                self.array(*heap)
            ),
            Facts::MissingHandedOut { giver, heap, lacking, certain } => {
                let lacking = match lacking {
                    Lacking::Contract(Depth::LAUNCH) => "the kernel's contract does not give",
                    Lacking::Contract(_) => "the group's contract does not give",
                    Lacking::Group => "the group does not hold",
                    Lacking::Around => "the code around the block does not hold",
                    Lacking::Brought => "the iterations do not bring",
                    Lacking::BroughtByThreads => "the threads do not bring",
                };
                format!(
                    "{} {} permission for `{}` that {lacking}",
                    who(*giver),
                    hands_out(*certain, mood),
                    self.array(*heap)
                )
            }
            Facts::NothingForReaders { giver, heap } => {
                format!(
                    "{} {} nothing for the readers of `{}`",
                    who(*giver),
                    mood.verb("may leave", "leaves"),
                    self.array(*heap)
                )
            }
            _ => "the amount depends on the thread and the location does not".to_owned(),
        }
    }
}
