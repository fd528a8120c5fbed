//! The contracts of threads, groups and kernel at the start and the end of a launch: which starts they allow, which
//! permissions each member holds, and which level implies which.

use crate::session::{codes, said, thread, threads, Session};
use crate::world::TestLaunch;
use interp::eval::Memo;
use interp::ghost::{entails, level_claims, Entailment, Snapshot};
use interp::Member;
use interp::{Launch, Location, Value};
use ir::finding::What;
use ir::ArrayId;

fn kernel(members: &str, contracts: &str) -> String {
    format!("kernel k {{ {members} {contracts} void main() {{ }} }}")
}

/// The findings at the start of a launch: the id of each, and the source text that it is about.
fn start(members: &str, contracts: &str, groups: u32, threads: u32, set: &[(&str, &[i64])]) -> Vec<String> {
    let source = kernel(members, contracts);
    let mut world = TestLaunch::new(&source, groups, threads);
    set.iter().for_each(|(array, values)| world.set(array, values));
    let session = Session::new(world);
    assert_eq!(session.start.excluded, None);
    said(&source, &session.start)
}

const NOTHING: &[(&str, &[i64])] = &[];

#[test]
fn threads_share_what_there_is() {
    let a = "global int[gsize] a;";
    assert_eq!(start(a, "context Perm(a[tid], write);", 1, 4, NOTHING), Vec::<String>::new());
    assert_eq!(start(a, "context Perm(a[0], 1\\gsize);", 1, 4, NOTHING), Vec::<String>::new());
    assert_eq!(start(a, "context Perm(a[0], read);", 1, 4, NOTHING), Vec::<String>::new());
    let two = "context Perm(a[tid / 2], write);";
    assert_eq!(start(a, two, 1, 4, NOTHING), ["kernel.resources:two-writers Perm(a[tid / 2], write)"]);
    assert_eq!(start(a, two, 1, 1, NOTHING), Vec::<String>::new());
    let reader = "context Perm(a[tid], write) ** Perm(a[0], read);";
    assert_eq!(start(a, reader, 1, 2, NOTHING), ["kernel.resources:two-writers Perm(a[tid], write)"]);
    let halves = "context Perm(a[0], 1\\2);";
    assert_eq!(start(a, halves, 1, 2, NOTHING), Vec::<String>::new());
    assert_eq!(start(a, halves, 1, 3, NOTHING), ["kernel.resources:exceeds-available Perm(a[0], 1\\2)"]);
    let rest = "context Perm(a[0], 1\\2) ** Perm(a[0], read);";
    assert_eq!(start(a, rest, 1, 2, NOTHING), ["kernel.resources:exceeds-available Perm(a[0], read)"]);
    let twice = "context Perm(a[tid], write) ** Perm(a[tid], 1\\2);";
    assert_eq!(start(a, twice, 1, 1, NOTHING), ["kernel.resources:exceeds-available Perm(a[tid], write)"]);
}

#[test]
fn the_two_threads_are_named() {
    let mut world = TestLaunch::new(&kernel("global int[9] a;", "context Perm(a[gid * 2 + lid], write);"), 2, 3);
    world.set("a", &[0; 9]);
    let session = Session::new(world);
    assert_eq!(threads(&session.start), [(0, 2), (1, 0)]);
    assert_eq!(session.start.findings[0].location, Some(session.location("a", 0, 2)));
}

#[test]
fn local_memory_is_shared_in_a_group_only() {
    let members = "local int[2] s;";
    assert_eq!(start(members, "context Perm(s[lid], write);", 3, 2, NOTHING), Vec::<String>::new());
    let both = "context gid >= 0 ** Perm(s[0], write);";
    assert_eq!(start(members, both, 3, 1, NOTHING), Vec::<String>::new());
    assert_eq!(start(members, both, 1, 2, NOTHING), ["group.resources:two-writers Perm(s[0], write)"]);
}

