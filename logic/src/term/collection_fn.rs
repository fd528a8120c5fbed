//! The operations on mathematical collections that occur in terms, and their names.
//!
//! [`super::collection`] states the laws of the operations on sequences, [`super::set`] those of sets, [`super::bag`]
//! those of bags, [`super::map`] those of maps, and [`super::optional`] those of options, tuples and `either`.

/// The operations on collections. For each: the number of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CollectionFn {
    /// The value of a sort that each sequence has at indices that do not exist. No arguments.
    Nothing,
    /// The empty sequence. No arguments.
    Empty,
    /// The sequence of one element.
    Unit,
    /// The length of a sequence.
    Length,
    /// The element of a sequence at an index.
    At,
    /// Two sequences, one behind the other.
    Concat,
    /// The part of a sequence between two indices.
    Slice,
    /// A sequence with another element at an index.
    Update,
    /// Whether a sequence has an element.
    Contains,
    /// The empty set. No arguments.
    EmptySet,
    /// The set of one element.
    Single,
    /// The elements of two sets together.
    Union,
    /// The elements that two sets have in common.
    Common,
    /// The elements of a set that another one has not.
    Without,
    /// Whether a set has an element.
    Member,
    /// The number of elements of a set.
    Cardinality,
    /// The integers from one to below another, as a sequence.
    Range,
    /// The integers from one to below another, as a set.
    RangeSet,
    /// The empty bag. No arguments.
    EmptyBag,
    /// The bag that has one element once.
    Once,
    /// The elements of two bags together.
    BagSum,
    /// Each element as often as in the one of two bags that has it less often.
    BagCommon,
    /// The elements of a bag that are left when those of another one are taken out.
    BagWithout,
    /// How often a bag has an element.
    Count,
    /// The number of elements of a bag, each counted as often as the bag has it.
    BagSize,
    /// The map without keys. No arguments.
    EmptyMap,
    /// A map with another value for a key.
    Put,
    /// A map without a key.
    RemoveKey,
    /// The keys of a map.
    Keys,
    /// The value of a map for a key.
    Lookup,
    /// The values of a map.
    Values,
    /// The pairs of a key of a map and its value.
    Items,
    /// The option without a value. No arguments.
    None,
    /// The option with a value.
    Some,
    /// The value of an option.
    Get,
    /// The tuple of two values.
    Pair,
    /// The first part of a tuple.
    First,
    /// The second part of a tuple.
    Second,
    /// A value of the first of two sorts.
    Left,
    /// A value of the second of two sorts.
    Right,
    /// Whether a value of one of two sorts is one of the first.
    IsLeft,
    /// The value of the first sort.
    GetLeft,
    /// The value of the second sort.
    GetRight,
}

impl CollectionFn {
    /// The name in messages and in queries.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Empty => "empty",
            Self::Unit => "unit",
            Self::Length => "length",
            Self::At => "at",
            Self::Concat => "concat",
            Self::Slice => "slice",
            Self::Update => "update",
            Self::Contains => "contains",
            Self::EmptySet => "empty-set",
            Self::Single => "single",
            Self::Union => "union",
            Self::Common => "common",
            Self::Without => "without",
            Self::Member => "member",
            Self::Cardinality => "cardinality",
            Self::Range => "range",
            Self::RangeSet => "range-set",
            Self::EmptyBag => "empty-bag",
            Self::Once => "once",
            Self::BagSum => "bag-sum",
            Self::BagCommon => "bag-common",
            Self::BagWithout => "bag-without",
            Self::Count => "count",
            Self::BagSize => "bag-size",
            Self::EmptyMap => "empty-map",
            Self::Put => "put",
            Self::RemoveKey => "remove-key",
            Self::Keys => "keys",
            Self::Lookup => "lookup",
            Self::Values => "values",
            Self::Items => "items",
            Self::None => "none",
            Self::Some => "some",
            Self::Get => "get",
            Self::Pair => "pair",
            Self::First => "first",
            Self::Second => "second",
            Self::Left => "left",
            Self::Right => "right",
            Self::IsLeft => "is-left",
            Self::GetLeft => "get-left",
            Self::GetRight => "get-right",
        }
    }
}
