//! Reads arguments that are references to arrays: `--arg a=[1,2,3]`, `--arg m=[[1],[2,3],null]`, `--arg b=a`.
//!
//! In: text of the command line. Out: the references, and the arrays to which they refer, by their numbers from 1 on;
//! or a sentence that says what would be accepted.

use std::collections::BTreeMap;

use interp::host::{HostArray, HostRun};
use interp::{Shape, Value};
use ir::{Space, Type};

use super::arguments::{pair, twice, value};

/// The arrays that references refer to, by their numbers from 1 on.
pub type Arrays = Vec<Vec<Value>>;

/// The values of the parameters that are references, and the arguments for the other parameters.
pub fn read(
    declared: &[(&str, Type)],
    given: &[String],
    arrays: &mut Arrays,
) -> Result<(BTreeMap<String, Value>, Vec<String>), String> {
    let (mut out, mut rest, mut same) = (BTreeMap::new(), Vec::new(), Vec::new());
    for text in given {
        let (name, written) = pair("--arg", text)?;
        let Some((_, ty)) = declared.iter().find(|(known, ty)| *known == name && ty.is_reference()) else {
            rest.push(text.clone());
            continue;
        };
        if let Some(other) = declared.iter().find(|(known, _)| *known == written.trim()) {
            if other.1 != *ty {
                return Err(format!("`{written}` and `{name}` have different types, so they cannot be the same array"));
            }
            same.push((name.to_owned(), other.0.to_owned()));
            continue;
        }
        let value = reference(written.trim(), *ty, arrays).ok_or_else(|| match ty {
            Type::Object(_) => format!(
                "`{written}` is no value for `{name}`; write null: only code creates objects, so run a procedure that \
                creates them and calls this one"
            ),
            _ => format!(
                "`{written}` is no value for `{name}`; write the elements, `--arg {name}=[1,2,3]`, or null, or another \
                parameter that is the same array"
            ),
        })?;
        if out.insert(name.to_owned(), value).is_some() {
            return Err(twice("--arg", name));
        }
    }
    for (name, other) in same {
        let value = out.get(&other).cloned();
        let value = value.ok_or_else(|| format!("`{name}` is to be `{other}`, which has no elements; name them"))?;
        if out.insert(name.clone(), value).is_some() {
            return Err(twice("--arg", &name));
        }
    }
    Ok((out, rest))
}

/// A reference, with a new array for each list of elements.
fn reference(text: &str, ty: Type, arrays: &mut Arrays) -> Option<Value> {
    if text == "null" {
        return Some(Value::NULL);
    }
    let element = ty.element()?;
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let mut elements = Vec::new();
    for part in parts(inside)? {
        elements.push(match element.is_reference() {
            true => reference(part, element, arrays)?,
            false => value(part, element).filter(|value| value.is_of(element))?,
        });
    }
    arrays.push(elements);
    u32::try_from(arrays.len()).ok().map(Value::Reference)
}

/// The parts of a list between commas that stand in no inner list.
fn parts(text: &str) -> Option<Vec<&str>> {
    let (mut out, mut depth, mut from) = (Vec::new(), 0_u32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                out.push(text.get(from..at)?.trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    let last = text.get(from..)?.trim();
    if !(out.is_empty() && last.is_empty()) {
        out.push(last);
    }
    (depth == 0).then_some(out)
}

/// The arrays to which parameters refer, before and after a run. Arrays of references are left out.
pub fn arrays(declared: &[(&str, Type)], args: &[Value], before: &Arrays, run: &HostRun) -> Vec<HostArray> {
    let of = |((name, ty), value): (&(&str, Type), &Value)| {
        let Value::Reference(number) = value else { return None };
        let elem = ty.element().filter(|elem| !elem.is_reference())?;
        let index = usize::try_from(*number).ok()?.checked_sub(1)?;
        let (before, after) = (before.get(index)?.clone(), run.objects.get(index)?.clone());
        let dims = vec![i64::try_from(before.len()).ok()?];
        let shape = Shape { name: (*name).to_owned(), space: Space::Global, elem, dims, initial: [].into() };
        Some(HostArray { shape, device: false, before, after })
    };
    declared.iter().zip(args).filter_map(of).collect()
}
