//! Similar names.
//!
//! In: a name, and names that are known. Out: the known name that was probably meant.

/// The most similar of the known names, if it is similar enough.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = name.chars().count().div_ceil(3);
    let ranked = known.map(|known| (distance(name, known), known));
    ranked.filter(|(distance, _)| *distance <= limit).min().map(|(_, known)| known)
}

/// The edit distance of two names, where a change of case costs nothing.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).flat_map(char::to_lowercase).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        let mut next = vec![left];
        for (y, up) in b.iter().zip(row.iter().skip(1)) {
            left = (diagonal + usize::from(x != *y)).min(left + 1).min(up + 1);
            diagonal = *up;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}
