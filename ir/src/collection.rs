//! Mathematical collections: their kinds, and the operations on them.
//!
//! In: nothing; these are parts of types and expressions. Out: what each operation takes. Collections are values: an
//! operation makes a new one, and changes none. Two collections are equal if they have the same elements (of a
//! sequence: in the same order). They are finite.

/// The kinds of collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CollectionKind {
    /// `seq<T>`: elements in an order.
    Seq,
    /// `set<T>`: elements without an order, each at most once.
    Set,
    /// `bag<T>`: elements without an order, each any number of times.
    Bag,
    /// `map<K, V>`: keys, each with a value.
    Map,
    /// `tuple<A, B>`: a pair.
    Tuple,
    /// `option<T>`: an element or nothing.
    Option,
    /// `either<L, R>`: an element of one of two types.
    Either,
}

impl CollectionKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [Self::Seq, Self::Set, Self::Bag, Self::Map, Self::Tuple, Self::Option, Self::Either];

    /// The word of the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seq => "seq",
            Self::Set => "set",
            Self::Bag => "bag",
            Self::Map => "map",
            Self::Tuple => "tuple",
            Self::Option => "option",
            Self::Either => "either",
        }
    }

    /// How many types stand between the angle brackets.
    pub fn parameters(self) -> usize {
        match self {
            Self::Seq | Self::Set | Self::Bag | Self::Option => 1,
            Self::Map | Self::Tuple | Self::Either => 2,
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The operations on collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CollectionOp {
    /// `seq<T> { a, b }`, `[a, b]`: the collection of the arguments. Without arguments it is empty. Of an option, these
    /// are `Some(a)` and `None`, and of a tuple, `tuple<A, B> { a, b }`.
    Literal,
    /// `|c|`: how many elements a sequence, a set, a bag or a map has; in a bag, each counts as often as it is in it.
    Size,
    /// `[lo .. hi]`, `{lo .. hi}`: the integers from `lo` to below `hi`, as a sequence or a set.
    Range,
    /// `s[i]`: the element of a sequence at an index from 0 on. The index must exist. `m[k]`: the value of a map for a
    /// key. The map must have the key.
    At,
    /// `s.head`: the first element of a sequence that is not empty.
    Head,
    /// `s.tail`: the other elements of a sequence that is not empty.
    Tail,
    /// `s ++ t`: the elements of a sequence, and behind them those of another one.
    Concat,
    /// `s[..n]`, `s.take(n)`: the first elements of a sequence; it must have as many.
    Take,
    /// `s[n..]`, `s.drop(n)`: a sequence without its first elements; it must have as many.
    Drop,
    /// `s[i..j]`: the elements from the index `i` to below `j`. Then `0 <= i && i <= j && j <= |s|` is needed.
    Slice,
    /// `s[i -> v]`: the sequence with another element at an index that exists. `m[k -> v]`: the map with this value
    /// for the key, whether or not the map had the key.
    Update,
    /// `s.removeAt(i)`: the sequence without the element at an index that exists.
    RemoveAt,
    /// `x \in c`: whether a sequence or a set has the element; whether a map has the key.
    Contains,
    /// `x \in b`, `b.count(x)`: how often a bag has the element.
    Count,
    /// `a + b`: the elements of two sets, or of two bags, together.
    Union,
    /// `a * b`: the elements that two sets have in common; of two bags, each element as often as in the one that has it
    /// less often.
    Common,
    /// `a - b`: the elements of a set that another one has not; what is left of a bag when the elements of another one
    /// are taken out.
    Without,
    /// `a <= b`: whether a set or a bag has all elements of another one. `a` is the smaller one.
    Subset,
    /// `m.keys`: the set of the keys of a map.
    Keys,
    /// `m.values`: the set of the values of a map.
    Values,
    /// `m.items`: the set of the pairs of a key of a map and its value.
    Items,
    /// `m.remove(k)`: the map without the key, whether or not the map had it.
    RemoveKey,
    /// `o.get`: the value of an option that has one.
    Get,
    /// `o.getOrElse(d)`: the value of an option, or `d` if the option has none.
    GetOrElse,
    /// `t.fst`: the first part of a tuple.
    First,
    /// `t.snd`: the second part of a tuple.
    Second,
    /// `Left(x)`: a value of the first type of an `either<A, B>`.
    Left,
    /// `Right(x)`: a value of the second type of an `either<A, B>`.
    Right,
    /// `e.isLeft`: whether an `either<A, B>` is a `Left(x)`.
    IsLeft,
    /// `e.left`: the value of a `Left(x)`.
    GetLeft,
    /// `e.right`: the value of a `Right(x)`.
    GetRight,
}

impl CollectionOp {
    /// All operations.
    pub const ALL: [Self; 31] = [
        Self::Literal,
        Self::Size,
        Self::Range,
        Self::At,
        Self::Head,
        Self::Tail,
        Self::Concat,
        Self::Take,
        Self::Drop,
        Self::Slice,
        Self::Update,
        Self::RemoveAt,
        Self::Contains,
        Self::Count,
        Self::Union,
        Self::Common,
        Self::Without,
        Self::Subset,
        Self::Keys,
        Self::Values,
        Self::Items,
        Self::RemoveKey,
        Self::Get,
        Self::GetOrElse,
        Self::First,
        Self::Second,
        Self::Left,
        Self::Right,
        Self::IsLeft,
        Self::GetLeft,
        Self::GetRight,
    ];
}
