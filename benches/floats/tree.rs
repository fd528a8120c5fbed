//! Random trees of sums and products of floats.
//!
//! In: the number of terms, and random numbers. Out: trees, and two trees as a kernel and as a question to a solver.

/// Pseudo-random numbers, the same on every machine (SplitMix64).
pub struct Random(u64);

impl Random {
    /// Numbers that depend on the seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `n - 1`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n.max(1) as u64).unwrap_or_default()
    }
}

/// A sum or product, or a variable by its number.
pub enum Tree {
    Leaf(usize),
    Node(char, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// A tree with the variables 0 to `n - 1`, each once.
    pub fn random(n: usize, random: &mut Random) -> Self {
        Self::of(0, n, random)
    }

    fn of(from: usize, n: usize, random: &mut Random) -> Self {
        if n <= 1 {
            return Self::Leaf(from);
        }
        let left = 1 + random.below(n - 1);
        let sign = if random.below(2) == 0 { '+' } else { '*' };
        let (one, other) = (Self::of(from, left, random), Self::of(from + left, n - left, random));
        Self::Node(sign, Box::new(one), Box::new(other))
    }

    /// The same with the operands of some operations in the other order.
    pub fn commuted(&self, random: &mut Random) -> Self {
        match self {
            Self::Leaf(n) => Self::Leaf(*n),
            Self::Node(sign, a, b) => {
                let (a, b) = (Box::new(a.commuted(random)), Box::new(b.commuted(random)));
                let (a, b) = if random.below(2) == 0 { (a, b) } else { (b, a) };
                Self::Node(*sign, a, b)
            }
        }
    }

    /// Puts another variable, whose number is that of no other one, in the place of this one.
    pub fn change(&mut self, variable: usize) {
        match self {
            Self::Leaf(n) if *n == variable => *n = usize::MAX,
            Self::Leaf(_) => {}
            Self::Node(_, a, b) => {
                a.change(variable);
                b.change(variable);
            }
        }
    }

    /// The tree in Sepal's language.
    fn infix(&self) -> String {
        match self {
            Self::Leaf(n) => name(*n),
            Self::Node(sign, a, b) => format!("({} {sign} {})", a.infix(), b.infix()),
        }
    }

    /// The tree in SMT-LIB, with these operations. The equations that say that they are commutative are put into
    /// `laws`.
    fn prefix(&self, [add, mul]: [&str; 2], laws: &mut Vec<String>) -> String {
        match self {
            Self::Leaf(n) => name(*n),
            Self::Node(sign, a, b) => {
                let operation = if *sign == '+' { add } else { mul };
                let (a, b) = (a.prefix([add, mul], laws), b.prefix([add, mul], laws));
                let there = format!("({operation} {a} {b})");
                laws.push(format!("(= {there} ({operation} {b} {a}))"));
                there
            }
        }
    }
}

fn name(variable: usize) -> String {
    if variable == usize::MAX {
        "other".to_owned()
    } else {
        format!("x{variable}")
    }
}

fn names(n: usize) -> Vec<String> {
    (0..n).chain([usize::MAX]).map(name).collect()
}

/// A kernel that asserts that both trees are the same float. Each tree is an expression of its own, since the number of
/// operators in one expression is limited.
pub fn kernel(one: &Tree, other: &Tree, n: usize) -> String {
    let scalars = names(n).join(", ");
    let (one, other) = (one.infix(), other.infix());
    let body = format!("    float one := {one};\n    float other_one := {other};\n    assert one === other_one;\n");
    format!("kernel k {{\n  global float {scalars};\n  void main() {{\n{body}  }}\n}}\n")
}

/// The question whether the trees can differ: if `ieee`, over floats; else over unknown operations, of which the script
/// says for each application that it is commutative.
pub fn script(one: &Tree, other: &Tree, n: usize, ieee: bool) -> String {
    let sort = if ieee { "Float32" } else { "F" };
    let mut out = String::new();
    if ieee {
        out.push_str("(set-logic QF_FP)\n");
    } else {
        out.push_str("(set-logic QF_UF)\n(declare-sort F 0)\n");
        out.push_str("(declare-fun add (F F) F)\n(declare-fun mul (F F) F)\n");
    }
    names(n).iter().for_each(|x| out.push_str(&format!("(declare-const {x} {sort})\n")));
    let operations = if ieee { ["fp.add RNE", "fp.mul RNE"] } else { ["add", "mul"] };
    let mut laws = Vec::new();
    let (one, other) = (one.prefix(operations, &mut laws), other.prefix(operations, &mut laws));
    if !ieee {
        laws.iter().for_each(|law| out.push_str(&format!("(assert {law})\n")));
    }
    out.push_str(&format!("(assert (not (= {one} {other})))\n(check-sat)\n"));
    out
}
