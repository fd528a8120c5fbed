//! Parts of a program as trees. Each part is a list of a name and its own parts, in the order of its fields.
//!
//! In: a part. Out: its tree, without identities and places. Or the other way round: from a tree to the part.

use super::sexpr::{Tree, Unreadable};
use crate::{
    Among, ArrayDecl, ArrayId, AtomicOrder, AtomicScope, Axis, Barrier, BinaryOp, Bits, Block, By, Call, Class,
    ClassId, Clause, ClauseKind, CollectionKind, CollectionOp, Contract, DataType, Depth, Description, Enumeration,
    Expr, ExprKind, Field, FieldId, FloatArith, FloatFormat, FnId, Fold, Function, Gather, Gathers, Generator, Heap,
    Ident, Intrinsic, Kernel, KernelId, LabelId, Launch, LaunchVar, Message, Moment, Order, Pairwise, Par, Place,
    PointId, ProcId, Procedure, Program, Quant, QuantKind, Reduce, ReduceKind, Rounding, ScalarDecl, ScalarId,
    SharedInvariant, Shuffle, Space, Stmt, StmtKind, SyncOp, Synchronise, Team, Token, Transfer, Type, UnaryOp,
    Unchecked, VarDecl, VarId, Width,
};
use dashu::integer::IBig;

/// Types whose values can be written as trees and read from trees.
pub(super) trait Text: Sized {
    fn write(&self) -> Tree;
    fn read(tree: &Tree) -> Result<Self, Unreadable>;
}

/// The parts of a list that follow its name, while they are read.
struct Parts<'t> {
    whole: &'t Tree,
    rest: std::slice::Iter<'t, Tree>,
}

impl<'t> Parts<'t> {
    /// The name of a list, or a word that stands alone, and its parts.
    fn of(tree: &'t Tree) -> Result<(&'t str, Self), Unreadable> {
        let (word, rest) = match tree {
            Tree::Word(word) => (Some(word.as_str()), [].iter()),
            Tree::List(parts) => {
                let mut rest = parts.iter();
                match rest.next() {
                    Some(Tree::Word(word)) => (Some(word.as_str()), rest),
                    Some(Tree::Quoted(_) | Tree::List(_)) | None => (None, rest),
                }
            }
            Tree::Quoted(_) => (None, [].iter()),
        };
        let word = word.ok_or_else(|| Unreadable::new("a list that starts with a name", tree))?;
        Ok((word, Self { whole: tree, rest }))
    }

    /// Reads the next part.
    fn part<T: Text>(&mut self) -> Result<T, Unreadable> {
        T::read(self.rest.next().ok_or_else(|| Unreadable::new("more parts", self.whole))?)
    }

    /// Checks that there are no more parts.
    fn end(&mut self) -> Result<(), Unreadable> {
        self.rest.next().map_or(Ok(()), |more| Err(Unreadable::new("no more parts", more)))
    }
}

/// The tree of a name and parts: a list, or a word if there are no parts.
fn list(name: &str, parts: Vec<Tree>) -> Tree {
    if parts.is_empty() {
        return Tree::Word(name.to_owned());
    }
    Tree::List(std::iter::once(Tree::Word(name.to_owned())).chain(parts).collect())
}

/// Implements [`Text`] for structures: a name, and the fields that are written. The fields behind `;` are not written,
/// and get their default values when a tree is read.
macro_rules! records {
    ($($ty:ident $word:literal { $($field:ident),* $(; $($skipped:ident),*)? })*) => {$(
        impl Text for $ty {
            fn write(&self) -> Tree {
                list($word, vec![$(self.$field.write()),*])
            }
            fn read(tree: &Tree) -> Result<Self, Unreadable> {
                let (word, mut parts) = Parts::of(tree)?;
                if word != $word {
                    return Err(Unreadable::new($word, tree));
                }
                $(let $field = parts.part()?;)*
                parts.end()?;
                Ok(Self { $($field,)* $($($skipped: Default::default(),)*)? })
            }
        }
    )*};
}

/// Implements [`Text`] for enumerations: a description for error messages, and for each variant its name and its
/// fields.
macro_rules! variants {
    ($($ty:ident $expected:literal { $($variant:ident $word:literal ($($field:tt $name:ident),*))* })*) => {$(
        impl Text for $ty {
            fn write(&self) -> Tree {
                match self {
                    $(Self::$variant { $($field: $name),* } => list($word, vec![$($name.write()),*]),)*
                }
            }
            fn read(tree: &Tree) -> Result<Self, Unreadable> {
                let (word, mut parts) = Parts::of(tree)?;
                let read = match word {
                    $($word => Self::$variant { $($field: parts.part()?),* },)*
                    _ => return Err(Unreadable::new($expected, tree)),
                };
                parts.end()?;
                Ok(read)
            }
        }
    )*};
}

