//! Footprints of preconditions, compared location by location with amounts that a person counted.

use crate::session::thread;
use crate::world::TestLaunch;
use dashu::rational::RBig;
use interp::eval::Memo;
use interp::ghost::{expressions, read, Amount, Assertion, Footprint, Framing, Past};
use interp::Member;

/// What the precondition of a thread says in this launch.
fn precondition(world: &TestLaunch, group: u32, lid: u32) -> Assertion<'static> {
    let clauses = expressions(world.kernel().of_thread().pre());
    let who = Member::thread(thread(group, lid));
    let mut at = world.at(who);
    read(&mut at, &mut Memo::default(), who, &clauses, Framing::Own, Past::start(Framing::Own))
}

/// A launch of a kernel without code.
fn world(members: &str, contract: &str, groups: u32, threads: u32) -> TestLaunch {
    TestLaunch::new(&format!("kernel k {{ {members} {contract} void main() {{ }} }}"), groups, threads)
}

fn part(n: i64, d: u64) -> RBig {
    RBig::from_parts(n.into(), d.into())
}

/// Checks that all threads together hold `count(offset)` of each element.
fn counted(world: &TestLaunch, array: &str, elements: u32, count: impl Fn(i64) -> (RBig, i32)) {
    let mut parts = Vec::new();
    for group in 0..world.groups {
        for lid in 0..world.threads {
            let said = precondition(world, group, lid);
            assert!(said.complete && said.wrong.is_empty(), "{said:#?}");
            parts.push(said.footprint);
        }
    }
    let total = Footprint::sum(parts.iter());
    for offset in 0..elements {
        let (share, reads) = count(i64::from(offset));
        let location = world.element(world.array(array), 0, offset);
        let amount = total.at(location);
        assert_eq!((amount.share(), amount.reads), (&share, reads), "{array}[{offset}]");
    }
}

#[test]
fn one_element_for_each_thread() {
    let world = world("global int[tcount] a;", "context Perm(a[tid], write);", 2, 3);
    counted(&world, "a", 6, |_| (RBig::ONE, 0));
    assert!(precondition(&world, 1, 1).footprint.writes(world.element(world.array("a"), 0, 4)));
}

#[test]
fn a_stencil_adds_up() {
    let clauses =
        "context Perm(a[tid], 1\\4) ** Perm(a[(tid + 1) % tcount], 1\\4) ** Perm(a[(tid + 2) % tcount], 1\\4);";
    counted(&world("global int[tcount] a;", clauses, 1, 5), "a", 5, |_| (part(3, 4), 0));
}

#[test]
fn strides_triangles_and_elements_that_no_thread_has() {
    let stride = "context (\\forall* int i; 0 <= i && i < 3; Perm(a[i * gsize + lid], 1\\(i + 1)));";
    counted(&world("global int[13] a;", stride, 1, 4), "a", 13, |x| {
        if x < 12 {
            (part(1, (x / 4 + 1) as u64), 0)
        } else {
            (RBig::ZERO, 0)
        }
    });
    let triangle = "context (\\forall* int i, int j; 0 <= i && i <= j && j < 4 && i == lid; Perm(m[i][j], write));";
    counted(&world("global int[4][4] m;", triangle, 1, 4), "m", 16, |x| {
        if x / 4 <= x % 4 {
            (RBig::ONE, 0)
        } else {
            (RBig::ZERO, 0)
        }
    });
}

#[test]
fn readers_are_counted() {
    let world =
        world("global int[4] a;", "context (\\forall* int i = 0 .. 4; Perm(a[i], read)) ** Perm(a[lid], 1\\2);", 1, 3);
    counted(&world, "a", 4, |x| (if x < 3 { part(1, 2) } else { RBig::ZERO }, 3));
}

#[test]
fn conditions_choose() {
    let clauses = "context lid % 2 == 0 ==> Perm(a[lid], write);
                   context lid % 2 == 1 ? Perm(a[lid], 1\\3) : Perm(a[lid + 4], read);
                   context Perm(a[lid + 4], lid == 0 ? 1\\7 : read);";
    counted(&world("global int[8] a;", clauses, 1, 4), "a", 8, |x| match x {
        0 | 2 => (RBig::ONE, 0),
        1 | 3 => (part(1, 3), 0),
        4 => (part(1, 7), 1),
        6 => (RBig::ZERO, 2),
        _ => (RBig::ZERO, 1),
    });
}

#[test]
fn indices_from_memory_and_functions() {
    let members = "global int[4] p; global int[4] a; pure int back(int i) = 3 - i;";
    let clauses = "context Perm(p[lid], 1\\2) ** Perm(a[p[lid]], 1\\2) ** Perm(a[back(lid)], 1\\4);";
    let mut world = world(members, clauses, 1, 4);
    world.set("p", &[2, 2, 2, 0]);
    counted(&world, "a", 4, |x| (part([3, 1, 7, 1][x as usize], 4), 0));
}

#[test]
fn each_group_has_its_own_local_memory() {
    let world = world("local int[gsize] s;", "context Perm(s[lid], write);", 3, 2);
    let members = (0..3).flat_map(|group| (0..2).map(move |lid| (group, lid)));
    let parts: Vec<Footprint> = members.map(|(group, lid)| precondition(&world, group, lid).footprint).collect();
    let total = Footprint::sum(parts.iter());
    assert_eq!(total.iter().count(), 6);
    assert!(total.iter().all(|(_, amount)| *amount == Amount::write()));
}

