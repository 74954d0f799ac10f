/** Simulates etcd: members, learners, leader and quorum of a cluster. */
package dev.butlerlabs.sim.talos.etcd;