/// Implements [`Text`] for numbers, and for identities, which are written as their numbers.
macro_rules! numbers {
    ($($ty:ty)*; $($id:ident)*) => {
        $(impl Text for $ty {
            fn write(&self) -> Tree {
                Tree::Word(self.to_string())
            }
            fn read(tree: &Tree) -> Result<Self, Unreadable> {
                let wrong = || Unreadable::new("a number", tree);
                match tree {
                    Tree::Word(word) => word.parse().map_err(|_| wrong()),
                    Tree::Quoted(_) | Tree::List(_) => Err(wrong()),
                }
            }
        })*
        $(impl Text for $id {
            fn write(&self) -> Tree {
                self.0.write()
            }
            fn read(tree: &Tree) -> Result<Self, Unreadable> {
                Text::read(tree).map(Self)
            }
        })*
    };
}

impl Text for String {
    fn write(&self) -> Tree {
        Tree::Quoted(self.clone())
    }
    fn read(tree: &Tree) -> Result<Self, Unreadable> {
        match tree {
            Tree::Quoted(name) => Ok(name.clone()),
            Tree::Word(_) | Tree::List(_) => Err(Unreadable::new("a name in quotation marks", tree)),
        }
    }
}

impl<T: Text> Text for Box<T> {
    fn write(&self) -> Tree {
        T::write(self)
    }
    fn read(tree: &Tree) -> Result<Self, Unreadable> {
        T::read(tree).map(Self::new)
    }
}

impl<T: Text> Text for Vec<T> {
    fn write(&self) -> Tree {
        Tree::List(self.iter().map(T::write).collect())
    }
    fn read(tree: &Tree) -> Result<Self, Unreadable> {
        match tree {
            Tree::List(parts) => parts.iter().map(T::read).collect(),
            Tree::Word(_) | Tree::Quoted(_) => Err(Unreadable::new("a list", tree)),
        }
    }
}

impl Text for &'static Type {
    fn write(&self) -> Tree {
        Type::write(self)
    }
    fn read(tree: &Tree) -> Result<Self, Unreadable> {
        Type::read(tree).map(Type::interned)
    }
}

impl Text for &'static [Type] {
    fn write(&self) -> Tree {
        Tree::List(self.iter().map(Type::write).collect())
    }
    fn read(tree: &Tree) -> Result<Self, Unreadable> {
        Vec::<Type>::read(tree).map(|parts| Type::list(&parts))
    }
}

impl Text for DataType {
    fn write(&self) -> Tree {
        Tree::Quoted(self.name().to_owned())
    }
    fn read(tree: &Tree) -> Result<Self, Unreadable> {
        String::read(tree).map(|name| Self::named(&name))
    }
}

impl Text for &'static Enumeration {
    fn write(&self) -> Tree {
        list("constants", vec![self.name.write(), self.constants.write()])
    }
    fn read(tree: &Tree) -> Result<Self, Unreadable> {
        let (word, mut parts) = Parts::of(tree)?;
        if word != "constants" {
            return Err(Unreadable::new("constants", tree));
        }
        let (name, constants) = (parts.part::<String>()?, parts.part::<Vec<String>>()?);
        parts.end()?;
        Ok(Enumeration::of(&name, &constants))
    }
}

/// `None` is the empty list, and `Some` a list with one part.
impl<T: Text> Text for Option<T> {
    fn write(&self) -> Tree {
        Tree::List(self.iter().map(T::write).collect())
    }
    fn read(tree: &Tree) -> Result<Self, Unreadable> {
        let mut parts = Vec::<T>::read(tree)?;
        let first = parts.pop();
        if parts.is_empty() {
            Ok(first)
        } else {
            Err(Unreadable::new("at most one part", tree))
        }
    }
}

numbers! {
    bool u8 u32 u64 usize IBig;
    ArrayId ScalarId VarId FnId ProcId LabelId PointId KernelId ClassId FieldId Depth
}

