//! A launch as plain data that a test sets: sizes, arrays, private variables. Expressions and contracts are evaluated
//! in it, without executing code.

use interp::{Cause, Env, Int, Launch, Limit, Location, Member, Object, Stop, ThreadId, Value, When};
use ir::Node;
use ir::{ArrayId, Axis, Depth, Expr, Heap, Kernel, LaunchVar, Program, ScalarId, Space, StmtKind, VarDecl, VarId};
use std::collections::BTreeMap;

/// A program and the state of one launch of its first kernel.
pub struct TestLaunch {
    pub program: &'static Program,
    pub groups: u32,
    pub threads: u32,
    pub scalars: BTreeMap<String, Value>,
    /// The present values of elements; an element without an entry has no value.
    pub now: BTreeMap<Location, Value>,
    /// The values of elements at the start of the launch.
    pub old: BTreeMap<Location, Value>,
    /// The private variables of each thread, by its group and its number in the group.
    pub private: BTreeMap<(u32, u32), BTreeMap<String, Value>>,
    /// The number of steps after which an evaluation is given up.
    pub work: u64,
}

impl TestLaunch {
    /// A launch of the first kernel of a source.
    pub fn new(source: &str, groups: u32, threads: u32) -> Self {
        let parsed = syntax::parse_program(source);
        let program = parsed.program.unwrap_or_else(|| panic!("{:#?}", parsed.diagnostics));
        Self {
            // Contracts borrow from the program while the state changes; a test may keep it to the end.
            program: Box::leak(Box::new(program)),
            groups,
            threads,
            scalars: BTreeMap::new(),
            now: BTreeMap::new(),
            old: BTreeMap::new(),
            private: BTreeMap::new(),
            work: 10_000_000,
        }
    }

    /// A kernel whose `main` asserts this, with one group of four threads.
    pub fn asserting(members: &str, condition: &str) -> Self {
        Self::new(&format!("kernel k {{ {members} void main() {{ assert {condition}; }} }}"), 1, 4)
    }

    pub fn kernel(&self) -> &'static Kernel {
        &self.program.kernels[0]
    }

    pub fn array(&self, name: &str) -> ArrayId {
        let found = self.kernel().arrays.iter().position(|a| a.name.name == name);
        ArrayId(u32::try_from(found.expect("an array of the kernel")).unwrap())
    }

    /// An element of an array, as a group sees it.
    pub fn element(&self, array: ArrayId, group: u32, offset: u32) -> Location {
        Location::shared(array, self.kernel().arrays[array.0 as usize].space, group, offset)
    }

    /// Sets the elements of an array, now and at the start; of a local one in every group.
    pub fn set(&mut self, name: &str, values: &[i64]) {
        let values: Vec<Value> = values.iter().map(|v| Value::from(*v)).collect();
        self.set_values(name, &values);
    }

    pub fn set_values(&mut self, name: &str, values: &[Value]) {
        let array = self.array(name);
        let local = self.kernel().arrays[array.0 as usize].space == Space::Local;
        for group in 0..if local { self.groups } else { 1 } {
            for (offset, value) in (0u32..).zip(values) {
                let location = self.element(array, group, offset);
                let _ = self.now.insert(location, value.clone());
                let _ = self.old.insert(location, value.clone());
            }
        }
    }

    /// Sets one element, now only.
    pub fn write(&mut self, name: &str, group: u32, offset: u32, value: i64) {
        let location = self.element(self.array(name), group, offset);
        let _ = self.now.insert(location, Value::from(value));
    }

    pub fn scalar(&mut self, name: &str, value: i64) {
        let _ = self.scalars.insert(name.into(), Value::from(value));
    }

    /// Sets a private variable of a thread.
    pub fn private(&mut self, group: u32, lid: u32, name: &str, value: i64) {
        let _ = self.private.entry((group, lid)).or_default().insert(name.into(), Value::from(value));
    }

    /// The environment of a member of the launch.
    pub fn at(&self, who: Member) -> At<'_> {
        At { world: self, who, left: self.work }
    }

    /// The condition of the first `assert`.
    #[allow(clippy::wildcard_enum_match_arm)] // other statements are not looked for
    pub fn asserted(&self) -> &'static Expr {
        let found = self.kernel().body.stmts.iter().find_map(|s| match &s.kind {
            StmtKind::Assert(e) => Some(e),
            _ => None,
        });
        found.expect("an assert")
    }

    /// The value of the condition of the first `assert`, for thread 0.
    pub fn holds(&self) -> Result<bool, Cause> {
        let value = interp::eval::eval(self.asserted(), &mut self.at(Member::thread(ThreadId { group: 0, lid: 0 })));
        value.map(|v| v.as_bool().expect("a truth value")).map_err(|stop| stop.cause)
    }
}