#[test]
fn upper_levels_limit_the_lower_ones() {
    let a = "global int[tcount] a;";
    let thread = "context Perm(a[tid], write);";
    let group = "group context (\\forall* int i; gid * gsize <= i && i < (gid + 1) * gsize; Perm(a[i], write));";
    let kernel = "kernel context (\\forall* int i; 0 <= i && i < tcount; Perm(a[i], write));";
    for contracts in [[thread, "", ""], [group, thread, ""], [kernel, thread, ""], [kernel, group, thread]] {
        assert_eq!(start(a, &contracts.concat(), 2, 3, NOTHING), Vec::<String>::new(), "{contracts:?}");
    }
    let few = "kernel context (\\forall* int i; 1 <= i && i < tcount; Perm(a[i], write));";
    let permission = "Perm(a[tid], write)";
    assert_eq!(
        start(a, &[few, thread].concat(), 2, 3, NOTHING),
        [format!("kernel.resources:insufficient-permission {permission}")]
    );
    let half = "group context (\\forall* int i; gid * gsize <= i && i < (gid + 1) * gsize; Perm(a[i], 1\\2));";
    assert_eq!(
        start(a, &[half, thread].concat(), 2, 3, NOTHING),
        [format!("group.resources:insufficient-permission {permission}")]
    );
    let overlap = "group context (\\forall* int i; 0 <= i && i < tcount; Perm(a[i], write));";
    assert_eq!(start(a, &[overlap, thread].concat(), 1, 3, NOTHING), Vec::<String>::new());
    assert_eq!(
        start(a, &[overlap, thread].concat(), 2, 3, NOTHING),
        ["kernel.resources:two-writers Perm(a[i], write)"]
    );
    let read = "kernel context (\\forall* int i; 0 <= i && i < tcount; Perm(a[i], read));";
    assert_eq!(start(a, &[read, "context Perm(a[0], read);"].concat(), 2, 3, NOTHING), Vec::<String>::new());
    assert_eq!(
        start(a, &[read, "context Perm(a[0], 1\\9);"].concat(), 2, 3, NOTHING),
        ["kernel.resources:insufficient-permission Perm(a[0], 1\\9)"]
    );
    let more = "kernel context (\\forall* int i; 0 <= i && i < tcount; Perm(a[i], write)) ** Perm(a[0], read);";
    assert_eq!(start(a, more, 2, 3, NOTHING), ["kernel.resources:exceeds-available Perm(a[0], read)"]);
}

#[test]
fn the_uppermost_written_level_decides_which_starts_count() {
    let a = "global int[tcount] a;";
    let thread = "requires Perm(a[tid], write) ** a[tid] == 7;";
    let all = "(\\forall* int i; 0 <= i && i < tcount; Perm(a[i], write))";
    let kernel_says = format!("kernel requires {all} ** (\\forall int i; 0 <= i && i < tcount; a[i] == 7);");
    let kernel_not = format!("kernel requires {all};");
    let group_not = "group requires (\\forall* int i; gid * gsize <= i && i < (gid + 1) * gsize; Perm(a[i], write));";
    let wrong: &[(&str, &[i64])] = &[("a", &[7, 7, 8, 7])];
    let excluded = |contracts: &str| {
        let source = kernel(a, contracts);
        let mut world = TestLaunch::new(&source, 2, 2);
        world.set("a", wrong[0].1);
        let checks = Session::new(world).start;
        assert!(checks.findings.is_empty(), "{checks:#?}");
        checks.excluded.map(|e| (e.node.span.text(&source).to_owned(), e.who))
    };
    assert_eq!(excluded(thread), Some(("a[tid] == 7".into(), Member::thread(crate::session::thread(1, 0)))));
    assert_eq!(excluded(&[&kernel_says, thread].concat()).map(|e| e.1), Some(Member::LAUNCH));
    let found = start(a, &[&kernel_not, thread].concat(), 2, 2, wrong);
    assert_eq!(found, ["kernel.precondition:condition-false a[tid] == 7"]);
    let found = start(a, &[group_not, thread].concat(), 2, 2, wrong);
    assert_eq!(found, ["group.precondition:condition-false a[tid] == 7"]);
    let right: &[(&str, &[i64])] = &[("a", &[7, 7, 7, 7])];
    assert_eq!(start(a, &[&kernel_not, thread].concat(), 2, 2, right), Vec::<String>::new());
    // If a group's precondition is false, nothing is claimed about its threads.
    let group_says = "group requires (\\forall* int i; gid * gsize <= i && i < (gid + 1) * gsize; \
        Perm(a[i], write)) ** a[gid * gsize] == 7;";
    let found = start(a, &[&kernel_not, group_says, thread].concat(), 2, 2, wrong);
    assert_eq!(found, ["kernel.precondition:condition-false a[gid * gsize] == 7"]);
    let found = start(a, &[&kernel_not, group_says, thread].concat(), 2, 2, &[("a", &[7, 7, 7, 8])]);
    assert_eq!(found, ["group.precondition:condition-false a[tid] == 7"]);
    // A `kernel requires` that only restricts sizes leaves it to the threads' preconditions which memory is allowed.
    assert_eq!(excluded(&["kernel requires tcount == 5;", thread].concat()).map(|e| e.1), Some(Member::LAUNCH));
    assert_eq!(
        excluded(&["kernel requires tcount == 4;", thread].concat()).map(|e| e.1),
        Some(Member::thread(crate::session::thread(1, 0)))
    );
}

