//! The findings of a run in SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts and
//! editors show in the source.
//!
//! In: the JSON document of a run, and a sentence about each error id. Out: a SARIF log. A refuted claim and an error
//! of the input are errors, and a claim that is not decided is a warning. What the text tells under another finding is
//! a related place of that finding. The run that confirms a finding is its code flow, with a flow for each thread.

use serde_sarif::sarif::{
    ArtifactChange, ArtifactContent, ArtifactLocation, CodeFlow, Fix, Location, Message, MultiformatMessageString,
    PhysicalLocation, Region, Replacement, ReportingDescriptor, Result, ResultKind, ResultLevel, Run, Sarif,
    ThreadFlow, ThreadFlowLocation, Tool, ToolComponent, Version, SCHEMA_URL,
};
use std::collections::{BTreeMap, BTreeSet};

use super::json::{Diagnostic, Document, Edit, File};
use super::place::LineRange;
use super::replay::{Number, Story};

/// The log of a run, with the summary of each error id from `about`.
pub fn log(document: &Document<'_>, about: &dyn Fn(&str) -> String) -> Sarif {
    let (mut results, mut codes) = (Vec::new(), BTreeSet::new());
    for file in &document.files {
        let of_items = file.items.iter().map(|item| item.diagnostics.as_slice());
        for all in std::iter::once(file.diagnostics.as_slice()).chain(of_items) {
            for diagnostic in all.iter().filter(|one| one.under.is_none()) {
                codes.insert(diagnostic.code.as_str());
                results.push(result(diagnostic, all, file));
            }
        }
    }
    let rules = codes.into_iter().map(|code| rule(code, &about(code))).collect::<Vec<_>>();
    let driver = ToolComponent::builder().name("Sepal").version(document.sepal).rules(rules).build();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .results(results)
        .column_kind("unicodeCodePoints")
        .build();
    Sarif::builder().version(Version::V2_1_0.to_string()).schema(SCHEMA_URL).runs(vec![run]).build()
}

fn rule(code: &str, about: &str) -> ReportingDescriptor {
    let text = |text: &str| MultiformatMessageString::builder().text(text).build();
    let help = format!("`sepal explain {code}` says more about this error.");
    ReportingDescriptor::builder().id(code).short_description(text(about)).help(text(&help)).build()
}

fn result(diagnostic: &Diagnostic<'_>, all: &[Diagnostic<'_>], file: &File<'_>) -> Result {
    let place = |place: &LineRange<'_>, message: &str| location(file, place, message);
    let under = all.iter().filter(|one| {
        one.under.as_ref().is_some_and(|under| diagnostic.obligation.is_some_and(|name| name == under.obligation))
    });
    let related = diagnostic.related.iter().map(|one| place(&one.place, one.message));
    let related: Vec<Location> = related.chain(under.map(|one| place(&one.place, one.message))).collect();
    // The same claim about the same code has the same name in the next run.
    let same = diagnostic.obligation.map(|name| ("sepalObligation/v1".to_owned(), name.to_owned()));
    let level = if diagnostic.severity == "error" { ResultLevel::Error } else { ResultLevel::Warning };
    let mut out = Result::builder()
        .rule_id(diagnostic.code.as_str())
        .kind(ResultKind::Fail)
        .level(level)
        .message(message(&whole(diagnostic)))
        .locations(vec![place(&diagnostic.place, "")])
        .related_locations(related)
        .partial_fingerprints(same.into_iter().collect::<BTreeMap<_, _>>())
        .build();
    out.code_flows = flow(diagnostic, file).map(|flow| vec![flow]);
    out.fixes = fix(diagnostic, file).map(|fix| vec![fix]);
    out
}

/// The message, what must be so for it, and the help.
fn whole(diagnostic: &Diagnostic<'_>) -> String {
    let mut out = diagnostic.message.to_owned();
    if diagnostic.severity == "unknown" {
        out = format!("not decided: {out}");
    }
    out.extend(diagnostic.reason.map(|reason| format!("\nunknown: {reason}")));
    let values: Vec<String> =
        diagnostic.counterexample.iter().map(|value| format!("{} = {}", value.label, value.value)).collect();
    match diagnostic.replay.as_ref().and_then(|run| run.run.as_ref()) {
        Some(story) => {
            let launch = story.launch.as_deref().map(|launch| format!(" with {launch}")).unwrap_or_default();
            out.push_str(&format!("\nconfirmed by a run{launch}"));
        }
        None if !values.is_empty() => out.push_str(&format!("\nfor example: {}", values.join(", "))),
        None => {}
    }
    out.extend(diagnostic.help.map(|help| format!("\nhelp: {help}")));
    out
}

