// No annotation names the work-item that copies, and a parameter may have any name.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void named(__global const int *in, __local int *b, int copier) {
    event_t e = async_work_group_copy(b, in, 64, 0);
    wait_group_events(1, &e);
    //@ assert copier < 64;
//             ^^^^^^^^^^^ error assert:condition-false
}

//@ requires copier == 0;
//           ^^^^^^ error resolve.unknown-name
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void unknown(__global const int *in, __local int *b) {
    event_t e = async_work_group_copy(b, in, 64, 0);
    wait_group_events(1, &e);
}
