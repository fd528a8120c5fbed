//! Expressions of clauses as text, in PVL.
//!
//! In: an expression that inference has made. Out: its text, with the names of the kernel.

use ir::{
    Axis, BinaryOp, Bits, Expr, ExprKind, Heap, Intrinsic, Kernel, LaunchVar, Place, QuantKind, UnaryOp, VarId, Width,
};

/// The text of an expression of a kernel.
pub fn text(kernel: &Kernel, e: &Expr) -> String {
    let mut out = String::new();
    Printer { kernel, out: &mut out }.expr(e, 0);
    out
}

/// The text of a location of a kernel.
pub fn place_text(kernel: &Kernel, place: &Place) -> String {
    let mut out = String::new();
    Printer { kernel, out: &mut out }.place(place);
    out
}

struct Printer<'k> {
    /// The kernel with the names.
    kernel: &'k Kernel,
    out: &'k mut String,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes an expression, in parentheses if it binds less tightly than `around` demands.
    fn expr(&mut self, e: &Expr, around: u8) {
        let own = strength(e);
        let open = own < around;
        if open {
            self.put("(");
        }
        self.bare(e, own);
        if open {
            self.put(")");
        }
    }

    fn bare(&mut self, e: &Expr, own: u8) {
        match &e.kind {
            ExprKind::Int(n) => self.put(&n.to_string()),
            ExprKind::Bool(b) => self.put(if *b { "true" } else { "false" }),
            ExprKind::Float(bits) => self.put(&format!("float bits {bits:#x}")),
            ExprKind::Write => self.put("write"),
            ExprKind::ReadAmount => self.put("read"),
            ExprKind::AtomicAmount => self.put("atomic"),
            ExprKind::NoAmount => self.put("none"),
            ExprKind::Var(v) => self.variable(*v),
            ExprKind::Scalar(id) => match self.kernel.scalars.get(id.0 as usize) {
                Some(scalar) => self.put(&scalar.name.name.clone()),
                None => self.put(&format!("scalar{}", id.0)),
            },
            ExprKind::Launch(var, axis) => self.launch(*var, *axis),
            ExprKind::Read(place) => self.place(place),
            ExprKind::Length(heap, dimension) => {
                self.heap(*heap);
                self.put(&if *dimension == 0 { ".length".to_owned() } else { format!(".length({dimension})") });
            }
            ExprKind::Unary(op, a) => {
                self.put(match op {
                    UnaryOp::Not => "!",
                    UnaryOp::Neg => "-",
                    UnaryOp::IntToFrac => "",
                });
                self.expr(a, 9);
            }
            ExprKind::Binary(op, a, b) => {
                self.expr(a, if *op == BinaryOp::Implies { own + 1 } else { own });
                self.put(sign(*op));
                self.expr(b, if *op == BinaryOp::Implies { own } else { own + 1 });
            }
            ExprKind::Cond(c, a, b) => {
                self.expr(c, 2);
                self.put(" ? ");
                self.expr(a, 1);
                self.put(" : ");
                self.expr(b, 1);
            }
            ExprKind::Intrinsic(op, args) => {
                self.put(op.name());
                self.put("(");
                if let Some(width) = width(*op) {
                    self.put(&format!("{}{}, ", if width.signed { "i" } else { "u" }, width.bits));
                }
                self.list(args);
                self.put(")");
            }
            ExprKind::Quant(quant) => {
                self.put(match quant.kind {
                    QuantKind::Forall => "(\\forall int ",
                    QuantKind::Exists => "(\\exists int ",
                    QuantKind::Star => "(\\forall* int ",
                });
                for (n, binder) in quant.binders.iter().enumerate() {
                    self.put(if n > 0 { ", int " } else { "" });
                    self.variable(*binder);
                }
                self.put("; ");
                quant.range.iter().for_each(|range| self.expr(range, 0));
                self.put("; ");
                self.expr(&quant.body, 0);
                self.put(")");
            }
            ExprKind::Perm(place, amount) => {
                self.put("Perm(");
                self.place(place);
                self.put(", ");
                self.expr(amount, 0);
                self.put(")");
            }
            // Inference makes no other expressions.
            _ => self.put("…"),
        }
    }

    fn list(&mut self, args: &[Expr]) {
        for (n, arg) in args.iter().enumerate() {
            self.put(if n > 0 { ", " } else { "" });
            self.expr(arg, 0);
        }
    }

    fn variable(&mut self, v: VarId) {
        match self.kernel.vars.get(v.0 as usize) {
            Some(decl) => self.put(&decl.name.name.clone()),
            None => self.put(&format!("var{}", v.0)),
        }
    }

    /// The name of a heap, as it stands in front of the indices, and behind them.
    fn name_of(&self, heap: Heap) -> (String, String) {
        let name = match heap {
            Heap::Array(id) => self.kernel.arrays.get(id.0 as usize).map(|array| &array.name.name),
            Heap::Private(v) => self.kernel.vars.get(v.0 as usize).map(|decl| &decl.name.name),
            Heap::Elements(_) | Heap::Field(_) => None,
        };
        let pointer = |name: &String| self.kernel.scalars.iter().any(|one| one.name.name == format!("{name}.length"));
        match name.map(|name| (name, name.split_once('.').filter(|_| !pointer(name)))) {
            // The parts of the elements of `a` are arrays `a.x`. A pointer of a structure has a length of its own.
            Some((_, Some((array, part)))) => (array.to_owned(), format!(".{part}")),
            Some((name, None)) => (name.clone(), String::new()),
            None => (format!("{heap:?}"), String::new()),
        }
    }

    fn heap(&mut self, heap: Heap) {
        let (name, part) = self.name_of(heap);
        self.put(&name);
        self.put(&part);
    }

    fn place(&mut self, place: &Place) {
        let (name, part) = self.name_of(place.heap);
        self.put(&name);
        // Behind the name of a part stand the indices of an array in the structure.
        let (whole, within) = place.index.split_at(self.indices_of(&name).min(place.index.len()));
        self.indices(whole);
        self.put(&part);
        self.indices(within);
    }

    fn indices(&mut self, index: &[Expr]) {
        for index in index {
            self.put("[");
            self.expr(index, 0);
            self.put("]");
        }
    }

    /// The number of indices of an array whose elements have parts: the least number that a part has.
    fn indices_of(&self, name: &str) -> usize {
        let is = |known: &str| known.split('.').next() == Some(name);
        let arrays = self.kernel.arrays.iter().filter(|array| is(&array.name.name)).map(|array| array.dims.len());
        let vars = self.kernel.vars.iter().filter(|var| is(&var.name.name)).map(|var| var.dims.len());
        arrays.chain(vars.filter(|dims| *dims > 0)).min().unwrap_or(usize::MAX)
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis) {
        // A parameter or a variable of the code may have the name.
        let hidden = |kernel: &Kernel| {
            let scalars = kernel.scalars.iter().map(|one| &one.name);
            let arrays = kernel.arrays.iter().map(|one| &one.name);
            let vars = kernel.vars.iter().map(|one| &one.name);
            scalars.chain(arrays).chain(vars).any(|known| known.name == var.name())
        };
        if hidden(self.kernel) {
            self.put("\\");
        }
        let suffix = self.kernel.dims().suffix(axis).trim_start_matches('.');
        self.put(var.name());
        if !suffix.is_empty() {
            self.put(".");
            self.put(suffix);
        }
    }
}

