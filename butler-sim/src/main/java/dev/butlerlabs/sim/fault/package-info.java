/** What goes wrong in a simulated infrastructure, by order or by chance, and the same again for the same seed. */
package dev.butlerlabs.sim.fault;
