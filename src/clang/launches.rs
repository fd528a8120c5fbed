//! What the command line says of the launches of kernels in OpenCL and CUDA, by the names that users of race checkers
//! know.
//!
//! In: arguments, through clap. Out: [`Given`].

use syntax::c::{Given, Language, Sizes, Values};

/// What overflow of signed integers is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Overflow {
    /// An error.
    #[default]
    Check,
    /// A value that wraps around.
    Wrap,
    /// Not checked: the verdict is about runs in which no integer overflows.
    Ignore,
}

/// Options about launches. The comments of fields are the text of `--help`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Launches {
    /// For files of OpenCL and CUDA: verify only launches whose groups have this size: 64, or 8,8 for two dimensions; *
    /// stands for any number
    #[arg(long = "local_size", visible_alias = "blockDim", alias = "local-size", value_name = "N,...")]
    local_size: Option<Sizes>,
    /// For files of OpenCL and CUDA: verify only launches with this number of groups, written like --local_size
    #[arg(long = "num_groups", visible_alias = "gridDim", alias = "num-groups", value_name = "N,...")]
    num_groups: Option<Sizes>,
    /// For files of OpenCL and CUDA: verify only launches whose groups have this number of threads all together,
    /// written like --local_size
    #[arg(long = "global_size", alias = "global-size", value_name = "N,...", conflicts_with = "num_groups")]
    global_size: Option<Sizes>,
    /// For files of OpenCL: the global offset, which must be 0: Sepal says nothing of other launches
    #[arg(long = "global_offset", alias = "global-offset", value_name = "0,...", value_parser = no_offset)]
    global_offset: Option<Sizes>,
    /// For files of OpenCL and CUDA: verify only launches of KERNEL in which its parameters that are integers have
    /// these values, in the order of the parameters; * stands for any value
    #[arg(long, value_name = "KERNEL,V,...", allow_hyphen_values = true)]
    kernel_args: Vec<Values>,
    /// For files of OpenCL and CUDA: verify only launches of KERNEL in which the arrays to which its parameters point
    /// have these sizes in bytes, in the order of the parameters; * stands for any size
    #[arg(long, value_name = "KERNEL,N,...")]
    kernel_arrays: Vec<Values>,
    /// For files of OpenCL and CUDA: take these options, --overflow, -D and -I also from the first line of each file
    /// that starts with `//--`
    #[arg(long)]
    pub header_flags: bool,
}

impl Launches {
    /// What is given of launches.
    pub fn given(&self) -> Given {
        Given {
            threads: self.local_size.clone(),
            groups: self.num_groups.clone(),
            all_threads: self.global_size.clone(),
            arguments: self.kernel_args.clone(),
            sizes_of_arrays: self.kernel_arrays.clone(),
            ..Given::default()
        }
    }

    /// Macros for the sizes, with their values, which files for GPUVerify may use.
    pub fn macros(&self, language: Language) -> Vec<(String, String)> {
        let (of_group, number, of_groups) = match language {
            Language::OpenCl => ("WORK_GROUP", "LOCAL_SIZE", "NUM_GROUPS"),
            Language::Cuda => ("THREAD_BLOCK", "BLOCK_DIM", "GRID_DIM"),
        };
        let mut out = Vec::new();
        let mut of = |sizes: &Option<Sizes>, dims: &str, name: &str| {
            let Some(Sizes(sizes)) = sizes else { return };
            out.push((format!("__{}D_{dims}", sizes.len()), "1".to_owned()));
            out.extend(sizes.iter().enumerate().map(|(axis, size)| match size {
                Some(size) => (format!("__{name}_{axis}"), size.to_string()),
                None => (format!("__{name}_{axis}_FREE"), "1".to_owned()),
            }));
        };
        of(&self.local_size, of_group, number);
        let groups = self.num_groups.clone().or_else(|| {
            let (Sizes(all), Sizes(local)) = (self.global_size.as_ref()?, self.local_size.as_ref()?);
            let parts = all.iter().zip(local.iter());
            Some(Sizes(parts.map(|(all, local)| Some((*all)? / (*local)?)).collect()))
        });
        of(&groups, "GRID", of_groups);
        if language == Language::Cuda {
            out.push(("__WARP_SIZE".to_owned(), "32".to_owned()));
        }
        out
    }

    /// Whether an option says something about launches.
    pub fn is_empty(&self) -> bool {
        let sizes = [&self.local_size, &self.num_groups, &self.global_size];
        sizes.iter().all(|size| size.is_none()) && self.kernel_args.is_empty() && self.kernel_arrays.is_empty()
    }

    /// The options without those that the command line gives itself.
    pub fn of_headers(&self) -> Self {
        Self { header_flags: self.header_flags, ..Self::default() }
    }

    /// These options, and for what they do not say, others.
    pub fn or(self, other: Self) -> Self {
        let both = |own: Vec<Values>, other: Vec<Values>| {
            let new: Vec<Values> = other.into_iter().filter(|one| own.iter().all(|o| o.kernel != one.kernel)).collect();
            own.into_iter().chain(new).collect()
        };
        // The number of all threads follows from the number of groups.
        let says_groups = self.num_groups.is_some() || self.global_size.is_some();
        Self {
            local_size: self.local_size.or(other.local_size),
            num_groups: self.num_groups.or(other.num_groups.filter(|_| !says_groups)),
            global_size: self.global_size.or(other.global_size.filter(|_| !says_groups)),
            global_offset: self.global_offset.or(other.global_offset),
            kernel_args: both(self.kernel_args, other.kernel_args),
            kernel_arrays: both(self.kernel_arrays, other.kernel_arrays),
            header_flags: self.header_flags,
        }
    }
}

/// Reads a global offset: one number for each dimension, which must be 0.
fn no_offset(text: &str) -> Result<Sizes, String> {
    let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
    match inner.split(',').all(|part| part.trim() == "0") {
        true => Ok(Sizes(Vec::new())),
        false => Err("Sepal verifies launches without a global offset: leave the option out, or write 0".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::Launches;
    use syntax::c::Language;

    #[test]
    fn macros_say_sizes() {
        let sizes = Launches { local_size: "64".parse().ok(), global_size: "256".parse().ok(), ..Launches::default() };
        let names: Vec<String> =
            sizes.macros(Language::OpenCl).into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(names, ["__1D_WORK_GROUP=1", "__LOCAL_SIZE_0=64", "__1D_GRID=1", "__NUM_GROUPS_0=4"]);
        let any = Launches { local_size: "8,*".parse().ok(), ..Launches::default() };
        let names: Vec<String> = any.macros(Language::Cuda).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["__2D_THREAD_BLOCK", "__BLOCK_DIM_0", "__BLOCK_DIM_1_FREE", "__WARP_SIZE"]);
    }

    #[test]
    fn what_is_said_first_counts() {
        let of = |groups: &str| Launches { num_groups: groups.parse().ok(), ..Launches::default() };
        let all = Launches { global_size: "9".parse().ok(), ..Launches::default() };
        assert_eq!(of("1").or(of("2")).num_groups, "1".parse().ok());
        assert_eq!(of("1").or(all.clone()).global_size, None);
        assert_eq!(all.clone().or(of("1")).num_groups, None);
        assert_eq!(all.or(of("1")).global_size, "9".parse().ok());
    }
}
