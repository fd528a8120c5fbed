//! What stands behind the options in the texts of `--help`: examples, and the exit status.
//!
//! In: nothing. Out: texts.

pub const CHECK_PROOF_STATUS: &str = "\
Exit status:
  0  each file has a proof of its goal from its hypotheses
  1  a step is wrong
  2  a file cannot be read, or is no proof";

pub const FMT_EXAMPLES: &str = "\
Comments stay where they are, and so do the line breaks inside of statements and clauses. A file with errors of the
syntax is reported and left alone.

Examples:
  sepal fmt kernel.pvl                one file, in place
  sepal fmt --check .                 does a folder need it?
  sepal fmt - < kernel.pvl            from standard input to standard output

Exit status:
  0  the files are formatted
  1  with --check: a file would change
  2  a file has errors, or cannot be read or written";

pub const INFER_EXAMPLES: &str = "\
Each kernel is verified without the annotations, and once more with them, before they are written.

Examples:
  sepal infer kernel.cu               print the text with annotations
  sepal infer --write src             annotate all kernels of a folder

Exit status:
  0  each kernel without contract got one
  2  an input cannot be read, parsed or typed, or the usage is wrong
  3  some kernel got no annotations; the reason is printed";

pub const AUDIT_STATUS: &str = "\
The exit status is that of `sepal verify`: an audit of something that is not proved does not end with 0.";

pub const EXAMPLES: &str = "Examples:
  sepal verify examples               verify every kernel of a folder
  sepal verify --help                 options, and what the exit status means
  sepal run kernel.pvl --launch groups=2,threads=4
                                      run a kernel on random data
  sepal explain store:data-race       what an error id means, with an example and its repair
  sepal doctor                        check the installation";

pub const EXPLAIN_EXAMPLES: &str = "Examples:
  sepal explain store:data-race       one id
  sepal explain store                 all ids that start so, with a sentence each
  sepal explain                       all ids";

pub const RUN_EXAMPLES: &str = "Examples:
  sepal run examples/12-scan.pvl --launch groups=2,threads=4 --array in=iota
                                      arrays before and after
  sepal run kernel.pvl --arg n=8 --array a=data.npy --out results --json
  sepal run kernel.pvl --launch threads=2 --schedule all
                                      every interleaving of two threads
  sepal run kernel.pvl --schedule random:42 --trace
                                      one random interleaving, told as a story

Exit status:
  0  the run ended, and nothing went wrong
  1  something went wrong
  2  an input cannot be read, or does not fit the kernel, or the usage is wrong
  3  nothing is known: outside the contract, or a limit was reached";

pub const VERIFY_EXAMPLES: &str = "Examples:
  sepal verify kernel.pvl             one file
  sepal verify examples --json        a folder, result as JSON on standard output
  sepal verify kernel.pvl --filter reduce --explain
                                      what has to be proved of one kernel, and from what
  sepal verify kernel.pvl --explain=12
                                      the same for line 12
  sepal verify kernel.pvl --emit-smt2 queries
  sepal verify kernel.pvl --expand    which part of a claim fails?
  sepal verify kernel.pvl --no-cache  forget what was proved before
  sepal verify kernel.pvl --seeds 10  does a verdict depend on the luck of the solver?

Exit status:
  0  everything is proved
  1  something is refuted: there is a counterexample (or, with --cross-check, the solvers disagree; or, with --strict,
     a verdict rests on something that the author can do without)
  2  an input cannot be read, parsed or typed, or the usage is wrong
  3  nothing is refuted, but something is unknown (or, with --seeds, a verdict depends on the seed)
An input error outranks a refutation, which outranks an unknown.";
