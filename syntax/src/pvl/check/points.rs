//! The streams and events of an item, and those that are visible at a position.
//!
//! In: streams and events, in the order in which they are found. Out: their identities.

use ir::{Ident, PointId, Span};

/// The streams and events of an item, and those that are visible at a position.
#[derive(Debug, Default)]
pub struct Points {
    /// All of them.
    pub all: Vec<Ident>,
    /// Those that are visible, the innermost last.
    pub(super) visible: Vec<(PointId, Kind)>,
}

/// What orders operations of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `stream s;`
    Stream,
    /// `event e = record(s);`
    Event,
}

impl Kind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stream => "stream",
            Self::Event => "event",
        }
    }

    /// What an `a` in front of the word ends with.
    pub fn an(self) -> &'static str {
        match self {
            Self::Stream => "",
            Self::Event => "n",
        }
    }

    /// The word with its article.
    pub fn described(self) -> &'static str {
        match self {
            Self::Stream => "a stream",
            Self::Event => "an event",
        }
    }
}

impl Points {
    /// The number of visible streams and events.
    pub fn visible(&self) -> usize {
        self.visible.len()
    }

    /// Hides all of them except the first `visible` ones.
    pub fn hide(&mut self, visible: usize) {
        self.visible.truncate(visible);
    }

    /// The place where a visible stream or event is declared.
    pub fn declared(&self, name: &str) -> Option<Span> {
        self.all.get(self.named(name)?.0 .0 as usize).map(|ident| ident.node.span)
    }

    /// The visible stream or event with this name.
    pub fn named(&self, name: &str) -> Option<(PointId, Kind)> {
        let is_named = |(id, _): &&(PointId, Kind)| self.all.get(id.0 as usize).is_some_and(|p| p.name == name);
        self.visible.iter().rev().find(is_named).copied()
    }
}