records! {
    Program "program" {
        classes, fields, functions, procedures, kernels;
        language, text, expansions, wraps, unchecked, platform, inferred, texts, inlined
    }
    Unchecked "unchecked" {
        all_but_divergence, other_groups, overflow, wrapping, equal_writes, annotations, all_but_requires
    }
    Class "class" { name; node } Field "field" { name, class, ty, token }
    Ident "name" { name; node }
    ArrayDecl "array" { name, space, elem, dims, initial; node }
    ScalarDecl "scalar" { name, ty }
    VarDecl "variable" { name, ty, dims, device }
    Kernel "kernel" { name, arrays, scalars, vars, labels, contract, invariants, teams, launch, body; node }
    SharedInvariant "shared" { label, depth, clauses; node }
    Team "team" { axes, contract, memory }
    Function "function" {
        name, opaque, data, kernel, vars, params, ret, contract, decreases, body; node, origin, exact
    }
    Procedure "procedure" { name, kernel, vars, params, labels, points, results, contract, decreases, body; node }
    Contract "contract" { clauses }
    Clause "clause" { kind, by, expr; node }
    Block "block" { stmts }
    Stmt "do" { kind; node }
    Barrier "fences" { fences_global, fences_local, opens, contract }
    Pairwise "theirs" { theirs, exprs }
    Gather "among" { among, all, result, how, args }
    Call "of" { callee, args, results }
    Transfer "elements" { to, from, count, stream }
    Launch "of" { kernel, args, buffers, stream }
    Message "message" { label, distance, resource } Synchronise "sync" { op, parts }
    Par "of" { name, iterators, ranges, contract, body }
    Place "at" { heap, index; node }
    Expr "e" { ty, kind; node }
    Quant "over" { kind, binders, triggers, range, body }
    Reduce "reduction" { kind, binder, lo, hi, body }
    Description "description" { generators, condition, value }
    Generator "from" { binder, source }
    Width "width" { bits, signed }
}

