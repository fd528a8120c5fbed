//! A process with a time limit, whose output is read line by line.
//!
//! In: a command, the text for its standard input, a limit for the time between two lines. Out: its lines, until the
//! reader has seen enough, and how it ended.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::thread;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It ended by itself; whether its status is success.
    Done(bool),
    /// It wrote no line for too long, and was stopped.
    TimeOut,
    /// The reader had seen enough.
    Stopped,
}

/// Runs a command. `enough` gets each line, and says whether to stop.
pub fn run(
    mut command: Command,
    input: String,
    limit: Duration,
    mut enough: impl FnMut(&str) -> bool,
) -> io::Result<End> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let (mut stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let writer = thread::spawn(move || stdin.as_mut().map(|pipe| pipe.write_all(input.as_bytes())));
    let (send, lines) = channel();
    let reader = thread::spawn(move || {
        let all = stdout.into_iter().flat_map(|pipe| BufReader::new(pipe).lines());
        all.map_while(Result::ok).take_while(|line| send.send(line.clone()).is_ok()).count()
    });
    let end = loop {
        match lines.recv_timeout(limit) {
            Ok(line) if enough(&line) => break Some(End::Stopped),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => break Some(End::TimeOut),
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    if end.is_some() {
        child.kill()?;
    }
    let status = child.wait()?;
    drop(lines);
    drop((writer.join(), reader.join()));
    Ok(end.unwrap_or(End::Done(status.success())))
}
