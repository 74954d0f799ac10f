/** What all simulated infrastructures have in common: how they are started, the machines in them, and the truth about them. */
package dev.butlerlabs.sim.infrastructure;
