/**
 * Simulated Cluster API and hosted control planes for tenant clusters: the same objects and status, without machines.
 */
package dev.butlerlabs.sim.tenant;