#[test]
fn what_is_wrong_with_a_contract() {
    for (contract, code) in [
        ("context (\\forall* int i = 0 .. 4; Perm(a[i / 2], 1\\8));", "contract.well-formed:not-injective"),
        ("context (\\forall* int i = 0 .. 2; Perm(a[lid], 1\\8));", "contract.well-formed:not-injective"),
        ("context Perm(a[lid], 1\\2 - write);", "contract.well-formed:negative-amount"),
        ("context Perm(a[lid + 1], write);", "contract.well-formed:out-of-bounds"),
        ("context Perm(a[lid], 1\\(3 - lid));", "contract.well-formed:division-by-zero"),
        ("requires a[lid] == 7;", "contract.well-formed:unframed"),
        ("requires a[0] == 7 ** Perm(a[lid], write);", "contract.well-formed:unframed"),
        ("requires PointsTo(a[lid], none, 7);", "contract.well-formed:unframed"),
        ("requires Perm(a[a[lid]], 1\\2);", "contract.well-formed:unframed"),
        ("requires (\\forall int i = 0 .. 4; a[i] == 7) ** Perm(a[lid], write);", "contract.well-formed:unframed"),
    ] {
        let mut world = world("global int[4] a;", contract, 1, 4);
        world.set("a", &[3, 3, 3, 2]);
        let wrong: Vec<String> =
            (0..4).flat_map(|lid| precondition(&world, 0, lid).wrong).map(|f| f.code.to_string()).collect();
        // Not every thread comes to the fault: some are inside the array, and a false conjunct ends the evaluation of a
        // contract. So at least one thread must report the fault, and none may report another one.
        assert!(wrong.iter().any(|c| c == code), "{contract}: {wrong:?}");
        assert!(wrong.iter().all(|c| c == code), "{contract}: {wrong:?}");
    }
}

#[test]
fn what_is_framed() {
    for contract in [
        "requires a[lid] == 7 ** Perm(a[lid], read);",
        "requires PointsTo(a[lid], 1\\2, 7);",
        "requires lid > 9 ==> a[0] == 1;",
        "requires (\\forall* int i = 0 .. 4; Perm(a[i], read)) ** (\\forall int i = 0 .. 4; a[i] == 7);",
        "requires Perm(a[lid], read) ** Perm(b[a[lid] - 7], read) ** b[a[lid] - 7] == 0;",
        "requires lid == 9 ** 1 / (lid - lid) == 1;",
        "requires lid < 4 || a[99] == 1;",
    ] {
        let mut world = world("global int[4] a; global int[1] b;", contract, 1, 4);
        world.set("a", &[7, 7, 7, 7]);
        world.set("b", &[0]);
        for lid in 0..4 {
            assert_eq!(precondition(&world, 0, lid).wrong, [], "{contract}");
        }
    }
}

#[test]
fn what_has_no_value_makes_the_footprint_incomplete() {
    let world =
        world("global int[4] a; local int[4] s;", "requires Perm(s[lid], read) ** Perm(a[s[lid]], write);", 1, 4);
    let said = precondition(&world, 0, 0);
    assert!(!said.complete && said.wrong.is_empty() && said.unknown.len() == 1, "{said:#?}");
}

#[test]
fn amounts_are_ordered_with_readers_between_fractions() {
    let half = Amount::fraction(part(1, 2));
    let read = Amount::read();
    let two = read.plus(&read);
    assert!(read.is_positive() && !read.is_write() && !Amount::NONE.is_positive());
    // Any number of readers fits where something is left, and nowhere else.
    assert!(two.fits(&read) && read.fits(&half) && two.fits(&Amount::fraction(part(1, 1000))));
    assert!(!read.fits(&Amount::NONE) && !half.fits(&read) && half.fits(&half));
    assert!(!half.plus(&read).fits(&half) && half.plus(&two).fits(&half.plus(&read)));
    assert!(!Amount::write().plus(&read).fits(&Amount::write()) && Amount::write().plus(&read).is_too_much());
    assert!(!half.plus(&half).is_too_much() && half.plus(&half).is_write());
    // An amount that has lent a `read` is no longer `write`, and is `write` again when the `read` comes back.
    let lent = Amount::write().minus(&read);
    assert!(lent.is_positive() && !lent.is_write() && !Amount::write().fits(&lent) && half.fits(&lent));
    assert_eq!(lent.plus(&read), Amount::write());
    // A holder of one `read` can lend two `read`s and keeps a rest. The holder can lend again out of the rest, but the
    // rest is not the `read` that the holder had at first.
    let rest = read.minus(&two);
    assert!(rest.is_positive() && two.fits(&rest) && !read.fits_whole(&rest) && !half.fits(&rest));
    assert!(read.fits_whole(&rest.plus(&read)) && !rest.is_write());
    assert_eq!(half.minus(&half).plus(&half), half);
    let shown: Vec<String> = [Amount::NONE, read.clone(), two, half.clone(), half.plus(&read), Amount::write(), lent]
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(shown, ["none", "read", "2 times read", "1\\2", "1\\2 and read", "write", "write less read"]);
}
