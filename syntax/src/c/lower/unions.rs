//! Unions that are private variables.
//!
//! In: the declaration of such a union, or an expression that names a member. Out: a private array for all members, and
//! the place of a member in it.
//!
//! ```text
//! union { float f; unsigned u; } b;     unsigned b[1]
//! b.u                                   b[0]
//! b.f                                   the bits of b[0], as a cast of a pointer has them (`recast.rs`)
//! ```
//!
//! All members have one size and consist of numbers of one size, so that a number of one member has the bits of exactly
//! one number of each other member. C++ leaves it open to read another member than that written last; compilers define
//! it, as C does.

use super::state::{Array, Lower, Place, Recast, Union, Value};
use crate::c::spelling::of_spelling;
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::{Heap, VarDecl};

/// The greatest number of numbers of a member.
const MOST: u64 = 64;

/// The type of the numbers of which a member consists; `None` if they differ, or if there is space between them.
#[allow(clippy::wildcard_enum_match_arm)] // other types are none of unions
fn number(member: &CType) -> Option<CType> {
    let number = match member {
        CType::Int(_) | CType::Float(_) => member.clone(),
        CType::Array(element, Some(_)) => match **element {
            CType::Int(_) | CType::Float(_) => (**element).clone(),
            _ => return None,
        },
        // A vector of three lanes is as large as one of four, and a store may change the space behind the lanes.
        CType::Vector(ty, lanes) => {
            let lane = CType::of_scalar(*ty)?;
            (member.bytes()? == lane.bytes()? * *lanes).then_some(lane)?
        }
        CType::Struct(_) => {
            let pieces = member.stored()?;
            let first = pieces.first()?.ty.clone();
            let same = pieces.iter().all(|piece| piece.dims.is_empty() && piece.ty == first);
            (same && member.bytes()? == first.bytes()? * pieces.len() as u64).then_some(first)?
        }
        _ => return None,
    };
    matches!(number, CType::Int(_) | CType::Float(_)).then_some(number)
}

/// The type of the numbers in which a union with these members is stored, and their number.
fn storage(members: &[(String, CType)]) -> Option<(CType, u64)> {
    let (_, first) = members.first()?;
    let numbers: Option<Vec<CType>> = members.iter().map(|(_, member)| number(member)).collect();
    let numbers = numbers?;
    // Vectors and structures are stored as they are.
    let whole = |member: &CType| matches!(member, CType::Vector(..) | CType::Struct(_));
    let of_whole = || members.iter().zip(&numbers).filter(|((_, member), _)| whole(member)).map(|(_, number)| number);
    // The values of integers are known of their bits, and those of floats are not.
    let integer = numbers.iter().find(|number| matches!(number, CType::Int(_)));
    let stored = of_whole().next().or(integer).or(numbers.first())?.clone();
    let alike = members.iter().all(|(_, member)| member.bytes() == first.bytes())
        && numbers.iter().all(|number| number.bytes() == stored.bytes())
        && of_whole().all(|number| *number == stored);
    let count = first.bytes()? / stored.bytes()?;
    (alike && count > 0 && count <= MOST).then_some((stored, count))
}

impl<'n> Lower<'_, 'n, '_> {
    /// Declares a variable that is a union; nothing for another type.
    pub fn declared_union(&mut self, node: &'n Node, value: Option<&Node>) -> Option<Option<()>> {
        let name = node.ty.spelling().split_whitespace().next_back()?;
        let known = self.unit.names.unions.get(name)?.clone();
        let members: Vec<(String, CType)> =
            known.into_iter().flatten().map(|(name, ty)| (name, of_spelling(&ty, &self.unit.names))).collect();
        let Some((stored, count)) = storage(&members) else {
            let help = "use members of one size, which are numbers of one size, or arrays and vectors of such numbers";
            return Some(self.cannot(node, "this union", help));
        };
        let at = self.at(node);
        let ty = stored.scalar()?;
        let decl = VarDecl { name: at.name(node.name.as_str()), ty, dims: vec![at.int(count)], device: false };
        let var = self.env.hidden(decl);
        // Annotations must not take the name for another declaration.
        self.env.scope.push((format!("{}.", node.name), var));
        self.out.push(at.declare(var, None));
        let union = Union { heap: Heap::Private(var), stored, members };
        let _ = self.unions.insert(&node.id, union.clone());
        let nothing = |value: &Node| value.kind == "CXXConstructExpr" && value.inner.is_empty() && !value.zeroing;
        Some(match value.filter(|value| !nothing(value.bare())) {
            Some(value) => self.initial_member(&union, value.bare(), at),
            None => Some(()),
        })
    }

    /// Assigns the member that a list in braces initialises: members of one type are stored alike.
    fn initial_member(&mut self, union: &Union, list: &Node, at: At) -> Option<()> {
        let help = "assign a member behind the declaration";
        let ("InitListExpr", [value]) = (list.kind.as_str(), list.inner.as_slice()) else {
            return self.cannot(list, "this initialiser of a union", help);
        };
        let ty = self.unit.type_of(value);
        let place = union.members.iter().find(|(_, member)| *member == ty).and_then(|(_, ty)| place_of(union, ty, at));
        let Some(place) = place.filter(|place| !matches!(place, Place::Array(_))) else {
            return self.cannot(list, "this initialiser of a union", help);
        };
        let value = self.value(value)?;
        self.assign(place, value, list, false).map(|_: Value| ())
    }

    /// The place of a member of a union; nothing for a member of something else.
    pub fn member_of_union(&mut self, node: &Node) -> Option<Option<Place>> {
        let base = node.part(0)?.bare();
        let union = base.refers_to().and_then(|id| self.unions.get(id)).filter(|_| base.kind == "DeclRefExpr")?.clone();
        let member = union.members.iter().find(|(name, _)| *name == node.name);
        match member.filter(|_| !node.is_arrow).and_then(|(_, ty)| place_of(&union, ty, self.at(node))) {
            Some(place) => Some(Some(place)),
            None => Some(self.cannot(node, "this member of a union", "use members of one size")),
        }
    }
}

/// The place of a member of this type.
#[allow(clippy::wildcard_enum_match_arm)] // the rest are numbers
fn place_of(union: &Union, member: &CType, at: At) -> Option<Place> {
    let (from, number) = (union.stored.scalar()?, number(member)?);
    let element = |n: u64| at.place(union.heap, vec![at.int(n)]);
    Some(match member {
        CType::Array(_, length) => {
            let cast = (number != union.stored).then(|| union.stored.clone());
            Place::Array(Array { cast, ..Array::new(vec![union.heap], number, Vec::new(), *length) })
        }
        CType::Vector(..) | CType::Struct(_) => {
            let count = member.stored()?.len() as u64;
            Place::Parts((0..count).map(|n| Place::Element(element(n), from)).collect())
        }
        _ if number == union.stored => Place::Element(element(0), from),
        _ => Place::Recast(Recast { place: element(0), from, to: number.scalar()? }),
    })
}
