//! Types of C, from the way in which clang spells them.
//!
//! In: a spelling such as `const __global float *`. Out: a [`CType`]. Qualifiers and address spaces are left out: the
//! declaration of the memory tells where it is.

use ir::{FloatFormat, Type, Width};
use std::collections::BTreeMap;

/// The types to which `typedef` gives names, as they are spelled; `None` for a name of several types.
pub type Names = BTreeMap<String, Option<String>>;

/// A type of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CType {
    /// `void`
    Void,
    /// `bool`
    Bool,
    /// An integer, signed or unsigned.
    Int(Width),
    /// `float` or `double`.
    Float(FloatFormat),
    /// A pointer to values of a type.
    Pointer(Box<CType>),
    /// An array of this type and length; no length for `[]`.
    Array(Box<CType>, Option<u64>),
    /// A type that Sepal does not read, as it is spelled.
    Other(String),
}

impl CType {
    /// The type of values of this type in the program; `None` for a type that is not scalar.
    pub fn scalar(&self) -> Option<Type> {
        match self {
            Self::Bool => Some(Type::Bool),
            Self::Int(width) => Some(Type::Machine(*width)),
            Self::Float(format) => Some(Type::Float(*format)),
            Self::Void | Self::Pointer(_) | Self::Array(..) | Self::Other(_) => None,
        }
    }

    /// The number of bytes of a value.
    pub fn bytes(&self) -> Option<u64> {
        Some(match self {
            Self::Bool => 1,
            Self::Int(width) => u64::from(width.bits / 8),
            Self::Float(FloatFormat::Single) => 4,
            Self::Float(FloatFormat::Double) | Self::Pointer(_) => 8,
            Self::Array(element, Some(length)) => element.bytes()?.checked_mul(*length)?,
            Self::Void | Self::Array(_, None) | Self::Other(_) => return None,
        })
    }
}

/// Words that do not change the values of a type.
const QUALIFIERS: [&str; 14] = [
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "__restrict__",
    "__global",
    "__local",
    "__private",
    "__constant",
    "__generic",
    "__device__",
    "__shared__",
    "register",
    "static",
];

/// Address spaces of OpenCL.
const SPACES: [&str; 5] = ["__global", "__local", "__private", "__constant", "__generic"];

/// The greatest number of names that stand for each other.
const NAMES: usize = 16;

/// The type that is spelled like this.
pub fn of_spelling(spelling: &str, names: &Names) -> CType {
    read(spelling, names, NAMES)
}

/// Reads a spelling in which at most `depth` names may stand for each other.
fn read(spelling: &str, names: &Names, depth: usize) -> CType {
    let text = spelling.trim();
    if let Some((element, length)) = text.strip_suffix(']').and_then(|rest| array(rest)) {
        return element_of(&element, length, names, depth);
    }
    let words: Vec<&str> = text.split_whitespace().filter(|word| !QUALIFIERS.contains(word)).collect();
    let text = words.join(" ");
    for qualifier in QUALIFIERS {
        // `int *const` and `int *__restrict` have the qualifier behind the star.
        if let Some(pointer) = text.strip_suffix(qualifier).filter(|rest| rest.ends_with('*')) {
            return read(pointer, names, depth);
        }
    }
    if let Some(to) = text.strip_suffix('*') {
        return CType::Pointer(Box::new(read(to, names, depth)));
    }
    match text.as_str() {
        "void" => CType::Void,
        "bool" | "_Bool" => CType::Bool,
        "float" => CType::Float(FloatFormat::Single),
        "double" => CType::Float(FloatFormat::Double),
        name => match (integer(name), names.get(name)) {
            (Some(width), _) => CType::Int(width),
            // The declaration must show in which memory its values are.
            (None, Some(Some(named))) if depth > 0 && !SPACES.iter().any(|space| named.contains(space)) => {
                read(named, names, depth - 1)
            }
            (None, _) => CType::Other(text.clone()),
        },
    }
}

/// The element and the length of `T[2][3]`, whose closing bracket was removed. In `T[2][3]`, the outermost array has
/// length 2.
fn array(rest: &str) -> Option<(String, &str)> {
    let open = rest.find('[')?;
    // `int (*)[4]` is a pointer.
    if rest.contains('(') {
        return None;
    }
    let (element, lengths) = rest.split_at_checked(open)?;
    let lengths = lengths.strip_prefix('[')?;
    match lengths.split_once(']') {
        Some((first, inner)) => Some((format!("{element}{inner}]"), first)),
        None => Some((element.to_owned(), lengths)),
    }
}

/// An array of elements that are spelled like this.
fn element_of(element: &str, length: &str, names: &Names, depth: usize) -> CType {
    let length = length.trim();
    match length.parse() {
        Ok(number) => CType::Array(Box::new(read(element, names, depth)), Some(number)),
        Err(_) if length.is_empty() => CType::Array(Box::new(read(element, names, depth)), None),
        Err(_) => CType::Other(format!("{element}[{length}]")),
    }
}

/// The integer type with this name. `long` has 64 bits on the devices that Sepal is about, in OpenCL by definition.
fn integer(name: &str) -> Option<Width> {
    let (bits, signed) = match name {
        "char" | "signed char" => (8, true),
        "unsigned char" => (8, false),
        "short" => (16, true),
        "unsigned short" => (16, false),
        "int" => (32, true),
        "unsigned int" => (32, false),
        "long" | "long long" => (64, true),
        "unsigned long" | "unsigned long long" => (64, false),
        _ => return None,
    };
    Some(Width { bits, signed })
}

#[cfg(test)]
mod tests {
    use super::{of_spelling, CType, Names};
    use ir::{FloatFormat, Width};

    #[test]
    fn spellings_of_clang_are_read() {
        let float = || CType::Float(FloatFormat::Single);
        let int = || CType::Int(Width { bits: 32, signed: true });
        let pointer = |to| CType::Pointer(Box::new(to));
        let array = |of, n| CType::Array(Box::new(of), n);
        let names: Names = [("uint", Some("unsigned int")), ("vec", None), ("loop", Some("loop *"))]
            .map(|(name, ty)| (name.to_owned(), ty.map(str::to_owned)))
            .into();
        for (text, ty) in [
            ("const __global float *__private", pointer(float())),
            ("float *__restrict", pointer(float())),
            ("int *const *", pointer(pointer(int()))),
            ("__private unsigned long", CType::Int(Width { bits: 64, signed: false })),
            ("__local int[16][17]", array(array(int(), Some(17)), Some(16))),
            ("float[]", array(float(), None)),
            ("float[n]", CType::Other("float[n]".to_owned())),
            ("const uint *", pointer(CType::Int(Width { bits: 32, signed: false }))),
            ("vec", CType::Other("vec".to_owned())),
            ("struct S", CType::Other("struct S".to_owned())),
            ("int (*)[4]", CType::Other("int (*)[4]".to_owned())),
        ] {
            assert_eq!(of_spelling(text, &names), ty, "{text}");
        }
    }
}
