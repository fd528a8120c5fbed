//! Line markers: how `clang -E` says from which file the lines behind them are.
//!
//! In: a line of what clang has preprocessed. Out: the name of the file, and the numbers behind the name.

/// The name of the file and the flags of a line such as `# 1 "./a.h" 1`. `None` for another line.
pub fn marker(line: &str) -> Option<(String, &str)> {
    let rest = line.strip_prefix("# ")?.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(" \"")?;
    let mut name = Vec::new();
    let mut bytes = rest.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return Some((String::from_utf8_lossy(&name).into_owned(), rest.get(at + 1..)?)),
            b'\\' => name.push(match bytes.next()?.1 {
                b'n' => b'\n',
                b't' => b'\t',
                first @ b'0'..=b'7' => {
                    let digits = [Some(first), bytes.next().map(|(_, b)| b), bytes.next().map(|(_, b)| b)];
                    let value = digits.iter().try_fold(0_u32, |value, digit| {
                        let digit = digit.filter(|digit| (b'0'..=b'7').contains(digit))?;
                        Some(value * 8 + u32::from(digit - b'0'))
                    })?;
                    u8::try_from(value).ok()?
                }
                other => other,
            }),
            other => name.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::marker;

    #[test]
    fn names_are_those_of_files() {
        let read = |line| marker(line).map(|(name, flags)| (name, flags.trim().to_owned()));
        let found = |name: &str, flags: &str| Some((name.to_owned(), flags.to_owned()));
        assert_eq!(read(r#"# 1 "./\303\274.h" 1"#), found("./\u{fc}.h", "1"));
        assert_eq!(read(r#"# 1 "./a\\b.h" 1 3"#), found(r"./a\b.h", "1 3"));
        assert_eq!(read(r#"# 12 "./a\"b\".h" 2"#), found("./a\"b\".h", "2"));
        assert_eq!(read(r#"# 12 "<stdin>""#), found("<stdin>", ""));
        for line in ["#define A \"a.h\"", "# 1 \"a", "# 1 \"a\\", "# 1 \"\\777\" 1", "x"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
