//! print → parse is the identity on what parses.
#![no_main]

sepal_fuzz::target!(|source| {
    let _ = sepal_fuzz::targets::print(source);
});
