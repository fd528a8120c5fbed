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
    let mut out = source.to_owned();
    if !out.ends_with('\n') {
        out.push('\n');
    }
    for (n, Instance(instance)) in instances.iter().enumerate() {
        out.push_str(&format!("static auto *sepal_instance_{n} = &{instance};\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{with_instances, Instance};

    #[test]
    fn instances_are_used_behind_the_text() {
        let instance: Instance = "fill<float, 256>".parse().expect("an instance");
        let text = with_instances("int x;", &[instance]);
        assert_eq!(text, "int x;\nstatic auto *sepal_instance_0 = &fill<float, 256>;\n");
        for bad in ["", "fill", "<int>", "f<int>; int y", "f<1>\n>", "f g<int>"] {
            assert!(bad.parse::<Instance>().is_err(), "{bad}");
        }
    }
}
