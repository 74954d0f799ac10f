/** Common parts of all simulated infrastructures: options, lifecycle, machines and access to their actual state. */
package dev.butlerlabs.sim.infrastructure;
