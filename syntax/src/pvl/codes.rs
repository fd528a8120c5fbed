//! The list of all codes of errors in the text, the names and the types of a file.
//!
//! In: nothing. Out: each code with a sentence that explains it. The book and the tests enumerate the codes.

/// Every code of a [`Diagnostic`](ir::diagnostic::Diagnostic) that this crate makes, with one sentence each, in order.
pub fn codes() -> &'static [(&'static str, &'static str)] {
    &CODES
}

const CODES: [(&str, &str); 80] = [
    ("parse.annotation", "An annotation `/*@ … @*/` or `//@ …` contains code, or is not closed as it should be."),
    ("parse.atomic", "An `atomic` has an unknown word or no block behind it."),
    ("parse.barrier-fences", "A barrier does not say which memory it fences."),
    ("parse.chained-comparison", "Two comparisons follow each other without `&&` between them."),
    ("parse.character", "The text contains a character that is not part of the language."),
    ("parse.empty", "The file contains no kernel and no function."),
    ("parse.equality", "`=` stands in an expression of the code, where equality is written `==`."),
    ("parse.expected", "Something else was expected at this place."),
    ("parse.number", "A number is not well-formed, or has more than 1,000 characters."),
    ("parse.stray-clause", "A clause of a contract stands where it belongs to nothing."),
    ("parse.too-deep", "Brackets, conditionals or statements nest more than 200 levels deep."),
    ("parse.too-large", "The file is larger than 4 MiB."),
    ("parse.too-long", "One expression has more than 256 operators."),
    ("parse.unbalanced", "A bracket is never closed, or closes nothing."),
    ("parse.unclosed-comment", "A comment that starts with `/*` never ends."),
    ("parse.unsupported", "A construct of PVL that Sepal does not read, such as `vec` or `lock`."),
    (
        "resolve.axis",
        "In a kernel of several dimensions a launch variable stands without axis, or an axis behind something else.",
    ),
    ("resolve.duplicate-main", "A kernel has more than one `void main()`."),
    ("resolve.duplicate-name", "A name is declared while another declaration of it is visible."),
    ("resolve.later-name", "`\\old[L]` asks for the value of a variable that is declared behind `label L;`."),
    (
        "resolve.local-array",
        "Local memory is mentioned where it does not exist: above the group, or in a pure function.",
    ),
    ("resolve.no-main", "A kernel has no `void main()`."),
    ("resolve.old-outside", "`\\old` is used where there is no earlier state."),
    ("resolve.out-of-level", "A launch variable is used where it has no meaning, as `tid` in the contract of a group."),
    ("resolve.private-in-contract", "The contract of a kernel mentions a private variable of its code."),
    ("resolve.reserved-name", "A declaration uses a name of every launch, such as `tid`."),
    ("resolve.result-outside", "`\\result` is used outside the `ensures` clauses of a pure function."),
    ("resolve.second-measure", "A function, a procedure or a loop has more than one `decreases` clause."),
    ("resolve.this", "An object is needed where there is none, as in a static method, or `this` is assigned."),
    ("resolve.trigger-outside", "A trigger `{: … :}` stands outside the body of a quantifier."),
    ("resolve.unknown-field", "A class has no field of this name."),
    ("resolve.unknown-function", "A function is called that is not declared."),
    ("resolve.unknown-label", "`\\old[L]` names a label that does not stand in front of it."),
    ("resolve.unknown-name", "A name is used that is not declared."),
    ("type.arguments", "A function is called with the wrong number of arguments, or something is called that is none."),
    ("type.array-length", "The length of an array depends on something that is not known when it is created."),
    ("type.assign-constant", "A scalar of the kernel or a launch variable is assigned to."),
    (
        "type.atomic-amount",
        "`Perm(a[i], atomic)` stands where a permission for atomic steps means nothing, or `atomic` is used as a \
    number.",
    ),
    ("type.atomic-body", "An `atomic` contains a statement that is no part of one indivisible step."),
    ("type.binder", "A quantifier binds a variable that is of no type which quantifiers range over."),
    (
        "type.collection",
        "A collection of an unsupported or unknown type, an unknown part of one, or one in the code of a kernel.",
    ),
    ("type.copy-argument", "`copy` is written with something else than two different arrays of the same kind."),
    (
        "type.creation",
        "`new` stands inside of an expression, or has several lengths: it creates one array, in a statement of its \
        own.",
    ),
    ("type.device-access", "Code of the host reads or writes an element of device memory."),
    ("type.dimensions", "An array is used with the wrong number of indices, or something is indexed that is no array."),
    ("type.float-reduction", "A `\\sum`, `\\product`, `\\min` or `\\max` combines floats."),
    ("type.for-head", "The head of a `for` contains a statement that does not belong there."),
    ("type.forall-resource", "`\\forall` or `\\exists` has a permission in its body."),
    ("type.fraction", "A fraction is declared where none can be, such as an array of them, or without its value."),
    ("type.ghost", "Ghost code does what the program could notice, or code of the program uses a ghost variable."),
    ("type.host-code", "A kernel or an `atomic` copies arrays, launches a kernel, or calls a procedure that does so."),
    (
        "type.inlined-barrier",
        "A procedure with a barrier cannot be inlined: it calls itself, or kernels never or too often call it.",
    ),
    (
        "type.integer-share",
        "The amount of a permission is the quotient of two integers, as in `1/2`, where a share was meant.",
    ),
    ("type.launch-argument", "A size or an argument of a `launch` does not fit the kernel."),
    ("type.literal-range", "A float literal is too large for its type."),
    ("type.local-scalar", "A single value is declared in local memory."),
    ("type.location", "A permission is about something that is not an element of an array."),
    (
        "type.lock",
        "A statement about a lock or a thread has no meaning where it stands, because the class of the object has \
        none.",
    ),
    (
        "type.message",
        "A `send` or a `recv` is in no parallel block, in a loop, received twice, goes to no later iteration, or \
        speaks of what only the sender has.",
    ),
    (
        "type.method-call",
        "A method is called without an object, a static one with one, or of something that is no object.",
    ),
    ("type.mismatch", "An expression has another type than the one that is expected at its place."),
    ("type.missing-return", "A procedure with a result can come to its end without one."),
    ("type.never-run", "A statement follows an exit, so that no path leads to it."),
    ("type.opaque", "A function is opaque and has no body, or `reveal` does not stand in front of a call."),
    ("type.operator", "An operator is applied to a type that it is not made for."),
    ("type.par-barrier", "A barrier in a parallel block does not name the innermost block around it."),
    (
        "type.par-body",
        "The body of a parallel block does what its iterations cannot do, such as assigning a variable of the \
        procedure.",
    ),
    ("type.par-iterators", "A parallel block has more than three iterators, or one that is not of type `int`."),
    ("type.percentage", "`perm` has an amount that is not a percentage from 0 to 100."),
    ("type.private-permission", "A permission is about an array that belongs to its thread alone."),
    (
        "type.procedure-call",
        "A procedure is called in an expression or a specification, or something is called as if it were one.",
    ),
    ("type.read-amount", "`read` is used as a number."),
    (
        "type.reduction-range",
        "A `\\sum`, another reduction or a variable of a described set has no range that can be read.",
    ),
    (
        "type.reference",
        "A reference to an array, or `null`, stands where there are none or where another type is \
    expected.",
    ),
    ("type.resource-position", "A permission stands where a value or a condition is expected."),
    ("type.return", "A `return` gives a value where there is no result, or none where there is one."),
    (
        "type.shared-invariant",
        "A shared invariant is unknown, opened twice or by a step that does not synchronise, left by an exit, or \
         reads an array of the procedure.",
    ),
    ("type.specification-only", "Code uses what only specifications may mention."),
    ("type.stray-exit", "A `break` or `continue` stands in no loop."),
    (
        "type.stream",
        "A stream or an event is used as a value, or something else stands where a stream or an event is expected.",
    ),
];
