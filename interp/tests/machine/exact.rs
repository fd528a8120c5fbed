//! Integers of exact width, compared with Rust's integers, and with an enumeration of all values at small widths; and
//! roots of floats.

use interp::exact::{Computed, Exact, Undefined, Width};
use interp::{Int, Rng};

/// An operation in Rust's arithmetic: the wrapped result, and whether it overflows.
macro_rules! native {
    ($ty:ty, $operation:expr, $a:expr, $b:expr) => {{
        let (a, b): ($ty, $ty) = ($a, $b);
        let shift = u32::try_from(b).ok().filter(|n| *n < <$ty>::BITS);
        let wide = |x: $ty| i128::from(x);
        match $operation {
            Exact::Add => Ok(a.overflowing_add(b)),
            Exact::Sub => Ok(a.overflowing_sub(b)),
            Exact::Mul => Ok(a.overflowing_mul(b)),
            Exact::Div if b == 0 => Err(Undefined::DivisionByZero),
            Exact::Rem if b == 0 => Err(Undefined::DivisionByZero),
            Exact::Div => Ok(a.overflowing_div(b)),
            // The remainder of the least number by -1 is 0 and fits; Rust reports the quotient's overflow there.
            Exact::Rem => Ok((a.wrapping_rem(b), false)),
            Exact::And => Ok((a & b, false)),
            Exact::Or => Ok((a | b, false)),
            Exact::Xor => Ok((a ^ b, false)),
            Exact::Shl => shift.map(|n| (a << n, wide(a << n) != wide(a) << n)).ok_or(Undefined::Shift),
            Exact::Shr => shift.map(|n| (a >> n, false)).ok_or(Undefined::Shift),
            Exact::Min => Ok((a.min(b), false)),
            Exact::Max => Ok((a.max(b), false)),
        }
    }};
}

fn int(value: i128) -> Int {
    Int::from(dashu::integer::IBig::from(value))
}

/// Values near the ends, near zero, near powers of two, and any.
fn bits(rng: &mut Rng) -> u64 {
    match rng.below(4) {
        0 => rng.below(5) as u64,
        1 => (rng.below(5) as u64).wrapping_neg(),
        2 => (1_u64 << rng.below(64)).wrapping_add(rng.below(3) as u64).wrapping_sub(1),
        _ => rng.bits(),
    }
}

macro_rules! agrees {
    ($($name:ident: $ty:ty, $width:expr;)*) => {$(
        #[test]
        fn $name() {
            let width: Width = $width.unwrap();
            assert_eq!((width.least(), width.greatest()), (int(<$ty>::MIN.into()), int(<$ty>::MAX.into())));
            let mut rng = Rng::new(5);
            let mut overflows = 0;
            for _ in 0..5_000 {
                let (x, y) = (bits(&mut rng), bits(&mut rng));
                let (a, b) = (x as $ty, y as $ty);
                for operation in Exact::ALL {
                    let expected = native!($ty, operation, a, b)
                        .map(|(value, overflows)| Computed { value: int(value.into()), overflows });
                    let found = width.compute(operation, &int(a.into()), &int(b.into()));
                    assert_eq!(found, expected, "{a} {operation:?} {b}");
                    overflows += usize::from(expected.is_ok_and(|computed| computed.overflows));
                }
                assert_eq!(width.complement(&int(a.into())), int((!a).into()));
                // A conversion keeps the low bits.
                assert_eq!(width.wrap(&int(x.into())), int(a.into()));
                assert_eq!(width.wrap(&int((x as i64).into())), int(a.into()));
            }
            assert!(overflows > 1_000, "{overflows}");
        }
    )*};
}

agrees! {
    signed_8: i8, Width::signed(8);
    signed_16: i16, Width::signed(16);
    signed_32: i32, Width::signed(32);
    signed_64: i64, Width::signed(64);
    unsigned_8: u8, Width::unsigned(8);
    unsigned_16: u16, Width::unsigned(16);
    unsigned_32: u32, Width::unsigned(32);
    unsigned_64: u64, Width::unsigned(64);
}

