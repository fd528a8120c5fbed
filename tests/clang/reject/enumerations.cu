// A variable of an enumeration may have other values than its constants.
enum mode { FIRST, SECOND };

__global__ void k(mode m) {
    assert(m == FIRST || m == SECOND);
//  ^^^^^^ error assert:condition-false
}
