//! Programs in the interpreter: no panic, no hang, one end for one schedule, and one memory where there is no race.
#![no_main]

sepal_fuzz::target!(|source| {
    let _ = sepal_fuzz::targets::run(source);
});
