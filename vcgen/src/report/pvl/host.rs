//! Sentences about failures of host code: copies and launches.
//!
//! In: what failed, as data. Out: the main sentence of the finding.

use super::names::Words;
use super::phrase::Mood;
use logic::finding::HostFacts;

impl Words<'_> {
    /// The main sentence of a finding about a copy or a launch.
    pub(super) fn host_sentence(&self, facts: &HostFacts, mood: Mood) -> String {
        match facts {
            HostFacts::Requires(k) => format!(
                "`{}` requires something that {} hold in this launch",
                self.kernel_name(*k),
                mood.verb("may not", "does not")
            ),
            HostFacts::IsEmpty { size } => format!(
                "`{}` {} less than 1, and a launch has at least one thread",
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
        }
    }
}