/// All pairs of values of types with 1 to 4 bits: a result is the only value of the type that is congruent to the exact
/// one, and the operation overflows exactly if the two differ.
#[test]
fn small_widths_by_enumeration() {
    let widths = (1..=4).flat_map(|bits| [Width::signed(bits), Width::unsigned(bits)]).map(Option::unwrap);
    for width in widths {
        let ends = (width.least().to_i64().unwrap(), width.greatest().to_i64().unwrap());
        for (a, b) in (ends.0..=ends.1).flat_map(|a| (ends.0..=ends.1).map(move |b| (a, b))) {
            let exact = [
                (Exact::Add, Some(a + b)),
                (Exact::Sub, Some(a - b)),
                (Exact::Mul, Some(a * b)),
                (Exact::Div, a.checked_div(b)),
                (Exact::Rem, a.checked_rem(b)),
                (Exact::Shl, (0..i64::from(width.bits())).contains(&b).then(|| a << b)),
                (Exact::Shr, (0..i64::from(width.bits())).contains(&b).then(|| a >> b)),
            ];
            for (operation, exact) in exact {
                let found = width.compute(operation, &Int::from(a), &Int::from(b)).ok();
                let expected = exact.map(|exact| {
                    let modulus = 1 << width.bits();
                    let value = (ends.0..=ends.1).find(|v| (v - exact) % modulus == 0).unwrap();
                    Computed { value: Int::from(value), overflows: value != exact }
                });
                assert_eq!(found, expected, "{width:?}: {a} {operation:?} {b}");
                assert!(found.is_none_or(|found| width.holds(&found.value)));
            }
        }
    }
}

#[test]
fn a_width_has_1_to_64_bits() {
    for bits in [0, 65, 255] {
        assert_eq!((Width::signed(bits), Width::unsigned(bits)), (None, None));
    }
    let (signed, unsigned) = (Width::signed(1).unwrap(), Width::unsigned(64).unwrap());
    assert!((signed.is_signed(), unsigned.is_signed(), unsigned.bits()) == (true, false, 64));
    assert_eq!((signed.least(), signed.greatest()), (Int::from(-1), Int::ZERO));
    assert!(unsigned.holds(&int(i128::from(u64::MAX))) && !unsigned.holds(&int(1 << 64)) && !unsigned.holds(&int(-1)));
    // A shift by any number outside the width is undefined, even by one that no type holds.
    for by in [-1, 64, 1 << 100] {
        assert_eq!(unsigned.compute(Exact::Shl, &Int::from(1), &int(by)), Err(Undefined::Shift));
    }
}

/// Roots that are rounded to nearest are those of the hardware. Roots that are rounded up and down are equal or
/// neighbours, with the exact root between them.
#[test]
fn roots_are_exactly_rounded() {
    use ir::FloatFormat::{Double, Single};
    use ir::Rounding;
    let mut rng = interp::Rng::new(3);
    for n in 0..20_000_u64 {
        let special = [0.0, -0.0, f64::INFINITY, f64::NAN, -1.0, 5e-324, 4.0, 2.0, f64::MAX, f64::MIN_POSITIVE];
        let x = special.get(n as usize).copied().unwrap_or_else(|| f64::from_bits(rng.bits()));
        let y = x as f32;
        let double = |x: f64| ir::Float::from_bits(Double, x.to_bits());
        let single = |x: f32| ir::Float::from_bits(Single, u64::from(x.to_bits()));
        assert_eq!(double(x).sqrt(Rounding::NearestEven), double(x.sqrt()), "{x}");
        assert_eq!(single(y).sqrt(Rounding::NearestEven), single(y.sqrt()), "{y}");
        // For smaller numbers, the difference that `mul_add` computes below is not exact.
        if !(x > 1e-200 && x.is_finite()) {
            continue;
        }
        let of = |r| f64::from_bits(double(x).sqrt(r).bits());
        let (down, up, zero) = (of(Rounding::Down), of(Rounding::Up), of(Rounding::Zero));
        assert_eq!(down, zero);
        assert!(down == up || down.next_up() == up, "{x}: {down} {up}");
        assert!(down.mul_add(down, -x) <= 0.0 && up.mul_add(up, -x) >= 0.0, "{x}: {down} {up}");
        assert_eq!(down == up, down.mul_add(down, -x) == 0.0, "{x}");
    }
}
