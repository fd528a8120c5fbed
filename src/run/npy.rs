//! Reads and writes arrays in NumPy's file format. This is the only file that uses npyz.
//!
//! In: a file, or an array. Out: the array, or the file.

use std::fs;
use std::path::Path;

use interp::{Shape, Value};
use ir::{FloatFormat, Type, Width};
use npyz::{NpyFile, WriterBuilder};

/// Reads the elements of an array. The file must have the array's shape, and numbers of its type.
pub fn read(path: &Path, shape: &Shape) -> Result<Vec<Value>, String> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    if !bytes.starts_with(MARK) {
        return Err(format!("{shown} is no .npy file: it does not begin with the mark of the format"));
    }
    // Check the header first: npyz allocates as much memory as the header asks for, and multiplies sizes without
    // checking for overflow.
    let header = header(&bytes).map_err(|why| format!("{shown} is no .npy file: {why}"))?;
    if !is_countable(header) {
        return Err(format!("{shown} is no .npy file: its shape has more elements than can be counted"));
    }
    let file =
        NpyFile::new(bytes.as_slice()).map_err(|error| format!("{shown} is no .npy file: {}", unread(&error)))?;
    let descr = file.dtype().descr();
    let (kind, size) = kind(&descr).ok_or_else(|| {
        format!("{shown} holds {descr}, and no plain numbers; store {} (NumPy's `astype`)", element_types(shape.elem))
    })?;
    let declared: Vec<u64> = shape.dims.iter().map(|d| d.unsigned_abs()).collect();
    if file.shape() != declared {
        return Err(format!(
            "{shown} has shape {:?}, and `{}` has {declared:?} in this launch",
            file.shape(),
            shape.name
        ));
    }
    if file.order() != npyz::Order::C && declared.len() > 1 {
        return Err(format!("{shown} is stored by columns; store it by rows (NumPy's `ascontiguousarray`)"));
    }
    let (given, needed) = (data(&bytes), shape.len().and_then(|len| len.checked_mul(size)));
    if given != needed {
        let of = |bytes: Option<usize>| bytes.map_or_else(|| "too many".to_owned(), |bytes| bytes.to_string());
        let why = if given < needed { "it is cut off" } else { "something follows the array" };
        return Err(format!("{shown} has {} bytes of data, and its header promises {}: {why}", of(given), of(needed)));
    }
    macro_rules! all {
        ($ty:ty, $value:expr) => {
            file.into_vec::<$ty>().map(|values| values.into_iter().map($value).collect())
        };
    }
    let wide = |x: u64| Value::Int(interp::Int::from(dashu::integer::IBig::from(x)));
    let values = match (shape.elem.unbounded(), kind, size) {
        (Type::Int, 'i', 8) => all!(i64, Value::from),
        (Type::Int, 'i', 4) => all!(i32, |x| Value::from(i64::from(x))),
        (Type::Int, 'i', 2) => all!(i16, |x| Value::from(i64::from(x))),
        (Type::Int, 'i', 1) => all!(i8, |x| Value::from(i64::from(x))),
        (Type::Int, 'u', 8) => all!(u64, wide),
        (Type::Int, 'u', 4) => all!(u32, |x| Value::from(i64::from(x))),
        (Type::Int, 'u', 2) => all!(u16, |x| Value::from(i64::from(x))),
        (Type::Int, 'u', 1) => all!(u8, |x| Value::from(i64::from(x))),
        (Type::Bool, 'b', 1) => all!(bool, Value::from),
        (Type::Float(FloatFormat::Single), 'f', 4) => all!(f32, Value::from),
        (Type::Float(FloatFormat::Double), 'f', 8) => all!(f64, Value::from),
        (Type::Float(FloatFormat::Double), 'f', 4) => all!(f32, |x| Value::from(f64::from(x))),
        _ => {
            return Err(format!(
                "{shown} holds {descr}, which is not what `{}` holds; store {} (NumPy's `astype`)",
                shape.name,
                element_types(shape.elem)
            ))
        }
    };
    values.map_err(|error| format!("{shown} has an element that is no value of `{}`: {error}", shape.name))
}

/// The first bytes of every file in the format.
const MARK: &[u8] = b"\x93NUMPY";

/// The element types that a file may have for an array of this type, for an error message.
fn element_types(elem: Type) -> &'static str {
    match elem {
        Type::Int | Type::Machine(_) => "'<i8' or another type of integers",
        Type::Bool | Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_) => "'|b1'",
        Type::Collection(..) | Type::Enum(_) | Type::Data(_) => "'|b1'",
        Type::Float(FloatFormat::Single) => "'<f4'",
        Type::Float(FloatFormat::Double) => "'<f8' or '<f4'",
    }
}

/// The kind and the size in bytes of an element: `'<i8'` has the kind `i` and 8 bytes.
fn kind(descr: &str) -> Option<(char, usize)> {
    let text = descr.trim_matches('\'');
    let mut chars = text.chars();
    let _order = chars.next().filter(|c| "<>|=".contains(*c))?;
    let kind = chars.next()?;
    Some((kind, chars.as_str().parse().ok()?))
}

/// Longest header in bytes. By default NumPy reads no longer headers either; one of plain numbers has about 100 bytes.
const LONGEST_HEADER: usize = 10_000;

