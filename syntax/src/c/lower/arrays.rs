//! Arrays of a thread.
//!
//! In: the declaration of such an array. Out: private variables, and an assignment for each element that a list gives.

use super::state::{Binding, Lower, Place, Value};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::{Expr, ExprKind, Heap, VarDecl};

/// The greatest number of elements that a list may give.
const MOST: usize = 4096;

impl<'n> Lower<'_, 'n, '_> {
    /// Declares an array of a thread.
    pub fn private_array(&mut self, node: &'n Node, value: Option<&'n Node>) -> Option<()> {
        let at = self.at(node);
        let mut dims = Vec::new();
        let mut ty = self.unit.type_of(node);
        let mut inner = None;
        while let CType::Array(element, length) = ty {
            let Some(length) = length else {
                return self.cannot(node, "an array without length", "write its length as a literal");
            };
            dims.push(at.int(length));
            inner.get_or_insert_with(|| (*element).clone());
            ty = *element;
        }
        let Some(pieces) = ty.stored() else {
            let what = format!("an array of type `{}`", node.ty.qual_type);
            return self.cannot(node, &what, "use arrays of numbers, vectors and structures of numbers");
        };
        let vars = self.declared_arrays(node, &pieces, &dims, at)?;
        let heaps: Vec<Heap> = vars.iter().map(|var| Heap::Private(*var)).collect();
        let array = super::state::Array::new(heaps.clone(), inner?, Vec::new(), None);
        let _ = self.bindings.insert(&node.id, Binding::Array(array.clone()));
        let value = value.filter(|value| !super::aggregates::creates_nothing(value, &ty));
        let Some(list) = value.map(Node::bare) else { return Some(()) };
        let Some(zeros) = ty.flat() else {
            return self.cannot(node, "this initialiser of an array", "assign its elements in a loop");
        };
        let lengths: Option<Vec<usize>> = dims.iter().map(length_of).collect();
        let mut elements = Vec::new();
        if !lengths.is_some_and(|lengths| elements_of(list, &lengths, &mut Vec::new(), &mut elements)) {
            let help = "write its elements in braces, at most 4096, or assign them in a loop";
            return self.cannot(node, "this initialiser of an array", help);
        }
        // C leaves the order of initialisers open.
        let written: Vec<&Node> = elements.iter().filter_map(|(_, value)| *value).collect();
        let mut written = self.in_any_order(&written, |lower, value| lower.value(value))?.into_iter();
        for (index, value) in elements {
            let values = match value {
                Some(_) => written.next().map(Value::scalars).unwrap_or_default(),
                None => zeros.iter().map(|(_, ty)| super::aggregates::zero_of(*ty, at)).collect(),
            };
            let mut place = Place::Array(array.clone());
            for number in index {
                let Place::Array(array) = place else { return self.cannot(list, "this initialiser", "use numbers") };
                place = self.select(array, at.int(number), list)?;
            }
            let places = super::pieces::leaves(&place, at).unwrap_or_default();
            if values.len() != places.len() {
                return self.cannot(list, "this initialiser", "use numbers");
            }
            for (place, value) in places.into_iter().zip(values) {
                let _ = self.assign(place, Value::Scalar(value), list, false)?;
            }
        }
        Some(())
    }

    /// The array of the characters of a string, as it is written, which no thread changes.
    pub fn text(&mut self, node: &Node) -> Option<Place> {
        let written = node.value.as_str().unwrap_or_default();
        let text = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
        let plain = text.bytes().all(|b| (b' '..=b'~').contains(&b) && !matches!(b, b'\\' | b'"'));
        let (element, ty) = match self.unit.type_of(node) {
            CType::Array(element, Some(length)) if plain && length == text.len() as u64 + 1 => {
                let ty = element.scalar();
                (element, ty)
            }
            _ => return self.cannot(node, "this string", "use printable characters of ASCII"),
        };
        let (at, Some(ty)) = (self.at(node), ty) else { return None };
        let dims = vec![at.int(text.len() + 1)];
        let var = self.env.hidden(VarDecl { name: at.name("text"), ty, dims, device: false });
        self.out.push(at.declare(var, None));
        for (n, byte) in text.bytes().chain([0]).enumerate() {
            let place = at.place(Heap::Private(var), vec![at.int(n)]);
            self.out.push(at.store(place, Expr { ty, ..at.int(byte) }));
        }
        let _ = self.constants.insert(var);
        Some(Place::Array(super::state::Array::new(vec![Heap::Private(var)], *element, Vec::new(), None)))
    }
}

/// The number of elements of a dimension.
fn length_of(dim: &Expr) -> Option<usize> {
    match &dim.kind {
        ExprKind::Int(length) => usize::try_from(length.clone()).ok(),
        _ => None,
    }
}

/// Adds the elements that a list gives to an array with these lengths, each with its indices, and with its value unless
/// that is zero. Says whether the list is one that is read.
pub fn elements_of<'n>(
    list: &'n Node,
    lengths: &[usize],
    index: &mut Vec<usize>,
    out: &mut Vec<(Vec<usize>, Option<&'n Node>)>,
) -> bool {
    let zeros = list.kind == "ImplicitValueInitExpr";
    let Some((length, inner)) = lengths.split_first() else {
        out.push((index.clone(), Some(list).filter(|_| !zeros)));
        return out.len() <= MOST;
    };
    // The first part of a short list stands for the elements that are not written.
    let (written, rest): (&[Node], Option<&Node>) = match list.array_filler.split_first() {
        Some((rest, written)) => (written, Some(rest)),
        None => (&list.inner, None),
    };
    if list.kind != "InitListExpr" && !zeros || written.len() > *length || *length > MOST {
        return false;
    }
    (0..*length).all(|number| {
        // All parts of zeros are zeros.
        let element = written.get(number).or(rest).map(Node::bare).or(Some(list).filter(|_| zeros));
        let Some(element) = element else { return false };
        index.push(number);
        let read = elements_of(element, inner, index, out);
        let _ = index.pop();
        read
    })
}
