//! Instances of templates that a file does not use.
//!
//! In: names such as `fill<float, 256>`, and the text of a file of CUDA. Out: the text with a use of each instance
//! behind it, so that clang makes the instances.

use std::str::FromStr;

/// An instance of a template of kernels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance(String);

impl FromStr for Instance {
    type Err = String;

    /// Reads `fill<float, 256>` or `space::fill<float>`.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let word = |c: char| c.is_alphanumeric() || "_:".contains(c);
        let known = |c: char| word(c) || "<>, *&()-+".contains(c);
        let name = text.split('<').next().unwrap_or_default();
        let is_instance = !name.is_empty() && name.chars().all(word) && text.ends_with('>');
        match is_instance && text.chars().all(known) {
            true => Ok(Self(text.to_owned())),
            false => Err("write the name of a template with its arguments, such as `fill<float, 256>`".to_owned()),
        }
    }
}

/// The text with a use of each instance.
pub fn with_instances(source: &str, instances: &[Instance]) -> String {
    // The last line may end with `\`, which joins the next one to it.
    let mut out = format!("{source}\n\n");
    for (n, Instance(instance)) in instances.iter().enumerate() {
        out.push_str(&format!("static auto *sepal_instance_{n} = &{instance};\n"));
    }
    out
}

/// The first instance whose template has no kernel among these names.
pub fn missing<'i>(instances: &'i [Instance], kernels: &[&str]) -> Option<&'i str> {
    let base = |name: &str| {
        let before = name.split('<').next().unwrap_or_default();
        before.rsplit("::").next().unwrap_or_default().trim().to_owned()
    };
    let is_there = |instance: &str| kernels.iter().any(|kernel| base(kernel) == base(instance));
    instances.iter().map(|Instance(instance)| instance.as_str()).find(|instance| !is_there(instance))
}

#[cfg(test)]
mod tests {
    use super::{missing, with_instances, Instance};

    #[test]
    fn an_instance_that_is_no_kernel_is_named() {
        let instances: Vec<Instance> = ["fill<int>", "of::helper<int>"].map(|t| t.parse().expect("an instance")).into();
        assert_eq!(missing(&instances, &["fill<int>", "other"]), Some("of::helper<int>"));
        assert_eq!(missing(&instances, &["fill<int>", "helper<int>"]), None);
    }

    #[test]
    fn instances_are_used_behind_the_text() {
        let instance: Instance = "fill<float, 256>".parse().expect("an instance");
        let text = with_instances("int x;", &[instance]);
        assert_eq!(text, "int x;\n\nstatic auto *sepal_instance_0 = &fill<float, 256>;\n");
        for bad in ["", "fill", "<int>", "f<int>; int y", "f<1>\n>", "f g<int>"] {
            assert!(bad.parse::<Instance>().is_err(), "{bad}");
        }
    }
}
