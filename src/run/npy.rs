//! Arrays in files of NumPy's format.
//!
//! In: a file, or an array. Out: the other. The only room that knows npyz.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use interp::{Shape, Value};
use npyz::{NpyFile, WriterBuilder};
use syntax::typed::{FloatFormat, Type};

/// Reads the elements of an array; the file has its shape and numbers of its kind.
pub fn read(path: &Path, shape: &Shape) -> Result<Vec<Value>, String> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let open = || NpyFile::new(bytes.as_slice()).map_err(|error| format!("{shown} is no .npy file: {error}"));
    let file = open()?;
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
    macro_rules! first {
        ($($ty:ty => $value:expr),*) => {{
            let mut found = None;
            $(if found.is_none() {
                if let Ok(values) = open()?.into_vec::<$ty>() {
                    found = Some(values.into_iter().map($value).collect::<Vec<Value>>());
                }
            })*
            found
        }};
    }
    let wide = |x: u64| Value::Int(interp::Int::from(dashu::integer::IBig::from(x)));
    let values = match shape.elem {
        Type::Int => first!(
            i64 => Value::from, i32 => |x| Value::from(i64::from(x)), i16 => |x| Value::from(i64::from(x)),
            i8 => |x| Value::from(i64::from(x)), u8 => |x| Value::from(i64::from(x)), u16 => |x| Value::from(i64::from(x)),
            u32 => |x| Value::from(i64::from(x)), u64 => wide
        ),
        Type::Bool => first!(bool => Value::from),
        Type::Float(FloatFormat::Single) => first!(f32 => Value::from),
        Type::Float(FloatFormat::Double) => first!(f64 => Value::from, f32 => |x| Value::from(f64::from(x))),
        Type::Frac | Type::Resource => None,
    };
    values.ok_or_else(|| format!("{shown} holds {}, which is not what `{}` holds", file.dtype().descr(), shape.name))
}

/// Writes each array to `NAME.npy` in a folder.
pub fn write<'s>(
    folder: &Path,
    shapes: impl Iterator<Item = &'s Shape>,
    arrays: &BTreeMap<String, Vec<Value>>,
) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
    for shape in shapes {
        let Some(values) = arrays.get(&shape.name) else { continue };
        let path = folder.join(format!("{}.npy", shape.name));
        let bytes = bytes(shape, values)?;
        fs::write(&path, bytes).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    }
    Ok(())
}

fn bytes(shape: &Shape, values: &[Value]) -> Result<Vec<u8>, String> {
    let dims: Vec<u64> = shape.dims.iter().map(|d| d.unsigned_abs()).collect();
    let large = || format!("`{}` has an element that does not fit 64 bits, so no .npy file can hold it", shape.name);
    macro_rules! write {
        ($ty:ty, $of:expr) => {{
            let values = values.iter().map($of).collect::<Option<Vec<$ty>>>().ok_or_else(large)?;
            encode(&dims, values)
        }};
    }
    match shape.elem {
        Type::Int => write!(i64, |v: &Value| v.as_int().and_then(interp::Int::to_i64)),
        Type::Bool | Type::Frac | Type::Resource => write!(bool, Value::as_bool),
        Type::Float(FloatFormat::Single) => {
            write!(f32, |v: &Value| v.as_float().map(|f| f32::from_bits(f.bits() as u32)))
        }
        Type::Float(FloatFormat::Double) => write!(f64, |v: &Value| v.as_float().map(|f| f64::from_bits(f.bits()))),
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
