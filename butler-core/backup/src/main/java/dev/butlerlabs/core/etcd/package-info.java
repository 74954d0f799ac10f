/** Reads and writes etcd snapshots, which are bolt databases. */
package dev.butlerlabs.core.etcd;