fn message(text: &str) -> Message {
    Message::builder().text(text).build()
}

fn location(file: &File<'_>, place: &LineRange<'_>, text: &str) -> Location {
    let physical = PhysicalLocation::builder().artifact_location(artifact(file, place)).region(region(place)).build();
    let mut out = Location::builder().physical_location(physical).build();
    out.message = (!text.is_empty()).then(|| message(text));
    out
}

fn artifact(file: &File<'_>, place: &LineRange<'_>) -> ArtifactLocation {
    ArtifactLocation::builder().uri(uri(place.file.unwrap_or(file.path))).build()
}

/// A path as a relative reference or URI: characters that have a meaning there are escaped.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'\\' => out.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    match out.starts_with('/') {
        true => format!("file://{out}"),
        false => out,
    }
}

/// A place of at least one character, as long as its line.
fn region(place: &LineRange<'_>) -> Region {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let mut out = Region::builder().start_line(number(place.line)).start_column(number(place.column)).build();
    // A place over several lines is that from its start on.
    out.end_column = (place.length > 0 && !place.several).then(|| number(place.column + place.length));
    out
}

/// The steps of the run that confirms a finding: a flow for each thread, with the number of each step in the run.
fn flow(diagnostic: &Diagnostic<'_>, file: &File<'_>) -> Option<CodeFlow> {
    let story: &Story<'_> = diagnostic.replay.as_ref()?.run.as_ref()?;
    let mut threads: BTreeMap<String, Vec<ThreadFlowLocation>> = BTreeMap::new();
    for (n, step) in story.steps.iter().enumerate() {
        let name = match step.thread {
            Number::One(tid) => format!("thread {tid}"),
            Number::Several(tid) => {
                let parts: Vec<String> = tid.iter().map(ToString::to_string).collect();
                format!("thread ({})", parts.join(", "))
            }
        };
        let at = ThreadFlowLocation::builder()
            .location(location(file, &step.place, step.text))
            .execution_order(i64::try_from(n + 1).unwrap_or(i64::MAX))
            .build();
        threads.entry(name).or_default().push(at);
    }
    let flow = |(name, steps): (String, Vec<ThreadFlowLocation>)| {
        ThreadFlow::builder().id(name.as_str()).message(message(&name)).locations(steps).build()
    };
    let flows: Vec<ThreadFlow> = threads.into_iter().map(flow).collect();
    (!flows.is_empty()).then(|| CodeFlow::builder().message(message(story.message)).thread_flows(flows).build())
}

/// The change that the help proposes.
fn fix(diagnostic: &Diagnostic<'_>, file: &File<'_>) -> Option<Fix> {
    let help = diagnostic.help.filter(|_| !diagnostic.edits.is_empty())?;
    let mut changes: BTreeMap<&str, (ArtifactLocation, Vec<Replacement>)> = BTreeMap::new();
    for Edit { place, insert } in &diagnostic.edits {
        let content = ArtifactContent::builder().text(*insert).build();
        let mut deleted = region(place);
        deleted.end_column = deleted.end_column.or(deleted.start_column);
        let replacement = Replacement::builder().deleted_region(deleted).inserted_content(content).build();
        let (_, replacements) =
            changes.entry(place.file.unwrap_or(file.path)).or_insert_with(|| (artifact(file, place), Vec::new()));
        replacements.push(replacement);
    }
    let change = |(location, replacements): (ArtifactLocation, Vec<Replacement>)| {
        ArtifactChange::builder().artifact_location(location).replacements(replacements).build()
    };
    let changes: Vec<ArtifactChange> = changes.into_values().map(change).collect();
    Some(Fix::builder().description(message(help)).artifact_changes(changes).build())
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("src/a b.cu"), "src/a%20b.cu");
        assert_eq!(uri("/x/ü.cl"), "file:///x/%C3%BC.cl");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }
}
