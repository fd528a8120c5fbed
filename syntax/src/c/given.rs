//! What a person says of kernels and their launches, outside of the file.
//!
//! In: texts such as `[64,*]`. Out: [`Given`], which becomes preconditions of the kernels of the file.

use crate::specs::SpecSet;
use dashu::integer::IBig;
use ir::Unchecked;
use std::str::FromStr;

/// The sizes of the launch, the values of parameters, and what overflow means.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The number of threads of a group.
    pub threads: Option<Sizes>,
    /// The number of groups.
    pub groups: Option<Sizes>,
    /// The number of threads of the launch.
    pub all_threads: Option<Sizes>,
    /// The values of parameters that are integers, in the order of the parameters.
    pub arguments: Vec<Values>,
    /// Whether arithmetic of signed integers wraps around, as compilers do with `-fwrapv`.
    pub wraps: bool,
    /// Whether integers of all types are mathematical: results that do not fit are as undefined as those of signed
    /// ones.
    pub exact: bool,
    /// What is not checked.
    pub unchecked: Unchecked,
    /// The sizes of arrays to which parameters point, in bytes, in the order of the parameters.
    pub sizes_of_arrays: Vec<Values>,
    /// Options of the command that compiles the file, which may change its meaning and are not followed.
    pub options: Vec<String>,
    /// The specifications of functions that the user gives.
    pub specs: SpecSet,
}

/// A number for each dimension, from `x` on; `None` stands for any number. Dimensions behind the last one have size 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes(pub Vec<Option<u32>>);

impl FromStr for Sizes {
    type Err = String;

    /// Reads `64`, `8,8`, `[8,8]` or `[8,*]`.
    fn from_str(text: &str) -> Result<Self, String> {
        let inner = [('[', ']'), ('(', ')')]
            .iter()
            .find_map(|(open, close)| text.trim().strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close)));
        let size = |part: &str| match part.trim() {
            "*" => Ok(None),
            number => match number.parse::<u32>() {
                Ok(size) if (1..=i32::MAX as u32).contains(&size) => Ok(Some(size)),
                _ => Err(format!("`{number}` is no size: write a positive number, or `*` for any")),
            },
        };
        let sizes = inner.unwrap_or(text).split(',').map(size).collect::<Result<Vec<_>, _>>()?;
        if sizes.len() > 3 {
            return Err("a launch has at most three dimensions".to_owned());
        }
        Ok(Self(sizes))
    }
}

/// The values of some parameters of a kernel, `None` for any value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// The name of the kernel.
    pub kernel: String,
    /// The values.
    pub values: Vec<Option<IBig>>,
}

impl FromStr for Values {
    type Err = String;

    /// Reads `kernel,0x10,*,7`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',').map(str::trim);
        let kernel = parts.next().filter(|name| !name.is_empty()).ok_or("write the name of the kernel first")?;
        let value = |part: &str| match part {
            "*" => Ok(None),
            number => whole(number)
                .map(Some)
                .ok_or_else(|| format!("`{number}` is no number: write 16, 0x10, or `*` for any value")),
        };
        let values = parts.map(value).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { kernel: kernel.to_owned(), values })
    }
}

/// A number with or without a sign, or with `0x` in front of hexadecimal digits.
fn whole(text: &str) -> Option<IBig> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) if digits.starts_with(|c: char| c.is_ascii_hexdigit()) => IBig::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Sizes, Values};

    #[test]
    fn sizes_are_numbers_or_any() {
        let read = |text: &str| text.parse::<Sizes>().map(|sizes| sizes.0);
        assert_eq!(read("64"), Ok(vec![Some(64)]));
        assert_eq!(read("[8, *]"), Ok(vec![Some(8), None]));
        assert_eq!(read("(2,3,4)"), Ok(vec![Some(2), Some(3), Some(4)]));
        for bad in ["", "0", "-1", "[8", "1,2,3,4", "8,,8", "99999999999", "x"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn values_belong_to_a_kernel() {
        let read = |text: &str| text.parse::<Values>();
        let values = read("k,0x10,*,-7").expect("values");
        assert_eq!((values.kernel.as_str(), values.values), ("k", vec![Some(16.into()), None, Some((-7).into())]));
        for bad in ["", ",1", "k,0x", "k,1.5", "k,0x-1"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