/// The number of an array of the kernel.
fn id(heap: Heap) -> usize {
    match heap {
        Heap::Array(array) => array.0 as usize,
        Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => panic!("these kernels have arrays of their own only"),
    }
}

/// What a member of the launch sees.
pub struct At<'w> {
    world: &'w TestLaunch,
    who: Member,
    /// The steps that the evaluation may still take.
    left: u64,
}

impl Env<'static> for At<'_> {
    fn program(&self) -> &'static Program {
        self.world.program
    }

    fn kernel(&self) -> &'static Kernel {
        self.world.kernel()
    }

    fn vars(&self) -> &'static [VarDecl] {
        &self.world.kernel().vars
    }

    fn var(&mut self, var: VarId, _: When, node: Node) -> Result<Value, Stop> {
        let name = &self.world.kernel().vars[var.0 as usize].name.name;
        let ThreadId { group, lid } = self.who.as_thread().unwrap();
        let value = self.world.private.get(&(group, lid)).and_then(|p| p.get(name)).cloned();
        value.ok_or_else(|| Stop::new(Cause::UninitialisedVar(var), node))
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        // This launch is one thread wide in y and z.
        let along_x = axis == Axis::X;
        let size = |n: u32| if along_x { i64::from(n) } else { 1 };
        let position = |n: Option<u32>| n.map(|n| if along_x { i64::from(n) } else { 0 });
        let (groups, threads) = (size(self.world.groups), size(self.world.threads));
        let [group, lid] = [Depth::GROUP, Depth::THREAD].map(|depth| position(self.who.position(depth)));
        let value = match var {
            LaunchVar::Gsize => Some(threads),
            LaunchVar::Ngroups => Some(groups),
            LaunchVar::Tcount => Some(groups * threads),
            LaunchVar::Gid => group,
            LaunchVar::Lid => lid,
            LaunchVar::Tid => group.zip(lid).map(|(g, l)| g * threads + l),
        };
        let none = || Stop::new(Cause::NotComputable("no meaning at this level".into()), node);
        value.map(Value::from).ok_or_else(none)
    }

    fn scalar(&mut self, scalar: ScalarId, _: Node) -> Result<Value, Stop> {
        Ok(self.world.scalars[&self.world.kernel().scalars[scalar.0 as usize].name.name].clone())
    }

    fn length(&mut self, array: Heap, dim: usize, _: Node) -> Result<Int, Stop> {
        let length = interp::eval::eval(&self.world.kernel().arrays[id(array)].dims[dim], self)?;
        Ok(length.as_int().unwrap().clone())
    }

    fn locate(&mut self, array: Heap, index: &[Int], node: Node) -> Result<Location, Stop> {
        let mut offset = 0;
        for (dim, index) in index.iter().enumerate() {
            let length = self.length(array, dim, node)?;
            if *index < Int::ZERO || *index >= length {
                return Err(Stop::new(Cause::OutOfBounds { array, dim, index: index.clone(), length }, node));
            }
            offset = offset * length.to_i64().unwrap() + index.to_i64().unwrap();
        }
        let owner = match self.world.kernel().arrays[id(array)].space {
            Space::Global => Member::LAUNCH,
            Space::Local => self.who.around(Depth::GROUP).unwrap(),
        };
        Ok(Location { object: Object { heap: array, owner, frame: 0 }, offset: u32::try_from(offset).unwrap() })
    }

    fn load(&mut self, location: Location, when: When, node: Node) -> Result<Value, Stop> {
        let memory = if when == When::Now { &self.world.now } else { &self.world.old };
        memory.get(&location).cloned().ok_or_else(|| Stop::new(Cause::UninitialisedLocation(location), node))
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        self.left = self.left.checked_sub(1).ok_or_else(|| Stop::new(Cause::Limit(Limit::Work), node))?;
        Ok(())
    }
}

impl interp::ghost::Execution<'static> for TestLaunch {
    fn program(&self) -> &'static Program {
        self.program
    }

    fn kernel(&self) -> &'static Kernel {
        TestLaunch::kernel(self)
    }

    fn launch(&self) -> Launch {
        Launch::new(self.groups, self.threads)
    }

    fn look(&mut self, who: Member, look: &mut dyn FnMut(&mut dyn Env<'static>)) {
        look(&mut self.at(who));
    }
}