variants! {
    StmtKind "a statement" {
        Declare "declare" (0 variable, 1 value)
        Assign "assign" (0 variable, 1 value)
        Store "store" (0 place, 1 value)
        If "if" (0 condition, 1 then, 2 otherwise)
        While "while" (invariants invariants, guard guard, body body)
        Barrier "barrier" (0 barrier)
        Gather "gather" (0 gather)
        Assert "assert" (0 e) Assume "assume" (0 e)
        Inhale "inhale" (0 e) Exhale "exhale" (0 e)
        Refute "refute" (0 e) Pairwise "pairwise" (0 claim)
        Block "inner" (0 block)
        Atomic "atomic" (order order, scope scope, opens opens, body body)
        Fence "fence" (0 scope)
        Share "share" (label label, invariant invariant, body body)
        Scope "scope" (0 label, 1 block)
        Exit "exit" (0 label) Mark "mark" (0 label)
        Call "call" (0 call)
        Copy "copy" (0 copy) Launch "launch" (0 launch) Order "order" (0 order)
        New "new" (0 variable, 1 length) NewObject "new-object" (0 variable)
        Par "par" (0 block) Send "send" (0 message) Receive "receive" (0 label)
        Together "together" (0 block) Synchronise "synchronise" (0 step)
    }
    ExprKind "an expression" {
        Int "int" (0 value) Bool "bool" (0 value) Float "float" (0 bits)
        Write "write" () NoAmount "none" ()
        ReadAmount "read" ()
        AtomicAmount "atomic-amount" ()
        Var "var" (0 id) Scalar "scalar" (0 id)
        Launch "launch" (0 variable, 1 axis)
        Result "result" ()
        Read "load" (0 place)
        Length "length" (0 heap, 1 dim)
        Null "null" ()
        EnumConstant "constant" (0 number)
        LengthOf "length-of" (0 array)
        Reveal "reveal" (0 call)
        Unary "unary" (0 op, 1 a)
        Binary "binary" (0 op, 1 a, 2 b)
        Cond "cond" (0 a, 1 b, 2 c)
        Quant "quant" (0 quant)
        Reduce "reduce" (0 reduction)
        Describe "describe" (0 description)
        At "moment" (0 moment, 1 e)
        Call "apply" (0 function, 1 args)
        Intrinsic "intrinsic" (0 op, 1 args)
        Collection "collection" (0 op, 1 args)
        Perm "perm" (0 place, 1 amount)
        PointsTo "points-to" (0 place, 1 amount, 2 value)
    }
    SyncOp "a step" {
        Lock "lock" () Unlock "unlock" () Commit "commit" () Wait "wait" () Wake "wake" () Notify "notify" ()
        Fork "fork" () Forked "forked" () Join "join" () Joined "joined" ()
    }
    Token "a token" { Lock "lock" () Thread "thread" () } Among "threads" { Tile "tile" (0 size) Group "group" () }
    Gathers "a value" {
        Order "order" () Count "count" () Any "any" () All "all" () Ballot "ballot" () Active "active" ()
        Broadcast "broadcast" () Reduce "reduce" (0 by) Inclusive "inclusive" (0 by) Exclusive "exclusive" (0 by)
        Shuffle "shuffle" (0 from)
    }
    Shuffle "a lane" { Lane "lane" () Up "up" () Down "down" () Xor "xor" () }
    Order "an order" {
        Stream "stream" (0 stream)
        Record "record" (event event, stream stream)
        Wait "wait" (stream stream, event event) Join "join" (0 point)
    }
    Heap "a heap" {
        Array "array" (0 id) Private "private" (0 id) Elements "elements" (0 ty)
        Field "field" (0 id)
    }
    Moment "a moment" { Start "start" () Label "label" (0 id) } Fold "a fold" { Add "add" () Min "min" () Max "max" () }
    Type "a type" {
        Int "int" () Machine "machine" (0 width) Bool "bool" () Float "float" (0 format)
        Frac "frac" () Resource "resource" () Array "reference" (0 element) Object "object" (0 class)
        Collection "collection" (0 kind, 1 parts) Enum "enum" (0 enumeration) Data "data" (0 name)
    }
    FloatFormat "a format" { Single "single" () Double "double" () }
    Space "a memory" { Global "global" () Local "local" () }
    Axis "an axis" { X "x" () Y "y" () Z "z" () }
    LaunchVar "a name of the launch" {
        Tid "tid" () Gid "gid" () Lid "lid" () Tcount "tcount" () Gsize "gsize" () Ngroups "ngroups" ()
    }
    ClauseKind "a kind of clause" {
        Requires "requires" () Ensures "ensures" () Context "context" ()
        Invariant "invariant" () Decreases "decreases" ()
    }
    By "an author" {
        Written "written" () Generated "generated" () CommandLine "command-line" () Candidate "candidate" ()
        Inferred "inferred" ()
    }
    AtomicOrder "an order" { Synchronising "synchronising" () Relaxed "relaxed" () }
    AtomicScope "a scope" { Launch "launch" () Group "group" () }
    QuantKind "a quantifier" { Forall "forall" () Exists "exists" () Star "star" () }
    ReduceKind "a reduction" { Sum "sum" () Product "product" () Count "count" () Min "min" () Max "max" () }
    UnaryOp "a prefix operator" { Not "not" () Neg "neg" () IntToFrac "int-to-frac" () }
    BinaryOp "an operator" {
        Add "add" () Sub "sub" () Mul "mul" () Div "div" () Mod "mod" () Frac "frac" ()
        Eq "eq" () Ne "ne" () Same "same" () Lt "lt" () Le "le" ()
        Gt "gt" () Ge "ge" () And "and" () Or "or" () Implies "implies" () Star "star" ()
    }
    Intrinsic "an operation" {
        Wrap "wrap" (0 width) Fits "fits" (0 width) Checked "checked" (0 width)
        Quot "quot" ()
        Rem "rem" ()
        Bits "bits" (0 op, 1 width)
        Not "not" (0 width)
        Arith "arith" (0 op, 1 rounding)
        Fma "fma" (0 rounding)
        Sqrt "sqrt" (0 rounding)
        ToFloat "to-float" (0 format, 1 rounding)
        ToInt "to-int" (0 rounding)
    }
    CollectionKind "a kind of collection" {
        Seq "seq" () Set "set" () Bag "bag" () Map "map" () Tuple "tuple" () Option "option" () Either "either" ()
    }
    CollectionOp "an operation on collections" {
        Literal "literal" () Size "size" () Range "range" () At "at" () Head "head" () Tail "tail" () Concat "concat" ()
        Take "take" () Drop "drop" () Slice "slice" () Update "update" () RemoveAt "remove-at" () Contains "contains" ()
        Count "count" () Union "union" () Common "common" () Without "without" () Subset "subset" ()
        Keys "keys" () Values "values" () Items "items" () RemoveKey "remove-key" ()
        Get "get" () GetOrElse "get-or-else" () First "first" () Second "second" ()
        Left "left" () Right "right" () IsLeft "is-left" () GetLeft "get-left" () GetRight "get-right" ()
    }
    Bits "an operation on bits" { And "and" () Or "or" () Xor "xor" () Shl "shl" () Shr "shr" () }
    FloatArith "arithmetic" { Add "add" () Sub "sub" () Mul "mul" () Div "div" () }
    Rounding "a direction" { NearestEven "rn" () Up "ru" () Down "rd" () Zero "rz" () }
}
