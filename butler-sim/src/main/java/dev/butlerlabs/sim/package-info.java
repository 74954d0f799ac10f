/** Runs a simulated infrastructure as a process of its own. */
package dev.butlerlabs.sim;
