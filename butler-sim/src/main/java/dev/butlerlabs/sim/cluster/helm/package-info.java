/** Plays Helm inside a simulated cluster, with a table of what well-known charts bring. */
package dev.butlerlabs.sim.cluster.helm;
