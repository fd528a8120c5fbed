//! Checks streams and events: `stream s;`, `event e = record(s);`, `wait(s, e);`, `synchronize(…);`.
//!
//! In: these statements as written, and the names of streams in launches and copies. Out: typed statements, with the
//! guarantees of [`ir::Order`].

use super::env::Env;
use super::ghost::cannot;
use super::host::HostCode;
use super::names::ident;
use super::points::Kind;
use crate::pvl::ast;
use crate::pvl::print;
use crate::pvl::similar::nearest;
use ir::diagnostic::Diagnostic;
use ir::{Order, PointId, Span, StmtKind};

const STREAM: &str = "type.stream";

impl Env<'_> {
    /// Whether a call of this name is one of a statement about streams: if it is `wait` or `synchronize`, and no
    /// procedure or function is.
    pub fn is_order(&self, name: &ast::Name) -> bool {
        let text = name.text.as_str();
        matches!(text, "wait" | "synchronize")
            && self.procedure(text).is_none()
            && self.function(text).is_none()
            && !self.poisoned.contains(text)
    }

    /// `stream s;`
    pub fn stream_declared(&mut self, name: &ast::Name, span: Span) -> Option<StmtKind> {
        let here = self.is_host_code(HostCode::Stream, span);
        let stream = self.point(name, Kind::Stream);
        here.then_some(StmtKind::Order(Order::Stream(stream)))
    }

    /// `event e = record(s);`
    pub fn event(&mut self, name: &ast::Name, stream: &ast::Name, span: Span) -> Option<StmtKind> {
        let here = self.is_host_code(HostCode::Stream, span);
        let stream = self.stream(stream);
        let event = self.point(name, Kind::Event);
        let stream = stream?;
        here.then_some(StmtKind::Order(Order::Record { event, stream }))
    }

    /// `wait(s, e);`, `synchronize();`, `synchronize(s);`
    pub fn order(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<StmtKind> {
        if !self.is_host_code(HostCode::Stream, span) {
            return None;
        }
        if self.in_ghost {
            self.diagnostics.push(cannot(span, "wait for streams", "wait for them in the program"));
            return None;
        }
        let joins = name.text == "synchronize";
        let order = match args {
            [] if joins => Order::Join(None),
            [one] if joins => Order::Join(Some(self.point_argument(one, None)?)),
            [stream, event] if !joins => {
                let stream = self.point_argument(stream, Some(Kind::Stream));
                let event = self.point_argument(event, Some(Kind::Event));
                Order::Wait { stream: stream?, event: event? }
            }
            _ => {
                let (name, takes, help) = match joins {
                    true => (
                        "synchronize",
                        "at most 1 argument",
                        "write `synchronize(s);` to wait for a stream or an event, or `synchronize();` to wait for all \
                        operations of this procedure",
                    ),
                    false => (
                        "wait",
                        "2 arguments",
                        "write `wait(s, e);`: operations of the stream `s` wait for the event `e`",
                    ),
                };
                let message = format!("`{name}` takes {takes}, found {}", args.len());
                let error = Diagnostic::new(STREAM, span, message).label("wrong number of arguments").help(help);
                self.diagnostics.push(error);
                return None;
            }
        };
        Some(StmtKind::Order(order))
    }

    /// The stream of a launch or a copy.
    pub fn stream(&mut self, name: &ast::Name) -> Option<PointId> {
        self.point_named(&name.text, name.at.0, Some(Kind::Stream))
    }

    /// Reports a stream or an event that is used as a value; `false` if the name is none.
    pub fn point_as_value(&mut self, name: &str, span: Span) -> bool {
        let Some((_, kind)) = self.points.named(name) else { return false };
        let word = kind.word();
        let help = match kind {
            Kind::Stream => {
                "a stream is named in launches, in copies, and in `record`, `wait` and `synchronize`: \
                `launch k(groups = …, threads = …, stream = s)(…);`"
            }
            Kind::Event => "an event is named in `wait(s, e);` and in `synchronize(e);`",
        };
        let error = Diagnostic::new(STREAM, span, format!("`{name}` is a{} {word}, a value was expected", kind.an()));
        self.diagnostics.push(error.label(word).help(help));
        true
    }

    /// Declares a stream or an event.
    fn point(&mut self, name: &ast::Name, kind: Kind) -> PointId {
        self.check_new(name, false);
        let id = PointId(u32::try_from(self.points.all.len()).unwrap_or(u32::MAX));
        self.points.all.push(ident(name));
        self.points.visible.push((id, kind));
        id
    }

    /// The stream or event that an argument names.
    fn point_argument(&mut self, arg: &ast::Expr, wanted: Option<Kind>) -> Option<PointId> {
        if let ast::ExprKind::Name(name) = &arg.kind {
            return self.point_named(name, arg.at.0, wanted);
        }
        let wanted = wanted.map_or("a stream or an event", Kind::described);
        let message = format!("`{}` is a value, {wanted} was expected", print::expr(arg));
        let error = Diagnostic::new(STREAM, arg.at.0, message).label("a value");
        self.diagnostics.push(error.help("write the name with which it is declared: `stream s;`"));
        None
    }

    fn point_named(&mut self, name: &str, span: Span, wanted: Option<Kind>) -> Option<PointId> {
        let expected = wanted.map_or("a stream or an event", Kind::described);
        let found = self.points.named(name);
        let (message, label, help) = match found {
            Some((id, kind)) if wanted.is_none_or(|wanted| wanted == kind) => return Some(id),
            Some((_, kind)) => (
                format!("`{name}` is a{} {}, {expected} was expected", kind.an(), kind.word()),
                kind.word(),
                match kind {
                    Kind::Stream => format!("record an event in front of this: `event e = record({name});`"),
                    Kind::Event => {
                        format!("name the stream; `wait(s, {name});` lets a stream `s` wait for this event")
                    }
                },
            ),
            None if self.visible(name).is_some() => {
                let message = format!("`{name}` is neither a stream nor an event, {expected} was expected");
                (message, "something else", "declare one, `stream s;`, and name it here".to_owned())
            }
            None if self.poisoned.contains(name) || !self.reported.insert(name.to_owned()) => return None,
            None => {
                let fits = |(_, kind): &&(PointId, Kind)| wanted.is_none_or(|wanted| wanted == *kind);
                let known = self.points.visible.iter().filter(fits);
                let known = known.filter_map(|(id, _)| self.points.all.get(id.0 as usize));
                let near = nearest(name, known.map(|ident| ident.name.as_str()));
                let declaration = match wanted {
                    Some(Kind::Event) => format!("record it in front of this: `event {name} = record(s);`"),
                    Some(Kind::Stream) | None => format!("declare it in front of this: `stream {name};`"),
                };
                let help = near.map_or(declaration, |near| format!("did you mean `{near}`?"));
                let what = wanted.map_or("stream or event", Kind::word);
                let error = Diagnostic::new("resolve.unknown-name", span, format!("there is no {what} `{name}`"));
                self.diagnostics.push(error.label("unknown").help(help));
                return None;
            }
        };
        let error = Diagnostic::new(STREAM, span, message).label(label).help(help);
        let declared = self.visible(name);
        let error = declared.into_iter().fold(error, |error, span| error.related(span, "declared here"));
        self.diagnostics.push(error);
        None
    }
}