#[test]
fn local_memory_has_no_initial_value() {
    let members = "local int[gsize] s;";
    let says = "requires Perm(s[lid], write) ** s[lid] == 0;";
    let found = start(members, says, 1, 2, &[("s", &[0, 5])]);
    assert_eq!(found, ["group.precondition:condition-false s[lid] == 0"]);
}

/// The findings at the end of a launch whose threads did nothing but store the values `then` to the elements of `a`.
fn end(members: &str, contracts: &str, size: (u32, u32), then: &[i64]) -> Vec<String> {
    let source = kernel(members, contracts);
    let mut world = TestLaunch::new(&source, size.0, size.1);
    world.set("a", &[0, 1, 2, 3, 4, 5]);
    let mut session = Session::fine(world);
    for (offset, value) in (0..).zip(then) {
        session.world.write("a", 0, offset, *value);
    }
    said(&source, &session.end())
}

#[test]
fn what_threads_promise_at_the_end() {
    let a = "global int[6] a;";
    let own = "requires Perm(a[tid], write); ensures ";
    let size = (1, 6);
    let then = &[0, 2, 4, 6, 8, 10];
    let check = |post: &str, expected: &[&str]| {
        assert_eq!(end(a, &format!("{own}{post};"), size, then), expected, "{post}");
    };
    check("Perm(a[tid], write) ** a[tid] == 2 * \\old(a[tid])", &[]);
    check("Perm(a[tid], 1\\2) ** a[tid] == 2 * tid", &[]);
    check("true", &[]);
    check("Perm(a[tid], read) ** a[tid] == tid", &["thread.postcondition:condition-false a[tid] == tid"]);
    check("Perm(a[tid], write) ** a[tid] >= 0 ** a[tid] < 8", &["thread.postcondition:condition-false a[tid] < 8"]);
    check(
        "Perm(a[(tid + 1) % 6], read)",
        &["thread.postcondition:insufficient-permission Perm(a[(tid + 1) % 6], read)"],
    );
    check(
        "Perm(a[tid], write) ** Perm(a[tid], read)",
        &["thread.postcondition:insufficient-permission Perm(a[tid], write)"],
    );
    check("a[tid] == 2 * tid", &["contract.well-formed:unframed a[tid]"]);
    check("Perm(a[tid], read) ** \\old(a[0]) == 0", &["contract.well-formed:unframed a[0]"]);
}

