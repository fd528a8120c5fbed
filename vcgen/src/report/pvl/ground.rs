//! What a verdict rests on, in the words of the source.
//!
//! In: what is trusted, restrictions of launches, and loops that may not end. Out: grounds, each with what lifts it.

use ir::{
    BinaryOp, By, Clause, Expr, ExprKind, Ident, Kernel, Language, LaunchVar, Node, Origin, Space, StmtKind, Unchecked,
    Width,
};
use logic::finding::{Restriction, Trust};
use logic::floats::Assumption;

use super::Words;
use crate::ground::{Ground, GroundKind};
use crate::report::assumed::word;

impl Words<'_> {
    /// Something that nobody proves.
    pub fn trusts(&self, trust: Trust, node: Node) -> Ground {
        let (kind, what, lift) = match trust {
            Trust::Assume => (
                GroundKind::Assume,
                format!("the `assume` in line {}", self.line(node)),
                "write `assert`, which is proved, or require the condition".to_owned(),
            ),
            Trust::Inhale => (
                GroundKind::Assume,
                format!("the `inhale` in line {}", self.line(node)),
                "get the permissions and facts from a contract or an invariant, where they are proved".to_owned(),
            ),
            Trust::AbstractFunction(f) => {
                let (name, function) = (self.function(f), self.program.function(f));
                let (what, lift) = match function.map(|f| (f.body.is_some(), f.origin)) {
                    Some((true, _)) => (
                        format!("that `{name}` computes what the file of specifications says"),
                        "define the function in the file of the kernel, or do without the function",
                    ),
                    Some((false, Origin::BuiltIn)) => (
                        format!("the function `{name}` without body"),
                        "say in a folder for `--specs` how its value is computed, or do without the function",
                    ),
                    _ => (
                        format!("the function `{name}` without body"),
                        "give the function a body, so that its contract is proved",
                    ),
                };
                (GroundKind::AbstractFunction, what, lift.to_owned())
            }
            Trust::Axiom(data) => (
                GroundKind::Axiom,
                format!("the axiom of `{}` in line {}", data.name(), self.line(node)),
                "use collections, or functions with bodies, of which the law is proved".to_owned(),
            ),
            Trust::AbstractProcedure(p) => (
                GroundKind::AbstractProcedure,
                format!("the procedure `{}` without body", self.procedure(p)),
                "give the procedure a body, so that its contract is proved".to_owned(),
            ),
        };
        Ground { kind, what, lift, node }
    }

    /// Code that computes with integers without limits.
    pub fn unlimited(&self, item: &str, node: Node) -> Ground {
        Ground {
            kind: GroundKind::UnlimitedIntegers,
            what: format!("`int` in the code of `{item}` has no limits"),
            lift: "`--int i32`, or another type, asks whether the same holds for machine integers".to_owned(),
            node,
        }
    }

    /// A law of floats that IEEE 754 does not have.
    pub fn float_law(&self, one: Assumption, node: Node) -> Ground {
        Ground {
            kind: GroundKind::FloatAssumption(one),
            what: format!("equations up to {}", word(one)),
            lift: format!("leave out `--assume {}`", one.name()),
            node,
        }
    }

    /// What a launch is.
    pub fn host(&self, kernel: &Kernel) -> Ground {
        let what = "the launch satisfies the kernel's precondition, has at least one group and one thread, gives no \
                    array a negative length, and nothing else accesses the kernel's memory meanwhile";
        let what = match self.program.language {
            Language::Pvl | Language::Cuda => what.to_owned(),
            Language::OpenCl => format!("{what}; the global offset is 0, and all work-groups have one size"),
        };
        Ground {
            kind: GroundKind::Launch,
            what,
            lift: "this is up to the host program".to_owned(),
            node: kernel.name.node,
        }
    }

    /// What was inferred of the launch, and is said of the launch.
    pub fn inferred_of_launch(&self, kernel: &Kernel) -> Option<Ground> {
        let inferred = kernel.contract.clauses.iter().filter(|clause| clause.by == By::Inferred);
        let conditions: Vec<Node> = inferred.map(|clause| clause.expr.node).collect();
        (!conditions.is_empty()).then(|| self.restriction(&Restriction::Conditions(conditions)))
    }

    /// Signed integers that wrap around.
    pub fn wrapping(&self, kernel: &Kernel) -> Option<Ground> {
        self.program.wraps.then(|| Ground {
            kind: GroundKind::WrappingIntegers,
            what: "signed integers that wrap around".to_owned(),
            lift: "leave out `--overflow=wrap`, or compile such that they do".to_owned(),
            node: kernel.name.node,
        })
    }

    /// What the command line asks not to be checked.
    pub fn unchecked(&self, kernel: &Kernel) -> Vec<Ground> {
        let Unchecked {
            all_but_divergence,
            other_groups,
            overflow,
            wrapping,
            equal_writes,
            annotations,
            all_but_requires,
        } = self.program.unchecked;
        let divergence = all_but_divergence.then(|| Ground {
            kind: GroundKind::OnlyDivergence,
            what: "data races, bounds, arithmetic, permissions and annotations".to_owned(),
            lift: "leave out `--only-divergence`".to_owned(),
            node: kernel.name.node,
        });
        let groups = other_groups.then(|| Ground {
            kind: GroundKind::EachGroupAlone,
            what: "what threads of different groups do to the same memory".to_owned(),
            lift: "leave out `--only-intra-group`".to_owned(),
            node: kernel.name.node,
        });
        let overflow = overflow.then(|| Ground {
            kind: GroundKind::UncheckedOverflow,
            what: match wrapping {
                true => "no integer overflows or wraps around".to_owned(),
                false => "no integer overflows".to_owned(),
            },
            lift: format!("leave out `{}`", if wrapping { "--math-int" } else { "--overflow=ignore" }),
            node: kernel.name.node,
        });
        let equal = equal_writes.then(|| Ground {
            kind: GroundKind::EqualWrites,
            what: "races of writes of equal values do no harm".to_owned(),
            lift: "leave out `--benign-tolerance`, and let one thread write, or write by atomic functions".to_owned(),
            node: kernel.name.node,
        });
        let (what, option) = match annotations {
            true => ("what annotations say", "--no-annotations"),
            false => ("what annotations other than preconditions say", "--only-requires"),
        };
        let ignored = (annotations || all_but_requires).then(|| Ground {
            kind: GroundKind::IgnoredAnnotations,
            what: what.to_owned(),
            lift: format!("leave out `{option}`"),
            node: kernel.name.node,
        });
        divergence.into_iter().chain(groups).chain(overflow).chain(equal).chain(ignored).collect()
    }

    /// What the command line says of launches.
    pub fn given(&self, kernel: &Kernel) -> Option<Ground> {
        self.given_values(kernel).map(|said| Ground {
            kind: GroundKind::GivenLaunch,
            what: format!("with {said} (command line)"),
            lift: "the options for sizes and values say this; a `kernel requires` in front of the kernel makes it a \
                   part of the contract"
                .to_owned(),
            node: kernel.name.node,
        })
    }

    /// Advice for preconditions that contradict each other. The command line may state some of them.
    pub(super) fn weaken(&self) -> String {
        let said = self.kernel.and_then(|kernel| self.given_values(kernel));
        let also = said.map(|said| format!(", or give other sizes and values: the command line says {said}"));
        format!("remove or weaken one of the marked clauses{}", also.unwrap_or_default())
    }

    /// `gsize.x == 64`, each in quotes; nothing if the command line says nothing.
    fn given_values(&self, kernel: &Kernel) -> Option<String> {
        let clauses = kernel.contract.clauses.iter().filter(|clause| clause.by == By::CommandLine);
        let said: Vec<String> =
            clauses.filter_map(|clause| Some(format!("`{}`", self.given_value(kernel, clause)?))).collect();
        (!said.is_empty()).then(|| said.join(", "))
    }

    /// `gsize.x == 64`
    pub(super) fn given_value(&self, kernel: &Kernel, clause: &Clause) -> Option<String> {
        let ExprKind::Binary(BinaryOp::Eq, left, right) = &clause.expr.kind else { return None };
        let ExprKind::Int(value) = &right.kind else { return None };
        let name = match &left.kind {
            ExprKind::Launch(var, axis) => {
                // A parameter may have the name of a size.
                let taken = |name: &Ident| name.name == var.name();
                let arrays = kernel.arrays.iter().map(|array| &array.name);
                let scalars = kernel.scalars.iter().map(|scalar| &scalar.name);
                let hidden = arrays.chain(scalars).chain(kernel.vars.iter().map(|v| &v.name)).any(taken);
                format!("{}{}", if hidden { "\\" } else { "" }, self.launch(*var, *axis))
            }
            ExprKind::Scalar(id) => kernel.scalars.get(id.0 as usize)?.name.name.clone(),
            _ => return None,
        };
        Some(format!("{name} == {value}"))
    }

    /// The sizes of a launch of machine integers.
    pub fn machine_sizes(&self, kernel: &Kernel, width: Width) -> Ground {
        Ground {
            kind: GroundKind::MachineSizes,
            what: match self.program.language {
                Language::Pvl => format!("the sizes of the launch are in the range of `{}`", width.name()),
                Language::OpenCl | Language::Cuda => format!(
                    "the launch has {}, and its sizes are in the range of `{}`",
                    self.launch_dimensions(),
                    width.name()
                ),
            },
            lift: "this is up to the host program".to_owned(),
            node: kernel.name.node,
        }
    }

    /// The arrays of a kernel.
    pub fn disjoint(&self, kernel: &Kernel) -> Ground {
        let names: Vec<String> = kernel.arrays.iter().map(|a| format!("`{}`", a.name.name)).collect();
        Ground {
            kind: GroundKind::DisjointArrays,
            what: match names.as_slice() {
                [name] => format!(
                    "the array {name} has the length that is declared, and starts at an address that suits what the \
                     code accesses"
                ),
                names => format!(
                    "the arrays {} do not overlap, have the lengths that are declared, and start at addresses that \
                     suit what the code accesses",
                    names.join(", ")
                ),
            },
            lift: "this is up to the host program".to_owned(),
            node: kernel.name.node,
        }
    }

    /// A restriction that Sepal adds to the launches of a kernel.
    pub fn restriction(&self, restriction: &Restriction) -> Ground {
        match restriction {
            Restriction::OneGroup(kernel) => Ground {
                kind: GroundKind::OneGroup,
                what: "of one group".to_owned(),
                lift: match self.array_of_a_group() {
                    Some(array) => format!(
                        "`kernel requires ngroups == 1;` makes it a part of the contract; for several groups, \
                         `kernel requires ngroups >= 1;` lifts it, and `{array}`, which has `gsize` elements, needs \
                         `tcount` elements"
                    ),
                    None => "`kernel requires ngroups >= 1;` lifts the restriction to one group, and `ngroups == 1` \
                             makes it a part of the contract"
                        .to_owned(),
                },
                node: *kernel,
            },
            Restriction::Conditions(conditions) if conditions.iter().all(|node| self.is_inferred(*node)) => Ground {
                kind: GroundKind::LaunchCondition,
                what: format!("with {}", self.conditions(conditions)),
                lift: "these conditions were inferred; `sepal infer` prints the clauses that make them a part of the \
                       contract"
                    .to_owned(),
                node: conditions.first().copied().unwrap_or_default(),
            },
            Restriction::Conditions(conditions) => Ground {
                kind: GroundKind::LaunchCondition,
                what: format!("in which every thread has {}", self.conditions(conditions)),
                lift: "no `kernel` clause promises this; a `kernel requires` about the launch, in place of the \
                       `requires` of a thread or a group, makes it a part of the contract"
                    .to_owned(),
                node: conditions.first().copied().unwrap_or_default(),
            },
        }
    }

    /// A global array that has as many elements as a group has threads: enough for one group.
    fn array_of_a_group(&self) -> Option<&str> {
        let mut global = self.kernel?.arrays.iter().filter(|array| array.space == Space::Global);
        let of_group = |length: &Expr| length.any(&|e| matches!(e.kind, ExprKind::Launch(LaunchVar::Gsize, _)));
        global.find(|array| array.dims.iter().any(of_group)).map(|array| array.name.name.as_str())
    }

    /// A loop that is not known to end.
    pub fn open_loop(&self, head: Node) -> Ground {
        let waits = |kind: &StmtKind| matches!(kind, StmtKind::Synchronise(step) if step.op.waits());
        let synchronises = |kind: &StmtKind| matches!(kind, StmtKind::Synchronise(_));
        if self.statement(head, &synchronises).is_some() {
            let line = self.line(head);
            let (what, lift) = match self.statement(head, &waits).is_some() {
                true => (
                    format!("the wait for another thread in line {line} ends"),
                    "nothing shows it: the other thread may not end, and threads that take several locks in different \
                     orders may wait for each other",
                ),
                false => (
                    format!("no thread that is started in line {line} starts threads without end"),
                    "nothing shows it: the threads of this class start threads of the same class",
                ),
            };
            return Ground { kind: GroundKind::Termination, what, lift: lift.to_owned(), node: head };
        }
        let lift = match self.never_ends(head) {
            true => {
                "this loop never ends: its condition is `true`, and no statement leaves it. So what stands behind it \
                 is never reached"
            }
            false => {
                "no measure was found; `decreases e;` in front of the loop, with an integer that shrinks in each \
                 iteration and is not negative, shows it"
            }
        };
        let what = format!("the loop in line {} ends", self.line(head));
        Ground { kind: GroundKind::Termination, what, lift: lift.to_owned(), node: head }
    }

    /// Whether a part of the program was inferred, and is about the launch as a whole.
    fn is_inferred(&self, node: Node) -> bool {
        self.program.texts.contains_key(&node.id)
    }

    /// Whether an inferred condition is about the number of a thread.
    fn is_of_thread(&self, node: Node) -> bool {
        let of_thread =
            |e: &Expr| matches!(e.kind, ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid, _));
        self.is_inferred(node) && self.expression(node).is_some_and(|e| e.any(&of_thread))
    }

    /// What an inferred condition says of each element of an array, and the element.
    fn of_elements(&self, node: Node) -> Option<(String, String)> {
        let ExprKind::Quant(quant) = &self.expression(node)?.kind else { return None };
        let mut element = None;
        quant.body.each(&mut |part| {
            if matches!(part.kind, ExprKind::Read(_)) {
                let _ = element.get_or_insert(part.node);
            }
        });
        let element = element.filter(|_| self.is_inferred(node))?;
        Some((self.quote(quant.body.node), self.quote(element)))
    }

    /// ``` `tid < n` (line 4) and `n > 5` (line 5) ```
    fn conditions(&self, conditions: &[Node]) -> String {
        let mut said: Vec<String> = Vec::new();
        for node in conditions {
            let text = match self.of_elements(*node) {
                Some((body, element)) => format!("`{body}` for each element `{element}` (line {})", self.line(*node)),
                None if self.is_of_thread(*node) => {
                    format!("`{}` for each thread (line {})", self.quote(*node), self.line(*node))
                }
                None => format!("`{}` (line {})", self.quote(*node), self.line(*node)),
            };
            if !said.contains(&text) {
                said.push(text);
            }
        }
        let last = said.pop().unwrap_or_default();
        if said.is_empty() {
            return last;
        }
        format!("{} and {last}", said.join(", "))
    }
}
