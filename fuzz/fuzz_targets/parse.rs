//! Any text through parser, type checker and the rendering of what they report.
#![no_main]

sepal_fuzz::target!(|source| {
    let _ = sepal_fuzz::targets::parse(source);
});
