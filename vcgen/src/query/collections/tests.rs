//! Tests of the laws of collections.
