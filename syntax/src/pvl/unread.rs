//! Constructs of PVL that Sepal does not read, by their words.
//!
//! In: a word that was found where something else is expected. Out: what the construct is, and what to write instead.

/// A construct of PVL that Sepal does not read.
#[derive(Clone, Copy, Debug)]
pub struct Unread {
    /// What the word stands for, such as `parallel blocks`.
    pub what: &'static str,
    /// What to write instead, or what to do.
    pub help: &'static str,
    /// Whether the construct ends with a block in braces.
    pub block: bool,
}

const KERNEL: &str =
    "the threads of a launch are a kernel: write `kernel name { … void main() { … } }`, where `tid` is \
    the number of the thread, and launch it in a procedure of the top \
    level: `launch name(groups = 1, threads = 64)();`";
const NEW: &str = "`new` stands in a statement of its own: write `C o = new C(…);` in front, and `o` here";
const COLLECTIONS: &str = "a sequence is a value of specifications, of ghost code and of procedures of the top level, \
    with elements of type `int` or `bool`, or with collections as elements: `seq<int> s`; so are \
    `option<int>`, `tuple<int, bool>` and `either<int, bool>`. The memory of a kernel is scalars and arrays: describe \
    its contents by a `pure` function of an index";
const VALUES: &str = "the types are `int`, `bool`, `float` and `double`; describe a collection by an array, or by a \
    `pure` function of an index";
/// `A -* B`.
pub const WAND: Unread = Unread {
    what: "magic wands",
    help: "say what is held in each case: `c ==> A`, or a `resource` with a parameter for the case",
    block: false,
};
const SUM: &str = "write the range, and what is combined: `(\\sum int i = lo .. hi; e)`";

/// A construct that ends with a semicolon.
fn line(what: &'static str, help: &'static str) -> Unread {
    Unread { what, help, block: false }
}

/// A construct that ends with a block.
fn block(what: &'static str, help: &'static str) -> Unread {
    Unread { what, help, block: true }
}

/// The construct that a word of PVL belongs to; `None` for other words.
pub fn unread(word: &str) -> Option<Unread> {
    Some(match word {
        "model" => block(
            "models of processes",
            "write what the program keeps as values in ghost code, for example `ghost seq<int> done = [];`, and say \
            in contracts how they change",
        ),
        "action" => block("actions of a model", "say in contracts how values of ghost code change"),
        "try" | "catch" | "finally" | "throw" => {
            block("exceptions", "return a value that says what went wrong, for example an `option<int>`")
        }
        "vec" => block("vector blocks", KERNEL),
        "class" => block(
            "classes of this form",
            "a class is written `class C { … }`, with fields and methods between the braces",
        ),
        "enum" => block(
            "enumerations of this form",
            "an enumeration is written `enum Colour { Red, Green }`, at the top level",
        ),
        "lock_invariant" => line(
            "lock invariants outside of classes",
            "the lock belongs to the objects of a class: write `lock_invariant R;` in the class, or in front of it",
        ),
        "synchronized" => block("this form of `synchronized`", "write `synchronized (o) { … }` in code"),
        "send" | "recv" => line(
            "messages of this form",
            "in a parallel block or a loop with a contract of its iterations, write `send L, 1: R;`, and `recv L;` \
            where the next iteration receives it",
        ),
        "new" => line("`new` inside of an expression", NEW),
        "interface" => block("interfaces", "write a class: `class C { … }`"),
        "static" => line("static data and procedures outside of classes", "leave the word out"),
        "seq" | "set" | "bag" | "map" | "option" | "tuple" | "either" => line("this type of collections", COLLECTIONS),
        "char" | "string" => line("this type", VALUES),
        "lemma" => line(
            "methods for lemmas",
            "a lemma is a procedure without effects whose `ensures` says it; call it in ghost code: `ghost f(n);`",
        ),
        _ => return None,
    })
}

/// The same for a word behind a backslash, such as `sum` of `\sum`.
pub fn unread_backslash(word: &str) -> Option<Unread> {
    Some(match word {
        "sum" | "product" | "num_of" | "count" => line("this form of a sum or a count", SUM),
        "min" | "max" => line(
            "this function",
            "write `a < b ? a : b`, or declare a `pure` function; over a range, `(\\max int i = lo .. hi; e)`",
        ),
        "union" => line("this operator", "the union of two sets is written `s + t`, and what they share `s * t`"),
        "pow" => line(
            "this function",
            "declare a function: `requires e >= 0; pure int pow(int b, int e) = e == 0 ? 1 : b * pow(b, e - 1);`",
        ),
        "length" => line("this function", "the length of an array is `a.length`"),
        _ => return None,
    })
}
