//! The formatter changes blanks and line breaks alone.
#![no_main]

sepal_fuzz::target!(|source| {
    let _ = sepal_fuzz::targets::format(source);
});
