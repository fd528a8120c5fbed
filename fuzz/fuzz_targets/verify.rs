//! Everything that `sepal verify` does with a file, within small limits.
#![no_main]

sepal_fuzz::target!(|source| {
    let _ = sepal_fuzz::targets::verify(source);
});
