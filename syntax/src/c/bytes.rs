//! The text of a file of C.
//!
//! In: the bytes of the file. Out: a text in which each offset is that of clang, which counts bytes.

/// The text of a file: bytes that are no text in UTF-8 are question marks, and a byte order mark is blank. Code has no
/// such bytes, but comments of other encodings do.
pub fn text_of_bytes(mut bytes: Vec<u8>) -> String {
    if bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
        bytes.iter_mut().take(3).for_each(|byte| *byte = b' ');
    }
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| '?'));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::text_of_bytes;

    #[test]
    fn each_byte_has_its_offset() {
        assert_eq!(text_of_bytes(b"\xef\xbb\xbfa\xe9b\xc3\xa9".to_vec()), "   a?b\u{e9}");
    }
}
