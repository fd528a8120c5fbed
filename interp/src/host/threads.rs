//! Threads that code starts: `fork e;` and `join e;`, and whose turn it is.
//!
//! In: steps with a thread, and the code of the procedure that is run. Out: what the host does in all of its threads,
//! one at a time, each up to its next step with a lock or a thread, or until it waits.

use ir::finding::{What, Why};
use ir::{Expr, Heap, Node, Procedure, SyncOp, Token, Type};

use super::memory::Frame;
use super::said::Reads;
use super::state::{not_computable, Done, State};
use super::thread::Thread;
use super::work::{Pause, Wait};
use crate::ghost::Holdings;
use crate::report::{Failure, Outcome};
use crate::stop::Limit;
use crate::value::Value;

/// Largest number of threads that are started in a run.
const MOST_THREADS: usize = 1 << 8;

impl<'p> State<'p, '_> {
    /// Executes the procedure that is run, and the threads that it starts, to their ends.
    pub fn run_threads(&mut self, procedure: &'p Procedure) -> Done<()> {
        let left = self.code_of(procedure)?;
        let main = Thread {
            object: None,
            procedure,
            frames: Vec::new(),
            teams: Vec::new(),
            left,
            waits: Vec::new(),
            ended: false,
        };
        self.threads.all.push(main);
        // The threads that have not ended, in the order in which they were started.
        let (mut open, mut seen): (Vec<usize>, usize) = (Vec::new(), 0);
        loop {
            open.extend(seen..self.threads.all.len());
            seen = self.threads.all.len();
            open.retain(|n| self.is_open(*n));
            let ready: Vec<usize> = open.iter().copied().filter(|n| self.is_ready(*n)).collect();
            let Some(next) = self.threads.choose(&ready, &self.options.schedule) else {
                if open.is_empty() {
                    break;
                }
                let waits: Vec<Wait> =
                    open.iter().filter_map(|n| self.threads.all.get(*n)).flat_map(|t| t.waits.clone()).collect();
                return Err(self.deadlock(&waits));
            };
            self.switch(next);
            self.run_thread(next)?;
        }
        self.switch(0);
        Ok(())
    }

    fn is_open(&self, n: usize) -> bool {
        self.threads.all.get(n).is_some_and(|thread| !thread.ended)
    }

    fn is_ready(&self, n: usize) -> bool {
        let waits = self.threads.all.get(n).map(|thread| thread.waits.as_slice()).unwrap_or_default();
        waits.is_empty() || waits.iter().any(|wait| self.can_go_on(wait))
    }

    /// Makes a thread the one that is executed.
    fn switch(&mut self, next: usize) {
        let now = std::mem::replace(&mut self.threads.now, next);
        self.threads.team.now = next;
        if now == next {
            return;
        }
        let (frames, teams) = (std::mem::take(&mut self.frames), std::mem::take(&mut self.teams));
        if let Some(thread) = self.threads.all.get_mut(now) {
            (thread.frames, thread.teams) = (frames, teams);
        }
        if let Some(thread) = self.threads.all.get_mut(next) {
            self.frames = std::mem::take(&mut thread.frames);
            self.teams = std::mem::take(&mut thread.teams);
        }
    }

    /// Executes a thread up to its next step, or until it waits or ends.
    fn run_thread(&mut self, n: usize) -> Done<()> {
        let lost = || not_computable("there is no such thread", Node::default());
        let mut left = std::mem::take(&mut self.threads.all.get_mut(n).ok_or_else(lost)?.left);
        let pause = self.go_on(&mut left)?;
        let (mut waits, mut ended) = (Vec::new(), false);
        match pause {
            Pause::Step => {}
            Pause::End => ended = true,
            Pause::Waits(causes) => waits = causes,
            Pause::Barrier(_, node) => return Err(not_computable("nobody else comes to this barrier", node)),
            Pause::Message(_) => return Err(not_computable("nobody sends a message to this code", Node::default())),
        }
        if ended {
            let thread = self.threads.all.get(n).ok_or_else(lost)?;
            let (object, procedure) = (thread.object, thread.procedure);
            self.end_of(procedure)?;
            if let Some(object) = object {
                let known = self.threads.team.tell();
                let _ = self.threads.running.remove(&object);
                let _ = self.threads.ended.insert(object, known);
            }
        }
        let thread = self.threads.all.get_mut(n).ok_or_else(lost)?;
        (thread.left, thread.waits, thread.ended) = (left, waits, ended);
        Ok(())
    }

    /// Executes a step with the thread of an object.
    pub fn thread_step(
        &mut self,
        op: SyncOp,
        (object, number): (&'p Expr, u32),
        resource: &'p Expr,
        node: Node,
    ) -> Done<()> {
        let runs = self.token_of_thread(object, number)?;
        let starts = op == SyncOp::Fork;
        if matches!(op, SyncOp::Fork | SyncOp::Join) && *runs == Value::Bool(starts) {
            let message = if starts { "this thread was started already" } else { "this thread was not started" };
            return Err(Failure::new(What::Thread, Why::False, node, message.to_owned()).into());
        }
        match op {
            SyncOp::Fork => {
                let given = self.gives(resource, "where the thread is started")?;
                self.start_thread(object, number, given, node)?;
                *self.token_of_thread(object, number)? = Value::Bool(true);
            }
            SyncOp::Join => {
                let _ = self.gives(resource, "where the thread is joined")?;
                match self.threads.ended.remove(&number) {
                    Some(known) => self.threads.team.hear(&known),
                    None => drop(self.threads.before.insert(number)),
                }
                *self.token_of_thread(object, number)? = Value::Bool(false);
            }
            SyncOp::Forked | SyncOp::Joined if self.options.contracts => {
                let said = self.said(&[resource], Reads::Own, None)?;
                // What a thread ensures that ran before is assumed.
                let before = op == SyncOp::Joined && self.threads.before.remove(&number);
                if let Some(fact) = said.first_false().filter(|_| before) {
                    return Err(Outcome::OutsideContract { node: fact.node, thread: None, values: Vec::new() });
                }
                self.frame_mut()?.holdings.gain(&said.footprint, said.complete);
            }
            SyncOp::Forked
            | SyncOp::Joined
            | SyncOp::Lock
            | SyncOp::Unlock
            | SyncOp::Commit
            | SyncOp::Wait
            | SyncOp::Wake
            | SyncOp::Notify => {}
        }
        Ok(())
    }

    /// Gives permissions away. The result are those that go to a thread, if contracts are checked.
    fn gives(&mut self, resource: &'p Expr, hint: &str) -> Done<Option<Holdings>> {
        if !self.options.contracts {
            return Ok(None);
        }
        let said = self.said(&[resource], Reads::Own, None)?;
        self.consume(What::Thread, &said, hint)?;
        self.frame_mut()?.holdings.lend(&said.footprint);
        let tokens: Vec<Heap> = self.tokens();
        let given = said.footprint.of_heaps(|heap| !tokens.contains(&heap));
        Ok(Some(Holdings::of(given, said.complete)))
    }

    /// The fields that stand for the threads of objects.
    fn tokens(&self) -> Vec<Heap> {
        let fields = self.program.fields.iter().zip((0..).map(ir::FieldId));
        fields.filter(|(field, _)| field.token == Some(Token::Thread)).map(|(_, id)| Heap::Field(id)).collect()
    }

    /// The value of the field that stands for the thread of an object.
    fn token_of_thread(&mut self, object: &Expr, number: u32) -> Done<&mut Value> {
        let lost = || not_computable("this object has no thread", object.node);
        let Type::Object(class) = object.ty else { return Err(lost()) };
        let offset = self.program.fields_of(class).position(|(_, field)| field.token == Some(Token::Thread));
        let offset = offset.and_then(|offset| u32::try_from(offset).ok()).ok_or_else(lost)?;
        self.objects.element_mut(number, offset).ok_or_else(lost)
    }

    /// Starts the thread of an object with these permissions.
    fn start_thread(&mut self, object: &Expr, number: u32, given: Option<Holdings>, node: Node) -> Done<()> {
        let lost = || not_computable("this object has no method `run`", node);
        let Type::Object(class) = object.ty else { return Err(lost()) };
        let id = self.program.run_of(class).ok_or_else(lost)?;
        let procedure = self.program.procedure(id).ok_or_else(lost)?;
        let holdings = given.unwrap_or_else(Holdings::unjudged);
        let frame = Frame::new(id, procedure, vec![Value::Reference(number)], self.objects.clone(), holdings);
        self.frames.push(frame);
        let left = self.code_of(procedure);
        let frame = self.frames.pop().ok_or_else(lost)?;
        let left = left?;
        let child = self.threads.all.len();
        if child >= MOST_THREADS {
            return Err(Outcome::Limit(Limit::Memory));
        }
        let known = self.threads.team.tell();
        self.threads.team.tells(child, &known);
        let _ = self.threads.running.insert(number);
        self.threads.all.push(Thread {
            object: Some(number),
            procedure,
            frames: vec![frame],
            teams: Vec::new(),
            left,
            waits: Vec::new(),
            ended: false,
        });
        Ok(())
    }
}
