//! Mutations of kernels: words of the language for words, lines for lines, so that many mutants still have a type.
//!
//! In: texts and a generator of random numbers. Out: another text; the same numbers give the same text everywhere.

/// A small generator (xorshift64*): the same numbers everywhere.
pub struct Random(u64);

impl Random {
    /// Every seed is good, 0 too.
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x5e9a_1000_0000_0001)
    }

    /// A number from 0 to `n` - 1; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n.max(1)
    }
}

/// Words of the language and things that do not belong into it.
const WORDS: &[&str] = &[
    "tid",
    "gid",
    "lid",
    "gsize",
    "ngroups",
    "tcount",
    ".x",
    ".y",
    "Perm",
    "write",
    "read",
    "none",
    "**",
    "==>",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ":=",
    "=",
    "0",
    "1",
    "-",
    "/",
    "%",
    "\\old(",
    "\\forall int i; ",
    "\\forall* int i; 0 <= i && i < n; ",
    "\\result",
    "barrier(local)",
    "barrier(none) { ensures false; }",
    "if (tid == 0)",
    "while (true)",
    "assume false;",
    "requires",
    "ensures",
    "context",
    "kernel",
    "pure int",
    "1\\2",
    "1.5",
    "99999999999999999999",
    "\u{0}",
    "é",
    "💥",
    "\"",
    "/*",
    "//",
];

/// Words that can stand where another of the same row stood, so that the mutant often still has a type.
const KINDS: &[&[&str]] = &[
    &["tid", "gid", "lid", "gsize", "ngroups", "tcount", "0", "1", "2", "3", "10", "n", "i"],
    &["x", "y", "z"],
    &["write", "read", "none"],
    &["<", ">"],
    &["+", "-", "*", "/", "%"],
    &["&", "|"],
    &["local", "global", "both", "none"],
    &["requires", "ensures", "context"],
];

/// Puts another word of the same kind in up to three places.
pub fn exchange(source: &str, random: &mut Random) -> String {
    let mut tokens = split(source);
    let places: Vec<(usize, &[&str])> = tokens
        .iter()
        .enumerate()
        .filter_map(|(at, token)| Some((at, *KINDS.iter().find(|kind| kind.contains(&token.as_str()))?)))
        .collect();
    for _ in 0..1 + random.below(3) {
        if let Some((at, kind)) = places.get(random.below(places.len())) {
            tokens[*at] = kind[random.below(kind.len())].to_owned();
        }
    }
    tokens.concat()
}

/// Changes up to three words: dropped, added, replaced, swapped, a piece of `other` put in, the end cut off.
pub fn mutate(source: &str, other: &str, random: &mut Random) -> String {
    let mut tokens: Vec<String> = split(source);
    for _ in 0..1 + random.below(3) {
        let at = random.below(tokens.len());
        match random.below(6) {
            0 => drop((!tokens.is_empty()).then(|| tokens.remove(at))),
            1 => tokens.insert(at, WORDS[random.below(WORDS.len())].to_owned()),
            2 if !tokens.is_empty() => tokens[at] = WORDS[random.below(WORDS.len())].to_owned(),
            3 if !tokens.is_empty() => {
                let with = random.below(tokens.len());
                tokens.swap(at, with);
            }
            4 => {
                let others = split(other);
                let from = random.below(others.len());
                let piece: Vec<String> = others.into_iter().skip(from).take(1 + random.below(20)).collect();
                tokens.splice(at..at, piece);
            }
            _ => tokens.truncate(tokens.len() - random.below(tokens.len() / 4 + 1)),
        }
    }
    tokens.concat()
}

/// Drops, doubles, moves or exchanges up to three lines, or takes some from `other`.
pub fn lines(source: &str, other: &str, random: &mut Random) -> String {
    let mut mine: Vec<&str> = source.split_inclusive('\n').collect();
    let others: Vec<&str> = other.split_inclusive('\n').collect();
    for _ in 0..1 + random.below(3) {
        let (at, from) = (random.below(mine.len()), random.below(others.len()));
        match random.below(5) {
            0 if !mine.is_empty() => drop(mine.remove(at)),
            1 if !mine.is_empty() => mine.insert(at, mine[random.below(mine.len())]),
            2 if !mine.is_empty() => {
                let with = random.below(mine.len());
                mine.swap(at, with);
            }
            3 if !mine.is_empty() && !others.is_empty() => mine[at] = others[from],
            _ => {
                let piece: Vec<&str> = others.iter().skip(from).take(1 + random.below(6)).copied().collect();
                mine.splice(at..at, piece);
            }
        }
    }
    mine.concat()
}

/// Words, numbers and single characters, spaces included, so that `concat` gives the text back.
pub fn split(source: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for c in source.chars() {
        match tokens.last_mut() {
            Some(last) if c.is_alphanumeric() && last.ends_with(|l: char| l.is_alphanumeric()) => last.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    tokens
}
