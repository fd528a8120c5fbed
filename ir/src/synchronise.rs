//! Steps by which threads of host code wait for each other: locks of objects, and threads that are started.
//!
//! In: nothing. Out: [`Synchronise`], which is a statement.
//!
//! The token `held(o)` says that the lock of `o` is taken, and `idle(o)` and `running(o)` say whether the thread of `o`
//! runs. A token is the whole permission of a field of the object that has no name in the source
//! ([`crate::Field::token`]), so it exists once for each object, and moves as permissions do. A new object has the
//! tokens `held` and `idle`: its lock is taken by the code that creates it, and is free once that code gives the
//! invariant of the lock away.

use crate::Expr;

/// A step of a thread that waits for other threads, or lets other threads go on. Only in host code.
#[derive(Clone, Debug)]
pub struct Synchronise {
    /// What the thread does.
    pub op: SyncOp,
    /// First a variable with the object, then what the thread gives away, gets or claims: an expression of type
    /// `Resource`, with the token in front. It reads only locations for which it has permission itself, and mentions no
    /// other variable and no other moment.
    pub parts: Vec<Expr>,
}

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncOp {
    /// `lock e;`: waits until the lock is free, takes it, and gets the token `held` with the invariant of the lock.
    Lock,
    /// `unlock e;`: gives the token and the invariant away; then the lock is free.
    Unlock,
    /// `commit e;`, and the end of a constructor: the same, for the first time.
    Commit,
    /// The first half of `wait e;`: gives the token and the invariant away, and will wait for a `notify`.
    Wait,
    /// The second half: waits for the `notify`, and takes the lock as [`Self::Lock`] does.
    Wake,
    /// `notify e;`: claims the token. One of the threads that wait for it can go on once the lock is free.
    Notify,
    /// The first half of `fork e;`: gives away the token `idle` and what `run` requires, with which the thread starts.
    Fork,
    /// The second half: gets the token `running`.
    Forked,
    /// The first half of `join e;`: gives the token `running` away, and waits until the thread has ended.
    Join,
    /// The second half: gets the token `idle` and what `run` ensures.
    Joined,
}

/// What happens to the permissions of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// The thread gives them away.
    Gives,
    /// The thread gets them.
    Gets,
    /// The thread has them all the time.
    Keeps,
}

impl SyncOp {
    /// What happens to the permissions.
    pub fn moves(self) -> Moves {
        match self {
            Self::Unlock | Self::Commit | Self::Wait | Self::Fork | Self::Join => Moves::Gives,
            Self::Lock | Self::Wake | Self::Forked | Self::Joined => Moves::Gets,
            Self::Notify => Moves::Keeps,
        }
    }

    /// Whether the thread may have to wait for others in this step, and perhaps for ever.
    pub fn waits(self) -> bool {
        match self {
            Self::Lock | Self::Wake | Self::Join => true,
            Self::Unlock | Self::Commit | Self::Wait | Self::Notify | Self::Fork | Self::Forked | Self::Joined => false,
        }
    }

    /// Whether the step is about the thread of the object, and not about its lock.
    pub fn is_of_thread(self) -> bool {
        match self {
            Self::Fork | Self::Forked | Self::Join | Self::Joined => true,
            Self::Lock | Self::Unlock | Self::Commit | Self::Wait | Self::Wake | Self::Notify => false,
        }
    }
}

impl Synchronise {
    /// The variable with the object.
    pub fn object(&self) -> Option<&Expr> {
        self.parts.first()
    }

    /// What the thread gives away, gets or claims.
    pub fn resource(&self) -> Option<&Expr> {
        self.parts.get(1)
    }
}