/// How tightly the operator of an expression binds.
fn strength(e: &Expr) -> u8 {
    match &e.kind {
        ExprKind::Cond(..) => 1,
        ExprKind::Binary(op, ..) => match op {
            BinaryOp::Implies => 2,
            BinaryOp::Or => 3,
            BinaryOp::And | BinaryOp::Star => 4,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Same => 5,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 6,
            BinaryOp::Add | BinaryOp::Sub => 7,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::Frac => 8,
        },
        ExprKind::Unary(..) => 9,
        _ => 10,
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => " + ",
        BinaryOp::Sub => " - ",
        BinaryOp::Mul => " * ",
        BinaryOp::Div => " / ",
        BinaryOp::Mod => " % ",
        BinaryOp::Frac => " \\ ",
        BinaryOp::Eq => " == ",
        BinaryOp::Ne => " != ",
        BinaryOp::Same => " === ",
        BinaryOp::Lt => " < ",
        BinaryOp::Le => " <= ",
        BinaryOp::Gt => " > ",
        BinaryOp::Ge => " >= ",
        BinaryOp::And => " && ",
        BinaryOp::Or => " || ",
        BinaryOp::Implies => " ==> ",
        BinaryOp::Star => " ** ",
    }
}

/// The type that is the first argument of an operation.
fn width(op: Intrinsic) -> Option<Width> {
    match op {
        Intrinsic::Wrap(width) | Intrinsic::Fits(width) | Intrinsic::Checked(width) | Intrinsic::Not(width) => {
            Some(width)
        }
        Intrinsic::Bits(Bits::And | Bits::Or | Bits::Xor | Bits::Shl | Bits::Shr, width) => Some(width),
        Intrinsic::Quot
        | Intrinsic::Rem
        | Intrinsic::Arith(..)
        | Intrinsic::Fma(_)
        | Intrinsic::Sqrt(_)
        | Intrinsic::ToFloat(..)
        | Intrinsic::ToInt(_) => None,
    }
}
