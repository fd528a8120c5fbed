a[0] = 1;
//@ assert 0 == 1;
