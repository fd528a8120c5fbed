//! Expansions: the places at which a declaration was put into the program instead of its name.
//!
//! In: a place whose text an expansion put into the program. Out: the place of the use in the text, and the text with
//! the arguments in place of the parameters.

use crate::{Expansion, ExpansionId, Program, Span};

impl Program {
    /// The expansion that put the text of a place into the program.
    pub fn expansion(&self, place: Span) -> Option<&Expansion> {
        self.expansions.get(place.expansion?.0 as usize)
    }

    /// The place of the text as it is written: that of the outermost use, if expansions put it into the program.
    pub fn used_at(&self, place: Span) -> Span {
        self.seen_from(place, None)
    }

    /// The place that contains this one in the text which the expansion `from` put into the program; the place of the
    /// use in the text as it is written if there is no such place.
    pub fn seen_from(&self, place: Span, from: Option<ExpansionId>) -> Span {
        let mut seen = place;
        // An expansion that is made inside of another one stands behind it in the list.
        for _ in 0..=self.expansions.len() {
            match self.expansion(seen) {
                Some(expansion) if seen.expansion != from => seen = expansion.at,
                Some(_) | None => break,
            }
        }
        seen
    }

    /// The source text at a place, as one line, with arguments in place of the parameters of a declaration that was
    /// put into the program.
    pub fn quote(&self, place: impl Into<Span>) -> String {
        let text = self.put_in(place.into(), self.expansions.len());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The text at a place with arguments in place of parameters. Arguments may themselves be parts of `depth`
    /// expansions.
    fn put_in(&self, place: Span, depth: usize) -> String {
        let puts = self.expansion(place).filter(|_| depth > 0).map_or(&[][..], |expansion| &expansion.puts);
        let inside = |put: &&(Span, Span)| place.start <= put.0.start && put.0.end <= place.end;
        let mut puts: Vec<&(Span, Span)> = puts.iter().filter(inside).collect();
        puts.sort_by_key(|(parameter, _)| parameter.start);
        puts.dedup_by_key(|(parameter, _)| parameter.start);
        let (mut text, mut from) = (String::new(), place.start);
        for (parameter, argument) in puts {
            text.push_str(Span { start: from, end: parameter.start, ..place }.text(&self.text));
            let put = self.put_in(*argument, depth - 1);
            let whole = parameter.start == place.start && parameter.end == place.end;
            if whole || is_operand(&put) || self.stands_alone(*parameter) {
                text.push_str(&put);
            } else {
                text.push_str(&format!("({put})"));
            }
            from = parameter.end;
        }
        text.push_str(Span { start: from, ..place }.text(&self.text));
        text
    }

    /// Whether brackets or commas stand on both sides of a place.
    fn stands_alone(&self, place: Span) -> bool {
        let before = self.text.get(..place.start as usize).unwrap_or("").trim_end();
        let behind = self.text.get(place.end as usize..).unwrap_or("").trim_start();
        before.ends_with(['(', '[', ',']) && behind.starts_with([')', ']', ','])
    }
}

/// Whether a text is one operand: a name, a number, or either with brackets behind it.
fn is_operand(text: &str) -> bool {
    let mut open = 0_usize;
    text.chars().all(|c| {
        match c {
            '(' | '[' => open += 1,
            ')' | ']' => open = open.saturating_sub(1),
            _ => {}
        }
        open > 0 || c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ')' | ']' | '\\')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with the text of a declaration `P(x) = x * 2 > a[x]` and of its use `P(n + 1)`.
    fn program() -> (Program, Span) {
        let text = "x * 2 > a[x]; P(n + 1)";
        let body = Span { expansion: Some(ExpansionId(0)), ..Span::new(0, 12) };
        let put = |at: usize| (Span::new(at, at + 1), Span::new(16, 21));
        let expansion = Expansion { name: "P".to_owned(), at: Span::new(14, 22), puts: vec![put(0), put(10), put(10)] };
        (Program { text: text.into(), expansions: vec![expansion], ..Program::default() }, body)
    }

    #[test]
    fn arguments_are_quoted_for_parameters() {
        let (program, body) = program();
        assert_eq!(program.quote(body), "(n + 1) * 2 > a[n + 1]");
        assert_eq!(program.quote(Span { end: 1, ..body }), "n + 1");
        assert_eq!(program.quote(Span::new(0, 12)), "x * 2 > a[x]");
    }

    #[test]
    fn the_place_of_an_expanded_part_is_that_of_the_outermost_use() {
        let (mut program, body) = program();
        assert_eq!(program.used_at(body).start, 14);
        assert_eq!(program.used_at(Span::new(3, 4)).start, 3);
        let outer = Expansion { name: "Q".to_owned(), at: Span::new(1, 2), puts: vec![] };
        program.expansions.push(outer);
        if let Some(inner) = program.expansions.first_mut() {
            inner.at.expansion = Some(ExpansionId(1));
        }
        assert_eq!(program.used_at(body).start, 1);
        assert_eq!(program.seen_from(body, Some(ExpansionId(1))).start, 14);
    }
}
