//! The head of the text of a proof: what the proof is about.
//!
//! In: a file, an item and an obligation. Out: the first line of the text, and the three parts from the line.

/// The obligation that a proof is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The path of the verified file, as it was printed.
    pub file: String,
    /// The name of the kernel, procedure or function.
    pub item: String,
    /// The name of the obligation, such as `store.out-of-bounds.3fa2c1`.
    pub obligation: String,
}

/// How the line of a head starts.
const START: &str = "(about ";

impl About {
    /// The first line of the text of the proof, with its end.
    pub fn head(&self) -> String {
        let parts = [&self.file, &self.item, &self.obligation].map(|part| escaped(part));
        format!("{START}{})\n", parts.join(" "))
    }

    /// Whether a text starts with such a line, so that it was written for an obligation.
    pub fn starts(text: &str) -> bool {
        text.starts_with(START)
    }

    /// The part that a word of the line stands for; `None` if the word is none that [`About::head`] writes.
    pub(super) fn unescaped(word: &str) -> Option<String> {
        let (mut bytes, mut rest) = (Vec::new(), word);
        while let Some(at) = rest.find('%') {
            let (before, behind) = rest.split_at(at);
            bytes.extend_from_slice(before.as_bytes());
            bytes.push(u8::from_str_radix(behind.get(1..3)?, 16).ok()?);
            rest = behind.get(3..)?;
        }
        bytes.extend_from_slice(rest.as_bytes());
        String::from_utf8(bytes).ok().filter(|part| escaped(part) == word)
    }
}

/// The text as one word without parentheses: `%` and two digits stand for each byte of any other character.
fn escaped(text: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"()%".contains(c);
    let mut word = String::new();
    for c in text.chars() {
        if plain(c) {
            word.push(c);
        } else {
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| word.push_str(&format!("%{byte:02x}")));
        }
    }
    word
}
