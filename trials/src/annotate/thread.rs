//! The thread that an annotation is about: the one that executes the code, or a variable of a quantifier.
//!
//! In: whether the launch has two dimensions. Out: texts of subscripts, values and quantifiers.

/// A thread, as one text for each dimension.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The number of the thread in the dimension x, or in the only dimension.
    pub x: String,
    /// The number in the dimension y, if there are two.
    pub y: Option<String>,
}

impl Thread {
    /// The thread that executes the code.
    pub fn own(plane: bool) -> Self {
        if plane {
            Self { x: "tid.x".into(), y: Some("tid.y".into()) }
        } else {
            Self { x: "tid".into(), y: None }
        }
    }

    /// The variables of a quantifier about all threads.
    pub fn bound(plane: bool) -> Self {
        Self { x: "t".into(), y: plane.then(|| "u".into()) }
    }

    /// The subscripts of the thread's element: `[tid]`, or `[tid.y][tid.x]`.
    pub fn slot(&self) -> String {
        self.y.iter().chain([&self.x]).map(|digit| format!("[{digit}]")).collect()
    }

    /// The arguments that name the thread: `tid`, or `tid.y, tid.x`.
    pub fn arguments(&self) -> String {
        self.y.iter().chain([&self.x]).cloned().collect::<Vec<_>>().join(", ")
    }
}

/// The sizes of a launch, as text.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// Whether there are two dimensions.
    pub plane: bool,
    /// Whether there may be several groups.
    pub groups: bool,
}

impl Sizes {
    /// The name of a quantity in the dimension x, or in the only dimension: `tid`, or `tid.x`.
    pub fn of(&self, name: &str) -> String {
        if self.plane {
            format!("{name}.x")
        } else {
            name.to_owned()
        }
    }

    /// The number of threads in each dimension, slowest dimension first.
    pub fn threads(&self) -> Vec<String> {
        let name = if self.groups { "tcount" } else { "gsize" };
        if self.plane {
            vec![format!("{name}.y"), format!("{name}.x")]
        } else {
            vec![name.to_owned()]
        }
    }

    /// The lengths of an array with one element for each thread.
    pub fn lengths(&self) -> String {
        self.threads().iter().map(|size| format!("[{size}]")).collect()
    }

    /// A quantifier over all threads, such as `(\forall int t; 0 <= t && t < tcount; …)`.
    pub fn each(&self, quantifier: &str, body: impl Fn(&Thread) -> String) -> String {
        let t = Thread::bound(self.plane);
        let digits: Vec<&String> = t.y.iter().chain([&t.x]).collect();
        let binders: Vec<String> = digits.iter().map(|digit| format!("int {digit}")).collect();
        let ranges: Vec<String> = digits
            .iter()
            .zip(self.threads())
            .map(|(digit, size)| format!("0 <= {digit} && {digit} < {size}"))
            .collect();
        format!("({quantifier} {}; {}; {})", binders.join(", "), ranges.join(" && "), body(&t))
    }
}
