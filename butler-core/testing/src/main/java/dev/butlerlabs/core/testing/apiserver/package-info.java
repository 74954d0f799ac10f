/** API servers for tests: a real kube-apiserver with etcd from the test bench, and the contract that any other server under test implements. */
package dev.butlerlabs.core.testing.apiserver;
