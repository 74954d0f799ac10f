/** Fault injection for simulated infrastructures: specified or random faults, reproducible with a seed. */
package dev.butlerlabs.sim.fault;
