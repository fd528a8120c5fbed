//! Whether an array whose length is a product is used as if it had several dimensions.
//!
//! In: an array with one dimension. Out: the factors of its length, if all of its indices in the program have the form
//! `(i * b + j) * c + k` for the factors `a`, `b` and `c`. Then the array can be declared with these lengths, and the
//! indices `[i][j][k]` have no product.

use ir::{BinaryOp, Expr, ExprKind, Gets, Heap, Place};

use super::Words;

impl<'p> Words<'p> {
    /// The factors of the length of an array, if it can be declared with these lengths.
    pub fn dimensions_instead(&self, heap: Heap) -> Option<Vec<String>> {
        let factors = self.factors(heap)?;
        let places = self.places_of(heap);
        let split = |place: &&Place| match place.index.as_slice() {
            [index] => self.is_split(index, &factors),
            _ => false,
        };
        (!places.is_empty() && places.iter().all(split)).then_some(factors)
    }

    /// The places of the program that name an array with this identity, in any kernel.
    #[allow(clippy::wildcard_enum_match_arm)] // only what has a place matters
    fn places_of(&self, heap: Heap) -> Vec<&'p Place> {
        let mut out = Vec::new();
        self.each_whole(&mut |whole: &'p Expr| {
            whole.each(&mut |e| match &e.kind {
                ExprKind::Read(place) | ExprKind::Perm(place, _) | ExprKind::PointsTo(place, ..) => out.push(place),
                _ => {}
            });
        });
        for body in self.bodies() {
            body.each(&mut |stmt| out.extend(stmt.outline().gets.and_then(Gets::location)));
        }
        out.retain(|place| place.heap == heap);
        out
    }

    /// Whether an index is made of one index for each of these lengths, none of which has a product.
    fn is_split(&self, index: &Expr, lengths: &[String]) -> bool {
        let Some((last, rest)) = lengths.split_last() else { return false };
        let has_product = |e: &Expr| e.any(&|e| matches!(e.kind, ExprKind::Binary(BinaryOp::Mul, ..)));
        if rest.is_empty() {
            return !has_product(index);
        }
        let ExprKind::Binary(BinaryOp::Add, a, b) = &index.kind else { return false };
        [(a, b), (b, a)].into_iter().any(|(rows, column)| {
            let ExprKind::Binary(BinaryOp::Mul, x, y) = &rows.kind else { return false };
            let mut row = [(x, y), (y, x)].into_iter().filter(|(_, length)| self.quote(length.node) == *last);
            !has_product(column) && row.any(|(row, _)| self.is_split(row, rest))
        })
    }
}