#[test]
fn what_groups_and_kernel_promise_at_the_end() {
    let a = "global int[6] a;";
    let thread = "context gid >= 0 ** Perm(a[tid], write); ensures a[tid] == 1;";
    let then = &[1; 6];
    let check = |level: &str, expected: &[&str]| {
        assert_eq!(end(a, &format!("{level} {thread}"), (2, 3), then), expected, "{level}");
    };
    let own = "(\\forall* int i; gid * gsize <= i && i < (gid + 1) * gsize; Perm(a[i], write))";
    let all = "(\\forall* int i; 0 <= i && i < 6; Perm(a[i], write))";
    check(&format!("group ensures {own} ** a[gid * gsize] == 1;"), &[]);
    check(
        &format!("group ensures {own} ** a[gid * gsize] == 2;"),
        &["group.postcondition:condition-false a[gid * gsize] == 2"],
    );
    check(&format!("group ensures {all};"), &["group.postcondition:insufficient-permission Perm(a[i], write)"]);
    check("group ensures a[gid * gsize] == 1;", &[]);
    check("group ensures a[0] == 1;", &["contract.well-formed:unframed a[0]"]);
    check("group ensures gsize == 3;", &[]);
    check("group ensures gsize == 4;", &["group.postcondition:condition-false gsize == 4"]);
    check(&format!("kernel ensures {all} ** (\\forall int i; 0 <= i && i < 6; a[i] == 1);"), &[]);
    check(
        "kernel ensures (\\forall int i; 0 <= i && i < 6; a[i] == i);",
        &["kernel.postcondition:condition-false (\\forall int i; 0 <= i && i < 6; a[i] == i)"],
    );
    check(
        &format!("kernel ensures {all} ** Perm(a[0], read);"),
        &["kernel.postcondition:insufficient-permission Perm(a[i], write)"],
    );
    check(&format!("kernel ensures {all} ** \\old(a[5]) == 5;"), &[]);
    // If the contract of a group states what the group gives back, the kernel gets no more than that.
    let less = "group ensures Perm(a[gid * gsize], write);";
    check(&format!("{less} kernel ensures Perm(a[0], write) ** Perm(a[3], write);"), &[]);
    check(
        &format!("{less} kernel ensures {all};"),
        &["kernel.postcondition:insufficient-permission Perm(a[i], write)"],
    );
}

/// Whether each claim of this kind holds, if the array `a` had the elements `old` at the start and has the elements
/// `now`. Equal results in succession are listed once.
fn decide(source: &str, what: What, size: (u32, u32), old: &[i64], now: &[i64]) -> Vec<String> {
    let program = syntax::parse_program(source).program.unwrap();
    let mut state = Snapshot::new(&program, &program.kernels[0], Launch::new(size.0, size.1));
    let at = |offset| Location::global(ArrayId(0), offset);
    state.old = (0..).map(at).zip(old.iter().map(|v| Value::from(*v))).collect();
    state.now = (0..).map(at).zip(now.iter().map(|v| Value::from(*v))).collect();
    let claims = level_claims(&state, what);
    let mut out: Vec<String> = (claims.iter())
        .map(|claim| match entails(&mut state, &mut Memo::default(), what, claim) {
            Entailment::Refuted(node) => format!("refuted {}", node.span.text(source)),
            Entailment::Holds => "holds".into(),
            Entailment::Excluded(node, _) => format!("excluded {}", node.span.text(source)),
            Entailment::Unknown(_) => "unknown".into(),
        })
        .collect();
    out.dedup();
    out
}

#[test]
fn preconditions_follow_or_do_not() {
    let contracts = "kernel requires (\\forall int i; 0 <= i && i < 4; a[i] > 0) ** (\\forall* int i; \
        0 <= i && i < 4; Perm(a[i], write));
                     requires Perm(a[tid], write) ** a[tid] > 0 ** a[tid] < 10;";
    let source = kernel("global int[4] a;", contracts);
    let decide = |old: &[i64]| decide(&source, What::KernelPre, (1, 4), old, &[]);
    assert_eq!(decide(&[1, 1, 1, 1]), ["holds"]);
    assert_eq!(decide(&[1, 1, 10, 1]), ["holds", "refuted a[tid] < 10", "holds"]);
    assert_eq!(decide(&[1, 1, 10, 0]), ["excluded (\\forall int i; 0 <= i && i < 4; a[i] > 0)"]);
    assert_eq!(decide(&[1, 1]), ["unknown"]);
    assert_eq!(self::decide(&source, What::GroupPre, (1, 4), &[1; 4], &[]), Vec::<String>::new());
}

