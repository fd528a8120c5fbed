//! Reads types from the way in which clang spells them.
//!
//! In: a spelling such as `const __global float *`, and the names of types. Out: a [`CType`].

use super::images::{read_only, SIZE};
use super::types::{CType, Names, Record};
use ir::{FloatFormat, Type, Width};
use std::rc::Rc;

/// Words that do not change the values of a type.
const QUALIFIERS: [&str; 15] = [
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
    // Of images: those that a kernel writes are spelled `__write_only`.
    "__read_only",
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
    if let Some(to) = pointed_array(text) {
        return CType::Pointer(Box::new(read(&to, names, depth)));
    }
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
    // The values of an atomic type are those of the type, and only atomic functions access them.
    let atomic = text.strip_prefix("_Atomic(").and_then(|rest| rest.strip_suffix(')'));
    if let Some(inner) = atomic.filter(|_| names.vectors) {
        return read(inner, names, depth);
    }
    match text.as_str() {
        "void" => CType::Void,
        "bool" | "_Bool" => CType::Bool,
        "float" => CType::Float(FloatFormat::Single),
        "double" => CType::Float(FloatFormat::Double),
        "_Float16" => CType::Half,
        // A word of OpenCL, and the name that the user gives to something in CUDA.
        "half" if names.vectors => CType::Half,
        "sampler_t" if names.vectors => CType::Int(SIZE),
        name => match (integer(name), names.types.get(name.strip_prefix("std::").unwrap_or(name))) {
            (Some(width), _) => CType::Int(width),
            (None, named) => {
                let image = read_only(name).filter(|_| names.vectors).map(|image| CType::Struct(Rc::new(image)));
                let found = image
                    .or_else(|| vector(name, names, depth))
                    .or_else(|| tile(name, names))
                    .or_else(|| enumeration(name, names));
                if let Some(ty) = found.or_else(|| record(name, names, depth)) {
                    return ty;
                }
                match named {
                    // The declaration must show in which memory its values are.
                    Some(Some(named)) if depth > 0 && !SPACES.iter().any(|space| named.contains(space)) => {
                        read(named, names, depth - 1)
                    }
                    _ => CType::Other(text.clone()),
                }
            }
        },
    }
}

/// The vector that is spelled like this: `float __attribute__((ext_vector_type(4)))`.
fn vector(text: &str, names: &Names, depth: usize) -> Option<CType> {
    let (element, lanes) = text.strip_suffix(")))")?.rsplit_once(" __attribute__((ext_vector_type(")?;
    let lanes: u64 = lanes.parse().ok().filter(|lanes| matches!(lanes, 2 | 3 | 4 | 8 | 16))?;
    match read(element, names, depth.checked_sub(1)?) {
        CType::Int(width) if names.vectors => Some(CType::Vector(Type::Machine(width), lanes)),
        CType::Float(format) if names.vectors => Some(CType::Vector(Type::Float(format), lanes)),
        _ => None,
    }
}

/// The tile that is spelled like this: `cooperative_groups::thread_block_tile<32, cooperative_groups::thread_block>`.
/// The number is that of its threads, a power of two up to that of a warp. Tiles of tiles are tiles of the block.
fn tile(text: &str, names: &Names) -> Option<CType> {
    let inside = key(text).strip_prefix("thread_block_tile<").filter(|_| names.tiles)?.strip_suffix('>')?;
    let size = inside.split(',').next()?.trim().trim_end_matches('U').parse::<u32>().ok()?;
    let size = Some(size).filter(|size| size.is_power_of_two() && *size <= ir::WARP)?;
    let name = format!("thread_block_tile<{size}>");
    Some(CType::Struct(Rc::new(Record { name, tile: Some(size), ..Record::default() })))
}

/// The array to which `T (*)[2][3]` points: `T [2][3]`.
fn pointed_array(text: &str) -> Option<String> {
    let (element, rest) = text.split_once("(*")?;
    let (own, lengths) = rest.split_once(')')?;
    let plain = own.split_whitespace().all(|word| QUALIFIERS.contains(&word));
    let array = lengths.starts_with('[') && !lengths.contains(['(', '*']) && !element.contains('(');
    (plain && array).then(|| format!("{element}{lengths}"))
}

