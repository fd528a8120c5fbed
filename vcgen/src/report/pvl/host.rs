//! Sentences about failures of host code: copies and launches.
//!
//! In: what failed, as data. Out: the main sentence of the finding.

use super::names::Words;
use super::phrase::Mood;
use logic::finding::{Before, HostFacts, Running};

impl Words<'_> {
    /// An operation of a stream: `the launch of k in line 4`.
    fn running(&self, by: &Running) -> String {
        let line = self.line(by.node);
        match by.kernel {
            Some(kernel) => format!("the launch of `{}` in line {line}", self.kernel_name(kernel)),
            None => format!("the copy in line {line}"),
        }
    }

    /// The statement that waits for an operation.
    fn wait_for(&self, by: &Running) -> String {
        by.stream.map_or_else(|| "`synchronize();`".to_owned(), |s| format!("`synchronize({});`", self.point(s)))
    }

    /// A name for an event that the procedure does not declare yet.
    fn new_event(&self) -> String {
        let names = ["done", "ended"].map(str::to_owned).into_iter().chain((1..).map(|n| format!("event{n}")));
        names.into_iter().find(|name| !self.declares(name)).unwrap_or_default()
    }

    /// What to do about an operation that may still run.
    pub(super) fn synchronize(&self, by: &Running, before: Before) -> String {
        let wait = self.wait_for(by);
        match (before, by.stream) {
            (Before::Stream(other), Some(stream)) => format!(
                "write {wait} in front of this; or let `{0}` wait without the host: `event {3} = record({1});` \
                behind {2}, and `wait({0}, {3});` in front of this",
                self.point(other),
                self.point(stream),
                self.running(by),
                self.new_event()
            ),
            (Before::Here | Before::Stream(_), _) => format!("write {wait} in front of this"),
            (Before::Label, _) => format!("write {wait} in front of the label"),
            (Before::Iteration, _) => {
                format!("write {wait} at the end of the loop's body, and in front of each `continue` in it")
            }
            (Before::Return, _) => {
                format!("write {wait} at the end of the procedure, and in front of each `return` behind this")
            }
            (Before::End, _) => format!(
                "write {wait} at the end of the block that declares what {} uses, and in front of each statement \
                behind it that leaves the block",
                self.running(by)
            ),
        }
    }

    /// The main sentence of a finding about a copy or a launch.
    pub(super) fn host_sentence(&self, facts: &HostFacts, mood: Mood) -> String {
        match facts {
            HostFacts::Requires(k) => format!(
                "`{}` requires something that {} hold in this launch",
                self.kernel_name(*k),
                mood.verb("may not", "does not")
            ),
            HostFacts::IsEmpty { size } => format!(
                "`{}` {} less than 1, and a launch has at least one group, with at least one thread",
                self.quote(*size),
                mood.verb("may be", "is")
            ),
            HostFacts::SeveralGroups(k) => format!(
                "`{}` is verified for launches of one group, and this launch {} another number of groups",
                self.kernel_name(*k),
                mood.verb("may have", "has")
            ),
            HostFacts::Length { kernel, array } => format!(
                "the length of `{}` in `{}` {} negative in this launch",
                self.array_of(*kernel, *array),
                self.kernel_name(*kernel),
                mood.verb("may be", "is")
            ),
            HostFacts::TooShort { kernel, array, heap } => format!(
                "`{}` {} as long as `{}` in `{}`",
                self.array(*heap),
                mood.verb("may not be", "is not"),
                self.array_of(*kernel, *array),
                self.kernel_name(*kernel)
            ),
            HostFacts::PassedTwice { kernel, heap } => format!(
                "`{}` is passed for several arrays of `{}`, whose permissions for one element {} more than the whole",
                self.array(*heap),
                self.kernel_name(*kernel),
                mood.verb("may add up to", "add up to")
            ),
            HostFacts::Outside(k) => format!(
                "the contract of `{0}` depends on what only `{0}` can name, such as a function that it declares or \
                its local memory, so host code cannot use it yet",
                self.kernel_name(*k)
            ),
            HostFacts::CopyTooLong { heap, from, count } => {
                let copied = match count {
                    Some(count) => format!("`{}` elements of `{}`", self.quote(*count), self.array(*from)),
                    None => format!("all elements of `{}`", self.array(*from)),
                };
                let lacks = mood.verb("may not have", "does not have");
                format!("this copies {copied}, and `{}` {lacks} so many elements of that shape", self.array(*heap))
            }
            HostFacts::InUse { heap, by } => {
                let belongs = mood.verb("may belong", "belongs");
                format!("`{}` {belongs} to {} until {}", self.array(*heap), self.running(by), self.wait_for(by))
            }
            HostFacts::WrittenThen { heap, by } => format!(
                "`{}` has no known value at the label: nobody {} waited there for {}, which writes it",
                self.array(*heap),
                mood.verb("may have", "had"),
                self.running(by)
            ),
            HostFacts::Outlives { heap, by } => format!(
                "`{}` ends with its block, and nobody {} waited for {}, which uses it",
                self.array(*heap),
                mood.verb("may have", "has"),
                self.running(by)
            ),
            HostFacts::NotJoined(by) => format!(
                "the procedure ends, and nobody {} waited for {}",
                mood.verb("may have", "has"),
                self.running(by)
            ),
            HostFacts::LeftRunning(by) => format!(
                "{} may still run when the iteration of the loop ends, and the proof of a loop needs that no operation \
                that starts in an iteration does",
                self.running(by)
            ),
        }
    }
}
