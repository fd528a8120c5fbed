//! Reads numerals as Z3 prints them.
//!
//! In: text such as `17`, `(- 17)`, `0.5`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`, or `#x00ff` for a bit vector. Out: the
//! exact number; `None` for other text, such as that of an algebraic number.

use dashu::{integer::IBig, rational::RBig};

/// Reads an integer.
pub fn integer(text: &str) -> Option<IBig> {
    let value = rational(text)?;
    (value.denominator().is_one()).then(|| value.numerator().clone())
}

/// Reads a bit vector of this width, such as `#x00ff` or `#b0101`, as an integer in two's complement.
pub fn bits(text: &str, width: u32) -> Option<IBig> {
    let (digits, radix) = match text.split_at_checked(2)? {
        ("#x", digits) => (digits, 16),
        ("#b", digits) => (digits, 2),
        _ => return None,
    };
    let n = IBig::from_str_radix(digits, radix).ok()?;
    let values = IBig::ONE << width as usize;
    let negative = IBig::from(2) * &n >= values;
    Some(if negative { n - values } else { n })
}

/// Reads a rational number.
pub fn rational(text: &str) -> Option<RBig> {
    let text = text.trim();
    let Some(inside) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else { return decimal(text) };
    if let Some(negated) = inside.strip_prefix("- ") {
        return rational(negated).map(|value| -value);
    }
    let (numerator, denominator) = split(inside.strip_prefix("/ ")?)?;
    let denominator = rational(denominator)?;
    (!denominator.is_zero()).then_some(())?;
    Some(rational(numerator)? / denominator)
}

/// The texts of the two arguments of a division.
fn split(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            ' ' if depth == 0 => return Some((text.get(..at)?, text.get(at + 1..)?)),
            _ => {}
        }
    }
    None
}

/// Reads a decimal number without a sign.
fn decimal(text: &str) -> Option<RBig> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !(whole.chars().chain(fraction.chars())).all(|c| c.is_ascii_digit()) || whole.is_empty() {
        return None;
    }
    let digits: IBig = format!("{whole}{fraction}").parse().ok()?;
    let scale: IBig = format!("1{}", "0".repeat(fraction.len())).parse().ok()?;
    Some(RBig::from(digits) / RBig::from(scale))
}