/// The enumeration with this name: the type of its numbers.
fn enumeration(text: &str, names: &Names) -> Option<CType> {
    let key = key(text);
    if is_standard(text) {
        return None;
    }
    let width = (*names.enumerations.get(key)?)?;
    let same = match names.types.get(key) {
        None => true,
        Some(named) => named.as_deref().is_some_and(|named| self::key(named) == key),
    };
    Some(if same { CType::Int(width) } else { CType::Other(text.to_owned()) })
}

/// The structure with this name. A name may lack the scopes around it, so one that several types have means none of
/// them.
fn record(text: &str, names: &Names, depth: usize) -> Option<CType> {
    if is_standard(text) {
        return None;
    }
    let key = key(text);
    let declared = names.records.get(key)?;
    let unknown = Some(CType::Other(text.to_owned()));
    let same = match names.types.get(key) {
        None => true,
        Some(named) => named.as_deref().is_some_and(|named| self::key(named) == key),
    };
    let Some(declared) = declared.as_ref().filter(|_| same && depth > 0) else { return unknown };
    let field = |(name, ty): &(String, String)| {
        let words = |to: &str| to.split_whitespace().filter(|w| !QUALIFIERS.contains(w)).collect::<Vec<_>>().join(" ");
        let pointed = ty.split_once('*').map(|(to, _)| words(to));
        // A structure may have a pointer to itself, or to one that has a pointer to it.
        let ty = match pointed {
            Some(to) if names.records.get(self::key(&to)).is_some_and(|of| of.as_ref().is_none_or(has_pointer)) => {
                CType::Other(ty.clone())
            }
            _ => read(ty, names, depth - 1),
        };
        (name.clone(), ty)
    };
    let fields: Vec<(String, CType)> = declared.fields.iter().map(field).collect();
    if fields.iter().any(|(_, ty)| ty.pieces().is_none()) {
        return unknown;
    }
    Some(CType::Struct(Rc::new(Record { name: key.to_owned(), fields, ..declared.traits.clone() })))
}

/// Whether a structure has a field that is a pointer.
fn has_pointer(declared: &super::types::Declared) -> bool {
    declared.fields.iter().any(|(_, ty)| ty.contains(['*', '&']))
}

/// Whether a type is one of the library of C++, which may have the name of one that the user declares in another scope.
fn is_standard(text: &str) -> bool {
    ["", "struct ", "class ", "enum "]
        .iter()
        .any(|word| text.strip_prefix(word).is_some_and(|t| t.starts_with("std::")))
}

/// The name of a structure or an enumeration without the scopes around it and without the word `struct`.
fn key(text: &str) -> &str {
    let text = ["struct ", "class ", "enum "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    // Scopes may stand in arguments of templates, too.
    let name = text.split('<').next().unwrap_or(text);
    let scopes = if text.contains('(') { 0 } else { name.rfind("::").map_or(0, |at| at + 2) };
    text.get(scopes..).unwrap_or(text)
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
        let types = [("uint", Some("unsigned int")), ("vec", None), ("loop", Some("loop *"))]
            .map(|(name, ty)| (name.to_owned(), ty.map(str::to_owned)));
        let names = Names { types: types.into(), vectors: true, ..Names::default() };
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
            ("const int (*__restrict)[4][5]", pointer(array(array(int(), Some(5)), Some(4)))),
            ("int (*)(int)", CType::Other("int (*)(int)".to_owned())),
            ("std::uint", CType::Int(Width { bits: 32, signed: false })),
            ("own::uint", CType::Other("own::uint".to_owned())),
            (
                "const __global uint __attribute__((ext_vector_type(3))) *",
                pointer(CType::Vector(ir::Type::Machine(Width { bits: 32, signed: false }), 3)),
            ),
        ] {
            assert_eq!(of_spelling(text, &names), ty, "{text}");
        }
    }
}