#[test]
fn postconditions_that_hold_in_every_run_and_do_not_follow() {
    let own = "(\\forall* int i; 0 <= i && i < gsize; Perm(a[gid * gsize + i], write))";
    let contracts = format!(
        "group context {own}; group ensures (\\forall int i; 0 <= i && i < gsize; a[gid * gsize + i] == i);
         kernel context (\\forall* int i; 0 <= i && i < tcount; Perm(a[i], write)); kernel ensures a[0] == 0;
         context Perm(a[tid], write); ensures a[tid] >= \\old(a[tid]);"
    );
    let source = kernel("global int[tcount] a;", &contracts);
    let group = |now: &[i64]| decide(&source, What::GroupPost, (2, 2), &[0; 4], now);
    assert_eq!(group(&[0, 1, 0, 1]), ["holds"]);
    let said = "refuted (\\forall int i; 0 <= i && i < gsize; a[gid * gsize + i] == i)";
    assert_eq!(group(&[0, 1, 0, 2]), ["holds", said]);
    assert_eq!(group(&[0, 1, -1, 2]), ["holds", "excluded a[tid] >= \\old(a[tid])"]);
    // The groups' postconditions are the premises of the kernel's.
    let kernel_post = |now: &[i64]| decide(&source, What::KernelPost, (2, 2), &[0; 4], now);
    assert_eq!(kernel_post(&[0, 1, 0, 1]), ["holds"]);
    assert_eq!(kernel_post(&[5, 1, 0, 1]), ["excluded (\\forall int i; 0 <= i && i < gsize; a[gid * gsize + i] == i)"]);
    let alone = kernel(
        "global int[tcount] a;",
        "kernel context (\\forall* int i; 0 <= i && i < tcount; \
        Perm(a[i], write)); kernel ensures a[0] == 1; context Perm(a[tid], write);",
    );
    assert_eq!(decide(&alone, What::KernelPost, (1, 2), &[0, 0], &[1, 1]), ["holds"]);
    assert_eq!(decide(&alone, What::KernelPost, (1, 2), &[0, 0], &[0, 1]), ["holds", "refuted a[0] == 1"]);
}

#[test]
fn accesses_need_what_is_held() {
    let source = kernel("global int[3] a;", "context Perm(a[0], write) ** Perm(a[1], read);");
    let session = Session::fine(TestLaunch::new(&source, 1, 1));
    let me = thread(0, 0);
    let may = |n| (session.may_read(me, "a", n), session.may_write(me, "a", n));
    assert_eq!([may(0), may(1), may(2)], [(true, true), (true, false), (false, false)]);
    let finding = session.ghost.store(me, session.location("a", 0, 1), Default::default());
    assert_eq!(
        finding.map(|f| (f.code.to_string(), f.message.to_string())),
        Some(("store:insufficient-permission".into(), "the thread holds read of this location".into()))
    );
    assert_eq!(session.ghost.load(me, session.location("a", 0, 1), Default::default()), None);
    let finding = session.ghost.load(me, session.location("a", 0, 2), Default::default());
    assert_eq!(finding.map(|f| f.code.to_string()), Some("load:insufficient-permission".into()));
}

#[test]
fn a_thread_whose_permissions_have_no_value_is_not_judged() {
    let source = kernel("local int[1] s; global int[3] a;", "requires Perm(s[0], 1\\2) ** Perm(a[s[0]], write);");
    let session = Session::new(TestLaunch::new(&source, 1, 1));
    assert!(session.start.findings.is_empty() && !session.start.unknown.is_empty());
    assert!(session.ghost.holdings(thread(0, 0)).unwrap().blind);
    assert!(session.may_write(thread(0, 0), "a", 2));
    assert_eq!(codes(&interp::ghost::Checks { unknown: vec![], ..session.start }), Vec::<String>::new());
}
