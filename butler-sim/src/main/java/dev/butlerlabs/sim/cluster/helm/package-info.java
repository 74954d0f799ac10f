/** Simulates Helm inside a simulated cluster, with a table of the objects in well-known charts. */
package dev.butlerlabs.sim.cluster.helm;
