// Shared by the two build scripts: where libz3 is, and how binaries find it when they run.

use std::env;
use std::path::{Path, PathBuf};

/// The libz3 in a folder, under any platform's name.
#[allow(dead_code)]
pub fn library_in(folder: &Path) -> Option<PathBuf> {
    ["libz3.so", "libz3.dylib", "libz3.dll"].iter().map(|name| folder.join(name)).find(|path| path.exists())
}

/// Prints link arguments for the binaries and tests of the calling package; the folder that holds libz3.
///
/// None with the feature `vendored`: Z3 is then linked statically, and there is nothing to find.
pub fn emit() -> Option<PathBuf> {
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if env::var_os("CARGO_FEATURE_VENDORED").is_some() {
        return None;
    }
    let Some(lib) = env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map(PathBuf::from) else {
        // Then .cargo/config.toml was not read either, and a libz3 of the system would be linked in silence.
        eprintln!(
            "Z3_LIBRARY_PATH_OVERRIDE is not set, so cargo has not read the .cargo/config.toml of Sepal.\n\
             Run cargo inside the repository (cargo reads the configuration from the working directory, not from \
             --manifest-path), or set what that file sets."
        );
        std::process::exit(1);
    };
    println!("cargo:rustc-link-search=native={}", lib.display());
    if env::var("CARGO_CFG_TARGET_FAMILY").as_deref() != Ok("unix") {
        return Some(lib);
    }
    // First a libz3 beside the command, so that both can be moved together. Then paths for a repository that was moved
    // or copied, so that it uses its own libz3: from target/<profile>/, from deps/ and examples/ in it, and each once
    // deeper for `--target`. The absolute path is for target folders elsewhere (CARGO_TARGET_DIR) and for `cargo
    // install`.
    let origin = if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("macos") { "@loader_path" } else { "$ORIGIN" };
    for near in ["", "/lib", "/../lib", "/../../.z3/lib", "/../../../.z3/lib", "/../../../../.z3/lib"] {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{origin}{near}");
    }
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", lib.display());
    Some(lib)
}
