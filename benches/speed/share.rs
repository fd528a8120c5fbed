//! What decides the obligations of the corpus: `sepal verify --json` in, shares out.

use std::process::Command;

use serde_json::Value;

/// Sums over the obligations of some folders.
#[derive(Default)]
pub struct Shares {
    pub obligations: usize,
    /// Discharged before any query.
    pub without_solver: usize,
    /// Put to Z3 without a quantifier.
    pub quantifier_free: usize,
    /// Time spent on obligations, in milliseconds, and the part of it in solver queries.
    pub milliseconds: f64,
    pub solver_milliseconds: f64,
}

/// Verifies the folders once, on one thread so that times add up, whatever the verdicts are.
pub fn shares(program: &str, folders: &[&str]) -> Result<Shares, String> {
    let output = Command::new(program).args(["verify", "--no-cache", "--json", "-j1"]).args(folders).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    let document: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let mut sums = Shares::default();
    let list = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    for item in list(&document, "files").iter().flat_map(|file| list(file, "items")) {
        for obligation in list(&item, "obligations") {
            let by = list(&obligation, "by");
            let by: Vec<&str> = by.iter().filter_map(Value::as_str).collect();
            let number = |key: &str| obligation.get(key).and_then(Value::as_f64).unwrap_or_default();
            let free = obligation.get("quantifier_free").and_then(Value::as_bool).unwrap_or_default();
            sums.obligations += 1;
            sums.without_solver += usize::from(!by.iter().any(|word| ["z3", "nothing"].contains(word)));
            sums.quantifier_free += usize::from(by.contains(&"z3") && free);
            sums.milliseconds += number("milliseconds");
            sums.solver_milliseconds += number("solver_milliseconds");
        }
    }
    Ok(sums)
}