/// The text of the header, or the reason why there is none.
fn header(bytes: &[u8]) -> Result<&[u8], String> {
    match bytes.get(MARK.len()..) {
        Some([1..=3, 0, ..]) => {}
        Some([major, minor, ..]) => {
            return Err(format!("version {major}.{minor} of the format is none of 1.0, 2.0 and 3.0"))
        }
        Some([] | [_]) | None => return Err("it ends behind the mark of the format".to_owned()),
    }
    match parts(bytes) {
        None => Err("it ends before its header does".to_owned()),
        Some((header, _)) if header.len() > LONGEST_HEADER => {
            Err(format!("its header has {} bytes, and no more than {LONGEST_HEADER} are read", header.len()))
        }
        Some((header, _)) => Ok(header),
    }
}

/// What is wrong with a header that npyz cannot read, for an error message.
fn unread(error: &std::io::Error) -> String {
    let told = error.to_string();
    // The parser's message has several lines, with a drawing of the position.
    if told.starts_with("could not parse") {
        let example = "{'descr': '<i8', 'fortran_order': False, 'shape': (4,)}";
        format!("its header is no Python dictionary such as {example}")
    } else {
        format!("its header describes no array: {}", told.lines().next().unwrap_or_default())
    }
}

/// The header and the bytes behind it. The first bytes of the file give the header's length.
fn parts(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let wide = *bytes.get(MARK.len())? > 1;
    let (field, rest) = bytes.get(8..)?.split_at_checked(if wide { 4 } else { 2 })?;
    rest.split_at_checked(field.iter().rev().fold(0_usize, |n, byte| n << 8 | usize::from(*byte)))
}

/// The number of bytes behind the header.
fn data(bytes: &[u8]) -> Option<usize> {
    parts(bytes).map(|(_, data)| data.len())
}

/// Whether the number of elements fits into 64 bits. npyz multiplies sizes without checking, however the shape is
/// written. So all numbers of the header are multiplied; in a file that NumPy wrote they are few and small.
fn is_countable(header: &[u8]) -> bool {
    let header = String::from_utf8_lossy(header);
    let words = header.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let numbers = words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    // A size of 0 counts as 1, because npyz multiplies from the left and could overflow before it comes to the 0.
    numbers.map(size).try_fold(1_u64, |all, n| all.checked_mul(n?.max(1))).is_some()
}

/// Reads a number as NumPy writes sizes. Python's other spellings of integers are `None`, and a word that is no integer
/// counts as 1.
fn size(word: &str) -> Option<u64> {
    let decimal = word.bytes().all(|b| b.is_ascii_digit());
    let spelled = word.contains('_') || ["0x", "0X", "0o", "0O", "0b", "0B"].iter().any(|mark| word.starts_with(mark));
    if decimal || spelled {
        word.parse().ok()
    } else {
        Some(1)
    }
}

/// Writes each array to a file `NAME.npy` in a folder.
pub fn write<'s, V: Iterator<Item = Value>>(
    folder: &Path,
    arrays: impl Iterator<Item = (&'s Shape, V)>,
) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
    for (shape, elements) in arrays {
        let path = folder.join(format!("{}.npy", shape.name));
        let bytes = bytes(shape, elements)?;
        fs::write(&path, bytes).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    }
    Ok(())
}

fn bytes(shape: &Shape, values: impl Iterator<Item = Value>) -> Result<Vec<u8>, String> {
    let dims: Vec<u64> = shape.dims.iter().map(|d| d.unsigned_abs()).collect();
    let large = || format!("`{}` has an element that does not fit 64 bits, so no .npy file can hold it", shape.name);
    macro_rules! write {
        ($ty:ty, $of:expr) => {{
            let values = values.map($of).collect::<Option<Vec<$ty>>>().ok_or_else(large)?;
            encode(&dims, values)
        }};
    }
    match shape.elem {
        Type::Machine(Width { bits: 64, signed: false }) => {
            write!(u64, |v: Value| v.as_int().and_then(|n| u64::try_from(n.to_big()).ok()))
        }
        Type::Int | Type::Machine(_) => write!(i64, |v: Value| v.as_int().and_then(interp::Int::to_i64)),
        Type::Bool | Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_) => {
            write!(bool, |v: Value| v.as_bool())
        }
        Type::Enum(_) => Err(format!(
            "`{}` has constants of an enumeration as elements, and no .npy file can hold those",
            shape.name
        )),
        Type::Collection(..) | Type::Data(_) => {
            Err(format!("`{}` has collections as elements, and no .npy file can hold those", shape.name))
        }
        Type::Float(FloatFormat::Single) => {
            write!(f32, |v: Value| v.as_float().map(|f| f32::from_bits(f.bits() as u32)))
        }
        Type::Float(FloatFormat::Double) => write!(f64, |v: Value| v.as_float().map(|f| f64::from_bits(f.bits()))),
    }
}

fn encode<T: npyz::AutoSerialize>(dims: &[u64], values: Vec<T>) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let go = || {
        let mut writer = npyz::WriteOptions::new().default_dtype().shape(dims).writer(&mut out).begin_nd()?;
        writer.extend(values)?;
        writer.finish()
    };
    go().map_err(|error| format!("an array cannot be encoded: {error}"))?;
    Ok(out)
}
