//! Streams: the order of operations of the device that the host does not wait for.
//!
//! In: nothing. Out: [`Order`], the statements about streams and events.
//!
//! A launch or a copy in a stream starts when all operations that the stream waits for have ended: those that were
//! issued in it before, and those that an event it waits for has recorded. Otherwise operations of the device and the
//! statements of the host run in any order, or at the same time.

use crate::PointId;

/// A statement about streams and events. Both belong to the procedure that declares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `stream s;`: a new stream, without operations.
    Stream(PointId),
    /// `event e = record(s);`: from now on, `e` stands for the operations that the next one of `s` would wait for.
    Record {
        /// The event, which is declared here.
        event: PointId,
        /// The stream.
        stream: PointId,
    },
    /// `wait(s, e);`: from now on, operations of `s` start when those have ended that `e` stands for. The host goes on.
    Wait {
        /// The stream.
        stream: PointId,
        /// The event.
        event: PointId,
    },
    /// `synchronize(s);`, `synchronize(e);`: the host waits until all operations have ended that the stream has or the
    /// event stands for. `synchronize();` waits for all operations that the procedure has started.
    Join(Option<PointId>),
}
